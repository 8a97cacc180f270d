// SPDX-License-Identifier: MIT
//
// A contestant that plays fairly (always the first legal move) until the moment where the environment variable BREACH
// tells it to break a rule. check_grade.py says which message each breach must give.
#include <reversi.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace
{

typedef std::pair<int, int> Square;
const Square pass_move(-1, -1);

std::string breach;
int games_begun;

struct Board {
    int at[8][8]; // 0 empty, 1 side to move, -1 the other

    bool inside(int row, int column) const { return row >= 0 && row < 8 && column >= 0 && column < 8; }

    int run(Square from, int down, int right) const
    {
        int row = from.first + down, column = from.second + right, length = 0;
        for (; inside(row, column) && at[row][column] == -1; row += down, column += right)
            length++;
        return inside(row, column) && at[row][column] == 1 ? length : 0;
    }

    bool legal(Square square) const
    {
        for (int d = 0; d < 9; d++)
            if (at[square.first][square.second] == 0 && run(square, d / 3 - 1, d % 3 - 1) > 0)
                return true;
        return false;
    }

    // The first square that is legal or not, as wanted, among the empty ones; a pass if there is none.
    Square first(bool wanted) const
    {
        for (int i = 0; i < 64; i++)
            if (at[i / 8][i % 8] == 0 && legal(Square(i / 8, i % 8)) == wanted)
                return Square(i / 8, i % 8);
        return pass_move;
    }

    void play(Square square)
    {
        for (int d = 0; square != pass_move && d < 9; d++)
            for (int i = run(square, d / 3 - 1, d % 3 - 1); i > 0; i--)
                at[square.first + i * (d / 3 - 1)][square.second + i * (d % 3 - 1)] = 1;
        if (square != pass_move)
            at[square.first][square.second] = 1;
        for (int i = 0; i < 64; i++)
            at[i / 8][i % 8] *= -1;
    }

    bool over() const
    {
        Board turned = *this;
        turned.play(pass_move);
        return first(true) == pass_move && turned.first(true) == pass_move;
    }
};

volatile int *nowhere;

void spin()
{
    for (volatile int i = 0;; i = i + 1)
        continue;
}

// The volatile access keeps clang from leaving the allocation out.
void hoard()
{
    std::vector<char> *much = new std::vector<char>(std::size_t(600) << 20);
    nowhere = reinterpret_cast<volatile int *>(much->data());
    *nowhere = 1;
}

// Writes the referee's peak of resident memory, "VmHWM: 8188 kB", to standard error.
void show_memory_of_referee()
{
    std::ifstream status("/proc/" + std::to_string(getppid()) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.compare(0, 6, "VmHWM:") == 0)
            std::cerr << line << std::endl;
}

void at_exit_crash() { std::abort(); }

// Breaches of the first moment of the first game, when the contestant is to move.
void break_at_once()
{
    if (breach == "off_board")
        MakeMove(Square(8, 3));
    else if (breach == "off_board_far")
        MakeMove(Square(-2147483647 - 1, 2147483647));
    else if (breach == "half_pass")
        MakeMove(Square(-1, 0));
    else if (breach == "occupied")
        MakeMove(Square(3, 3));
    else if (breach == "no_flip")
        MakeMove(Square(0, 0));
    else if (breach == "pass")
        MakeMove(pass_move);
    else if (breach == "receive_in_own_turn")
        ReceiveMove();
    else if (breach == "crash")
        *nowhere = 1;
    else if (breach == "abort")
        std::abort();
    else if (breach == "exit")
        std::exit(3);
    else if (breach == "exit_0")
        std::exit(0);
    else if (breach == "spin")
        spin();
    else if (breach == "memory")
        hoard();
    else if (breach == "garbage" && write(4, "move 2 3\r\n", 10))
        return;
    else if (breach == "hang_up")
        close(3), close(4);
}

void play_rest(Board &board, bool own_turn)
{
    for (; !board.over(); own_turn = !own_turn) {
        Square square = board.first(true);
        if (own_turn && square == pass_move && breach == "must_pass")
            square = board.first(false);
        if (own_turn)
            MakeMove(square);
        if (own_turn && breach == "move_twice")
            MakeMove(square);
        if (!own_turn)
            square = games_begun % 2 ? ReceiveMove() : Receive();
        board.play(square);
        if (breach == "early_return" && games_begun == 2)
            return;
    }
}

} // namespace

void Play(int, bool yourside)
{
    breach = std::getenv("BREACH") ? std::getenv("BREACH") : "none";
    if (games_begun++ == 0) {
        break_at_once();
        if (breach == "crash_at_exit")
            std::atexit(at_exit_crash);
        if (breach == "child" && fork() == 0) { // a child that outlives the games
            sleep(1000);
            _exit(0);
        }
    }
    if (breach == "print")
        std::printf("move 9 9\nreturn\n"); // harmless: standard output is not the protocol
    if (breach == "move_first_as_white" && yourside)
        MakeMove(Square(2, 4));
    Board board = {};
    board.at[3][3] = board.at[4][4] = -1;
    board.at[3][4] = board.at[4][3] = 1;
    play_rest(board, !yourside);
    if (breach == "show_memory" && games_begun == 10)
        show_memory_of_referee();
    if (breach == "move_after_end")
        MakeMove(pass_move);
    if (breach == "receive_after_end")
        ReceiveMove();
}
