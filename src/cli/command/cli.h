/* SPDX-License-Identifier: MIT
 *
 * Declarations that all files of the command share: exit statuses, messages on standard error, and checked standard
 * output.
 *
 * Only this folder talks to people; the library answers with statuses and error texts, and this folder turns them into
 * one line each: "flank: what is wrong", or "flank: FILE:LINE: what is wrong" for data.
 */
#ifndef FLANK_CLI_CLI_H
#define FLANK_CLI_CLI_H

#include <flank/flank.h>

/* The exit statuses of the command, numbered as in BSD's sysexits.h where that has a name for them. */
enum cli_status {
    CLI_DONE = 0,
    CLI_USAGE = 64,        /* wrong usage: unknown option, value out of range */
    CLI_DATA = 65,         /* the input data is wrong */
    CLI_NO_INPUT = 66,     /* a file cannot be read */
    CLI_INTERNAL = 70,     /* no memory, or a fault of our own */
    CLI_CANNOT_WRITE = 73, /* a full disk, a closed pipe */
    CLI_INTERRUPTED = 130, /* Ctrl-C, and SIGTERM and SIGHUP where they are taken */
};

/* Print "flank: " and the message on standard error and return `status`, so that failing is one expression. Control
 * characters of the message are escaped: it is one line. */
__attribute__((format(printf, 2, 3))) int complain(int status, const char *format, ...);

/* The same about a place in a file: "flank: FILE:LINE: message", always CLI_DATA. */
__attribute__((format(printf, 3, 4))) int complain_at(const char *file, size_t line, const char *format, ...);

/* Complain that a file cannot be read, or written, because of an errno; CLI_NO_INPUT, or CLI_CANNOT_WRITE. */
int complain_unreadable(const char *path, int number);
int complain_unwritable(const char *path, int number);

/* Push what was printed on standard output to its end. CLI_DONE, or CLI_CANNOT_WRITE after a complaint (silently when
 * the reader of a pipe has gone: that is how `flank … | head` ends). */
int output_flush(void);

#endif
