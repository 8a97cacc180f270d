/* SPDX-License-Identifier: MIT
 *
 * Writing files of games for commands.
 */
#include "cli/command/file_output.h"
#include "core/error.h"

#include "formats/books/foreign_book.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PRINTED_TAGS_MAX = 12 };

/* The names of the formats that can be read or written, for a message. */
static void list_formats(text_buffer *text, bool writing)
{
    for (size_t i = 0; i < flank_format_count(); i++) {
        const flank_format *format = flank_format_at(i);
        if (writing ? flank_format_writes(format) : flank_format_reads(format))
            text_addf(text, "%s%s", text->length ? ", " : "", flank_format_name(format));
    }
}

static int complain_format(const char *option, const char *name, bool writing)
{
    text_buffer names = {NULL};
    list_formats(&names, writing);
    const int status = complain(CLI_USAGE, "%s: no format is called '%s'; there are %s", option, name, names.bytes);
    text_free(&names);
    return status;
}

static int complain_ending(const char *path)
{
    text_buffer names = {NULL};
    list_formats(&names, true);
    const int status =
        complain(CLI_USAGE, "%s: the name tells no format; say --to FORMAT: one of %s", path, names.bytes);
    text_free(&names);
    return status;
}

/* By its name, or by the ending of its files: txt. */
static const flank_format *find_format(const char *word)
{
    char path[32];
    const flank_format *format = flank_format_find(word);
    snprintf(path, sizeof path, "x.%s", word);
    return format ? format : flank_format_of_path(path);
}

int file_find_format(const char *option, const option_value *value, const flank_format **format)
{
    if (!value->given)
        return CLI_DONE;
    *format = find_format(value->text);
    return *format ? CLI_DONE : complain_format(option, value->text, strcmp(option, "--to") == 0);
}

int file_choose_format(const option_value *to, const char *path, const flank_format **format)
{
    *format = flank_format_of_path(path);
    if (to->given)
        return file_find_format("--to", to, format);
    if (!*format && foreign_format_of_name(path))
        return complain(CLI_USAGE,
                        "%s: the name of an opening book; 'flank book export' writes books, or say --to FORMAT", path);
    return *format ? CLI_DONE : complain_ending(path);
}

static bool write_stdout(void *user, const void *bytes, size_t size)
{
    (void)user;
    return fwrite(bytes, 1, size, stdout) == size;
}

bool file_is_same(const char *path, const char *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

int file_create(const char *path, const flank_format *format, flank_writer **writer)
{
    flank_status status;
    flank_error error = {0};
    if (strcmp(path, "-") == 0)
        *writer = flank_writer_open_sink(write_stdout, NULL, format, &status, &error);
    else
        *writer = flank_writer_open(path, format, &status, &error);
    if (*writer)
        return CLI_DONE;
    return complain(status == FLANK_NOT_SUPPORTED ? CLI_USAGE : CLI_CANNOT_WRITE, "%s: %s", path,
                    error_english(&error));
}

/* About standard output output_flush has the last word, silent if nobody reads it. */
int file_complain_writer(const char *path, flank_status status, const flank_error *error)
{
    if (status == FLANK_CANNOT_WRITE && strcmp(path, "-") == 0)
        return CLI_CANNOT_WRITE;
    return complain(status == FLANK_NO_MEMORY ? CLI_INTERNAL : CLI_CANNOT_WRITE, "%s: %s", path, error_english(error));
}

/* " (Event, Round)": the tags that were dropped. */
static void add_lost_tags(text_buffer *out, const flank_writer *writer)
{
    size_t count = 0;
    for (const char *name; count < PRINTED_TAGS_MAX && (name = flank_writer_lost_tag(writer, count)); count++)
        text_addf(out, "%s%s", count ? ", " : " (", name);
    text_add(out, flank_writer_lost_tag(writer, count) ? ", …)" : ")");
}

void file_print_losses(const flank_writer *writer, const flank_format *format)
{
    for (flank_loss loss = 0; loss < FLANK_LOSS_COUNT; loss++) {
        if (loss == FLANK_LOSS_START || !flank_writer_lost(writer, loss))
            continue;
        text_buffer tags = {NULL};
        if (loss == FLANK_LOSS_TAGS)
            add_lost_tags(&tags, writer);
        complain(CLI_DONE, "%s cannot hold %s%s: %" PRIu64 " %s", flank_format_name(format), flank_loss_name(loss),
                 tags.bytes && !tags.failed ? tags.bytes : "", flank_writer_lost(writer, loss), flank_loss_fate(loss));
        text_free(&tags);
    }
}

static void add_json_counts(text_buffer *out, const flank_writer *writer, flank_loss from, flank_loss to)
{
    for (flank_loss loss = from; loss < to; loss++)
        if (flank_writer_lost(writer, loss))
            json_count(out, flank_loss_name(loss), flank_writer_lost(writer, loss));
}

static void add_json_tags(text_buffer *out, const flank_writer *writer)
{
    json_open_array(out, "dropped_tags");
    const char *name;
    for (size_t i = 0; (name = flank_writer_lost_tag(writer, i)); i++)
        json_string(out, NULL, name);
    json_close_array(out);
}

void file_add_json_losses(text_buffer *out, const flank_writer *writer)
{
    json_open_object(out, "dropped");
    add_json_counts(out, writer, 0, FLANK_LOSS_TEXTS);
    json_close_object(out);
    if (flank_writer_lost(writer, FLANK_LOSS_TAGS))
        add_json_tags(out, writer);
    if (!flank_writer_lost(writer, FLANK_LOSS_TEXTS) && !flank_writer_lost(writer, FLANK_LOSS_UNFINISHED))
        return;
    json_open_object(out, "changed");
    add_json_counts(out, writer, FLANK_LOSS_TEXTS, FLANK_LOSS_COUNT);
    json_close_object(out);
}
