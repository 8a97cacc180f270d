/* SPDX-License-Identifier: MIT
 *
 * flank farm import: the lines of flank farm export --all become an empty store, all of them or none.
 *
 * Each line is checked by itself (its columns, their ranges, boards that are boards), against the line before it (rows
 * stand in order, none twice) and against the rows that it names by number. Memory holds the rows of one chunk, and the
 * numbers of rules, runs and workers.
 *
 * A position of an old export may have a judgement: it becomes a label, whose level the store finds in the end.
 */
#include "cli/farm/farm_command.h"

#include "core/error.h"
#include "core/json_writer.h"
#include "farm/farm_labels.h"
#include "farm/farm_tables.h"
#include "formats/json/json_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_ROWS = 512, CHUNK_BYTES = 1 << 20, TABLES_MAX = 16 };

/* Numbers of the rows of a table, in their order. */
typedef struct id_list {
    int64_t *ids;
    size_t count, room;
} id_list;

typedef struct importing {
    const farm_given *given;
    const char *path;
    bool json;
    size_t line;
    const farm_table *table; /* of the chunk */
    farm_value values[CHUNK_ROWS * FARM_COLUMNS_MAX];
    size_t rows;                       /* of the chunk */
    text_buffer bytes;                 /* of its texts and blobs, one behind the other */
    farm_value last[FARM_COLUMNS_MAX]; /* the keys of the row before, of the same table */
    text_buffer last_text;
    bool has_last;
    int64_t total; /* rows */
    id_list known[TABLES_MAX];
    uint64_t version;
    farm_value labels[CHUNK_ROWS * FARM_COLUMNS_MAX]; /* of positions of an old export */
    size_t label_count;
    int status;
} importing;

/* ---- Complaints -------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static int refuse(importing *of, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return of->status = complain_at(of->path, of->line, "%s", text);
}

static int fail(importing *of, flank_status failed, const flank_error *error)
{
    return of->status = farm_complain(of->given, failed, error);
}

static int no_memory(importing *of) { return of->status = complain(CLI_INTERNAL, "not enough memory"); }

/* ---- Chunks ------------------------------------------------------------------------------------------------------ */

static int column_count(const farm_table *table)
{
    int count = 0;
    while (table->columns[count].name)
        count++;
    return count;
}

static const farm_table *table_of(const char *name)
{
    const farm_table *table = farm_tables;
    while (strcmp(table->name, name) != 0)
        table++;
    return table;
}

static int store_labels(importing *of)
{
    flank_error error = {0};
    const flank_status failed = of->label_count ? of->given->kind->load(of->given->store, table_of("label"), of->labels,
                                                                        of->label_count, &error)
                                                : FLANK_OK;
    of->label_count = 0;
    return failed ? fail(of, failed, &error) : CLI_DONE;
}

