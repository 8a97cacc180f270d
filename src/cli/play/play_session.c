/* SPDX-License-Identifier: MIT
 *
 * The turns of a game in the terminal.
 *
 * One loop decides from the position alone what comes next: the game is over, flank is to move, a pass is forced, or a
 * line is read. Commands only change the state; so undo, load or a new side need no cases of their own.
 */
#include "cli/play/play_session.h"

#include "cli/think/report_text.h"
#include "cli/command/suggest.h"
#include "core/clock.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COMMANDS_MAX = 32, CLOCKLESS_LEVEL = 20 };

void play_refuse(play_session *session, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char line[512];
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (play_input_is_person(session->input)) {
        printf("%s\n", line);
    } else {
        fflush(stdout);
        complain_at("-", play_input_number(session->input), "%s", line);
        session->quit = true;
        session->status = status;
    }
}

bool play_is_persons_turn(const play_session *session, const flank_position *position)
{
    return session->side == PLAY_BOTH || (int)session->side == (int)position->color;
}

bool play_must_pass(const play_session *session, const flank_position *position)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_game *game = flank_record_game(session->record);
    size_t count = flank_game_moves(game, flank_record_rules(session->record), position, moves);
    return count == 1 && flank_move_is_pass(moves[0]);
}

bool play_side_parse(const flank_game *game, const char *text, play_side *side)
{
    static const struct {
        const char *name;
        play_side side;
    } names[] = {{"black", PLAY_BLACK}, {"white", PLAY_WHITE}, {"both", PLAY_BOTH}, {"none", PLAY_NONE}};
    for (int color = 0; color < 2; color++)
        if (strcasecmp(flank_game_color_name(game, (flank_color)color), text) == 0) {
            *side = (play_side)color;
            return true;
        }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, text) == 0) {
            *side = names[i].side;
            return true;
        }
    return false;
}

void play_set_record(play_session *session, flank_record *record)
{
    flank_record_destroy(session->record);
    session->record = record;
    if (session->clock.running)
        flank_engine_prepare(session->engine, flank_record_game(record));
    session->board_shown = false;
    session->paused = false;
    session->passed = false;
    play_note_safe(session);
    free(session->kept);
    session->kept = NULL;
}

const char *play_color_name(const play_session *session, const flank_position *position)
{
    return flank_game_color_name(flank_record_game(session->record), (flank_color)position->color);
}

void play_clock_off(play_session *session)
{
    session->clock = (play_clock){.running = false};
    session->level = session->level ? session->level : CLOCKLESS_LEVEL;
}

/* ---- What people see ---- */

static void add_clock(text_buffer *out, const play_session *session)
{
    const play_clock *clock = &session->clock;
    if (!clock->running || clock->per_move)
        return;
    text_add(out, "   clock:");
    for (int color = 0; color < 2; color++) {
        char left[CLOCK_TEXT_SIZE];
        play_clock_format(clock, (flank_color)color, left);
        text_addf(out, " %s %s", flank_game_color_name(flank_record_game(session->record), (flank_color)color), left);
    }
    text_add(out, "\n");
}

void play_show_board(play_session *session)
{
    text_buffer out = {NULL};
    text_add(&out, "\n");
    board_draw(&out, session->record, session->style);
    add_clock(&out, session);
    fputs(out.bytes ? out.bytes : "", stdout);
    text_free(&out);
    session->board_shown = true;
}

/* ---- flank's moves ---- */

static bool is_interrupted(const play_session *session)
{
    struct pollfd pipe = {.fd = interrupt_watch_descriptor(session->watch), .events = POLLIN};
    return poll(&pipe, 1, 0) > 0;
}

/* A stop that came just before the engine began is forgotten there, so it is repeated here. */
static flank_reply show_thinking(void *user, const flank_report *report)
{
    play_session *session = user;
    if (is_interrupted(session))
        return FLANK_ENOUGH;
    if (!session->progress.enabled || report->time_s < 0.3)
        return FLANK_GO_ON;
    text_buffer line = {NULL};
    text_add(&line, "(Ctrl-C: move now)  ");
    thinking_add(&line, session->thought, report);
    progress_text(&session->progress, line.bytes ? line.bytes : "");
    text_free(&line);
    return FLANK_GO_ON;
}

