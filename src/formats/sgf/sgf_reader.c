/* SPDX-License-Identifier: MIT
 *
 * Reading SGF: Othello (GM[2]) and Lines of Action (GM[9]), FF[1] to FF[4].
 *
 * A game is collected first, by brackets alone, so that a damaged one ends where it ends; then its header is read, then
 * its nodes. Nodes without a move are joined to the move before. Within a node the moves are made first, in their
 * order, so that it does not matter where its other properties stand, nor that some programs (Edax) put the first move
 * into the root. Content that has no place in a sheet is kept as it stands, as a tag "sgf.NAME" with the text
 * "[value][value]", and written again.
 *
 * SGF has no property for the time that a move took: it is the difference of two times left (BL, WL), where no overtime
 * (OT) makes that wrong, or the property ET, which our writer adds.
 */
#include "core/charset.h"
#include "core/error.h"
#include "games/game_table.h"
#include "formats/decimal.h"
#include "formats/moves_line.h"
#include "formats/movetext.h"
#include "formats/note_join.h"
#include "formats/sgf/sgf.h"
#include "formats/sgf/sgf_header.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { VALUE_MAX = 10000000, TAG_SIZE = SGF_NAME_SIZE + 4 };

typedef struct sgf_game {
    flank_reader *reader;
    sgf_header header;
    flank_sheet *sheet;
    const flank_node *node;
    const flank_node **stack;
    size_t depth, room;
    note_budget budget;
    bool in_root;               /* the first node */
    const flank_node *main_end; /* the end of the main line so far */
    const flank_node *word_at;  /* the last node with a word about the end, or NULL */
    size_t word_depth;          /* of brackets there; 0: that branch has been left */
    bool has_result;            /* an RE was there */
    flank_sheet_result result;
    sgf_token clock_words; /* the OT that is the time control as long as no TM came */
    text_buffer text;      /* a value */
    flank_error *error;
} sgf_game;

static flank_status no_memory(sgf_game *game) { return error_say(game->error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)); }

/* ---- Notes ---- */

static flank_status set_tag(sgf_game *game, const flank_node *node, const char *name, const char *value)
{
    return flank_sheet_set_tag(game->sheet, node, name, value) ? no_memory(game) : FLANK_OK;
}

/* Keep a property as it stands. */
static flank_status keep(sgf_game *game, const flank_node *node, const sgf_token *token)
{
    char name[TAG_SIZE];
    snprintf(name, sizeof name, "sgf.%s", token->name);
    text_clear(&game->text);
    sgf_add_raw(&game->text, token);
    if (game->text.failed)
        return no_memory(game);
    return note_join(&game->budget, node, name, game->text.bytes, "", game->error);
}

/* Decode a property's first value to game->text; `*only` if it has no other. */
static flank_status read_value(sgf_game *game, const sgf_token *token, bool simple, bool *only)
{
    const char *value = "";
    size_t at = 0, length = 0;
    text_clear(&game->text);
    sgf_next_value(token, &at, &value, &length);
    sgf_add_text(&game->text, value, length, simple);
    *only = at == token->length;
    return game->text.failed ? no_memory(game) : FLANK_OK;
}

/* The same for a property that should have one; false if it has several. */
static bool read_only_value(sgf_game *game, const sgf_token *token, bool simple)
{
    bool only;
    return read_value(game, token, simple, &only) == FLANK_OK && only;
}

static flank_status take_comment(sgf_game *game, const flank_node *node, const sgf_token *token)
{
    const char *value;
    size_t length;
    flank_status status = FLANK_OK;
    for (size_t at = 0; status == FLANK_OK && sgf_next_value(token, &at, &value, &length);) {
        text_clear(&game->text);
        sgf_add_text(&game->text, value, length, false);
        if (game->text.failed)
            return no_memory(game);
        status = note_join(&game->budget, node, "Comment", game->text.bytes, "\n", game->error);
    }
    return status;
}

