/* SPDX-License-Identifier: MIT
 *
 * The place of a store for one test: a new file, or the database of an address, emptied.
 */
#ifndef FLANK_TESTS_FARM_STORE_PLACE_H
#define FLANK_TESTS_FARM_STORE_PLACE_H

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STORE_PLACE_SIZE = 256 };

/* `address` is NULL for a file. */
static inline void make_store_place(const char *address, char where[STORE_PLACE_SIZE])
{
    char folder[] = "/tmp/farm_store_XXXXXX";
    if (address) {
        snprintf(where, STORE_PLACE_SIZE, "%s", address);
        assert_int_equal(
            system("psql -q -d \"$FARM_ADDRESS\" -c 'DROP SCHEMA IF EXISTS flank_farm CASCADE' 2>/dev/null"), 0);
        return;
    }
    assert_non_null(mkdtemp(folder));
    snprintf(where, STORE_PLACE_SIZE, "%s/farm.db", folder);
}

/* The store is closed. */
static inline void remove_store_place(const char *address, char where[STORE_PLACE_SIZE])
{
    static const char *const parts[] = {"", "-wal", "-shm"};
    char path[STORE_PLACE_SIZE + 8];
    if (address)
        return;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s%s", where, parts[i]);
        unlink(path);
    }
    *strrchr(where, '/') = '\0';
    rmdir(where);
}

#endif
