/* SPDX-License-Identifier: MIT
 *
 * The share of cases in which a search of a fixed depth finds the best move, and what its moves cost.
 *
 *   bench_moves [-d DEPTH] [-s STEP] [-w WEIGHTS] [-h MB] [-o OUT.obf] FILE.obf   -s 0..5: 73 … 100 % selectivity;
 *                                                                                 default -d 15 -s 1
 *   bench_moves -k NETWORK …        judged by a network (network.h)
 *   bench_moves -u …                solve nothing: a move of unknown value is counted, not measured
 *
 *   bench_moves -l LEVEL …          as a level does, 6..60
 *
 *   bench_moves -p [-n NUMBER] FILE.obf    pick hard positions
 *
 * The file has positions with their exact values, perhaps those of some moves. A move that the search chooses and whose
 * value is not there is solved, so that what it loses is exact; with many empty squares that takes minutes, and OUT
 * keeps what is known after it, line by line, for the next time. It must not be there yet: hours are in such files.
 * Hard is a position, not decided by more than PICK_VALUE_MAX discs, in which searches of 1, 5 and 9 plies do not all
 * choose the same move.
 */
#include "core/bits.h"
#include "engine/levels.h"
#include "formats/obf/obf.h"
#include "games/othello/othello_board.h"
#include "othello/endgame.h"
#include "othello/network.h"
#include "othello/othello_search.h"
#include "othello/probcut.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"
#include "core/tool_end.h"
#include "core/error.h"

#include <errno.h>
#include <flank/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PICK_VALUE_MAX = 8, GAME_OVER = 65 };

typedef struct bench_settings {
    flank_limits limits;
    int level; /* 0: the limits, and not a level's */
    bool pick;
    long picked_max;
    size_t table_bytes;
    evaluation *eval;
    network *net;
    bool only_known;
    FILE *out; /* or NULL */
} bench_settings;

typedef struct bench_sums {
    long positions, best, picked, unknown;
    int64_t lost;
    uint64_t nodes, nodes_max;
} bench_sums;

/* The first move of the line that a search of its own finds; GAME_OVER without one. */
static unsigned choose(othello_search *search, const flank_position *at, const flank_limits *limits, uint64_t *nodes)
{
    const search_request request = {.limits = *limits};
    flank_report report;
    othello_search_clear(search);
    othello_search_run(search, at->own, at->other, &request, &report);
    *nodes = report.nodes;
    return report.line_count > 0 ? report.lines[0].moves[0].to : GAME_OVER;
}

/* The level's settings with so many empty squares. */
static flank_limits limits_of_level(int level, int empties)
{
    const level_othello strength = level_for_othello(level, empties);
    return (flank_limits){.depth_plies = strength.depth_plies, .selectivity = strength.selectivity_percent};
}

static bool is_hard(othello_search *search, const obf_line *line)
{
    uint64_t nodes;
    flank_limits limits = {.depth_plies = 1, .selectivity = 95};
    if (abs(line->score_discs) > PICK_VALUE_MAX)
        return false;
    const unsigned first = choose(search, &line->position, &limits, &nodes);
    for (limits.depth_plies = 5; limits.depth_plies <= 9; limits.depth_plies += 4)
        if (choose(search, &line->position, &limits, &nodes) != first)
            return true;
    return false;
}

/* The exact value of a move for the one who makes it. */
static int value_of(othello_search *search, const flank_position *at, unsigned square)
{
    const bool pass = square == FLANK_NO_SQUARE;
    const uint64_t flips = pass ? 0 : othello_flips(square, at->own, at->other);
    const uint64_t taken = pass ? 0 : flips | bit(square);
    const search_request solving = {.mode = SEARCH_SOLVE};
    flank_report report;
    othello_search_clear(search);
    othello_search_run(search, at->other ^ flips, at->own | taken, &solving, &report);
    return -(report.line_count > 0 ? report.lines[0].score / 100
                                   : endgame_final_score(at->other ^ flips, at->own | taken));
}

/* The same, from the line if it is there, which it is afterwards. */
static int known_value_of(othello_search *search, obf_line *line, unsigned square)
{
    for (size_t i = 0; i < line->move_count; i++)
        if (line->moves[i].move.to == square)
            return line->moves[i].score_discs;
    obf_move *fresh = &line->moves[line->move_count++];
    *fresh = (obf_move){.move = {.from = FLANK_NO_SQUARE, .to = (uint8_t)square},
                        .score_discs = value_of(search, &line->position, square)};
    return fresh->score_discs;
}

/* Add what is known of the position to the file for that, if there is one. */
static void keep(const bench_settings *settings, const obf_line *line)
{
    char text[OBF_LINE_SIZE];
    if (!settings->out)
        return;
    obf_format(line, text);
    fprintf(settings->out, "%s\n", text);
    fflush(settings->out);
}

static void measure(othello_search *search, const bench_settings *settings, obf_line *line, bench_sums *sums)
{
    uint64_t nodes;
    const int empties = (int)bit_count(~(line->position.own | line->position.other));
    const flank_limits limits = settings->level ? limits_of_level(settings->level, empties) : settings->limits;
    const unsigned square = choose(search, &line->position, &limits, &nodes);
    if (square == GAME_OVER) {
        keep(settings, line);
        return;
    }
    if (settings->only_known && !obf_has_move(line, (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square})) {
        sums->unknown++;
        sums->nodes += nodes;
        return;
    }
    const int lost = line->score_discs - known_value_of(search, line, square);
    sums->positions++;
    sums->best += lost == 0;
    sums->lost += lost;
    sums->nodes += nodes;
    sums->nodes_max = nodes > sums->nodes_max ? nodes : sums->nodes_max;
    if (lost < 0)
        printf("a move is worth more than its position: the file is wrong\n");
    keep(settings, line);
    fprintf(stderr, "\r%ld positions, %ld best moves, %.2f discs lost ", sums->positions, sums->best,
            (double)sums->lost / (double)sums->positions);
}

