#!/bin/sh
# SPDX-License-Identifier: MIT
# Let programs find libflank.so.   tools/after_install.sh; `meson install` and `make uninstall` run it
#
# The dynamic linker keeps a list of the libraries in the system's folders; ldconfig makes it anew. A package that is put together
# below DESTDIR does that itself where it is installed, and without root's rights nothing below the system's folders was written.
set -eu
if [ -z "${DESTDIR:-}" ] && [ "$(id -u)" = 0 ] && PATH=$PATH:/sbin:/usr/sbin command -v ldconfig >/dev/null; then
    PATH=$PATH:/sbin:/usr/sbin ldconfig
fi
