/* SPDX-License-Identifier: MIT
 *
 * The slow side of contest_stream.h: system calls, failures, and what is not read often.
 *
 * Output is written before every read, not only when its buffer is full: one more system call for each block of input,
 * which costs nothing measurable, and a program at the other end of two pipes gets each answer before it must ask
 * again.
 */
#include "contest/contest_stream.h"

#include "core/error.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

void contest_stream_open(contest_stream *stream, int in_fd, int out_fd, contest_failure *failure)
{
    *failure = (contest_failure){.result = CONTEST_OK};
    stream->next = stream->end = stream->in_buffer;
    stream->out = stream->out_buffer;
    stream->line = 1;
    stream->ended = false;
    stream->in_fd = in_fd;
    stream->out_fd = out_fd;
    stream->failure = failure;
}

/* Note that a system call has failed, in errno, and end the input. */
static bool fail_call(contest_stream *stream, contest_result result)
{
    const int number = errno;
    *stream->failure = (contest_failure){.result = result, .error = number};
    error_say(&stream->failure->reason, FLANK_CANNOT_READ, 0, say_system(number));
    stream->ended = true;
    return false;
}

/* After a failed call: true if it is worth another try, once a descriptor that does not block is ready. */
static bool wait_ready(int descriptor, short event)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
        return false;
    struct pollfd wait = {.fd = descriptor, .events = event};
    return poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

bool contest_flush(contest_stream *stream)
{
    const char *from = stream->out_buffer, *end = stream->out;
    stream->out = stream->out_buffer;
    if (stream->failure->result == CONTEST_CANNOT_WRITE)
        return false;
    while (from < end) {
        ssize_t written = write(stream->out_fd, from, (size_t)(end - from));
        if (written > 0)
            from += written;
        else if (written < 0 && !wait_ready(stream->out_fd, POLLOUT))
            return fail_call(stream, CONTEST_CANNOT_WRITE);
    }
    return true;
}

bool contest_refill(contest_stream *stream)
{
    if (stream->ended || !contest_flush(stream))
        return false;
    ssize_t got;
    do
        got = read(stream->in_fd, stream->in_buffer, CONTEST_BUFFER_SIZE);
    while (got < 0 && wait_ready(stream->in_fd, POLLIN));
    if (got < 0)
        return fail_call(stream, CONTEST_CANNOT_READ);
    stream->next = stream->in_buffer;
    stream->end = stream->in_buffer + got;
    stream->ended = got == 0;
    return got > 0;
}

bool contest_stream_close(contest_stream *stream) { return contest_flush(stream); }

bool contest_fail(contest_stream *stream, uint64_t line, const error_part *parts)
{
    contest_failure *failure = stream->failure;
    if (failure->result == CONTEST_OK) {
        failure->result = CONTEST_BAD_DATA;
        failure->line = line;
        error_fill(&failure->reason, FLANK_BAD_RECORD, 0, parts);
    }
    stream->ended = true;
    stream->next = stream->end;
    return false;
}

bool contest_fail_memory(contest_stream *stream, flank_error_code what)
{
    contest_failure *failure = stream->failure;
    if (failure->result == CONTEST_OK) {
        failure->result = CONTEST_NO_MEMORY;
        error_say(&failure->reason, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY_FOR), say_code(what));
    }
    stream->ended = true;
    return false;
}

int contest_skip_space(contest_stream *stream)
{
    int byte = contest_skip_blanks(stream);
    while (byte == '\n') {
        contest_step(stream);
        byte = contest_skip_blanks(stream);
    }
    return byte;
}

bool contest_end_line(contest_stream *stream)
{
    int byte = contest_skip_blanks(stream);
    if (byte == '\n')
        contest_step(stream);
    else if (byte == CONTEST_END)
        stream->line++; /* the last line lacks its newline */
    else
        return false;
    return true;
}

bool contest_read_count(contest_stream *stream, flank_error_code what, uint64_t *count)
{
    uint64_t number = 0;
    int byte = contest_peek(stream);
    if (byte < '0' || byte > '9')
        return contest_say(stream, SAY(EXPECTED_FOUND), say_code(what), say_found(stream));
    for (; byte >= '0' && byte <= '9'; byte = contest_peek(stream)) {
        if (number > (UINT64_MAX - (uint64_t)(byte - '0')) / 10)
            return contest_say(stream, SAY(COUNT_TOO_LARGE), say_code(what), say_count(UINT64_MAX));
        number = 10 * number + (uint64_t)(byte - '0');
        contest_step(stream);
    }
    if (!contest_end_line(stream))
        return contest_say(stream, SAY(EXPECTED_LINE_END), say_code(what), say_found(stream));
    *count = number;
    return true;
}

bool contest_expect_end(contest_stream *stream, flank_error_code unit)
{
    return contest_skip_space(stream) == CONTEST_END ||
           contest_say(stream, SAY(EXPECTED_INPUT_END), say_code(unit), say_found(stream));
}

error_part say_found(contest_stream *stream)
{
    const int byte = contest_peek(stream);
    if (byte == CONTEST_END)
        return SAY(THE_END_OF_INPUT);
    return byte ? say_byte((char)byte) : (error_part){.kind = ERROR_PART_BYTE, .number = ERROR_NUL};
}

void contest_write_number(contest_stream *stream, uint64_t number)
{
    char digits[20], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while (number /= 10);
    contest_write(stream, first, (size_t)(digits + sizeof digits - first));
}
