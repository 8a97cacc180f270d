/* SPDX-License-Identifier: MIT
 *
 * GGF read, and its entry in the table of formats.
 *
 * A game is first taken apart into tags, which also finds its end whatever is in it, and then understood. Games written
 * by the programs of three decades differ in nearly everything but the brackets, so that much is allowed: blanks and
 * line ends between tags and in boards, any case of squares, empty values, passes left out, a pass behind the end of
 * the game. Facts that the sheet has no words for are kept as tags "ggf.XX", and are written again by ggf_writer.c.
 */
#include "formats/ggf/ggf.h"

#include "core/blanks.h"
#include "core/disc_text.h"
#include "core/error.h"
#include "formats/decimal.h"
#include "formats/ggf/ggf_text.h"
#include "formats/moves_line.h"
#include "formats/movetext.h"
#include "formats/other_rules.h"
#include "games/othello/othello.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { GAME_BYTES_MAX = 1 << 20, TAGS_MAX = 2000 };

/* ---- Taking apart ---- */

/* One NAME[value]. */
typedef struct ggf_token {
    char name[4];
    size_t value, length;  /* in reader->text, with a NUL behind it */
    uint64_t offset, line; /* of the value, from the start of the file */
} ggf_token;

typedef struct ggf_state {
    ggf_token tokens[TAGS_MAX]; /* of one game */
    size_t count;
    int match_size;      /* the number before the game, 0 if there was none */
    int match_index;     /* the number of this game in that match, from 1 */
    uint64_t match_line; /* the line at which the last game of the match ended */
} ggf_state;

/* The fault found while taking apart; the first thing is told. */
typedef struct ggf_fault {
    flank_status status;
    uint64_t offset, line;
    flank_error_code code;
    int64_t lines; /* below it that are nothing either */
} ggf_fault;

static void fault_at(ggf_fault *fault, const flank_reader *reader, flank_error_code code)
{
    if (!fault->status)
        *fault = (ggf_fault){FLANK_BAD_RECORD, reader->source.offset, reader->source.line, code, 0};
}

static bool is_game_start(byte_source *source, size_t ahead)
{
    return source_peek_at(source, ahead) == '(' && source_peek_at(source, ahead + 1) == ';';
}

/* True if a new game begins on the line behind the next byte, a line end: then a value lacks its bracket. */
static bool next_line_is_game(byte_source *source)
{
    size_t ahead = 1;
    while (ahead < 8 && (isdigit(source_peek_at(source, ahead)) || source_peek_at(source, ahead) == ' '))
        ahead++;
    return source_peek(source) == '\n' && is_game_start(source, ahead);
}

/* Read the bytes of a value up to its bracket; line ends and the like are blanks. */
static void read_bytes(flank_reader *reader, ggf_fault *fault)
{
    byte_source *source = &reader->source;
    for (const size_t start = reader->text.length;;) {
        const int byte = source_peek(source);
        if (byte == SOURCE_END || (byte == '\n' && next_line_is_game(source))) {
            fault_at(fault, reader, FLANK_ERROR_GGF_TAG_NOT_CLOSED);
            return;
        }
        if (byte == '\0')
            fault_at(fault, reader, FLANK_ERROR_NUL_BYTE);
        if (byte == '[')
            fault_at(fault, reader, FLANK_ERROR_GGF_BRACKET_IN_TAG);
        source_next(source);
        if (byte == ']')
            return;
        const char letter = byte < ' ' ? ' ' : (char)byte;
        if (reader->text.length == GAME_BYTES_MAX)
            fault_at(fault, reader, FLANK_ERROR_GGF_TOO_LONG);
        else if (letter != ' ' || (byte != '\r' && reader->text.length > start))
            text_add_bytes(&reader->text, &letter, 1);
    }
}

