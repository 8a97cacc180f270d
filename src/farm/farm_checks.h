/* SPDX-License-Identifier: MIT
 *
 * The faults that a store can have, as queries that both kinds of databases understand.
 */
#ifndef FLANK_FARM_FARM_CHECKS_H
#define FLANK_FARM_FARM_CHECKS_H

/* Queries of one column, `fault`, and a row for each fault; the last is NULL. Besides the tables they know the view
 * `leased` (tasks in work, one a row) and the function board_text (32 hexadecimal digits, own and other). */
extern const char *const farm_checks[];

#endif
