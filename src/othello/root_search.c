/* SPDX-License-Identifier: MIT
 *
 * The driver of the search: steps, windows, lines, time.
 *
 * A step is a depth and a selectivity. Depths grow by one until the end of the game is near enough for the limits; then
 * the search goes to the end at once, first at the lowest selectivity, each further step surer than the one before. So
 * the last and dearest step begins with nearly the right order of moves, and knows nearly the right value.
 *
 * Within a step the first move gets a narrow window around the value of the step before, widened only if the value
 * falls outside; each other move a null window above the best so far. Further lines are found the same way among the
 * moves that are left. If every move gets a line, every move has its own window.
 */
#include "othello/root_search.h"

#include "core/clock.h"
#include "games/othello/othello_board.h"
#include "othello/probcut.h"

#include <assert.h>
#include <stdlib.h>

enum {
    ALL_MOVES_DEPTH = 2, /* so far every move gets a value, which gives the first order */
    NO_ROOT_VALUE = -100 * EVAL_PER_DISC,
    WINDOW = 4 * EVAL_PER_DISC,  /* either side of the value expected; with 2 discs 5 to 12 % more nodes */
    RESERVE = 2 * EVAL_PER_DISC, /* with it "at least 0" takes 29 M nodes for FFO 40-49, without it 78 M */
    SKIPPED_DEPTHS = 10, /* a search of so many plies less than the empty squares is followed by one to the end */
};

/* ---- Positions --------------------------------------------------------------------------------------------------- */

/* The squares where the owner of `own` may place a disc. */
static uint64_t legal_squares(const root_search *root, uint64_t own, uint64_t other)
{
    const uint64_t board = root->owner->board;
    return othello_moves(own & board, other & board) & board;
}

/* The position after a move or a pass, seen from the next side. */
static void play(const root_search *root, uint64_t *own, uint64_t *other, unsigned square)
{
    const uint64_t board = root->owner->board;
    const uint64_t flips = square == FLANK_NO_SQUARE ? 0 : othello_flips(square, *own & board, *other & board);
    const uint64_t mine = *own | flips | (square == FLANK_NO_SQUARE ? 0 : bit(square));
    *own = *other ^ flips;
    *other = mine;
}

/* The legal moves in no order; a pass only if it is legal; none if the game is over. */
static int legal_moves(const root_search *root, uint64_t own, uint64_t other, uint8_t *squares)
{
    int count = 0;
    for (BITS_EACH(square, legal_squares(root, own, other)))
        squares[count++] = (uint8_t)square;
    if (count == 0 && legal_squares(root, other, own))
        squares[count++] = FLANK_NO_SQUARE;
    return count;
}

/* The value for the mover of a move or pass in the position of `own` and `other`. */
static int move_value(root_search *root, uint64_t own, uint64_t other, unsigned square,
                      const midgame_question *question)
{
    assert(question->alpha < question->beta);
    play(root, &own, &other, square);
    root->search.end.nodes += square != FLANK_NO_SQUARE;
    const midgame_question reply = {.alpha = -question->beta,
                                    .beta = -question->alpha,
                                    .depth = question->depth - (square != FLANK_NO_SQUARE),
                                    .selectivity = question->selectivity};
    return -root->value(&root->search, own, other, &reply);
}

/* A move of a position that keeps `score`, its value in discs or its sign, which is searched for: the table's best move
 * is tried first. Of no meaning if the search was aborted meanwhile. */
static unsigned keeping_move(root_search *root, uint64_t own, uint64_t other, int score)
{
    uint8_t squares[ROOT_MOVES_MAX];
    const int count = legal_moves(root, own, other, squares);
    proved_bounds known;
    const bool found = table_find_proved(&root->owner->table, table_hash(own, other), own, other, &known);
    for (int i = 1; found && i < count; i++)
        if (squares[i] == known.best[0]) {
            squares[i] = squares[0];
            squares[0] = known.best[0];
        }
    const int beta = root->request->limits.win_loss_draw ? (score > 0 ? 1 : 0) : score * EVAL_PER_DISC;
    const bool lost = score == (root->request->limits.win_loss_draw ? -1 : -64);
    const midgame_question asked = {
        .alpha = beta - 1, .beta = beta, .depth = (int)bit_count(~(own | other)), .selectivity = SELECT_100};
    for (int i = 0; i < count - 1; i++)
        if (lost || move_value(root, own, other, squares[i], &asked) >= beta)
            return squares[i];
    return squares[count - 1];
}

