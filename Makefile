# `make run` shows what it does, `make test` runs every test; both install what is missing first.

SHELL := /bin/bash
HOST := .build/release/featurehost
PRODUCTS := featurehost featurehost-sqlite
# What tests run beside these.
TEST_PRODUCTS := GalleryPlugin Encoding
PYTHON := .build/venv/bin/python
# A test that hangs says where it does, and ends.
PYTEST := $(PYTHON) -m pytest -q --timeout-method thread
# What tests start again and again is compiled once.
unexport PYTHONDONTWRITEBYTECODE
SECONDS ?= 60
# Each has tests of its own.
CLIENTS := python nvim emacs shell tools
# How many tests of a suite run at once, and how many suites: most tests wait.
WORKERS ?= 3
SUITES ?= 3
LIST_STEPS ?= 100000
SEARCH_STEPS ?= 100000
TABLE_SEARCH_SEEDS ?= 40
# The fuzzers of `make soak`; all by default.
FUZZERS ?=
# The share of the seeds of random Swift tests that `make test` plays; `.ci/run` plays all.
SEED_PERCENT ?= 25
# One static file without symbols: it starts in half the time of a dynamic one. The optimiser sees across our modules,
# and the checks for overlapping access, which tests run with, are left out.
RELEASE := -c release -Xswiftc -static-executable -Xswiftc -cross-module-optimization \
	-Xswiftc -enforce-exclusivity=unchecked -Xlinker -s

.PHONY: run build test test-quick test-swift test-blackbox test-template run-swift run-host run-clients run-template \
	lint docs format protocol pictures bench bench-size soak sanitize valgrind setup test-packages clean

run: build
	@FEATUREHOST=$(CURDIR)/$(HOST) clients/demo/run $(CURDIR)/.build/demo

# Builds products one after the other, without the linker's words about a static C library.
define BUILD
	@for product in $(1); do \
		swift build $(RELEASE) --product $$product 2>&1 | { grep -vE 'warning: (Using|the use of)|^\[|^$$' || true; }; \
		status=$${PIPESTATUS[0]}; [ $$status = 0 ] || exit $$status; \
	done
endef

