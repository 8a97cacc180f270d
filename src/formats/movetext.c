/* SPDX-License-Identifier: MIT
 *
 * Reading tag lines and moves.
 */
#include "formats/movetext.h"

#include "core/blanks.h"
#include "core/error.h"
#include "games/game_table.h"
#include "formats/tagged_game.h"
#include "games/move_words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEXT_MAX = 1 << 24, NAME_SIZE = 64, WORD_MAX = FLANK_MOVE_TEXT_SIZE - 1, TAGS_MAX = 1000, GUESS_BYTES = 4096 };
enum { SQUARES = 64 };

typedef enum token_kind {
    TOKEN_TAG,
    TOKEN_WORD,
    TOKEN_COMMENT,
    TOKEN_SETUP,
    TOKEN_NAG,
    TOKEN_OPEN,
    TOKEN_CLOSE
} token_kind;

/* The text of a token is in reader->text. */
typedef struct move_token {
    token_kind kind;
    uint64_t offset, line;
    char name[NAME_SIZE];   /* of a tag */
    flank_error_code wrong; /* FLANK_ERROR_OK: nothing is */
} move_token;

static void fail(movetext_game *game, const move_token *at, flank_status status, const flank_error *reason)
{
    if (game->status)
        return;
    game->status = error_say(&game->error, status, (size_t)at->offset + reason->offset, say_error(reason));
    game->error_line = at->line;
}

/* A failure that some function filled in, its offset counted from the token. */
static void fail_with(movetext_game *game, const move_token *at, flank_status status, const flank_error *error)
{
    if (status)
        fail(game, at, status, error);
}

static void fail_code(movetext_game *game, const move_token *at, flank_status status, flank_error_code code)
{
    fail(game, at, status, &(flank_error){.code = code});
}

/* ---- Tokens ---- */

static bool ends_word(int byte)
{
    return byte == SOURCE_END || is_blank(byte) || (byte && strchr("{}()[]!?$\"", byte));
}

static void add_byte(text_buffer *text, move_token *token, int byte, size_t limit)
{
    const char letter = (char)byte;
    if (byte == 0)
        token->wrong = FLANK_ERROR_NUL_BYTE;
    else if (text->length >= limit)
        token->wrong = FLANK_ERROR_TOKEN_TOO_LONG;
    else
        text_add_bytes(text, &letter, 1);
}

static bool is_name(int byte)
{
    return byte > 0 && byte < 0x80 && (isalnum(byte) || byte == '_' || byte == '.' || byte == '-');
}

/* True if the next byte begins a game: a tag line behind an empty line, or in any line [Event "...". `newlines` stand
 * before it with blanks between them. */
static bool is_game_ahead(byte_source *source, size_t newlines)
{
    size_t length = 1;
    char name[NAME_SIZE] = "";
    if (source_peek(source) != '[')
        return false;
    for (; length < NAME_SIZE && is_name(source_peek_at(source, length)); length++)
        name[length - 1] = (char)source_peek_at(source, length);
    return source_peek_at(source, length) == ' ' && source_peek_at(source, length + 1) == '"' &&
           (newlines > 1 || strcmp(name, "Event") == 0);
}

/* Read up to the byte `end`, which is taken too; CRLF becomes LF. If a game begins before that, `end` is missing,
 * and must not cost the games that follow. */
static void read_until(flank_reader *reader, move_token *token, int end, bool escapes)
{
    size_t newlines = 0;
    for (bool line_start = false;;) {
        const bool cut = line_start && is_game_ahead(&reader->source, newlines);
        int byte = cut ? SOURCE_END : source_next(&reader->source);
        if (byte == end)
            return;
        if (byte == SOURCE_END) {
            token->wrong = end == '}' ? FLANK_ERROR_COMMENT_NOT_CLOSED : FLANK_ERROR_POSITION_NOT_CLOSED;
            return;
        }
        line_start = byte == '\n';
        newlines = is_blank(byte) ? newlines + line_start : 0;
        if (byte == '\r' && source_peek(&reader->source) == '\n')
            continue;
        add_byte(&reader->text, token, byte, TEXT_MAX);
        if (escapes && byte == '\\' && (byte = source_next(&reader->source)) != SOURCE_END)
            add_byte(&reader->text, token, byte, TEXT_MAX);
    }
}

