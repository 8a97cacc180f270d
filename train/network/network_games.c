/* SPDX-License-Identifier: MIT
 *
 * Games for a network, in few bytes:   network_games play FOLDER FIRST CHUNKS THREADS DEPTH EXACT SEED [NETWORK]
 *                                      network_games expand FILE… > ROWS
 *                                      network_games known | solve FILE.obf > ROWS
 *
 * `play` makes chunks FIRST, FIRST + 1, … of 500 games as `flank train` plays them (train_play.h), with the built-in
 * weights or a network, and skips those that are there: whoever is stopped starts again. A chunk is some 100 bytes a
 * game: the first position, then for each position the move and the value that the search gave, in half discs.
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
#include "train/train_board.h"
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
    FIRST_BYTES = 18,
    ROW_BYTES = 24,
    HAS_DEVIATION = 0x80, /* in the byte of a move: a position after another move follows */
    IS_EXACT = 0x40,
    SQUARE = 0x3f,
    HALF_DISC = EVAL_PER_DISC / 2,
};

static const double look_ahead = 0.4;
static const char magic[8] = "FLKGMS1";

/* ---- Packing ----------------------------------------------------------------------------------------------------- */

static void add_byte(text_buffer *packed, int byte) { text_add_bytes(packed, &(const char){(char)byte}, 1); }

/* What stands in a byte: discs of an exact value, else half discs, rounded; 64 discs become 63.5. */
static int value_byte(const train_record *record)
{
    if (record->exact)
        return record->outcome;
    const int halves = (record->value + (record->value < 0 ? -HALF_DISC / 2 : HALF_DISC / 2)) / HALF_DISC;
    return halves > 127 ? 127 : halves < -127 ? -127 : halves;
}

static unsigned discs_of(const train_record *record) { return bit_count(record->own | record->other); }

/* The square that `next`, a position one move later, has more. */
static unsigned square_between(const train_record *now, const train_record *next)
{
    return bit_first((next->own | next->other) & ~(now->own | now->other));
}

/* True if record `i` is a position after a random move: the one after the move that was played follows it. The last
 * record may be one, too; it does no harm in the place of the one that was played. */
static bool is_deviation(const train_records *game, size_t i)
{
    const train_record *records = game->records;
    return i > 0 && i + 1 < game->count && records[i - 1].exact && discs_of(&records[i]) == discs_of(&records[i + 1]);
}

/* A game: the first position, the number of positions in its line, the outcome for its mover, then two bytes a position
 * and two more a deviation. */
static void pack_game(const train_records *game, text_buffer *packed)
{
    const train_record *records = game->records;
    uint8_t first[FIRST_BYTES];
    text_buffer line = {0};
    int positions = 0;
    if (game->count == 0)
        return;
    for (size_t i = 0, next; i < game->count; i = next, positions++) {
        const bool deviates = is_deviation(game, i + 1);
        next = i + 1 + deviates;
        const unsigned square = next < game->count ? square_between(&records[i], &records[next]) : 0;
        add_byte(&line, (int)square | (records[i].exact ? IS_EXACT : 0) | (deviates ? HAS_DEVIATION : 0));
        add_byte(&line, value_byte(&records[i]));
        if (deviates) {
            add_byte(&line, (int)square_between(&records[i], &records[i + 1]));
            add_byte(&line, value_byte(&records[i + 1]));
        }
    }
    little_put(first, 8, records[0].own);
    little_put(first + 8, 8, records[0].other);
    first[16] = (uint8_t)positions;
    first[17] = (uint8_t)records[0].outcome;
    text_add_bytes(packed, (const char *)first, sizeof first);
    text_add_bytes(packed, line.bytes, line.length);
    packed->failed |= line.failed;
    text_free(&line);
}

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
    text_add_bytes(&packed, magic, sizeof magic);
    for (uint64_t i = 0; i < TRAIN_CHUNK_GAMES && status == FLANK_OK; i++) {
        game.count = 0;
        status = train_play_game(play, search, (uint64_t)chunk * TRAIN_CHUNK_GAMES + i, NULL, NULL, &game);
        pack_game(&game, &packed);
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

/* The position after a move and the passes that follow; `turned`: the mover is the same again. False if the square
 * cannot be placed on. */
static bool advance(board *at, unsigned square, bool *turned)
{
    if (!(othello_moves(at->own, at->other) & bit(square)))
        return false;
    *at = board_after(*at, square);
    *turned = !othello_moves(at->own, at->other);
    if (*turned)
        *at = (board){at->other, at->own};
    return true;
}

static train_record record_of(board at, int outcome, int byte, bool exact)
{
    return (train_record){.own = at.own,
                          .other = at.other,
                          .outcome = (int16_t)(exact ? byte : outcome),
                          .value = (int16_t)(exact ? byte * EVAL_PER_DISC : byte * HALF_DISC),
                          .exact = exact};
}

/* The positions of the game at `at`; the byte after it, or NULL if it is damaged. */
static const uint8_t *unpack_game(const uint8_t *at, const uint8_t *end, train_records *game)
{
    if (end - at < FIRST_BYTES)
        return NULL;
    board now = {little_get(at, 8), little_get(at + 8, 8)};
    const int positions = at[16];
    int outcome = (int8_t)at[17];
    at += FIRST_BYTES;
    for (int i = 0; i < positions; i++, at += 2) {
        bool turned;
        if (end - at < 2)
            return NULL;
        const uint8_t move = at[0];
        if (!train_records_add(game, record_of(now, outcome, (int8_t)at[1], move & IS_EXACT)))
            return NULL;
        if (move & HAS_DEVIATION) {
            at += 2;
            board other = now;
            if (end - at < 2 || !advance(&other, at[0], &turned) ||
                !train_records_add(game, record_of(other, 0, (int8_t)at[1], true)))
                return NULL;
        }
        if (i + 1 == positions)
            continue;
        if (!advance(&now, move & SQUARE, &turned))
            return NULL;
        outcome = turned ? outcome : -outcome;
    }
    return at;
}

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

static void write_rows(const train_records *game, FILE *out)
{
    for (size_t i = 0; i < game->count; i++)
        write_row(&game->records[i], out);
}

/* The whole file, to be freed by the caller; NULL without memory or if it cannot be read. */
static uint8_t *read_whole(const char *path, size_t *size)
{
    text_buffer text = {0};
    char part[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    for (size_t length; (length = fread(part, 1, sizeof part, file)) > 0;)
        text_add_bytes(&text, part, length);
    text.failed |= ferror(file) != 0;
    fclose(file);
    *size = text.length;
    if (text.failed)
        text_free(&text);
    return (uint8_t *)text.bytes;
}

/* 0, or the exit status. */
static int expand(const char *path)
{
    size_t size = 0;
    uint8_t *bytes = read_whole(path, &size);
    const uint8_t *at = bytes ? bytes + sizeof magic : NULL, *end = bytes ? bytes + size : NULL;
    if (!bytes || size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        at = NULL;
    train_records game = {0};
    while (at && at < end) {
        game.count = 0;
        at = unpack_game(at, end, &game);
        train_records_look_ahead(&game, look_ahead);
        if (at)
            write_rows(&game, stdout);
    }
    train_records_free(&game);
    free(bytes);
    if (!at)
        fprintf(stderr, "network_games: %s: not a file of games\n", path);
    return at ? 0 : 65;
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
        if (!advance(&after, square, &turned) || !othello_moves(after.own, after.other))
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
