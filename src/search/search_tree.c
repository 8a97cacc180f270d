/* SPDX-License-Identifier: MIT
 *
 * The recursion of the shared search, compiled once per CPU level: principal variation search with a transposition
 * table, then quiescence.
 *
 * Every function returns a score from the side to move's view together with whether that score is proved, that is,
 * rests on finished games and known positions only. A cutoff is proved if the move that causes it is; anything else
 * needs all moves proved. A proof holds at any depth, so that proved table entries need no depth, and the root stops
 * deepening when its lines are proved.
 *
 * Repetition. A position that occurs a second time on the path from the root is scored as a draw, whatever the limit of
 * the game: if going round once did not help, going round again will not. A position of the game so far is a draw if
 * one more occurrence reaches the limit (`spent`). Draws by repetition depend on the path, so they are never proved;
 * wins and losses stay sound although the table knows no paths: whoever follows the win gets nearer to it with each
 * move and so never repeats, and the positions that must not occur again are part of the table key.
 *
 * Late moves. Quiet moves that come late in the order are searched with less depth, and again if they surprise; where a
 * game says so, the last of them are not searched near the leaves at all. A value that rests on that is no proof.
 *
 * ProbCut. In some games a search with less depth that ends well beyond the window ends the node, too. A win or
 * a loss that it meets is one; any other value is no proof.
 *
 * Games without progress. Under a rule that ends them a position is worth something else with each count of plies, and
 * its key in the table has the count (idle_plies.h).
 *
 * Tried and left out, as matches showed no gain: null-move pruning in Lines of Action (the other games cannot use it: a
 * pass is a move of Tothello, and draughts is full of zugzwang), one ply less where the table has no move.
 *
 * Sources: Marsland and Campbell, "Parallel search of strongly ordered game trees", ACM Computing Surveys 14(4), 1982
 * (PVS); Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2), 1995; Beal,
 * "A generalised quiescence search algorithm", Artificial Intelligence 43, 1990; Kishimoto and Müller, "A general
 * solution to the graph history interaction problem", AAAI 2004, for what can go wrong with repetition and tables.
 */
#include "search/search_tree.h"

#include "search/spent_positions.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/position_hash.h"
#include "core/stop_poll.h"

#include <assert.h>
#include <stdlib.h>

enum {
    CLOCK_NODES = 512,    /* look at the clock once in so many nodes: well under a millisecond */
    TELL_NODES = 256,     /* helpers tell the number of their nodes as often */
    FULL_ORDER_DEPTH = 2, /* with less depth left, order moves by what the search knows alone */
    LATE_MOVES_DEPTH = 4, /* with more depth left, all moves are looked at */
    HISTORY_PLY = 3000,   /* of a move's history, as good as a ply */
};

/* ---- The path ---- */

double tree_time_s(const searcher *search) { return clock_now_s() - search->start_s; }

/* Another thread has been through the depth before this one. */
static bool is_left_behind(const searcher *search)
{
    const search_team *team = search->team;
    const int done = atomic_load_explicit(&team->done, memory_order_relaxed);
    if (search->helper_number == LEADER)
        return done == search->depth;
    if (search->nodes % TELL_NODES == 0)
        team_tell_nodes(search->team, search->helper_number, search->nodes);
    return done >= search->depth || atomic_load_explicit(&team->depth, memory_order_relaxed) > search->depth;
}

static bool must_stop(searcher *search)
{
    const flank_limits *limits = &search->request.limits;
    if (search->team && is_left_behind(search))
        search->aborted = true;
    if (stop_poll(limits->stop) || (limits->nodes && search->nodes >= limits->nodes))
        search->aborted = true;
    if (limits->time_ms && search->nodes % CLOCK_NODES == 0 && tree_time_s(search) * 1000.0 >= (double)limits->time_ms)
        search->aborted = true;
    return search->aborted;
}