static void read_value(flank_reader *reader, ggf_token *token, ggf_fault *fault)
{
    while (source_peek(&reader->source) == ' ')
        source_next(&reader->source);
    token->value = reader->text.length;
    token->offset = reader->source.offset;
    token->line = reader->source.line;
    read_bytes(reader, fault);
    size_t end = reader->text.length;
    while (end > token->value && isspace((unsigned char)reader->text.bytes[end - 1]))
        end--;
    token->length = end - token->value;
    if (end < reader->text.length)
        reader->text.bytes[end] = '\0';
    else
        text_add_bytes(&reader->text, "", 1);
}

/* Of ASCII, whatever the locale. */
static bool is_letter(int byte) { return byte >= 0 && byte < 0x80 && isalpha(byte); }

/* Read the name of a tag, which begins at the source, up to its bracket. */
static bool read_name(flank_reader *reader, ggf_token *token, ggf_fault *fault)
{
    byte_source *source = &reader->source;
    size_t length = 0;
    while (is_letter(source_peek(source)) && length < sizeof token->name - 1)
        token->name[length++] = (char)toupper(source_next(source));
    token->name[length] = '\0';
    source_skip_blanks(source);
    if (length && source_peek(source) == '[') {
        source_next(source);
        return true;
    }
    fault_at(fault, reader, FLANK_ERROR_GGF_EXPECTED_TAG);
    if (!length && !is_game_start(source, 0))
        source_next(source);
    return false;
}

/* Read the tags of a game, whose "(;" has been read, and its end. */
static void read_tokens(flank_reader *reader, ggf_fault *fault)
{
    byte_source *source = &reader->source;
    ggf_state *state = reader->state;
    state->count = 0;
    text_clear(&reader->text);
    for (;;) {
        source_skip_blanks(source);
        const int byte = source_peek(source);
        if (byte == SOURCE_END || is_game_start(source, 0)) {
            fault_at(fault, reader, FLANK_ERROR_GGF_CUT_OFF);
            fault->line = reader->game_line;
            return;
        }
        if (byte == ';' || byte == ')') {
            source_next(source);
            if (byte == ')')
                return;
            continue;
        }
        ggf_token spare, *token = state->count < TAGS_MAX ? &state->tokens[state->count] : &spare;
        if (!read_name(reader, token, fault))
            continue;
        read_value(reader, token, fault);
        if (state->count == TAGS_MAX)
            fault_at(fault, reader, FLANK_ERROR_GGF_TOO_MANY_TAGS);
        else
            state->count++;
    }
}

/* ---- Understanding ---- */

typedef struct ggf_game {
    const ggf_state *state;
    char *text; /* that the values of the tokens are in */
    flank_sheet *sheet;
    const flank_node *end; /* of the moves so far */
    const ggf_token *at;   /* the token under way, for messages */
} ggf_game;

static char *value_of(const ggf_game *run, const ggf_token *token) { return run->text + token->value; }

static const ggf_token *find(const ggf_state *state, const char *name)
{
    for (size_t i = 0; i < state->count; i++)
        if (strcmp(state->tokens[i].name, name) == 0)
            return &state->tokens[i];
    return NULL;
}

static bool is_move(const ggf_token *token)
{
    return (token->name[0] == 'B' || token->name[0] == 'W') && token->name[1] == '\0';
}

/* The game: a file without GM is of the game that was asked for. */
static flank_status find_game(ggf_game *run, const flank_game *otherwise, const flank_game **game, flank_error *error)
{
    const ggf_token *token = find(run->state, "GM");
    *game = otherwise;
    if (!token)
        return FLANK_OK;
    run->at = token;
    for (size_t i = 0; i < flank_game_count(); i++)
        if (ggf_holds(flank_game_at(i)) && strcasecmp(value_of(run, token), flank_game_name(flank_game_at(i))) == 0) {
            *game = flank_game_at(i);
            return FLANK_OK;
        }
    char shown[DISC_TEXT_SHOW_SIZE];
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(GGF_NOT_OTHELLO),
                     say_text(disc_text_show(value_of(run, token), shown)));
}