/* A tag of the root, if it is not there yet. */
static flank_status take_tag(sgf_game *game, const flank_node *root, const sgf_token *token, const char *name)
{
    if (flank_node_tag(root, name) || !read_only_value(game, token, true))
        return keep(game, root, token);
    char date[SGF_DATE_SIZE];
    if (strcmp(name, "Date") != 0 || game->text.length >= SGF_DATE_SIZE)
        return set_tag(game, root, name, game->text.bytes);
    sgf_read_date(game->text.bytes, date);
    return set_tag(game, root, name, date);
}

/* The first RE counts: a second one in a game is a mistake. */
static flank_status take_result(sgf_game *game, const flank_node *root, const sgf_token *token)
{
    flank_sheet_result result;
    if (game->has_result)
        return FLANK_OK;
    game->has_result = true;
    if (!read_only_value(game, token, true))
        return keep(game, root, token);
    const sgf_understood understood =
        sgf_read_result(game->text.bytes, flank_game_scores_discs(game->header.game), &result);
    if (understood != SGF_NOTHING)
        game->result = result;
    else if (strcasecmp(game->text.bytes, "Void") != 0 &&
             !moves_line_score(game->sheet, game->text.bytes, strlen(game->text.bytes)) &&
             movetext_note_unread_result(game->sheet, "RE", game->text.bytes, game->error))
        return no_memory(game);
    return understood == SGF_ALL ? FLANK_OK : keep(game, root, token);
}

/* A time control is a number of seconds (TM), or words (OT) where no such number stands anywhere in the game. */
static flank_status take_clock(sgf_game *game, const flank_node *root, const sgf_token *token)
{
    int64_t time;
    const bool seconds = strcmp(token->name, "TM") == 0;
    const bool replaces = seconds && game->clock_words.length;
    if ((flank_node_tag(root, "TimeControl") && !replaces) || !read_only_value(game, token, true) ||
        decimal_read(game->text.bytes, game->text.length, 3, &time, NULL) != seconds)
        return keep(game, root, token);
    const flank_status status = set_tag(game, root, "TimeControl", game->text.bytes);
    const sgf_token words = game->clock_words;
    game->clock_words = seconds ? (sgf_token){.length = 0} : *token;
    return status || !replaces ? status : keep(game, root, &words);
}

/* A property that belongs to the game as a whole; `*taken` if it was one. */
static flank_status take_info(sgf_game *game, const sgf_token *token, bool *taken)
{
    const flank_node *root = flank_sheet_root(game->sheet);
    const char *name = token->name;
    *taken = true;
    for (size_t i = 0; sgf_tag_names[i].property; i++)
        if (strcmp(name, sgf_tag_names[i].property) == 0)
            return take_tag(game, root, token, sgf_tag_names[i].tag);
    if (strcmp(name, "DT") == 0)
        return take_tag(game, root, token, "Date");
    if (strcmp(name, "RE") == 0)
        return take_result(game, root, token);
    if (strcmp(name, "TM") == 0 || strcmp(name, "OT") == 0)
        return take_clock(game, root, token);
    if (token->at == game->header.rules_at || token->at == game->header.kind_at)
        return FLANK_OK;
    if (strcmp(name, "C") == 0 || (strcmp(name, "GC") == 0 && !game->header.has_comment))
        return take_comment(game, root, token);
    *taken = false;
    return FLANK_OK;
}

/* A value with more digits than a sheet holds is kept beside it. */
static flank_status take_value(sgf_game *game, const sgf_token *token)
{
    int64_t number;
    bool exact = false;
    if (!game->node->has_value && read_only_value(game, token, true) &&
        decimal_read(game->text.bytes, game->text.length, 2, &number, &exact) && llabs(number) <= VALUE_MAX)
        flank_sheet_set_value(game->sheet, game->node, sheet_view(game->node, FLANK_BLACK) * (int)number);
    else
        exact = false;
    return exact ? FLANK_OK : keep(game, game->node, token);
}

