# The commands for working on this project. `make help` lists them.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
HOST ?= 127.0.0.1
PORT ?= 8000

# Some machines turn bytecode off. Then each of the hundreds of processes of a test run compiles the whole site.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
NODE_BIN := node_modules/.bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# For two cores: usually one of three processes waits for a browser, a server or a timeout.
TESTS_AT_ONCE ?= 3

# Run a part of the checks and record its duration.
TIMES := var/times.txt
part = @echo "$(2)"; start=$$(date +%s); $(2) && printf '%6s s  %s\n' $$(($$(date +%s) - start)) $(1) >> $(TIMES)

MESSAGES := --all --no-wrap --add-location file --no-obsolete \
	--ignore "$(VENV)/*" --ignore "var/*" --ignore "static/vendor/*" --ignore "static/words/*" --ignore "node_modules/*" --ignore "tests/*" --ignore "*/make_up/*"

.DEFAULT_GOAL := help
.PHONY: help install database run dev demo check quick lint test test-all coverage bench bench-engine chaos strength messages lock clean audit image screenshots

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11 ...")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "python3 -m venv does not work here; on Debian: apt install python3-venv"; exit 1; }

$(VENV)/run.stamp: requirements.lock | $(VENV)/pyvenv.cfg
	@echo "Installing packages for the server ..."
	@$(PIP) -r requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	@echo "Installing packages for tests ..."
	@$(PIP) -r requirements-dev.lock
	@touch $@

node_modules/dev.stamp: package.json package-lock.json
	@command -v npm > /dev/null || { echo "npm is needed to check and bundle the scripts; on Debian: apt install npm"; exit 1; }
	@echo "Installing packages for scripts ..."
	@npm ci --silent --no-audit --no-fund
	@touch $@

install: $(VENV)/dev.stamp node_modules/dev.stamp  ## install everything, including tools and test packages, into .venv and node_modules

database: $(VENV)/run.stamp
	@mkdir -p static
	@$(BIN)/python -m wavinghands.db.prepare

run: database  ## start the site on http://127.0.0.1:8000 (PORT=8001: another port; HOST=0.0.0.0: open to your network)
	@exec $(BIN)/python -m wavinghands.server --bind $(HOST) --port $(PORT)