/* Give the chunk to the store. Its texts have stopped moving: now they can be pointed at. */
static int store_chunk(importing *of)
{
    flank_error error = {0};
    const size_t columns = of->rows ? (size_t)column_count(of->table) : 0;
    const char *at = of->bytes.bytes;
    if (of->bytes.failed)
        return no_memory(of);
    for (size_t i = 0; i < of->rows * columns; i++) {
        of->values[i].bytes.bytes = at;
        at += of->values[i].bytes.size;
    }
    const flank_status failed =
        of->rows ? of->given->kind->load(of->given->store, of->table, of->values, of->rows, &error) : FLANK_OK;
    of->rows = 0;
    text_clear(&of->bytes);
    return failed ? fail(of, failed, &error) : store_labels(of);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static int hex_digit(char letter)
{
    const char *digits = "0123456789abcdef", *at = letter ? strchr(digits, letter) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bool read_board(const char *text, farm_value *out)
{
    if (strlen(text) != 32)
        return false;
    for (int i = 0; i < 32; i++) {
        uint64_t *half = i < 16 ? &out->own : &out->other;
        if (hex_digit(text[i]) < 0)
            return false;
        *half = *half << 4 | (uint64_t)hex_digit(text[i]);
    }
    return (out->own & out->other) == 0;
}

static bool add_blob(const char *text, text_buffer *out)
{
    for (; *text; text += 2) {
        if (hex_digit(text[0]) < 0 || hex_digit(text[1]) < 0)
            return false;
        const char byte = (char)(hex_digit(text[0]) << 4 | hex_digit(text[1]));
        text_add_bytes(out, &byte, 1);
    }
    return true;
}

static bool is_known(const importing *of, const char *table, int64_t id)
{
    size_t low = 0, high;
    const id_list *list = &of->known[table_of(table) - farm_tables];
    for (high = list->count; low < high;) {
        const size_t middle = (low + high) / 2;
        if (list->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->ids[low] == id;
}

/* A whole number of 64 bits; json_unsigned reads those without a sign. */
static bool read_number(const json_tree *tree, const json_value *value, int64_t *out)
{
    uint64_t number;
    if (json_unsigned(tree, value, &number)) {
        *out = (int64_t)number;
        return number <= INT64_MAX;
    }
    return json_decimal(tree, value, 0, out);
}

static int read_value(importing *of, const json_tree *tree, const json_value *given, const farm_column *column,
                      farm_value *out)
{
    const char *text = json_string_of(tree, given), *name = column->name;
    const size_t before = of->bytes.length;
    uint64_t count;
    *out = (farm_value){.missing = !given};
    if (!given)
        return column->optional ? CLI_DONE : refuse(of, "'%s' is missing", name);
    switch (column->type) {
    case FARM_TEXT:
    case FARM_BLOB:
        if (text && column->type == FARM_TEXT)
            text_add(&of->bytes, text);
        else if (!text || !add_blob(text, &of->bytes))
            return refuse(of, "'%s' is no %s", name,
                          column->type == FARM_TEXT ? "text" : "bytes in hexadecimal digits");
        out->bytes.size = of->bytes.length - before;
        return column->max && out->bytes.size > (size_t)column->max ? refuse(of, "'%s' is too long", name) : CLI_DONE;
    case FARM_BOARD:
        return text && read_board(text, out) ? CLI_DONE : refuse(of, "'%s' is no board", name);
    case FARM_COUNT:
        if (!json_unsigned(tree, given, &count))
            return refuse(of, "'%s' is no number", name);
        out->number = (int64_t)count;
        return CLI_DONE;
    case FARM_NUMBER:
    case FARM_TIME:
        break;
    }
    const bool any = column->min == 0 && column->max == 0;
    if (!read_number(tree, given, &out->number))
        return refuse(of, "'%s' is no number", name);
    if (any ? out->number < 0 : out->number < column->min || out->number > column->max)
        return refuse(of, "'%s' cannot be %" PRId64, name, out->number);
    const bool dropped = column->dropped && out->number == 0;
    if (column->of && !dropped && !is_known(of, column->of, out->number))
        return refuse(of, "there is no %s %" PRId64, column->of, out->number);
    return CLI_DONE;
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

/* The order of two keys; texts lie in `texts`. */
static int compare_keys(const farm_table *table, const farm_value *a, const char *a_text, const farm_value *b,
                        const char *b_text)
{
    int order = 0;
    for (int i = 0; i < table->keys && !order; i++) {
        const farm_type type = table->columns[i].type;
        if (type == FARM_BOARD)
            order =
                a[i].own != b[i].own ? compare_numbers(a[i].own, b[i].own) : compare_numbers(a[i].other, b[i].other);
        else if (type == FARM_TEXT)
            order = strcmp(a_text, b_text);
        else
            order = a[i].number < b[i].number ? -1 : a[i].number > b[i].number;
    }
    return order;
}

/* The text among the keys of a row, which is the first of its bytes; "" without one. */
static int check_order(importing *of, const farm_value *row, const char *key_text)
{
    const char *last_text = of->last_text.bytes ? of->last_text.bytes : "";
    if (of->has_last && compare_keys(of->table, of->last, last_text, row, key_text) >= 0)
        return refuse(of, "this row is there already, or not in its order");
    memcpy(of->last, row, sizeof of->last);
    text_clear(&of->last_text);
    text_add(&of->last_text, key_text);
    of->has_last = true;
    return of->last_text.failed ? no_memory(of) : CLI_DONE;
}

/* The columns taken together. */
static int check_sense(importing *of, const farm_value *row)
{
    int64_t lo = 0, hi = 0;
    for (int i = 0; of->table->columns[i].name; i++) {
        if (strcmp(of->table->columns[i].name, "lo") == 0)
            lo = row[i].number;
        if (strcmp(of->table->columns[i].name, "hi") == 0)
            hi = row[i].number;
    }
    return lo > hi ? refuse(of, "'lo' is above 'hi'") : CLI_DONE;
}

/* Keep the number of a row that others name. */
static int keep_id(importing *of, const farm_value *row)
{
    id_list *list = &of->known[of->table - farm_tables];
    if (strcmp(of->table->columns[0].name, "id") != 0 || strcmp(of->table->name, "conflict") == 0)
        return CLI_DONE;
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 64;
        int64_t *larger = realloc(list->ids, room * sizeof *larger);
        if (!larger)
            return no_memory(of);
        list->ids = larger;
        list->room = room;
    }
    list->ids[list->count++] = row[0].number;
    return CLI_DONE;
}

/* Go on to the table of that name, which stands behind the present one. */
static int turn_to(importing *of, const char *name)
{
    const farm_table *table = of->table ? of->table : farm_tables;
    if (of->table && name && strcmp(name, of->table->name) == 0)
        return CLI_DONE;
    while (table->name && (!name || strcmp(table->name, name) != 0))
        table++;
    if (!table->name)
        return refuse(of, "no table that may stand here");
    const int status = store_chunk(of);
    of->table = table;
    of->has_last = false;
    return status;
}

/* The judgement in a position of an old export. */
static const char *const judgement[] = {"guess", "depth", "selectivity"};

static bool is_judgement(const importing *of, const char *column)
{
    bool found = false;
    for (size_t i = 0; i < sizeof judgement / sizeof *judgement; i++)
        found = found || strcmp(judgement[i], column) == 0;
    return found && of->version < FARM_DUMP_WITH_LABELS && strcmp(of->table->name, "position") == 0;
}

/* Keep the judgement of the position `row`, if it has one. */
static int take_judgement(importing *of, const json_tree *tree, const farm_value *row)
{
    const farm_table *table = table_of("label");
    const int columns = column_count(table);
    farm_value *label = &of->labels[of->label_count * (size_t)columns];
    int status = CLI_DONE;
    if (!json_member(tree, json_root(tree), judgement[0]))
        return CLI_DONE;
    for (int i = 0; i < columns && !status; i++) {
        const farm_column *column = &table->columns[i];
        int from = 0;
        while (of->table->columns[from].name && strcmp(of->table->columns[from].name, column->name) != 0)
            from++;
        if (of->table->columns[from].name)
            label[i] = row[from];
        else if (is_judgement(of, column->name))
            status = read_value(of, tree, json_member(tree, json_root(tree), column->name), column, &label[i]);
        else
            label[i] = (farm_value){.number = FARM_LEVEL_UNKNOWN};
    }
    of->label_count += !status;
    return status;
}

/* True if the object has no more members than the table and its columns. */
static bool has_only_columns(const importing *of, const json_tree *tree)
{
    const farm_table *table = of->table;
    for (const json_value *member = json_child(tree, json_root(tree)); member; member = json_next(tree, member)) {
        int i = 0;
        while (table->columns[i].name && strcmp(table->columns[i].name, json_name(tree, member)) != 0)
            i++;
        if (!table->columns[i].name && strcmp(json_name(tree, member), "table") != 0 &&
            !is_judgement(of, json_name(tree, member)))
            return false;
    }
    return true;
}

static int take_row(importing *of, const json_tree *tree)
{
    int status = turn_to(of, json_string_of(tree, json_member(tree, json_root(tree), "table")));
    if (status)
        return status;
    if (!has_only_columns(of, tree))
        return refuse(of, "table '%s' has no such columns", of->table->name);
    farm_value *row = &of->values[of->rows * (size_t)column_count(of->table)];
    const char *key_text = "";
    for (int i = 0; of->table->columns[i].name && !status; i++) {
        const json_value *value = json_member(tree, json_root(tree), of->table->columns[i].name);
        status = read_value(of, tree, value, &of->table->columns[i], &row[i]);
        if (i < of->table->keys && of->table->columns[i].type == FARM_TEXT)
            key_text = json_string_of(tree, value);
    }
    farm_value keys[FARM_COLUMNS_MAX] = {{0}};
    memcpy(keys, row, (size_t)of->table->keys * sizeof *row);
    if (!status)
        status = check_sense(of, row);
    if (!status)
        status = check_order(of, keys, key_text);
    if (!status)
        status = keep_id(of, row);
    if (!status && of->version < FARM_DUMP_WITH_LABELS && strcmp(of->table->name, "position") == 0)
        status = take_judgement(of, tree, row);
    of->total += !status;
    of->rows += !status;
    if (!status && (of->rows == CHUNK_ROWS || of->bytes.length > CHUNK_BYTES))
        status = store_chunk(of);
    return status;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static int check_head(importing *of, const json_tree *tree)
{
    const json_value *root = json_root(tree);
    const char *format = json_string_of(tree, json_member(tree, root, "format"));
    if (!format || strcmp(format, FARM_DUMP_FORMAT) != 0)
        return refuse(of, "no export of a whole store (flank farm export STORE --all)");
    json_unsigned(tree, json_member(tree, root, "version"), &of->version);
    return of->version >= FARM_DUMP_OLDEST && of->version <= FARM_DUMP_VERSION
               ? CLI_DONE
               : refuse(of, "an export of version %" PRIu64, of->version);
}

/* Take a line; `*ended` is true at the last one. */
static int take_line(importing *of, const char *line, size_t length, bool *ended)
{
    json_tree tree;
    flank_error error = {0};
    uint64_t rows;
    const flank_status failed = json_read_tree(line, length, &tree, &error);
    int status;
    if (*ended)
        status = refuse(of, "a line behind the last one");
    else if (failed)
        status = refuse(of, "%s", error_english(&error));
    else if (of->line == 1)
        status = check_head(of, &tree);
    else if (json_member(&tree, json_root(&tree), "table"))
        status = take_row(of, &tree);
    else if (!json_unsigned(&tree, json_member(&tree, json_root(&tree), "rows"), &rows))
        status = refuse(of, "no row of a table");
    else {
        *ended = true;
        status = rows == (uint64_t)of->total
                     ? store_chunk(of)
                     : refuse(of, "%" PRIu64 " rows, but %" PRId64 " stand above", rows, of->total);
    }
    json_free(&tree);
    return status;
}

static int take_lines(importing *of, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool ended = false;
    int status = CLI_DONE;
    while (!status && (length = getline(&line, &room, file)) >= 0) {
        of->line++;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            length--;
        status = take_line(of, line, (size_t)length, &ended);
    }
    free(line);
    if (!status && ferror(file))
        status = complain_unreadable(of->path, errno);
    if (!status && !of->line)
        status = complain(CLI_DATA, "%s: is empty", of->path);
    if (!status && !ended)
        status = complain(CLI_DATA, "%s: it ends too early, behind line %zu", of->path, of->line);
    return status;
}

static int import_file(importing *of, FILE *file)
{
    flank_error error = {0};
    flank_status failed = of->given->kind->begin_load(of->given->store, &error);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "%s: %s", of->given->where, error_english(&error));
    if (failed)
        return fail(of, failed, &error);
    int status = take_lines(of, file);
    if (!status && of->version < FARM_DUMP_WITH_LABELS &&
        (failed = of->given->kind->settle_labels(of->given->store, &error)))
        status = fail(of, failed, &error);
    failed = of->given->kind->end_load(of->given->store, !status, &error);
    if (status)
        return status;
    if (failed)
        return fail(of, failed, &error);
    if (of->json) {
        text_buffer out = {NULL};
        farm_open_json(&out, of->given);
        json_integer(&out, "rows", of->total);
        return farm_print_json(&out);
    }
    printf("%" PRId64 " row%s\n", of->total, of->total == 1 ? "" : "s");
    return output_flush();
}

int farm_import(const farm_given *given, const cli_arguments *arguments)
{
    if (arguments->operand_count != 3)
        return complain(CLI_USAGE, "farm: import which file? As in 'flank farm import STORE FILE'");
    if (!*arguments->operands[2])
        return complain(CLI_USAGE, "farm: FILE takes the name of a file, not an empty text");
    importing *of = calloc(1, sizeof *of);
    if (!of)
        return complain(CLI_INTERNAL, "not enough memory");
    of->given = given;
    of->path = arguments->operands[2];
    of->json = arguments->option[OPTION_JSON].given;
    const bool standard = strcmp(of->path, "-") == 0;
    FILE *file = standard ? stdin : fopen(of->path, "r");
    const int status = file ? import_file(of, file) : complain_unreadable(of->path, errno);
    if (file && !standard)
        fclose(file);
    for (int i = 0; i < TABLES_MAX; i++)
        free(of->known[i].ids);
    text_free(&of->bytes);
    text_free(&of->last_text);
    free(of);
    return status;
}
