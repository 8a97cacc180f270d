/* SPDX-License-Identifier: MIT
 *
 * A library to be loaded before the C library (LD_PRELOAD): there is no memory for blocks of exactly FLANK_SCARCE
 * bytes. So a test takes the memory of one event from the server, and of nothing else.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

void *malloc(size_t size)
{
    static void *(*real)(size_t);
    static size_t scarce;
    if (!real) {
        const char *wish = getenv("FLANK_SCARCE");
        *(void **)&real = dlsym(RTLD_NEXT, "malloc"); /* asks for no memory by malloc */
        scarce = wish ? strtoul(wish, NULL, 10) : 0;
    }
    if (scarce && size == scarce) {
        errno = ENOMEM;
        return NULL;
    }
    return real(size);
}
