/* SPDX-License-Identifier: MIT
 *
 * The set-up of an SGF game.
 *
 * AB and AW name all discs or pieces: the first of them begins with an empty board, as the standard has it for Go and
 * as programs for Othello write it; AE alone takes pieces from the initial position. Set-up may go on in several nodes
 * up to that of the first move. The first player is PL, else the side of the first move.
 *
 * Set-up alone is a position that is asked about, unless it is the usual start. SGF has no word for that, nor for
 * candidates of a position, which look like moves: our writer adds KIND[position] or KIND[game] where that is needed.
 */
#include "formats/sgf/sgf_header.h"

#include "core/bits.h"
#include "core/error.h"
#include "core/text_buffer.h"
#include "formats/other_rules.h"
#include "games/game_table.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Knowledge gathered while going through the nodes. */
typedef struct header_scan {
    sgf_header *header;
    flank_error *error;
    uint64_t pieces[2]; /* indexed by flank_color */
    bool cleared, touched;
    int first_color, to_move; /* flank_colors or -1 */
    long number;              /* of GM, 0 if there is none */
    sgf_token size;           /* an SZ other than 8, or nothing */
    sgf_token setup;          /* SU, or nothing */
    const char *move;         /* the first one */
    size_t move_length;
} header_scan;

static unsigned letter_index(char letter, char first)
{
    const unsigned index = (unsigned)((first == 'a' ? letter | 32 : letter) - first);
    return index < 8 ? index : 8;
}

unsigned sgf_read_point(const flank_game *game, const char *value, size_t length)
{
    if (length != 2 || letter_index(value[0], 'a') == 8)
        return FLANK_NO_SQUARE;
    unsigned row = letter_index(value[1], '1');
    if (row == 8 && flank_game_row_1_on_top(game))
        row = letter_index(value[1], 'a');
    return row == 8 ? FLANK_NO_SQUARE : 8 * row + letter_index(value[0], 'a');
}

int sgf_read_color(const char *value, size_t length)
{
    const char letter = length ? (char)(*value | 32) : 0;
    return letter == 'b' || letter == '1' ? FLANK_BLACK : letter == 'w' || letter == '2' ? FLANK_WHITE : -1;
}

/* The squares of a point list: "a1", or a rectangle "a1:c3". False if it is none. */
static bool read_points(const flank_game *game, const char *value, size_t length, uint64_t *set)
{
    const char *colon = memchr(value, ':', length);
    const size_t first_length = colon ? (size_t)(colon - value) : length;
    const unsigned first = sgf_read_point(game, value, first_length);
    const unsigned last = colon ? sgf_read_point(game, colon + 1, length - first_length - 1) : first;
    if (first == FLANK_NO_SQUARE || last == FLANK_NO_SQUARE)
        return false;
    for (unsigned square = 0; square < 64; square++) {
        const unsigned file = square % 8, row = square / 8;
        const bool in_files = (file >= first % 8 && file <= last % 8) || (file >= last % 8 && file <= first % 8);
        const bool in_rows = (row >= first / 8 && row <= last / 8) || (row >= last / 8 && row <= first / 8);
        *set |= in_files && in_rows ? bit(square) : 0;
    }
    return true;
}

static bool is_setup(const char *name)
{
    return strcmp(name, "AB") == 0 || strcmp(name, "AW") == 0 || strcmp(name, "AE") == 0;
}

static flank_status apply_setup(header_scan *scan, const sgf_token *token)
{
    const char *value;
    size_t at = 0, length;
    uint64_t set = 0;
    while (sgf_next_value(token, &at, &value, &length))
        if (length && !read_points(scan->header->game, value, length, &set))
            return error_say(scan->error, FLANK_BAD_RECORD, token->at, SAY(SGF_NO_SQUARE), say_text(token->name),
                             say_cut(value, (size_t)(length < 20 ? length : 20)));
    if (token->name[1] != 'E' && !scan->cleared) {
        scan->pieces[FLANK_BLACK] = scan->pieces[FLANK_WHITE] = 0;
        scan->cleared = true;
    }
    scan->touched = true;
    scan->pieces[FLANK_BLACK] &= ~set;
    scan->pieces[FLANK_WHITE] &= ~set;
    if (token->name[1] != 'E')
        scan->pieces[token->name[1] == 'B' ? FLANK_BLACK : FLANK_WHITE] |= set;
    return FLANK_OK;
}

