/* SPDX-License-Identifier: MIT
 *
 * The faults that a store can have. No order of calls and no kill makes one; a disk, a hand, or an error of a program
 * may.
 */
#include "farm/farm_checks.h"

#include <stddef.h>

/* Tasks that wait, are in work, or are parked. */
#define ALL_TASKS                                                                                                      \
    "(SELECT run, id, board FROM task UNION ALL SELECT run, id, board FROM leased UNION ALL"                           \
    " SELECT run, id, board FROM parked)"

/* Of item i, its run r, what is proved of it, p, and its label, l: there is no answer yet. */
#define IS_OPEN                                                                                                        \
    "NOT coalesce(CASE r.question WHEN 0 THEN p.lo = p.hi WHEN 1 THEN p.lo = p.hi OR p.lo > 0 OR p.hi < 0"             \
    " WHEN 2 THEN p.lo >= coalesce(i.number, r.number) OR p.hi < coalesce(i.number, r.number)"                         \
    " ELSE l.guess IS NOT NULL END, 1 = 0)"

const char *const farm_checks[] = {
    "SELECT 'position ' || board_text(board) || ': its bounds ' || lo || ' and ' || hi || ' are none of a score'"
    " AS fault FROM position WHERE lo > hi OR lo < -64 OR hi > 64 OR (lo = hi AND lo % 2 <> 0)",

    "SELECT 'position ' || board_text(board) || ': there are no rules ' || rules AS fault FROM position"
    " WHERE rules NOT IN (SELECT id FROM rules) UNION ALL SELECT 'label ' || board_text(board) || ': there are no "
    "rules '"
    " || rules FROM label WHERE rules NOT IN (SELECT id FROM rules)",

    "SELECT 'run ' || r.name || ': ' || r.items || ' positions or units are told, ' || n.number || ' are there'"
    " AS fault FROM run r JOIN (SELECT r.id, (SELECT count(*) FROM item i WHERE i.run = r.id)"
    " + (SELECT count(*) FROM unit u WHERE u.run = r.id) AS number FROM run r) n ON n.id = r.id"
    " WHERE n.number <> r.items ORDER BY r.id",

    "SELECT 'run ' || r.name || ', task ' || t.id || ': it is there ' || t.number || ' times' AS fault FROM"
    " (SELECT run, id, count(*) AS number FROM " ALL_TASKS " a GROUP BY run, id HAVING count(*) > 1) t"
    " JOIN run r ON r.id = t.run ORDER BY r.id, t.id",

    "SELECT 'task ' || t.id || ' of run ' || t.run || ': there is no position or unit of it' AS fault FROM " ALL_TASKS
    " t LEFT JOIN (SELECT DISTINCT run, board FROM item) i ON i.run = t.run AND i.board = t.board LEFT JOIN unit u"
    " ON u.run = t.run AND u.id = t.id WHERE i.run IS NULL AND u.run IS NULL ORDER BY t.run, t.id",

    "SELECT 'run ' || r.name || ', position ' || (i.at + 1) || ': it is neither answered nor asked' AS fault FROM run r"
    " JOIN item i ON i.run = r.id LEFT JOIN position p ON p.rules = r.rules AND p.board = i.board"
    " LEFT JOIN label l ON l.rules = r.rules AND l.board = i.board AND l.level = coalesce(i.number, r.number)"
    " LEFT JOIN (SELECT run, board FROM task UNION SELECT run, board FROM leased UNION SELECT run, board FROM parked"
    " UNION SELECT run, board FROM spent UNION SELECT run, board FROM again WHERE held <> 0) t ON t.run = i.run AND "
    "t.board = i.board WHERE r.state <> 0 AND t.run IS NULL"
    " AND " IS_OPEN " ORDER BY r.id, i.at",

    "SELECT 'run ' || r.name || ', unit ' || (u.id + 1) || CASE WHEN u.answer IS NULL THEN ': it is neither answered"
    " nor asked' ELSE ': it is answered and asked' END AS fault FROM run r JOIN unit u ON u.run = r.id LEFT JOIN "
    "(SELECT DISTINCT run, id FROM " ALL_TASKS " a) t ON t.run = u.run AND t.id = u.id WHERE r.state <> 0"
    " AND (t.run IS NULL) = (u.answer IS NULL) ORDER BY r.id, u.id",

    "SELECT 'lease ' || token || ': there is no worker ' || worker AS fault FROM lease WHERE worker <> 0"
    " AND worker NOT IN (SELECT id FROM worker) ORDER BY token",

    "SELECT 'run ' || r.name || ': ' || s.number || ' tasks used up a budget that it has not' AS fault FROM run r JOIN"
    " (SELECT run, count(*) AS number FROM spent GROUP BY run) s ON s.run = r.id WHERE r.budget = 0 ORDER BY r.id",

    "SELECT 'conflict: run ' || c.run || ', worker ' || c.worker || ' answers unit ' || (c.unit + 1) || ' by other "
    "bytes"
    " than worker ' || c.first_worker AS fault FROM conflict c WHERE c.unit IS NOT NULL ORDER BY c.id",

    "SELECT 'conflict: run ' || c.run || ', worker ' || c.worker || ' says ' || c.lo || '..' || c.hi || ' of ' ||"
    " board_text(c.board) || ', known is ' || coalesce(p.lo || '..' || p.hi, 'nothing') ||"
    " coalesce(', worker ' || c.first_worker || ' said ' || c.first_lo || '..' || c.first_hi, '') AS fault FROM "
    "conflict c LEFT "
    "JOIN position p"
    " ON p.rules = c.rules AND p.board = c.board WHERE c.unit IS NULL ORDER BY c.id",

    NULL,
};