bool tree_descend(searcher *search, int ply, int depth, flank_move move)
{
    assert(ply >= 0 && ply < TREE_PLIES);
    if (must_stop(search))
        return false;
    search->nodes++;
    tree_frame *next = &search->frames[ply + 1];
    next->position = search->hot.play(search->rules, &search->frames[ply].position, move);
    next->hash = position_hash(&next->position);
    next->pieces = bit_count(next->position.own | next->position.other);
    assert((next->position.own & next->position.other) == 0);
    next->idle = (idle_plies){0, 0};
    if (search->no_progress_limit)
        next->idle = idle_plies_after(search->game, search->rules, &search->frames[ply].position, move,
                                      search->frames[ply].idle);
    if (depth > 1)
        tt_prefetch(search->table, tree_key(search, ply + 1));
    return true;
}

void tree_extend_line(searcher *search, int ply, flank_move move)
{
    tree_line *line = &search->frames[ply].line;
    const tree_line *rest = &search->frames[ply + 1].line;
    line->moves[0] = move;
    line->length = 1;
    for (int i = 0; i < rest->length && line->length < TREE_PLIES; i++)
        line->moves[line->length++] = rest->moves[i];
}

static bool is_repetition(const searcher *search, int ply)
{
    const tree_frame *here = &search->frames[ply];
    if (search->repetition_limit == 0 || ply == 0)
        return false;
    int before = ply - 2;
    for (; before >= 0 && search->frames[before].pieces == here->pieces; before -= 2)
        if (search->frames[before].hash == here->hash)
            return true;
    return before < 0 && spent_has(search->spent, search->spent_count, here->hash);
}

/* ---- Values ---- */

/* A result on one side or the other of what a one-sided question of the root's side asks: 100 or -100. */
static int side_of_question(const searcher *search, int ply, int discs)
{
    const bool ours = search->frames[ply].position.color == search->frames[0].position.color;
    const bool reached = (ours ? discs : -discs) >= search->request.limits.at_least_discs;
    return reached == ours ? 100 : -100;
}

/* The value of a game that is over. */
static tree_value outcome_value(const searcher *search, int ply, flank_outcome outcome)
{
    assert(outcome.over);
    const flank_limits *limits = &search->request.limits;
    if (!search->game->scores_discs)
        return (tree_value){outcome.sign * (FLANK_SCORE_WIN - ply), true};
    if (limits->one_sided)
        return (tree_value){side_of_question(search, ply, outcome.discs), true};
    return (tree_value){100 * (limits->win_loss_draw ? outcome.sign : outcome.discs), true};
}

/* ---- Games without progress ---- */

/* The value of frames[ply], at which the plies without progress reach their limit: a win that comes with the last of
 * them counts. */
static tree_value without_progress(const searcher *search, int ply)
{
    const flank_outcome outcome = search->game->outcome(search->rules, &search->frames[ply].position);
    return outcome.over ? outcome_value(search, ply, outcome) : (tree_value){0, true};
}

/* Wins behind frames[ply] would rest on progress that can be undone. */
static bool is_out_of_sight(const searcher *search, int ply)
{
    return search->no_progress_limit && search->frames[ply].idle.for_good >= search->no_progress_limit;
}

/* ---- Known positions ---- */

static bool known_sign(const searcher *search, const flank_position *position, int *sign, int *plies)
{
    return search->known.value(search->known.user, search->rules, position, sign, plies);
}

/* The move of a known win or loss that keeps its length: the one behind which the other side has a ply less. False if
 * none is known. */
