/* SPDX-License-Identifier: MIT
 *
 * Games of draughts or Lines of Action that the engine plays against itself, as positions to learn from:
 *
 *   piece_games GAME FOLDER FIRST CHUNKS THREADS NODES SEED [NETWORK]
 *
 * makes chunks FIRST, FIRST + 1, … of 500 games in FOLDER and skips those that are there: whoever is stopped starts
 * again. A move costs NODES nodes, judged by the evaluation built in or by a network's file.
 *
 * A game begins with random moves, 4 to 15 of them, and ends where the rules end it, where the search has proved who
 * wins, or as a draw after so many plies that nobody makes progress. It depends on its number, the seed, the nodes, the
 * network and the engine alone. piece_rows.h says what is kept of it.
 */
#include "core/random.h"
#include "core/tool_end.h"
#include "core/whole_file.h"
#include "train/pieces/piece_arguments.h"
#include "train/pieces/piece_judge.h"
#include "train/pieces/piece_rows.h"

#include <flank/flank.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PLIES_MAX = 300,
    THREADS_MAX = 64,
    HASH_BYTES = 1 << 20,
    OPENING_LEAST = 4,
    OPENING_RANGE = 12,
    PATH_SIZE = 4096,
    USAGE = 64,
    BAD_INPUT = 65,
    NO_INPUT = 66,
    CANNOT_WRITE = 74,
};

typedef struct request {
    const char *folder, *network;
    uint64_t first, chunks, threads, nodes, seed;
} request;

typedef struct playing {
    const request *asked;
    const flank_game *game;
    _Atomic uint64_t next;
    _Atomic bool failed;
} playing;

typedef struct played {
    piece_row rows[PLIES_MAX];
    size_t count;
} played;

/* ---- A game ------------------------------------------------------------------------------------------------------ */

/* Any legal move of the record's position, which has some. */
static flank_move any_move(const flank_game *game, const flank_record *record, random_state *random)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(game, flank_record_rules(record), flank_record_position(record), moves);
    return moves[random_below(random, (uint32_t)count)];
}

/* A game that has begun and is not over. NULL without memory. */
static flank_record *random_opening(const flank_game *game, random_state *random)
{
    for (;;) {
        flank_record *record = flank_record_create(game, NULL, NULL);
        const int plies = OPENING_LEAST + (int)random_below(random, OPENING_RANGE);
        bool fine = record;
        for (int ply = 0; fine && ply < plies && !flank_record_outcome(record).over; ply++)
            fine = flank_record_play(record, any_move(game, record, random)) == FLANK_OK;
        if (fine && !flank_record_outcome(record).over)
            return record;
        flank_record_destroy(record);
        if (!fine)
            return NULL;
    }
}

static piece_row row_of(const flank_game *game, const flank_record *record, int score)
{
    const flank_position *position = flank_record_position(record);
    flank_move noisy[FLANK_MOVES_MAX];
    return (piece_row){
        .own = position->own,
        .other = position->other,
        .kings = position->kings,
        .score = (int16_t)(score > PIECE_SCORE_MAX    ? PIECE_SCORE_MAX
                           : score < -PIECE_SCORE_MAX ? -PIECE_SCORE_MAX
                                                      : score),
        .color = (uint8_t)position->color,
        .noisy = game->noisy_moves && game->noisy_moves(flank_record_rules(record), position, noisy) > 0,
    };
}

/* Play on to the end. `*sign` is the result for the side that is to move now. False without memory. */
static bool play_on(const playing *work, flank_engine *engine, flank_record *record, played *game, int *sign)
{
    const flank_limits limits = {.nodes = work->asked->nodes};
    *sign = 0;
    for (game->count = 0; game->count < PLIES_MAX;) {
        const int turn = game->count % 2 == 0 ? 1 : -1;
        const flank_outcome outcome = flank_record_outcome(record);
        flank_report report;
        if (outcome.over) {
            *sign = turn * outcome.sign;
            return true;
        }
        if (flank_engine_search(engine, record, &limits, NULL, NULL, &report) != FLANK_OK)
            return false;
        const flank_line *line = &report.lines[0];
        game->rows[game->count++] = row_of(work->game, record, line->score);
        if (abs(line->score) >= FLANK_SCORE_MATE) {
            *sign = line->score > 0 ? turn : -turn;
            return true;
        }
        if (flank_record_play(record, line->moves[0]) != FLANK_OK)
            return false;
    }
    return true;
}

/* False without memory. */
static bool play_game(const playing *work, flank_engine *engine, uint64_t number, played *game)
{
    random_state random = {random_mix(work->asked->seed) ^ number};
    flank_record *record = random_opening(work->game, &random);
    if (!record)
        return false;
    int sign;
    flank_engine_clear(engine);
    const bool fine = play_on(work, engine, record, game, &sign);
    flank_record_destroy(record);
    for (size_t i = 0; fine && i < game->count; i++) {
        game->rows[i].result = (int8_t)(i % 2 == 0 ? sign : -sign);
        game->rows[i].left = (uint16_t)(game->count - i);
    }
    return fine;
}