/* Values, times and symbols of the current node; `*taken` if it was one. */
static flank_status take_mark(sgf_game *game, const sgf_token *token, bool *taken)
{
    const flank_node *node = game->node;
    int64_t number;
    *taken = true;
    if (strcmp(token->name, "V") == 0)
        return take_value(game, token);
    if (strcmp(token->name, "ET") == 0 && read_only_value(game, token, true) &&
        decimal_read(game->text.bytes, game->text.length, 3, &number, NULL) && number >= 0) {
        flank_sheet_set_time(game->sheet, node, number);
        return FLANK_OK;
    }
    for (size_t i = 0; node->parent && sgf_symbols[i].property; i++)
        if (strcmp(token->name, sgf_symbols[i].property) == 0 && !flank_node_tag(node, "Symbol") &&
            read_only_value(game, token, true) && strcmp(game->text.bytes, sgf_symbols[i].value) == 0)
            return set_tag(game, node, "Symbol", sgf_symbols[i].symbol);
    *taken = false;
    return FLANK_OK;
}

static bool is_any(const char *name, const char *const *names)
{
    for (size_t i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Properties of the first node that are about its move, if it has one. */
static bool is_about_move(const char *name)
{
    static const char *const names[] = {"V",  "ET", "TE", "BM", "DO", "IT", "BL",
                                        "WL", "OB", "OW", "KO", "MN", "N",  NULL};
    return is_any(name, names);
}

/* Set-up behind the first move: only a PL that says what is so anyway can be taken. */
static flank_status take_late_setup(sgf_game *game, const sgf_token *token)
{
    const char *value;
    size_t at = 0, length = 0;
    if (token->at < game->header.setup_end)
        return FLANK_OK;
    if (strcmp(token->name, "PL") == 0 && sgf_next_value(token, &at, &value, &length) &&
        sgf_read_color(value, length) == game->node->position.color)
        return FLANK_OK;
    return error_say(game->error, FLANK_NOT_SUPPORTED, token->at, SAY(SGF_SETUP_AFTER_MOVE), say_text(token->name));
}

static flank_status take_property(sgf_game *game, const sgf_token *token)
{
    static const char *const setup[] = {"AB", "AW", "AE", "PL", NULL};
    static const char *const done[] = {"B", "W", "FF", "GM", "SZ", "CA", NULL};
    bool taken = false;
    if (is_any(token->name, done))
        return FLANK_OK;
    if (is_any(token->name, setup))
        return take_late_setup(game, token);
    const bool about_move = is_about_move(token->name);
    const flank_node *node = game->in_root && !about_move ? flank_sheet_root(game->sheet) : game->node;
    flank_status status = FLANK_OK;
    if (about_move)
        status = take_mark(game, token, &taken);
    else if (!node->parent)
        status = take_info(game, token, &taken);
    else if (strcmp(token->name, "C") == 0)
        return take_comment(game, node, token);
    return taken || status ? status : keep(game, node, token);
}

/* ---- Moves ---- */

/* A word that is no move: kept where it stands. Some say how the game ended, where it ends; `sign` is for who says it.
 * The words are those of red-bean's page on GM[9] and of what BoardSpace reads, where they may go on ("resigns"). */
static flank_status take_word(sgf_game *game, int color, const sgf_token *token)
{
    static const struct {
        const char *word;
        int sign;
        flank_ending ending;
    } ends[] = {{"resign", -1, FLANK_ENDING_RESIGNED},    {"forfeit", -1, FLANK_ENDING_FORFEIT},
                {"winontime", 1, FLANK_ENDING_TIME},      {"accept draw", 0, FLANK_ENDING_AGREED},
                {"acceptdraw", 0, FLANK_ENDING_AGREED},   {"accept_draw", 0, FLANK_ENDING_AGREED},
                {"draw accepted", 0, FLANK_ENDING_AGREED}};
    const int view = color == FLANK_BLACK ? 1 : -1;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strncmp(game->text.bytes, ends[i].word, strlen(ends[i].word)) == 0 && game->node == game->main_end &&
            game->word_at != game->node && !game->has_result) {
            game->result = (flank_sheet_result){.known = true, .sign = view * ends[i].sign, .ending = ends[i].ending};
            game->word_at = game->node;
            game->word_depth = game->depth;
        }
    return keep(game, game->node, token);
}

/* The current node was appended to `parent`. If the main line goes on so, a word before it in the same branch did not
 * say how it ended; in another branch this is what might have been. */
static void went_on(sgf_game *game, const flank_node *parent)
{
    if (parent != game->main_end)
        return;
    game->main_end = game->node;
    if (!game->has_result && game->word_depth)
        game->result = (flank_sheet_result){.known = false};
}

/* Make the pass that the player must make before one of `color` can move. */
static flank_status pass_for(sgf_game *game, int color, const sgf_token *token)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_node *node = game->node;
    const size_t count = flank_game_moves(game->header.game, flank_sheet_rules(game->sheet), &node->position, moves);
    if (count != 1 || !flank_move_is_pass(moves[0]))
        return error_say(game->error, FLANK_ILLEGAL_MOVE, token->at, SAY(SGF_WRONG_TURN), say_text(token->name),
                         say_cut(game->text.bytes, 20), say_name(flank_game_color_name(game->header.game, !color)));
    if (flank_sheet_append_pass(game->sheet, node, moves[0], &game->node))
        return no_memory(game);
    went_on(game, node);
    return FLANK_OK;
}

