"""Loader: YAML files to rulesets and examples, with diagnostics and patches."""
