// SPDX-License-Identifier: MIT
//
// The program around a contestant's reversi.cpp: calls Play for each game that the referee of `flank grade` announces.
#include "contest/grade/grade_client.h"

#include <reversi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

using namespace grade_client;

// operator new has failed: say so, since an uncaught std::bad_alloc would look like any other crash.
static void out_of_memory()
{
    send("memory\n");
    _exit(status_fault);
}

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