dev: database  ## start the site on this computer only, with detailed error pages; restarts when a Python file changes
	@export DEBUG=true; $(BIN)/python manage.py worker & trap "kill $$!" EXIT INT TERM; \
	$(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

demo: database  ## fill a new site with made-up people, duels and challenges, and print a login (VAR_DIR=var/demo: a site of its own)
	@$(BIN)/python manage.py demo

test: $(VENV)/dev.stamp  ## run the tests (eight minutes on two cores) and list the skipped ones
	@$(BIN)/python -m pytest -n $(TESTS_AT_ONCE) -m "not thorough"

test-all: $(VENV)/dev.stamp  ## run all tests, with thorough instead of brief ones, like CI (16 minutes)
	@$(BIN)/python -m pytest -n $(TESTS_AT_ONCE) -m "not brief" --thorough --durations 15

coverage: $(VENV)/dev.stamp  ## run `make test` and print the lines that it does not cover
	@rm -rf var/coverage && mkdir -p var/coverage
	@$(BIN)/python -m coverage run -m pytest -n $(TESTS_AT_ONCE) -m "not thorough"
	@$(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage report --skip-covered --show-missing

check: lint  ## run lint and the tests, and print the duration of each part
	$(call part,tests,$(MAKE) --no-print-directory test)
	@cat $(TIMES)

quick: lint  ## run lint and the tests of changed files (one minute)
	$(call part,tests,$(BIN)/python -m tests.changed)
	@cat $(TIMES)

lint: $(VENV)/dev.stamp node_modules/dev.stamp  ## check format, lint, English, types, import contracts and scripts
	@mkdir -p $(dir $(TIMES)) && rm -f $(TIMES)
	$(call part,format,$(BIN)/ruff format --check)
	$(call part,lint,$(BIN)/ruff check && $(BIN)/djlint --lint --quiet templates)
	$(call part,english,$(BIN)/python -m tests.english)
	$(call part,types,PYTHONPATH=. $(BIN)/mypy)
	$(call part,contracts,$(BIN)/lint-imports)
	$(call part,scripts,$(NODE_BIN)/biome check --error-on-warnings && $(NODE_BIN)/tsc)

bench-engine: $(VENV)/dev.stamp  ## time the resolution of rounds of two and of six wizards
	@for wizards in 2 6; do \
	  $(BIN)/python -m tests.engine.full_duels var/full-duels/$$wizards --wizards $$wizards; \
	  $(BIN)/python -m wavinghands.engine bench var/full-duels/$$wizards; done

bench: $(VENV)/dev.stamp  ## measure the performance budget in about six minutes (OPTIONS="rounds --floor DIR"); needs PostgreSQL and Redis
	@$(BIN)/python -m tests.bench $(OPTIONS)

CHAOS = $(BIN)/python -m tests.chaos --seed $(or $(SEED),1) $(OPTIONS)

chaos: $(VENV)/dev.stamp  ## inject one fault after another while duels are played, for about an hour (FAULTS=1000 FAULTS_ON_SQLITE=300 SEED=1 OPTIONS="--company 0"); needs PostgreSQL, Redis, and root to fill a disk
	@$(CHAOS) --database postgres --faults $(or $(FAULTS),1000)
	@$(CHAOS) --database sqlite --faults $(or $(FAULTS_ON_SQLITE),300)

strength: $(VENV)/dev.stamp  ## measure the strength of the levels, about 100 minutes on two cores (OPTIONS="--duels 40 --only level-3")
	@$(BIN)/python -m wavinghands.search strength --jobs 2 $(OPTIONS)

messages: $(VENV)/dev.stamp  ## extract the texts for translation, and compile the translations (needs gettext)
	@mkdir -p var wavinghands/locale static/words
	@$(BIN)/python manage.py makemessages --verbosity 0 $(MESSAGES) --domain django --extension html,txt,py
	@$(BIN)/python manage.py makemessages --verbosity 0 $(MESSAGES) --domain djangojs --extension js
	@sed -i '/^"POT-Creation-Date:/d' wavinghands/locale/*/LC_MESSAGES/*.po  # changes each time and causes merge conflicts
	@$(BIN)/python -m wavinghands.engine texts > var/engine.pot
	@for language in $(notdir $(wildcard wavinghands/locale/*)); do \
	  words=wavinghands/engine/locale/$$language/LC_MESSAGES/engine.po; \
	  test -e $$words || install -D --mode 644 var/engine.pot $$words; \
	  msgmerge --quiet --no-wrap --output-file var/engine.po $$words var/engine.pot && \
	  msgattrib --no-wrap --no-obsolete --output-file $$words var/engine.po || exit 1; done
	@$(BIN)/python manage.py compilemessages --verbosity 0 --ignore $(VENV)
	@$(BIN)/python manage.py write_words

audit: $(VENV)/dev.stamp node_modules/dev.stamp  ## time taps and a replay, and run Lighthouse (from npm) on the main pages; reports in var/audit
	@$(BIN)/python -m tests.browser.speed
	@$(BIN)/python -m tests.browser.audit

image: $(VENV)/dev.stamp  ## build and run the image, then the whole compose file, as root (needs docker.io, debootstrap and compose 2.23.1; 15 minutes)
	@$(BIN)/python -m pytest -s tests/image/trial.py

screenshots: $(VENV)/dev.stamp node_modules/dev.stamp  ## take screenshots and a contact sheet into var/screenshots, and update the README
	@$(BIN)/python -m tests.browser.screenshots

lock: $(VENV)/pyvenv.cfg  ## update the lock files from pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(UV_COMPILE) $(LOCK_OPTIONS) pyproject.toml --output-file requirements.lock
	@$(UV_COMPILE) $(LOCK_OPTIONS) pyproject.toml --group dev --constraint requirements.lock --output-file requirements-dev.lock

clean:  ## remove .venv and node_modules (the database in var/ stays)
	rm -rf $(VENV) node_modules
