# Everything here works on a fresh Debian 12 with python3 (3.11), git and make.
PYTHON = python3
GAME = g0285
LADDER = examples/ladder.csv
MINUTES = 10
PORT = 8000
DEMO = build/demo.db
STORE = both
BIN = .venv/bin
TEXTS = src tests tools $(wildcard bench)

# A person's own Python settings have no business in here.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONWARNINGS PYTHONOPTIMIZE VIRTUAL_ENV

.PHONY: help setup run sample check test crash bench bench-data fmt lint lock clean
.DEFAULT_GOAL = help

help: ## say what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /  make \1#/p' Makefile | awk -F'#' '{ printf "%-13s %s\n", $$1, $$2 }'

setup: ## make .venv with everything in it; quick when nothing changed
	@$(PYTHON) tools/setup.py .venv requirements/dev.txt

run: setup ## serve a demo ladder on http://127.0.0.1:8000 until Ctrl-C (PORT: another port)
	@mkdir -p build
	@[ -z "$$(find $(DEMO) -mtime +0 2>/dev/null)" ] || rm -rf $(DEMO)* # its six weeks end with the day it was made
	@trap : INT; $(BIN)/terazi demo --db $(DEMO) --port $(PORT)

sample: setup ## rate the sample ladder, then explain one of its games (GAME names it)
	@mkdir -p build
	$(BIN)/terazi rate $(LADDER) --ledger build/ladder.jsonl
	$(BIN)/terazi explain build/ladder.jsonl $(GAME)

lint: setup
	$(BIN)/ruff format --check --quiet $(TEXTS)
	$(BIN)/ruff check --quiet $(TEXTS)
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --cache-dir .cache/import-linter

check: lint ## format, lint, types, import contracts and the fast tests, in under a minute
	$(BIN)/pytest -n 2 -m "not slow" --hypothesis-profile=quick

test: lint ## the same checks and every test
	@$(PYTHON) tools/browser.py
	$(BIN)/pytest -n 2

crash: setup ## kill servers and databases under load, and check ladders (MINUTES; STORE: sqlite, postgresql)
	$(BIN)/python -m tests.crash --minutes $(MINUTES) --store $(STORE)

bench: setup ## measure against other engines, in an environment of its own (.venv-bench)
	@$(PYTHON) tools/setup.py .venv-bench requirements/bench.txt
	.venv-bench/bin/python bench/rate.py
	.venv-bench/bin/python bench/files.py
	.venv-bench/bin/python bench/study.py
	$(BIN)/python bench/study.py cluster
	$(BIN)/python bench/log.py
	$(BIN)/python bench/serve.py
	$(BIN)/python bench/large.py
	$(BIN)/python bench/pages.py

bench-data: setup ## make the large ladder that benchmarks share, in build/bench-data; once
	$(BIN)/python bench/data.py

fuzz: ## look for files that break a reader, for MINUTES, in an environment of its own (.venv-fuzz)
	@$(PYTHON) tools/setup.py .venv-fuzz requirements/fuzz.txt
	.venv-fuzz/bin/python tools/fuzz_files.py $(MINUTES)

fmt: setup ## format the sources and mend what ruff can mend
	$(BIN)/ruff check --quiet --fix $(TEXTS)
	$(BIN)/ruff format $(TEXTS)

lock: ## for maintainers: choose versions anew and write requirements/ (UPGRADE=1: the newest)
	@sh tools/lock.sh

clean: ## remove everything that was made here, environments too
	rm -rf .venv .venv-bench .venv-fuzz .venv-lock .cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +
