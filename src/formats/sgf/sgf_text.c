/* SPDX-License-Identifier: MIT
 *
 * Cutting SGF into games, tokens and values, and the spellings of values.
 *
 * Source: red-bean.com/sgf (FF[4], its user guide, and the pages on FF[1] to FF[3]).
 */
#include "formats/sgf/sgf_text.h"
#include "core/blanks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { GAME_MAX_BYTES = 1 << 26, GAP_MAX = 64 };

const sgf_tag_name sgf_tag_names[] = {
    {"PB", "Black"}, {"PW", "White"}, {"BR", "BlackRating"}, {"WR", "WhiteRating"}, {"EV", "Event"},
    {"RO", "Round"}, {"PC", "Site"},  {"SO", "Source"},      {"AN", "Annotator"},   {NULL, NULL},
};

const sgf_symbol sgf_symbols[] = {
    {"TE", "1", "!"}, {"TE", "2", "!!"}, {"BM", "1", "?"},   {"BM", "2", "??"},
    {"IT", "", "!?"}, {"DO", "", "?!"},  {NULL, NULL, NULL},
};

/* ---- Places of games ---- */

/* The distance at which the first byte that is no blank stands, at most GAP_MAX. */
static size_t skip_ahead(byte_source *source, size_t ahead)
{
    const size_t end = ahead + GAP_MAX;
    while (ahead < end && is_blank(source_peek_at(source, ahead)))
        ahead++;
    return ahead;
}

/* Note the byte that is next if it is one of a text; brackets too many and the ends of old files are none. */
static void note_between(byte_source *source, sgf_between *between, bool *open)
{
    const int byte = source_peek(source);
    size_t length = strlen(between->first);
    if (!length && (is_blank(byte) || byte == ')' || byte == '\0' || byte == 0x1A))
        return;
    if (!length) {
        between->offset = source->offset;
        between->line = source->line;
    }
    *open = *open && byte != '\n' && byte != '\r' && byte && length < sizeof between->first - 1;
    if (*open)
        between->first[length++] = (char)byte;
}

bool sgf_find_game(byte_source *source, sgf_between *between)
{
    *between = (sgf_between){.offset = 0};
    for (bool open = true;;) {
        const int byte = source_peek(source);
        if (byte == SOURCE_END)
            return false;
        if (byte == '(' && source_peek_at(source, skip_ahead(source, 1)) == ';')
            return true;
        note_between(source, between, &open);
        source_next(source);
    }
}

/* True if another game begins at the "(" that is next. Names of players may stand in variations, too: they tell only
 * inside a value. */
static bool begins_game(byte_source *source, bool in_value)
{
    static const char names[][3] = {"FF", "GM", "CA", "AP", "SZ", "PB", "PW", "EV", "DT", "PC", "RE", "GN"};
    const size_t count = in_value ? sizeof names / sizeof names[0] : 4;
    size_t ahead = skip_ahead(source, 1);
    if (source_peek_at(source, ahead) != ';')
        return false;
    ahead = skip_ahead(source, ahead + 1);
    for (size_t i = 0; i < count; i++)
        if (source_peek_at(source, ahead) == names[i][0] && source_peek_at(source, ahead + 1) == names[i][1] &&
            source_peek_at(source, skip_ahead(source, ahead + 2)) == '[')
            return true;
    return false;
}

static sgf_fault fault_here(const byte_source *source, flank_error_code code)
{
    return (sgf_fault){.code = code, .offset = source->offset, .line = source->line};
}

/* End the text of a game whose end is missing: without the value and the name of a property that have begun, and with
 * the brackets that are open. */
static void end_text(text_buffer *text, size_t whole, size_t depth)
{
    if (!text->bytes || text->failed)
        return;
    text->length = whole;
    while (text->length > 0 &&
           (is_blank(text->bytes[text->length - 1]) || isalnum((unsigned char)text->bytes[text->length - 1])))
        text->length--;
    text->bytes[text->length] = '\0';
    while (depth-- > 0)
        text_add(text, ")");
}

/* A game that is being collected. */
typedef struct sgf_collection {
    text_buffer *text;
    size_t depth;    /* of brackets */
    size_t value_at; /* in the text, of the last value */
    bool in_value, escaped;
    sgf_fault wrong;     /* the fault that makes it useless */
    sgf_fault value;     /* if that value does not end */
    sgf_fault beginning; /* if the game does not */
} sgf_collection;

