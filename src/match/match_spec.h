/* SPDX-License-Identifier: MIT
 *
 * ENGINE of the command line: which program plays, and how it is bounded.
 *
 *   flank[:level=N,depth=N,nodes=N,time=S,threads=N,hash=MB,eval=FILE,book[=FILE]]     our own engine
 *   gtp:COMMAND   nboard:COMMAND   ugi:COMMAND   hub:COMMAND                           a program
 */
#ifndef FLANK_MATCH_SPEC_H
#define FLANK_MATCH_SPEC_H

#include <flank/flank.h>

typedef enum match_kind { MATCH_OWN, MATCH_GTP, MATCH_NBOARD, MATCH_UGI, MATCH_HUB } match_kind;

typedef struct match_spec {
    const char *text; /* as written; the caller's */
    match_kind kind;
    const char *command; /* of a program: within `text` */

    /* Our own: zero where nothing is said. */
    int level, depth_plies, threads;
    uint64_t nodes;
    double time_s;
    size_t hash_bytes;
    bool uses_book;
    char eval_path[256], book_path[256]; /* "" for the usual ones */
} match_spec;

/* Read an ENGINE; `spec` keeps pointing to `text`. FLANK_BAD_ARGUMENT with `error` (may be NULL) saying what is wrong.
 */
flank_status match_spec_parse(const char *text, match_spec *spec, flank_error *error);

/* True if something in `spec` bounds our engine's thinking. */
bool match_spec_has_limit(const match_spec *spec);

/* The name of the protocol, "gtp", or "flank". */
const char *match_kind_name(match_kind kind);

#endif
