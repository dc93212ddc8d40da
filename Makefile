# A thin front for CMake. `make demo` and `make test` do everything on a fresh machine.

.PHONY: build demo test test-asan test-browser lint fuzz mutants campaign bench reproduce install deb clean

build:
	@scripts/setup
	@cmake --preset release -G Ninja >/dev/null
	@cmake --build build

# Sets up, builds, and shows a proof and a violation.
demo: build
	@scripts/demo build/rondo

# Sets up, builds, and runs every test.
test: build
	@scripts/test build

# The same tests with the sanitizers watching.
test-asan:
	@scripts/setup
	@cmake --preset asan -G Ninja >/dev/null
	@cmake --build build-asan
	@scripts/test build-asan

# The tests of the page in Chromium, with what they need installed.
test-browser: build
	@scripts/setup browser
	@tests/browser/run build/rondo

# Both compilers, static analysis, and the layers of the house.
lint:
	@scripts/setup lint
	@scripts/lint

# Every fuzz target for a while: make fuzz SECONDS=60; the same inputs each time: SEED=1
SECONDS ?= 30
fuzz:
	@scripts/setup fuzz
	@scripts/fuzz $(SECONDS) $(SEED)

# Small changes of meaning that the tests must notice (docs/testing.md); goes on after an interruption:
#   make mutants ONLY=src/evidence LIMIT=100 JOBS=2
mutants:
	@scripts/setup
	@scripts/mutants $(if $(ONLY),--only $(ONLY)) $(if $(LIMIT),--limit $(LIMIT)) $(if $(JOBS),--jobs $(JOBS))

# Random models against enumeration, for hours (docs/testing.md): make campaign HOURS=4 JOBS=2
HOURS ?= 1
campaign: build
	@scripts/campaign --resume --hours $(HOURS) $(if $(JOBS),--jobs $(JOBS))

# The suites of a folder for chosen engines and peers, with tables and plots in build/bench; goes on after an interruption:
#   make bench FOLDER=../shared/bench SUITES=fair,safety ENGINES=default,fair LIMIT=20 JOBS=2 EVERY=1 MINUTES=10 ONLY= PEERS=abc,recorded
FOLDER ?= ../shared/bench
OUT ?= build/bench
bench: build
	@bench/run $(FOLDER) --out $(OUT) $(if $(ENGINES),--engines "$(ENGINES)") $(if $(SUITES),--suites $(SUITES)) $(if $(LIMIT),--limit $(LIMIT)) \
	  $(if $(CLOCK),--clock $(CLOCK)) $(if $(JOBS),--jobs $(JOBS)) $(if $(EVERY),--every $(EVERY)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(ONLY),--only "$(ONLY)") $(if $(PEERS),--peers $(PEERS))

# The tables of the seed papers within a time, docs/reproduction.md filled from them; goes on after an interruption: make reproduce MINUTES=45 JOBS=2
reproduce: build
	@bench/reproduce --folder $(FOLDER) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(JOBS),--jobs $(JOBS))

install: build
	@cmake --install build

deb: build
	@scripts/setup package
	@cd build && cpack -G DEB

clean:
	rm -rf build build-*
