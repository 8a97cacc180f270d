/* SPDX-License-Identifier: MIT
 *
 * Games for a network, in few bytes:   network_games play FOLDER FIRST CHUNKS THREADS DEPTH EXACT SEED [NETWORK]
 *                                      network_games expand FILE… > ROWS
 *                                      network_games known | solve FILE.obf > ROWS
 *
 * `play` makes chunks FIRST, FIRST + 1, … of 500 games as `flank train` plays them (train_play.h), with the built-in
 * weights or a network, and skips those that are there: whoever is stopped starts again. network_game_file.h says what
 * a chunk is.
 *
 * `expand` writes all positions of such files as rows of 24 bytes for train_network.py: the mover's discs and the
 * opponent's, eight bytes each; the value in 1/32 disc, mixed with 40 % of the next one's as the last round of training
 * does, and what the built-in weights say, two bytes each; the outcome in discs, 1 if the value is exact, and how many
 * moves the mover has and the opponent would have, a byte each. All numbers are little-endian.
 *
 * `known` and `solve` write rows of the positions of a file and of those after each of their moves, for measuring;
 * `solve` finds the exact values that the file does not tell.
 */
#include "core/error.h"
#include "core/little_endian.h"
#include "core/text_buffer.h"
#include "core/tool_end.h"
#include "core/whole_file.h"
#include "formats/obf/obf.h"
#include "othello/eval_board.h"
#include "othello/network.h"
#include "othello/weights_default.h"
#include "train/network/network_game_file.h"
#include "train/train_play.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ROUND = 4, /* of training, whose games these are like */
    THREADS_MAX = 64,
    SOLVE_TABLE_BYTES = 64 << 20,
    ROW_BYTES = 24,
};

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

typedef struct playing {
    train_play play;
    const evaluation *eval;
    const char *folder;
    int end; /* the chunk after the last */
    _Atomic int next;
    _Atomic bool failed;
} playing;

/* False without memory, or if the file cannot be written. */
static bool make_chunk(const train_play *play, othello_search *search, int chunk, const char *path)
{
    text_buffer packed = {0};
    train_records game = {0};
    flank_status status = FLANK_OK;
    network_game_file_begin(&packed);
    for (uint64_t i = 0; i < TRAIN_CHUNK_GAMES && status == FLANK_OK; i++) {
        game.count = 0;
        status = train_play_game(play, search, (uint64_t)chunk * TRAIN_CHUNK_GAMES + i, NULL, NULL, &game);
        network_game_file_add(&packed, &game);
    }
    whole_file file;
    bool fine = status == FLANK_OK && !packed.failed && whole_file_open(&file, path) == 0;
    if (fine) {
        (void)fwrite(packed.bytes, 1, packed.length, file.stream); /* whole_file_keep sees a failure */
        fine = whole_file_keep(&file) == 0;
    }
    text_free(&packed);
    train_records_free(&game);
    return fine;
}

static void *play_chunks(void *user)
{
    playing *work = user;
    othello_search *search = train_play_search(work->eval);
    if (!search)
        work->failed = true;
    for (int chunk; !work->failed && (chunk = work->next++) < work->end;) {
        char path[TRAIN_PATH_SIZE];
        snprintf(path, sizeof path, "%s/games-%06d", work->folder, chunk);
        if (access(path, F_OK) != 0 && !make_chunk(&work->play, search, chunk, path))
            work->failed = true;
    }
    othello_search_destroy(search);
    return NULL;
}

/* 0, or the exit status. */
static int play(char **arguments, const evaluation *eval)
{
    int numbers[6];
    for (int i = 0; i < 6; i++)
        numbers[i] = atoi(arguments[1 + i]);
    const int threads = numbers[2] < 1 ? 1 : numbers[2] > THREADS_MAX ? THREADS_MAX : numbers[2];
    playing work = {.play = {.round = ROUND,
                             .depth_plies = numbers[3],
                             .solve_empties = numbers[4],
                             .random_plies = TRAIN_RANDOM_PLIES,
                             .seed = (uint64_t)numbers[5]},
                    .eval = eval,
                    .folder = arguments[0],
                    .next = numbers[0],
                    .end = numbers[0] + numbers[1]};
    pthread_t started[THREADS_MAX];
    int count = 0;
    (void)mkdir(work.folder, 0777); /* a folder that cannot be written is seen with the first file */
    while (count < threads - 1 && pthread_create(&started[count], NULL, play_chunks, &work) == 0)
        count++;
    play_chunks(&work);
    while (count > 0)
        pthread_join(started[--count], NULL);
    if (work.failed)
        fprintf(stderr, "network_games: %s: no memory, or games cannot be written\n", work.folder);
    return work.failed ? 74 : 0;
}

/* The same with the network of a file, or with the built-in weights if `path` is NULL. */
static int play_with(char **arguments, const char *path)
{
    if (!path)
        return play(arguments, weights_default());
    network *judge = NULL;
    flank_error error = {0};
    if (network_read(path, &judge, &error) != FLANK_OK) {
        fprintf(stderr, "network_games: %s: %s\n", path, error_english(&error));
        return 65;
    }
    evaluation *eval = network_evaluation(judge);
    const int status = eval ? play(arguments, eval) : 70;
    evaluation_destroy(eval);
    network_destroy(judge);
    return status;
}

