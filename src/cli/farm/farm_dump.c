/* SPDX-License-Identifier: MIT
 *
 * flank farm export STORE --all: all that a store holds as lines of JSON, which flank farm import reads.
 *
 * The first line names the format and its version, the last one counts the rows between them. A row is an object: the
 * table, and its columns in the order of farm_tables; a column without a value is left out. A board is 32 hexadecimal
 * digits, own before other; bytes are hexadecimal digits. Both kinds of stores write the same bytes.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"
#include "farm/farm_tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dumping {
    text_buffer line;
    int64_t rows;
    int failure;
} dumping;

static void add_hex(text_buffer *out, const char *key, farm_bytes of)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *bytes = of.bytes;
    json_string(out, key, "");
    if (out->failed)
        return;
    out->length--; /* the closing quote */
    for (size_t i = 0; i < of.size; i++)
        text_add_bytes(out, (const char[]){digits[bytes[i] >> 4], digits[bytes[i] & 15]}, 2);
    text_add(out, "\"");
}

static void add_value(text_buffer *out, const farm_column *column, const farm_value *value)
{
    char board[2 * 16 + 1];
    switch (column->type) {
    case FARM_BOARD:
        snprintf(board, sizeof board, "%016" PRIx64 "%016" PRIx64, value->own, value->other);
        json_string(out, column->name, board);
        return;
    case FARM_BLOB:
        add_hex(out, column->name, value->bytes);
        return;
    case FARM_TEXT: {
        char *text = strndup(value->bytes.size ? value->bytes.bytes : "", value->bytes.size);
        json_string(out, column->name, text);
        free(text);
        return;
    }
    case FARM_COUNT:
        json_count(out, column->name, (uint64_t)value->number);
        return;
    case FARM_NUMBER:
    case FARM_TIME:
        json_integer(out, column->name, value->number);
    }
}

static int print_line(dumping *of)
{
    if (of->line.failed)
        of->failure = complain(CLI_INTERNAL, "not enough memory");
    else if (puts(of->line.bytes) < 0)
        of->failure = CLI_CANNOT_WRITE;
    text_clear(&of->line);
    return of->failure;
}

static int print_row(void *user, const farm_table *table, const farm_value *values)
{
    dumping *of = user;
    json_open_object(&of->line, NULL);
    json_string(&of->line, "table", table->name);
    for (int i = 0; table->columns[i].name; i++)
        if (!values[i].missing)
            add_value(&of->line, &table->columns[i], &values[i]);
    json_close_object(&of->line);
    of->rows++;
    return print_line(of);
}

int farm_dump(const farm_given *given)
{
    dumping of = {.rows = 0};
    flank_error error = {0};
    json_open_object(&of.line, NULL);
    json_string(&of.line, "format", FARM_DUMP_FORMAT);
    json_integer(&of.line, "version", FARM_DUMP_VERSION);
    json_close_object(&of.line);
    flank_status failed = print_line(&of) ? FLANK_OK : given->kind->each_row(given->store, print_row, &of, &error);
    if (!of.failure && !failed) {
        json_open_object(&of.line, NULL);
        json_integer(&of.line, "rows", of.rows);
        json_close_object(&of.line);
        print_line(&of);
    }
    text_free(&of.line);
    if (of.failure && of.failure != CLI_CANNOT_WRITE)
        return of.failure;
    return failed ? farm_complain(given, failed, &error) : output_flush();
}