/* The game ends before its last ")". */
static sgf_fault cut(const sgf_collection *game, const byte_source *source, flank_error_code what)
{
    if (game->wrong.code)
        return game->wrong;
    sgf_fault fault = game->in_value ? game->value : game->beginning;
    fault.code = game->in_value ? fault.code : what;
    fault.is_cut = true;
    fault.end = source->offset;
    end_text(game->text, game->in_value ? game->value_at : game->text->length, game->depth);
    return fault;
}

/* Take the next byte of the game. */
static void collect_byte(sgf_collection *game, byte_source *source, int byte)
{
    const char letter = (char)byte;
    if (!game->wrong.code && (byte == 0 || game->text->length >= GAME_MAX_BYTES))
        game->wrong = fault_here(source, byte == 0 ? FLANK_ERROR_NUL_BYTE : FLANK_ERROR_SGF_TOO_LONG);
    if (!game->in_value && byte == '[') {
        game->value = fault_here(source, FLANK_ERROR_SGF_VALUE_NOT_CLOSED);
        game->value_at = game->text->length;
    }
    source_next(source);
    if (!game->wrong.code)
        text_add_bytes(game->text, &letter, 1);
    if (game->in_value) {
        game->in_value = game->escaped || byte != ']';
        game->escaped = !game->escaped && byte == '\\';
    } else {
        game->in_value = byte == '[';
        game->depth += byte == '(';
        game->depth -= byte == ')';
    }
}

sgf_fault sgf_collect(byte_source *source, text_buffer *text)
{
    sgf_collection game = {.text = text, .beginning = fault_here(source, FLANK_ERROR_OK)};
    for (int before = 0, byte; game.depth > 0 || before == 0; before = byte) {
        byte = source_peek(source);
        if (byte == SOURCE_END)
            return cut(&game, source, FLANK_ERROR_SGF_ENDS_IN_GAME);
        const bool line_start = before == '\n' || before == '\r';
        if (byte == '(' && game.depth > 0 && (!game.in_value || line_start) && begins_game(source, game.in_value))
            return cut(&game, source, FLANK_ERROR_SGF_NEXT_GAME_BEGINS);
        collect_byte(&game, source, byte);
    }
    return game.wrong;
}

void sgf_read_charset(const text_buffer *text, char out[SGF_CHARSET_SIZE])
{
    sgf_cursor cursor = {text->bytes, text->length, 0};
    sgf_token token;
    *out = '\0';
    int nodes = 0;
    for (sgf_next(&cursor, &token); token.kind != SGF_END && token.kind != SGF_CLOSE; sgf_next(&cursor, &token)) {
        nodes += token.kind == SGF_NODE;
        if (nodes > 1)
            return;
        const char *value;
        size_t at = 0, length;
        if (token.kind == SGF_PROPERTY && strcmp(token.name, "CA") == 0) {
            if (sgf_next_value(&token, &at, &value, &length))
                snprintf(out, SGF_CHARSET_SIZE, "%.*s",
                         (int)(length < SGF_CHARSET_SIZE ? length : SGF_CHARSET_SIZE - 1), value);
            return;
        }
    }
}

/* ---- Tokens ---- */

static void skip_blanks(sgf_cursor *cursor)
{
    while (cursor->at < cursor->length && is_blank(cursor->text[cursor->at]))
        cursor->at++;
}

/* Step behind the value whose '[' is next; false if it does not end. */
static bool skip_value(sgf_cursor *cursor)
{
    for (cursor->at++; cursor->at < cursor->length; cursor->at++) {
        if (cursor->text[cursor->at] == ']') {
            cursor->at++;
            return true;
        }
        cursor->at += cursor->text[cursor->at] == '\\';
    }
    cursor->at = cursor->length;
    return false;
}

/* A property: its name was found. */
static void read_property(sgf_cursor *cursor, sgf_token *token)
{
    size_t length = 0;
    bool fits = true;
    for (; cursor->at < cursor->length && isalnum((unsigned char)cursor->text[cursor->at]); cursor->at++) {
        const char letter = cursor->text[cursor->at];
        if (islower((unsigned char)letter))
            continue;
        fits = fits && length < SGF_NAME_SIZE - 1;
        if (fits)
            token->name[length++] = letter;
    }
    token->name[length] = '\0';
    skip_blanks(cursor);
    token->values = cursor->text + cursor->at;
    bool ended = cursor->at < cursor->length && cursor->text[cursor->at] == '[';
    size_t end = cursor->at;
    while (ended && cursor->at < cursor->length && cursor->text[cursor->at] == '[') {
        ended = skip_value(cursor);
        end = cursor->at;
        skip_blanks(cursor);
    }
    token->length = (size_t)(cursor->text + end - token->values);
    token->kind = ended && fits && length > 0 ? SGF_PROPERTY : SGF_WRONG;
}

