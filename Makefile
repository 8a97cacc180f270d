BUILD ?= build
BUILD_TEST ?= build-test
PAGE ?=

# `make run` shows the page, `make npm` packs its engine and `make release` hands out both, so a folder that was configured without it
# gets it; `make build` and `make install` leave a configured folder as it is unless PAGE is given. Meson keeps the options given to it in
# cmd_line.txt.
run npm release: PAGE := $(or $(PAGE),enabled)
PAGE_OF_BUILD = $(or $(PAGE),$(shell sed -n 's/^page = //p' $(BUILD)/meson-private/cmd_line.txt 2>/dev/null))
has_option = grep -qx "$(1)" $(BUILD)/meson-private/cmd_line.txt

.PHONY: run show test check build tools install uninstall python npm release abi bench fuzz format clean

run: build ## install what is missing, build, and open the page
	@$(BUILD)/src/cli/flank serve --open

show: build ## Flank at work in the terminal
	@tools/show.sh $(BUILD)

# Tests run with asserts on, hence in a folder of their own.
test: ## install what is missing, build with asserts, and run every test
	@tools/install_packages.sh test $(PAGE)
	@test -f $(BUILD_TEST)/build.ninja || meson setup $(BUILD_TEST) --buildtype=release -Db_ndebug=false -Dpage=$(or $(PAGE),enabled)
	@meson setup --reconfigure $(BUILD_TEST) -Dpage=$(or $(PAGE),enabled) -Dcommand=enabled >/dev/null
	@ninja -C $(BUILD_TEST) --quiet
	@tools/run_tests.py $(BUILD_TEST)

check: ## some tests and what they need, nothing else: make check TEST=test_loa_rules
	@test -f $(BUILD_TEST)/build.ninja || meson setup $(BUILD_TEST) --buildtype=release -Db_ndebug=false -Dpage=disabled -Dcommand=auto
	@listed=$$(meson test -C $(BUILD_TEST) --list) || { echo "$$listed"; exit 1; }; for name in $(TEST); do \
		echo "$$listed" | grep -q " / $$name$$" && continue; \
		echo "$$listed" | grep -q " / golden_" || echo "without libedit, SQLite, jansson and libwebsockets there is no test of the command" >&2; \
		echo "no test is called '$$name'; 'make check' lists them" >&2; exit 1; \
	done
	@meson test -C $(BUILD_TEST) --print-errorlogs $(or $(TEST),--list)

build: ## without a browser's compiler and node: PAGE=disabled
	@tools/install_packages.sh run $(PAGE_OF_BUILD)
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --buildtype=release -Dpage=$(or $(PAGE),enabled) -Dtests=disabled
	@$(call has_option,tests = disabled) || meson setup --reconfigure $(BUILD) -Dtests=disabled >/dev/null
	@$(if $(PAGE),$(call has_option,page = $(PAGE)) || meson setup --reconfigure $(BUILD) -Dpage=$(PAGE) >/dev/null)
	@$(if $(WANTED),$(call has_option,prefix = $(WANTED)) || meson setup --reconfigure $(BUILD) --prefix='$(WANTED)' >/dev/null)
	@ninja -C $(BUILD) --quiet

tools: ## build/bench and build/tools, which measure and tune
	@tools/install_packages.sh test $(PAGE_OF_BUILD)
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --buildtype=release -Dpage=$(or $(PAGE),enabled)
	@$(call has_option,tests = enabled) || meson setup --reconfigure $(BUILD) -Dtests=enabled >/dev/null
	@ninja -C $(BUILD) --quiet tools

# The prefix that is asked for, else the one that the folder was configured with. PREFIX of the environment counts, too.
install uninstall: WANTED := $(or $(PREFIX),$(prefix))

install: build ## PREFIX, DESTDIR and meson's --prefix are honoured
	@meson install -C $(BUILD)

uninstall: ## remove what make install has put in place; DESTDIR is honoured
	@tools/uninstall.py $(BUILD) $(if $(WANTED),'$(WANTED)')
	@tools/after_install.sh

python: build ## the Python package, wheel and source archive in build/python, tried in a clean virtual environment
	@tools/install_packages.sh python $(PAGE_OF_BUILD)
	@tools/python_package.sh $(BUILD)/python $(BUILD)/src/cli/flank

npm: build ## the npm package in build/npm, tried in an empty project
	@tools/npm_package.sh $(BUILD)/npm $(BUILD)

release: build ## all that a version is handed out as, with checksums, in build/release
	@tools/install_packages.sh python $(PAGE_OF_BUILD)
	@tools/release.sh $(BUILD)/release $(BUILD)

bench: build ## the node signature and the speed of every game
	@$(BUILD)/src/cli/flank bench

abi: ## accept the interface of libflank.so as it is built (CONTRIBUTING.md)
	@tools/install_packages.sh test disabled
	@test -f $(BUILD_TEST)/build.ninja || meson setup $(BUILD_TEST) --buildtype=release -Db_ndebug=false -Dpage=disabled
	@ninja -C $(BUILD_TEST) --quiet accept_abi

fuzz: ## every parser for SECONDS each
	@tools/install_packages.sh ci disabled
	@test -f build-fuzz/build.ninja || CC=clang CXX=clang++ meson setup build-fuzz -Dfuzz=true -Dpage=disabled \
		-Db_sanitize=address,undefined -Db_lundef=false
	@ninja -C build-fuzz --quiet fuzzers
	@tools/fuzz.sh build-fuzz $(or $(SECONDS),10)

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	@rm -rf $(BUILD) build-*
