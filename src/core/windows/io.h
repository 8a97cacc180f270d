/* SPDX-License-Identifier: MIT
 *
 * The C library's io.h without `tell`, which is none of POSIX and a name of ours, and with `open` of windows_files.c:
 * where buffers are checked (_FORTIFY_SOURCE), the C library's is an inline function.
 */
#ifndef FLANK_WINDOWS_IO_H
#define FLANK_WINDOWS_IO_H

#define tell windows_tell
#define open windows_library_open
#include_next <io.h>
#undef tell
#undef open

int open(const char *path, int flags, ...);

#endif
