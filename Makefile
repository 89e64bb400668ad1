# kinarow: the two commands are `make lab` and `make test`; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help lab test quick check bench soak site release clean
# Tests start hundreds of processes, which would each compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE
# One process more than there are cores, since some tests wait, though not the quick ones; a module's
# tests stay together while there is enough work for everyone.
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')
ALL_CORES = --numprocesses $$(( $(CORES) + 1 )) --dist worksteal

# What is slow altogether is not even looked at, since to import it takes a second in each process.
NO_WAIT = --ignore tests/browser --ignore tests/web/test_description.py -p no:schemathesis

# Every warning is an error; not --quiet, by which warnings would be neither seen nor counted.
SITE = NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

help: ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

lab: .venv/lab ## set up if needed and start the web lab
	@$(BIN)/python -m kinarow.native.building --quietly & exec $(BIN)/kinarow lab

test: .venv/dev ## set up if needed and run all tests
	$(BIN)/python -m pytest $(ALL_CORES)

quick: .venv/dev ## the tests that need neither a browser nor other processes, for every save
	KINAROW_TEST_SCALE=0.02 $(BIN)/python -m pytest --numprocesses $(CORES) --dist worksteal -m 'not slow' $(NO_WAIT)

check: .venv/dev ## lint, types, the borders between the rooms, dependencies, the site without a warning
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry src
	$(SITE) --site-dir .site-check && rm -r .site-check
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory check-page; \
	else echo "no node here: the page's types are not checked"; fi

.PHONY: check-page
check-page: node_modules/.package-lock.json
	node_modules/.bin/tsc --project jsconfig.json

bench: .venv/dev ## side-by-side speed measurements, each printed as a ratio
	@for file in benchmarks/bench_*.py; do echo "── $$file"; $(BIN)/python $$file || exit 1; done

soak: .venv/release ## the long proofs: every property with four hundred times the examples
	KINAROW_TEST_SCALE=20 $(BIN)/python -m pytest $(ALL_CORES) -m 'not browser' --timeout 14400

site: .venv/dev ## the documentation site, into site/, with what the notebooks show
	RUN_NOTEBOOKS=1 $(SITE)

release: .venv/release ## build sdist and wheel into dist/, and try the wheel in an empty environment
	$(BIN)/zizmor --offline --quiet .github
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python tools/try_wheel.py dist/*.whl

clean: ## remove what the other commands made
	rm -rf .venv node_modules dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/lab: pyproject.toml
	@$(PYTHON) tools/set_up.py '.[tune]'
	@touch $@

.venv/dev: pyproject.toml
	@$(PYTHON) tools/set_up.py '.[dev]'
	@touch .venv/lab $@

.venv/release: pyproject.toml
	@$(PYTHON) tools/set_up.py '.[dev,release]'
	@touch .venv/lab .venv/dev $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@