/* The first game with a number in SGF whose moves are single squares (`places`), or go from one square to another. */
static const flank_game *game_of_kind(bool places)
{
    for (size_t i = 0; i < flank_game_count(); i++)
        if (flank_game_at(i)->sgf_number && flank_game_at(i)->moves_run_together == places)
            return flank_game_at(i);
    return NULL;
}

static const flank_game *game_of_number(long number)
{
    for (size_t i = 0; i < flank_game_count(); i++)
        if (number && flank_game_at(i)->sgf_number == number)
            return flank_game_at(i);
    return NULL;
}

/* True if a move goes from one square to another, as in Lines of Action. */
static bool has_two_squares(const char *move, size_t length)
{
    const flank_game *game = game_of_kind(false);
    const size_t second = length > 2 && (move[2] == '-' || move[2] == ':' || (move[2] | 32) == 'x') ? 3 : 2;
    return length >= second + 2 && sgf_read_point(game, move, 2) != FLANK_NO_SQUARE &&
           sgf_read_point(game, move + second, 2) != FLANK_NO_SQUARE;
}

static flank_status refuse_game(const header_scan *scan)
{
    text_buffer games = {NULL};
    for (size_t i = 0; i < flank_game_count(); i++)
        if (flank_game_at(i)->sgf_number)
            text_addf(&games, "%s%s (%d)", games.length ? ", " : "", flank_game_title(flank_game_at(i)),
                      flank_game_at(i)->sgf_number);
    const flank_status status =
        error_say(scan->error, FLANK_NOT_SUPPORTED, 0, SAY(SGF_OTHER_GAME), say_number(scan->number),
                  scan->number == 1 ? SAY(GO) : SAY(ANOTHER_GAME), say_text(games.bytes ? games.bytes : ""));
    text_free(&games);
    return status;
}

/* The game: GM, else what the caller asks for, else what the first move looks like. */
static flank_status choose_game(header_scan *scan, const flank_game *asked, bool named)
{
    const flank_game *found;
    if (named)
        found = game_of_number(scan->number);
    else if (asked)
        found = asked->sgf_number ? asked : game_of_kind(asked->moves_run_together);
    else
        found = game_of_kind(!has_two_squares(scan->move, scan->move_length));
    if (!found)
        return refuse_game(scan);
    scan->header->game = found;
    return FLANK_OK;
}

/* True if the values of a text property are not all empty. */
static bool is_written(const sgf_token *token)
{
    const char *value;
    size_t at = 0, length;
    text_buffer text = {NULL};
    while (sgf_next_value(token, &at, &value, &length))
        sgf_add_text(&text, value, length, false);
    const bool found = text.length > 0;
    text_free(&text);
    return found;
}

/* The properties that must be known before the set-up can be: GM, SZ, SU of the first node. */
static void take_root(header_scan *scan, const sgf_token *token, bool *named)
{
    const char *value;
    size_t at = 0, length;
    if (!sgf_next_value(token, &at, &value, &length))
        return;
    char *rows;
    if (strcmp(token->name, "SZ") == 0 &&
        (strtol(value, &rows, 10) != 8 || (*rows == ':' && strtol(rows + 1, NULL, 10) != 8)))
        scan->size = *token;
    if (strcmp(token->name, "SU") == 0)
        scan->setup = *token;
    if (strcmp(token->name, "GM") == 0) {
        *named = true;
        scan->number = strtol(value, NULL, 10);
    }
}

static void take_move(header_scan *scan, const sgf_token *token)
{
    size_t at = 0;
    if (scan->first_color < 0 && sgf_next_value(token, &at, &scan->move, &scan->move_length))
        scan->first_color = token->name[0] == 'B' ? FLANK_BLACK : FLANK_WHITE;
}

static bool is_move(const sgf_token *token)
{
    return token->kind == SGF_PROPERTY && (strcmp(token->name, "B") == 0 || strcmp(token->name, "W") == 0);
}

