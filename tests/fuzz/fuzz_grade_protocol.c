/* SPDX-License-Identifier: MIT
 *
 * The grader's protocol and referee: a line that is read is written back byte for byte, and whatever calls arrive in
 * whatever order, the referee names a breach or keeps a legal game.
 */
#include "fuzz_target.h"

#include "contest/grade/grade_referee.h"

#include <stdlib.h>
#include <string.h>

static void check_line(const uint8_t *line, size_t length, grade_referee *referee)
{
    grade_call call;
    if (!grade_call_parse((const char *)line, length, &call))
        return;
    char written[GRADE_LINE_SIZE];
    if (grade_call_format(call, written) != length + 1 || memcmp(written, line, length) != 0)
        abort();
    if (call.kind == GRADE_CALL_READY || call.kind == GRADE_CALL_MEMORY || referee->game->breach.rule)
        return;
    bool fair = grade_referee_call(referee, call);
    if (fair != (referee->game->breach.rule == GRADE_RULE_NONE) || fair == (referee->game->breach.text[0] != '\0'))
        abort();
    if (fair && call.kind == GRADE_CALL_RECEIVE) {
        flank_move moves[FLANK_MOVES_MAX];
        static const flank_rules rules;
        if (!flank_game_moves(flank_game_find("othello"), &rules, &referee->position, moves))
            abort();
        grade_referee_play(referee, moves[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    grade_game game = {.opponent = 1, .number = 1, .side = size & 1 ? FLANK_WHITE : FLANK_BLACK};
    grade_referee referee;
    grade_referee_start(&referee, &game);
    while (size > 0) {
        const uint8_t *newline = memchr(data, '\n', size);
        size_t length = newline ? (size_t)(newline - data) : size;
        check_line(data, length, &referee);
        length += newline != NULL;
        data += length;
        size -= length;
    }
    return 0;
}