/* True if the quote that was just taken ends the value: blanks and ']' follow. */
static bool ends_value(byte_source *source)
{
    size_t blanks = 0;
    while (blanks < 8 && (source_peek_at(source, blanks) == ' ' || source_peek_at(source, blanks) == '\t'))
        blanks++;
    return source_peek_at(source, blanks) == ']';
}

/* The value of a tag, its first quote taken; true if it ends as it should. */
static bool read_value(flank_reader *reader, move_token *token, bool escapes)
{
    byte_source *source = &reader->source;
    for (;;) {
        int byte = source_peek(source);
        if (byte == SOURCE_END || byte == '\n')
            return false;
        source_next(source);
        if (byte == '"' && ends_value(source))
            return true;
        if (byte == '\r' && source_peek(source) == '\n')
            return false;
        const int next = byte == '\\' ? source_peek(source) : 0;
        if (next == '"' || next == '\\' || (escapes && next == 'n'))
            byte = source_next(source) == 'n' ? '\n' : next;
        add_byte(&reader->text, token, byte, TEXT_MAX);
    }
}

static void skip_gap(byte_source *source)
{
    while (source_peek(source) == ' ' || source_peek(source) == '\t')
        source_next(source);
}

static void read_tag(flank_reader *reader, move_token *token, bool escapes)
{
    byte_source *source = &reader->source;
    size_t length = 0;
    source_next(source);
    for (skip_gap(source); length < NAME_SIZE - 1 && is_name(source_peek(source));)
        token->name[length++] = (char)source_next(source);
    token->name[length] = '\0';
    skip_gap(source);
    bool fits = length > 0 && source_peek(source) == '"';
    if (fits) {
        source_next(source);
        fits = read_value(reader, token, escapes);
    }
    skip_gap(source);
    if (fits && source_peek(source) == ']') {
        source_next(source);
        return;
    }
    token->wrong = FLANK_ERROR_EXPECTED_TAG_LIKE_EVENT;
    while (source_peek(source) != '\n' && source_peek(source) != SOURCE_END)
        source_next(source);
}

/* True if "!)", "?)" or so follows a '(': strengths as old files write them. */
static bool is_bracketed_symbol(byte_source *source)
{
    size_t ahead = 1;
    while (ahead < 3 && (source_peek_at(source, ahead) == '!' || source_peek_at(source, ahead) == '?'))
        ahead++;
    return ahead > 1 && source_peek_at(source, ahead) == ')';
}

/* '!' and '?', or '*', or a word. */
static void read_word(flank_reader *reader, move_token *token)
{
    byte_source *source = &reader->source;
    token->kind = TOKEN_WORD;
    const int first = source_next(source);
    const bool symbol = first == '!' || first == '?';
    add_byte(&reader->text, token, first, WORD_MAX);
    for (int byte = source_peek(source); first == '*' ? false
                                         : symbol     ? byte == '!' || byte == '?'
                                                      : !ends_word(byte);
         byte = source_peek(source))
        add_byte(&reader->text, token, source_next(source), WORD_MAX);
}

/* A comment of PGN from ';' to the end of its line. */
static void read_line_comment(flank_reader *reader, move_token *token)
{
    byte_source *source = &reader->source;
    source_next(source);
    skip_gap(source);
    while (source_peek(source) != '\n' && source_peek(source) != '\r' && source_peek(source) != SOURCE_END)
        add_byte(&reader->text, token, source_next(source), TEXT_MAX);
}

static void read_token(movetext_game *game, move_token *token)
{
    flank_reader *reader = game->reader;
    byte_source *source = &reader->source;
    const int first = source_peek(source);
    *token = (move_token){.offset = source->offset, .line = source->line};
    text_clear(&reader->text);
    text_add(&reader->text, "");
    if (first == '(' && is_bracketed_symbol(source)) {
        source_next(source);
        read_word(reader, token);
        source_next(source);
        return;
    }
    if (first == ';' && game->tag_count) {
        token->kind = TOKEN_COMMENT;
        read_line_comment(reader, token);
        return;
    }
    switch (first) {
    case '[':
        token->kind = TOKEN_TAG;
        read_tag(reader, token, game->style->escapes);
        break;
    case '{':
    case '/':
        source_next(source);
        token->kind = first == '{' ? TOKEN_COMMENT : TOKEN_SETUP;
        read_until(reader, token, first == '{' ? '}' : '/', first == '{' && game->style->escapes);
        break;
    case '(':
    case ')':
    case '$':
        source_next(source);
        token->kind = first == '(' ? TOKEN_OPEN : first == ')' ? TOKEN_CLOSE : TOKEN_NAG;
        while (first == '$' && isdigit(source_peek(source)))
            add_byte(&reader->text, token, source_next(source), 8);
        break;
    default:
        read_word(reader, token);
    }
}

