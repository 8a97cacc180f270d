// SPDX-License-Identifier: MIT
//
// Lines to and from the referee of `flank grade`. A referee that has gone ends the program.
#ifndef FLANK_CONTEST_GRADE_CLIENT_H
#define FLANK_CONTEST_GRADE_CLIENT_H

#include <cstddef>

namespace grade_client
{

enum { referee_out = 3, referee_in = 4, status_usage = 64, status_fault = 70 };

void send(const char *line);

// Reads a line without its newline; one that does not fit ends the program.
void receive(char *line, std::size_t size);

} // namespace grade_client

#endif
