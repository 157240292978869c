# Turnwright's tasks. `make` alone lists them.
# Each works on a fresh clone: .ci/setup builds .venv, and asks Debian for the rest.

.DEFAULT_GOAL := help
.PHONY: help site test quick serve bench pictures fix setup setup-dev setup-browser setup-bench
bin := .venv/bin
# Hundreds of processes are started: each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
of_rules := tests/engine tests/examples tests/language tests/orders
of_files := tests/describe tests/lab tests/load tests/proof tests/wheel
of_pages := tests/site
# After what takes no time those that take longest. Four on two processors, as Chromium waits.
checks := format lint browser playing rules files pages others types imports
of_playing := tests/site/test_play_in_browser.py
.PHONY: $(checks) proof built
# Chromium waits for a proof and a site, so what is tested meanwhile gives way a little.
later := nice -n 5
# What a check prints is held back until it is over, by a make that can (4.0 and newer).
in_order := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

help: ## list these tasks
	@echo "make TASK, where TASK is"
	@sed -n 's/^\([a-z]*\):.*## /  \1\t/p' Makefile | expand -t 12

site: setup ## build the site into build/site
	@echo "== Building the site"
	@$(bin)/mkdocs build --strict
	@echo "The site is built. Open it in a browser:"
	@echo "  file://$(CURDIR)/build/site/index.html"
	@echo "or type: make serve"

test: setup-browser ## everything that has to hold; done means this is green
	@echo "== Four at a time, each told when it is over; the first results come after a minute"
	@$(MAKE) --no-print-directory --jobs=4 $(in_order) $(checks)
	@echo "Done: all of it holds."

format:
	@echo "== Format"
	@$(bin)/ruff format --check

lint:
	@echo "== Lint"
	@$(bin)/ruff check

types:
	@echo "== Types"
	@$(bin)/mypy

imports:
	@echo "== Imports run one way"
	@$(bin)/lint-imports --no-logo

proof:
	@echo "== Every clause is proved"
	@$(bin)/turnwright prove rulesets

built: proof
	@echo "== The site, strictly, with what was proved"
	@$(bin)/mkdocs build --strict

browser: built
	@echo "== The site in Chromium"
	@$(bin)/pytest -q -m browser --ignore=$(of_playing) tests/site

playing: built
	@echo "== Playing in Chromium"
	@$(bin)/pytest -q -m browser $(of_playing)

rules:
	@echo "== Tests of the rules and how they are played"
	@$(later) $(bin)/pytest -q $(of_rules)

files:
	@echo "== Tests of what is read and worked out, and of the wheel"
	@$(later) $(bin)/pytest -q $(of_files)

pages: built
	@echo "== Tests of the pages, and every session on them"
	@$(bin)/pytest -q $(of_pages)

# Once the site is built, which nothing may hold up.
others: | built
	@echo "== All other tests, and every example"
	@$(bin)/pytest -q $(addprefix --ignore=,$(of_rules) $(of_files) $(of_pages))

quick: setup-dev ## lint, and replay every example: seconds
	@echo "== Lint"
	@$(bin)/ruff format --check
	@$(bin)/ruff check
	@echo "== Examples"
	@$(bin)/turnwright check

serve: setup ## show the site at http://127.0.0.1:8000/ and rebuild it on every save
	@$(bin)/mkdocs serve

bench: setup-bench setup-browser ## measure speed and weight beside others'; needs Node, and minutes
	@$(bin)/python -m bench $(only)

pictures: setup-browser site ## take the pictures of the README anew
	@$(bin)/python .ci/pictures.py

fix: setup-dev ## format the code, and mend what lint can mend
	@$(bin)/ruff format
	@$(bin)/ruff check --fix

setup:
	@sh .ci/setup

setup-dev:
	@sh .ci/setup dev

setup-browser:
	@sh .ci/setup browser

setup-bench:
	@sh bench/setup
