/* SPDX-License-Identifier: MIT
 *
 * What visits share: engines and readers of the library, few of each, with a queue before both. A visit has one only
 * while its question is being answered, so that however many sit there without a word, nobody is kept from thinking.
 */
#ifndef FLANK_SERVER_DESKS_H
#define FLANK_SERVER_DESKS_H

#include "server/library_desk.h"
#include "server/turnstile.h"

enum { DESKS_READERS = 4 };

typedef struct desks {
    turnstile searches, readings;
    flank_engine **engines;              /* by place of `searches` */
    library_desk readers[DESKS_READERS]; /* by place of `readings` */
} desks;

/* `library`: path, or NULL; must outlive the desks. False without memory; then desks_close is fine. */
bool desks_open(desks *all, const flank_engine_options *engine, int searches_max, const char *library);
void desks_close(desks *all); /* all zero is fine */

#endif
