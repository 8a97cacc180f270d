// SPDX-License-Identifier: MIT
//
// libflank_grader: the other half of `flank grade`. A contestant's plain reversi.cpp links against it in the place of
// grader.cpp; the calls of reversi.h become lines of the protocol (grade_protocol.h) on descriptors 3 and 4.
//
// The rules are not known here: the referee on the other side judges each call, and ends this program at a breach.
// Standard input and output stay the contestant's own.
#include <reversi.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace
{

enum { referee_out = 3, referee_in = 4, status_usage = 64, status_fault = 70 };

void send(const char *line)
{
    std::size_t length = std::strlen(line);
    while (length > 0) {
        ssize_t sent = write(referee_in, line, length);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            _exit(status_fault); // the referee has gone
        line += sent;
        length -= std::size_t(sent);
    }
}

// Lines are short and come one at a time, so a byte at a time is fast enough.
void receive(char *line, std::size_t size)
{
    std::size_t length = 0;
    for (;;) {
        char byte;
        ssize_t got = read(referee_out, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || length + 1 == size)
            _exit(status_fault);
        if (byte == '\n')
            break;
        line[length++] = byte;
    }
    line[length] = '\0';
}

// operator new has failed: say so, since an uncaught std::bad_alloc would look like any other crash.
void out_of_memory()
{
    send("memory\n");
    _exit(status_fault);
}

} // namespace

void MakeMove(std::pair<int, int> position)
{
    char line[64];
    std::snprintf(line, sizeof line, "move %d %d\n", position.first, position.second);
    send(line);
}

std::pair<int, int> ReceiveMove()
{
    char line[64];
    int row, column;
    send("receive\n");
    receive(line, sizeof line);
    if (std::sscanf(line, "move %d %d", &row, &column) != 2)
        _exit(status_fault);
    return std::pair<int, int>(row, column);
}

std::pair<int, int> Receive() { return ReceiveMove(); }

int main()
{
    struct stat about;
    if (fstat(referee_in, &about) != 0 || !S_ISSOCK(about.st_mode)) {
        std::fputs("This contestant is started by: flank grade --contestant PROGRAM\n", stderr);
        return status_usage;
    }
    std::set_new_handler(out_of_memory);
    send("flank-grade 1\n");
    for (;;) {
        char line[64];
        int task, side;
        receive(line, sizeof line);
        if (std::strcmp(line, "end") == 0)
            return 0;
        if (std::sscanf(line, "play %d %d", &task, &side) != 2)
            return status_fault;
        Play(task, side != 0);
        send("return\n");
    }
}
