/* SPDX-License-Identifier: MIT
 *
 * The actions of the player's commands.
 */
#include "cli/play/play_actions.h"

#include "cli/command/commands.h"
#include "cli/play/play_saving.h"
#include "cli/command/report_text.h"

#include <flank/analysis.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Hints and reviews are bounded by nodes and a level rather than seconds, so that they say the same on every machine.
 */
enum { HINT_LINES = 3, HINT_NODES = 400000, REVIEW_LEVEL = 14 };

/* ---- Hint and analyze ---- */

static void hint(play_session *session, const char *argument)
{
    int64_t lines = HINT_LINES;
    if (*argument && !integer_parse(argument, 1, FLANK_MOVES_MAX, &lines)) {
        play_refuse(session, CLI_DATA, "hint takes a number of moves, not '%s'", argument);
        return;
    }
    if (flank_record_outcome(session->game.record).over) {
        play_refuse(session, CLI_DATA, "the game is over; undo or new?");
        return;
    }
    flank_limits limits = {.nodes = HINT_NODES, .lines = (int)lines};
    flank_report report;
    flank_status status = play_think(&session->player, session->game.record, &limits, &report);
    play_take_interrupt(&session->player);
    if (status) {
        play_refuse(session, CLI_INTERNAL, "%s", flank_status_text(status));
        return;
    }
    for (int i = 0; i < report.line_count; i++) {
        char score[SCORE_TEXT_SIZE];
        text_buffer moves = {NULL};
        score_format(flank_record_game(session->game.record), &report.lines[i], score);
        line_add_moves(&moves, session->game.record, &report.lines[i], 8);
        printf("%10s  %s\n", score, moves.bytes ? moves.bytes : "");
        text_free(&moves);
    }
}

/* The progress that a review shows while it runs. */
static flank_reply show_review_progress(void *user, size_t done, size_t total)
{
    play_session *session = user;
    progress_show(&session->player.progress, done, "positions", (double)done / (double)total);
    return FLANK_GO_ON;
}

/* Print the row of one ply and add its loss to `lost`. `record` stands before the move. */
static void print_review(const flank_record *record, const flank_review *review, double *lost)
{
    const flank_game *game = flank_record_game(record);
    const flank_position *position = flank_record_position(record);
    const flank_line *best = &review->best, *played = &review->played;
    const size_t ply = flank_record_ply(record);
    char move[FLANK_MOVE_TEXT_SIZE], value[SCORE_TEXT_SIZE];
    flank_move_format(game, flank_record_rules(record), position, flank_record_move_at(record, ply), NULL, move);
    score_format(game, played, value);
    printf("%4zu  %-6s %-12s %10s", ply + 1, flank_game_color_name(game, (flank_color)position->color), move, value);
    if (best->score > played->score) {
        const bool comparable = abs(best->score) < FLANK_SCORE_MATE && abs(played->score) < FLANK_SCORE_MATE;
        flank_move_format(game, flank_record_rules(record), position, best->moves[0], NULL, move);
        score_format(game, best, value);
        printf("   better: %s (%s)", move, value);
        lost[position->color] += comparable ? (best->score - played->score) / 100.0 : 0;
    }
    putchar('\n');
}

static void analyze(play_session *session)
{
    const flank_analysis_options options = {.level = REVIEW_LEVEL,
                                            .book = session->player.book.book,
                                            .on_progress = show_review_progress,
                                            .user = session,
                                            .stop = &session->player.stop};
    flank_analysis *analysis;
    const flank_game *game = flank_record_game(session->game.record);
    fflush(stdout);
    const flank_status status = flank_analysis_run(session->player.engine, session->game.record, &options, &analysis);
    progress_clear(&session->player.progress);
    play_take_interrupt(&session->player);
    if (status) {
        play_refuse(session, CLI_INTERNAL, "%s", flank_status_text(status));
        return;
    }
    double lost[2] = {0};
    while (flank_record_undo(analysis->record))
        ;
    for (size_t i = 0; analysis->complete && i + 1 < analysis->count; i++) {
        print_review(analysis->record, &analysis->reviews[i], lost);
        flank_record_redo(analysis->record);
    }
    if (analysis->complete)
        printf("lost by moves that were not the best: %s %.2f, %s %.2f\n", flank_game_color_name(game, FLANK_BLACK),
               lost[0], flank_game_color_name(game, FLANK_WHITE), lost[1]);
    else
        puts("stopped");
    flank_analysis_destroy(analysis);
}

/* ---- Back and forth ---- */

/* Print the moves first..last-1 of the record. */
static void print_moves(const play_session *session, const char *what, size_t first, size_t last)
{
    const flank_record *record = session->game.record;
    fputs(what, stdout);
    for (size_t i = first; i < last; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(flank_record_game(record), flank_record_rules(record), flank_record_position_at(record, i),
                          flank_record_move_at(record, i), NULL, move);
        printf("%s%s", i == first ? " " : ", ", move);
    }
    putchar('\n');
}

