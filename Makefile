# The developer surface. `make accept` and `make test` need nothing but Python 3.11 with venv, and make.
PYTHON ?= python3
BIN := .venv/bin
# Byte code halves every start, whatever the shell says about it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: accept test down lab lint types lock clean bench-load

accept: .venv/complete  ## raise the virtual pair afresh, deploy on it, judge every layer, write the report
	$(BIN)/python -m launch lab up --fresh
	$(BIN)/python -m pytest -m deploy
	@echo "The pair is still up; 'make down' ends it."

test: .venv/complete  ## the project's own hermetic tests
	$(BIN)/python -m pytest

down: .venv/complete  ## end the virtual pair and leave nothing behind
	$(BIN)/python -m launch lab down

lab: .venv/complete  ## the tests that need the virtual pair, deployed by `make accept`
	$(BIN)/python -m pytest -m lab tests/lab

bench-load: .venv/complete  ## the load generator against a mock of known timing; PEERS="vllm guidellm aiperf" beside it
	$(BIN)/python -m benchmarks.load $(if $(PEERS),--peers $(PEERS))

lint: .venv/complete
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/complete
	$(BIN)/mypy

lock: .venv/complete  ## pin what pyproject.toml's ranges resolve to, with hashes and without addresses
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --quiet --output-file requirements/dev.txt

clean:
	rm -rf .venv reports/runs benchmarks/out

.venv/complete: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is wanted, this is " + sys.version.split()[0] + ": name one with make PYTHON=…")'
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "Python's venv is missing: apt-get install python3-venv"; exit 1; }
	@echo "Installing the tools of requirements/dev.txt into .venv …"
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install -qq --no-deps --require-hashes -r requirements/dev.txt
	@touch $@
