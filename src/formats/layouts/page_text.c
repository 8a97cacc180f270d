/* SPDX-License-Identifier: MIT
 *
 * Text of pages.
 */
#include "formats/layouts/page_text.h"

#include "core/blanks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_SIZE = 16, REFERENCE_MAX = 12 };

typedef enum break_kind { BREAK_NONE, BREAK_CELL, BREAK_LINE, BREAK_PIECE } break_kind;

typedef struct page_reading {
    const char *page;
    size_t size, at;
    text_buffer *text;
    page_piece_fn *end_piece;
    void *user;
    size_t piece_offset; /* in the page */
    uint64_t line;       /* of `counted` */
    size_t counted;
    int tables, preformatted; /* that are open */
    bool piece_begun;
    bool row_begun; /* of a table */
    bool blank;     /* there was one behind the last letter */
    int heading;    /* page_piece.heading of what is read */
} page_reading;

bool page_begins(const char *bytes, size_t size)
{
    static const char *const starts[] = {"<!doctype html", "<html",   "<head", "<body",
                                         "<!--",           "<applet", "<pre",  "<table"};
    size_t at = 0;
    while (at < size && is_blank((unsigned char)bytes[at]))
        at++;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (size - at >= strlen(starts[i]) && strncasecmp(bytes + at, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* ---- Pieces ---- */

static void begin_piece(page_reading *reading)
{
    if (!reading->piece_begun)
        reading->piece_offset = reading->at;
    reading->piece_begun = true;
}

static bool end_piece(page_reading *reading)
{
    if (!reading->piece_begun)
        return true;
    for (; reading->counted < reading->piece_offset; reading->counted++)
        reading->line += reading->page[reading->counted] == '\n';
    reading->piece_begun = reading->row_begun = reading->blank = false;
    return reading->end_piece(reading->user, (page_piece){reading->piece_offset, reading->line, reading->heading});
}

static void put(page_reading *reading, const char *bytes, size_t length)
{
    begin_piece(reading);
    if (reading->blank)
        text_add(reading->text, " ");
    reading->blank = false;
    text_add_bytes(reading->text, bytes, length);
}

/* Put a line end, unless one is there already. */
static void put_line_end(page_reading *reading)
{
    const text_buffer *text = reading->text;
    reading->blank = reading->row_begun = false;
    if (reading->piece_begun && text->length > 0 && text->bytes[text->length - 1] != '\n')
        text_add(reading->text, "\n");
}

/* Put a tab before a cell, if it is not the first of its row: then only a piece begins. */
static void put_cell(page_reading *reading)
{
    begin_piece(reading);
    reading->blank = false;
    if (reading->row_begun)
        text_add(reading->text, "\t");
    reading->row_begun = true;
}

/* ---- References ---- */

static void put_letter(page_reading *reading, unsigned long code)
{
    char bytes[4];
    size_t length = 0;
    if (code < 0x80) {
        bytes[length++] = (char)code;
    } else if (code < 0x800) {
        bytes[length++] = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        bytes[length++] = (char)(0xE0 | code >> 12);
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
        bytes[length++] = (char)(0xF0 | code >> 18);
        bytes[length++] = (char)(0x80 | (code >> 12 & 0x3F));
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3F));
    }
    if (code >= 0x80)
        bytes[length++] = (char)(0x80 | (code & 0x3F));
    put(reading, bytes, length);
}

/* The letter of a reference "&name;" or "&#number;" at `text`, and its length; 0 if it is none. */
static unsigned long read_reference(const char *text, size_t *length)
{
    static const struct {
        const char *name;
        unsigned long code;
    } names[] = {{"amp", '&'},     {"lt", '<'},      {"gt", '>'},      {"quot", '"'},    {"apos", '\''},
                 {"nbsp", ' '},    {"ndash", '-'},   {"mdash", '-'},   {"minus", '-'},   {"thinsp", ' '},
                 {"bull", 0x2022}, {"middot", 0xB7}, {"eacute", 0xE9}, {"egrave", 0xE8}, {"ouml", 0xF6},
                 {"auml", 0xE4},   {"uuml", 0xFC},   {"ccedil", 0xE7}, {"oslash", 0xF8}, {"aring", 0xE5}};
    const size_t name = strcspn(text + 1, ";<& \t\r\n");
    *length = name + 2;
    if (name == 0 || name > REFERENCE_MAX || text[1 + name] != ';')
        return 0;
    if (text[1] == '#') {
        const bool is_hex = text[2] == 'x' || text[2] == 'X';
        const char *digits = text + 2 + is_hex;
        char *end;
        const unsigned long code = isxdigit((unsigned char)*digits) ? strtoul(digits, &end, is_hex ? 16 : 10) : 0;
        const bool is_letter = code >= ' ' && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        return code && end == text + 1 + name && is_letter ? code == 0xA0 ? ' ' : code : 0;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == name && strncmp(text + 1, names[i].name, name) == 0)
            return names[i].code;
    return 0;
}

/* ---- Text ---- */

/* Put the letter at `*at`, and go behind it. */
static void put_text(page_reading *reading, size_t *at, bool as_it_stands)
{
    const char *text = reading->page + *at;
    size_t length;
    const unsigned long code = *text == '&' ? read_reference(text, &length) : 0;
    *at += code ? length : 1;
    if (code > ' ')
        put_letter(reading, code);
    else if (!code && !is_blank((unsigned char)*text) && *text)
        put(reading, text, 1);
    else if (as_it_stands && *text != '\r')
        put(reading, code || !*text ? " " : text, 1);
    else
        reading->blank = reading->piece_begun;
}

/* ---- Tags ---- */

static bool is_name(const char *name, const char *list)
{
    const size_t length = strlen(name);
    for (const char *at = length ? strstr(list, name) : NULL; at; at = strstr(at + 1, name))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* The break that a tag makes. */
static break_kind break_of(const char *name, bool in_table)
{
    if (is_name(name, "table pre textarea"))
        return BREAK_PIECE;
    if (is_name(name, "td th"))
        return in_table ? BREAK_CELL : BREAK_NONE;
    if (is_name(name, "tr br li dt dd option"))
        return BREAK_LINE; /* the start of the next one is the end of it */
    static const char blocks[] = "p div h1 h2 h3 h4 h5 h6 hr ul ol dl body form center title head html blockquote "
                                 "section article main header footer applet object select caption address";
    return !is_name(name, blocks) ? BREAK_NONE : in_table ? BREAK_LINE : BREAK_PIECE;
}

/* Put the value of an attribute as a piece of its own. */
static bool take_value(page_reading *reading, size_t from, size_t to)
{
    const size_t after = reading->at;
    if (!end_piece(reading))
        return false;
    for (size_t at = from; at < to;) {
        reading->at = at;
        put_text(reading, &at, false);
    }
    reading->at = after;
    return end_piece(reading);
}

/* Pass over the attributes of a tag and its end, and take the values. */
static bool read_attributes(page_reading *reading)
{
    const char *page = reading->page;
    while (reading->at < reading->size && page[reading->at] != '>') {
        if (is_blank((unsigned char)page[reading->at]) || strchr("/='\"", page[reading->at])) {
            reading->at++;
            continue;
        }
        const size_t name = reading->at;
        reading->at += strcspn(page + name, "=> \t\r\n\f\v/");
        const bool is_value = reading->at - name == 5 && strncasecmp(page + name, "value", 5) == 0;
        size_t at = reading->at + strspn(page + reading->at, " \t\r\n");
        if (reading->at == name)
            reading->at++; /* a NUL */
        if (page[at] != '=')
            continue;
        at += 1 + strspn(page + at + 1, " \t\r\n");
        const char quote = page[at] == '"' || page[at] == '\'' ? page[at] : '\0';
        const char *end = quote ? memchr(page + at + 1, quote, reading->size - at - 1) : NULL;
        const size_t from = at + (end != NULL), to = end ? (size_t)(end - page) : at + strcspn(page + at, "> \t\r\n");
        reading->at = to;
        if (is_value && !take_value(reading, from, to))
            return false;
    }
    reading->at += reading->at < reading->size;
    return true;
}

/* Go behind the end tag of an element whose content is no text. */
static void skip_element(page_reading *reading, const char *name)
{
    while (reading->at < reading->size) {
        const char *end = memchr(reading->page + reading->at, '<', reading->size - reading->at);
        if (!end) {
            reading->at = reading->size;
            return;
        }
        reading->at = (size_t)(end - reading->page) + 1;
        if (end[1] == '/' && strncasecmp(end + 2, name, strlen(name)) == 0)
            return; /* the rest is a tag's */
    }
}

/* The heading that the element is, see page_piece. */
static int heading_of(const char *name)
{
    if (is_name(name, "title"))
        return 1;
    return is_name(name, "h1 h2 h3 h4 h5 h6") ? name[1] - '0' + 1 : 0;
}

/* Read the tag that begins at `<`. */
static bool read_tag(page_reading *reading)
{
    char name[NAME_SIZE] = "";
    const bool is_end = reading->page[reading->at + 1] == '/';
    reading->at += 1 + is_end;
    for (size_t i = 0; isalnum((unsigned char)reading->page[reading->at]); i++, reading->at++)
        if (i < sizeof name - 1)
            name[i] = (char)tolower((unsigned char)reading->page[reading->at]);
    const break_kind kind = break_of(name, reading->tables > 0);
    if (kind == BREAK_PIECE && !end_piece(reading))
        return false;
    if (kind == BREAK_PIECE)
        reading->heading = is_end ? 0 : heading_of(name);
    if (kind == BREAK_LINE)
        put_line_end(reading);
    if (kind == BREAK_CELL && !is_end)
        put_cell(reading);
    if (!read_attributes(reading))
        return false;
    int *depth = is_name(name, "table")          ? &reading->tables
                 : is_name(name, "pre textarea") ? &reading->preformatted
                                                 : NULL;
    if (depth)
        *depth += is_end ? -(*depth > 0) : 1;
    if (!is_end && is_name(name, "script style noscript")) {
        skip_element(reading, name);
        return read_attributes(reading);
    }
    return true;
}

/* Go behind "<!-- … -->" or "<!…>". */
static void skip_declaration(page_reading *reading)
{
    const bool is_comment = strncmp(reading->page + reading->at, "<!--", 4) == 0;
    const char *end = strstr(reading->page + reading->at, is_comment ? "-->" : ">");
    reading->at = end ? (size_t)(end - reading->page) + (is_comment ? 3 : 1) : reading->size;
}

bool page_text_read(const char *page, size_t size, text_buffer *text, page_piece_fn *end, void *user)
{
    page_reading reading = {.page = page, .size = size, .text = text, .end_piece = end, .user = user, .line = 1};
    while (reading.at < size) {
        const char *at = page + reading.at;
        if (*at != '<' || !(isalpha((unsigned char)at[1]) || strchr("/!?", at[1]) || !at[1])) {
            size_t next = reading.at;
            put_text(&reading, &next, reading.preformatted > 0);
            reading.at = next;
        } else if (at[1] == '!' || at[1] == '?') {
            skip_declaration(&reading);
        } else if (!read_tag(&reading)) {
            return false;
        }
    }
    return end_piece(&reading);
}
