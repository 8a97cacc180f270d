/* SPDX-License-Identifier: MIT
 *
 * GTP 2, the Go Text Protocol, for Othello. After set_game it is spoken for any other game: where a move is more than
 * one square, it is written in the game's own notation.
 *
 * Answers come in the order of the commands, so a command waits for the one before, `quit` too: every search has an
 * end. GoGui's comment line `# interrupt` ends a search at once. A side that must pass may leave it to flank: whoever
 * moves next has a forced pass of the other side put in, and undo takes it back too.
 *
 * Sources: GTP 2 draft 2 (lysator.liu.se/~gunnar/gtp); what Quarry sends and GRhino answers
 * (tests/protocols/gtp_quarry.talk).
 */
#include "protocols/gtp_state.h"
#include "protocols/protocol_text.h"

#include "core/bits.h"
#include "core/text_buffer.h"

#include <ctype.h>
#include <flank/formats.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- Lines and answers ---- */

/* Behind the id, which is a number. */
static const char *find_command(const char *line)
{
    const char *text = line + strspn(line, " ");
    const size_t digits = strspn(text, "0123456789");
    return digits > 0 && (text[digits] == ' ' || !text[digits]) ? text + digits : text;
}

static void take_id(protocol_session *session, const char *line)
{
    char *id = gtp_state_of(session)->id;
    const char *text = line + strspn(line, " "), *end = find_command(line);
    const size_t length = (size_t)(end - text) < GTP_ID_SIZE ? (size_t)(end - text) : GTP_ID_SIZE - 1;
    memcpy(id, text, length);
    id[length] = '\0';
}

static void refuse(protocol_session *session, const char *line, protocol_fault fault)
{
    static const char *const texts[] = {[PROTOCOL_UNKNOWN] = "unknown command",
                                        [PROTOCOL_TOO_LONG] = "line too long",
                                        [PROTOCOL_SURPLUS] = "syntax error"};
    (void)line;
    gtp_fail(session, "%s", texts[fault]);
}

/* ---- About the program ---- */

static void run_protocol_version(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "2");
}

static void run_name(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "Flank");
}

static void run_version(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_answer(session, "%s", flank_version());
}

/* Rows that are commands, not lines without a command. */
static bool is_command(const protocol_command *row) { return row->name[0] && row->name[0] != '#'; }

static void run_known_command(protocol_session *session, char *arguments)
{
    const char *name = protocol_word(&arguments);
    bool known = false;
    for (const protocol_command *row = session->spoken->commands; row->name; row++)
        known = known || (is_command(row) && strcmp(row->name, name) == 0);
    gtp_answer(session, "%s", known ? "true" : "false");
}

static void run_list_commands(protocol_session *session, char *arguments)
{
    (void)arguments;
    FILE *out = gtp_answer_begin(session);
    for (const protocol_command *row = session->spoken->commands; row->name; row++)
        if (is_command(row))
            fprintf(out, "%s%s", row == session->spoken->commands ? "" : "\n", row->name);
    gtp_answer_end(session);
}

static void run_quit(protocol_session *session, char *arguments)
{
    gtp_done(session);
    protocol_run_quit(session, arguments);
}

static void run_done(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_done(session);
}

/* An id alone is a command without a name. */
static void run_empty_line(protocol_session *session, char *arguments)
{
    (void)arguments;
    if (gtp_state_of(session)->id[0])
        gtp_fail(session, "unknown command");
}

/* ---- The board ---- */

/* Titles of one word, else names: set_game takes a word. */
static void run_list_games(protocol_session *session, char *arguments)
{
    (void)arguments;
    FILE *out = gtp_answer_begin(session);
    for (size_t i = 0; i < flank_game_count(); i++) {
        const char *title = flank_game_title(flank_game_at(i));
        fprintf(out, "%s%s", i ? "\n" : "", strchr(title, ' ') ? flank_game_name(flank_game_at(i)) : title);
    }
    gtp_answer_end(session);
}

static void run_set_game(protocol_session *session, char *arguments)
{
    const flank_game *game = flank_game_find(arguments); /* a title has several words */
    if (game)
        gtp_begin_with(session, flank_record_create(game, NULL, NULL));
    else
        gtp_fail(session, "unsupported game");
}

