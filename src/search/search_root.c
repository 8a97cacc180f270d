/* SPDX-License-Identifier: MIT
 *
 * The root of the shared search, compiled once per CPU level: iterative deepening, aspiration windows, best N lines,
 * reports.
 *
 * Best N lines take one pass a depth: each move is searched against the score of the worst line kept so far, so that N
 * = 1 is plain principal variation search and N = all gives each move its own full window. Rejected: N searches of all
 * moves, each without the lines found before, which pays N times for the moves that never make the list.
 *
 * A depth that is cut short still counts where it can: with one line, a move that was found better than everything
 * before it, in a depth whose first move is the best of the depth before, is the better answer.
 */
#include "search/search_root.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/random.h"
#include "core/stop_poll.h"
#include "search/search_tree.h"
#include "search/spent_positions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ASPIRATION_HALF_WIDTH = 60, ASPIRATION_FROM_DEPTH = 4 };

enum { HELPERS_FROM_DEPTH = 4 }; /* less takes less time than starting a thread */

/* A depth in progress. */
typedef struct root_pass {
    searcher *search;
    int depth, low, high; /* the aspiration window */
    int wanted;           /* lines */
    int count;            /* lines found so far */
    flank_line *lines;    /* best first */
    bool rest_proved;     /* the moves without a line are proved to be no better */
} root_pass;

/* ---- Setting up ---- */

/* Keep in search->spent the positions of the history that must not occur again. */
static flank_status set_spent(searcher *search, const search_task *task)
{
    search->repetition_limit = task->game->repetition_limit(task->rules);
    search->spent_count = 0;
    if (search->repetition_limit == 0 || task->history_count == 0)
        return FLANK_OK;
    uint64_t *spent = realloc(search->spent, task->history_count * sizeof *spent);
    if (!spent)
        return FLANK_NO_MEMORY;
    search->spent = spent;
    search->spent_count = spent_positions(task, spent);
    return FLANK_OK;
}

/* A number that differs between searches whose table entries must not be mixed. */
static uint64_t table_salt(const searcher *search)
{
    const flank_limits *limits = &search->request.limits;
    uint64_t salt = limits->win_loss_draw + 2 * (uint64_t)search->late_moves + 100 * (uint64_t)search->probcut.margin;
    if (limits->one_sided)
        salt = 1000 + (uint64_t)limits->at_least_discs + 100 * search->frames[0].position.color;
    for (const char *letter = search->game->name; *letter; letter++)
        salt = random_mix(salt + (unsigned char)*letter);
    for (int i = 0; i < FLANK_PARAMS_MAX; i++)
        salt = random_mix(salt + search->rules->value[i]);
    for (size_t i = 0; i < search->spent_count; i++)
        salt ^= search->spent[i];
    return salt;
}

static flank_status make_line_room(searcher *search, size_t count)
{
    if (count <= search->line_room)
        return FLANK_OK;
    flank_line *lines = realloc(search->lines, 2 * count * sizeof *lines);
    if (!lines)
        return FLANK_NO_MEMORY;
    search->lines = lines;
    search->line_room = count;
    return FLANK_OK;
}

/* Put the moves of the root at the bottom of the move stack, best guess first. */
static void list_root_moves(searcher *search)
{
    tree_frame *root = &search->frames[0];
    tt_data data = {.move = 0};
    tt_probe(search->table, tree_key(search, 0), &data);
    move_list list = {search->moves, search->guesses, 0};
    list.count = search->hot.moves(search->rules, &root->position, list.moves);
    move_hints hints = {data.move, &root->killers, &search->history, true};
    move_order_guess(&search->hot, search->rules, &root->position, &hints, &list);
    for (size_t i = 0; i < list.count; i++)
        move_order_pick(&list, i);
    search->moves_used = list.count;
}

