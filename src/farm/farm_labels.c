/* SPDX-License-Identifier: MIT
 *
 * The level of judgements that were kept without it: that of the run which answered last, if it asked a level and did
 * not use up its budget there; else the only level at which any run may have answered it. Of two levels nobody can
 * tell which it was: both runs ask again.
 */
#include "farm/farm_labels.h"

#include <stddef.h>

#define NUMBER "coalesce(i.number, r.number)"

/* A store may have millions of rows and no run of labels. */
#define OF_LABELS " WHERE run IN (SELECT id FROM run WHERE question = 3)"
#define OPEN_TASKS                                                                                                     \
    "SELECT run, board FROM task" OF_LABELS " UNION SELECT run, board FROM leased" OF_LABELS                           \
    " UNION SELECT run, board FROM parked" OF_LABELS

const char *const farm_label_steps[] = {
    /* A label proves nothing. */
    "DELETE FROM position WHERE lo = -64 AND hi = 64 AND EXISTS(SELECT 1 FROM label WHERE label.rules = position.rules"
    " AND label.board = position.board)",

    /* A game that is over had no judgement; whoever answers it again has one now. */
    "UPDATE again SET guess = lo * 100" OF_LABELS " AND guess = -32768 AND lo = hi",

    "UPDATE label SET level = r.number FROM run r WHERE label.level = 0 AND r.id = label.run AND r.question = 3"
    " AND NOT EXISTS(SELECT 1 FROM spent s WHERE s.run = label.run AND s.board = label.board)",

    "UPDATE label SET level = k.level FROM (SELECT r.rules AS rules, i.board AS board, min(" NUMBER ") AS level"
    " FROM item i JOIN run r ON r.id = i.run LEFT JOIN (" OPEN_TASKS ") t ON t.run = r.id AND t.board = i.board"
    " WHERE r.question = 3 AND t.run IS NULL AND r.id IN (SELECT w.run FROM work w WHERE w.tasks > 0) GROUP BY "
    "r.rules, i.board"
    " HAVING min(" NUMBER ") = max(" NUMBER ")) k"
    " WHERE label.level = 0 AND k.rules = label.rules AND k.board = label.board",

    "DELETE FROM label WHERE level = 0",

    /* Behind the numbers of all tasks that the run has had. */
    "INSERT INTO task(run, id, board, attempts) SELECT r.id, r.items + row_number() OVER (PARTITION BY r.id"
    " ORDER BY i.board) - 1, i.board, 0 FROM run r JOIN (SELECT DISTINCT run, board FROM item" OF_LABELS
    ") i ON i.run = r.id"
    " LEFT JOIN label l ON l.rules = r.rules AND l.board = i.board AND l.level = r.number LEFT JOIN"
    " (" OPEN_TASKS " UNION SELECT run, board FROM spent" OF_LABELS " UNION SELECT run, board FROM again" OF_LABELS
    " AND held <> 0) t"
    " ON t.run = r.id AND t.board = i.board"
    " WHERE r.question = 3 AND r.state <> 0 AND l.board IS NULL AND t.run IS NULL",

    NULL,
};
