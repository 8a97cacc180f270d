/* SPDX-License-Identifier: MIT
 *
 * Names and words of the rules that a contestant can break.
 */
#include "contest/grade/grade_breach.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const names[] = {
#define X(name, key, text) key,
    GRADE_RULE_LIST(X)
#undef X
};
static const char *const texts[] = {
#define X(name, key, text) text,
    GRADE_RULE_LIST(X)
#undef X
};

const char *grade_rule_name(grade_rule rule) { return names[rule]; }

const char *grade_rule_text(grade_rule rule) { return texts[rule]; }

void grade_breach_set(grade_breach *breach, grade_rule rule, const char *format, ...)
{
    breach->rule = rule;
    va_list list;
    va_start(list, format);
    vsnprintf(breach->text, sizeof breach->text, format, list);
    va_end(list);
}

void grade_breach_time(grade_breach *breach, const grade_limits *limits)
{
    grade_breach_set(breach, GRADE_RULE_TIME, "%s: over %g s", texts[GRADE_RULE_TIME], (double)limits->cpu_ms / 1000);
}

void grade_breach_hang(grade_breach *breach, const grade_limits *limits)
{
    grade_breach_set(breach, GRADE_RULE_HANG, "%s: over %g s", texts[GRADE_RULE_HANG], (double)limits->wait_ms / 1000);
}

void grade_breach_memory(grade_breach *breach, const grade_limits *limits)
{
    grade_breach_set(breach, GRADE_RULE_MEMORY, "%s: over %g MB", texts[GRADE_RULE_MEMORY],
                     (double)limits->memory_bytes / (1 << 20));
}
