/* SPDX-License-Identifier: MIT
 *
 * GoGui's commands beyond GTP: the rules extension, by which it lets a program rule over a game that is not Go, those
 * that set up a position, and commands for its analyze window.
 *
 * GoGui draws a1 at the bottom left, Othello's diagrams have it at the top left; so the board stands on its head there,
 * and `gogui-rules_board` sends row 8 first.
 *
 * `gogui-setup` comes after clear_board, with a list of colours and points in any order, and `gogui-setup_player`
 * behind it, or alone, where GoGui knows who is to move. Both are for a board of Go, which is empty then. Here the
 * initial position stands on it, and makes room.
 *
 * Sources: Remi-Coulom/gogui, doc/manual/xml/rules.xml (2025), setup.xml, and its GtpSynchronizerTest.java.
 */
#include "protocols/gtp_state.h"
#include "protocols/protocol_text.h"

#include "core/bits.h"

#include <ctype.h>
#include <string.h>

void gtp_run_game_id(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "%s", flank_game_title(protocol_game(session)));
}

void gtp_run_board_size(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "8");
}

void gtp_run_board(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_position *position = protocol_position(session);
    const bool black_moves = position->color == FLANK_BLACK;
    const flank_squares black = black_moves ? position->own : position->other;
    FILE *out = gtp_answer_begin(session);
    for (int row = 7; row >= 0; row--) {
        fputc('\n', out);
        for (int column = 0; column < 8; column++) {
            const flank_squares square = bit((unsigned)(8 * row + column));
            const bool taken = (position->own | position->other) & square;
            fprintf(out, "%s%c", column ? " " : "", !taken ? '.' : black & square ? 'X' : 'O');
        }
    }
    gtp_answer_end(session);
}

void gtp_run_legal_moves(protocol_session *session, char *arguments)
{
    (void)arguments;
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(protocol_game(session), flank_record_rules(session->record),
                                          protocol_position(session), moves);
    FILE *out = gtp_answer_begin(session);
    for (size_t i = 0; i < count; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        gtp_move_format(session, moves[i], move);
        fprintf(out, "%s%s", i ? " " : "", move);
    }
    gtp_answer_end(session);
}

void gtp_run_side_to_move(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "%s", protocol_position(session)->color == FLANK_BLACK ? "black" : "white");
}

void gtp_run_final_result(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_outcome outcome = flank_record_outcome(session->record);
    const flank_color mover = (flank_color)protocol_position(session)->color;
    const flank_color winner = (outcome.sign > 0) == (mover == FLANK_BLACK) ? FLANK_BLACK : FLANK_WHITE;
    const char *name = flank_game_color_name(protocol_game(session), winner);
    if (!outcome.over)
        gtp_answer(session, "The game is not over");
    else if (outcome.sign == 0)
        gtp_answer(session, "A draw");
    else if (!flank_game_scores_discs(protocol_game(session)))
        gtp_answer(session, "%c%s wins", toupper((unsigned char)name[0]), name + 1);
    else
        gtp_answer(session, "%c%s wins by %d", toupper((unsigned char)name[0]), name + 1,
                   outcome.discs < 0 ? -outcome.discs : outcome.discs);
}

/* ---- Positions ---- */

/* A square of the board, "d3" in any case. */
static bool read_square(const char *word, flank_squares *square)
{
    const int column = tolower((unsigned char)word[0]) - 'a', row = column >= 0 && column < 8 ? word[1] - '1' : -1;
    if (row < 0 || row >= 8 || word[2])
        return false;
    *square = bit((unsigned)(8 * row + column));
    return true;
}

/* Read colours and squares, each square once. */
static bool read_pieces(char *words, flank_squares pieces[2])
{
    while (words[strspn(words, " ")]) {
        flank_color color;
        flank_squares square;
        const bool has_color = gtp_read_color(protocol_word(&words), &color);
        if (!has_color || !read_square(protocol_word(&words), &square) || ((pieces[0] | pieces[1]) & square))
            return false;
        pieces[color] |= square;
    }
    return true;
}

/* Begin at a position if it is one of the game: written, it can be read. */
static void begin_at(protocol_session *session, const flank_position *position)
{
    const flank_game *game = protocol_game(session);
    char text[FLANK_POSITION_TEXT_SIZE];
    flank_position again;
    if (flank_position_format(game, position, NULL, text) || flank_position_parse(game, text, &again, NULL) ||
        flank_position_check(game, flank_record_rules(session->record), &again, NULL))
        gtp_fail(session, "unacceptable position");
    else
        gtp_begin_with(session, flank_record_create(game, flank_record_rules(session->record), &again));
}

void gtp_run_setup(protocol_session *session, char *arguments)
{
    const flank_position start = flank_game_start(protocol_game(session)), *here = protocol_position(session);
    flank_squares pieces[2] = {0, 0};
    if (!read_pieces(arguments, pieces)) {
        gtp_fail(session, "syntax error");
    } else if (flank_record_ply(session->record) > 0 || here->own != start.own || here->other != start.other) {
        gtp_fail(session, "board is not empty");
    } else if (pieces[0] | pieces[1]) {
        const flank_position position = {
            .own = pieces[start.color], .other = pieces[!start.color], .color = start.color};
        begin_at(session, &position);
    } else {
        gtp_done(session);
    }
}

void gtp_run_setup_player(protocol_session *session, char *arguments)
{
    flank_position position = *protocol_position(session);
    flank_color color;
    if (!gtp_read_color(protocol_word(&arguments), &color)) {
        gtp_fail(session, "syntax error");
    } else if (flank_record_ply(session->record) > 0) {
        gtp_fail(session, "moves were made");
    } else if (color == position.color) {
        gtp_done(session);
    } else {
        const flank_squares own = position.own;
        position.own = position.other;
        position.other = own;
        position.color = (uint8_t)color;
        begin_at(session, &position);
    }
}

/* ---- The analyze window ---- */

void gtp_run_analyze_commands(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "pspairs/Move Values/flank-move_values");
}

void gtp_run_move_values(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_limits limits = {.lines = FLANK_MOVES_MAX};
    flank_report report;
    const flank_status status = protocol_search(session, limits, false, NULL, NULL, &report);
    if (status) {
        gtp_fail(session, "%s", flank_status_text(status));
        return;
    }
    FILE *out = gtp_answer_begin(session);
    for (int i = 0; i < report.line_count; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        gtp_move_format(session, report.lines[i].moves[0], move);
        fprintf(out, "\n%s %+.1f", move, report.lines[i].score / 100.0);
    }
    gtp_answer_end(session);
}