static flank_status set_up(searcher *search, const search_task *task, const search_request *request)
{
    search->game = task->game;
    search->hot = game_hot_best(task->game);
    search->rules = task->rules;
    search->network = task->network;
    search->request = *request;
    const bool is_free = request->mode == SEARCH_PLAY && !request->limits.depth_plies;
    search->late_reduction = is_free ? task->game->late_reduction : 0;
    search->late_moves = is_free ? task->game->late_moves : 0;
    search->probcut = is_free ? task->game->probcut : (game_probcut){0};
    flank_status status = set_spent(search, task);
    if (status)
        return status;
    tree_frame *root = &search->frames[0];
    root->position = task->root;
    search->no_progress_limit = flank_game_no_progress_limit(task->game, task->rules);
    const int idle = search->no_progress_limit ? task->idle_plies : 0;
    root->idle = (idle_plies){idle, idle};
    search->known = task->known;
    search->known_wins = !spent_spoils_wins(task, search->spent_count);
    search->table_salt = table_salt(search);
    search->start_s = clock_now_s();
    search->nodes = 0;
    search->aborted = false;
    memset(&search->history, 0, sizeof search->history);
    for (int ply = 0; ply <= TREE_PLIES; ply++)
        memset(&search->frames[ply].killers, 0, sizeof search->frames[ply].killers);
    root->hash = flank_position_hash(&task->root);
    root->pieces = bit_count(task->root.own | task->root.other);
    tt_start_search(search->table);
    list_root_moves(search);
    assert(search->moves_used > 0);
    size_t wanted = request->limits.lines > 1 ? (size_t)request->limits.lines : 1;
    return make_line_room(search, wanted < search->moves_used ? wanted : search->moves_used);
}

/* ---- Helpers ---- */

/* A helper's state is the leader's at the beginning of the search. The table and the positions that are spent stay the
 * leader's: helpers only look at these. */
static searcher *prepare_helper(searcher *helper, searcher *leader, int number)
{
    if (!helper)
        helper = calloc(1, sizeof *helper);
    if (!helper)
        return NULL;
    flank_line *lines = helper->lines;
    const size_t line_room = helper->line_room;
    memcpy(helper, leader, sizeof *helper);
    helper->lines = lines;
    helper->line_room = line_room;
    helper->helpers = NULL;
    helper->helper_number = number;
    helper->depth = 0;
    helper->nodes = 0;
    helper->request.limits.time_ms = 0;
    helper->request.limits.stop = &leader->team->halt;
    if (make_line_room(helper, leader->line_room) == FLANK_OK)
        return helper;
    free(helper->lines);
    free(helper);
    return NULL;
}

static void destroy_helper(searcher *helper)
{
    free(helper->lines);
    free(helper);
}

static bool may_have_helpers(const search_request *request)
{
    return !request->limits.nodes && request->mode != SEARCH_PLAIN;
}

static uint64_t all_nodes(const searcher *search)
{
    return search->nodes + (search->team ? team_nodes(search->team) : 0);
}

/* ---- One depth ---- */

/* The score that a move must beat to get a line. */
static int score_to_beat(const root_pass *pass)
{
    if (pass->count < pass->wanted || pass->lines[pass->count - 1].score < pass->low)
        return pass->low;
    return pass->lines[pass->count - 1].score;
}

/* Enter the line of the move just searched; the worst line makes room if there is none. */
static void enter_line(root_pass *pass, tree_value value)
{
    if (pass->count == pass->wanted) {
        pass->count--;
        pass->rest_proved = pass->rest_proved && pass->lines[pass->count].exact;
    }
    assert(pass->count < pass->wanted);
    int at = pass->count++;
    for (; at > 0 && pass->lines[at - 1].score < value.score; at--)
        pass->lines[at] = pass->lines[at - 1];
    flank_line *line = &pass->lines[at];
    const tree_line *best = &pass->search->frames[0].line;
    *line = (flank_line){.length = best->length,
                         .score = value.score,
                         .depth_plies = pass->depth,
                         .selectivity = 100,
                         .exact = value.proved || tree_is_win_or_loss(pass->search, value.score)};
    memcpy(line->moves, best->moves, (size_t)best->length * sizeof *line->moves);
}

static tree_value root_move_value(const root_pass *pass)
{
    searcher *search = pass->search;
    int alpha = score_to_beat(pass);
    if (pass->count < pass->wanted)
        return tree_negate(tree_search(search, 1, pass->depth - 1, -pass->high, -alpha));
    tree_value value = tree_negate(tree_search(search, 1, pass->depth - 1, -alpha - 1, -alpha));
    if (!search->aborted && value.score > alpha && alpha + 1 < pass->high)
        value = tree_negate(tree_search(search, 1, pass->depth - 1, -pass->high, -alpha));
    return value;
}

static uint64_t root_ticket(const root_pass *pass, flank_move move)
{
    return team_ticket(pass->search->frames[0].hash, move_key(move), pass->depth);
}

