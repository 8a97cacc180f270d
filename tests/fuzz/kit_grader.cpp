// SPDX-License-Identifier: MIT
//
// The grader of the kit, as contestants get it, with three words changed: its main has another name, what it prints is
// heard, and its exit throws, so that the next input finds a program.
#include "kit_grader.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace
{
struct Exit {
};
struct End {
};
void *listener;
} // namespace

namespace std
{
static int kit_printf(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    kit_said(listener, text);
    return length;
}

[[noreturn]] static void kit_exit(int) { throw Exit(); }
} // namespace std

#define printf kit_printf
#define exit kit_exit
#define main kit_main
int kit_main();
#include "../../kit/reversi/grader.cpp"

void Play(int, bool)
{
    for (;;) {
        const kit_call call = kit_next(listener);
        if (call.kind == KIT_END)
            throw End();
        if (call.kind == KIT_RETURN)
            return;
        if (call.kind == KIT_MOVE) {
            MakeMove(std::make_pair(call.row, call.column));
        } else {
            const std::pair<int, int> square = ReceiveMove();
            kit_received(listener, square.first, square.second);
        }
    }
}

bool kit_game(int game, void *user)
{
    listener = user;
    number = game;
    random_word = seed;
    try {
        lost_game();
    } catch (const Exit &) {
        return true;
    } catch (const End &) {
        return false;
    }
    return false;
}
