/* SPDX-License-Identifier: MIT
 *
 * Messages on standard error, and the check that standard output has really been written.
 *
 * A write to a full disk or a closed pipe is only noticed when stdio's buffer is flushed, so every command ends, and
 * every long command takes a step, with output_flush. SIGPIPE is ignored (main.c), which turns a closed pipe into EPIPE
 * here.
 */
#include "cli/command/cli.h"

#include "cli/command/screen_text.h"
#include "core/error.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One line, whatever a path or a word of the message holds: only the line end is ours. Without memory a long message is
 * cut. */
static void print_line(const char *format, va_list arguments)
{
    char room[1024], *text = room;
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(room, sizeof room, format, arguments);
    if (length >= (int)sizeof room && (text = malloc((size_t)length + 1)))
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    screen_text_escape(stderr, text ? text : room);
    fputc('\n', stderr);
    if (text != room)
        free(text);
}

int complain(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("flank: ", stderr);
    print_line(format, arguments);
    va_end(arguments);
    return status;
}

int complain_at(const char *file, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("flank: ", stderr);
    screen_text_escape(stderr, file);
    fprintf(stderr, ":%zu: ", line);
    print_line(format, arguments);
    va_end(arguments);
    return CLI_DATA;
}

static int complain_of_file(int status, const char *path, error_part what, int number)
{
    flank_error error = {0};
    error_say(&error, FLANK_CANNOT_READ, 0, what, say_system(number));
    return complain(status, "%s: %s", path, error_english(&error));
}

int complain_unreadable(const char *path, int number)
{
    return complain_of_file(CLI_NO_INPUT, path, SAY(CANNOT_READ_BECAUSE), number);
}

int complain_unwritable(const char *path, int number)
{
    return complain_of_file(CLI_CANNOT_WRITE, path, SAY(CANNOT_WRITE_BECAUSE), number);
}

/* A buffer that filled up was written by stdio itself, and why that failed is forgotten by now: ask the pipe. */
static bool reader_has_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return errno == EPIPE || (poll(&output, 1, 0) == 1 && (output.revents & POLLERR));
}

int output_flush(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_DONE;
    if (reader_has_gone())
        return CLI_CANNOT_WRITE;
    if (!errno) { /* as above; one more byte fails for the same reason */
        putchar('\n');
        fflush(stdout);
    }
    return complain(CLI_CANNOT_WRITE, "cannot write to standard output: %s", errno ? strerror(errno) : "write failed");
}