static void run_boardsize(protocol_session *session, char *arguments)
{
    int64_t size;
    if (!protocol_integer(protocol_word(&arguments), 0, 1000, &size))
        gtp_fail(session, "syntax error");
    else if (size != 8)
        gtp_fail(session, "unacceptable size");
    else
        gtp_begin_with(session, flank_record_create(protocol_game(session), flank_record_rules(session->record), NULL));
}

static void run_clear_board(protocol_session *session, char *arguments)
{
    (void)arguments;
    gtp_begin_with(session, flank_record_create(protocol_game(session), flank_record_rules(session->record), NULL));
}

static void run_komi(protocol_session *session, char *arguments)
{
    double komi;
    if (protocol_decimal(protocol_word(&arguments), -INFINITY, INFINITY, &komi))
        gtp_done(session);
    else
        gtp_fail(session, "syntax error");
}

static void run_showboard(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_position *position = protocol_position(session);
    const flank_game *game = protocol_game(session);
    FILE *out = gtp_answer_begin(session);
    fputs("\n  A B C D E F G H", out);
    for (int line = 0; line < 8; line++) {
        const int row = flank_game_row_1_on_top(game) ? line : 7 - line;
        fprintf(out, "\n%d", row + 1);
        for (int column = 0; column < 8; column++) {
            const flank_squares square = bit((unsigned)(8 * row + column));
            const flank_color mover = (flank_color)position->color;
            const bool king = (position->kings & square) != 0;
            const char glyph = position->own & square     ? flank_game_glyph(game, mover, king)
                               : position->other & square ? flank_game_glyph(game, (flank_color)!mover, king)
                                                          : '.';
            fprintf(out, " %c", glyph);
        }
    }
    if (!flank_record_outcome(session->record).over)
        fprintf(out, "\n%s to move", flank_game_color_name(game, (flank_color)position->color));
    gtp_answer_end(session);
}

/* ---- Moves ---- */

/* Let `color` be to move, putting in a forced pass of the other side. False if it is not its turn. */
static bool give_turn(protocol_session *session, flank_color color)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t ply = flank_record_ply(session->record);
    if (protocol_position(session)->color == color || flank_record_outcome(session->record).over)
        return true;
    const size_t count = flank_game_moves(protocol_game(session), flank_record_rules(session->record),
                                          protocol_position(session), moves);
    if (count != 1 || !flank_move_is_pass(moves[0]) || flank_record_play(session->record, moves[0]))
        return false;
    if (ply < GTP_PLIES_MAX)
        gtp_state_of(session)->inserted[ply / 64] |= bit((unsigned)(ply % 64));
    return true;
}

/* Take the pass back that give_turn has put in behind `ply`, if any: nothing has come of it. */
static void take_turn_back(protocol_session *session, size_t ply)
{
    if (flank_record_ply(session->record) == ply)
        return;
    if (ply < GTP_PLIES_MAX)
        gtp_state_of(session)->inserted[ply / 64] &= ~bit((unsigned)(ply % 64));
    flank_record_undo(session->record);
}

static void run_undo(protocol_session *session, char *arguments)
{
    (void)arguments;
    uint64_t *inserted = gtp_state_of(session)->inserted;
    if (gtp_state_of(session)->end_passes > 0) {
        gtp_state_of(session)->end_passes--;
        gtp_done(session);
        return;
    }
    if (!flank_record_undo(session->record)) {
        gtp_fail(session, "cannot undo");
        return;
    }
    const size_t ply = flank_record_ply(session->record);
    if (ply > 0 && ply <= GTP_PLIES_MAX && inserted[(ply - 1) / 64] >> (ply - 1) % 64 & 1) {
        inserted[(ply - 1) / 64] &= ~bit((unsigned)((ply - 1) % 64));
        flank_record_undo(session->record);
    }
    gtp_done(session);
}

