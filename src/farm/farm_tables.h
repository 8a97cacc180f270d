/* SPDX-License-Identifier: MIT
 *
 * The tables of a store as data: what an export writes and an import reads, the same from every kind of store.
 */
#ifndef FLANK_FARM_FARM_TABLES_H
#define FLANK_FARM_FARM_TABLES_H

#include "farm/farm_store.h"

enum {
    FARM_COLUMNS_MAX = 16,
    FARM_REVIEW_MAX = 1 << 16, /* bytes of the question of a review, and of its answer */
};

typedef enum farm_type {
    FARM_NUMBER, /* of 64 bits */
    FARM_COUNT,  /* the same without a sign */
    FARM_TIME,   /* seconds since 1970 */
    FARM_TEXT,
    FARM_BOARD,
    FARM_BLOB,
} farm_type;

typedef struct farm_column {
    const char *name; /* NULL behind the last */
    farm_type type;
    const char *of;   /* the name of a table before this one that has a row of this id; or NULL */
    bool dropped;     /* of runs: 0 stands for one that is not there any more */
    bool optional;    /* may be nothing */
    int64_t min, max; /* of numbers, both 0: any from 0 on; of texts and blobs the most bytes, 0: any */
} farm_column;

struct farm_table {
    const char *name; /* NULL behind the last */
    int keys;         /* its first columns: no two rows have the same, and they give the order */
    farm_column columns[FARM_COLUMNS_MAX + 1];
};

/* A value of a column. */
struct farm_value {
    bool missing;        /* there is nothing */
    int64_t number;      /* FARM_NUMBER, FARM_COUNT (its bits), FARM_TIME */
    uint64_t own, other; /* FARM_BOARD */
    farm_bytes bytes;    /* FARM_TEXT, FARM_BLOB */
};

/* In the order in which they are written and read. Tasks in work are among those that wait. */
extern const farm_table farm_tables[];

#endif
