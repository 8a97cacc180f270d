/* SPDX-License-Identifier: MIT
 *
 * The two kinds of contestants behind one interface, so that the loop over the games and the referee know only calls.
 *
 * Our own contestant does in this process what Play does in a program: it keeps its own board, thinks, and calls. It
 * goes through the same referee, and its processor time counts the same.
 */
#include "contest/grade/grade_contestant.h"

#include "contest/grade/grade_breach.h"
#include "contest/grade/grade_process.h"
#include "contest/grade/grade_engine.h"
#include "contest/grade/grade_reversi.h"
#include "core/command_words.h"
#include "core/error.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grade_contestant {
    grade_limits limits;

    /* Our own: its board, and whose side it is on. */
    grade_engine *engine;
    flank_position position;
    flank_color side;

    /* A program: its words, and the process of the subtask, NULL between subtasks. */
    wordexp_t words;
    grade_process *process;
    bool ready;   /* it has said so */
    double cpu_s; /* of the subtask that has ended */
};

static grade_call move_call(flank_move move)
{
    bool pass = flank_move_is_pass(move);
    return (grade_call){.kind = GRADE_CALL_MOVE, .row = pass ? -1 : move.to / 8, .column = pass ? -1 : move.to % 8};
}

static bool is_own(const grade_contestant *contestant) { return contestant->engine != NULL; }

/* ---- Our own ---- */

grade_contestant *grade_contestant_own(const grade_limits *limits, const flank_book *book)
{
    grade_contestant *contestant = calloc(1, sizeof *contestant);
    if (!contestant)
        return NULL;
    contestant->limits = *limits;
    contestant->engine = grade_engine_create(&grade_budget_contestant, book);
    if (contestant->engine)
        return contestant;
    free(contestant);
    return NULL;
}

static void own_advance(grade_contestant *contestant, flank_move move)
{
    static const flank_rules rules;
    contestant->position = flank_game_play(grade_reversi(), &rules, &contestant->position, move);
}

static void own_play(grade_contestant *contestant, flank_color side)
{
    contestant->position = flank_game_start(grade_reversi());
    contestant->side = side;
}

/* The action that Play of a program would take now. */
static grade_call own_call(grade_contestant *contestant)
{
    static const flank_rules rules;
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(grade_reversi(), &rules, &contestant->position, moves);
    if (count == 0)
        return (grade_call){.kind = GRADE_CALL_RETURN};
    if (contestant->position.color != contestant->side)
        return (grade_call){.kind = GRADE_CALL_RECEIVE};
    flank_move move = moves[0];
    if (!flank_move_is_pass(move))
        grade_engine_choose(contestant->engine, &contestant->position, 1, 0, &move);
    own_advance(contestant, move);
    return move_call(move);
}

static bool own_next(grade_contestant *contestant, grade_call *call, grade_breach *breach)
{
    *call = own_call(contestant);
    if (grade_engine_cpu_s(contestant->engine) * 1000 <= (double)contestant->limits.cpu_ms)
        return true;
    grade_breach_time(breach, &contestant->limits);
    return false;
}

/* ---- A program ---- */

grade_contestant *grade_contestant_program(const char *command, const grade_limits *limits, grade_status *status,
                                           flank_error *error)
{
    grade_contestant *contestant = calloc(1, sizeof *contestant);
    *status = GRADE_NO_MEMORY;
    if (!contestant)
        return NULL;
    contestant->limits = *limits;
    const flank_status split = command_words_split(command, &contestant->words, error);
    if (split == FLANK_OK)
        return contestant;
    free(contestant);
    if (split != FLANK_NO_MEMORY)
        *status = GRADE_BAD_COMMAND;
    return NULL;
}

static void program_play(grade_contestant *contestant, int opponent, flank_color side)
{
    char line[GRADE_LINE_SIZE];
    snprintf(line, sizeof line, "play %d %d\n", opponent, side);
    grade_process_send(contestant->process, line);
}

static void program_answer(grade_contestant *contestant, flank_move move)
{
    char line[GRADE_LINE_SIZE];
    grade_call_format(move_call(move), line);
    grade_process_send(contestant->process, line);
}

/* The text that arrived instead of a call, with bytes that would spoil a terminal or a line of a report shown as dots.
 */
