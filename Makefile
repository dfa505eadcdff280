# Saltroad: one word for each job. Every target sets up what it needs, from nothing but Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help play test packages check quick prove bench golden picture docs format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.installed ## play a game of Bazaar in the terminal
	@$(BIN)/saltroad play bazaar

test: $(VENV)/.installed-dev check packages ## all checks and all tests
	$(BIN)/pytest -n $(JOBS)

packages: ## install the Debian packages that some tests need, if we may
	@scripts/debian-packages

check: $(VENV)/.installed-dev ## ruff, mypy --strict, import directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

quick: $(VENV)/.installed-dev ## the tests of every day, under two minutes
	$(BIN)/pytest -n $(JOBS) -m "not slow"

prove: $(VENV)/.installed-dev ## the long proofs at full size
	SALTROAD_PROOFS=full $(BIN)/pytest -n $(JOBS)

bench: $(VENV)/.installed-bench ## speed, beside OpenSpiel in the same run
	$(BIN)/python benchmarks/playouts.py

golden: $(VENV)/.installed-dev ## make the golden playthroughs again (read the diff: it is the behaviour change)
	PYTHONPATH=tests $(BIN)/python -m golden.make

docs: $(VENV)/.installed-dev ## make the pages that come from the code again, and the picture in the README
	$(BIN)/python docs/make.py

format: $(VENV)/.installed-dev ## let ruff tidy the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove the virtual environment and what the tools left
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

# -- setting up ------------------------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Saltroad needs Python 3.11 or newer; '$(PYTHON)' is not. Install it, or run: make PYTHON=/path/to/python3.11"; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python's venv module is missing. On Debian or Ubuntu: apt-get install python3-venv"; exit 2; }

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up Saltroad in $(VENV) ..."
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up Saltroad with its tools in $(VENV) ..."
	@$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up Saltroad with its peers in $(VENV) ..."
	@$(PIP) install -c constraints.txt -e '.[dev,bench]'
	@touch $@ $(VENV)/.installed-dev $(VENV)/.installed