/* The name of a tag, that of komi for a number of one side; a move as in KB[F5/3.00] is none. */
static const char *komi_name(const char *name, const char *value)
{
    const bool is_of_side = strcmp(name, "KB") == 0 || strcmp(name, "KW") == 0;
    return is_of_side && !value[strspn(value, "+-.0123456789")] ? "KM" : name;
}

/* Take the rule that a type of GGS names, "8a": anti-Othello. Refuse those that are other games than the board shows:
 * "8k" komi, "10" a larger board, "8x" nobody knows what; "6" is board=6. The rest of a type is the start, "r20", and
 * that two games are played at once, "s8": each is a game by itself. Other programs may have words there. */
static flank_status read_type(ggf_game *run, const flank_game *game, const ggf_token *token, told_rules *told,
                              flank_error *error)
{
    flank_rules *rules = &told->rules;
    const char *text = value_of(run, token);
    const ggf_type type = ggf_read_type(text);
    char shown[DISC_TEXT_SHOW_SIZE];
    run->at = token;
    const bool small = strcmp(type.size, "6") == 0 && flank_rules_parse(game, GGF_SMALL_RULES, rules, NULL) == FLANK_OK;
    if (type.size[0] && strcmp(type.size, "8") != 0 && !small)
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(GGF_BOARD_SIZE), say_text(type.size));
    if (type.komi || type.unknown || (type.anti && flank_rules_parse(game, GGF_ANTI_RULES, rules, NULL)))
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(GGF_TYPE), say_text(disc_text_show(text, shown)),
                         type.unknown ? SAY(UNKNOWN_TYPE)
                         : type.komi  ? SAY(KOMI_OTHELLO)
                                      : SAY(ANTI_OTHELLO));
    told->ours = told->ours || type.size[0];
    return type.size[0] ? FLANK_OK : other_rules_take(game, text, told, error);
}

/* The 36 letters of a small board at `*at`, as the 64 of a whole one with empty squares round them; `places` are those
 * of the letters in the text. */
static void widen_board(const char *text, size_t *at, char board[65], size_t places[65])
{
    memset(board, '-', 64);
    memset(places, 0, 65 * sizeof *places);
    board[64] = '\0';
    for (int i = 0; i < GGF_SMALL_SIDE * GGF_SMALL_SIDE; i++) {
        const int square = 8 * (i / GGF_SMALL_SIDE) + i % GGF_SMALL_SIDE + GGF_SMALL_SHIFT;
        *at = disc_text_skip_blanks(text, *at);
        places[square] = *at;
        board[square] = text[*at] ? text[(*at)++] : '?';
    }
}

/* "8 ---…O*… *"; "6 …" if the rules are those of a small board, which they become where nothing said so before. */
static flank_status read_board(const char *text, const flank_game *game, bool typed, flank_rules *rules,
                               flank_position *position, flank_error *error)
{
    static const disc_letters letters = {.color = {"*XxBb", "OoWw0"}, .empty = "-._"};
    const size_t size_length = disc_text_word_length(text);
    size_t at = size_length;
    uint64_t discs[2];
    flank_color side;
    if (!typed && size_length == 1 && *text == '6')
        flank_rules_parse(game, GGF_SMALL_RULES, rules, NULL);
    const bool small = game_board(game, rules) != ~UINT64_C(0);
    if (size_length != 1 || *text != (small ? '6' : '8')) {
        char shown[DISC_TEXT_SHOW_SIZE], word[8];
        snprintf(word, sizeof word, "%.*s", (int)(size_length < 7 ? size_length : 7), text);
        return error_say(error, FLANK_NOT_SUPPORTED, 0,
                         strcmp(word, "8") == 0 || strcmp(word, "6") == 0 ? SAY(GGF_TWO_SIZES) : SAY(GGF_BOARD_SIZE),
                         say_text(size_length ? disc_text_show(word, shown) : "unknown"));
    }
    char wide[65];
    size_t wide_at = 0, places[65];
    if (small)
        widen_board(text, &at, wide, places);
    flank_status status = disc_text_read_board(small ? wide : text, small ? &wide_at : &at, &letters, discs, error);
    if (status && small && error)
        error->offset = places[error->offset < 64 ? error->offset : 64];
    status = status ? status : disc_text_read_side(text, &at, &letters, &side, error);
    if (status)
        return status;
    at = disc_text_skip_blanks(text, at);
    if (text[at])
        return error_say(error, FLANK_BAD_POSITION, at, SAY(BEHIND_SIDE));
    *position = (flank_position){.own = discs[side], .other = discs[!side], .color = (uint8_t)side};
    return FLANK_OK;
}