flank_status play_think(play_session *session, const flank_record *record, const flank_limits *limits,
                        flank_report *report)
{
    fflush(stdout);
    session->thought = record;
    flank_status status = flank_engine_search(session->engine, record, limits, show_thinking, session, report);
    progress_clear(&session->progress);
    return status;
}

/* A fallen flag loses, unless the game has just ended. The game may go on for its own sake, without clocks. */
static void check_flag(play_session *session, flank_color color)
{
    const flank_game *game = flank_record_game(session->record);
    if (!play_clock_fallen(&session->clock, color) || flank_record_outcome(session->record).over)
        return;
    printf("%s's time is up: %s wins on time. The clocks are off; play on, or new?\n",
           flank_game_color_name(game, color), flank_game_color_name(game, (flank_color)!color));
    play_clock_off(session);
}

/* Play a legal move, say whose it was (and `remark`), and charge the clock. NULL: say nothing. */
static void make_move(play_session *session, flank_move move, double seconds, const char *remark)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    flank_position before = *flank_record_position(session->record);
    flank_move_format(flank_record_game(session->record), flank_record_rules(session->record), &before, move, NULL,
                      text);
    flank_status status = flank_record_play(session->record, move);
    if (status) {
        session->quit = true;
        session->status = complain(CLI_INTERNAL, "play: %s", flank_status_text(status));
        return;
    }
    play_clock_use(&session->clock, (flank_color)before.color, seconds);
    session->waited_s = 0; /* after go, too, where flank moved for the person */
    if (remark && flank_move_is_pass(move))
        printf("%s passes%s\n", play_color_name(session, &before), remark);
    else if (remark)
        printf("%s plays %s%s\n", play_color_name(session, &before), text, remark);
    session->board_shown = false;
    check_flag(session, (flank_color)before.color);
}

/* Move by the book, if it knows the position. */
static bool book_moves(play_session *session)
{
    flank_book_move choice;
    if (session->level && session->level < BOOK_LEVEL_FIRST)
        return false;
    if (!book_input_choose(&session->book, session->record, session->seed, &choice))
        return false;
    make_move(session, choice.move, 0, " (book)");
    return true;
}

static void flank_moves(play_session *session)
{
    if (book_moves(session))
        return;
    const flank_position *position = flank_record_position(session->record);
    flank_limits limits = {.level = session->level,
                           .seed = session->seed,
                           .clock = play_clock_for(&session->clock, (flank_color)position->color)};
    flank_report report;
    double start_s = clock_now_s();
    flank_status status = play_think(session, session->record, &limits, &report);
    if (interrupt_watch_take(session->watch))
        session->paused = session->side == PLAY_NONE;
    if (status || report.lines[0].length == 0) {
        session->quit = true;
        session->status = complain(CLI_INTERNAL, "play: %s", flank_status_text(status));
        return;
    }
    make_move(session, report.lines[0].moves[0], clock_now_s() - start_s, "");
}

/* ---- The person's lines ---- */

static const char *nearest_command(const char *word)
{
    const char *names[COMMANDS_MAX + 1] = {NULL};
    for (size_t i = 0; i < COMMANDS_MAX && play_commands[i].name; i++)
        names[i] = play_commands[i].name;
    return suggest_nearest(word, names);
}

/* Several moves at once: they set up a position, so they are moves of both sides, and no clock runs for them. What
 * flank_move_parse said of the text, `no_move` with its status, is repeated if not even the first of them can be read.
 */
static void read_list(play_session *session, const char *text, flank_status status, const flank_error *no_move)
{
    flank_error no_list;
    if (flank_record_play_text(session->record, text, &no_list) == FLANK_OK) {
        session->board_shown = false;
        return;
    }
    const char *meant = status == FLANK_BAD_MOVE ? nearest_command(text) : NULL;
    if (no_list.offset > no_move->offset)
        play_refuse(session, CLI_DATA, "%s, so none of these moves is played; 'moves' lists the legal moves",
                    no_list.text);
    else if (meant)
        play_refuse(session, CLI_DATA, "'%s' is no move and no command; did you mean '%s'?", text, meant);
    else
        play_refuse(session, CLI_DATA, "%s; 'moves' lists the legal moves, 'help' the commands", no_list.text);
}