void sgf_next(sgf_cursor *cursor, sgf_token *token)
{
    skip_blanks(cursor);
    *token = (sgf_token){.kind = SGF_END, .at = cursor->at};
    if (cursor->at >= cursor->length)
        return;
    const char letter = cursor->text[cursor->at];
    if (isalpha((unsigned char)letter)) {
        read_property(cursor, token);
        return;
    }
    token->kind = letter == '(' ? SGF_OPEN : letter == ')' ? SGF_CLOSE : letter == ';' ? SGF_NODE : SGF_WRONG;
    cursor->at++;
}

bool sgf_next_value(const sgf_token *token, size_t *at, const char **value, size_t *length)
{
    while (*at < token->length && token->values[*at] != '[')
        ++*at;
    if (*at >= token->length)
        return false;
    sgf_cursor cursor = {token->values, token->length, *at};
    skip_value(&cursor);
    *value = token->values + *at + 1;
    *length = cursor.at - *at - 2;
    *at = cursor.at;
    return true;
}

/* ---- Values ---- */

/* The length of a line end of one or two bytes, or 0. */
static size_t line_end(const char *text, size_t length)
{
    if (length == 0 || (text[0] != '\n' && text[0] != '\r'))
        return 0;
    return length > 1 && (text[1] == '\n' || text[1] == '\r') && text[1] != text[0] ? 2 : 1;
}

void sgf_add_text(text_buffer *out, const char *value, size_t length, bool simple)
{
    text_add(out, "");
    for (size_t at = 0; at < length;) {
        const bool escaped = value[at] == '\\' && at + 1 < length;
        at += escaped;
        const size_t end = line_end(value + at, length - at);
        if (end && !escaped)
            text_add(out, simple ? " " : "\n");
        else if (!end && is_blank(value[at]))
            text_add(out, " ");
        else if (!end)
            text_add_bytes(out, value + at, 1);
        at += end ? end : 1;
    }
}

void sgf_add_raw(text_buffer *out, const sgf_token *token)
{
    const char *value;
    size_t length;
    for (size_t at = 0; sgf_next_value(token, &at, &value, &length);)
        text_add_bytes(out, value - 1, length + 2);
}

bool sgf_is_property(const char *name, const char *values)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    if (!isupper((unsigned char)*name) || strlen(name) >= SGF_NAME_SIZE || strspn(name, letters) != strlen(name))
        return false;
    sgf_cursor cursor = {values, strlen(values), 0};
    while (cursor.at < cursor.length)
        if (values[cursor.at] != '[' || !skip_value(&cursor))
            return false;
    return cursor.length > 0;
}

void sgf_put_text(flank_writer *writer, const char *name, const char *text, bool simple)
{
    writer_put(writer, "%s[", name);
    for (const char *at = text; *at; at++) {
        const bool pair = at[0] == '\r' && at[1] == '\n';
        const bool looks_like_game = !simple && *at == '(' && at > text && (at[-1] == '\n' || at[-1] == '\r');
        if (*at == ']' || *at == '\\' || looks_like_game)
            writer_put_bytes(writer, "\\", 1);
        if (*at == '\n' || (*at == '\r' && !pair))
            writer_put_bytes(writer, simple ? " " : "\n", 1);
        else if (!pair)
            writer_put_bytes(writer, is_blank(*at) ? " " : at, 1);
    }
    writer_put(writer, "]");
}

/* ---- Meanings ---- */

/* True if `text` looks like `pattern`, of which 0 stands for a digit and a '*' at the end for any rest. */
static bool fits_pattern(const char *text, const char *pattern)
{
    for (; *pattern && *pattern != '*'; pattern++, text++)
        if (*pattern == '0' ? !isdigit((unsigned char)*text) : *text != *pattern)
            return false;
    return *pattern == '*' || *text == '\0';
}

static bool is_time(const char *text) { return *text == '\0' || fits_pattern(text, " 00:00:00"); }