/* ---- Expanding --------------------------------------------------------------------------------------------------- */

static void write_row(const train_record *record, FILE *out)
{
    const evaluation *eval = weights_default(); /* main has seen that it is there */
    const uint64_t own = record->own, other = record->other;
    eval_board patterns;
    eval_board_set(eval, &patterns, own, other);
    const int sum = eval_board_value(eval, &patterns, (int)bit_count(~(own | other)));
    uint8_t row[ROW_BYTES];
    little_put(row, 8, own);
    little_put(row + 8, 8, other);
    little_put(row + 16, 2, (uint16_t)record->value);
    little_put(row + 18, 2, (uint16_t)sum);
    row[20] = (uint8_t)record->outcome;
    row[21] = (uint8_t)record->exact;
    row[22] = (uint8_t)bit_count(othello_moves(own, other));
    row[23] = (uint8_t)bit_count(othello_moves(other, own));
    (void)fwrite(row, 1, sizeof row, out); /* tool_end sees a failure */
}

static bool write_rows(void *out, const train_records *game)
{
    for (size_t i = 0; i < game->count; i++)
        write_row(&game->records[i], out);
    return true;
}

/* 0, or the exit status. */
static int expand(const char *path)
{
    const flank_status status = network_game_file_read(path, write_rows, stdout);
    if (status != FLANK_OK)
        fprintf(stderr, "network_games: %s: not a file of games\n", path);
    return status == FLANK_OK ? 0 : 65;
}

/* ---- Known positions --------------------------------------------------------------------------------------------- */

/* The exact value in discs of a position with a legal move, if `search` is there; else that of a move of the line.
 * False if it is not known. */
static bool value_of_move(othello_search *search, const obf_line *line, unsigned square, board after, bool turned,
                          int *value)
{
    for (size_t i = 0; i < line->move_count; i++)
        if (line->moves[i].move.to == square) {
            *value = turned ? line->moves[i].score_discs : -line->moves[i].score_discs;
            return true;
        }
    const search_request request = {.mode = SEARCH_SOLVE};
    flank_report report;
    if (!search || !othello_search_run(search, after.own, after.other, &request, &report))
        return false;
    *value = report.lines[0].score / 100;
    return true;
}

/* A row of the position, whose "exact" is 2, then those after its moves: their "exact" says whether the value is known,
 * their "outcome" whether the mover stays the same (1) or not (-1). Moves that end the game are left out. */
static void write_children(othello_search *search, const obf_line *line)
{
    const board at = {line->position.own, line->position.other};
    const int score = line->score_discs;
    write_row(&(train_record){at.own, at.other, (int16_t)score, (int16_t)(score * EVAL_PER_DISC), 2}, stdout);
    for (BITS_EACH(square, othello_moves(at.own, at.other))) {
        board after = at;
        bool turned;
        int value = 0;
        if (!network_game_advance(&after, square, &turned) || !othello_moves(after.own, after.other))
            continue;
        const bool known = value_of_move(search, line, square, after, turned, &value);
        write_row(&(train_record){after.own, after.other, turned ? 1 : -1, (int16_t)(value * EVAL_PER_DISC), known},
                  stdout);
    }
}

/* 0, or the exit status. */
static int children(const char *path, bool solve)
{
    const othello_search_options options = {.table_bytes = SOLVE_TABLE_BYTES};
    othello_search *search = solve ? othello_search_create(&options) : NULL;
    FILE *file = fopen(path, "r");
    char text[OBF_LINE_SIZE];
    obf_line line;
    bool fine = file && (search || !solve);
    while (fine && fgets(text, sizeof text, file)) {
        text[strcspn(text, "\n")] = '\0';
        fine = obf_parse(text, &line, NULL) == FLANK_OK;
        if (fine && line.has_position && line.has_score)
            write_children(search, &line);
    }
    if (file)
        fclose(file);
    othello_search_destroy(search);
    if (!fine)
        fprintf(stderr, "network_games: %s: not a file of positions\n", path);
    return fine ? 0 : 65;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 2 ? argv[1] : "";
    int status = weights_default() ? 0 : 70;
    if (status != 0)
        fprintf(stderr, "network_games: no memory\n");
    else if ((argc == 9 || argc == 10) && strcmp(verb, "play") == 0)
        status = play_with(argv + 2, argv[9]); /* NULL behind the last */
    else if (strcmp(verb, "expand") == 0)
        for (int i = 2; i < argc && status == 0; i++)
            status = expand(argv[i]);
    else if (argc == 3 && (strcmp(verb, "known") == 0 || strcmp(verb, "solve") == 0))
        status = children(argv[2], verb[0] == 's');
    else {
        fprintf(stderr, "network_games play FOLDER FIRST CHUNKS THREADS DEPTH EXACT SEED [NETWORK] | expand FILE… | "
                        "known FILE.obf | solve FILE.obf\n");
        status = 64;
    }
    return tool_end("network_games", status);
}