/* Bring the side to move to `color` by the pass that a file left out. */
static flank_status pass_to(ggf_game *run, flank_color color, const char *text, flank_error *error)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_game *game = flank_sheet_game(run->sheet);
    if (run->end->position.color == color)
        return FLANK_OK;
    const size_t count = flank_game_moves(game, flank_sheet_rules(run->sheet), &run->end->position, moves);
    if (count == 1 && flank_move_is_pass(moves[0]))
        return flank_sheet_add(run->sheet, run->end, moves[0], &run->end);
    return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GGF_WRONG_TURN), say_cut(text, 16),
                     say_name(flank_game_color_name(game, color)), say_name(flank_game_color_name(game, !color)));
}

/* The rest behind the move: the value, the time; `text` is cut into pieces. */
static flank_status read_notes(ggf_game *run, char *text)
{
    char *time = strchr(text, '/');
    int64_t number;
    bool exact = true;
    flank_status status = FLANK_OK;
    if (time) {
        *time = '\0';
        time = blanks_trim(time + 1);
    }
    text = blanks_trim(text);
    if (*text) {
        const bool is_number =
            decimal_read(text, strlen(text), 2, &number, &exact) && number <= INT_MAX && number >= INT_MIN;
        if (is_number)
            flank_sheet_set_value(run->sheet, run->end, (int)number);
        if (!is_number || !exact)
            status = flank_sheet_set_tag(run->sheet, run->end, "ggf.eval", text);
    }
    if (time && *time && !status) {
        const bool is_time = ggf_read_time(time, &number, &exact);
        if (is_time)
            flank_sheet_set_time(run->sheet, run->end, number);
        if (!is_time || !exact)
            status = flank_sheet_set_tag(run->sheet, run->end, "ggf.time", time);
    }
    return status;
}

/* A square of a small board as it is named here. */
static flank_status shift_square(char *text, flank_error *error)
{
    text = blanks_trim(text);
    if (disc_text_is_pass(text))
        return FLANK_OK;
    const char file = (char)tolower((unsigned char)text[0]);
    if (file < 'a' || file > 'f' || text[1] < '1' || text[1] > '6' || text[2])
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(GGF_NOT_A_SQUARE), say_cut(text, 8), say_number(GGF_SMALL_SIDE));
    text[0]++;
    text[1]++;
    return FLANK_OK;
}

/* Name the square of a message about a move as a small board has it. */
static void shift_back(flank_error *fault)
{
    char *square = fault->words;
    const bool one_text = fault->argument_count == 1 && fault->arguments[0].kind == FLANK_ARGUMENT_TEXT;
    if (one_text && square[0] >= 'b' && square[0] <= 'g' && square[1] >= '2' && square[1] <= '7' && !square[2]) {
        square[0]--;
        square[1]--;
    }
}

static flank_status read_move(ggf_game *run, const ggf_token *token, flank_error *error)
{
    char *text = value_of(run, token), *notes = strchr(text, '/');
    run->at = token;
    if (notes)
        *notes++ = '\0';
    const flank_game *game = flank_sheet_game(run->sheet);
    const flank_outcome outcome = flank_game_outcome(game, flank_sheet_rules(run->sheet), &run->end->position);
    if (outcome.over && disc_text_is_pass(text))
        return FLANK_OK;
    flank_status status = FLANK_OK;
    if (!outcome.over)
        status = pass_to(run, token->name[0] == 'B' ? FLANK_BLACK : FLANK_WHITE, text, error);
    const bool small = game_board(game, flank_sheet_rules(run->sheet)) != ~UINT64_C(0);
    if (!status && small)
        status = shift_square(text, error);
    if (status)
        return status;
    status = flank_sheet_add_text(run->sheet, run->end, text, &run->end, error);
    if (status && small && error)
        shift_back(error);
    return status || !notes ? status : read_notes(run, notes);
}

