/* SPDX-License-Identifier: MIT
 *
 * WTHOR's lists of players and of tournaments: whatever the bytes, reading ends with a list or with what is wrong.
 * Every name of a list is UTF-8 and has its own number as long as nobody else has that name, a new one finds a place,
 * and the list written and read again is the same.
 */
#include "fuzz_target.h"

#include "core/utf8.h"
#include "formats/wthor/wthor_names.h"
#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flank_status read_list(wthor_names_kind kind, const void *data, size_t size, wthor_names *names)
{
    flank_error error = {0};
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    *names = (wthor_names){.kind = kind, .path = strdup("WTHOR.JOU")};
    if (!file || !names->path)
        abort();
    const flank_status status = wthor_names_take(names, file, &error);
    if (status && (!error.code || names->count))
        abort();
    fclose(file);
    return status;
}

static void check_names(wthor_names *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        char name[WTHOR_NAME_UTF8_ROOM];
        unsigned own, first;
        bool whole = true;
        if (!wthor_names_get(names, i, name))
            continue;
        if (!utf8_is_valid(name) || wthor_names_number(names, name, (int)i, &own, &whole) ||
            wthor_names_number(names, name, -1, &first, &whole) || own != i || first > i || !whole || names->changed ||
            strcmp(names->name[first], names->name[i]) != 0)
            abort();
    }
}

/* Write the list and read it again. */
static void check_round_trip(const wthor_names *names)
{
    static const unsigned char created[4] = {20, 26, 11, 21};
    char *bytes = NULL;
    size_t size = 0;
    wthor_names twin;
    FILE *file = open_memstream(&bytes, &size);
    if (!file)
        abort();
    wthor_names_put(names, created, file);
    fclose(file);
    if (read_list(names->kind, bytes, size, &twin) || twin.count != names->count)
        abort();
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(twin.name[i], names->name[i]) != 0)
            abort();
    wthor_names_free(&twin);
    free(bytes);
}

static void check_list(wthor_names_kind kind, const uint8_t *data, size_t size)
{
    wthor_names names;
    if (read_list(kind, data, size, &names) == FLANK_OK) {
        char name[WTHOR_NAME_UTF8_ROOM];
        unsigned number;
        bool whole = true;
        check_names(&names);
        const flank_status status = wthor_names_number(&names, "Jérôme Ÿ", -1, &number, &whole);
        if (status ? status != FLANK_NOT_SUPPORTED
                   : whole || !wthor_names_get(&names, number, name) || strcmp(name, "Jérôme ?") != 0)
            abort();
        check_round_trip(&names);
    }
    wthor_names_free(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_list(WTHOR_PLAYERS, data, size);
    check_list(WTHOR_TOURNAMENTS, data, size);
    return 0;
}