/* True if `text` is `word`, perhaps with an s behind it ("resigns") and with blanks or hyphens in it. */
static bool is_same_word(const char *text, const char *word)
{
    for (; *text && (*text == *word || strchr(" _-", *text)); text++)
        word += *text == *word;
    return *word == '\0' && (*text == '\0' || strcmp(text, "s") == 0);
}

/* True if a value is one of the words that stand for no move: those of red-bean's page on GM[9] and of BoardSpace. */
static bool is_word(const char *text)
{
    static const char *const words[] = {"resign",    "forfeit",     "winontime",   "acceptdraw",   "drawaccepted",
                                        "offerdraw", "drawoffered", "declinedraw", "drawdeclined", "swap",
                                        "done",      "start",       "startblack",  "startwhite",   "edit"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_same_word(text, words[i]))
            return true;
    return strncmp(text, "select ", 7) == 0 && text[7] >= 'a' && text[7] <= 'h' && text[8] >= '1' && text[8] <= '8' &&
           text[9] == '\0';
}

/* Turn the value in game->text into what the game's own reader takes. */
static void translate_move(sgf_game *game)
{
    char *text = game->text.bytes;
    size_t length = game->text.length;
    while (length && text[length - 1] == ' ')
        text[--length] = '\0';
    for (size_t i = 0; i < length; i++)
        text[i] = (char)tolower((unsigned char)text[i]);
    const size_t number = strspn(text, "0123456789"), blanks = strspn(text + number, " ");
    if (number && blanks) { /* BoardSpace counts moves: "12 b8-d6" */
        length -= number + blanks;
        memmove(text, text + number + blanks, length + 1);
        game->text.length = length;
    }
    const unsigned square = sgf_read_point(game->header.game, text, length);
    text_buffer *out = &game->text;
    const bool pass = length == 0 || strcmp(text, "tt") == 0 || strcmp(text, "pa") == 0;
    if (pass || square != FLANK_NO_SQUARE) {
        text_clear(out);
        text_add(out, pass ? "pass" : flank_square_name(square));
    }
}

static flank_status take_move(sgf_game *game, int color, const sgf_token *token)
{
    flank_error inner = {0};
    const flank_position *position = &game->node->position;
    const flank_outcome outcome = flank_game_outcome(game->header.game, flank_sheet_rules(game->sheet), position);
    if (outcome.over && strcmp(game->text.bytes, "pass") == 0)
        return FLANK_OK; /* two passes end a game for some programs */
    flank_status status = FLANK_OK;
    if (position->color != color && !outcome.over)
        status = pass_for(game, color, token);
    if (status)
        return status;
    const flank_node *parent = game->node;
    status = flank_sheet_append_text(game->sheet, parent, game->text.bytes, &game->node, &inner);
    if (status)
        return error_say(game->error, status, token->at, say_error(&inner));
    went_on(game, parent);
    return FLANK_OK;
}