/* Bring the first of the moves from `index` on there that no other thread is at; the others keep their order. */
static void choose_root_move(const root_pass *pass, size_t index)
{
    searcher *search = pass->search;
    size_t at = index;
    while (at < search->moves_used && team_is_busy(search->team, root_ticket(pass, search->moves[at])))
        at++;
    if (at == index || at == search->moves_used)
        return;
    const flank_move move = search->moves[at];
    memmove(search->moves + index + 1, search->moves + index, (at - index) * sizeof move);
    search->moves[index] = move;
}

/* Search all root moves to pass->depth within the window. */
static void search_root_moves(root_pass *pass)
{
    searcher *search = pass->search;
    size_t count = search->moves_used;
    pass->count = 0;
    pass->rest_proved = true;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && search->team)
            choose_root_move(pass, i);
        flank_move move = search->moves[i];
        if (!tree_descend(search, 0, pass->depth, move))
            return;
        if (search->team)
            team_enter(search->team, root_ticket(pass, move));
        tree_value value = root_move_value(pass);
        if (search->team)
            team_leave(search->team, root_ticket(pass, move));
        if (search->aborted)
            return;
        if (value.score > score_to_beat(pass)) {
            tree_extend_line(search, 0, move);
            enter_line(pass, value);
        } else {
            pass->rest_proved = pass->rest_proved && value.proved;
        }
        if (value.score >= pass->high)
            return;
    }
}

/* Search one depth: first in a small window round the score of the depth before, widening it until it holds the score.
 */
static void search_depth(root_pass *pass, int expected)
{
    searcher *search = pass->search;
    int half = ASPIRATION_HALF_WIDTH;
    bool narrow = pass->wanted == 1 && pass->depth >= ASPIRATION_FROM_DEPTH && !tree_is_win_or_loss(search, expected);
    pass->low = narrow ? expected - half : -FLANK_SCORE_LIMIT;
    pass->high = narrow ? expected + half : FLANK_SCORE_LIMIT;
    for (;;) {
        search_root_moves(pass);
        if (search->aborted)
            return;
        half *= 4;
        bool wide = half > 2000;
        if (pass->count == 0)
            pass->low = wide ? -FLANK_SCORE_LIMIT : expected - half;
        else if (pass->lines[0].score >= pass->high)
            pass->high = wide ? FLANK_SCORE_LIMIT : expected + half;
        else
            return;
    }
}

/* ---- All depths ---- */

/* Bring the moves of the lines to the front of the root's list, the others keeping their order. */
static void sort_root_moves(searcher *search, const flank_line *lines, int count)
{
    for (int line = count - 1; line >= 0; line--) {
        size_t at = 0;
        while (!flank_move_equal(search->moves[at], lines[line].moves[0]))
            at++;
        assert(at < search->moves_used);
        memmove(search->moves + 1, search->moves, at * sizeof *search->moves);
        search->moves[0] = lines[line].moves[0];
    }
}

/* A line is exact only if the moves that have none are known to be no better; a proved win or loss needs no such help.
 */
static void settle_exact(const root_pass *pass)
{
    for (int i = 0; i < pass->count; i++) {
        flank_line *line = &pass->lines[i];
        line->exact = (line->exact && pass->rest_proved) || tree_is_win_or_loss(pass->search, line->score);
    }
}

/* True if deeper search can change nothing: all lines are exact, and wins and losses of the shortest length. */
static bool is_settled(const searcher *search, const flank_report *report)
{
    for (int i = 0; i < report->line_count; i++) {
        const flank_line *line = &report->lines[i];
        bool shortest =
            !tree_is_win_or_loss(search, line->score) || FLANK_SCORE_WIN - abs(line->score) <= report->depth_plies;
        if (!line->exact || !shortest)
            return false;
    }
    return true;
}

/* The answer to a one-sided question, 100 or -100 in the search, as the bound that it proves. Results are even. */
static void tell_bound(const flank_limits *limits, flank_line *line)
{
    if (!limits->one_sided || !line->exact)
        return;
    const int least = limits->at_least_discs + (limits->at_least_discs & 1);
    line->bound = line->score > 0 ? FLANK_BOUND_LOWER : FLANK_BOUND_UPPER;
    line->score = 100 * (line->score > 0 ? least : least - 2);
    line->length = 1;
}

/* Take over what the depth in progress has found, if it is worth more than what the report holds. */
static void adopt(root_pass *pass, flank_report *report)
{
    searcher *search = pass->search;
    flank_line *lines = search->lines;
    bool complete = !search->aborted;
    if (complete)
        settle_exact(pass);
    else if (pass->count == 0 || (report->line_count > 0 && pass->wanted > 1))
        return;
    else
        for (int i = 0; i < pass->count; i++)
            pass->lines[i].exact = pass->lines[i].score >= FLANK_SCORE_MATE;
    for (int i = 0; i < pass->count; i++) {
        lines[i] = pass->lines[i];
        tell_bound(&search->request.limits, &lines[i]);
    }
    sort_root_moves(search, lines, pass->count);
    report->line_count = pass->count;
    report->depth_plies = complete ? pass->depth : report->depth_plies;
}

