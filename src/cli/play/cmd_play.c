/* SPDX-License-Identifier: MIT
 *
 * flank play, and flank alone on a terminal: a menu, then the same.
 */
#include "cli/command/cmd.h"
#include "cli/input/engine_input.h"
#include "cli/input/game_input.h"
#include "cli/play/play_command.h"
#include "cli/play/play_turns.h"
#include "cli/play/play_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_LEVEL = 3 };

static void stop_thinking(void *user)
{
    play_player *player = user;
    flank_stop_raise(&player->stop);
}

/* Engine, Ctrl-C and input. */
static int open_session(play_session *session, const engine_input *input)
{
    *session = (play_session){.player = {.level = DEFAULT_LEVEL, .progress = progress_start(), .stop = FLANK_STOP_INIT},
                              .style = board_style_choose()};
    session->player.seed = (uint64_t)time(NULL) * 1000003 + (uint64_t)getpid(); /* another game every time */
    session->player.engine = flank_engine_create(&input->options);
    if (session->player.engine)
        session->player.watch = interrupt_watch_start(INTERRUPT_EACH, stop_thinking, &session->player);
    if (session->player.watch)
        session->input = play_input_open(interrupt_watch_descriptor(session->player.watch), play_words, session);
    return session->input ? CLI_DONE : complain(CLI_INTERNAL, "not enough memory");
}

static void close_session(play_session *session)
{
    play_input_close(session->input);
    interrupt_watch_stop(session->player.watch);
    flank_engine_destroy(session->player.engine);
    book_input_close(&session->player.book);
    flank_record_destroy(session->game.record);
    free(session->file);
    play_kept_free(&session->kept);
}

/* ---- flank play ---- */

static int read_settings(play_session *session, const cli_arguments *arguments, const flank_game *game)
{
    const option_value *option = arguments->option;
    session->game.side = (play_side)flank_record_position(session->game.record)->color;
    if (option[OPTION_SIDE].given && !play_side_parse(game, option[OPTION_SIDE].text, &session->game.side))
        return complain(CLI_USAGE, "play: --side takes one of %s, %s, both, none, not '%s'",
                        flank_game_color_name(game, FLANK_BLACK), flank_game_color_name(game, FLANK_WHITE),
                        option[OPTION_SIDE].text);
    if (option[OPTION_TIME].given && !play_clock_parse(option[OPTION_TIME].text, &session->game.clock))
        return complain(CLI_USAGE, "play: --time takes a clock such as 5:00, 3m+2 or 10s/move, not '%s'",
                        option[OPTION_TIME].text);
    if (option[OPTION_TIME].given)
        session->player.level = 0;
    session->player.level_asked = option[OPTION_LEVEL].given;
    if (session->player.level_asked)
        session->player.level = (int)option[OPTION_LEVEL].number;
    session->player.ponders = option[OPTION_PONDER].given;
    if (option[OPTION_SEED].given)
        session->player.seed = (uint64_t)option[OPTION_SEED].number;
    return CLI_DONE;
}

static void greet(const play_session *session)
{
    printf("%s. ", flank_game_title(flank_record_game(session->game.record)));
    if (session->player.level)
        printf("flank plays at level %d of %d. ", session->player.level, FLANK_LEVEL_MAX);
    puts("Type a move, or help.");
    if (play_input_is_person(session->input) && play_kept_exists())
        puts("The last game was not saved: load brings it back.");
}

/* Get the engine ready before a clock runs, and see whether there is the memory that was asked for. */
static int prepare(play_session *session)
{
    const flank_game *game = flank_record_game(session->game.record);
    const flank_stop *stop = &session->player.stop;
    const flank_rules *rules = flank_record_rules(session->game.record);
    const bool whole = session->game.clock.running;
    const flank_status status =
        (whole ? flank_engine_prepare_rules : flank_engine_reserve_rules)(session->player.engine, game, rules, stop);
    return status && status != FLANK_STOPPED ? complain(CLI_INTERNAL, "play: %s", flank_status_text(status)) : CLI_DONE;
}

