// SPDX-License-Identifier: MIT
//
// An example contestant: alpha-beta search a few plies deep over a table of square values and mobility, and to the very
// end of the game when few squares are empty. It is meant to be understood in five minutes and improved in ten.
//
//     g++ grader.cpp reversi.cpp -o reversi -O2 -lm
#include "reversi.h"

#include <algorithm>
#include <vector>

namespace
{

const int search_plies = 4;
const int endgame_empties = 9;

// The worth of a disc on a square before the endgame: corners cannot be turned, and the squares next to an empty
// corner give it away.
// clang-format off
const int value[8][8] = {
    {90, -9,  8,  6,  6,  8,  -9, 90},
    {-9, -30, -4, -3, -3, -4, -30, -9},
    { 8, -4,  3,  2,  2,  3,  -4,  8},
    { 6, -3,  2,  0,  0,  2,  -3,  6},
    { 6, -3,  2,  0,  0,  2,  -3,  6},
    { 8, -4,  3,  2,  2,  3,  -4,  8},
    {-9, -30, -4, -3, -3, -4, -30, -9},
    {90, -9,  8,  6,  6,  8,  -9, 90},
};
// clang-format on
const int mobility_value = 10; // of each move that one side has more than the other

typedef std::pair<int, int> Square;
const Square pass_move(-1, -1);

// A board holds +1 for a disc of the side to move, -1 for one of the other side, 0 for an empty square.
struct Board {
    int at[8][8];
};

bool inside(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

// The number of opposing discs that turn in one direction.
int run(const Board &board, Square square, int down, int right)
{
    int row = square.first + down, column = square.second + right, length = 0;
    for (; inside(row, column) && board.at[row][column] == -1; row += down, column += right)
        length++;
    return inside(row, column) && board.at[row][column] == 1 ? length : 0;
}

bool legal(const Board &board, Square square)
{
    if (board.at[square.first][square.second] != 0)
        return false;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if (run(board, square, down, right) > 0)
                return true;
    return false;
}

std::vector<Square> moves(const Board &board)
{
    std::vector<Square> list;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (legal(board, Square(row, column)))
                list.push_back(Square(row, column));
    return list;
}

// The board after a move or a pass, seen by the other side.
Board after(Board board, Square square)
{
    if (square != pass_move) {
        int length[3][3];
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++)
                length[down + 1][right + 1] = run(board, square, down, right);
        board.at[square.first][square.second] = 1;
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++)
                for (int i = 1; i <= length[down + 1][right + 1]; i++)
                    board.at[square.first + i * down][square.second + i * right] = 1;
    }
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            board.at[row][column] = -board.at[row][column];
    return board;
}

int discs(const Board &board)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            sum += board.at[row][column];
    return sum;
}

int empties(const Board &board)
{
    int count = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            count += board.at[row][column] == 0;
    return count;
}

int evaluate(const Board &board)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            sum += value[row][column] * board.at[row][column];
    return sum + mobility_value * (int(moves(board).size()) - int(moves(after(board, pass_move)).size()));
}

int search(const Board &board, int plies, int alpha, int beta)
{
    std::vector<Square> list = moves(board);
    if (list.empty()) {
        if (moves(after(board, pass_move)).empty())
            return 10000 * discs(board);
        return -search(after(board, pass_move), plies, -beta, -alpha);
    }
    if (plies == 0)
        return evaluate(board);
    for (std::size_t i = 0; i < list.size() && alpha < beta; i++)
        alpha = std::max(alpha, -search(after(board, list[i]), plies - 1, -beta, -alpha));
    return alpha;
}

Square choose(const Board &board)
{
    std::vector<Square> list = moves(board);
    if (list.empty())
        return pass_move;
    int left = empties(board), plies = left <= endgame_empties ? left : search_plies;
    Square best = list[0];
    int alpha = -1000000;
    for (std::size_t i = 0; i < list.size(); i++) {
        int score = -search(after(board, list[i]), plies - 1, -1000000, -alpha);
        if (score > alpha) {
            alpha = score;
            best = list[i];
        }
    }
    return best;
}

} // namespace

void Play(int Taskid, bool yourside)
{
    (void)Taskid;
    Board board = {};
    board.at[3][3] = board.at[4][4] = -1; // white, and black is to move
    board.at[3][4] = board.at[4][3] = 1;
    for (bool turn = false; !moves(board).empty() || !moves(after(board, pass_move)).empty(); turn = !turn) {
        Square square;
        if (turn == yourside) {
            square = choose(board);
            MakeMove(square);
        } else {
            square = ReceiveMove();
        }
        board = after(board, square);
    }
}