void sgf_read_date(const char *text, char *out)
{
    const bool day = fits_pattern(text, "0000-00-00*") && is_time(text + 10);
    if (day)
        snprintf(out, SGF_DATE_SIZE, "%.4s.%.2s.%.2s%.9s", text, text + 5, text + 8, text + 10);
    else if (fits_pattern(text, "0000-00"))
        snprintf(out, SGF_DATE_SIZE, "%.4s.%.2s.??", text, text + 5);
    else if (fits_pattern(text, "0000"))
        snprintf(out, SGF_DATE_SIZE, "%.4s.??.??", text);
    else
        snprintf(out, SGF_DATE_SIZE, "%s", text);
}

void sgf_write_date(const char *date, char *out)
{
    const bool day = fits_pattern(date, "0000.00.00*") && is_time(date + 10);
    if (day)
        snprintf(out, SGF_DATE_SIZE, "%.4s-%.2s-%.2s%.9s", date, date + 5, date + 8, date + 10);
    else if (fits_pattern(date, "0000.00.??"))
        snprintf(out, SGF_DATE_SIZE, "%.4s-%.2s", date, date + 5);
    else if (fits_pattern(date, "0000.??.??"))
        snprintf(out, SGF_DATE_SIZE, "%.4s", date);
    else
        snprintf(out, SGF_DATE_SIZE, "%s", date);
}

/* The text behind "B+". */
static sgf_understood read_margin(const char *text, bool scores_discs, flank_sheet_result *result)
{
    static const struct {
        const char *word;
        flank_ending ending;
    } words[] = {{"", FLANK_ENDING_PLAYED},        {"R", FLANK_ENDING_RESIGNED}, {"Resign", FLANK_ENDING_RESIGNED},
                 {"T", FLANK_ENDING_TIME},         {"Time", FLANK_ENDING_TIME},  {"F", FLANK_ENDING_FORFEIT},
                 {"Forfeit", FLANK_ENDING_FORFEIT}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(text, words[i].word) == 0) {
            result->ending = words[i].ending;
            return SGF_ALL;
        }
    char *end;
    const long discs = strtol(text, &end, 10);
    if (!scores_discs || !isdigit((unsigned char)*text) || discs > 64)
        return SGF_WINNER;
    const bool whole = *end == '\0' || (*end == '.' && end[1 + strspn(end + 1, "0")] == '\0');
    if (!whole)
        return SGF_WINNER;
    result->has_discs = true;
    result->discs = result->sign * (int)discs;
    result->sign = discs ? result->sign : 0;
    return SGF_ALL;
}

sgf_understood sgf_read_result(const char *text, bool scores_discs, flank_sheet_result *result)
{
    *result = (flank_sheet_result){.known = true};
    if (strcmp(text, "0") == 0 || strcasecmp(text, "Draw") == 0) {
        result->ending = *text == '0' ? FLANK_ENDING_PLAYED : FLANK_ENDING_AGREED;
        return SGF_ALL;
    }
    const char side = (char)toupper((unsigned char)*text);
    if ((side == 'B' || side == 'W') && (text[1] == '+' || text[1] == '\0')) {
        result->sign = side == 'B' ? 1 : -1;
        return read_margin(text + 1 + (text[1] == '+'), scores_discs, result);
    }
    result->known = false;
    return SGF_NOTHING;
}

bool sgf_write_result(const flank_sheet_result *result, char *out)
{
    static const char words[] = {
        [FLANK_ENDING_RESIGNED] = 'R', [FLANK_ENDING_TIME] = 'T', [FLANK_ENDING_FORFEIT] = 'F'};
    const bool agreed = result->ending == FLANK_ENDING_AGREED, played = result->ending == FLANK_ENDING_PLAYED;
    const bool has_word = result->ending < sizeof words && words[result->ending];
    const char side = result->sign > 0 ? 'B' : 'W';
    if (result->sign == 0)
        snprintf(out, 16, "%s", agreed ? "Draw" : "0");
    else if (has_word)
        snprintf(out, 16, "%c+%c", side, words[result->ending]);
    else if (result->has_discs && result->discs)
        snprintf(out, 16, "%c+%d", side, abs(result->discs));
    else
        snprintf(out, 16, "%c+", side);
    return result->sign == 0 ? played || agreed : played || (has_word && !result->has_discs);
}