void root_walk_line(root_search *root, root_move *line)
{
    root_move walked = *line;
    uint64_t own = root->own, other = root->other;
    uint8_t squares[ROOT_MOVES_MAX];
    int score = line->value / EVAL_PER_DISC;
    unsigned square = line->moves[0];
    for (walked.length = 0; !root->search.end.aborted;) {
        assert(walked.length < ROOT_PLIES_MAX);
        walked.moves[walked.length++] = (uint8_t)square;
        play(root, &own, &other, square);
        score = -score;
        if (legal_moves(root, own, other, squares) == 0)
            break;
        square = keeping_move(root, own, other, score);
    }
    if (walked.length > line->length)
        *line = walked;
}

uint64_t root_nodes(const root_search *root)
{
    return root->search.end.nodes + (root->search.pool ? split_pool_nodes(root->search.pool) : 0);
}

/* ---- One step ---------------------------------------------------------------------------------------------------- */

/* Move the move at `from` forward to `to`; those between step back. */
static void bring_forward(root_search *root, int from, int to)
{
    assert(0 <= to && to <= from && from < root->move_count);
    const root_move move = root->moves[from];
    for (int i = from; i > to; i--)
        root->moves[i] = root->moves[i - 1];
    root->moves[to] = move;
}

/* Is it proved that this move of a position keeps `score`, its value in discs or its sign? */
static bool is_proved_to_keep(const root_search *root, uint64_t own, uint64_t other, unsigned square, int score)
{
    proved_bounds known;
    play(root, &own, &other, square);
    return table_find_proved(&root->owner->table, table_hash(own, other), own, other, &known) && -known.upper >= score;
}

/* The table's continuation after the line's first move. A later look at a position with another window may have
 * left another move there, which kept that one's bound and not the value: a proved line ends before such a move. */
static void follow_table(const root_search *root, root_move *line)
{
    uint64_t own = root->own, other = root->other;
    int placements = 0, score = line->value / EVAL_PER_DISC;
    for (int i = 0;; i++) {
        play(root, &own, &other, line->moves[i]);
        score = -score;
        placements += line->moves[i] != FLANK_NO_SQUARE;
        uint8_t squares[ROOT_MOVES_MAX];
        const int count = legal_moves(root, own, other, squares);
        table_entry known;
        line->length = i + 1;
        if (count == 0 || placements >= line->depth_plies || line->length >= ROOT_PLIES_MAX)
            return;
        if (squares[0] == FLANK_NO_SQUARE)
            line->moves[i + 1] = FLANK_NO_SQUARE;
        else if (table_find(&root->owner->table, table_hash(own, other), own, other, &known) &&
                 known.best[0] != FLANK_NO_SQUARE && (legal_squares(root, own, other) >> known.best[0] & 1) &&
                 (!line->exact || is_proved_to_keep(root, own, other, known.best[0], score)))
            line->moves[i + 1] = known.best[0];
        else
            return;
    }
}

static void take_value(root_search *root, root_move *move, int value, const midgame_question *question)
{
    assert(abs(value) <= MIDGAME_VALUE_MAX);
    move->value = value;
    move->depth_plies = question->depth;
    move->selectivity = question->selectivity;
    move->exact = question->depth >= root->empties && question->selectivity == SELECT_100;
    if (root->request->limits.one_sided && question->depth >= root->empties)
        move->length = 1; /* what follows keeps a bound, not the value */
    else
        follow_table(root, move);
}

/* The best of the moves `at`..`end`-1 within the window; it is brought to `at` if it is above alpha. */
static int best_of(root_search *root, int at, int end, const midgame_question *question)
{
    const int alpha = question->alpha, beta = question->beta;
    assert(at < end && end <= root->move_count && alpha < beta);
    int best = NO_ROOT_VALUE;
    for (int i = at; i < end && best < beta; i++) {
        root_move *move = &root->moves[i];
        const int floor = best > alpha ? best : alpha;
        midgame_question asked = *question;
        asked.alpha = floor;
        asked.beta = floor + 1;
        int value = floor + 1;
        if (i > at)
            value = move_value(root, root->own, root->other, move->moves[0], &asked);
        asked.beta = beta;
        if (i == at || (value > floor && value < beta && !root->search.end.aborted))
            value = move_value(root, root->own, root->other, move->moves[0], &asked);
        if (root->search.end.aborted)
            return best;
        if (value > best)
            best = value;
        if (value > floor) {
            if (value < beta)
                take_value(root, move, value, question);
            bring_forward(root, i, at);
        }
    }
    return best;
}

/* The first window around an expected value. */
static void first_window(const root_search *root, int expected, midgame_question *question)
{
    const bool to_the_end = question->depth >= root->empties;
    int width = WINDOW;
    if (to_the_end) { /* results are an even number of discs */
        const int pair = 2 * EVAL_PER_DISC;
        expected = (expected + (expected >= 0 ? pair / 2 : -pair / 2)) / pair * pair;
        width = EVAL_PER_DISC;
    }
    question->alpha = expected - width;
    question->beta = expected + width;
}

