# Saltroad: one word for each job. Every target sets up what it needs, from nothing but Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NPM := scripts/with-node npm --prefix web
MODULES := web/node_modules/.installed
CLIENT := src/saltroad/server/client/index.html

.DEFAULT_GOAL := help
.PHONY: help play terminal test packages check web quick prove bench golden docs wire screenshots format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.installed $(CLIENT) ## play in the browser, here and on phones in the same network
	@$(BIN)/saltroad serve --lan --open-browser

terminal: $(VENV)/.installed ## play a game of Bazaar in the terminal
	@$(BIN)/saltroad play bazaar

test: $(VENV)/.installed-dev check packages $(CLIENT) ## all checks and all tests
	$(NPM) run -s test
	$(BIN)/pytest -n $(JOBS) --durations 20

packages: ## install the Debian packages that some tests need, if we may
	@scripts/debian-packages

check: $(VENV)/.installed-dev $(MODULES) ## ruff, mypy --strict, import directions; eslint, prettier, svelte-check, missing messages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(NPM) run -s check

web: $(CLIENT) ## build the pages of the browser into the package

quick: $(VENV)/.installed-dev ## the tests of every day, under two minutes
	$(BIN)/pytest -n $(JOBS) -m "not slow"

prove: $(VENV)/.installed-dev ## the long proofs at full size
	SALTROAD_PROOFS=full $(BIN)/pytest -n $(JOBS) -o faulthandler_timeout=7500

bench: $(VENV)/.installed-bench ## speed, beside OpenSpiel, pgx, PettingZoo and RLCard in the same run
	$(BIN)/python benchmarks/playouts.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/environments.py

golden: $(VENV)/.installed-dev ## make the golden playthroughs again (read the diff: it is the behaviour change)
	PYTHONPATH=tests $(BIN)/python -m golden.make

docs: $(VENV)/.installed-dev ## make the pages that come from the code again, and the picture in the README
	$(BIN)/python docs/make.py

wire: $(VENV)/.installed-dev ## make the browser's types and board facts again from the Python code
	$(BIN)/python -m saltroad.protocol.typescript

screenshots: $(VENV)/.installed-dev packages $(CLIENT) ## pictures of every page at three widths, by day and by night
	PYTHONPATH=tests $(BIN)/python scripts/screenshots.py

format: $(VENV)/.installed-dev $(MODULES) ## let ruff, eslint and prettier tidy the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run -s format

clean: ## remove the virtual environment and what the tools left
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist \
	  web/node_modules web/src/paraglide src/saltroad/server/client

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

$(MODULES): web/package.json web/package-lock.json | $(VENV)/.installed
	@echo "Setting up what the pages are built with ..."
	@$(NPM) install --no-save --silent --no-progress # not ci: it wants the binaries of every other platform in the lock
	@touch $@

$(CLIENT): $(MODULES) $(shell find web/src web/messages web/static web/project.inlang -type f -not -path '*/paraglide/*') \
  web/index.html web/vite.config.ts
	@echo "Building the pages ..."
	@$(NPM) run -s build -- --logLevel warn
	@touch $@
