/* SPDX-License-Identifier: MIT
 *
 * Less than a large page is ordinary memory.
 */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#include "core/large_memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LINE_BYTES = 64 };

static void *create_small(size_t bytes)
{
    void *memory;
    if (posix_memalign(&memory, LINE_BYTES, bytes) != 0)
        return NULL;
    return memset(memory, 0, bytes);
}

#ifdef __linux__

#define LARGE_PAGE_BYTES ((size_t)2 << 20)

static bool is_mapped(size_t bytes) { return bytes >= LARGE_PAGE_BYTES; }

/* Whole pages, of whatever size up to 64 KiB. A rest that is not a whole large page at the end stays small, so that the
 * memory asked for is the memory used. */
static size_t mapped_bytes(size_t bytes)
{
    enum { PAGE_BYTES = 64 << 10 };
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

/* It begins at a large page; what is mapped too much on either side is given back. */
void *large_memory_create(size_t bytes)
{
    if (!is_mapped(bytes))
        return create_small(bytes);
    const size_t wanted = mapped_bytes(bytes), room = wanted + LARGE_PAGE_BYTES;
    char *at = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    const size_t before = (LARGE_PAGE_BYTES - (uintptr_t)at % LARGE_PAGE_BYTES) % LARGE_PAGE_BYTES;
    if (before > 0)
        munmap(at, before);
    munmap(at + before + wanted, LARGE_PAGE_BYTES - before);
    assert((uintptr_t)(at + before) % LARGE_PAGE_BYTES == 0);
    madvise(at + before, wanted, MADV_HUGEPAGE); /* a wish: failure changes nothing */
    return at + before;
}

void large_memory_destroy(void *memory, size_t bytes)
{
    if (!memory || !is_mapped(bytes))
        free(memory);
    else
        munmap(memory, mapped_bytes(bytes));
}

void large_memory_hand_back(void *memory, size_t bytes)
{
    if (!is_mapped(bytes) || madvise(memory, mapped_bytes(bytes), MADV_DONTNEED) != 0)
        memset(memory, 0, bytes);
}

#else

void *large_memory_create(size_t bytes) { return create_small(bytes); }

void large_memory_destroy(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

void large_memory_hand_back(void *memory, size_t bytes) { memset(memory, 0, bytes); }

#endif