static void set_garbage(const grade_event *event, grade_breach *breach)
{
    char shown[GRADE_LINE_SIZE];
    for (size_t i = 0; i < event->length; i++)
        shown[i] = isprint((unsigned char)event->line[i]) ? event->line[i] : '.';
    shown[event->length] = '\0';
    grade_breach_set(breach, GRADE_RULE_GARBAGE, "%s: '%s'", grade_rule_text(GRADE_RULE_GARBAGE), shown);
}

static void set_exit(const grade_contestant *contestant, int status, grade_breach *breach)
{
    grade_breach_set(breach, GRADE_RULE_EXIT, "%s: exit status %d%s", grade_rule_text(GRADE_RULE_EXIT), status,
                     contestant->ready ? "" : ", without a word; was it linked with libflank_grader?");
}

static bool program_next(grade_contestant *contestant, grade_call *call, grade_breach *breach)
{
    grade_event event;
    grade_process_next(contestant->process, &event);
    if (event.kind == GRADE_EVENT_RULE) {
        *breach = event.breach;
    } else if (event.kind == GRADE_EVENT_END) {
        set_exit(contestant, event.status, breach);
    } else if (!grade_call_parse(event.line, event.length, call) ||
               (call->kind == GRADE_CALL_READY) == contestant->ready) {
        set_garbage(&event, breach);
    } else if (call->kind == GRADE_CALL_READY) {
        contestant->ready = true;
        return program_next(contestant, call, breach);
    } else if (call->kind == GRADE_CALL_MEMORY) {
        grade_breach_memory(breach, &contestant->limits);
    } else {
        return true;
    }
    return false;
}

/* After "end" the program has nothing to do but to end with status 0. */
static void program_end_well(grade_contestant *contestant, grade_breach *breach)
{
    grade_process_send(contestant->process, "end\n");
    grade_event event;
    grade_process_next(contestant->process, &event);
    if (event.kind == GRADE_EVENT_RULE)
        *breach = event.breach;
    else if (event.kind == GRADE_EVENT_LINE)
        set_garbage(&event, breach);
    else if (event.status != 0)
        set_exit(contestant, event.status, breach);
}

/* ---- Both ---- */

grade_status grade_contestant_begin(grade_contestant *contestant, flank_error *error)
{
    if (is_own(contestant)) {
        grade_engine_reset(contestant->engine);
        return GRADE_DONE;
    }
    int error_number;
    contestant->ready = false;
    contestant->process = grade_process_start(contestant->words.we_wordv, &contestant->limits, &error_number);
    if (contestant->process)
        return GRADE_DONE;
    error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(CANNOT_BE_STARTED), say_cut(contestant->words.we_wordv[0], 60),
              say_system(error_number));
    return GRADE_CANNOT_START;
}

void grade_contestant_play(grade_contestant *contestant, int opponent, flank_color side)
{
    if (is_own(contestant))
        own_play(contestant, side);
    else
        program_play(contestant, opponent, side);
}

bool grade_contestant_next(grade_contestant *contestant, grade_call *call, grade_breach *breach)
{
    return is_own(contestant) ? own_next(contestant, call, breach) : program_next(contestant, call, breach);
}

void grade_contestant_answer(grade_contestant *contestant, flank_move move)
{
    if (is_own(contestant))
        own_advance(contestant, move);
    else
        program_answer(contestant, move);
}

void grade_contestant_end(grade_contestant *contestant, grade_breach *breach)
{
    if (is_own(contestant))
        return;
    if (breach)
        program_end_well(contestant, breach);
    contestant->cpu_s = grade_process_cpu_s(contestant->process);
    grade_process_destroy(contestant->process);
    contestant->process = NULL;
}

double grade_contestant_cpu_s(const grade_contestant *contestant)
{
    if (is_own(contestant))
        return grade_engine_cpu_s(contestant->engine);
    return contestant->process ? grade_process_cpu_s(contestant->process) : contestant->cpu_s;
}

void grade_contestant_destroy(grade_contestant *contestant)
{
    if (!contestant)
        return;
    grade_process_destroy(contestant->process);
    if (!is_own(contestant))
        wordfree(&contestant->words);
    grade_engine_destroy(contestant->engine);
    free(contestant);
}
