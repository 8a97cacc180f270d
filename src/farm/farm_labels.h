/* SPDX-License-Identifier: MIT
 *
 * Labels of old stores. Bounds of a position are one row of the table `position`, for all questions; what a
 * level thinks of it is a row of `label`, for each level one, and proves nothing. A store of an older version kept one
 * judgement of each position and not its level. Such a judgement comes into `label` with the level 0, and these
 * statements, which both kinds of databases understand, find its level or drop it.
 */
#ifndef FLANK_FARM_FARM_LABELS_H
#define FLANK_FARM_FARM_LABELS_H

enum { FARM_LEVEL_UNKNOWN = 0 };

/* Statements that need the view `leased` (farm_checks.h); the last is NULL. */
extern const char *const farm_label_steps[];

#endif
