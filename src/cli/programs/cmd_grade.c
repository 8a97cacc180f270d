/* SPDX-License-Identifier: MIT
 *
 * flank grade: the Reversi grader, shown to people and to programs.
 */
#include "cli/input/book_input.h"
#include "cli/command/cmd.h"
#include "cli/command/interrupt.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "contest/grade/grade.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The listener's knowledge. */
typedef struct grade_session {
    grade_options options;
    int written; /* CLI_DONE while standard output works */
    atomic_int games;
} grade_session;

/* Show what was printed at once, since a game can take a while; false, to stop, if nobody reads it. */
static bool push(grade_session *session)
{
    session->written = output_flush();
    return session->written == CLI_DONE;
}

/* ---- For people ---- */

static const char *const opponent_titles[GRADE_OPPONENTS + 1] = {
    "",
    "any legal move",
    "any legal move, then a perfect endgame",
    "one ply ahead by position, then a perfect endgame",
    "the engine",
};

static const char *result_word(const grade_game *game)
{
    static const char *const words[] = {"lost", "drawn", "won"};
    return game->breach.rule != GRADE_RULE_NONE ? "breach" : words[grade_game_sign(game) + 1];
}

static const char *side_word(const grade_game *game) { return game->side == FLANK_BLACK ? "black" : "white"; }

static bool print_game(void *user, const grade_game *game)
{
    grade_session *session = user;
    const grade_options *options = &session->options;
    if (game->number == 1 && (game->opponent == 1 || options->opponent))
        printf("seed %" PRIu64 " (--seed %" PRIu64 " plays the same games again)\n", options->seed, options->seed);
    if (game->number == 1)
        printf("opponent %d: %s\n", game->opponent, opponent_titles[game->opponent]);
    printf("  game %2d  %s  %-5s", game->number, side_word(game), result_word(game));
    if (game->breach.rule != GRADE_RULE_NONE)
        printf(" at move %d: %s\n", game->plies + 1, game->breach.text);
    else
        printf("  %2d-%d\n", game->discs[game->side], game->discs[!game->side]);
    atomic_fetch_add(&session->games, 1);
    return push(session);
}

/* "39.2", "40": points from tenths. */
static const char *points_text(int tenths, char out[16])
{
    snprintf(out, 16, tenths % 10 ? "%d.%d" : "%d", tenths / 10, tenths % 10);
    return out;
}

static bool print_subtask(void *user, const grade_subtask *subtask)
{
    char points[16];
    printf("  lost %d of %d: %d %%, %s of %d points; contestant %.2f s, opponent %.2f s of processor time\n",
           subtask->lost, GRADE_GAMES, subtask->percent, points_text(subtask->points_tenths, points),
           grade_weight(subtask->opponent), subtask->contestant_cpu_s, subtask->opponent_cpu_s);
    return push(user);
}

/* ---- For programs ---- */

static void print_line(text_buffer *out)
{
    puts(out->bytes ? out->bytes : "");
    text_free(out);
}

/* 392 tenths as 39.2, but 400 as the plain number 40. */
static void json_points(text_buffer *out, const char *key, int tenths)
{
    if (tenths % 10)
        json_real(out, key, tenths / 10.0, 1);
    else
        json_integer(out, key, tenths / 10);
}

/* The moves as one run of squares, passes left out, as other programs read it. */
static void moves_text(const grade_game *game, char *out)
{
    for (int i = 0; i < game->plies; i++)
        if (!flank_move_is_pass(game->moves[i]))
            out = strcpy(out, flank_square_name(game->moves[i].to)) + 2;
    *out = '\0';
}

