/* SPDX-License-Identifier: MIT
 *
 * Folders, of which the browser has none: wasi-libc's would ask the page for them.
 */
#ifndef FLANK_WASM_DIRENT_H
#define FLANK_WASM_DIRENT_H

#include <stddef.h>

struct dirent {
    char d_name[256];
};
typedef struct DIR DIR;

static inline DIR *opendir(const char *path)
{
    (void)path;
    return NULL;
}

static inline struct dirent *readdir(DIR *folder)
{
    (void)folder;
    return NULL;
}

static inline int closedir(DIR *folder)
{
    (void)folder;
    return 0;
}

#endif
