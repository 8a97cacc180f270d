/* SPDX-License-Identifier: MIT
 *
 * Reading and writing the lines of the grader's protocol. The reader is strict, so that a line has exactly one form: a
 * stray byte on the pipe is noticed, and formatting is its inverse.
 */
#include "contest/grade/grade_protocol.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Words of the calls, indexed by grade_call_kind. */
static const char *const words[] = {"flank-grade 1", "move", "receive", "return", "memory"};

/* Read a decimal int at `*at`: no plus sign, no needless zero, no "-0". */
static bool read_int(const char **at, const char *end, int *out)
{
    const char *digit = *at;
    bool negative = digit < end && *digit == '-';
    digit += negative;
    const char *first = digit;
    int64_t number = 0;
    for (; digit < end && *digit >= '0' && *digit <= '9' && digit - first < 10; digit++)
        number = 10 * number + (*digit - '0');
    if (digit == first || (*first == '0' && (negative || digit - first > 1)))
        return false;
    number = negative ? -number : number;
    if (number < INT_MIN || number > INT_MAX)
        return false;
    *out = (int)number;
    *at = digit;
    return true;
}

static bool parse_move(const char *at, const char *end, grade_call *call)
{
    int row, column;
    if (at == end || *at++ != ' ' || !read_int(&at, end, &row))
        return false;
    if (at == end || *at++ != ' ' || !read_int(&at, end, &column) || at != end)
        return false;
    *call = (grade_call){.kind = GRADE_CALL_MOVE, .row = row, .column = column};
    return true;
}

bool grade_call_parse(const char *line, size_t length, grade_call *call)
{
    for (int kind = GRADE_CALL_READY; kind <= GRADE_CALL_MEMORY; kind++) {
        size_t size = strlen(words[kind]);
        if (length < size || memcmp(line, words[kind], size) != 0)
            continue;
        if (kind == GRADE_CALL_MOVE)
            return parse_move(line + size, line + length, call);
        if (length != size)
            return false;
        *call = (grade_call){.kind = (grade_call_kind)kind};
        return true;
    }
    return false;
}

size_t grade_call_format(grade_call call, char *out)
{
    int length = call.kind == GRADE_CALL_MOVE ? snprintf(out, GRADE_LINE_SIZE, "move %d %d\n", call.row, call.column)
                                              : snprintf(out, GRADE_LINE_SIZE, "%s\n", words[call.kind]);
    return (size_t)length;
}
