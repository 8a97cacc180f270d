// SPDX-License-Identifier: MIT
//
// A frame to fill in. Copy it to reversi.cpp, then:
//
//     g++ grader.cpp reversi.cpp -o reversi -O2 -lm
//     ./reversi
//
// As it stands it compiles, and breaks a rule at once: it returns before the game has ended.
#include "reversi.h"

// Global variables keep their values from one game to the next, since all ten games of an opponent are one run of the
// program. Set up here what a game needs anew at the start of Play.

void Play(int Taskid, bool yourside)
{
    (void)Taskid;   // 1..4: which opponent this is
    (void)yourside; // 0: you are black and begin; 1: you are white

    // 1. Set up a board: (3,3) and (4,4) are white, (3,4) and (4,3) are black.
    //
    // 2. Until neither side has a legal move:
    //      your turn:        choose a legal move, play it on your board, and say so with MakeMove({row, column});
    //                        without a legal move you must pass: MakeMove({-1, -1});
    //      opponent's turn:  std::pair<int, int> move = ReceiveMove(); and play it on your board;
    //                        (-1, -1) means that the opponent had to pass.
    //
    // 3. Return as soon as the game has ended. There is no pass after the last move.
}
