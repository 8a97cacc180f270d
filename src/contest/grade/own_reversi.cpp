// SPDX-License-Identifier: MIT
//
// Our own contestant as a program like any other: Play on the engine. `flank grade` plays the same moves in its own
// process; this one shows how to write a contestant on libflank, and proves that nothing depends on being inside. The
// book that comes with flank is inside the program, since a judge takes one file.
#include <reversi.h>

#include <flank/flank.h>

extern "C" {
#include "contest/grade/grade_engine.h"
#include "contest/grade/grade_reversi.h"
}

#include <cstdint>
#include <cstdlib>

// Written by the build (tools/embed_file.py).
extern "C" const uint8_t grade_book_begin[], grade_book_end[];

void Play(int, bool yourside)
{
    static flank_book *const book =
        flank_book_open_bytes(grade_book_begin, size_t(grade_book_end - grade_book_begin), nullptr, nullptr);
    static grade_engine *const engine = grade_engine_create(&grade_budget_contestant, book);
    static const flank_rules rules = {};
    const flank_game *game = grade_reversi();
    flank_position position = flank_game_start(game);
    flank_move moves[FLANK_MOVES_MAX];
    if (!engine)
        std::exit(70);
    while (flank_game_moves(game, &rules, &position, moves) > 0) {
        flank_move move = moves[0]; // the pass, if there is one
        if (position.color != (yourside ? FLANK_WHITE : FLANK_BLACK)) {
            std::pair<int, int> square = ReceiveMove();
            move.to = square.first < 0 ? FLANK_NO_SQUARE : uint8_t(8 * square.first + square.second);
        } else {
            if (!flank_move_is_pass(move))
                grade_engine_choose(engine, &position, 1, 0, &move);
            MakeMove(flank_move_is_pass(move) ? std::make_pair(-1, -1) : std::make_pair(move.to / 8, move.to % 8));
        }
        position = flank_game_play(game, &rules, &position, move);
    }
}