/* The next window after a value outside the last one; false if there is no need of one. A proof stays true,
 * so its other end moves along; selective searches may contradict each other, so there the window only grows. */
static bool next_window(int value, int widening, bool proof, midgame_question *question)
{
    const int limit = MIDGAME_VALUE_MAX + 1;
    if (value > question->alpha && value < question->beta)
        return false;
    if (value >= question->beta) {
        question->alpha = proof ? value - 1 : question->alpha;
        question->beta = value + widening < limit ? value + widening : limit;
    } else {
        question->alpha = value - widening > -limit ? value - widening : -limit;
        question->beta = proof ? value + 1 : question->beta;
    }
    assert(question->alpha < question->beta);
    return true;
}

/* Only the sign: is it a win; is it at least a draw? The likelier question first. False if the search must end. */
static bool search_sign(root_search *root, int at, int end, const midgame_question *step)
{
    const bool win_first = root->moves[at].value > 0;
    bool above[2] = {false, true}; /* more than a draw, at least a draw */
    for (int i = 0; i < 2; i++) {
        const int draw = win_first ? i : 1 - i;
        midgame_question asked = *step;
        asked.alpha = -draw;
        asked.beta = asked.alpha + 1;
        above[draw] = best_of(root, at, end, &asked) > asked.alpha;
        if (root->search.end.aborted)
            return false;
        if (above[draw] != draw) /* a win, or a loss */
            break;
    }
    take_value(root, &root->moves[at], above[0] ? EVAL_PER_DISC : above[1] ? 0 : -EVAL_PER_DISC, step);
    return true;
}

/* Only whether the value is at least what was asked: one null window. It takes the first move that passes, and one that
 * barely passes where moves may be skipped often fails at last, at the cost of a whole proof. So where the guess leaves
 * room, such a step asks for RESERVE more before. False if the search must end.
 *
 * Tried and dropped, by nodes of FFO 40-49: moves in turns, each with a growing share of nodes (4 to 24 % more, within
 * the tree yet more); surer steps before the last (up to 4 % more for "at least 0", 4 to 8 % less for true questions
 * near the value). Left for a trial on more positions: before each exact null window with 17 empty squares or more the
 * same at 87 % (6 and 13 % less, plain solves 1 % more). */
static bool search_one_side(root_search *root, int at, int end, const midgame_question *step)
{
    const int least = root_least_value(root), more = least + RESERVE;
    midgame_question asked = *step;
    asked.beta = more;
    asked.alpha = more - 1;
    int value = NO_ROOT_VALUE;
    if (step->selectivity < SELECT_100 && more <= MIDGAME_VALUE_MAX && root->moves[at].value >= more)
        value = best_of(root, at, end, &asked);
    if (value < more && !root->search.end.aborted) {
        asked.beta = least;
        asked.alpha = least - 1;
        value = best_of(root, at, end, &asked);
    }
    if (root->search.end.aborted)
        return false;
    take_value(root, &root->moves[at], value, step);
    return true;
}

/* Find the best of the moves `at`..`end`-1 with its value. False if the search must end. */
static bool search_line(root_search *root, int at, int end, const midgame_question *step)
{
    if (root->request->limits.win_loss_draw && step->depth >= root->empties)
        return search_sign(root, at, end, step);
    if (root->request->limits.one_sided && step->depth >= root->empties)
        return search_one_side(root, at, end, step);
    const bool proof = step->depth >= root->empties && step->selectivity == SELECT_100;
    midgame_question asked = *step;
    first_window(root, root->moves[at].value, &asked);
    for (int widening = WINDOW;; widening *= 2) {
        const int value = best_of(root, at, end, &asked);
        if (root->search.end.aborted)
            return false;
        if (!next_window(value, widening, proof, &asked))
            return true;
    }
}

void root_sort(root_search *root, int count)
{
    for (int i = 1; i < count; i++) {
        int to = i;
        while (to > 0 && root->moves[to - 1].value < root->moves[i].value)
            to--;
        bring_forward(root, i, to);
    }
}

static bool run_step(root_search *root, int depth, int selectivity)
{
    const midgame_question step = {.depth = depth, .selectivity = selectivity};
    const int lines = depth <= ALL_MOVES_DEPTH ? root->move_count : root->line_count;
    for (int i = 0; i < lines; i++)
        if (!search_line(root, i, lines == root->move_count ? i + 1 : root->move_count, &step))
            return false;
    root_sort(root, lines);
    root->depth = depth;
    root->selectivity = selectivity;
    return true;
}

/* ---- All steps --------------------------------------------------------------------------------------------------- */

/* A step of the ladder is left out where fewer squares are empty, unless it is the last: the step after it is then
 * cheap enough. FFO 28-49 and 60 positions of hard-20.obf take 11 % less time than with 87 % everywhere and 95 % from
 * 25 empty squares on. */
