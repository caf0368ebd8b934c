# The house of vazba. `make` alone lists what there is.
#   PYTHON=python3.12 make setup    another interpreter
#   VENV=/somewhere make setup      another place for the virtual environment

VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.setup-done
DSTAMP := $(VENV)/.docs-done
BSTAMP := $(VENV)/.bench-done
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq --no-input
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)

.DEFAULT_GOAL := help
MINUTES ?= 10
SEED    ?= 0
.PHONY: help setup browser viewer demo test fuzz mutation lint format bench docs wheel clean

help:
	@echo "make setup   virtual environment in $(VENV) with everything needed for work on vazba"
	@echo "make demo    a double pendulum with a cable, from CSV tables: summary, curves, a moving picture and a page to play with in demo/"
	@echo "make test    the test suite"
	@echo "make fuzz    mechanisms drawn by lot against an oracle, for MINUTES=$(MINUTES) from SEED=$(SEED); goes on where it stopped"
	@echo "make mutation  faults put into kernels, which the tests must notice, for MINUTES=$(MINUTES); goes on where it stopped"
	@echo "make lint    style, types and import rules"
	@echo "make format  lay the sources out"
	@echo "make bench   timings, side by side with other packages"
	@echo "make docs    documentation in docs/_build/html"
	@echo "make viewer  build the page from viewer/ into the package; needs node"
	@echo "make wheel   a wheel with the compiled kernels in dist/, which needs neither Numba nor a compiler where it is installed"
	@echo "make clean   remove everything that was made, $(VENV) included"

setup: $(STAMP)
	@$(BIN)/python -m compileall -q src/vazba  # where PYTHONDONTWRITEBYTECODE is set nobody else does, and commands take twice as long

$(STAMP): pyproject.toml
	@if [ -z "$(PYTHON)" ]; then \
		echo "vazba needs Python 3.11 or newer, and none was found on the path." >&2; \
		echo "Install one, or name it: make setup PYTHON=/path/to/python3.11" >&2; exit 1; fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "vazba needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)" >&2; \
		echo "Name another one: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	@[ -x $(BIN)/python ] || { echo "Making a virtual environment in $(VENV)"; $(PYTHON) -m venv $(VENV); } || { \
		echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu install python3-venv." >&2; exit 1; }
	@$(BIN)/python -c 'import pip, sys; sys.exit(tuple(int(n) for n in pip.__version__.split(".")[:2]) < (21, 3))' \
		|| $(PIP) install --upgrade "pip>=21.3"
	@echo "Installing vazba and its tools (a minute or two the first time)"
	@$(PIP) install -e ".[dev]"
	@[ -x $(BIN)/vazba ] || { echo "the installation left no $(BIN)/vazba" >&2; exit 1; }
	@touch $@

demo: setup
	@mkdir -p demo
	$(BIN)/vazba simulate examples/double-pendulum-tables -o demo/double-pendulum.nc
	$(BIN)/vazba plot demo/double-pendulum.nc body2.x body2.y body2.z cable20.force \
		energy.kinetic energy.potential energy.elastic energy.dissipated -o demo/double-pendulum.png
	$(BIN)/vazba animate demo/double-pendulum.nc --trace body2 --seconds 10 --fps 15 -o demo/double-pendulum.gif
	$(BIN)/vazba kinematics examples/slider-crank/slider-crank.toml -o demo/slider-crank.nc
	$(BIN)/vazba plot demo/slider-crank.nc slider.x slider.vx slider.ax -o demo/slider-crank.png
	$(BIN)/vazba export demo/double-pendulum.nc -o demo/double-pendulum.html
	@echo
	@echo "Look at:  demo/double-pendulum.png   motion of the plate, force in the cable, energies"
	@echo "          demo/double-pendulum.gif   the pendulum moving, three times as fast as in truth"
	@echo "          demo/slider-crank.png      a driven mechanism: position, velocity and acceleration of the slider"
	@echo "The tables are in examples/double-pendulum-tables: change a number there and run make demo again."
	@echo "Motion, curves and forces together, in any browser (open it, or send it to somebody): $(CURDIR)/demo/double-pendulum.html"

test: setup browser
	$(BIN)/vazba warmup
	$(BIN)/python -m pytest -n 2

# The page is tested in the Chromium of the system. Where it cannot be installed, those tests are skipped and say so.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
		echo "Installing Chromium, in which the page is tested"; \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y -qq chromium >/dev/null 2>&1; } \
		|| echo "Chromium is not installed and could not be: the tests of the page are skipped (apt-get install chromium)" >&2; }

fuzz: setup
	$(BIN)/vazba warmup
	$(BIN)/python tests/fuzz/run.py --minutes $(MINUTES) --seed $(SEED)

mutation: setup
	$(BIN)/vazba warmup
	$(BIN)/python tests/mutation/run.py --minutes $(MINUTES)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/python tools/keywords.py
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(BSTAMP): $(STAMP)
	@echo "Installing the packages vazba is measured against"
	@if $(PIP) install -e ".[bench]"; then touch $@; else echo "Not all could be installed; those are left out." >&2; fi

bench: $(BSTAMP)
	$(BIN)/python benchmarks/run.py

$(DSTAMP): $(STAMP)
	@echo "Installing the documentation tools"
	@$(PIP) install -e ".[docs]"
	@touch $@

docs: $(DSTAMP)
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	$(BIN)/python tools/widths.py docs/_build/html
	@echo "Open docs/_build/html/index.html"

wheel: setup
	@rm -f dist/*.whl
	VAZBA_BUILD_KERNELS=1 $(BIN)/python -m pip --disable-pip-version-check --no-input wheel --no-deps -w dist .
	@ls -l dist/*.whl

viewer:
	cd viewer && npm ci && npm run check && npm test && npm run build

clean:
	rm -rf .venv viewer/node_modules .fuzz demo dist build docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