/* ---- Chunks ------------------------------------------------------------------------------------------------------ */

static void write_game(const played *game, FILE *stream)
{
    for (size_t i = 0; i < game->count; i++) {
        uint8_t bytes[PIECE_ROW_BYTES];
        piece_row_put(&game->rows[i], bytes);
        (void)fwrite(bytes, 1, sizeof bytes, stream); /* whole_file_keep sees a failure */
    }
}

static bool make_chunk(const playing *work, flank_engine *engine, uint64_t chunk, const char *path)
{
    played game;
    whole_file file;
    if (whole_file_open(&file, path) != 0)
        return false;
    for (uint64_t i = 0; i < PIECE_CHUNK_GAMES; i++) {
        if (!play_game(work, engine, chunk * PIECE_CHUNK_GAMES + i, &game)) {
            whole_file_drop(&file);
            return false;
        }
        write_game(&game, file.stream);
    }
    return whole_file_keep(&file) == 0;
}

static void *play_chunks(void *user)
{
    playing *work = user;
    const request *asked = work->asked;
    const flank_engine_options options = {.hash_bytes = HASH_BYTES};
    flank_engine *engine = flank_engine_create(&options);
    if (!engine)
        work->failed = true;
    for (uint64_t chunk; !work->failed && (chunk = work->next++) < asked->first + asked->chunks;) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/rows-%06d", asked->folder, (int)chunk);
        if (access(path, F_OK) != 0 && !make_chunk(work, engine, chunk, path))
            work->failed = true;
    }
    flank_engine_destroy(engine);
    return NULL;
}

static int play_all(const request *asked, const flank_game *game)
{
    playing work = {.asked = asked, .game = game, .next = asked->first};
    pthread_t started[THREADS_MAX];
    size_t count = 0;
    (void)mkdir(asked->folder, 0777); /* a folder that cannot be written is seen with the first file */
    while (count + 1 < asked->threads && pthread_create(&started[count], NULL, play_chunks, &work) == 0)
        count++;
    play_chunks(&work);
    while (count > 0)
        pthread_join(started[--count], NULL);
    if (work.failed)
        fprintf(stderr, "piece_games: %s: no memory, or games cannot be written\n", asked->folder);
    return work.failed ? CANNOT_WRITE : 0;
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

static int complain(int status, const char *what, const char *why)
{
    fprintf(stderr, "piece_games: %s: %s\n", what, why);
    return status;
}

/* 0, or 64 with a line. */
static int take_numbers(char **arguments, request *asked)
{
    const struct {
        const char *name;
        uint64_t least, most, *number;
    } numbers[] = {
        {"FIRST", 0, 999999, &asked->first},          {"CHUNKS", 0, 1000000, &asked->chunks},
        {"THREADS", 1, THREADS_MAX, &asked->threads}, {"NODES", 1, PIECE_NUMBER_MAX, &asked->nodes},
        {"SEED", 0, UINT64_MAX, &asked->seed},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!piece_number(arguments[i], numbers[i].least, numbers[i].most, numbers[i].number))
            return complain(USAGE, numbers[i].name, arguments[i]);
    return asked->first + asked->chunks > 1000000 ? complain(USAGE, "CHUNKS", "chunks are numbered up to 999999") : 0;
}

/* The exit status. */
static int run(int argc, char **argv)
{
    if (argc != 8 && argc != 9)
        return complain(USAGE, "usage", "piece_games GAME FOLDER FIRST CHUNKS THREADS NODES SEED [NETWORK]");
    const flank_game *game = flank_game_find(argv[1]);
    if (!game || !piece_judge_knows(game))
        return complain(USAGE, argv[1], "not a game of pieces: draughts or loa");
    request asked = {.folder = argv[2], .network = argv[8]}; /* NULL behind the last */
    if (strlen(asked.folder) > PATH_SIZE - sizeof "/rows-000000")
        return complain(USAGE, "FOLDER", "its name is too long");
    const int status = take_numbers(argv + 3, &asked);
    if (status)
        return status;
    flank_game judged;
    switch (piece_judge_read(0, asked.network, game, &judged)) {
    case FLANK_OK:
        return play_all(&asked, &judged);
    case FLANK_CANNOT_READ:
        return complain(NO_INPUT, asked.network, strerror(errno));
    default:
        return complain(BAD_INPUT, asked.network, "not a piece network");
    }
}

int main(int argc, char **argv) { return tool_end("piece_games", run(argc, argv)); }