static const int8_t ladder_empties[SELECTIVITIES] = {0, 25, 28, 30, 32, 0};

/* May the search go to the end of the game at once from a step of so many plies? Without limits always: the steps that
 * are left out are no loss. One that would be cut off by its limit leaves nothing but the step before it, so then what
 * it takes is guessed from what all steps so far took, and depths go on one by one where that is too much: +37 ± 18 Elo
 * with 20,000 nodes a move against 21,800 without the guess, which take the same time. A proof wants the end in any
 * case, and the way there must not depend on the clock. */
static bool can_leap(const root_search *root, int depth)
{
    static const double growth = 1.8; /* a ply; with 1.5 +22 ± 18 */
    if (root->request->mode == SEARCH_SOLVE)
        return true;
    const search_request *request = root->request;
    double times = 1; /* of what was spent, the whole search */
    for (int ply = depth; ply < root->empties; ply++)
        times *= growth;
    return (request->limits.nodes == 0 || times * (double)root_nodes(root) <= (double)request->limits.nodes) &&
           (request->limits.time_ms == 0 ||
            times * (clock_now_s() - root->start_s) <= (double)request->limits.time_ms / 1000);
}

/* The surest step of the ladder that is not surer than asked. */
static int surest_step(const search_request *request)
{
    int step = request->mode == SEARCH_SOLVE ? SELECT_100 : SELECT_73;
    while (step < SELECT_100 && select_percent[step + 1] <= request->limits.selectivity)
        step++;
    return step;
}

/* The step after (*depth, *selectivity), which begin as 0; false if there is none. */
static bool next_step(const root_search *root, int *depth, int *selectivity)
{
    const search_request *request = root->request;
    const int surest = surest_step(request),
              last = request->limits.depth_plies > 0 && request->limits.depth_plies < root->empties
                         ? request->limits.depth_plies
                         : root->empties;
    if (*depth == root->empties) {
        if (*selectivity >= surest)
            return false;
        do
            ++*selectivity;
        while (*selectivity < surest && root->empties < ladder_empties[*selectivity]);
        return true;
    }
    if (*depth == last)
        return false;
    const bool to_the_end = last == root->empties; /* then the steps before only find the order */
    const bool leap = to_the_end && *depth + 1 > root->empties - SKIPPED_DEPTHS && can_leap(root, *depth);
    *depth = leap ? root->empties : *depth + 1;
    *selectivity = to_the_end ? SELECT_73 : surest;
    return true;
}

void root_begin(root_search *root, othello_search *owner, uint64_t own, uint64_t other, const search_request *request)
{
    static midgame_value_fn *const values[2][6] = {CPU_SELECT(midgame_value), CPU_SELECT(midgame_value_board_6)};
    assert((own & other) == 0);
    *root = (root_search){
        .owner = owner,
        .search = {.end = {.table = &owner->table,
                           .local = &owner->local,
                           .edges = &owner->edges,
                           .eval = owner->eval,
                           .watch = owner->watch,
                           .stop = request->limits.stop},
                   .guesses = &owner->guesses,
                   .pool = owner->pool},
        .value = values[owner->board != OTHELLO_ALL_64][owner->cpu],
        .request = request,
        .own = own,
        .other = other,
        .empties = (int)bit_count(~(own | other)),
        .start_s = clock_now_s(),
    };
    if (request->limits.time_ms > 0)
        root->search.end.deadline_s = root->start_s + (double)request->limits.time_ms / 1000;
    if (request->limits.nodes > 0) { /* the helpers get equal shares */
        const uint64_t threads = 1 + (uint64_t)owner->helpers;
        root->search.end.node_limit = request->limits.nodes / threads + (request->limits.nodes % threads != 0);
    }
    if (owner->pool)
        split_pool_prepare(owner->pool, &root->search);
    table_grow_older(&owner->table);
    local_table_clear(&owner->local);
    uint8_t squares[ROOT_MOVES_MAX];
    root->move_count = legal_moves(root, own, other, squares);
    for (int i = 0; i < root->move_count; i++)
        root->moves[i] = (root_move){.moves = {squares[i]}, .length = 1};
    root->line_count = request->limits.lines > 1 ? request->limits.lines : 1;
    if (root->line_count > root->move_count)
        root->line_count = root->move_count;
}

root_step_result root_step(root_search *root)
{
    int depth = root->depth, selectivity = root->selectivity;
    if (root->move_count == 0 || !next_step(root, &depth, &selectivity))
        return ROOT_NO_STEP;
    root->cut = !run_step(root, depth, selectivity);
    return root->cut ? ROOT_STEP_CUT : ROOT_STEP_MADE;
}