/* 0, or the exit status. */
static int run_lines(FILE *file, const char *path, othello_search *search, const bench_settings *settings)
{
    char text[OBF_LINE_SIZE];
    bench_sums sums = {0};
    for (long number = 1; fgets(text, sizeof text, file); number++) {
        if (settings->pick && sums.picked >= settings->picked_max)
            break;
        obf_line line;
        text[strcspn(text, "\n")] = '\0';
        if (obf_parse(text, &line, NULL) || (line.has_position && !line.has_score)) {
            fprintf(stderr, "bench_moves: %s:%ld: expected a position and its value\n", path, number);
            return 65;
        }
        if (!line.has_position)
            continue;
        if (!settings->pick) {
            measure(search, settings, &line, &sums);
        } else if (is_hard(search, &line)) {
            sums.picked++;
            puts(text);
        }
    }
    if (!settings->pick && sums.positions)
        printf("%ld positions: best move %.1f %%, loss %.2f discs, %.0f nodes on average, %llu at most\n",
               sums.positions, 100.0 * (double)sums.best / (double)sums.positions,
               (double)sums.lost / (double)sums.positions, (double)sums.nodes / (double)(sums.positions + sums.unknown),
               (unsigned long long)sums.nodes_max);
    if (sums.unknown)
        printf("%ld more positions: a move of unknown value\n", sums.unknown);
    return tool_read_end("bench_moves", path, file);
}

static int run_file(const char *path, othello_search *search, const bench_settings *settings)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "bench_moves: %s: %s\n", path, strerror(errno));
        return 66;
    }
    const int status = run_lines(file, path, search, settings);
    fclose(file);
    return status;
}

/* The confidence of a step; 0: there is no such step. */
static int step_percent(int step) { return step >= 0 && step < SELECTIVITIES ? select_percent[step] : 0; }

static int usage(void)
{
    fprintf(
        stderr,
        "usage: bench_moves [-d DEPTH] [-s 0..5] [-l 6..60] [-w WEIGHTS] [-h MB] [-o OUT] [-p [-n NUMBER]] FILE.obf\n");
    return 64;
}

/* The network judges, and the order of moves is that of the weights. False without memory. */
static bool take_network(bench_settings *settings)
{
    if (settings->eval)
        settings->eval->network = settings->net;
    else
        settings->eval = network_evaluation(settings->net);
    return settings->eval != NULL;
}

int main(int argc, char **argv)
{
    bench_settings settings = {
        .limits = {.depth_plies = 15, .selectivity = 87}, .picked_max = 300, .table_bytes = (size_t)64 << 20};
    const char *out = NULL;
    int option;
    while ((option = getopt(argc, argv, "d:s:l:w:h:o:pn:k:u")) != -1) {
        flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
        flank_status read;
        if (option == 'd')
            settings.limits.depth_plies = atoi(optarg);
        else if (option == 's')
            settings.limits.selectivity = step_percent(atoi(optarg));
        else if (option == 'l')
            settings.level = atoi(optarg);
        else if (option == 'h')
            settings.table_bytes = (size_t)atoi(optarg) << 20;
        else if (option == 'n')
            settings.picked_max = atol(optarg);
        else if (option == 'p')
            settings.pick = true;
        else if (option == 'o')
            out = optarg;
        else if (option == 'u')
            settings.only_known = true;
        else if (option == 'k' && (read = network_read(optarg, &settings.net, &error))) {
            fprintf(stderr, "bench_moves: %s: %s\n", optarg, error_english(&error));
            return read == FLANK_CANNOT_READ ? 66 : 65;
        } else if (option == 'w' && (read = weights_read(optarg, &settings.eval, &error))) {
            fprintf(stderr, "bench_moves: %s: %s\n", optarg, error_english(&error));
            return read == FLANK_CANNOT_READ ? 66 : 65;
        } else if (option == '?')
            return usage();
    }
    const bool level_known =
        settings.level == 0 || (settings.level > LEVEL_BEGINNERS && settings.level <= FLANK_LEVEL_MAX);
    if (optind + 1 != argc || settings.limits.selectivity == 0 || !level_known)
        return usage();
    if (access(argv[optind], R_OK) == 0 && out && !(settings.out = fopen(out, "wx"))) {
        fprintf(stderr, "bench_moves: %s: %s\n", out, strerror(errno));
        return 73;
    }
    if (settings.net && !take_network(&settings)) {
        fprintf(stderr, "bench_moves: not enough memory\n");
        return 70;
    }
    const othello_search_options options = {.table_bytes = settings.table_bytes, .eval = settings.eval};
    othello_search *search = othello_search_create(&options);
    if (!search)
        fprintf(stderr, "bench_moves: not enough memory\n");
    const int status = search ? run_file(argv[optind], search, &settings) : 70;
    bool kept = !settings.out || !ferror(settings.out);
    if (settings.out && fclose(settings.out) != 0)
        kept = false;
    if (!kept)
        fprintf(stderr, "bench_moves: what is known could not be written: %s\n", strerror(errno));
    othello_search_destroy(search);
    evaluation_destroy(settings.eval);
    network_destroy(settings.net);
    return tool_end("bench_moves", status || kept ? status : 74);
}