static bool known_move(const searcher *search, const flank_position *position, int sign, int plies, flank_move *move)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = search->hot.moves(search->rules, position, moves);
    for (size_t i = 0; i < count; i++) {
        const flank_position next = search->hot.play(search->rules, position, moves[i]);
        const flank_outcome outcome = search->hot.outcome(search->rules, &next);
        int next_sign = outcome.sign, next_plies = 0;
        const bool told = outcome.over || known_sign(search, &next, &next_sign, &next_plies);
        if (told && next_sign == -sign && next_plies == plies - 1) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

/* The whole of a known win or loss as the line of frames[ply]. */
static void know_line(searcher *search, int ply, int sign, int plies)
{
    tree_frame *frame = &search->frames[ply];
    flank_position position = frame->position;
    while (frame->line.length < TREE_PLIES && plies > 0) {
        flank_move *move = &frame->line.moves[frame->line.length];
        if (!known_move(search, &position, sign, plies, move))
            return;
        frame->line.length++;
        position = search->hot.play(search->rules, &position, *move);
        sign = -sign;
        plies--;
    }
}

/* True if a known win or loss in so many plies ends before the rule of games without progress ends them. */
static bool comes_in_time(const searcher *search, int ply, int plies)
{
    return !search->no_progress_limit || search->frames[ply].idle.for_good + plies <= search->no_progress_limit;
}

/* True if frames[ply], which is not over, has a known value. A draw stays one, whatever else makes draws. */
static bool is_known(searcher *search, int ply, bool open, tree_value *value)
{
    const tree_frame *frame = &search->frames[ply];
    int sign, plies;
    if (frame->pieces > search->known.pieces || !known_sign(search, &frame->position, &sign, &plies) ||
        (sign && (!search->known_wins || !comes_in_time(search, ply, plies))))
        return false;
    *value = (tree_value){sign * (FLANK_SCORE_WIN - ply - plies), true};
    if (open && sign)
        know_line(search, ply, sign, plies);
    return true;
}

/* The largest score of a game that scores discs. */
static int most_discs(const searcher *search)
{
    return search->request.limits.win_loss_draw || search->request.limits.one_sided ? 100 : 6400;
}

/* The largest score that can still be had at `ply`: a win at once. */
static int best_possible(const searcher *search, int ply)
{
    return search->game->scores_discs ? most_discs(search) : FLANK_SCORE_WIN - ply;
}

/* The game's guess, kept off the scores that mean a certain result. */
static int static_value(const searcher *search, int ply)
{
    int value = tree_evaluate(search, ply);
    assert(value >= -20000 && value <= 20000);
    int limit = search->game->scores_discs ? most_discs(search) : 20000;
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* Wins and losses in the table count from the stored position. */
static int score_to_table(const searcher *search, int ply, int score)
{
    if (!tree_is_win_or_loss(search, score))
        return score;
    return score > 0 ? score + ply : score - ply;
}

static int score_from_table(const searcher *search, int ply, int score)
{
    if (!tree_is_win_or_loss(search, score))
        return score;
    return score > 0 ? score - ply : score + ply;
}

/* ---- Quiescence ---- */

/* True if there is room for the moves of one more position. */
static bool has_room(const searcher *search, int ply)
{
    return ply < TREE_PLIES && search->moves_used + FLANK_MOVES_MAX <= TREE_MOVES;
}

/* Put the noisy moves of frames[ply], best guess first, on the move stack. */
static move_list noisy_list(searcher *search, int ply)
{
    static const move_history no_history;
    const tree_frame *frame = &search->frames[ply];
    move_list list = {&search->moves[search->moves_used], &search->guesses[search->moves_used], 0};
    if (!search->hot.noisy_moves || !has_room(search, ply))
        return list;
    list.count = search->hot.noisy_moves(search->rules, &frame->position, list.moves);
    move_hints hints = {0, &frame->killers, &no_history, true};
    move_order_guess(&search->hot, search->rules, &frame->position, &hints, &list);
    return list;
}

/* The value of frames[ply] when only noisy moves are played on, and either side may stop where the rules do not force
 * it to take. */
static tree_value quiesce(searcher *search, int ply, int alpha, int beta)
{
    assert(alpha < beta);
    search->frames[ply].line.length = 0;
    flank_outcome outcome = search->hot.outcome(search->rules, &search->frames[ply].position);
    if (outcome.over)
        return outcome_value(search, ply, outcome);
    tree_value known;
    if (is_known(search, ply, beta - alpha > 1, &known))
        return known;
    move_list list = noisy_list(search, ply);
    bool forced = search->game->noisy_is_forced && list.count;
    tree_value best = {forced ? -FLANK_SCORE_LIMIT : static_value(search, ply), forced};
    search->moves_used += list.count;
    for (size_t i = 0; i < list.count && best.score < beta; i++) {
        flank_move move = move_order_pick(&list, i);
        if (!tree_descend(search, ply, 0, move))
            break;
        int floor = best.score > alpha ? best.score : alpha;
        tree_value value = tree_negate(quiesce(search, ply + 1, -beta, -floor));
        bool proved = best.proved && value.proved;
        if (value.score > best.score)
            best = value;
        if (best.score < beta)
            best.proved = proved;
    }
    search->moves_used -= list.count;
    return best;
}

/* ---- Search ---- */

/* The state that one call of tree_search works on. */
typedef struct tree_node {
    int ply, depth, alpha, beta;
    bool open;           /* the window is wider than one point: a line is wanted */
    uint16_t table_move; /* move_key(), 0 for none */
    move_list list;
    size_t put_off;   /* moves behind those of the list */
    bool may_put_off; /* until those are the only ones left */
    tree_value best;
    flank_move best_move;
    bool all_proved; /* every move searched so far returned a proved value */
} tree_node;

/* True if the table answers the node; its best move is remembered either way. */
static bool probe(searcher *search, tree_node *node)
{
    tt_data data;
    if (!tt_probe(search->table, tree_key(search, node->ply), &data))
        return false;
    node->table_move = data.move;
    int score = score_from_table(search, node->ply, data.score);
    bool cuts = (score >= node->beta && data.bound & TT_LOWER) || (score <= node->alpha && data.bound & TT_UPPER) ||
                (data.bound == TT_EXACT);
    if (search->request.mode == SEARCH_PLAIN || node->open || !cuts || (data.depth < node->depth && !data.proved))
        return false;
    node->best = (tree_value){score, data.proved};
    return true;
}

static void store(searcher *search, const tree_node *node)
{
    tt_bound bound = node->best.score >= node->beta ? TT_LOWER : node->best.score > node->alpha ? TT_EXACT : TT_UPPER;
    tt_data data = {.score = score_to_table(search, node->ply, node->best.score),
                    .depth = node->depth,
                    .bound = bound,
                    .proved = node->best.proved,
                    .move = move_key(node->best_move)};
    tt_store(search->table, tree_key(search, node->ply), &data);
}

/* Eighths of log2(number). */
static int log2_eighths(unsigned number)
{
    static const unsigned char eighths[8] = {0, 1, 3, 4, 5, 6, 6, 7}; /* of log2(1 + i / 8) */
    assert(number > 0);
    const unsigned whole = 31 - (unsigned)__builtin_clz(number);
    return (int)(8 * whole + eighths[((number << 3) >> whole) & 7]);
}

/* The number of plies to reduce for a move that comes late in a good order; where the game has a share for that, less
 * for one that often cut off, more for one that did not. */
static int reduction(const searcher *search, const tree_node *node, size_t index, flank_move move)
{
    const int share = search->late_reduction;
    if (search->request.mode != SEARCH_PLAY || node->depth < (share ? 2 : 3) || index < 3 || move_is_capture(move))
        return 0;
    if (!share)
        return 1 + (index >= 6) + (node->depth >= 6);
    const int history = search->history.worth[search->frames[node->ply].position.color][move.from][move.to];
    int hundredths = log2_eighths((unsigned)node->depth) * log2_eighths((unsigned)index) * share / 64;
    hundredths -= 100 * history / HISTORY_PLY + (node->open ? 50 : 0);
    const int plies = (hundredths + 50) / 100;
    return plies < 0 ? 0 : plies < node->depth ? plies : node->depth - 1;
}

/* True if all moves from number `index` on, the first of which is this one, come too late near the leaves. They stay
 * where so far all moves lose. */
static bool comes_too_late(const searcher *search, const tree_node *node, size_t index, flank_move move)
{
    const int share = search->late_moves;
    return share && !node->open && node->put_off == 0 && node->depth <= LATE_MOVES_DEPTH && index > 0 &&
           index >= (size_t)(share * (1 + node->depth * node->depth)) && !move_is_capture(move) &&
           !tree_is_win_or_loss(search, node->alpha) && !tree_is_win_or_loss(search, node->beta) &&
           node->best.score > -FLANK_SCORE_MATE;
}

/* Search move number `index`: the first with the whole window, the others to show that they are no better, at first
 * with less depth if they come late. */
static tree_value search_move(searcher *search, const tree_node *node, size_t index, flank_move move)
{
    int ply = node->ply + 1, depth = node->depth - (node->list.count + node->put_off > 1);
    int alpha = node->best.score > node->alpha ? node->best.score : node->alpha;
    if (index == 0)
        return tree_negate(tree_search(search, ply, depth, -node->beta, -alpha));
    int less = reduction(search, node, index, move);
    tree_value value = tree_negate(tree_search(search, ply, depth - less, -alpha - 1, -alpha));
    if (less && value.score > alpha)
        value = tree_negate(tree_search(search, ply, depth, -alpha - 1, -alpha));
    if (value.score > alpha && value.score < node->beta && node->open)
        value = tree_negate(tree_search(search, ply, depth, -node->beta, -alpha));
    return value;
}

/* Take in the value of a move; true if it cuts off. */
static bool improve(searcher *search, tree_node *node, flank_move move, tree_value value)
{
    node->all_proved = node->all_proved && value.proved;
    if (value.score <= node->best.score)
        return false;
    node->best = value;
    node->best_move = move;
    if (value.score > node->alpha && node->open)
        tree_extend_line(search, node->ply, move);
    return value.score >= node->beta;
}

static uint64_t ticket(const searcher *search, const tree_node *node, flank_move move)
{
    return team_ticket(search->frames[node->ply].hash, move_key(move), node->depth);
}

/* The next move; those that other threads are at come behind the others. */
static flank_move next_move(const searcher *search, tree_node *node, size_t index)
{
    move_list *list = &node->list;
    for (;;) {
        if (index == list->count) {
            list->count += node->put_off;
            node->put_off = 0;
            node->may_put_off = false;
        }
        flank_move move = move_order_pick(list, index);
        if (index == 0 || !node->may_put_off || !team_is_busy(search->team, ticket(search, node, move)))
            return move;
        move_order_put_off(list, index);
        node->put_off++;
    }
}

/* Search the moves of the node until one cuts off. */
static void search_moves(searcher *search, tree_node *node)
{
    tree_frame *frame = &search->frames[node->ply];
    const size_t count = node->list.count;
    const bool shared = search->team && node->depth >= TEAM_BUSY_DEPTH;
    search->moves_used += count;
    node->may_put_off = shared;
    bool cut = false;
    size_t index = 0;
    for (; index < count && !cut; index++) {
        flank_move move = next_move(search, node, index);
        if (comes_too_late(search, node, index, move)) {
            node->all_proved = false;
            break;
        }
        if (!tree_descend(search, node->ply, node->depth, move))
            break;
        if (shared)
            team_enter(search->team, ticket(search, node, move));
        tree_value value = search_move(search, node, index, move);
        if (shared)
            team_leave(search->team, ticket(search, node, move));
        if (search->aborted)
            break;
        cut = improve(search, node, move, value);
    }
    search->moves_used -= count;
    if (cut) {
        move_order_reward(&search->history, &frame->killers, frame->position.color, node->depth, node->best_move);
        move_order_punish(&search->history, frame->position.color, node->depth, node->list.moves, index - 1);
    } else {
        node->best.proved = node->all_proved;
    }
    if (tree_is_win_or_loss(search, node->best.score))
        node->best.proved = true;
}

/* Write the moves of the node on the move stack, with guesses; none if the game is over. */
static void list_moves(searcher *search, tree_node *node)
{
    const tree_frame *frame = &search->frames[node->ply];
    assert(has_room(search, node->ply));
    node->list.moves = &search->moves[search->moves_used];
    node->list.guesses = &search->guesses[search->moves_used];
    node->list.count = search->hot.moves(search->rules, &frame->position, node->list.moves);
    move_hints hints = {node->table_move, &frame->killers, &search->history, node->depth >= FULL_ORDER_DEPTH};
    move_order_guess(&search->hot, search->rules, &frame->position, &hints, &node->list);
}

/* True if a search with less depth gives the node a value of at least `bound`, or, for `sign` -1, of at most that; the
 * node then has the part of it that lies on this side of the margin. */
static bool is_beyond(searcher *search, tree_node *node, int bound, int sign)
{
    const int alpha = sign > 0 ? bound - 1 : bound;
    node->best = tree_search(search, node->ply, node->depth - search->probcut.less, alpha, alpha + 1);
    if (search->aborted)
        return true;
    const bool beyond = sign > 0 ? node->best.score >= bound : node->best.score <= bound;
    if (beyond && !tree_is_win_or_loss(search, node->best.score))
        node->best = (tree_value){node->best.score - sign * search->probcut.margin, false};
    return beyond;
}

/* True if the value of the node most probably lies outside of its window. */
static bool cuts_probably(searcher *search, tree_node *node)
{
    const game_probcut *cut = &search->probcut;
    if (!cut->less || node->open || node->depth < cut->from_plies || tree_is_win_or_loss(search, node->alpha) ||
        tree_is_win_or_loss(search, node->beta))
        return false;
    const int guess = static_value(search, node->ply);
    if ((guess >= node->beta - cut->near && is_beyond(search, node, node->beta + cut->margin, 1)) ||
        (guess <= node->alpha + cut->near && is_beyond(search, node, node->alpha - cut->margin, -1)))
        return true;
    node->best = (tree_value){-FLANK_SCORE_LIMIT, true};
    return false;
}

tree_value tree_search(searcher *search, int ply, int depth, int alpha, int beta)
{
    assert(alpha < beta && ply > 0);
    tree_frame *frame = &search->frames[ply];
    frame->line.length = 0;

    /* 1. The end of the road: a draw, a known position, no depth left, no room left. */
    tree_value known;
    if (is_repetition(search, ply))
        return (tree_value){0, false};
    if (search->no_progress_limit && frame->idle.now >= search->no_progress_limit)
        return without_progress(search, ply);
    if (is_known(search, ply, beta - alpha > 1, &known))
        return known;
    if (depth <= 0 || !has_room(search, ply) || is_out_of_sight(search, ply))
        return quiesce(search, ply, alpha, beta);

    /* 2. Even a win at once would not be good enough. */
    int ceiling = best_possible(search, ply);
    if (alpha >= ceiling)
        return (tree_value){ceiling, true};

    /* 3. The table may know the answer, or a good move. */
    tree_node node = {.ply = ply,
                      .depth = depth,
                      .alpha = alpha,
                      .beta = beta,
                      .open = beta - alpha > 1,
                      .best = {-FLANK_SCORE_LIMIT, true},
                      .all_proved = true};
    if (probe(search, &node))
        return node.best;

    /* 4. Less depth may show enough. */
    if (cuts_probably(search, &node))
        return node.best;

    /* 5. All moves, best guess first. */
    list_moves(search, &node);
    if (node.list.count == 0)
        return outcome_value(search, ply, search->hot.outcome(search->rules, &frame->position));
    search_moves(search, &node);

    /* 6. Remember. */
    if (!search->aborted)
        store(search, &node);
    return node.best;
}