/* Keep a tag that the sheet has no name for; a second one of a name gets a number. */
static flank_status keep_tag(ggf_game *run, const char *tag, const char *value)
{
    char name[32];
    int same = 0;
    const size_t length = (size_t)snprintf(name, sizeof name, "ggf.%s", tag);
    for (const flank_tag *at = flank_sheet_root(run->sheet)->tags; at; at = at->next)
        same += strncmp(at->name, name, length) == 0 && (at->name[length] == '\0' || at->name[length] == '.');
    if (same)
        snprintf(name + length, sizeof name - length, ".%d", same + 1);
    return flank_sheet_set_tag(run->sheet, flank_sheet_root(run->sheet), name, value);
}

static flank_status read_result(ggf_game *run, const char *value)
{
    bool complete;
    stated_result stated = {.result = ggf_read_result(value, &complete)};
    if (flank_rules_stand_apart(flank_sheet_game(run->sheet), flank_sheet_rules(run->sheet)))
        stated.side = SIDE_BY_CUSTOM; /* the fewest discs may win, or count */
    sheet_state_result(run->sheet, &stated);
    if (!stated.result.known && strncmp(value, "-127", 4) != 0 && !moves_line_score(run->sheet, value, strlen(value))) {
        const flank_status status = movetext_note_unread_result(run->sheet, "RE", value, NULL);
        if (status)
            return status;
    }
    return complete || strcmp(value, "?") == 0 ? FLANK_OK : keep_tag(run, "RE", value);
}

static flank_status read_date(ggf_game *run, const char *value)
{
    char date[GGF_TEXT_SIZE];
    bool complete = false;
    flank_status status = FLANK_OK;
    if (ggf_read_date(value, date, &complete))
        status = flank_sheet_set_tag(run->sheet, flank_sheet_root(run->sheet), "Date", date);
    return status || complete ? status : keep_tag(run, "DT", value);
}

static flank_status read_clock(ggf_game *run, const char *value)
{
    const flank_status status = flank_sheet_set_tag(run->sheet, flank_sheet_root(run->sheet), "TimeControl", value);
    return status || ggf_is_clock(value) ? status : keep_tag(run, "TI", value);
}

/* True if no tag of that name before it says anything. */
static bool is_first(const ggf_state *state, const ggf_token *token)
{
    for (const ggf_token *before = state->tokens; before < token; before++)
        if (before->length && strcmp(before->name, token->name) == 0)
            return false;
    return true;
}

static flank_status read_tag(ggf_game *run, const ggf_token *token)
{
    const char *name = token->name, *value = value_of(run, token);
    if (!token->length || strcmp(name, "GM") == 0 || strcmp(name, "BO") == 0)
        return FLANK_OK;
    const bool first = is_first(run->state, token);
    for (size_t i = 0; first && ggf_tags[i].ggf; i++)
        if (strcmp(ggf_tags[i].ggf, name) == 0)
            return flank_sheet_set_tag(run->sheet, flank_sheet_root(run->sheet), ggf_tags[i].sheet, value);
    if (strcmp(name, "RE") == 0)
        return first ? read_result(run, value) : FLANK_OK;
    if (strcmp(name, "DT") == 0)
        return first ? read_date(run, value) : FLANK_OK;
    if (strcmp(name, "TI") == 0)
        return first ? read_clock(run, value) : FLANK_OK;
    if (strcmp(name, "TY") == 0 &&
        (strcmp(value, "8") == 0 || strcmp(value, "8a") == 0 || strcmp(value, "6") == 0 || strcmp(value, "6a") == 0))
        return FLANK_OK; /* the rules say it */
    return keep_tag(run, name, value);
}