static flank_status take_moves(sgf_game *game, const sgf_token *token)
{
    const int color = strcmp(token->name, "B") == 0 ? FLANK_BLACK : strcmp(token->name, "W") == 0 ? FLANK_WHITE : -1;
    if (color < 0)
        return FLANK_OK;
    bool only;
    const flank_status status = read_value(game, token, true, &only);
    if (status)
        return status;
    translate_move(game);
    if (game->text.failed)
        return no_memory(game);
    if (is_word(game->text.bytes))
        return take_word(game, color, token);
    if (!only)
        return error_say(game->error, FLANK_BAD_RECORD, token->at, SAY(SGF_SEVERAL_VALUES), say_text(token->name));
    return take_move(game, color, token);
}

/* ---- Times left ---- */

/* The time left that a move carries, in ms; false if it carries none. */
static bool read_time_left(const flank_node *node, const char *name, int64_t *time_ms)
{
    const char *text = flank_node_tag(node, name);
    const size_t length = text ? strlen(text) : 0;
    return length > 2 && decimal_read(text + 1, length - 2, 3, time_ms, NULL);
}

/* The time that the current move took, from the times left. Passes may stand between two moves of a player, so that
 * the one before is at most four plies away. */
static void find_time(sgf_game *game)
{
    const flank_node *node = game->node, *root = flank_sheet_root(game->sheet);
    const char *clock = flank_node_tag(root, "TimeControl");
    int64_t total = 0, before = 0, after;
    const bool has_total = clock && decimal_read(clock, strlen(clock), 3, &total, NULL);
    if (!node->parent || node->has_time || flank_node_tag(root, "sgf.OT") || (clock && !has_total))
        return;
    const int color = node->parent->position.color;
    const char *name = color == FLANK_BLACK ? "sgf.BL" : "sgf.WL";
    if (!read_time_left(node, name, &after))
        return;
    const flank_node *last = node->parent;
    bool found = false, first = true;
    for (int i = 0; i < 4 && last->parent && !found; i++, last = last->parent)
        if (last->parent->position.color == color) {
            first = false;
            found = read_time_left(last, name, &before);
        }
    if (!found && first && !last->parent && has_total) {
        before = total;
        found = true;
    }
    if (found && before >= after)
        flank_sheet_set_time(game->sheet, node, before - after);
}

/* ---- Nodes ---- */

/* Take the node whose ';' was just read: its moves, then the rest. */
static flank_status take_node(sgf_game *game, sgf_cursor *cursor)
{
    sgf_cursor again = *cursor;
    sgf_token token;
    flank_status status = FLANK_OK;
    for (int pass = 0; pass < 2 && status == FLANK_OK; pass++) {
        *cursor = again;
        for (;;) {
            const size_t at = cursor->at;
            sgf_next(cursor, &token);
            if (token.kind != SGF_PROPERTY || status) {
                cursor->at = at;
                break;
            }
            status = pass ? take_property(game, &token) : take_moves(game, &token);
            if (status && game->error->offset == 0)
                game->error->offset = token.at;
        }
    }
    if (status == FLANK_OK)
        find_time(game);
    game->in_root = false;
    return status;
}

static flank_status push(sgf_game *game)
{
    if (game->depth == game->room) {
        const size_t room = game->room ? 2 * game->room : 16;
        const flank_node **stack = realloc(game->stack, room * sizeof *stack);
        if (!stack)
            return no_memory(game);
        game->stack = stack;
        game->room = room;
    }
    game->stack[game->depth++] = game->node;
    return FLANK_OK;
}