/* Play the move of a colour that the next two words are. NULL, or why it cannot be. */
static const char *play_words(protocol_session *session, char **words)
{
    flank_color color;
    flank_move move;
    const size_t ply = flank_record_ply(session->record);
    const bool has_color = gtp_read_color(protocol_word(words), &color);
    const char *vertex = protocol_word(words);
    if (!has_color || !*vertex)
        return "syntax error";
    if (flank_record_outcome(session->record).over && protocol_same_word(vertex, "pass")) {
        gtp_state_of(session)->end_passes++; /* programs that do not know when the game ends */
        return NULL;
    }
    if (!give_turn(session, color))
        return "illegal move: it is the other side's turn";
    const flank_status status = protocol_read_move(session->record, vertex, &move, NULL);
    if (status == FLANK_OK && flank_record_play(session->record, move) == FLANK_OK)
        return NULL;
    take_turn_back(session, ply);
    return status == FLANK_BAD_MOVE ? "syntax error" : "illegal move";
}

static void run_play(protocol_session *session, char *arguments)
{
    const char *wrong = play_words(session, &arguments);
    if (wrong)
        gtp_fail(session, "%s", wrong);
    else
        gtp_done(session);
}

/* Of a sequence with a fault no move is played. */
static void run_play_sequence(protocol_session *session, char *arguments)
{
    gtp_state *state = gtp_state_of(session);
    const gtp_state before = *state;
    const size_t ply = flank_record_ply(session->record);
    const char *wrong = NULL;
    while (!wrong && arguments[strspn(arguments, " ")])
        wrong = play_words(session, &arguments);
    if (!wrong) {
        gtp_done(session);
        return;
    }
    while (flank_record_ply(session->record) > ply)
        flank_record_undo(session->record);
    memcpy(state->inserted, before.inserted, sizeof state->inserted);
    state->end_passes = before.end_passes;
    gtp_fail(session, "%s", wrong);
}

/* Choose a move for the side to move, on its clock if it is to be played. False after a failure, which has been told.
 */
static bool choose(protocol_session *session, bool plays, flank_move *move)
{
    flank_book_move choice;
    flank_report report;
    gtp_time *time = &gtp_state_of(session)->time;
    const flank_color color = (flank_color)protocol_position(session)->color;
    if (protocol_book_move(session, &choice)) {
        *move = choice.move;
        if (plays)
            gtp_time_use(time, color, 0);
        return true;
    }
    const flank_limits limits = {.clock = gtp_time_clock(time, color), .lines = 1};
    const flank_status status = protocol_search(session, limits, false, NULL, NULL, &report);
    if (status) {
        gtp_fail(session, "%s", flank_status_text(status));
        return false;
    }
    if (plays)
        gtp_time_use(time, color, (int64_t)(1000 * report.time_s));
    *move = report.lines[0].moves[0];
    return true;
}

static void generate(protocol_session *session, char *arguments, bool plays)
{
    flank_color color;
    flank_move move;
    char text[FLANK_MOVE_TEXT_SIZE];
    const size_t ply = flank_record_ply(session->record);
    const bool has_color = gtp_read_color(protocol_word(&arguments), &color);
    if (!has_color) {
        gtp_fail(session, "syntax error");
    } else if (flank_record_outcome(session->record).over) {
        gtp_state_of(session)->end_passes += plays;
        gtp_answer(session, "pass");
    } else if (!give_turn(session, color)) {
        gtp_fail(session, "it is the other side's turn");
    } else if (!choose(session, plays, &move)) {
        take_turn_back(session, ply);
    } else {
        gtp_move_format(session, move, text);
        if (plays)
            flank_record_play(session->record, move);
        else
            take_turn_back(session, ply);
        gtp_answer(session, "%s", text);
        if (plays && session->options->ponders)
            flank_engine_ponder(session->engine, session->record, NULL);
    }
}

static void run_genmove(protocol_session *session, char *arguments) { generate(session, arguments, true); }
static void run_reg_genmove(protocol_session *session, char *arguments) { generate(session, arguments, false); }

static void run_final_score(protocol_session *session, char *arguments)
{
    (void)arguments;
    const flank_outcome outcome = flank_record_outcome(session->record);
    const bool black = (outcome.sign > 0) == (protocol_position(session)->color == FLANK_BLACK);
    if (!outcome.over)
        gtp_fail(session, "cannot score");
    else if (outcome.sign == 0)
        gtp_answer(session, "0");
    else
        gtp_answer(session, "%c+%d", black ? 'B' : 'W',
                   flank_game_scores_discs(protocol_game(session)) ? abs(outcome.discs) : 1);
}