static bool print_game_json(void *user, const grade_game *game)
{
    grade_session *session = user;
    char moves[2 * GRADE_PLIES_MAX + 1];
    text_buffer out = {NULL};
    moves_text(game, moves);
    json_open_object(&out, NULL);
    json_count(&out, "seed", session->options.seed);
    json_integer(&out, "opponent", game->opponent);
    json_integer(&out, "game", game->number);
    json_string(&out, "side", side_word(game));
    json_string(&out, "result", result_word(game));
    json_integer(&out, "black", game->discs[FLANK_BLACK]);
    json_integer(&out, "white", game->discs[FLANK_WHITE]);
    json_string(&out, "moves", moves);
    if (game->breach.rule != GRADE_RULE_NONE) {
        json_integer(&out, "ply", game->plies + 1);
        json_string(&out, "rule", grade_rule_name(game->breach.rule));
        json_string(&out, "text", game->breach.text);
    }
    json_close_object(&out);
    print_line(&out);
    atomic_fetch_add(&session->games, 1);
    return push(session);
}

static bool print_subtask_json(void *user, const grade_subtask *subtask)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "opponent", subtask->opponent);
    json_integer(&out, "lost", subtask->lost);
    json_integer(&out, "percent", subtask->percent);
    json_points(&out, "points", subtask->points_tenths);
    json_close_object(&out);
    print_line(&out);
    return push(user);
}

/* ---- The command ---- */

/* A grade is of whole subtasks, so nothing is counted up; what was printed stays. There is no stop: a contestant's
 * program hears none, a game that is cut short counts for nothing, and nothing needs to be finished or given back. */
static void on_interrupt(void *user)
{
    grade_session *session = user;
    const grade_options *options = &session->options;
    complain(CLI_INTERRUPTED,
             "grade: interrupted with %d of %d games played; --seed %" PRIu64 " plays the same games again",
             atomic_load(&session->games), GRADE_GAMES * (options->opponent ? 1 : GRADE_OPPONENTS), options->seed);
    _exit(CLI_INTERRUPTED);
}

/* A seed that differs from run to run, short enough to be typed again. */
static uint64_t any_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec + (uint64_t)getpid() * 7919) % 1000000;
}

static int failed(grade_status status, const flank_error *error)
{
    int exit_status = status == GRADE_BAD_COMMAND ? CLI_USAGE : status == GRADE_NO_MEMORY ? CLI_INTERNAL : CLI_NO_INPUT;
    return complain(exit_status, "grade: %s", error_english(error));
}

static void print_total(const grade_options *options, int points_tenths, bool json)
{
    if (json) {
        text_buffer out = {NULL};
        json_open_object(&out, NULL);
        json_points(&out, "total", points_tenths);
        json_close_object(&out);
        print_line(&out);
        return;
    }
    char points[16];
    printf("total %s of %d\n", points_text(points_tenths, points),
           options->opponent ? grade_weight(options->opponent) : 100);
}

/* The games go on without what is damaged; say so, since they are then other games. */
static void warn_of_damage(const book_input *book)
{
    flank_error error = {0};
    if (book->book && flank_book_verify(book->book, &error))
        complain(CLI_DATA, "%s: %s; going on without what is damaged", book_input_path(book, flank_game_at(0)),
                 error_english(&error));
}

int cmd_grade(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    bool json = option[OPTION_JSON].given;
    grade_session session = {
        .options = {.opponent = option[OPTION_OPPONENT].given ? (int)option[OPTION_OPPONENT].number : 0,
                    .equal = option[OPTION_EQUAL].given,
                    .seed = option[OPTION_SEED].given ? (uint64_t)option[OPTION_SEED].number : any_seed(),
                    .contestant = option[OPTION_CONTESTANT].text},
    };
    grade_listener listener = {.on_game = json ? print_game_json : print_game,
                               .on_subtask = json ? print_subtask_json : print_subtask,
                               .user = &session};
    flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
    int points_tenths;
    book_input book = {NULL};
    int opened = session.options.contestant ? CLI_DONE : book_input_read(arguments, &book);
    if (opened)
        return opened;
    session.options.book = book.book;
    warn_of_damage(&book);
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_FINAL, on_interrupt, &session);
    grade_status status = watch ? grade_run(&session.options, &listener, &points_tenths, &error) : GRADE_NO_MEMORY;
    interrupt_watch_stop(watch);
    book_input_close(&book);
    if (status == GRADE_STOPPED)
        return session.written;
    if (status != GRADE_DONE)
        return failed(status, &error);
    print_total(&session.options, points_tenths, json);
    return CLI_DONE;
}
