BUILD ?= build
BUILD_TEST ?= build-test
PAGE ?= enabled

.PHONY: run show test check build tools install bench fuzz format clean

run: build ## install what is missing, build, and open the page
	@$(BUILD)/src/cli/flank serve --open

show: build ## Flank at work in the terminal
	@tools/show.sh $(BUILD)

# Tests run with asserts on, hence in a folder of their own.
test: ## install what is missing, build with asserts, and run every test
	@tools/install_packages.sh test
	@test -f $(BUILD_TEST)/build.ninja || meson setup $(BUILD_TEST) --buildtype=release -Db_ndebug=false -Dpage=$(PAGE)
	@meson setup --reconfigure $(BUILD_TEST) -Dpage=$(PAGE) >/dev/null
	@ninja -C $(BUILD_TEST) --quiet
	@tools/run_tests.py $(BUILD_TEST)

check: ## some tests and what they need, nothing else: make check TEST=test_loa_rules
	@test -f $(BUILD_TEST)/build.ninja || meson setup $(BUILD_TEST) --buildtype=release -Db_ndebug=false -Dpage=disabled
	@meson test -C $(BUILD_TEST) --print-errorlogs $(or $(TEST),--list)

build: ## without a browser's compiler and node: PAGE=disabled
	@tools/install_packages.sh run
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --buildtype=release -Dpage=$(PAGE) -Dtests=disabled
	@ninja -C $(BUILD) --quiet

tools: ## build/bench and build/tools, which measure and tune
	@tools/install_packages.sh test
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --buildtype=release -Dpage=$(PAGE)
	@meson setup --reconfigure $(BUILD) -Dtests=enabled >/dev/null
	@ninja -C $(BUILD) --quiet tools

install: build ## DESTDIR and meson's --prefix are honoured
	@meson install -C $(BUILD)

bench: build ## the node signature and the speed of every game
	@$(BUILD)/src/cli/flank bench

fuzz: ## every parser for SECONDS each
	@tools/install_packages.sh ci
	@test -f build-fuzz/build.ninja || CC=clang CXX=clang++ meson setup build-fuzz -Dfuzz=true -Dpage=disabled \
		-Db_sanitize=address,undefined -Db_lundef=false
	@ninja -C build-fuzz --quiet
	@tools/fuzz.sh build-fuzz $(or $(SECONDS),10)

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	@rm -rf $(BUILD) build-*