/* ---- Clocks ---- */

static void run_time_settings(protocol_session *session, char *arguments)
{
    const char *main_s = protocol_word(&arguments), *period_s = protocol_word(&arguments);
    if (!gtp_time_set(&gtp_state_of(session)->time, main_s, period_s, protocol_word(&arguments))) {
        gtp_fail(session, "syntax error");
        return;
    }
    if (gtp_state_of(session)->time.running)
        protocol_prepare(session);
    gtp_done(session);
}

static void run_time_left(protocol_session *session, char *arguments)
{
    flank_color color;
    const bool has_color = gtp_read_color(protocol_word(&arguments), &color);
    const char *left_s = protocol_word(&arguments);
    if (has_color && gtp_time_set_left(&gtp_state_of(session)->time, color, left_s, protocol_word(&arguments)))
        gtp_done(session);
    else
        gtp_fail(session, "syntax error");
}

/* ---- Files ---- */

/* The first game in a file of any format, up to before move `number` (0: all of it); NULL if there is none. */
static flank_record *load_game(const protocol_session *session, const char *path, int64_t number)
{
    const flank_reader_options options = {.game = protocol_game(session), .path = path};
    struct stat file;
    if (stat(path, &file) || !S_ISREG(file.st_mode)) /* a pipe could keep us waiting for ever */
        return NULL;
    flank_reader *reader = flank_reader_open(path, &options, NULL, NULL);
    flank_sheet *sheet = NULL;
    flank_record *record = NULL;
    if (reader && flank_reader_next(reader, &sheet, NULL) == FLANK_OK)
        record = flank_sheet_record(sheet, NULL);
    if (record && flank_record_game(record) != protocol_game(session)) {
        flank_record_destroy(record);
        record = NULL;
    }
    while (record && number > 0 && flank_record_ply(record) >= (size_t)number)
        flank_record_undo(record);
    flank_sheet_destroy(sheet);
    flank_reader_close(reader);
    return record;
}

static void run_loadsgf(protocol_session *session, char *arguments)
{
    const char *path = protocol_word(&arguments), *text = protocol_word(&arguments);
    int64_t number = 0;
    if (!*path || (*text && !protocol_integer(text, 1, INT32_MAX, &number))) {
        gtp_fail(session, "syntax error");
        return;
    }
    flank_record *record = load_game(session, path, number);
    if (record)
        gtp_begin_with(session, record);
    else
        gtp_fail(session, "cannot load file");
}

static void run_cputime(protocol_session *session, char *arguments)
{
    (void)arguments;
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    gtp_answer(session, "%.3f", (double)used.tv_sec + (double)used.tv_nsec / 1e9);
}

static bool add_bytes(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return !((text_buffer *)user)->failed;
}

/* The game as SGF. False if it cannot be written so. */
static bool write_sgf(const flank_record *record, text_buffer *out)
{
    flank_sheet *sheet = flank_sheet_of_record(record);
    flank_writer *writer = sheet ? flank_writer_open_sink(add_bytes, out, flank_format_find("sgf"), NULL, NULL) : NULL;
    const bool written = writer && flank_writer_write(writer, sheet, NULL) == FLANK_OK;
    const bool closed = flank_writer_close(writer, written, NULL) == FLANK_OK;
    flank_sheet_destroy(sheet);
    return written && closed && !out->failed;
}

static void run_printsgf(protocol_session *session, char *arguments)
{
    (void)arguments;
    text_buffer text = {NULL};
    const bool written = write_sgf(session->record, &text);
    while (written && text.length && text.bytes[text.length - 1] == '\n')
        text.bytes[--text.length] = '\0'; /* an empty line would end the answer */
    if (written)
        gtp_answer(session, "%s", text.bytes);
    else
        gtp_fail(session, "this game cannot be written as SGF");
    text_free(&text);
}