/* The answer of a search that had no time for a single move: the best guess. */
static void guess_line(const searcher *search, flank_report *report)
{
    flank_line *line = &search->lines[0];
    *line = (flank_line){.length = 1, .selectivity = 100, .score = tree_evaluate(search, 0)};
    line->moves[0] = search->moves[0];
    report->line_count = 1;
}

static root_pass start_pass(searcher *search)
{
    const int lines = search->request.limits.lines;
    const size_t wanted = lines > 1 ? (size_t)lines : 1;
    return (root_pass){.search = search,
                       .lines = search->lines + search->line_room,
                       .wanted = (int)(wanted < search->moves_used ? wanted : search->moves_used)};
}

static int deepest_plies(const search_request *request)
{
    const int depth = request->limits.depth_plies;
    return depth > 0 && depth < TREE_PLIES ? depth : TREE_PLIES;
}

/* A helper's work: depth after depth, whose lines take turns in the two halves of search->lines, so that the leader can
 * still read the last ones. */
static void help(searcher *search)
{
    root_pass pass = start_pass(search);
    const int deepest = deepest_plies(&search->request);
    int found = 0;
    while (!stop_poll(&search->team->halt)) {
        int expected;
        const int leader_depth = team_leader_depth(search->team, &expected);
        const bool ahead = search->depth >= leader_depth;
        search->depth = ahead ? search->depth + 1 : leader_depth;
        pass.depth = search->depth;
        if (pass.depth > deepest)
            break;
        search->aborted = false;
        search_depth(&pass, ahead ? found : expected);
        if (search->aborted)
            continue;
        found = pass.lines[0].score;
        sort_root_moves(search, pass.lines, pass.count);
        team_await_leader(search->team, pass.depth);
        search->found = pass.lines;
        search->found_count = pass.count;
        search->found_rest_proved = pass.rest_proved;
        pass.lines = pass.lines == search->lines ? search->lines + search->line_room : search->lines;
        team_finish_depth(search->team, search, pass.depth);
    }
    team_tell_nodes(search->team, search->helper_number, search->nodes);
}

/* The result of the depth, if a helper was through it first. */
static void take_from_helper(root_pass *pass)
{
    searcher *search = pass->search;
    const searcher *winner = search->team && search->aborted ? team_winner(search->team) : NULL;
    if (!winner)
        return;
    memcpy(pass->lines, winner->found, (size_t)winner->found_count * sizeof *pass->lines);
    pass->count = winner->found_count;
    pass->rest_proved = winner->found_rest_proved;
    search->aborted = false; /* a limit that was reached as well ends the next depth */
}

static flank_status run(searcher *search, const search_task *task, const search_request *request, flank_report *report)
{
    flank_status status = set_up(search, task, request);
    if (status)
        return status;
    flank_report result = {.lines = search->lines};
    root_pass pass = start_pass(search);
    const int deepest = deepest_plies(request);
    search->team = may_have_helpers(request) ? search->helpers : NULL;
    bool started = false;
    if (search->team)
        team_reset(search->team);
    for (pass.depth = 1; pass.depth <= deepest; pass.depth++) {
        const int expected = result.line_count ? result.lines[0].score : 0;
        search->depth = pass.depth;
        if (search->team && pass.depth >= HELPERS_FROM_DEPTH) {
            team_begin_depth(search->team, pass.depth, expected);
            if (!started)
                team_start(search->team, search);
            started = true;
        }
        search_depth(&pass, expected);
        take_from_helper(&pass);
        adopt(&pass, &result);
        result.nodes = all_nodes(search);
        result.time_s = tree_time_s(search);
        if (search->aborted)
            break;
        const bool enough = request->on_report && request->on_report(request->user, &result) == FLANK_ENOUGH;
        if (enough || is_settled(search, &result))
            break;
    }
    if (started)
        team_end(search->team);
    if (result.line_count == 0)
        guess_line(search, &result);
    *report = result;
    return FLANK_OK;
}

const search_root CPU_NAME(search_root) = {
    .run = run,
    .helpers = {.prepare = prepare_helper, .help = help, .destroy = destroy_helper},
};
