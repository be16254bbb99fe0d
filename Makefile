# `make run` shows what it does, `make test` runs every test; both install what is missing first.

SHELL := /bin/bash
HOST := .build/release/featurehost
PRODUCTS := featurehost featurehost-sqlite
PYTHON := .build/venv/bin/python
SECONDS ?= 60
LIST_STEPS ?= 100000
SEARCH_STEPS ?= 100000
# One static file without symbols: it starts in half the time of a dynamic one. The optimiser sees across our modules,
# and the checks for overlapping access, which tests run with, are left out.
RELEASE := -c release -Xswiftc -static-executable -Xswiftc -cross-module-optimization \
	-Xswiftc -enforce-exclusivity=unchecked -Xlinker -s

.PHONY: run build test test-swift test-blackbox test-template lint docs format bench soak setup clean

run: build $(PYTHON)
	@FEATUREHOST=$(CURDIR)/$(HOST) clients/demo/run $(CURDIR)/.build/demo $(CURDIR)/$(PYTHON)

build: setup
	@for product in $(PRODUCTS); do \
		swift build $(RELEASE) --product $$product 2>&1 | { grep -vE 'warning: (Using|the use of)|^\[|^$$' || true; }; \
		status=$${PIPESTATUS[0]}; [ $$status = 0 ] || exit $$status; \
	done

test: build test-swift test-blackbox test-template

test-swift: setup
	swift build --build-tests
	swift test --skip-build --parallel --num-workers 2

test-blackbox: build $(PYTHON)
	FEATUREHOST=$(CURDIR)/$(HOST) $(PYTHON) -m pytest -q -n 3 --ignore Tests/Template Tests
	FEATUREHOST=$(CURDIR)/$(HOST) $(PYTHON) -m pytest -q -n 3 clients/python

# By itself: it builds a package of its own on all cores.
test-template: setup $(PYTHON)
	$(PYTHON) -m pytest -q Tests/Template

lint: setup $(PYTHON) docs
	swift format lint --strict --configuration .swift-format -r Package.swift Sources Tests
	.build/venv/bin/ruff check -q --config Tests/ruff.toml Tests Benchmarks
	.build/venv/bin/ruff check -q clients/python
	cd clients/python && $(CURDIR)/.build/venv/bin/mypy --no-error-summary --cache-dir $(CURDIR)/.build/mypy
	swift build --build-tests
	swift test --skip-build --filter ArchitectureTests

# What the products' comments and articles say, as archives for a browser; a wrong link or a missing parameter fails.
docs: setup
	@mkdir -p .build/docs
	@swift package --disable-sandbox generate-documentation --target FeatureKit --target FeatureTesting \
		--target HostCommands --target FeaturePlugin --warnings-as-errors --output-path .build/docs \
		>.build/docs.log 2>&1 || \
		{ cat .build/docs.log; exit 1; }

format:
	swift format --in-place --configuration .swift-format -r Package.swift Sources Tests

bench: build
	Benchmarks/run $(CURDIR)/$(HOST)
	Benchmarks/matcher $(CURDIR)/$(HOST)
	Benchmarks/quality $(CURDIR)/$(HOST)

soak: build $(PYTHON)
	FEATUREHOST=$(CURDIR)/$(HOST) $(PYTHON) Tests/Soak/run --seconds $(SECONDS)
	LIST_STEPS=$(LIST_STEPS) SEARCH_STEPS=$(SEARCH_STEPS) swift test --filter '(List|Search|SearchAsking)PropertyTests'
	Tests/Fuzz/run $$(($(SECONDS) / 5))

# What the machine may lack. Without root it says what to ask for.
PACKAGES := libjansson-dev libpcre2-dev libsqlite3-dev pkg-config python3-venv jq fzf fzy
setup:
	@command -v swift >/dev/null || { echo "swift is missing: install the Swift 6.2 toolchain or a newer one"; exit 1; }
	@missing=$$(for p in $(PACKAGES); do dpkg-query -Wf '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
		else echo "install first: sudo apt-get install $$missing"; exit 1; fi; \
	fi

$(PYTHON): Tests/requirements.txt clients/python/pyproject.toml | setup
	python3 -m venv .build/venv
	.build/venv/bin/pip install -q --disable-pip-version-check -r Tests/requirements.txt -e 'clients/python[terminal]'
	@touch $@

clean:
	rm -rf .build Tests/Fuzz/.build