static flank_status take_nodes(sgf_game *game, const char *text, size_t length)
{
    sgf_cursor cursor = {text, length, 0};
    sgf_token token;
    flank_status status = FLANK_OK;
    for (sgf_next(&cursor, &token); status == FLANK_OK && token.kind != SGF_END; sgf_next(&cursor, &token))
        switch (token.kind) {
        case SGF_OPEN:
            status = push(game);
            break;
        case SGF_CLOSE:
            if (game->depth == 0) { /* sgf_collect has balanced the bytes, but letters may have come of a ( and a ] */
                status = error_say(game->error, FLANK_BAD_RECORD, token.at, SAY(PARENTHESIS_NOT_OPENED));
                break;
            }
            game->node = game->stack[--game->depth];
            if (game->depth < game->word_depth)
                game->word_depth = 0;
            break;
        case SGF_NODE:
            status = reader_heed(game->reader, game->error);
            status = status ? status : take_node(game, &cursor);
            break;
        default:
            status = error_say(game->error, FLANK_BAD_RECORD, token.at,
                               token.kind == SGF_PROPERTY ? SAY(SGF_OUTSIDE_NODES) : SAY(SGF_EXPECTED_PROPERTY));
        }
    return status;
}

/* True if a value has a square, and is as short as a move: "f5", "1 b b1 b3". */
static bool is_like_move(const char *value, size_t length)
{
    enum { MOVE_MAX = 16 };
    bool found = false;
    for (size_t at = 0; at + 1 < length && length <= MOVE_MAX; at++) {
        const bool begins = at == 0 || !isalnum((unsigned char)value[at - 1]);
        const int file = tolower((unsigned char)value[at]);
        found = found || (begins && file >= 'a' && file <= 'h' && value[at + 1] >= '1' && value[at + 1] <= '8');
    }
    return found;
}

/* In a game without moves, find a property of a later node that may be one: none of the standard's. */
static bool find_unread_move(const char *text, size_t length, sgf_token *token)
{
    static const char *const standard[] = {"AB", "AE", "AW", "AR", "C",  "CR", "DD", "DM", "FG", "GB", "GW",   "HO",
                                           "KO", "LB", "LN", "MA", "MN", "N",  "PL", "PM", "SL", "SQ", "TB",   "TR",
                                           "TW", "UC", "V",  "VW", "BL", "WL", "OB", "OW", "L",  "M",  "KIND", NULL};
    sgf_cursor cursor = {text, length, 0};
    int nodes = 0;
    for (sgf_next(&cursor, token); token->kind != SGF_END; sgf_next(&cursor, token)) {
        const char *value;
        size_t at = 0, size;
        nodes += token->kind == SGF_NODE;
        if (token->kind == SGF_PROPERTY && nodes > 1 && !is_any(token->name, standard) &&
            sgf_next_value(token, &at, &value, &size) && is_like_move(value, size))
            return true;
    }
    return false;
}

/* Tell of moves in properties that are not read, if the game has no others. */
static flank_status note_unread_moves(sgf_game *game, const text_buffer *text)
{
    sgf_token token;
    flank_error note;
    if (game->header.has_moves || !find_unread_move(text->bytes, text->length, &token))
        return FLANK_OK;
    error_say(&note, FLANK_OK, 0, SAY(SGF_MOVES_UNREAD), say_text(token.name));
    return sheet_add_note(game->sheet, SHEET_NOTE, &note) ? no_memory(game) : FLANK_OK;
}

static void set_result(sgf_game *game)
{
    if (!game->result.known)
        return;
    const flank_node *end = flank_sheet_end(game->sheet);
    if (game->result.ending == FLANK_ENDING_AGREED &&
        flank_game_outcome(game->header.game, flank_sheet_rules(game->sheet), &end->position).over)
        game->result.ending = FLANK_ENDING_PLAYED;
    flank_sheet_set_result(game->sheet, &game->result);
}

