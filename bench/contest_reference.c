/* SPDX-License-Identifier: MIT
 *
 * Plain solutions of the contest problems. bench_contest compares Flank's filters with them.
 */
#include "contest_reference.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const int row_steps[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int column_steps[8] = {-1, 0, 1, -1, 1, -1, 0, 1};

static bool on_board(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

static bool read_board(FILE *in, char board[8][16])
{
    for (int row = 0; row < 8; row++)
        if (fscanf(in, "%15s", board[row]) != 1)
            return false;
    return true;
}

/* ---- UVa 220 --------------------------------------------------------------------------------------------------- */

/* The number of discs that turn in one direction when `player` places at (row, column). */
static int discs_turned(char board[8][16], int row, int column, int direction, char player)
{
    int count = 0, r = row + row_steps[direction], c = column + column_steps[direction];
    while (on_board(r, c) && board[r][c] != '-' && board[r][c] != player) {
        count++;
        r += row_steps[direction];
        c += column_steps[direction];
    }
    return on_board(r, c) && board[r][c] == player ? count : 0;
}

static bool is_legal(char board[8][16], int row, int column, char player)
{
    if (board[row][column] != '-')
        return false;
    for (int direction = 0; direction < 8; direction++)
        if (discs_turned(board, row, column, direction, player))
            return true;
    return false;
}

static bool has_move(char board[8][16], char player)
{
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (is_legal(board, row, column, player))
                return true;
    return false;
}

static void list_moves(FILE *out, char board[8][16], char player)
{
    int count = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (is_legal(board, row, column, player))
                fprintf(out, count++ ? " (%d,%d)" : "(%d,%d)", row + 1, column + 1);
    fprintf(out, count ? "\n" : "No legal move.\n");
}

static void place_disc(FILE *out, char board[8][16], int row, int column, char player)
{
    int black = 0, white = 0;
    for (int direction = 0; direction < 8; direction++)
        for (int count = discs_turned(board, row, column, direction, player); count > 0; count--)
            board[row + count * row_steps[direction]][column + count * column_steps[direction]] = player;
    board[row][column] = player;
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) {
            black += board[r][c] == 'B';
            white += board[r][c] == 'W';
        }
    }
    fprintf(out, "Black - %2d White - %2d\n", black, white);
}

static char opponent(char player) { return player == 'B' ? 'W' : 'B'; }

void reference_uva220(FILE *in, FILE *out)
{
    int games = 0;
    if (fscanf(in, "%d", &games) != 1)
        return;
    for (int game = 0; game < games; game++) {
        char board[8][16], player, command[16] = "";
        if (!read_board(in, board) || fscanf(in, " %c", &player) != 1)
            return;
        if (game > 0)
            fprintf(out, "\n");
        while (command[0] != 'Q' && fscanf(in, "%15s", command) == 1) {
            if (command[0] == 'L')
                list_moves(out, board, player);
            if (command[0] == 'M') {
                if (!has_move(board, player))
                    player = opponent(player);
                place_disc(out, board, command[1] - '1', command[2] - '1', player);
                player = opponent(player);
            }
        }
        for (int row = 0; row < 8; row++)
            fprintf(out, "%s\n", board[row]);
    }
}

/* ---- UVa 395 --------------------------------------------------------------------------------------------------- */

static int pieces_on_line(char board[8][16], int row, int column, int direction)
{
    int count = 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        int r = row + sign * row_steps[direction], c = column + sign * column_steps[direction];
        for (; on_board(r, c); r += sign * row_steps[direction], c += sign * column_steps[direction])
            count += board[r][c] != '.';
    }
    return count;
}

