/* SPDX-License-Identifier: MIT
 *
 * Large pieces of zeros (core/large_memory.h) and files in memory.
 */
#include "core/large_memory.h"
#include "core/windows/windows_paths.h"

#include <io.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <windows.h>

enum { LINE_BYTES = 64, SMALL_BYTES = 64 << 10 };

void *large_memory_create(size_t bytes)
{
    if (bytes >= SMALL_BYTES)
        return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    void *memory = _aligned_malloc(bytes ? bytes : 1, LINE_BYTES);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void large_memory_destroy(void *memory, size_t bytes)
{
    if (memory && bytes >= SMALL_BYTES)
        VirtualFree(memory, 0, MEM_RELEASE);
    else
        _aligned_free(memory);
}

void large_memory_hand_back(void *memory, size_t bytes)
{
    if (bytes < SMALL_BYTES || !VirtualFree(memory, bytes, MEM_DECOMMIT) ||
        !VirtualAlloc(memory, bytes, MEM_COMMIT, PAGE_READWRITE))
        memset(memory, 0, bytes);
}

void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor, long long offset)
{
    const int writes = (protection & PROT_WRITE) && (flags & MAP_SHARED);
    (void)address, (void)offset;
    const HANDLE file = (HANDLE)_get_osfhandle(descriptor);
    const HANDLE mapping = CreateFileMappingW(file, NULL, writes ? PAGE_READWRITE : PAGE_READONLY, 0, 0, NULL);
    void *view = mapping ? MapViewOfFile(mapping, writes ? FILE_MAP_WRITE : FILE_MAP_READ, 0, 0, bytes) : NULL;
    if (!view)
        windows_fail();
    if (mapping)
        CloseHandle(mapping); /* the view keeps it */
    return view ? view : MAP_FAILED;
}

int munmap(void *memory, size_t bytes)
{
    (void)bytes;
    return UnmapViewOfFile(memory) ? 0 : windows_fail();
}

int msync(void *memory, size_t bytes, int flags)
{
    (void)flags;
    return FlushViewOfFile(memory, bytes) ? 0 : windows_fail();
}

int madvise(void *memory, size_t bytes, int advice)
{
    (void)memory, (void)bytes, (void)advice;
    return 0;
}