/* Read a game that was collected into reader->text; a failure's offset is in that text. */
static flank_status read_text(flank_reader *reader, const flank_error *note, flank_sheet **sheet, flank_error *error)
{
    const text_buffer *text = &reader->text;
    sgf_game game = {.reader = reader, .in_root = true, .error = error};
    flank_status status = sgf_read_header(text->bytes, text->length, reader->game, &game.header, error);
    if (status)
        return status;
    game.sheet = flank_sheet_create(game.header.game, &game.header.rules, &game.header.start, game.header.kind);
    if (!game.sheet)
        return no_memory(&game);
    game.node = game.main_end = flank_sheet_root(game.sheet);
    game.budget = (note_budget){.sheet = game.sheet, .bytes = text->length};
    const bool noted =
        !sheet_add_note(game.sheet, SHEET_NOTE, note) && !sheet_add_note(game.sheet, SHEET_NOTE, &game.header.note);
    status = noted ? FLANK_OK : no_memory(&game);
    status = status ? status : take_nodes(&game, text->bytes, text->length);
    status = status ? status : note_unread_moves(&game, text);
    set_result(&game);
    free(game.stack);
    text_free(&game.text);
    if (status)
        flank_sheet_destroy(game.sheet);
    else
        *sheet = game.sheet;
    return status;
}

/* The letters of a game. */
typedef struct sgf_letters {
    char charset[SGF_CHARSET_SIZE]; /* as CA has it */
    text_buffer raw;                /* the bytes of the file if the game was decoded */
    flank_error note;               /* what is told of them; or without a code */
} sgf_letters;

/* Decode the text of a game if it says in which character set it is. Text that says nothing, or is not known here,
 * becomes UTF-8 with the tags of the sheet. */
static void decode(text_buffer *text, sgf_letters *letters)
{
    bool plain = true, whole = true;
    flank_error note = {.code = FLANK_ERROR_OK};
    for (size_t i = 0; i < text->length; i++)
        plain = plain && (unsigned char)text->bytes[i] < 0x80 && text->bytes[i] != '\x1b';
    sgf_read_charset(text, letters->charset);
    if (plain || !*letters->charset || strcasecmp(letters->charset, "UTF-8") == 0)
        return;
    if (!charset_is_known(letters->charset)) {
        error_say(&note, FLANK_OK, 0, SAY(SGF_CHARSET_UNKNOWN), say_text(letters->charset));
        notes_join(&letters->note, &note);
        return;
    }
    letters->raw = *text;
    *text = (text_buffer){NULL};
    charset_decode(letters->charset, letters->raw.bytes, letters->raw.length, SIZE_MAX, text, &whole);
    if (!whole)
        error_say(&note, FLANK_OK, 0, SAY(SGF_NOT_IN_CHARSET), say_text(letters->charset));
    notes_join(&letters->note, &note);
}

/* The place that an offset in the text of a game was in the file. */
static void place_error(flank_reader *reader, flank_error *error, const sgf_letters *letters)
{
    const text_buffer *text = &reader->text;
    size_t at = error->offset < text->length ? error->offset : text->length;
    uint64_t line = reader->game_line;
    for (size_t i = 0; i < at; i++)
        line += text->bytes[i] == '\n';
    if (letters->raw.bytes) {
        text_buffer before = {NULL};
        bool whole = true;
        at = charset_decode(letters->charset, letters->raw.bytes, letters->raw.length, at, &before, &whole);
        text_free(&before);
    }
    reader->error_line = line;
    error->offset = (size_t)reader->game_offset + at;
    if (error->offset > reader->source.offset)
        error->offset = reader->source.offset; /* in the brackets that end a game that was cut */
}

static flank_status report_fault(flank_reader *reader, const sgf_fault *fault, bool read, flank_error *error)
{
    if (read)
        reader_say(reader, error, FLANK_BAD_RECORD, fault->offset, SAY(SGF_READ_UP_TO), say_code(fault->code),
                   say_number(fault->end));
    else
        reader_say(reader, error, FLANK_BAD_RECORD, fault->offset, say_code(fault->code));
    reader->error_line = fault->line;
    return FLANK_BAD_RECORD;
}