/* The number of the game in "2 (;…;)(;…;)", so that it is written like that again. */
static flank_status keep_match(ggf_game *run)
{
    const ggf_state *state = run->state;
    char place[GGF_TEXT_SIZE];
    if (state->match_index > state->match_size)
        return FLANK_OK;
    snprintf(place, sizeof place, "%d/%d", state->match_index, state->match_size);
    return flank_sheet_set_tag(run->sheet, flank_sheet_root(run->sheet), "ggf.match", place);
}

/* Nobody has played: only a board is shown. */
static flank_sheet_kind kind_of(const ggf_state *state, bool starts_usually)
{
    static const char *const of_games[] = {"B", "W", "PB", "PW"};
    for (size_t i = 0; i < sizeof of_games / sizeof *of_games; i++)
        if (find(state, of_games[i]))
            return FLANK_SHEET_GAME;
    return starts_usually ? FLANK_SHEET_GAME : FLANK_SHEET_POSITION;
}

/* Refuse a game with two boards. */
static flank_status check_boards(ggf_game *run, const ggf_token *board, flank_error *error)
{
    for (size_t i = 0; i < run->state->count; i++) {
        const ggf_token *other = &run->state->tokens[i];
        if (strcmp(other->name, "BO") == 0 && strcmp(value_of(run, other), value_of(run, board)) != 0) {
            run->at = other;
            return error_say(error, FLANK_BAD_RECORD, 0, SAY(GGF_TWO_BOARDS));
        }
    }
    return FLANK_OK;
}

static flank_status understand(ggf_game *run, const flank_game *otherwise, flank_error *error)
{
    const ggf_state *state = run->state;
    const flank_game *game;
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    flank_position start;
    flank_status status = find_game(run, otherwise, &game, error);
    if (status)
        return status;
    for (size_t i = 0; i < run->state->count && !status; i++) {
        const ggf_token *token = &run->state->tokens[i];
        if (strcmp(token->name, "TY") == 0)
            status = read_type(run, game, token, &told, error);
        else
            status = other_rules_take_named(game, komi_name(token->name, value_of(run, token)), value_of(run, token),
                                            &told, error);
        run->at = status ? token : run->at;
    }
    if (status)
        return status;
    const ggf_token *board = find(state, "BO");
    status = check_boards(run, board, error);
    if (status)
        return status;
    start = flank_game_start(game);
    run->at = board;
    status = board ? read_board(value_of(run, board), game, find(state, "TY"), &told.rules, &start, error) : FLANK_OK;
    if (status)
        return status;
    const bool starts_usually = flank_position_equal(start, flank_game_start(game));
    run->sheet = flank_sheet_create(game, &told.rules, &start, kind_of(state, starts_usually));
    if (!run->sheet || sheet_add_note(run->sheet, SHEET_NOTE, &told.note))
        return FLANK_NO_MEMORY;
    run->end = flank_sheet_root(run->sheet);
    status = keep_match(run);
    for (size_t i = 0; i < state->count && !status; i++)
        status =
            is_move(&state->tokens[i]) ? read_move(run, &state->tokens[i], error) : read_tag(run, &state->tokens[i]);
    return status;
}

/* ---- The games of a file ---- */

/* Digits as a number, 0 if they are too many. */
static int read_count(byte_source *source)
{
    int number = 0;
    while (isdigit(source_peek(source))) {
        const int digit = source_next(source) - '0';
        number = number < 100000 ? 10 * number + digit : 0;
    }
    return number;
}

/* Go to the next "(;", and over the count that may stand before it; false if there is something else. */
static bool find_start(flank_reader *reader, int *number, ggf_fault *fault)
{
    byte_source *source = &reader->source;
    *number = 0;
    for (;;) {
        source_skip_blanks(source);
        reader_begin(reader);
        if (source_peek(source) == SOURCE_END)
            return false;
        if (is_game_start(source, 0))
            return true;
        if (!isdigit(source_peek(source)))
            break;
        *number = read_count(source);
    }
    fault_at(fault, reader, FLANK_ERROR_GGF_EXPECTED_GAME);
    for (;; fault->lines++) {
        for (int byte = source_next(source); byte != '\n' && byte != SOURCE_END && !is_game_start(source, 0);)
            byte = source_next(source);
        source_skip_blanks(source);
        const int next = source_peek(source);
        if (next == SOURCE_END || isdigit(next) || is_game_start(source, 0))
            return false;
    }
}

