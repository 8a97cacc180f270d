// SPDX-License-Identifier: MIT
//
// The interface between a contestant and the grader of Reversi.
//
// You write Play, in a file of your own that includes this one; the grader offers the other three. A position is
// (row, column), each 0..7, counted from the top left corner; black has the first move of a game.
#ifndef REVERSI_H
#define REVERSI_H

#include <utility>

// Yours: plays one game and returns when it has ended, that is, when neither side has a legal move. The grader calls it
// ten times, all ten in one run of the program. Taskid is the opponent, 1..4; yourside is 0 if you are black and 1 if
// you are white.
void Play(int Taskid, bool yourside);

// Your move; (-1, -1) when you have no legal move and must pass.
void MakeMove(std::pair<int, int> position);

// The opponent's move; (-1, -1) when it passes.
std::pair<int, int> ReceiveMove();

// The same under another name.
std::pair<int, int> Receive();

#endif