/* True if the node whose ';' was just read is about the start of the game: the first one, or one without a move as long
 * as there was none. */
static bool is_of_root(sgf_cursor cursor, int nodes)
{
    sgf_token token;
    if (nodes == 1)
        return true;
    for (sgf_next(&cursor, &token); token.kind == SGF_PROPERTY; sgf_next(&cursor, &token))
        if (is_move(&token))
            return false;
    return true;
}

/* Go up to the end of the node of the first move, and find out what the game is. */
static flank_status find_game(header_scan *scan, sgf_cursor cursor, const flank_game *asked)
{
    sgf_token token;
    int nodes = 0;
    bool named = false, of_root = false;
    for (sgf_next(&cursor, &token); token.kind != SGF_END; sgf_next(&cursor, &token)) {
        nodes += token.kind == SGF_NODE;
        if (token.kind == SGF_NODE)
            of_root = is_of_root(cursor, nodes);
        if (token.kind != SGF_PROPERTY && token.kind != SGF_WRONG && scan->first_color >= 0)
            break;
        scan->header->setup_end = cursor.at;
        if (token.kind == SGF_PROPERTY && nodes == 1)
            take_root(scan, &token, &named);
        if (token.kind == SGF_PROPERTY && of_root && strcmp(token.name, "C") == 0)
            scan->header->has_comment = scan->header->has_comment || is_written(&token);
        if (is_move(&token))
            take_move(scan, &token);
    }
    scan->header->has_moves = scan->first_color >= 0;
    const flank_status status = choose_game(scan, asked, named);
    if (status || !scan->size.length)
        return status;
    return error_say(scan->error, FLANK_NOT_SUPPORTED, scan->size.at, SAY(SGF_BOARD_SIZE),
                     say_cut(scan->size.values, (size_t)(scan->size.length < 10 ? scan->size.length : 10)));
}

/* The value of a property that has one alone, which fits into `size` bytes; else false. */
static bool copy_value(const sgf_token *token, char *text, size_t size)
{
    const char *value;
    size_t at = 0, length;
    if (!sgf_next_value(token, &at, &value, &length) || at != token->length || !length || length >= size)
        return false;
    memcpy(text, value, length);
    text[length] = '\0';
    return true;
}

/* Words of other programs about the rules. */
static flank_status take_words(header_scan *scan, const char *text)
{
    sgf_header *header = scan->header;
    told_rules told = {.rules = header->rules, .note = header->note};
    const flank_status status = other_rules_take(header->game, text, &told, scan->error);
    header->rules = told.rules;
    header->note = told.note;
    return status;
}

/* The first RU: rules of ours, or a kind of Othello that others name. */
static flank_status take_rules(header_scan *scan, const sgf_token *token)
{
    char text[FLANK_RULES_TEXT_SIZE];
    sgf_header *header = scan->header;
    if (header->rules_at || !copy_value(token, text, sizeof text))
        return FLANK_OK;
    const bool is_ours = flank_rules_parse(header->game, text, &header->rules, NULL) == FLANK_OK;
    const flank_status status = is_ours ? FLANK_OK : take_words(scan, text);
    if (is_ours || flank_rules_stand_apart(header->game, &header->rules)) /* else it stays a tag */
        header->rules_at = token->at;
    return status;
}

/* Any other property that says something of the rules. It stays a tag. In the node of the first move titles and
 * comments are about that, unless they are nothing but a kind. */
static flank_status take_fact(header_scan *scan, const sgf_token *token, bool of_root)
{
    char text[FLANK_RULES_TEXT_SIZE];
    sgf_header *header = scan->header;
    const other_fact fact = other_rules_fact(token->name);
    told_rules told = {.rules = header->rules, .note = header->note, .ours = header->rules_at};
    if (!fact || !copy_value(token, text, sizeof text))
        return FLANK_OK;
    if (!of_root && (fact == FACT_TITLE || fact == FACT_NAME) && !other_rules_is_title(text, strlen(text)))
        return FLANK_OK;
    const flank_status status = other_rules_take_named(header->game, token->name, text, &told, scan->error);
    header->rules = told.rules;
    header->note = told.note;
    return status;
}