/* Go to the next token; false at the end of the file. */
static bool find_token(byte_source *source)
{
    for (;;) {
        source_skip_blanks(source);
        const int byte = source_peek(source);
        if (byte == SOURCE_END)
            return false;
        if (byte != '%')
            return true;
        while (source_peek(source) != '\n' && source_peek(source) != SOURCE_END)
            source_next(source);
    }
}

/* ---- A game ---- */

const char *movetext_tag(const movetext_game *game, const char *name)
{
    const char *at = game->tags.bytes;
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *value = at + strlen(at) + 1;
        if (strcmp(at, name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

const char *movetext_next_tag(const movetext_game *game, const char **value)
{
    const char *name = *value ? *value + strlen(*value) + 1 : game->tags.bytes;
    if (!name || name == game->tags.bytes + game->tags.length)
        return NULL;
    *value = name + strlen(name) + 1;
    return name;
}

bool movetext_is_listed(const char *const *names, const char *name)
{
    for (size_t i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

flank_status movetext_set_tag(flank_sheet *sheet, const char *name, const char *value, flank_error *error)
{
    const flank_status status = flank_sheet_set_tag(sheet, flank_sheet_root(sheet), name, value);
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}

const flank_game *movetext_guess_game(const movetext_game *game)
{
    byte_source *source = &game->reader->source;
    const size_t size = source_fill(source, GUESS_BYTES);
    text_buffer text = {NULL};
    text_add(&text, game->first ? game->first : "");
    text_add(&text, " ");
    text_add_bytes(&text, (const char *)source->buffer + source->at, size);
    const flank_game *guess = text.failed ? NULL : game_of_first_move(text.bytes, text.length);
    text_free(&text);
    return guess;
}

/* Make the sheet, now that all tags are known. */
static void start_sheet(movetext_game *game, const char *setup)
{
    flank_error error = {0};
    if (game->status || game->sheet)
        return;
    flank_status status = game->style->start(game, setup, &game->sheet, &error);
    error.offset = 0;
    if (status == FLANK_OK) {
        game->node = flank_sheet_root(game->sheet);
        game->budget.sheet = game->sheet;
    }
    const char *name = game->tags.bytes;
    for (size_t i = 0; status == FLANK_OK && i < game->tag_count; i++) {
        const char *value = name + strlen(name) + 1;
        status = game->style->put_tag(game, name, value, &error);
        name = value + strlen(value) + 1;
    }
    if (status == FLANK_OK && game->before.length)
        status = game->style->put_comment(game, game->node, game->before.bytes, &error);
    const move_token at = {.offset = game->reader->game_offset, .line = game->reader->game_line};
    fail_with(game, &at, status, &error);
}

static void take_tag(movetext_game *game, const move_token *token)
{
    if (game->tag_count == TAGS_MAX) {
        flank_error error;
        error_say(&error, FLANK_BAD_RECORD, 0, SAY(TOO_MANY_TAGS), say_number(TAGS_MAX));
        fail(game, token, FLANK_BAD_RECORD, &error);
        return;
    }
    text_add_bytes(&game->tags, token->name, strlen(token->name) + 1);
    text_add_bytes(&game->tags, game->reader->text.bytes, game->reader->text.length + 1);
    game->tag_count++;
}

/* A word that is no result: a number, a move, or a run of moves. */
static void take_moves(movetext_game *game, const move_token *token, char *word)
{
    size_t at = word_number_length(word, strlen(word));
    at += strspn(word + at, ".");
    if (word[at + strspn(word + at, "0123456789")] == '\0')
        return;
    move_words words = {.text = word, .end = at};
    while (move_words_next(&words, flank_sheet_game(game->sheet))) {
        flank_error error = {0};
        char *behind = word + words.at + words.length;
        const char kept = *behind;
        *behind = '\0';
        const flank_status status =
            flank_sheet_append_text(game->sheet, game->node, word + words.at, &game->node, &error);
        *behind = kept;
        if (status) {
            error.offset += words.at;
            fail_with(game, token, status, &error);
            return;
        }
    }
}

/* The first of "!!?" and its like that means something. */
static void take_symbol(movetext_game *game, const move_token *token, const char *word)
{
    static const char *const symbols[] = {"!!", "??", "!?", "?!", "!", "?"};
    flank_error error = {0};
    for (size_t i = 0; game->node->parent && i < sizeof symbols / sizeof symbols[0]; i++)
        if (strncmp(word, symbols[i], strlen(symbols[i])) == 0) {
            const flank_status status = flank_sheet_set_tag(game->sheet, game->node, "Symbol", symbols[i]);
            error_say(&error, status, 0, say_status(status));
            fail_with(game, token, status, &error);
            return;
        }
}

static void take_nag(movetext_game *game, const move_token *token, const char *digits)
{
    static const char *const symbols[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    const int number = atoi(digits);
    if (number >= 1 && number <= 6 && game->node->parent) {
        take_symbol(game, token, symbols[number]);
        return;
    }
    char text[16] = "$";
    strncat(text, digits, 8);
    flank_error error = {0};
    fail_with(game, token, note_join(&game->budget, game->node, "pdn.NAG", text, " ", &error), &error);
}

static void open_variation(movetext_game *game, const move_token *token)
{
    if (!game->node->parent) {
        fail_code(game, token, FLANK_BAD_RECORD, FLANK_ERROR_VARIATION_FIRST);
        return;
    }
    if (game->depth == game->room) {
        const size_t room = game->room ? 2 * game->room : 16;
        const flank_node **stack = realloc(game->stack, room * sizeof(*stack));
        if (!stack) {
            fail_code(game, token, FLANK_NO_MEMORY, FLANK_ERROR_NO_MEMORY);
            return;
        }
        game->stack = stack;
        game->room = room;
    }
    game->stack[game->depth++] = game->node;
    game->node = game->node->parent;
}

static void close_variation(movetext_game *game, const move_token *token)
{
    if (game->depth == 0)
        fail_code(game, token, FLANK_BAD_RECORD, FLANK_ERROR_PARENTHESIS_NOT_OPENED);
    else
        game->node = game->stack[--game->depth];
}

static void take_comment(movetext_game *game, const move_token *token)
{
    flank_error error = {0};
    const flank_status status = game->style->put_comment(game, game->node, game->reader->text.bytes, &error);
    error.offset = 0;
    fail_with(game, token, status, &error);
}

/* Take a token of the moves; the game has a sheet and no failure so far. */
static void take_token(movetext_game *game, const move_token *token)
{
    char *text = game->reader->text.bytes;
    switch (token->kind) {
    case TOKEN_COMMENT:
        take_comment(game, token);
        break;
    case TOKEN_NAG:
        take_nag(game, token, text);
        break;
    case TOKEN_OPEN:
        open_variation(game, token);
        break;
    case TOKEN_CLOSE:
        close_variation(game, token);
        break;
    case TOKEN_SETUP:
        if (flank_sheet_count(game->sheet) > 1)
            fail_code(game, token, FLANK_NOT_SUPPORTED, FLANK_ERROR_SETUP_AFTER_MOVE);
        break;
    default:
        if (*text == '!' || *text == '?')
            take_symbol(game, token, text);
        else
            take_moves(game, token, text);
    }
}

/* True if a word is a result; of discs only behind moves of a game that counts them, since 33-31 is a move in draughts.
 */
static bool is_result(const movetext_game *game, const char *word)
{
    int number;
    stated_result stated;
    return movetext_read_result(word, &number) || strcmp(word, "*") == 0 || strcmp(word, "0-0") == 0 ||
           (game->sheet && flank_game_scores_discs(flank_sheet_game(game->sheet)) &&
            movetext_read_discs(word, &stated));
}

/* True, and the game has failed, if a text of it is not all there. */
static bool lacks_memory(movetext_game *game, const move_token *token)
{
    if (!game->tags.failed && !game->before.failed && !game->reader->text.failed)
        return false;
    fail_code(game, token, FLANK_NO_MEMORY, FLANK_ERROR_NO_MEMORY);
    return true;
}

/* A comment on the line of the result belongs to the game that ends there. */
static void take_last_comment(movetext_game *game)
{
    skip_gap(&game->reader->source);
    const int byte = source_peek(&game->reader->source);
    if ((byte != '{' && (byte != ';' || !game->tag_count)) || !game->sheet)
        return;
    move_token last;
    read_token(game, &last);
    if (last.wrong)
        fail_code(game, &last, FLANK_BAD_RECORD, last.wrong);
    if (game->status == FLANK_OK && !lacks_memory(game, &last))
        take_comment(game, &last);
}

/* Take a token of the moves, or pass over it if the game has failed. */
static void take_or_skip(movetext_game *game, const move_token *token)
{
    const char *setup = token->kind == TOKEN_SETUP ? game->reader->text.bytes : NULL;
    if (token->wrong)
        fail_code(game, token, FLANK_BAD_RECORD, token->wrong);
    game->first = token->kind == TOKEN_WORD ? game->reader->text.bytes : NULL;
    start_sheet(game, setup);
    game->first = NULL;
    if (game->status == FLANK_OK)
        take_token(game, token);
}

/* True if the tag line that is next belongs to another game: moves stand before it, or, behind an empty line, it is the
 * first one again. */
static bool begins_again(movetext_game *game, bool moves, uint64_t last_line)
{
    byte_source *source = &game->reader->source;
    if (source_peek(source) != '[')
        return false;
    if (moves || !game->tag_count || source->line < last_line + 2)
        return moves;
    const size_t length = strlen(game->tags.bytes);
    for (size_t i = 0; i < length; i++)
        if (source_peek_at(source, i + 1) != game->tags.bytes[i])
            return false;
    return !is_name(source_peek_at(source, length + 1));
}

/* Take all tokens of a game; true if there was anything. */
static bool take_game(movetext_game *game)
{
    byte_source *source = &game->reader->source;
    bool moves = false, ended = false;
    uint64_t line = source->line;
    while (!ended && find_token(source) && !begins_again(game, moves, line)) {
        move_token token;
        read_token(game, &token);
        if (lacks_memory(game, &token))
            return true;
        line = source->line;
        game->budget.bytes = source->offset - game->reader->game_offset;
        const char *text = game->reader->text.bytes;
        const bool word = token.kind == TOKEN_WORD && is_result(game, text);
        if (word && (game->depth == 0 || *text == '*')) {
            strcpy(game->result, text);
            ended = true;
        } else if (token.kind == TOKEN_TAG && !token.wrong) {
            take_tag(game, &token);
        } else if (token.kind == TOKEN_COMMENT && !game->tag_count && !moves && !token.wrong) {
            text_add(&game->before, game->before.length ? "\n" : "");
            text_add(&game->before, text);
        } else if (!word) {
            moves = moves || token.kind != TOKEN_TAG;
            take_or_skip(game, &token);
        }
    }
    if (!moves && !game->tag_count && !game->status)
        return false;
    const move_token end = {.offset = source->offset, .line = source->line};
    if (game->depth)
        fail_code(game, &end, FLANK_BAD_RECORD, FLANK_ERROR_PARENTHESIS_NOT_CLOSED);
    if (!lacks_memory(game, &end))
        start_sheet(game, NULL);
    if (ended)
        take_last_comment(game);
    return true;
}

static void end_game(movetext_game *game)
{
    flank_error error = {0};
    const move_token end = {.offset = game->reader->source.offset, .line = game->reader->source.line};
    if (game->status == FLANK_OK)
        fail_with(game, &end, game->style->finish(game, game->result, &error), &error);
    if (game->status) {
        flank_sheet_destroy(game->sheet);
        game->sheet = NULL;
    }
}

flank_status movetext_read(flank_reader *reader, const movetext_style *style, flank_sheet **sheet, flank_error *error)
{
    while (find_token(&reader->source)) {
        reader_begin(reader);
        movetext_game game = {.reader = reader, .style = style};
        const bool found = take_game(&game);
        if (found)
            end_game(&game);
        text_free(&game.tags);
        text_free(&game.before);
        free(game.stack);
        if (!found)
            continue;
        if (game.status) {
            reader_say(reader, error, game.status, game.error.offset, say_error(&game.error));
            reader->error_line = game.error_line;
            return game.status;
        }
        *sheet = game.sheet;
        return FLANK_OK;
    }
    return FLANK_NOT_FOUND;
}

size_t movetext_find_start(const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size && (is_blank((unsigned char)bytes[at]) || bytes[at] == '%'))
        if (bytes[at] != '%')
            at++;
        else
            while (at < size && bytes[at] != '\n')
                at++;
    return at;
}

/* ---- Results ---- */

bool movetext_read_result(const char *word, int *sign)
{
    static const struct {
        const char *word;
        int sign;
    } words[] = {{"1-0", 1}, {"0-1", -1}, {"1/2-1/2", 0}, {"2-0", 1}, {"0-2", -1}, {"1-1", 0}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i].word) == 0) {
            *sign = words[i].sign;
            return true;
        }
    return false;
}

flank_status movetext_note_unread_result(flank_sheet *sheet, const char *name, const char *text, flank_error *error)
{
    flank_error note;
    if (!text || !*text || strcmp(text, "*") == 0 || strcmp(text, "?") == 0)
        return FLANK_OK;
    error_say(&note, FLANK_OK, 0, SAY(TAG_RESULT_UNREAD), say_text(name));
    const flank_status status = sheet_add_note(sheet, SHEET_NOTE, &note);
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}

bool movetext_read_discs(const char *text, stated_result *stated)
{
    int black, white = 0, end = 0;
    const bool is_difference = *text == '+' || *text == '-';
    const int count =
        is_difference ? sscanf(text, "%3d%n", &black, &end) : sscanf(text, "%2d-%2d%n", &black, &white, &end);
    if (count != (is_difference ? 1 : 2) || text[end] || (!is_difference && !isdigit((unsigned char)*text)))
        return false;
    if (is_difference ? abs(black) > SQUARES : white < 0 || black + white > SQUARES)
        return false;
    *stated = stated_score(black, white);
    stated->empties = is_difference ? 0 : stated->empties;
    return true;
}

int movetext_black_sign(const flank_game *game, int sign)
{
    return flank_game_start(game).color == FLANK_BLACK ? sign : -sign;
}

const char *movetext_result(const flank_sheet *sheet, const flank_sheet_result *result)
{
    if (!result->known)
        return "*";
    const int sign = movetext_black_sign(flank_sheet_game(sheet), result->sign);
    return sign > 0 ? "1-0" : sign < 0 ? "0-1" : "1/2-1/2";
}

static const char *const terminations[] = {
    [FLANK_ENDING_PLAYED] = NULL,     [FLANK_ENDING_RESIGNED] = "resigned", [FLANK_ENDING_TIME] = "time forfeit",
    [FLANK_ENDING_AGREED] = "agreed", [FLANK_ENDING_FORFEIT] = "forfeit",   [FLANK_ENDING_ADJUDICATED] = "adjudication",
};

const char *movetext_termination(flank_ending ending) { return terminations[ending]; }

bool movetext_read_termination(const char *value, flank_ending *ending)
{
    for (flank_ending i = FLANK_ENDING_RESIGNED; i <= FLANK_ENDING_ADJUDICATED; i++)
        if (strcasecmp(value, terminations[i]) == 0) {
            *ending = i;
            return true;
        }
    return false;
}

bool movetext_shows_result(const flank_sheet *sheet, const flank_sheet_result *result)
{
    const flank_node *end = flank_sheet_end(sheet);
    const flank_outcome outcome = flank_game_outcome(flank_sheet_game(sheet), flank_sheet_rules(sheet), &end->position);
    const int view = end->position.color == FLANK_BLACK ? 1 : -1;
    return result->known && outcome.over && result->sign == view * outcome.sign &&
           result->ending == FLANK_ENDING_PLAYED && (!result->has_discs || result->discs == view * outcome.discs) &&
           flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME;
}

void movetext_state_result(flank_sheet *sheet, const stated_result *stated)
{
    if (!movetext_shows_result(sheet, &stated->result))
        sheet_state_result(sheet, stated);
}

void movetext_state_ending(flank_sheet *sheet, flank_ending ending)
{
    stated_result stated = sheet_stated_results(sheet)[STATED_RESULT];
    if (!stated.result.known) {
        stated.result = flank_sheet_result_of(sheet);
        stated.result.has_discs = false;
    }
    stated.result.ending = ending;
    sheet_state_result(sheet, &stated);
}
