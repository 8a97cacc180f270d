/* SPDX-License-Identifier: MIT
 *
 * The turns of a game in the terminal.
 *
 * One loop decides from the position alone what comes next: the game is over, flank is to move, a pass is forced, or a
 * line is read. Commands only change the state; so undo, load or a new side need no cases of their own.
 */
#include "cli/play/play_turns.h"

#include "cli/command/suggest.h"
#include "cli/play/play_actions.h"
#include "core/error.h"
#include "core/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMANDS_MAX = 32 };

/* ---- flank's moves ---- */

/* A fallen flag loses, unless the game has just ended. The game may go on for its own sake, without clocks. */
static void check_flag(play_session *session, flank_color color)
{
    const flank_game *game = flank_record_game(session->game.record);
    if (!play_clock_fallen(&session->game.clock, color) || play_is_over(&session->game))
        return;
    printf("%s's time is up: %s wins on time. The clocks are off; play on, or new?\n",
           flank_game_color_name(game, color), flank_game_color_name(game, (flank_color)!color));
    play_clock_off(session);
}

/* Play a legal move, say whose it was (and `remark`), and charge the clock. NULL: say nothing. */
static void make_move(play_session *session, flank_move move, double seconds, const char *remark)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    flank_position before = *flank_record_position(session->game.record);
    flank_move_format(flank_record_game(session->game.record), flank_record_rules(session->game.record), &before, move,
                      NULL, text);
    flank_status status = flank_record_play(session->game.record, move);
    if (status) {
        session->quit = true;
        session->status = complain(CLI_INTERNAL, "play: %s", flank_status_text(status));
        return;
    }
    play_clock_use(&session->game.clock, (flank_color)before.color, seconds);
    session->game.waited_s = 0; /* after go, too, where flank moved for the person */
    if (remark && flank_move_is_pass(move))
        printf("%s passes%s\n", play_color_name(&session->game, &before), remark);
    else if (remark)
        printf("%s plays %s%s\n", play_color_name(&session->game, &before), text, remark);
    session->board_shown = false;
    check_flag(session, (flank_color)before.color);
}

/* Move by the book, if it knows the position. */
static bool book_moves(play_session *session)
{
    flank_book_move choice;
    if (session->player.level && session->player.level < BOOK_LEVEL_FIRST)
        return false;
    if (!book_input_choose(&session->player.book, session->game.record, session->player.seed, &choice))
        return false;
    make_move(session, choice.move, 0, " (book)");
    return true;
}