static const protocol_command commands[] = {
    {"protocol_version", PROTOCOL_IN_TURN, run_protocol_version, "", "2"},
    {"name", PROTOCOL_IN_TURN, run_name, "", "Flank"},
    {"version", PROTOCOL_IN_TURN, run_version, "", "its version"},
    {"known_command", PROTOCOL_IN_TURN, run_known_command, "COMMAND", "true or false"},
    {"list_commands", PROTOCOL_IN_TURN, run_list_commands, "", "all of these"},
    {"quit", PROTOCOL_IN_TURN, run_quit, "", "the end"},
    {"list_games", PROTOCOL_IN_TURN, run_list_games, "", "all of these"},
    {"set_game", PROTOCOL_IN_TURN, run_set_game, "GAME…", "play this game from now on"},
    {"boardsize", PROTOCOL_IN_TURN, run_boardsize, "8", "and an initial board"},
    {"clear_board", PROTOCOL_IN_TURN, run_clear_board, "", "the initial position"},
    {"komi", PROTOCOL_IN_TURN, run_komi, "K", "read and not used"},
    {"play", PROTOCOL_IN_TURN, run_play, "COLOR MOVE", "make a move"},
    {"genmove", PROTOCOL_IN_TURN, run_genmove, "COLOR", "choose a move and make it"},
    {"reg_genmove", PROTOCOL_IN_TURN, run_reg_genmove, "COLOR", "choose a move only"},
    {"undo", PROTOCOL_IN_TURN, run_undo, "", "take the last move back"},
    {"showboard", PROTOCOL_IN_TURN, run_showboard, "", "the position, for people"},
    {"final_score", PROTOCOL_IN_TURN, run_final_score, "", "B+12, W+2 or 0"},
    {"time_settings", PROTOCOL_IN_TURN, run_time_settings, "MAIN PERIOD STONES", "clocks for both"},
    {"time_left", PROTOCOL_IN_TURN, run_time_left, "COLOR S STONES", "what a clock shows"},
    {"cputime", PROTOCOL_IN_TURN, run_cputime, "", "seconds of computing, of all threads"},
    {"printsgf", PROTOCOL_IN_TURN, run_printsgf, "", "the game as SGF"},
    {"loadsgf", PROTOCOL_IN_TURN, run_loadsgf, "FILE [N]", "a game of any format, up to before move N"},
    {"gogui-rules_game_id", PROTOCOL_IN_TURN, gtp_run_game_id, "", "GoGui: the game"},
    {"gogui-rules_board_size", PROTOCOL_IN_TURN, gtp_run_board_size, "", "8"},
    {"gogui-rules_board", PROTOCOL_IN_TURN, gtp_run_board, "", "rows of X, O and ., row 8 first"},
    {"gogui-rules_legal_moves", PROTOCOL_IN_TURN, gtp_run_legal_moves, "", "nothing when the game is over"},
    {"gogui-rules_side_to_move", PROTOCOL_IN_TURN, gtp_run_side_to_move, "", "black or white"},
    {"gogui-rules_final_result", PROTOCOL_IN_TURN, gtp_run_final_result, "", "who has won"},
    {"gogui-analyze_commands", PROTOCOL_IN_TURN, gtp_run_analyze_commands, "", "for GoGui's analyze window"},
    {"gogui-play_sequence", PROTOCOL_IN_TURN, run_play_sequence, "COLOR MOVE…", "several moves, all or none"},
    {"gogui-setup", PROTOCOL_IN_TURN, gtp_run_setup, "COLOR SQUARE…",
     "these pieces on an empty board, after clear_board"},
    {"gogui-setup_player", PROTOCOL_IN_TURN, gtp_run_setup_player, "COLOR", "who moves first in what was set up"},
    {"gogui-interrupt", PROTOCOL_IN_TURN, run_done, "", "says that # interrupt is understood"},
    {"flank-move_values", PROTOCOL_IN_TURN, gtp_run_move_values, "", "every move with its value, best first"},
    {"# interrupt", PROTOCOL_STOPS, protocol_run_nothing, "", "a comment that ends the search with the best so far"},
    {"", PROTOCOL_IN_TURN, run_empty_line, "", NULL},
    {NULL, PROTOCOL_IN_TURN, NULL, NULL, NULL},
};

const protocol protocol_gtp = {
    .name = "gtp",
    .title = "GTP 2, the Go Text Protocol",
    .commands = commands,
    .comment = '#',
    .counts_words = true,
    .state_size = sizeof(gtp_state),
    .find_command = find_command,
    .before = take_id,
    .refuse = refuse,
};
