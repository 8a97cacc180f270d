/* SPDX-License-Identifier: MIT
 *
 * Putting a breach into words.
 */
#ifndef FLANK_CONTEST_GRADE_BREACH_H
#define FLANK_CONTEST_GRADE_BREACH_H

#include "contest/grade/grade.h"

/* The rule in words: "the square is off the board". */
const char *grade_rule_text(grade_rule rule);

/* Fill in a breach. The text is cut to fit. */
__attribute__((format(printf, 3, 4))) void grade_breach_set(grade_breach *breach, grade_rule rule, const char *format,
                                                            ...);

/* The breaches of a limit, which name it. */
void grade_breach_time(grade_breach *breach, const grade_limits *limits);
void grade_breach_hang(grade_breach *breach, const grade_limits *limits);
void grade_breach_memory(grade_breach *breach, const grade_limits *limits);

#endif