static flank_status take_setup(header_scan *scan, const sgf_token *token, bool of_root)
{
    const char *value;
    size_t at = 0, length;
    if (token->kind != SGF_PROPERTY)
        return FLANK_OK;
    if (is_setup(token->name))
        return apply_setup(scan, token);
    if (strcmp(token->name, "PL") == 0 && sgf_next_value(token, &at, &value, &length) &&
        sgf_read_color(value, length) >= 0)
        scan->to_move = sgf_read_color(value, length);
    return take_fact(scan, token, of_root);
}

static bool is_text(const char *value, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(value, text, length) == 0;
}

/* The first KIND of ours. */
static void take_kind(header_scan *scan, const sgf_token *token)
{
    const char *value;
    size_t at = 0, length;
    if (scan->header->kind_at || !sgf_next_value(token, &at, &value, &length) || at != token->length)
        return;
    const bool position = is_text(value, length, "position");
    if (!position && !is_text(value, length, "game"))
        return;
    scan->header->kind = position ? FLANK_SHEET_POSITION : FLANK_SHEET_GAME;
    scan->header->kind_at = token->at;
}

/* If a game has names for set-ups, only the usual one needs no AB and AW. */
static flank_status check_setup(const header_scan *scan)
{
    const char *const *usual = scan->header->game->sgf_setups;
    const char *value;
    size_t at = 0, length = 0;
    if (scan->touched || !usual || !sgf_next_value(&scan->setup, &at, &value, &length))
        return FLANK_OK;
    for (size_t i = 0; usual[i]; i++)
        if (length == strlen(usual[i]) && strncasecmp(value, usual[i], length) == 0)
            return FLANK_OK;
    return error_say(scan->error, FLANK_NOT_SUPPORTED, scan->setup.at, SAY(SGF_SETUP_NAME),
                     say_cut(value, (size_t)(length < 20 ? length : 20)));
}

/* Take all properties, either the rules, which go before titles wherever they stand, or all others. */
static flank_status take_setups(header_scan *scan, sgf_cursor cursor, bool rules)
{
    flank_status status = FLANK_OK;
    sgf_token token;
    int nodes = 0;
    bool of_root = false;
    for (sgf_next(&cursor, &token); status == FLANK_OK && token.kind != SGF_END; sgf_next(&cursor, &token)) {
        nodes += token.kind == SGF_NODE;
        if (token.kind == SGF_NODE)
            of_root = is_of_root(cursor, nodes);
        const bool is_rules = token.kind == SGF_PROPERTY && strcmp(token.name, "RU") == 0;
        if (is_rules && rules)
            status = take_rules(scan, &token);
        else if (!is_rules && !rules)
            status = take_setup(scan, &token, of_root);
        if (!rules && of_root && token.kind == SGF_PROPERTY && strcmp(token.name, "KIND") == 0)
            take_kind(scan, &token);
    }
    return status;
}

flank_status sgf_read_header(const char *text, size_t length, const flank_game *asked, sgf_header *header,
                             flank_error *error)
{
    *header = (sgf_header){NULL};
    header_scan scan = {.header = header, .error = error, .first_color = -1, .to_move = -1};
    flank_status status = find_game(&scan, (sgf_cursor){text, length, 0}, asked);
    if (status)
        return status;
    const flank_position usual = flank_game_start(header->game);
    scan.pieces[usual.color] = usual.own;
    scan.pieces[!usual.color] = usual.other;
    const sgf_cursor setup = {text, header->setup_end, 0};
    status = take_setups(&scan, setup, true);
    status = status ? status : take_setups(&scan, setup, false);
    status = status ? status : check_setup(&scan);
    const int color = scan.to_move >= 0 ? scan.to_move : scan.first_color >= 0 ? scan.first_color : usual.color;
    header->has_setup = scan.touched;
    header->start = (flank_position){.own = scan.pieces[color], .other = scan.pieces[!color], .color = (uint8_t)color};
    if (!header->kind_at && header->has_setup && !header->has_moves && !flank_position_equal(header->start, usual))
        header->kind = FLANK_SHEET_POSITION;
    return status;
}