/* Read the tags of the next game; false at the end of the file. */
static bool next_game(flank_reader *reader, ggf_fault *fault)
{
    byte_source *source = &reader->source;
    ggf_state *state = reader->state;
    int number;
    if (!find_start(reader, &number, fault))
        return fault->status != FLANK_OK;
    if (number > 0) {
        state->match_size = number;
        state->match_index = 0;
    } else if (source->line != state->match_line) {
        state->match_size = 0;
    }
    state->match_index++;
    source_next(source);
    source_next(source);
    read_tokens(reader, fault);
    state->match_line = source->line;
    return true;
}

static flank_status refuse(flank_reader *reader, const ggf_game *run, flank_status status, const flank_error *inner,
                           flank_error *error)
{
    if (status == FLANK_NO_MEMORY)
        return reader_say(reader, error, status, reader->game_offset, say_status(status));
    const uint64_t offset = run->at->offset + inner->offset;
    if (is_move(run->at))
        reader_say(reader, error, status, offset, SAY(AT_MOVE), say_number(run->end->ply + 1), say_error(inner));
    else
        reader_say(reader, error, status, offset, say_error(inner));
    reader->error_line = run->at->line;
    return status;
}

static flank_status ggf_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    ggf_fault fault = {.status = FLANK_OK};
    if (!next_game(reader, &fault))
        return FLANK_NOT_FOUND;
    if (fault.status) {
        flank_error inner;
        error_say(&inner, fault.status, 0, say_code(fault.code));
        if (fault.lines)
            reader_say(reader, error, fault.status, fault.offset, SAY(LINES_BELOW), say_error(&inner),
                       say_number(fault.lines));
        else
            reader_say(reader, error, fault.status, fault.offset, say_error(&inner));
        reader->error_line = fault.line;
        return fault.status;
    }
    flank_error inner = {0};
    ggf_game run = {.state = reader->state, .text = reader->text.bytes};
    const flank_status status =
        reader->text.failed ? FLANK_NO_MEMORY : understand(&run, reader_game(reader, &othello_game), &inner);
    if (status) {
        refuse(reader, &run, status, &inner, error);
        flank_sheet_destroy(run.sheet);
        return status;
    }
    *sheet = run.sheet;
    return FLANK_OK;
}

/* "(;" at the start, perhaps behind a count, and a game or a board of GGF; SGF looks the same but for these, and has
 * numbers for games. A game of another name is read to be refused by it. */
static int ggf_detect(const char *bytes, size_t size, bool whole)
{
    size_t at = 0;
    (void)whole;
    while (at < size && (isspace((unsigned char)bytes[at]) || isdigit((unsigned char)bytes[at])))
        at++;
    if (size - at < 2 || memcmp(bytes + at, "(;", 2) != 0)
        return 0;
    for (; at + 5 <= size; at++) {
        if (strncasecmp(bytes + at, "BO[8", 4) == 0 || strncasecmp(bytes + at, "GM[Ot", 5) == 0 ||
            strncasecmp(bytes + at, "GM[To", 5) == 0)
            return 95;
        if (strncasecmp(bytes + at, "GM[", 3) == 0)
            return isalpha((unsigned char)bytes[at + 3]) ? 60 : 0;
    }
    return 0;
}

const flank_format format_ggf = {
    .name = "ggf",
    .title = "Generic Game Format: GGS, NBoard",
    .extensions = "ggf",
    .holds = ggf_holds,
    .detect = ggf_detect,
    .read = ggf_read,
    .read_state_bytes = sizeof(ggf_state),
    .write = ggf_write,
    .write_state_bytes = sizeof(ggf_line),
    .write_end = ggf_write_end,
};
