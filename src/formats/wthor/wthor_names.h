/* SPDX-License-Identifier: MIT
 *
 * The names that WTHOR files refer to by number: players (WTHOR.JOU) and tournaments (WTHOR.TRN), each one file for all
 * years, kept beside the games.
 *
 * A list holds the whole file, 89 kB for the players of forty years, and the place of every name in a hash table, since
 * a conversion asks twice for every game. Names are Latin-1 in the file and UTF-8 outside. Entries without a name are
 * numbers not given away; "???" is how the collection calls somebody unknown.
 */
#ifndef FLANK_FORMATS_WTHOR_NAMES_H
#define FLANK_FORMATS_WTHOR_NAMES_H

#include "core/whole_file.h"
#include "formats/format_table.h"

#include <flank/status.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    WTHOR_HEADER_BYTES = 16,
    WTHOR_NAME_ROOM = 26,          /* bytes of the longest entry, its NUL included */
    WTHOR_NAMES_MAX = 65536,       /* numbers have 16 bits */
    WTHOR_NAME_UTF8_ROOM = 2 * 26, /* a name as UTF-8, with its NUL */
};

typedef enum wthor_names_kind { WTHOR_PLAYERS, WTHOR_TOURNAMENTS } wthor_names_kind;

/* All but the kind zero is an empty list; wthor_names_free afterwards. */
typedef struct wthor_names {
    wthor_names_kind kind;
    char *path; /* of the file: where it is or would be; NULL: there is none */
    char (*name)[WTHOR_NAME_ROOM];
    uint32_t count, room;
    uint32_t *place; /* open addressing: number + 1, or 0 */
    uint32_t places; /* a power of two, or 0 */
    bool found;      /* there is such a file */
    bool changed;
} wthor_names;

/* Read the list that stands beside the file `path`: WTHOR.JOU or .TRN in any case, else one called like `path`. Without
 * such a file the list is empty and will be WTHOR.JOU or .TRN there. FLANK_BAD_FILE, FLANK_CANNOT_READ, FLANK_NO_MEMORY
 * with `error` naming the file; the list is then empty, for where bytes are missing or too many all names behind them
 * belong to other numbers. */
flank_status wthor_names_read(wthor_names *names, const char *path, wthor_names_kind kind, flank_error *error);

/* The same for files in memory, whose names have no folders, where the list may be among them. */
flank_status wthor_names_read_near(wthor_names *names, const near_files *near, wthor_names_kind kind,
                                   flank_error *error);

/* The same from a file for a list of which only the kind and the path, for messages, are set; and to a file. `created`
 * is the century, year, month and day of the header; whether writing failed, the file knows. */
flank_status wthor_names_take(wthor_names *names, FILE *file, flank_error *error);
void wthor_names_put(const wthor_names *names, const unsigned char created[4], FILE *file);

/* The name of `number` as UTF-8 in `out` (WTHOR_NAME_UTF8_ROOM bytes); false if it has none or is unknown. */
bool wthor_names_get(const wthor_names *names, unsigned number, char *out);

/* The number of a name, which is added if it is not there: at `wanted` if that is free, else at the end. `wanted` -1:
 * none is. `*whole` becomes false if the name had to be cut or lost letters. FLANK_NO_MEMORY; FLANK_NOT_SUPPORTED if
 * all numbers are given away. */
flank_status wthor_names_number(wthor_names *names, const char *name, int wanted, unsigned *number, bool *whole);

/* Write the list, if it has changed, to `file`, which whole_file_keep then puts in its place; else nothing is open
 * there. FLANK_CANNOT_WRITE with `error`. */
flank_status wthor_names_write(const wthor_names *names, const unsigned char created[4], whole_file *file,
                               flank_error *error);

/* FLANK_CANNOT_WRITE with `error`, which names the file of the list, for an errno; FLANK_OK for 0. */
flank_status wthor_names_written(const wthor_names *names, int number, flank_error *error);

void wthor_names_free(wthor_names *names);

#endif
