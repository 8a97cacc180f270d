# SPDX-License-Identifier: MIT
# Short names over Meson; the real build is meson.build. `make run` and `make test` install what they miss.

BUILD ?= build
PAGE ?= enabled
MESON_SETUP = test -f $(BUILD)/build.ninja || meson setup $(BUILD) --buildtype=release -Dpage=$(PAGE)

.PHONY: run show test build tools install bench fuzz format clean

run: build ## install what is missing, build, and open the page
	@$(BUILD)/src/cli/flank serve --open

show: build ## Flank at work in the terminal
	@tools/show.sh $(BUILD)

test: tools ## the same, with every test
	@tools/run_tests.py $(BUILD)

build: ## without a browser's compiler and node: PAGE=disabled
	@tools/install_packages.sh run
	@$(MESON_SETUP) -Dtests=disabled
	@ninja -C $(BUILD) --quiet

tools: ## build/bench and build/tools, which measure and tune; `make test` builds them too
	@tools/install_packages.sh test
	@test -f $(BUILD)/build.ninja && meson configure $(BUILD) -Dtests=enabled >/dev/null || meson setup $(BUILD) --buildtype=release -Dpage=$(PAGE)
	@meson setup --reconfigure $(BUILD) >/dev/null
	@ninja -C $(BUILD) --quiet

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