/* Tell of text between games. */
static flank_status report_between(flank_reader *reader, sgf_between *between, flank_error *error)
{
    reader_say(reader, error, FLANK_BAD_RECORD, between->offset, SAY(SGF_BETWEEN), say_text(between->first));
    reader->error_line = between->line;
    between->first[0] = '\0';
    return FLANK_BAD_RECORD;
}

/* Read the game that was collected, with a note of what stood before it; a failure is told with its place in the file.
 */
static flank_status read_collected(flank_reader *reader, const flank_error *note, flank_sheet **sheet,
                                   flank_error *error)
{
    sgf_letters letters = {.charset = "", .note = *note};
    flank_error inner = {0};
    flank_status status = FLANK_OK;
    if (!reader->text.failed)
        decode(&reader->text, &letters);
    if (reader->text.failed)
        status = reader_say(reader, error, FLANK_NO_MEMORY, reader->source.offset, SAY(NO_MEMORY));
    else if ((status = read_text(reader, &letters.note, sheet, &inner))) {
        place_error(reader, &inner, &letters);
        error_say(error, status, inner.offset, say_error(&inner));
    }
    text_free(&letters.raw);
    return status;
}

/* True if there is something in a game that was cut. */
static bool is_worth(const flank_sheet *sheet)
{
    return flank_sheet_root(sheet)->child || flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION;
}

flank_status sgf_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    sgf_state *state = reader->state;
    const sgf_fault before = state->cut;
    state->cut = (sgf_fault){FLANK_ERROR_OK};
    if (before.code)
        return report_fault(reader, &before, true, error);
    if (state->between.first[0])
        return report_between(reader, &state->between, error);
    const bool found = sgf_find_game(&reader->source, &state->between);
    const bool is_first = found && !state->begun;
    state->begun = state->begun || found;
    if (!found)
        return state->between.first[0] ? report_between(reader, &state->between, error) : FLANK_NOT_FOUND;
    reader_begin(reader);
    text_clear(&reader->text);
    reader->game_cut = false;
    const sgf_fault wrong = sgf_collect(&reader->source, &reader->text);
    if (wrong.code && !wrong.is_cut)
        return report_fault(reader, &wrong, false, error);
    flank_sheet *fresh = NULL;
    flank_error note = {.code = FLANK_ERROR_OK};
    if (is_first && state->between.first[0]) {
        error_say(&note, FLANK_OK, 0, SAY(SGF_BETWEEN), say_text(state->between.first));
        reader->note_offset = state->between.offset;
        reader->note_line = state->between.line;
    }
    if (is_first)
        state->between.first[0] = '\0';
    const flank_status status = read_collected(reader, &note, &fresh, error);
    if (status)
        return status;
    if (wrong.code && !is_worth(fresh)) {
        flank_sheet_destroy(fresh);
        return report_fault(reader, &wrong, false, error);
    }
    reader->game_cut = wrong.code != FLANK_ERROR_OK;
    state->cut = wrong;
    *sheet = fresh;
    return FLANK_OK;
}

/* "(;" and a property. A GM that is no number is GGF's. */
int sgf_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    const char *start = size ? memchr(bytes, '(', size) : NULL;
    while (start) {
        size_t at = (size_t)(start + 1 - bytes);
        while (at < size && isspace((unsigned char)bytes[at]))
            at++;
        if (at < size && bytes[at] == ';')
            break;
        start = at < size ? memchr(bytes + at, '(', size - at) : NULL;
    }
    sgf_cursor cursor = {start, start ? size - (size_t)(start - bytes) : 0, 0};
    sgf_token token;
    int score = 0, nodes = 0;
    for (sgf_next(&cursor, &token); token.kind != SGF_END && token.kind != SGF_WRONG; sgf_next(&cursor, &token)) {
        nodes += token.kind == SGF_NODE;
        if (nodes > 1 || token.kind == SGF_CLOSE)
            break;
        if (token.kind != SGF_PROPERTY)
            continue;
        score = score ? score : 50;
        if (strcmp(token.name, "GM") == 0 && token.length > 1)
            return isdigit((unsigned char)token.values[1]) ? 95 : 0;
    }
    return score;
}
