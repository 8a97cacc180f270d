/* SPDX-License-Identifier: MIT
 *
 * Saving and loading games without losing any.
 *
 * A game is written to a new file beside the old one, flushed to the disk and renamed over it, so that at every moment
 * either the old or the new game is there whole. A file that this session has not itself written or read is only
 * replaced when the person agrees (a script says save!).
 */
#include "cli/play_session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RECORD_SIZE_MAX = 1 << 20 };

static char *format_record(const flank_record *record, size_t *length)
{
    *length = flank_record_format(record, NULL, 0);
    char *text = malloc(*length + 1);
    if (text)
        flank_record_format(record, text, *length + 1);
    return text;
}

/* Write, sync and close; 0 or an errno. */
static int write_all(int descriptor, const char *text, size_t length)
{
    int failure = 0;
    while (length && !failure) {
        ssize_t count = write(descriptor, text, length);
        if (count < 0) {
            failure = errno == EINTR ? 0 : errno;
        } else {
            text += count;
            length -= (size_t)count;
        }
    }
    if (!failure && fsync(descriptor) && errno != EINVAL)
        failure = errno;
    if (close(descriptor) && !failure)
        failure = errno;
    return failure;
}

/* Replace the file at `path` by `text`; 0 or an errno. */
static int replace_file(const char *path, const char *text, size_t length)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    if (!temporary)
        return ENOMEM;
    snprintf(temporary, size, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary), failure = descriptor < 0 ? errno : 0;
    if (!failure) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(descriptor, 0666 & ~mask); /* mkstemp makes files that only the owner may read */
        failure = write_all(descriptor, text, length);
        if (!failure && rename(temporary, path))
            failure = errno;
        if (failure)
            unlink(temporary);
    }
    free(temporary);
    return failure;
}

/* May `path` be written? Asks a person; refuses a script. */
static bool may_replace(play_session *session, const char *path)
{
    struct stat there;
    bool own = session->file && strcmp(session->file, path) == 0;
    if (own || stat(path, &there) != 0)
        return true;
    if (!play_input_is_person(session->input)) {
        play_refuse(session, CLI_CANNOT_WRITE, "%s exists; 'save! %s' replaces it", path, path);
        return false;
    }
    char *answer;
    printf("%s exists. ", path);
    if (play_input_line(session->input, "Replace it? [y/N] ", &answer) == LINE_READ &&
        (answer[0] == 'y' || answer[0] == 'Y'))
        return true;
    interrupt_watch_take(session->watch);
    puts("not saved");
    return false;
}

static void remember_file(play_session *session, const char *path)
{
    char *copy = malloc(strlen(path) + 1);
    if (copy)
        strcpy(copy, path);
    free(session->file);
    session->file = copy;
}

void play_save(play_session *session, const char *path, bool replace)
{
    if (!replace && !may_replace(session, path))
        return;
    size_t length;
    char *text = format_record(session->record, &length);
    int failure = text ? replace_file(path, text, length) : ENOMEM;
    free(text);
    if (failure) {
        play_refuse(session, CLI_CANNOT_WRITE, "%s: cannot write: %s", path, strerror(failure));
        return;
    }
    remember_file(session, path);
    printf("saved to %s\n", path);
}

/* The whole file as a string, or NULL with errno set. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(RECORD_SIZE_MAX + 1);
    if (!file || !text) {
        int failure = file ? ENOMEM : errno;
        free(text);
        if (file)
            fclose(file);
        errno = failure;
        return NULL;
    }
    size_t length = fread(text, 1, RECORD_SIZE_MAX + 1, file);
    int failure = ferror(file) ? errno : 0;
    fclose(file);
    if (!failure && length > RECORD_SIZE_MAX)
        failure = EFBIG;
    if (!failure && memchr(text, '\0', length))
        failure = EILSEQ;
    if (failure) {
        free(text);
        errno = failure;
        return NULL;
    }
    text[length] = '\0';
    return text;
}

static size_t line_of(const char *text, size_t offset)
{
    size_t line = 1;
    for (size_t i = 0; i < offset && text[i]; i++)
        line += text[i] == '\n';
    return line;
}

void play_load(play_session *session, const char *path)
{
    char *text = read_file(path);
    if (!text) {
        const char *reason = errno == EILSEQ ? "it is no text file" : strerror(errno);
        play_refuse(session, CLI_NO_INPUT, "%s: cannot read: %s", path, reason);
        return;
    }
    flank_error error = {0};
    flank_record *record = flank_record_parse(text, NULL, &error);
    if (!record) {
        play_refuse(session, CLI_DATA, "%s:%zu: %s", path, line_of(text, error.offset), error.text);
    } else {
        play_set_record(session, record);
        remember_file(session, path);
        printf("loaded %s\n", path);
    }
    free(text);
}