static void undo(play_session *session)
{
    if (session->game.agreed.known) {
        session->game.agreed.known = false;
        puts("the game goes on");
        return;
    }
    size_t ply = flank_record_ply(session->game.record), target = ply;
    while (target > 0 && (target == ply || !play_is_stop(&session->game, target)))
        target--;
    if (target == ply || !play_is_stop(&session->game, target)) {
        play_refuse(session, CLI_DATA, "there is no move of yours to take back");
        return;
    }
    print_moves(session, "took back", target, ply);
    while (flank_record_ply(session->game.record) > target)
        flank_record_undo(session->game.record);
    session->board_shown = false;
    session->game.passed = false;
    session->game.paused = session->game.side == PLAY_NONE;
}

static void redo(play_session *session)
{
    size_t ply = flank_record_ply(session->game.record), length = flank_record_length(session->game.record),
           target = ply;
    while (target < length && (target == ply || !play_is_stop(&session->game, target)))
        target++;
    if (target == ply) {
        play_refuse(session, CLI_DATA, "there is no undone move");
        return;
    }
    print_moves(session, "played again", ply, target);
    session->game.agreed.known = false;
    while (flank_record_ply(session->game.record) < target)
        flank_record_redo(session->game.record);
    session->board_shown = false;
}

/* ---- Settings ---- */

/* Refuses a command that needs a game which goes on. */
static bool is_over(play_session *session)
{
    if (play_is_over(&session->game))
        play_refuse(session, CLI_DATA, "the game is over; undo or new?");
    return play_is_over(&session->game);
}

/* End the game without a move. */
static void end_game(play_session *session, flank_ending ending, int sign, const char *words)
{
    play_game *game = &session->game;
    game->agreed = (flank_sheet_result){.known = true, .sign = sign, .ending = ending};
    snprintf(game->agreed_words, sizeof game->agreed_words, "%s", words);
    play_clock_off(session);
}

/* The side of the person gives up, with both sides the one to move. */
static void resign(play_session *session)
{
    const flank_game *game = flank_record_game(session->game.record);
    if (is_over(session))
        return;
    if (session->game.side == PLAY_NONE) {
        play_refuse(session, CLI_DATA, "you have no side that could resign");
        return;
    }
    const flank_color loser = session->game.side == PLAY_BOTH
                                  ? (flank_color)flank_record_position(session->game.record)->color
                                  : (flank_color)session->game.side;
    char words[40];
    snprintf(words, sizeof words, "%s resigned", flank_game_color_name(game, loser));
    end_game(session, FLANK_ENDING_RESIGNED, loser == FLANK_BLACK ? -1 : 1, words);
    printf("%s resigns: %s wins\n", flank_game_color_name(game, loser),
           flank_game_color_name(game, (flank_color)!loser));
}

/* flank takes a draw if the person, who is to move, stands as well as it does or better. */
static bool flank_takes_draw(play_session *session)
{
    const flank_limits limits = {.level = REVIEW_LEVEL};
    flank_report report;
    const flank_status status = play_think(&session->player, session->game.record, &limits, &report);
    play_take_interrupt(&session->player);
    return status == FLANK_OK && report.lines[0].length && report.lines[0].score >= 0;
}

static void offer_draw(play_session *session)
{
    if (is_over(session))
        return;
    if (session->game.side == PLAY_NONE) {
        play_refuse(session, CLI_DATA, "you have no side that could offer a draw");
        return;
    }
    if (session->game.side != PLAY_BOTH && !flank_takes_draw(session)) {
        puts("flank plays on");
        return;
    }
    end_game(session, FLANK_ENDING_AGREED, 0, "a draw by agreement");
    puts("the game is a draw");
}

/* flank moves now: the person takes the other side; with both sides it only makes this move. */
static void go(play_session *session)
{
    const flank_position *position = flank_record_position(session->game.record);
    if (is_over(session))
        return;
    session->game.paused = false;
    if (session->game.side == PLAY_NONE)
        return;
    session->game.side = position->color == FLANK_BLACK ? PLAY_WHITE : PLAY_BLACK;
    printf("you play %s now\n",
           flank_game_color_name(flank_record_game(session->game.record), (flank_color)session->game.side));
}

static void set_side(play_session *session, const char *argument)
{
    const flank_game *game = flank_record_game(session->game.record);
    if (!play_side_parse(game, argument, &session->game.side))
        play_refuse(session, CLI_DATA, "side takes %s, %s, both or none, not '%s'",
                    flank_game_color_name(game, FLANK_BLACK), flank_game_color_name(game, FLANK_WHITE), argument);
    session->game.paused = false;
}

static void set_level(play_session *session, const char *argument)
{
    int64_t level;
    if (!integer_parse(argument, 1, FLANK_LEVEL_MAX, &level)) {
        play_refuse(session, CLI_DATA, "level takes a number from 1 to %d, not '%s'", FLANK_LEVEL_MAX, argument);
        return;
    }
    session->player.level = (int)level;
    session->player.level_asked = true;
    printf("flank plays at level %d\n", session->player.level);
}