# Installs what is missing of some packages.
define INSTALL
	@missing=$$(for p in $(1); do dpkg-query -Wf '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
		if [ "$$(id -u)" = 0 ]; then \
			apt-get -o Acquire::Retries=3 update -qq \
			&& DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 install -y -qq --no-install-recommends $$missing >/dev/null; \
		else echo "install first: sudo apt-get install $$missing"; exit 1; fi; \
	fi
endef

build: setup
	$(call BUILD,$(PRODUCTS))

# The suites run beside each other. Each prints what it has to say when it ends.
test: build test-packages $(PYTHON)
	swift build --build-tests
	$(call BUILD,$(TEST_PRODUCTS))
	$(MAKE) --no-print-directory -j $(SUITES) -O -k run-swift run-host run-template run-clients

# The tests that most changes concern, in less than a minute when everything is built: no random sessions, no processes
# of a release build, no clients.
QUICK := JSONTests|JSONRPCTests|RowsTests|FeatureKitTests|ListFeatureTests|FormFeatureTests|SearchFeatureTests|FlowFeatureTests|TextFeatureTests|ViewFeatureTests
test-quick: setup $(PYTHON)
	swift build --build-tests
	@mkdir -p .build
	swift test --skip-build --filter '$(QUICK)|HostingTests|ArchitectureTests' --skip 'PropertyTests|DifferentialTests' \
		>.build/test-quick.log 2>&1; status=$$?; \
	[ $$status = 0 ] || grep -aE -A 5 '^✘|[Ff]atal error|crash' .build/test-quick.log | cut -c 1-600 | tail -n 200; \
	grep -aE '^[✘✔] Test run with' .build/test-quick.log; exit $$status
	$(PYTEST) Tests/Protocol/test_contributing.py Tests/Protocol/test_links.py Tests/Conformance/test_coverage.py

test-swift: setup
	swift build --build-tests
	$(MAKE) --no-print-directory run-swift

test-blackbox: build test-packages $(PYTHON)
	$(call BUILD,$(TEST_PRODUCTS))
	$(MAKE) --no-print-directory -k run-host run-clients

# Prints what failed; all the rest is in .build/test-swift.log.
run-swift:
	@mkdir -p .build
	SEED_PERCENT=$(SEED_PERCENT) swift test --skip-build --parallel --num-workers 2 >.build/test-swift.log 2>&1; status=$$?; \
	[ $$status = 0 ] || grep -aE -A 5 '^✘|[Ff]atal error|crash' .build/test-swift.log | cut -c 1-600 | tail -n 200; \
	grep -aE '^[✘✔] Test run with' .build/test-swift.log; exit $$status

run-host:
	FEATUREHOST=$(CURDIR)/$(HOST) $(PYTEST) --timeout 900 -n $(WORKERS) --dist worksteal --ignore Tests/Template Tests

run-clients: $(CLIENTS:%=run-client-%) run-client-nvim-current
run-client-%:
	FEATUREHOST=$(CURDIR)/$(HOST) $(PYTEST) --timeout 900 -n $(WORKERS) --dist worksteal clients/$*

# The tests in a current Neovim: floats, default colours and processes differ from those of the oldest supported one.
run-client-nvim-current:
	FEATUREHOST=$(CURDIR)/$(HOST) NVIM_UNDER_TEST=$(CURDIR)/.build/venv/bin/nvim $(PYTEST) --timeout 900 -n $(WORKERS) \
		--dist worksteal clients/nvim

# Builds packages of their own.
test-template: setup $(PYTHON) run-template
run-template:
	$(PYTEST) --timeout 1800 Tests/Template

lint: setup test-packages $(PYTHON) docs
	swift format lint --strict --configuration .swift-format -r Package.swift Sources Tests Benchmarks clients/terminal
	.build/venv/bin/ruff check -q --config Tests/ruff.toml Tests Benchmarks protocol/generator clients/nvim clients/emacs \
		clients/shell clients/tools
	.build/venv/bin/ruff check -q clients/python
	cd clients/nvim && luacheck -q .
	$(MAKE) --no-print-directory -C clients/shell lint
	cd clients/python && $(CURDIR)/.build/venv/bin/mypy --no-error-summary --cache-dir $(CURDIR)/.build/mypy
	swift build --build-tests
	swift test --skip-build --filter ArchitectureTests

# The Swift tests under the sanitizer of memory, and under that of threads, each with a build of its own. What a
# `Synchronization.Mutex` protects would look like a race there: Tests/thread.supp. That sanitizer starts a child by
# itself to read names, so tests are left out that look for any, and those by chance, which have no threads.
# Leaks are not asked for: pointers with tags, as enums have them, are none to it.
SANITIZE = ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread.supp \
	swift test --sanitize=$(1) --scratch-path .build/$(1) $(2) \
	>.build/sanitize-$(1).log 2>&1 || { grep -aE -A 30 '^✘|Sanitizer' .build/sanitize-$(1).log | cut -c 1-600 | \
	head -n 200; exit 1; }; echo "$(1): $$(grep -aE '^[✘✔] Test run with' .build/sanitize-$(1).log)"
sanitize: setup
	@mkdir -p .build
	@$(call SANITIZE,address,--no-parallel)
	@$(call SANITIZE,thread,--parallel --skip 'manyRunsLeaveNothing|PropertyTests|ArchitectureTests')
	@$(MAKE) --no-print-directory valgrind

# Transcripts under valgrind, but for those that start processes, which it can't watch (pidfd_open(2)). It can look into
# no static executable, nor read the debug information of this compiler.
STARTS_PROCESSES = command or plugin or table or tour-pipe or form-order or search-failures or search-perform or search-source
valgrind: setup $(PYTHON)
	$(call INSTALL,valgrind)
	swift build --product featurehost
	@rm -rf .build/valgrind && mkdir -p .build/valgrind/bin .build/valgrind/errors && cp Tests/Valgrind/* .build/valgrind
	@objcopy --strip-debug .build/debug/featurehost .build/valgrind/bin/featurehost
	FEATUREHOST=$(CURDIR)/.build/valgrind/featurehost GUARD=300 .build/venv/bin/python -m pytest -q -n 2 --timeout 400 \
		Tests/Protocol/test_transcripts.py -k "test_plays and pipe and not ($(STARTS_PROCESSES))"
	@! grep -lE '^==[0-9]+== [A-Z]' .build/valgrind/errors/*

# What the products' comments and articles say, as archives for a browser; a wrong link or a missing parameter fails.
docs: setup
	@mkdir -p .build/docs
	@swift package --disable-sandbox generate-documentation --target FHRows --target FHFeatureValues --target FeatureKit --target FeatureTesting \
		--target HostCommands --target FeaturePlugin --warnings-as-errors --output-path .build/docs \
		>.build/docs.log 2>&1 || \
		{ cat .build/docs.log; exit 1; }

format:
	swift format --in-place --configuration .swift-format -r Package.swift Sources Tests Benchmarks clients/terminal

# Writes what is made of protocol/model.
protocol:
	python3 protocol/generator

# Draws the pictures of the documentation.
pictures: build
	FEATUREHOST=$(CURDIR)/$(HOST) docs/pictures/draw docs/pictures

# Lists over large sources beside sqlite3, grep and sort.
bench-size: build
	Benchmarks/size $(CURDIR)/$(HOST)

bench: build
	$(call BUILD,Encoding)
	Benchmarks/run $(CURDIR)/$(HOST)
	Benchmarks/plugins $(CURDIR)/$(HOST)
	Benchmarks/patches $(CURDIR)/$(HOST)
	Benchmarks/sessions $(CURDIR)/$(HOST)
	Benchmarks/floods $(CURDIR)/$(HOST)
	Benchmarks/matcher $(CURDIR)/$(HOST)
	Benchmarks/quality $(CURDIR)/$(HOST)
	Benchmarks/neovim $(CURDIR)/$(HOST)
	$(call INSTALL,git python3-venv vim-nox whiptail)
	Benchmarks/terminal $(CURDIR)/$(HOST)

# Plays new random sessions, unless `FIRST_SEED` is set.
soak: build $(PYTHON)
	$(eval export FIRST_SEED := $(or $(FIRST_SEED),$(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')))
	@echo "FIRST_SEED=$(FIRST_SEED)"
	FEATUREHOST=$(CURDIR)/$(HOST) $(PYTHON) Tests/Soak/run --seconds $(SECONDS)
	LIST_STEPS=$(LIST_STEPS) SEARCH_STEPS=$(SEARCH_STEPS) swift test --filter '(List|Search|SearchAsking)PropertyTests'
	FEATUREHOST=$(CURDIR)/$(HOST) TABLE_SEARCH_SEEDS=$(TABLE_SEARCH_SEEDS) $(PYTEST) -n 2 Tests/BlackBox/test_table_searches.py
	Tests/Fuzz/run $$(($(SECONDS) / 10)) "$(FUZZERS)"

# What the machine may lack. Without root it says what to ask for.
PACKAGES := libcmark-gfm-dev libcmark-gfm-extensions-dev libjansson-dev libmd-dev libncurses-dev libpcre2-dev libsqlite3-dev libutf8proc-dev pkg-config jq fzf fzy sqlite3
# Programs that front ends live in or are tested with, and those that check what these are written in.
TEST_PACKAGES := bash-completion elpa-package-lint emacs-nox lua-check mandoc neovim procps shellcheck vim-nox zsh
setup:
	@command -v swift >/dev/null || { echo "swift is missing: install the Swift 6.2 toolchain or a newer one"; exit 1; }
	$(call INSTALL,$(PACKAGES))

test-packages:
	$(call INSTALL,$(TEST_PACKAGES))

# Only tests and linters need Python.
$(PYTHON): Tests/requirements.txt clients/python/pyproject.toml | setup
	$(call INSTALL,python3-venv)
	python3 -m venv .build/venv
	.build/venv/bin/pip install -q --disable-pip-version-check -r Tests/requirements.txt -e clients/python
	@touch $@

clean:
	rm -rf .build
