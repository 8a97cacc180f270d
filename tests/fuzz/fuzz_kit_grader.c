/* SPDX-License-Identifier: MIT
 *
 * The grader of the kit beside the referee of flank grade: whatever calls a contestant makes, both name the same breach
 * in the same words, or reach the same result. A call is a line of the grader's protocol; the first byte chooses the
 * contestant's colour.
 */
#include "fuzz_target.h"
#include "kit_grader.h"

#include "contest/grade/grade_referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    const char *next, *end;
    grade_game game;
    grade_referee referee;
    char said[512]; /* the first line that the grader printed */
    bool returned;  /* fairly */
} trial;

static void require(bool holds, const trial *match)
{
    if (holds)
        return;
    fprintf(stderr, "the referee: '%s', the grader: '%s'\n", match->game.breach.text, match->said);
    abort();
}

static bool next_line(trial *match, grade_call *call)
{
    while (match->next < match->end) {
        const char *line = match->next, *newline = memchr(line, '\n', (size_t)(match->end - line));
        match->next = newline ? newline + 1 : match->end;
        if (grade_call_parse(line, (size_t)((newline ? newline : match->end) - line), call) &&
            call->kind != GRADE_CALL_READY && call->kind != GRADE_CALL_MEMORY)
            return true;
    }
    return false;
}

kit_call kit_next(void *user)
{
    trial *match = user;
    grade_call call;
    require(match->game.breach.rule == GRADE_RULE_NONE, match); /* the grader has let the last call pass */
    if (!next_line(match, &call))
        return (kit_call){.kind = KIT_END};
    const bool fair = grade_referee_call(&match->referee, call);
    match->returned = fair && call.kind == GRADE_CALL_RETURN;
    if (call.kind == GRADE_CALL_MOVE)
        return (kit_call){KIT_MOVE, call.row, call.column};
    return (kit_call){.kind = call.kind == GRADE_CALL_RECEIVE ? KIT_RECEIVE : KIT_RETURN};
}

/* The opponent's move is legal for the referee too. */
void kit_received(void *user, int row, int column)
{
    static const flank_rules rules;
    trial *match = user;
    flank_move legal[FLANK_MOVES_MAX];
    require(match->game.breach.rule == GRADE_RULE_NONE, match);
    const size_t count = flank_game_moves(flank_game_find("othello"), &rules, &match->referee.position, legal);
    size_t at = 0;
    while (at < count && (row < 0 ? !flank_move_is_pass(legal[at]) : legal[at].to != 8 * row + column))
        at++;
    require(at < count, match);
    grade_referee_play(&match->referee, legal[at]);
}

void kit_said(void *user, const char *text)
{
    trial *match = user;
    if (!match->said[0])
        snprintf(match->said, sizeof match->said, "%s", text);
}

static void check_breach(const trial *match)
{
    char expected[512];
    snprintf(expected, sizeof expected, "game %d (%s), move %d: %s\n", match->game.number,
             match->game.side == FLANK_BLACK ? "black" : "white", match->game.plies + 1, match->game.breach.text);
    require(match->game.breach.rule != GRADE_RULE_NONE && strcmp(expected, match->said) == 0, match);
}

static void check_result(const trial *match)
{
    static const char *const results[] = {"lost", "drawn", "won"};
    const int own = match->game.discs[match->game.side], other = match->game.discs[!match->game.side];
    char expected[512];
    snprintf(expected, sizeof expected, "game %2d (%s): %s %d-%d\n", match->game.number,
             match->game.side == FLANK_BLACK ? "black" : "white", results[1 + grade_game_sign(&match->game)], own,
             other);
    require(strcmp(expected, match->said) == 0, match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const bool is_black = data[0] & 1;
    trial match = {.next = (const char *)data + 1,
                   .end = (const char *)data + size,
                   .game = {.opponent = 1, .number = is_black ? 5 : 6, .side = is_black ? FLANK_BLACK : FLANK_WHITE}};
    grade_referee_start(&match.referee, &match.game);
    if (kit_game(match.game.number, &match))
        check_breach(&match);
    else if (match.returned)
        check_result(&match);
    else
        require(match.game.breach.rule == GRADE_RULE_NONE, &match);
    return 0;
}
