// SPDX-License-Identifier: MIT
//
// libflank_grader: the other half of `flank grade`. A contestant's plain reversi.cpp links against it in the place of
// grader.cpp; the calls of reversi.h become lines of the protocol (grade_protocol.h) on descriptors 3 and 4. Here are
// these calls; the program that calls the contestant is grade_main.cpp.
//
// The rules are not known here: the referee on the other side judges each call, and ends this program at a breach.
// Standard input and output stay the contestant's own.
#include "contest/grade/grade_client.h"

#include <reversi.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace grade_client
{

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

} // namespace grade_client

using namespace grade_client;

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