static void read_moves(play_session *session, const char *text)
{
    flank_move move;
    flank_error error;
    const flank_game *game = flank_record_game(session->record);
    flank_outcome outcome = flank_record_outcome(session->record);
    bool repeated_pass = session->passed && strcmp(text, "pass") == 0;
    session->passed = false;
    if (repeated_pass)
        return; /* made already, when it was forced */
    if (outcome.over) {
        play_refuse(session, CLI_DATA, "'%s': the game is over (%s); undo or new?", text, outcome.reason);
        return;
    }
    flank_status status = flank_move_parse(game, flank_record_rules(session->record),
                                           flank_record_position(session->record), text, &move, &error);
    if (status)
        read_list(session, text, status, &error);
    else
        make_move(session, move, session->waited_s, NULL);
}

static void say_goodbye(const play_session *session)
{
    if (!play_input_is_person(session->input))
        return;
    fputs(flank_record_length(session->record) ? "Goodbye, and thanks for the game." : "Goodbye.", stdout);
    puts(session->kept && play_is_unsaved(session) ? " It is kept: load brings it back." : "");
}

/* Ctrl-C at the prompt is often meant for the line, or for thinking that has just ended: where a game could be lost,
 * the first one only says how to leave. */
static void interrupt_at_prompt(play_session *session)
{
    if (play_input_is_person(session->input))
        putchar('\n');
    if (session->warned || !play_input_is_person(session->input) || !play_is_unsaved(session)) {
        session->quit = true;
        session->status = CLI_INTERRUPTED;
        return;
    }
    interrupt_watch_take(session->watch);
    session->warned = true;
    printf("quit, or Ctrl-C again, leaves the game%s\n",
           session->kept ? "; load brings it back" : ", which is not saved");
}

/* Do what was typed. */
static void obey(play_session *session, char *line)
{
    play_request request;
    const char *wrong = play_command_parse(line, &request);
    if (wrong)
        play_refuse(session, CLI_DATA, "'%s' %s; type help", request.command->name, wrong);
    else if (request.verb == PLAY_MOVE)
        read_moves(session, request.argument);
    else if (request.verb != PLAY_NOTHING)
        play_do(session, &request);
}

/* A turn's clock runs on over lines that leave the position as it is. */
static void obey_in_time(play_session *session, char *line)
{
    const flank_record *record = session->record;
    const size_t ply = flank_record_ply(record);
    obey(session, line);
    if (session->record != record || flank_record_ply(record) != ply)
        session->waited_s = 0;
}

static void read_line(play_session *session)
{
    char prompt[64], *line;
    const flank_position *position = flank_record_position(session->record);
    bool over = flank_record_outcome(session->record).over;
    snprintf(prompt, sizeof prompt, "%s> ", over ? "game over" : play_color_name(session, position));
    double start_s = clock_now_s();
    session->status = output_flush();
    if (session->status) {
        session->quit = true;
        return;
    }
    if (session->ponders && !over && session->side <= PLAY_WHITE && play_is_persons_turn(session, position))
        flank_engine_ponder(session->engine, session->record, NULL); /* without a thread flank just waits */
    line_result result = play_input_line(session->input, prompt, &line);
    session->waited_s += clock_now_s() - start_s;
    if (result == LINE_INTERRUPTED) {
        interrupt_at_prompt(session);
        return;
    }
    session->warned = false;
    if (result == LINE_READ) {
        obey_in_time(session, line);
        return;
    }
    session->quit = true;
    if (result != LINE_END)
        session->status = play_input_complain(session->input, result);
    if (play_input_is_person(session->input))
        putchar('\n');
}

static void pass_for_person(play_session *session)
{
    const flank_position *position = flank_record_position(session->record);
    if (!session->board_shown)
        play_show_board(session);
    printf("%s has no move and must pass\n", play_color_name(session, position));
    make_move(session, (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE}, 0, NULL);
    session->passed = true;
}

int play_run(play_session *session)
{
    play_note_safe(session);
    while (!session->quit) {
        play_keep(session);
        const flank_position *position = flank_record_position(session->record);
        bool over = flank_record_outcome(session->record).over;
        bool persons = play_is_persons_turn(session, position);
        if (!over && !persons && !session->paused) {
            flank_moves(session);
        } else if (!over && persons && play_must_pass(session, position)) {
            pass_for_person(session);
        } else {
            if (!session->board_shown)
                play_show_board(session);
            read_line(session);
        }
    }
    if (session->status == CLI_DONE || session->status == CLI_INTERRUPTED)
        say_goodbye(session);
    return session->status;
}
