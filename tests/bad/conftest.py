"""The plays in here are wrong on purpose, so they are no tests: `test_bad.py` reads them."""

collect_ignore_glob = ["*"]
