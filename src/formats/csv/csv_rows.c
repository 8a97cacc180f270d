/* SPDX-License-Identifier: MIT
 *
 * Rows of fields. A quote is looked for ahead before a field is taken as quoted, so that one that is not closed costs
 * its line and not the rest of the file.
 */
#include "formats/csv/csv_rows.h"

#include <string.h>

enum { AHEAD_MAX = SOURCE_BUFFER_SIZE / 2 - 1 };

char csv_find_divider(const char *bytes, size_t size)
{
    static const char dividers[] = "\t;,";
    size_t counts[sizeof dividers] = {0}, best = 0;
    bool quoted = false;
    for (size_t i = 0; i < size && bytes[i] && (quoted || bytes[i] != '\n'); i++) {
        const char *found = quoted || bytes[i] == '"' ? NULL : strchr(dividers, bytes[i]);
        quoted = bytes[i] == '"' ? !quoted : quoted;
        if (found)
            counts[found - dividers]++;
    }
    for (size_t i = 1; i < sizeof dividers - 1; i++)
        best = counts[i] > counts[best] ? i : best;
    return counts[best] ? dividers[best] : '\0';
}

static bool ends_field(int byte, char divider)
{
    return byte == SOURCE_END || byte == '\n' || byte == (unsigned char)divider;
}

/* The distance to the quote that closes the field whose opening quote is the next byte; 0 if there is none near. */
static size_t closing_quote(byte_source *source, char divider)
{
    for (size_t at = 1; at < AHEAD_MAX; at++) {
        const int byte = source_peek_at(source, at);
        if (byte == SOURCE_END)
            return 0;
        if (byte == '"' && source_peek_at(source, at + 1) == '"') {
            at++;
            continue;
        }
        size_t behind = at + 1;
        while (byte == '"' && behind < AHEAD_MAX && source_peek_at(source, behind) > 0 &&
               strchr(" \r", source_peek_at(source, behind)))
            behind++;
        if (byte == '"')
            return ends_field(source_peek_at(source, behind), divider) ? at : 0;
    }
    return 0;
}

static void put_byte(csv_row *row, int byte) { text_add_bytes(&row->text, &(char){(char)byte}, 1); }

/* Take a quoted field that is closed at `end`. */
static void take_quoted(byte_source *source, size_t end, csv_row *row)
{
    source_next(source);
    for (size_t at = 1; at < end; at++) {
        const int byte = source_next(source);
        if (byte == '"') {
            source_next(source);
            at++;
        }
        put_byte(row, byte ? byte : ' ');
    }
    source_next(source);
}

/* Take the rest of a field, up to what ends it. */
static void take_plain(byte_source *source, char divider, csv_row *row)
{
    for (int byte; !ends_field(byte = source_peek(source), divider); source_next(source))
        put_byte(row, byte ? byte : ' ');
}

static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

/* End the field that began at row->text's `start`, without blanks around. */
static void end_field(csv_row *row, size_t start, uint64_t offset)
{
    put_byte(row, '\0');
    if (row->text.failed)
        return;
    const char *bytes = row->text.bytes;
    size_t end = row->text.length - 1;
    while (start < end && is_blank(bytes[start])) {
        start++;
        offset++;
    }
    while (end > start && is_blank(bytes[end - 1]))
        end--;
    row->text.bytes[end] = '\0';
    if (row->count < CSV_FIELDS_MAX) {
        row->start[row->count] = start;
        row->offset[row->count++] = offset;
    }
}

/* Take a field, and the divider behind it; `*done`: it is the last of its row. */
static csv_reading take_field(byte_source *source, char divider, csv_row *row, bool *done)
{
    while (source_peek(source) == ' ')
        source_next(source);
    const size_t start = row->text.length;
    const bool is_quoted = source_peek(source) == '"';
    const size_t end = is_quoted ? closing_quote(source, divider) : 0;
    if (is_quoted && !end)
        return CSV_OPEN_QUOTE;
    const uint64_t offset = source->offset + is_quoted;
    if (is_quoted)
        take_quoted(source, end, row);
    take_plain(source, divider, row);
    end_field(row, start, offset);
    *done = source_peek(source) != (unsigned char)divider;
    source_next(source);
    return row->text.length > CSV_ROW_BYTES_MAX ? CSV_TOO_LONG : CSV_ROW;
}

csv_reading csv_read_row(byte_source *source, char divider, csv_row *row)
{
    bool done = false;
    text_clear(&row->text);
    row->count = 0;
    if (source_peek(source) == SOURCE_END)
        return CSV_END;
    while (!done && !row->text.failed) {
        const csv_reading field = take_field(source, divider, row, &done);
        if (field == CSV_ROW)
            continue;
        text_clear(&row->text);
        if (!done)
            source_line(source, &row->text, 0);
        return field;
    }
    return CSV_ROW;
}

const char *csv_field(const csv_row *row, size_t index)
{
    return index < row->count ? row->text.bytes + row->start[index] : "";
}