int cmd_play(const cli_arguments *arguments)
{
    flank_record *record;
    const flank_game *named = arguments->operand_count ? flank_game_find(arguments->operands[0]) : NULL;
    int status = CLI_DONE;
    for (int i = 0; i < 2 && !status; i++) {
        const option_value *value = &arguments->option[i ? OPTION_MOVES : OPTION_POSITION];
        if (value->given && strcmp(value->text, "-") == 0)
            status = complain(CLI_USAGE, "play: --%s - cannot be: what you play is read from standard input",
                              i ? "moves" : "position");
    }
    if (!status)
        status = any_record_from_arguments(arguments, named, &record);
    if (status)
        return status;
    play_session session;
    engine_input input;
    status = engine_input_read(arguments, &input);
    if (status) {
        flank_record_destroy(record);
        return status;
    }
    engine_input_warn(&input, arguments, flank_record_game(record));
    engine_input_add_tables(&input);
    status = open_session(&session, &input);
    session.game.record = record;
    if (!status)
        status = book_input_read(arguments, &session.player.book);
    if (!status)
        book_input_warn(&session.player.book, arguments, flank_record_game(record));
    if (!status)
        status = read_settings(&session, arguments, flank_record_game(record));
    if (!status && (session.game.clock.running || arguments->option[OPTION_HASH].given))
        status = prepare(&session);
    if (!status) {
        greet(&session);
        status = play_run(&session);
    }
    close_session(&session);
    engine_input_close(&input);
    return status;
}

/* ---- The menu ---- */

/* The answer to a question, without the blanks around it. False at the end of the input, and when it is quit. */
static bool prompt_line(play_session *session, const char *prompt, const char **answer)
{
    char *line;
    if (play_input_line(session->input, prompt, &line) != LINE_READ) {
        putchar('\n');
        return false;
    }
    play_request request;
    const char *wrong = play_command_parse(line, &request);
    *answer = line + strspn(line, " \t");
    return wrong || request.verb != PLAY_QUIT;
}

/* Ask until the answer is a number from 1 to `most`; an empty line is `usual`. False as for prompt_line. */
static bool prompt_number(play_session *session, const char *question, int usual, int most, int *answer)
{
    char prompt[96];
    const char *line;
    snprintf(prompt, sizeof prompt, "%s [%d] ", question, usual);
    for (;;) {
        if (!prompt_line(session, prompt, &line))
            return false;
        int64_t number = usual;
        if (*line == '\0' || integer_parse(line, 1, most, &number)) {
            *answer = (int)number;
            return true;
        }
        printf("Please type a number from 1 to %d, or quit.\n", most);
    }
}

static bool prompt_side(play_session *session, const flank_game *game)
{
    char prompt[96];
    const char *line;
    session->game.side = (play_side)flank_record_position(session->game.record)->color;
    snprintf(prompt, sizeof prompt, "Your side: %s, %s, both or none? [%s] ", flank_game_color_name(game, FLANK_BLACK),
             flank_game_color_name(game, FLANK_WHITE), flank_game_color_name(game, (flank_color)session->game.side));
    for (;;) {
        if (!prompt_line(session, prompt, &line))
            return false;
        if (*line == '\0' || play_side_parse(game, line, &session->game.side))
            return true;
        puts("Please type one of these words, or quit.");
    }
}

static bool prompt_settings(play_session *session)
{
    printf("flank %s\n\n", flank_version());
    int games = (int)flank_game_count(), choice;
    for (int i = 0; i < games; i++)
        printf("  %d  %s\n", i + 1, flank_game_title(flank_game_at((size_t)i)));
    putchar('\n');
    if (!prompt_number(session, "Which game?", 1, games, &choice))
        return false;
    const flank_game *game = flank_game_at((size_t)choice - 1);
    session->game.record = flank_record_create(game, NULL, NULL);
    return session->game.record &&
           prompt_number(session, "How strong, from 1 (a child can win) to 60?", DEFAULT_LEVEL, FLANK_LEVEL_MAX,
                         &session->player.level) &&
           prompt_side(session, game);
}

int play_menu(void)
{
    play_session session;
    const cli_arguments none = {.command = command_find("play")};
    static const cli_arguments defaults;
    engine_input input;
    engine_input_read(&defaults, &input); /* there is no --eval that could be wrong */
    engine_input_add_tables(&input);
    int status = open_session(&session, &input);
    if (!status)
        status = book_input_read(&none, &session.player.book);
    if (!status) {
        if (prompt_settings(&session)) {
            greet(&session);
            status = play_run(&session);
        } else {
            puts("Goodbye.");
            status = play_take_interrupt(&session.player) ? CLI_INTERRUPTED : CLI_DONE;
        }
    }
    close_session(&session);
    engine_input_close(&input);
    return status;
}