static void set_time(play_session *session, const char *argument)
{
    if (strcmp(argument, "off") == 0) {
        play_clock_off(session);
        printf("the clock is off; flank plays at level %d\n", session->player.level);
    } else if (!play_clock_parse(argument, &session->game.clock)) {
        play_refuse(session, CLI_DATA, "'%s' is no clock; use 5:00, 3m+2, 10s/move or off", argument);
    } else {
        session->game.waited_s = 0;
        if (!session->player.level_asked)
            session->player.level = 0; /* the clock alone bounds its thinking */
        flank_engine_prepare_rules(session->player.engine, flank_record_game(session->game.record),
                                   flank_record_rules(session->game.record), &session->player.stop);
        printf("the clock is %s now\n", argument);
    }
}

static void start_new(play_session *session, const char *argument)
{
    const flank_game *game = *argument ? flank_game_find(argument) : flank_record_game(session->game.record);
    if (!game) {
        play_refuse(session, CLI_DATA, "there is no game '%s'; 'flank help' lists the games", argument);
        return;
    }
    bool same = game == flank_record_game(session->game.record);
    flank_record *record = flank_record_create(game, same ? flank_record_rules(session->game.record) : NULL,
                                               same ? flank_record_position_at(session->game.record, 0) : NULL);
    if (!record) {
        play_refuse(session, CLI_INTERNAL, "not enough memory");
        return;
    }
    play_set_record(session, record);
    play_clock_reset(&session->game.clock);
    free(session->file);
    session->file = NULL;
    session->player.seed++;
}

/* ---- Showing ---- */

static void show_position(play_session *session)
{
    char text[FLANK_POSITION_TEXT_SIZE];
    play_show_board(session);
    flank_position_format(flank_record_game(session->game.record), flank_record_position(session->game.record), NULL,
                          text);
    printf("   %s\n", text);
    print_moves(session, "   moves:", 0, flank_record_ply(session->game.record));
}

static void list_moves(play_session *session, const char *square)
{
    const flank_game *game = flank_record_game(session->game.record);
    const flank_position *position = flank_record_position(session->game.record);
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, flank_record_rules(session->game.record), position, moves), shown = 0;
    for (size_t i = 0; i < count; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        unsigned start = moves[i].from != FLANK_NO_SQUARE ? moves[i].from : moves[i].to;
        bool wanted = !*square || (start < 64 && strcmp(flank_square_name(start), square) == 0);
        if (!wanted)
            continue;
        flank_move_format(game, flank_record_rules(session->game.record), position, moves[i], NULL, move);
        printf("%s%s", shown++ ? " " : "", move);
    }
    puts(shown ? "" : "none");
}

static void help(void)
{
    puts("A move: a square or squares, such as f5 or b1-b3; or several, of both sides:\n"
         "f5d6c3, f5 d6 c3. Or one of:");
    for (const play_command *row = play_commands; row->name; row++) {
        if (!row->help)
            continue;
        char term[64];
        snprintf(term, sizeof term, "%s%s%s%s%s%s", row->name, row->argument ? " " : "",
                 row->argument ? row->argument : "", row->shortcut ? " (" : "", row->shortcut ? row->shortcut : "",
                 row->shortcut ? ")" : "");
        printf("  %-18s %s\n", term, row->help);
    }
}

void play_do(play_session *session, const play_request *request)
{
    switch (request->verb) {
    case PLAY_ANALYZE:
        analyze(session);
        break;
    case PLAY_BOARD:
        show_position(session);
        break;
    case PLAY_DRAW:
        offer_draw(session);
        break;
    case PLAY_GO:
        go(session);
        break;
    case PLAY_HELP:
        help();
        break;
    case PLAY_HINT:
        hint(session, request->argument);
        break;
    case PLAY_LEVEL:
        set_level(session, request->argument);
        break;
    case PLAY_LOAD:
        play_load(session, request->argument);
        break;
    case PLAY_MOVES:
        list_moves(session, request->argument);
        break;
    case PLAY_NEW:
        start_new(session, request->argument);
        break;
    case PLAY_QUIT:
        session->quit = true;
        break;
    case PLAY_REDO:
        redo(session);
        break;
    case PLAY_RESIGN:
        resign(session);
        break;
    case PLAY_SAVE:
        play_save(session, request->argument, false);
        break;
    case PLAY_SAVE_OVER:
        play_save(session, request->argument, true);
        break;
    case PLAY_SIDE:
        set_side(session, request->argument);
        break;
    case PLAY_TIME:
        set_time(session, request->argument);
        break;
    case PLAY_TURN:
        session->turned = !session->turned;
        play_show_board(session);
        break;
    case PLAY_UNDO:
        undo(session);
        break;
    case PLAY_MOVE:
    case PLAY_NOTHING:
        break;
    }
}