static bool can_go(char board[8][16], int row, int column, int direction, int distance)
{
    char player = board[row][column];
    int target_row = row + distance * row_steps[direction], target_column = column + distance * column_steps[direction];
    if (!on_board(target_row, target_column) || board[target_row][target_column] == player)
        return false;
    for (int i = 1; i < distance; i++) {
        char passed = board[row + i * row_steps[direction]][column + i * column_steps[direction]];
        if (passed != '.' && passed != player)
            return false;
    }
    return true;
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

void reference_uva395(FILE *in, FILE *out)
{
    char board[8][16], player;
    while (read_board(in, board) && fscanf(in, " %c", &player) == 1) {
        char moves[512][8];
        int count = 0;
        for (int row = 0; row < 8; row++) {
            for (int column = 0; column < 8; column++) {
                for (int direction = 0; direction < 8 && board[row][column] == player; direction++) {
                    int distance = pieces_on_line(board, row, column, direction);
                    if (can_go(board, row, column, direction, distance))
                        snprintf(moves[count++], sizeof moves[0], "%c%c-%c%c", 'A' + row, '1' + column,
                                 'A' + row + distance * row_steps[direction],
                                 '1' + column + distance * column_steps[direction]);
                }
            }
        }
        qsort(moves, (size_t)count, sizeof moves[0], compare_texts);
        for (int i = 0; i < count; i++)
            fprintf(out, "%s\n", moves[i]);
        fprintf(out, count ? "\n" : "No moves are possible\n\n");
    }
}

/* ---- Tothello -------------------------------------------------------------------------------------------------- */

/* The own pieces after placing at (row, column): a stack of new own pieces, each of which may close brackets. */
static int pieces_after(char start[8][8], int row, int column, char player)
{
    char board[8][8];
    int stack[64], height = 0, pieces = 0;
    memcpy(board, start, sizeof board);
    board[row][column] = player;
    stack[height++] = 8 * row + column;
    while (height > 0) {
        int square = stack[--height];
        for (int direction = 0; direction < 8; direction++) {
            int r = square / 8, c = square % 8, distance = 0;
            do {
                distance++;
                r += row_steps[direction];
                c += column_steps[direction];
            } while (on_board(r, c) && board[r][c] != '.' && board[r][c] != player);
            if (!on_board(r, c) || board[r][c] != player)
                continue;
            while (--distance > 0) {
                r -= row_steps[direction];
                c -= column_steps[direction];
                board[r][c] = player;
                stack[height++] = 8 * r + c;
            }
        }
    }
    for (int i = 0; i < 64; i++)
        pieces += board[i / 8][i % 8] == player;
    return pieces;
}

/* A list as [A1,"B2",...], its squares marked on the board. */
static void read_list(FILE *in, char board[8][8], char color)
{
    char token[8], sign = '[';
    if (fscanf(in, " [") != 0)
        return;
    while (sign != ']') {
        if (fscanf(in, " %4[\"A-H1-8]", token) == 1) {
            const char *square = token + (token[0] == '"');
            board[square[1] - '1'][square[0] - 'A'] = color;
        }
        if (fscanf(in, " %c", &sign) != 1)
            return;
    }
}

/* A word, between quotes or not. */
static bool read_turn(FILE *in, char turn[16])
{
    if (fscanf(in, " \"%15[a-zA-Z]", turn) == 1)
        return fscanf(in, "\"") != 1; /* it may be missing */
    return fscanf(in, "%15[a-zA-Z]", turn) == 1;
}

void reference_tothello(FILE *in, FILE *out)
{
    for (;;) {
        char board[8][8], name[16], turn[16] = "";
        int best = 0;
        memset(board, '.', sizeof board);
        for (int i = 0; i < 3; i++) {
            if (fscanf(in, " %15[a-zA-Z] =", name) != 1)
                return;
            if (strcmp(name, "whoseTurn") == 0) {
                if (!read_turn(in, turn))
                    return;
            } else {
                read_list(in, board, name[0] == 'r' ? 'R' : 'B');
            }
        }
        char player = turn[0];
        for (int i = 0; i < 64; i++)
            best += board[i / 8][i % 8] == player;
        for (int i = 0; i < 64; i++) {
            int pieces = board[i / 8][i % 8] == '.' ? pieces_after(board, i / 8, i % 8, player) : 0;
            if (pieces > best)
                best = pieces;
        }
        fprintf(out, "%d\n", best);
    }
}

/* ---- IEEEXtreme 10 --------------------------------------------------------------------------------------------- */

/* White at (row, column), having come in direction (row_from, column_from), (0, 0) at the start; `left` pieces to
 * capture. */
static uint64_t search_ways(char board[8][16], int row, int column, int row_from, int column_from, bool king, int left)
{
    static const int rows[4] = {0, 0, -1, 1}, columns[4] = {-1, 1, 0, 0};
    uint64_t ways = 0;
    if (left == 0)
        return 1;
    king |= row == 0;
    for (int direction = 0; direction < (king ? 4 : 3); direction++) {
        int dr = rows[direction], dc = columns[direction], r = row + dr, c = column + dc;
        if (king && dr == -row_from && dc == -column_from)
            continue;
        while (king && on_board(r, c) && board[r][c] != 'x') {
            r += dr;
            c += dc;
        }
        if (!on_board(r, c) || board[r][c] != 'x')
            continue;
        int victim_row = r, victim_column = c;
        board[victim_row][victim_column] = '.';
        for (r += dr, c += dc; on_board(r, c) && board[r][c] != 'x'; r += dr, c += dc) {
            ways += search_ways(board, r, c, dr, dc, king, left - 1);
            if (!king)
                break;
        }
        board[victim_row][victim_column] = 'x';
    }
    return ways;
}

static uint64_t count_ways(char board[8][16])
{
    int white = 0, black = 0;
    for (int i = 0; i < 64; i++) {
        if (board[i / 8][i % 8] == 'o')
            white = i;
        black += board[i / 8][i % 8] == 'x';
    }
    board[white / 8][white % 8] = '.';
    return search_ways(board, white / 8, white % 8, 0, 0, false, black);
}

uint64_t reference_ways(unsigned square, uint64_t pieces)
{
    char board[8][16];
    for (unsigned i = 0; i < 64; i++)
        board[i / 8][i % 8] = i == square ? 'o' : pieces >> i & 1 ? 'x' : '.';
    return count_ways(board);
}

void reference_xtreme10(FILE *in, FILE *out)
{
    int boards = 0;
    if (fscanf(in, "%d", &boards) != 1)
        return;
    while (boards-- > 0) {
        char board[8][16];
        if (!read_board(in, board))
            return;
        fprintf(out, "%llu\n", (unsigned long long)count_ways(board));
    }
}
