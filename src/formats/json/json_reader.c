/* SPDX-License-Identifier: MIT
 *
 * Files of JSON: objects one behind the other, a line each or laid out over many, alone or in an array. Each is cut out
 * of the file by its brackets, then read as a tree (json_text.c), and that as a game (flank_json.c, egaroucid_json.c).
 *
 * A damaged object ends where a line begins as only games of ours do, or a string is not closed in its line; what
 * follows up to the next line with a bracket is told with it.
 */
#include "formats/json/json_reader.h"

#include "formats/json/json_game.h"

#include <ctype.h>
#include <string.h>

enum { GAME_BYTES_MAX = 16 << 20, KNOWN = 60, SOME = 40 };

static const char own_start[] = "{\"game\":";

/* ---- Recognising ---- */

/* True if the member of a game stands in the first bytes. */
static bool has_name(const char *bytes, size_t size, const char *quoted)
{
    const size_t length = strlen(quoted);
    for (size_t at = 0; at + length <= size; at++)
        if (memcmp(bytes + at, quoted, length) == 0)
            return true;
    return false;
}

static size_t skip(const char *bytes, size_t size, size_t at)
{
    while (at < size && isspace((unsigned char)bytes[at]))
        at++;
    return at;
}

/* A bracket, a name in quotes, a colon: no other format begins so. */
int json_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    size_t at = skip(bytes, size, 0);
    if (at < size && bytes[at] == '[')
        at = skip(bytes, size, at + 1);
    if (at == size || bytes[at] != '{')
        return 0;
    at = skip(bytes, size, at + 1);
    const char *end = at < size && bytes[at] == '"' ? memchr(bytes + at + 1, '"', size - at - 1) : NULL;
    at = end ? skip(bytes, size, (size_t)(end + 1 - bytes)) : size;
    if (at == size || bytes[at] != ':')
        return 0;
    static const char *const names[] = {"\"game\"", "\"moves\"", "\"board_player\"", "\"black_player\""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (has_name(bytes, size, names[i]))
            return KNOWN;
    return SOME;
}

/* ---- Cutting objects out ---- */

/* The object at the source is whole, or: */
typedef enum cut_kind { CUT_WHOLE, CUT_OFF, CUT_TOO_LONG } cut_kind;

/* Where the cutting is. */
typedef struct json_cut {
    int depth;
    bool in_string, escaped;
} json_cut;

static bool begins_game(byte_source *source)
{
    for (size_t i = 0; own_start[i]; i++)
        if (source_peek_at(source, i) != own_start[i])
            return false;
    return true;
}

static void pass_byte(json_cut *cut, int byte)
{
    if (cut->in_string) {
        cut->in_string = cut->escaped || byte != '"';
        cut->escaped = !cut->escaped && byte == '\\';
        return;
    }
    cut->in_string = byte == '"';
    cut->depth += byte == '{' || byte == '[';
    cut->depth -= byte == '}' || byte == ']';
}

/* Move an object from the source to reader->text. */
static cut_kind cut_object(flank_reader *reader)
{
    byte_source *source = &reader->source;
    json_cut cut = {.depth = 0};
    bool fits = true;
    text_clear(&reader->text);
    do {
        const int byte = source_next(source);
        if (byte == SOURCE_END || (byte == '\n' && (cut.in_string || begins_game(source))))
            return CUT_OFF;
        pass_byte(&cut, byte);
        fits = fits && reader->text.length < GAME_BYTES_MAX;
        if (fits)
            text_add_bytes(&reader->text, &(char){(char)byte}, 1);
    } while (cut.depth > 0);
    return fits ? CUT_WHOLE : CUT_TOO_LONG;
}

/* Pass over the rest of a damaged object, up to a line that begins with a bracket. */
static void skip_damaged(flank_reader *reader)
{
    int byte = source_next(&reader->source);
    while (byte != SOURCE_END && !(byte == '\n' && source_peek(&reader->source) == '{'))
        byte = source_next(&reader->source);
}

/* Go to the next object; false at the end of the file. */
static bool find_object(flank_reader *reader)
{
    for (;;) {
        source_skip_blanks(&reader->source);
        const int byte = source_peek(&reader->source);
        if (byte != ',' && byte != '[' && byte != ']')
            break;
        source_next(&reader->source);
    }
    reader_begin(reader);
    return source_peek(&reader->source) != SOURCE_END;
}

/* ---- Reading ---- */

static flank_status read_object(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    json_tree tree;
    const flank_status status = json_read_tree(reader->text.bytes, reader->text.length, &tree, error);
    json_game game = {.reader = reader, .tree = &tree, .root = json_root(&tree), .asked = reader->game};
    flank_status done = status;
    if (status)
        skip_damaged(reader); /* brackets that did not fit may have ended it too early */
    else
        done = is_egaroucid_game(&tree, game.root) ? egaroucid_json_read(&game, error) : flank_json_read(&game, error);
    json_free(&tree);
    if (done)
        flank_sheet_destroy(game.sheet);
    else
        *sheet = game.sheet;
    return done;
}

/* Tell a fault in the object that began with reader_begin, and its line. */
static flank_status tell(flank_reader *reader, flank_error *error, flank_status status, const flank_error *fault)
{
    const size_t offset = fault->offset < reader->text.length ? fault->offset : reader->text.length;
    reader_fail_line(reader, error, status, fault);
    for (size_t i = 0; i < offset; i++)
        reader->error_line += reader->text.bytes[i] == '\n';
    return status;
}

flank_status json_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    flank_error fault = {0};
    if (!find_object(reader))
        return FLANK_NOT_FOUND;
    text_clear(&reader->text);
    if (source_peek(&reader->source) != '{') {
        skip_damaged(reader);
        error_say(&fault, FLANK_BAD_RECORD, 0, SAY(JSON_EXPECTED_GAME));
        return reader_fail_line(reader, error, FLANK_BAD_RECORD, &fault);
    }
    const cut_kind cut = cut_object(reader);
    if (reader->text.failed)
        return reader_say(reader, error, FLANK_NO_MEMORY, reader->game_offset, SAY(NO_MEMORY));
    if (cut != CUT_WHOLE) {
        error_say(&fault, FLANK_BAD_RECORD, 0, cut == CUT_OFF ? SAY(JSON_CUT_OFF) : SAY(JSON_TOO_LARGE));
        if (cut == CUT_OFF && source_peek(&reader->source) != '{')
            skip_damaged(reader);
        return reader_fail_line(reader, error, FLANK_BAD_RECORD, &fault);
    }
    const flank_status status = read_object(reader, sheet, &fault);
    return status ? tell(reader, error, status, &fault) : FLANK_OK;
}
