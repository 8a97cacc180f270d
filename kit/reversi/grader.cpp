// SPDX-License-Identifier: MIT
//
// The sample grader of Reversi: ten games against opponent 1, which plays a uniformly random legal move. You are black
// in the first five games and white in the last five.
//
//     g++ grader.cpp reversi.cpp -o reversi -O2 -lm
//     ./reversi
//
// It reports each game, the number of games lost and what the subtask is worth. The first call that breaks a rule ends
// the run with exit status 1, a subtask worth 0, and a line that names the game, the move (a pass counts as one) and
// the rule. So does a call of exit() before the last game has ended. Time and memory are not watched here; `flank
// grade` does that, and has the other three opponents.
#include "reversi.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// The same seed gives the same opponent. Change it here, or set REVERSI_SEED in the environment.
static std::uint64_t seed = 13463;

static const int games = 10;
static const int percent_by_lost[games + 1] = {100, 50, 30, 20, 10, 0, 0, 0, 0, 0, 0};

namespace
{

typedef std::pair<int, int> Square;
const Square pass_move(-1, -1);
enum Color { black, white, empty };

const char *name(int color) { return color == black ? "black" : "white"; }

// The board and the rules, written to be read.
class Board
{
  public:
    Board()
    {
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                at[row][column] = empty;
        at[3][3] = at[4][4] = white;
        at[3][4] = at[4][3] = black;
    }

    static bool inside(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }
    bool is_empty(Square square) const { return at[square.first][square.second] == empty; }

    // The discs that turn when `color` plays on a square of the board; none if the move is illegal.
    std::vector<Square> turned(int color, Square square) const
    {
        std::vector<Square> all;
        if (!is_empty(square))
            return all;
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                std::vector<Square> run;
                int row = square.first + down, column = square.second + right;
                while (inside(row, column) && at[row][column] == !color) {
                    run.push_back(Square(row, column));
                    row += down;
                    column += right;
                }
                if (inside(row, column) && at[row][column] == color)
                    all.insert(all.end(), run.begin(), run.end());
            }
        return all;
    }

    std::vector<Square> moves(int color) const
    {
        std::vector<Square> all;
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                if (!turned(color, Square(row, column)).empty())
                    all.push_back(Square(row, column));
        return all;
    }

    bool over() const { return moves(black).empty() && moves(white).empty(); }

    void play(int color, Square square)
    {
        std::vector<Square> discs = turned(color, square);
        discs.push_back(square);
        for (std::size_t i = 0; i < discs.size(); i++)
            at[discs[i].first][discs[i].second] = color;
    }

    int count(int color) const
    {
        int discs = 0;
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                discs += at[row][column] == color;
        return discs;
    }

  private:
    int at[8][8];
};

// The game that is being played.
Board board;
int number;     // 1..10
int contestant; // its colour
int turn;       // the colour to move
int plies;      // moves made so far, passes too

bool reported; // the last line has been printed

std::uint64_t random_word;

// SplitMix64, by Steele, Lea and Flood: rand() differs between machines.
std::uint64_t random_below(std::uint64_t bound)
{
    random_word += 0x9e3779b97f4a7c15u;
    std::uint64_t word = random_word;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return ((word ^ (word >> 31)) >> 32) * bound >> 32;
}

void report_breach(const std::string &call, const std::string &rule)
{
    reported = true;
    std::printf("game %d (%s), move %d: %s%s\n", number, name(contestant), plies + 1, call.c_str(), rule.c_str());
    std::printf("opponent 1: 0 %%\n");
}

void breach(const std::string &call, const std::string &rule)
{
    report_breach(call, rule);
    std::exit(1);
}

// Called by exit(). Only _Exit can still change the exit status here, and it does not write out what was printed.
void check_end()
{
    if (reported)
        return;
    report_breach("", "the program ended by itself");
    std::fflush(stdout);
    std::_Exit(1);
}

std::string text(Square square)
{
    return "(" + std::to_string(square.first) + "," + std::to_string(square.second) + ")";
}

void check_move(Square square)
{
    std::string call = "MakeMove" + text(square) + ": ";
    if (board.over())
        breach(call, "the game has ended, Play must return");
    if (turn != contestant)
        breach(call, "it is the opponent's turn, ReceiveMove comes first");
    std::vector<Square> legal = board.moves(turn);
    if (square == pass_move) {
        if (!legal.empty())
            breach(call, "a pass although there is a legal move, " + text(legal[0]) + " for one");
        return;
    }
    if (!Board::inside(square.first, square.second))
        breach(call, "the square is off the board");
    if (legal.empty())
        breach(call, "there is no legal move, (-1,-1) is due");
    if (!board.is_empty(square))
        breach(call, "the square is occupied");
    if (board.turned(turn, square).empty())
        breach(call, "the move turns no disc");
}

void advance(Square square)
{
    if (square != pass_move)
        board.play(turn, square);
    turn = !turn;
    plies++;
}

// Plays one game; true if the contestant lost it.
bool lost_game()
{
    board = Board();
    contestant = number <= games / 2 ? black : white;
    turn = black;
    plies = 0;
    Play(1, contestant == white);
    if (!board.over())
        breach("Play", " returned before the end of the game");
    int own = board.count(contestant), other = board.count(!contestant);
    std::printf("game %2d (%s): %s %d-%d\n", number, name(contestant),
                own > other   ? "won"
                : own < other ? "lost"
                              : "drawn",
                own, other);
    return own < other;
}

} // namespace

void MakeMove(std::pair<int, int> position)
{
    check_move(position);
    advance(position);
}

std::pair<int, int> ReceiveMove()
{
    if (board.over())
        breach("ReceiveMove", ": the game has ended, Play must return");
    if (turn == contestant)
        breach("ReceiveMove", ": it is your turn, MakeMove comes first");
    std::vector<Square> legal = board.moves(turn);
    Square square = legal.empty() ? pass_move : legal[random_below(legal.size())];
    advance(square);
    return square;
}

std::pair<int, int> Receive() { return ReceiveMove(); }

int main()
{
    if (const char *wanted = std::getenv("REVERSI_SEED"))
        seed = std::strtoull(wanted, NULL, 10);
    random_word = seed;
    std::atexit(check_end);
    int lost = 0;
    for (number = 1; number <= games; number++)
        lost += lost_game();
    std::printf("opponent 1: lost %d of %d, %d %%\n", lost, games, percent_by_lost[lost]);
    reported = true;
    return 0;
}
