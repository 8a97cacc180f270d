/* SPDX-License-Identifier: MIT
 *
 * Reading packed files.
 */
#include "cli/command/packed_input.h"

#include "core/error.h"
#include "formats/format_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool packed_is(const char *path)
{
    static const struct {
        size_t size;
        const char *bytes;
    } starts[] = {{2, "\x1F\x8B"},
                  {3, "BZh"},
                  {4, "PK\3\4"},
                  {6, "\xFD"
                      "7zXZ"},
                  {4, "\x28\xB5\x2F\xFD"}};
    char bytes[8] = "";
    struct stat about;
    if (stat(path, &about) || !S_ISREG(about.st_mode)) /* what is read from a pipe is gone */
        return false;
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (size >= starts[i].size && memcmp(bytes, starts[i].bytes, starts[i].size) == 0)
            return true;
    return false;
}

static flank_reader *refuse(flank_status *status, flank_status value)
{
    *status = value;
    return NULL;
}

#ifdef HAVE_ARCHIVE

#include <archive.h>
#include <archive_entry.h>

enum { BLOCK_BYTES = 65536, NAME_SIZE = 4096 };

typedef struct packed_file {
    struct archive *archive;
    const flank_format *format; /* of the files to read, or NULL: of all */
    bool begun, in_file;
} packed_file;

/* The name without what packing put behind it: "games.ggf" of "games.ggf.bz2". */
static void unpacked_name(const char *path, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%s", path);
    char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');
    if (dot && dot > (slash ? slash : name))
        *dot = '\0';
}

static struct archive *open_archive(const char *path)
{
    struct archive *archive = archive_read_new();
    if (!archive)
        return NULL;
    archive_read_support_filter_gzip(archive); /* not all: some of the others start programs */
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_raw(archive);
    if (archive_read_open_filename(archive, path, BLOCK_BYTES) == ARCHIVE_OK)
        return archive;
    archive_read_free(archive);
    return NULL;
}

static void close_file(void *user)
{
    packed_file *file = user;
    archive_read_free(file->archive);
    free(file);
}

/* Go to the next file of the format: 1, 0 at the end, -1 if the archive is damaged. */
static int next_file(packed_file *file)
{
    struct archive_entry *entry;
    int result;
    while ((result = archive_read_next_header(file->archive, &entry)) == ARCHIVE_OK || result == ARCHIVE_WARN) {
        const char *name = archive_entry_pathname(entry);
        const bool is_file = archive_entry_filetype(entry) == AE_IFREG;
        if (is_file && (!file->format || (name && flank_format_of_path(name) == file->format)))
            return 1;
    }
    return result == ARCHIVE_EOF ? 0 : -1;
}

static int64_t fail_reading(packed_file *file)
{
    const int number = archive_errno(file->archive);
    errno = number > 0 ? number : EIO;
    return -1;
}

static int64_t read_packed(void *user, void *buffer, size_t size)
{
    packed_file *file = user;
    for (;;) {
        if (!file->in_file) {
            const int found = next_file(file);
            if (found <= 0)
                return found ? fail_reading(file) : 0;
            file->in_file = true;
            if (file->begun) { /* a file may end without a line end */
                *(char *)buffer = '\n';
                return 1;
            }
        }
        file->begun = true;
        const la_ssize_t count = archive_read_data(file->archive, buffer, size);
        if (count < 0)
            return fail_reading(file);
        if (count > 0)
            return count;
        file->in_file = false;
    }
}

/* Find the one format of the names in an archive, NULL if they tell none. False if there are several. */
static bool find_format(struct archive *archive, const flank_format **format)
{
    struct archive_entry *entry;
    size_t count = 0;
    bool same = true;
    *format = NULL;
    while (archive_read_next_header(archive, &entry) == ARCHIVE_OK) {
        const char *name = archive_entry_pathname(entry);
        const flank_format *named = name ? flank_format_of_path(name) : NULL;
        same = same && (!named || !*format || named == *format);
        *format = named ? named : *format;
        count += named != NULL;
    }
    return same && (count < 2 || !(*format)->binary);
}

flank_reader *packed_reader(const char *path, const flank_reader_options *options, flank_status *status,
                            flank_error *error)
{
    packed_file *file = calloc(1, sizeof *file);
    struct archive *names = open_archive(path);
    if (file && names)
        file->archive = open_archive(path);
    if (!file || !names || !file->archive) {
        archive_read_free(names);
        free(file);
        return refuse(status, error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno)));
    }
    const bool is_one = find_format(names, &file->format);
    archive_read_free(names);
    if (!is_one) {
        close_file(file);
        return refuse(status, error_say(error, FLANK_BAD_FILE, 0, SAY(PACKED_SEVERAL)));
    }
    char name[NAME_SIZE];
    unpacked_name(path, name);
    flank_reader_options named = options ? *options : (flank_reader_options){0};
    named.path = name;
    flank_reader *reader = flank_reader_open_source(read_packed, file, &named, status, error);
    if (reader)
        reader->close = close_file;
    else
        close_file(file);
    return reader;
}

#else

flank_reader *packed_reader(const char *path, const flank_reader_options *options, flank_status *status,
                            flank_error *error)
{
    (void)path;
    (void)options;
    return refuse(status, error_say(error, FLANK_BAD_FILE, 0, SAY(PACKED_NOT_BUILT)));
}

#endif