static void flank_moves(play_session *session)
{
    if (book_moves(session))
        return;
    const flank_position *position = flank_record_position(session->game.record);
    flank_limits limits = {.level = session->player.level,
                           .seed = session->player.seed,
                           .clock = play_clock_for(&session->game.clock, (flank_color)position->color)};
    flank_report report;
    double start_s = clock_now_s();
    flank_status status = play_think(&session->player, session->game.record, &limits, &report);
    if (play_take_interrupt(&session->player))
        session->game.paused = session->game.side == PLAY_NONE;
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

/* Several moves at once: they set up a position, so they are moves of both sides, and no clock runs for them. The error
 * of flank_move_parse for the text, `no_move` with its status, is repeated if not even the first of them can be read.
 */
static void read_list(play_session *session, const char *text, flank_status status, const flank_error *no_move)
{
    flank_error no_list = {0};
    if (flank_record_play_text(session->game.record, text, &no_list) == FLANK_OK) {
        session->board_shown = false;
        return;
    }
    const char *meant = status == FLANK_BAD_MOVE ? nearest_command(text) : NULL;
    if (no_list.offset > no_move->offset)
        play_refuse(session, CLI_DATA, "%s, so none of these moves is played; 'moves' lists the legal moves",
                    error_english(&no_list));
    else if (meant)
        play_refuse(session, CLI_DATA, "'%s' is no move and no command; did you mean '%s'?", text, meant);
    else
        play_refuse(session, CLI_DATA, "%s; 'moves' lists the legal moves, 'help' the commands",
                    error_english(&no_list));
}

static void read_moves(play_session *session, const char *text)
{
    flank_move move;
    flank_error error = {0};
    const flank_game *game = flank_record_game(session->game.record);
    bool repeated_pass = session->game.passed && strcmp(text, "pass") == 0;
    session->game.passed = false;
    if (repeated_pass)
        return; /* made already, when it was forced */
    if (play_is_over(&session->game)) {
        play_refuse(session, CLI_DATA, "'%s': the game is over (%s); undo or new?", text,
                    play_end_words(&session->game));
        return;
    }
    flank_status status = flank_move_parse(game, flank_record_rules(session->game.record),
                                           flank_record_position(session->game.record), text, &move, &error);
    if (status)
        read_list(session, text, status, &error);
    else
        make_move(session, move, session->game.waited_s, NULL);
}

static bool is_unsaved(const play_session *session)
{
    return play_kept_is_unsaved(&session->kept, session->game.record);
}

static void say_goodbye(const play_session *session)
{
    if (!play_input_is_person(session->input))
        return;
    fputs(flank_record_length(session->game.record) ? "Goodbye, and thanks for the game." : "Goodbye.", stdout);
    puts(session->kept.text && is_unsaved(session) ? " It is kept: load brings it back." : "");
}

/* Ctrl-C at the prompt is often meant for the line, or for thinking that has just ended: where a game could be lost,
 * the first one only says how to leave. */
static void interrupt_at_prompt(play_session *session)
{
    if (play_input_is_person(session->input))
        putchar('\n');
    if (session->warned || !play_input_is_person(session->input) || !is_unsaved(session)) {
        session->quit = true;
        session->status = CLI_INTERRUPTED;
        return;
    }
    play_take_interrupt(&session->player);
    session->warned = true;
    printf("quit, or Ctrl-C again, leaves the game%s\n",
           session->kept.text ? "; load brings it back" : ", which is not saved");
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
    const flank_record *record = session->game.record;
    const size_t ply = flank_record_ply(record);
    obey(session, line);
    if (session->game.record != record || flank_record_ply(record) != ply)
        session->game.waited_s = 0;
}

static void read_line(play_session *session)
{
    char prompt[64], *line;
    const flank_position *position = flank_record_position(session->game.record);
    const bool over = play_is_over(&session->game);
    snprintf(prompt, sizeof prompt, "%s> ", over ? "game over" : play_color_name(&session->game, position));
    double start_s = clock_now_s();
    session->status = output_flush();
    if (session->status) {
        session->quit = true;
        return;
    }
    if (session->player.ponders && !over && session->game.side <= PLAY_WHITE &&
        play_is_persons_turn(&session->game, position))
        flank_engine_ponder(session->player.engine, session->game.record, NULL); /* without a thread flank just waits */
    line_result result = play_input_line(session->input, prompt, &line);
    session->game.waited_s += clock_now_s() - start_s;
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
    const flank_position *position = flank_record_position(session->game.record);
    if (!session->board_shown)
        play_show_board(session);
    printf("%s has no move and must pass\n", play_color_name(&session->game, position));
    make_move(session, (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE}, 0, NULL);
    session->game.passed = true;
}

/* Keep the game, and say once if that cannot be. */
static void keep_game(play_session *session)
{
    const int failure = play_kept_update(&session->kept, session->game.record);
    if (!failure || session->told_unkept)
        return;
    char *path = play_kept_path();
    printf("This game is lost if you do not save it: %s cannot be written: %s\n", path ? path : "a file for it",
           strerror(failure));
    free(path);
    session->told_unkept = true;
}

int play_run(play_session *session)
{
    play_kept_note_safe(&session->kept, session->game.record);
    while (!session->quit) {
        if (play_input_is_person(session->input))
            keep_game(session);
        const flank_position *position = flank_record_position(session->game.record);
        const bool over = play_is_over(&session->game);
        bool persons = play_is_persons_turn(&session->game, position);
        if (!over && !persons && !session->game.paused) {
            flank_moves(session);
        } else if (!over && persons && play_must_pass(&session->game, position)) {
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
