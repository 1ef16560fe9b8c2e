# Set-up, play and tests. `make help` lists what there is.

PYTHON ?= python3
PORT ?= 8000
BASE_URL ?= http://127.0.0.1:$(PORT)
DATABASE_URL ?= sqlite:///var/ohhell.db

VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check install --quiet --require-hashes -r
UV := $(VENV)/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate
SUPPORTED := "import sys; v = sys.version_info[:2]; (3, 11) <= v < (3, 14) or sys.exit( \
	'Python 3.11, 3.12 or 3.13 is needed and this one is %d.%d: name another, as in make PYTHON=python3.13.' % v)"
CHECK_DB := var/check.db
SOAK := soak or hypothesis
NODE_MODULES := node_modules/.package-lock.json

.DELETE_ON_ERROR:
.PHONY: help setup play test check browser axe mailservers bench soak faults pictures lock clean

help:  ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 14

setup: $(VENV)/dev.stamp  ## make .venv with everything the tests need

play: export PORT := $(PORT)
play: export BASE_URL := $(BASE_URL)
play: export DATABASE_URL := $(DATABASE_URL)
play: $(VENV)/run.stamp  ## run the service on http://127.0.0.1:8000, mail in /mailbox
	@mkdir -p var
	@$(RUN) -m alembic upgrade head
	@exec $(RUN) -m service serve

test: setup check browser axe mailservers  ## check the code, then run every test
	@$(RUN) -m pytest --numprocesses auto --dist worksteal --cov

check: setup  ## style, types, imports, and migrations that match the tables
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	@mkdir -p var && rm -f $(CHECK_DB)
	DATABASE_URL=sqlite:///$(CHECK_DB) $(RUN) -m alembic upgrade head
	DATABASE_URL=sqlite:///$(CHECK_DB) $(RUN) -m alembic check
	@rm -f $(CHECK_DB)

browser: setup  ## find a Chromium for the tests, or install one
	@$(RUN) -m tests.support.browser

axe: tests/node/$(NODE_MODULES)  ## fetch axe-core, which tells whether everyone can use a page

mailservers: setup  ## find a Postfix and a Dovecot for the tests, or install them
	@$(RUN) -m tests.support.mailservers

bench: $(VENV)/bench.stamp browser bench/node/$(NODE_MODULES) bench/boardgameio/$(NODE_MODULES)  ## measure speed; at the end one table of ratios
	@$(RUN) -m bench

soak: setup browser mailservers  ## the long tests, and a deeper look with random games
	@HYPOTHESIS_PROFILE=soak $(RUN) -m pytest --numprocesses auto --dist worksteal -m "$(SOAK)"

faults: setup  ## break everything for MINUTES=10 while people play, then look at what is left
	@$(RUN) -m tests.faults --minutes $(or $(MINUTES),10)

pictures: setup browser  ## draw the pictures in docs/ anew
	@$(RUN) -m tests.support.pictures

lock: $(VENV)/python.stamp  ## pin what pyproject.toml asks for; UPGRADE=--upgrade takes the newest
	@$(RUN) -m venv --clear $(VENV)/uv
	@$(VENV)/uv/bin/python -m pip --disable-pip-version-check install --quiet uv
	@$(UV) $(UPGRADE) pyproject.toml -o requirements.txt
	@$(UV) $(UPGRADE) pyproject.toml --group dev -c requirements.txt -o requirements-dev.txt
	@$(UV) $(UPGRADE) --group bench -c requirements-dev.txt -o requirements-bench.txt
	@rm -rf $(VENV)/uv

clean:  ## remove what was made, except games: var/ stays
	rm -rf $(VENV) tests/node/node_modules bench/node/node_modules .coverage* .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(VENV)/run.stamp: requirements.txt $(VENV)/python.stamp
	@echo "Installing what the service needs ..."
	@$(PIP) $<
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/python.stamp
	@echo "Installing what the tests need ..."
	@$(PIP) $<
	@touch $@

$(VENV)/bench.stamp: requirements-bench.txt $(VENV)/dev.stamp
	@echo "Installing what the benchmarks need ..."
	@$(PIP) $<
	@touch $@

%/$(NODE_MODULES): %/package-lock.json
	@command -v npm >/dev/null || { echo "There is no npm here: install Node.js 20 or newer, with npm." >&2; exit 1; }
	@echo "Fetching what $*/package.json asks for ..."
	@cd $* && npm ci --silent --no-audit --no-fund --ignore-scripts && touch $(NODE_MODULES)

# Made again when its Python is gone, as after a move or an upgrade of the system.
$(VENV)/python.stamp: $(shell $(RUN) -c $(SUPPORTED) 2>/dev/null || echo again)
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here: name one with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c $(SUPPORTED)
	@$(PYTHON) -m venv --clear $(VENV) \
		|| { echo "$(PYTHON) cannot make a virtual environment: install the package python3-venv." >&2; exit 1; }
	@touch $@

.PHONY: again
again:
