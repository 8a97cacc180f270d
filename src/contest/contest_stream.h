/* SPDX-License-Identifier: MIT
 *
 * Bytes in and bytes out for the contest problems.
 *
 * The idea: two buffers and raw read and write. A filter looks at the bytes where they lie and builds its answer where
 * it leaves from, so that a byte is copied once by the kernel and never again. Everything is read character by
 * character through contest_peek, which costs one comparison; no line is ever gathered, so a line of a gigabyte needs
 * no memory. If a whole board lies in the buffer, contest_board.c takes it at once and comes back here for
 * the rest. Rejected: stdio (one call and one lock a token; bench/bench_contest.c shows the price), and
 * mapping the file (pipes cannot be mapped, and reading in large blocks is as fast).
 *
 * Lines end in LF; CR, blank and tab are blanks, ignored at the end of a line. The number of the line being read is
 * kept; the end of the input counts as the line after the last one that has any characters.
 *
 * Errors: the first failure is kept in `failure`, every later one is ignored, and from then on the input is at its
 * end. So a filter only has to stop at a false answer or at CONTEST_END, and need not ask what happened.
 */
#ifndef FLANK_CONTEST_STREAM_H
#define FLANK_CONTEST_STREAM_H

#include "contest/contest.h"
#include "core/error.h"

#include <stdbool.h>
#include <string.h>

#define CONTEST_BUFFER_SIZE ((size_t)1 << 17) /* larger ones leave the second-level cache and are slower */
#define CONTEST_END (-1)

typedef struct contest_stream {
    const unsigned char *next, *end; /* input not looked at yet; next == end asks for more */
    uint64_t line;                   /* of `next`, 1 for the first */
    bool ended;                      /* nothing more will be read */
    int in_fd, out_fd;
    char *out; /* the place of the next output byte */
    contest_failure *failure;
    unsigned char in_buffer[CONTEST_BUFFER_SIZE];
    char out_buffer[CONTEST_BUFFER_SIZE];
} contest_stream;

struct contest_problem {
    const char *name;
    const char *summary;
    void (*filter)(contest_stream *stream);
};

void contest_stream_open(contest_stream *stream, int in_fd, int out_fd, contest_failure *failure);

/* Write what is left; false if that failed. A lost output outweighs any other failure. */
bool contest_stream_close(contest_stream *stream);

/* Read more into the empty input buffer, after writing what is ready; false at the end of the input. */
bool contest_refill(contest_stream *stream);

/* Write the output buffer, empty or not. */
bool contest_flush(contest_stream *stream);

/* Note that the input is wrong at `line`, unless something failed before; false. */
bool contest_fail(contest_stream *stream, uint64_t line, const error_part *parts);
bool contest_fail_memory(contest_stream *stream, flank_error_code what);

#define contest_say_at(stream, line, ...)                                                                              \
    contest_fail(stream, line, (const error_part[]){__VA_ARGS__, {.kind = ERROR_PART_END}})
#define contest_say(stream, ...) contest_say_at(stream, (stream)->line, __VA_ARGS__)

/* ---- Reading ------------------------------------------------------------------------------------------------- */

/* The next byte, 0..255, or CONTEST_END; it stays where it is. */
static inline int contest_peek(contest_stream *stream)
{
    return stream->next < stream->end || contest_refill(stream) ? *stream->next : CONTEST_END;
}

/* Step over the byte that contest_peek has just shown. */
static inline void contest_step(contest_stream *stream) { stream->line += *stream->next++ == '\n'; }

static inline bool contest_is_blank(int byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

/* Step over blanks; the byte behind them. */
static inline int contest_skip_blanks(contest_stream *stream)
{
    int byte = contest_peek(stream);
    while (contest_is_blank(byte)) {
        contest_step(stream);
        byte = contest_peek(stream);
    }
    return byte;
}

/* Step over blanks and ends of lines; the byte behind them. */
int contest_skip_space(contest_stream *stream);

/* Step over blanks and one end of line; the end of the input is one as well. False, at the other byte, if there is one.
 */
bool contest_end_line(contest_stream *stream);

/* A number of cases on a line of its own, the first of the input: "the number of games". */
bool contest_read_count(contest_stream *stream, flank_error_code what, uint64_t *count);

/* Step over blank space, behind which the input must end; `unit` names what it has had enough of: "game". */
bool contest_expect_end(contest_stream *stream, flank_error_code unit);

/* The next byte, for "expected …, found …". */
error_part say_found(contest_stream *stream);

/* ---- Writing ------------------------------------------------------------------------------------------------- */

/* The place where the next `size` bytes of output may be stored; set stream->out behind the last of them. */
static inline char *contest_room(contest_stream *stream, size_t size)
{
    if ((size_t)(stream->out_buffer + CONTEST_BUFFER_SIZE - stream->out) < size)
        contest_flush(stream);
    return stream->out;
}

static inline void contest_write(contest_stream *stream, const char *text, size_t size)
{
    char *out = contest_room(stream, size);
    memcpy(out, text, size);
    stream->out = out + size;
}

void contest_write_number(contest_stream *stream, uint64_t number);

#endif
