/* SPDX-License-Identifier: MIT
 *
 * bench_book BOOK POSITIONS [MB [SEED]]: make a book of so many positions of random games outside memory, with buffers
 * of MB (256), and say what it took. BOOK must not be there yet.
 *
 * bench_book BOOK: open a book and look positions up in it, half of them in the book, first when none of it is in
 * memory, then again.
 */
#define _GNU_SOURCE /* posix_fadvise, RUSAGE_SELF */

#include <flank/book.h>

#include "book/book_bulk.h"
#include "book/book_tree.h"
#include "core/bits.h"
#include "core/clock.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USAGE = 64, FAILED = 70, PLIES = 40, LOOKUPS = 2000 };

static int fail(const flank_error *error)
{
    char text[FLANK_ERROR_TEXT_SIZE];
    fprintf(stderr, "bench_book: %s\n", flank_error_text(error, text, sizeof text));
    return FAILED;
}

static struct rusage usage(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used;
}

static double processor_s(const struct rusage *used)
{
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
           (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
}

/* ---- Making ---- */

/* A position of a game, searched as a builder does, with a leaf. */
static book_record make_record(uint64_t own, uint64_t other, random_state *random)
{
    book_record record = {.own = own, .other = other, .depth_plies = 16, .level = 16, .selectivity = 73, .lines = 1};
    symmetry_canonical(&record.own, &record.other);
    const uint64_t moves = othello_moves(record.own, record.other);
    record.leaf = moves ? (uint8_t)random_square(random, moves) : BOOK_LEAF_PASS;
    record.leaf_score = (int16_t)((int)random_below(random, 2001) - 1000);
    return record;
}

/* The positions of a game of random moves, none of them at its end. */
static size_t play(book_record *records, random_state *random)
{
    book_record at = {.own = UINT64_C(0x0000000810000000), .other = UINT64_C(0x0000001008000000)};
    size_t count = 0;
    while (count < PLIES && (othello_moves(at.own, at.other) || othello_moves(at.other, at.own))) {
        const uint64_t moves = othello_moves(at.own, at.other);
        records[count++] = make_record(at.own, at.other, random);
        book_record next = at;
        book_play(&at, moves ? (uint8_t)random_square(random, moves) : BOOK_LEAF_PASS, &next.own, &next.other);
        at = next;
    }
    return count;
}

static bool stays(const book_record *added, const book_record *there)
{
    (void)added;
    (void)there;
    return false;
}

static int make(const char *path, uint64_t wanted, size_t memory_mib, uint64_t seed)
{
    const book_bulk_options options = {.memory_bytes = memory_mib << 20};
    random_state random = {seed};
    flank_status status;
    flank_error error = {0};
    book_bulk_counts counts;
    book_record records[PLIES];
    const double start_s = clock_now_s();
    book_bulk *bulk = book_bulk_open(path, &options, &status, &error);
    for (uint64_t added = 0; status == FLANK_OK && added < wanted;) {
        const size_t count = play(records, &random);
        for (size_t i = 0; i < count && added < wanted && status == FLANK_OK; i++, added++)
            status = book_bulk_add(bulk, &records[i], &error);
    }
    const double filled_s = clock_now_s();
    if (status == FLANK_OK)
        status = book_bulk_finish(bulk, stays, &counts, &error);
    book_bulk_close(bulk);
    if (status)
        return fail(&error);
    const struct rusage used = usage();
    printf("%" PRIu64 " positions of %" PRIu64 " added, %" PRIu64
           " passes put in; added in %.1f s, finished in %.1f s; "
           "processor time %.1f s; most memory %.1f MB\n",
           counts.positions, wanted, counts.passes, filled_s - start_s, clock_now_s() - filled_s, processor_s(&used),
           (double)used.ru_maxrss / 1000);
    return 0;
}

/* ---- Looking up ---- */

/* Let the system forget what it holds of the file. */
static void make_cold(const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    (void)posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    close(descriptor);
}

static void look_up(const flank_book *book, const char *when, const flank_position *positions)
{
    const struct rusage before = usage();
    const double start_s = clock_now_s();
    int found = 0;
    for (int i = 0; i < LOOKUPS; i++) {
        flank_book_entry entry;
        found += flank_book_find(book, &positions[i], &entry, NULL) == FLANK_OK;
    }
    const struct rusage after = usage();
    printf("%d lookups, %s: %.1f us each, %d found; page faults each: %.2f that read, %.2f others\n", LOOKUPS, when,
           (clock_now_s() - start_s) * 1e6 / LOOKUPS, found, (double)(after.ru_majflt - before.ru_majflt) / LOOKUPS,
           (double)(after.ru_minflt - before.ru_minflt) / LOOKUPS);
}

/* Half of them of the book, half of games that nobody has seen. */
static int choose(const char *path, flank_position *positions)
{
    flank_error error = {0};
    random_state random = {UINT64_C(0x6c6f6f6b)};
    flank_book *book = flank_book_open(path, NULL, &error);
    for (int i = 0; book && i < LOOKUPS; i++) {
        flank_book_entry entry;
        book_record records[PLIES];
        const size_t count = play(records, &random);
        const size_t index = (size_t)(random_next(&random) % flank_book_count(book));
        if (i % 2 == 0)
            (void)flank_book_at(book, index, &positions[i], &entry, NULL);
        else
            positions[i] = (flank_position){.own = records[count - 1].own, .other = records[count - 1].other};
    }
    flank_book_close(book);
    return book ? 0 : fail(&error);
}

static int look(const char *path)
{
    static flank_position positions[LOOKUPS];
    flank_error error = {0};
    if (choose(path, positions))
        return FAILED;
    make_cold(path);
    const struct rusage before = usage();
    const double start_s = clock_now_s();
    flank_book *book = flank_book_open(path, NULL, &error);
    if (!book)
        return fail(&error);
    const double opened_s = clock_now_s();
    const struct rusage after = usage();
    printf("%zu positions, opened in %.0f us, page faults: %ld that read, %ld others\n", flank_book_count(book),
           (opened_s - start_s) * 1e6, after.ru_majflt - before.ru_majflt, after.ru_minflt - before.ru_minflt);
    look_up(book, "cold", positions);
    look_up(book, "again", positions);
    flank_book_close(book);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return look(argv[1]);
    const uint64_t wanted = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    const size_t memory_mib = argc > 3 ? strtoul(argv[3], NULL, 10) : BOOK_BULK_MIB;
    struct stat there;
    if (argc < 3 || argc > 5 || wanted == 0 || memory_mib == 0 || stat(argv[1], &there) == 0) {
        fputs("usage: bench_book BOOK [POSITIONS [MB [SEED]]]\n", stderr);
        return USAGE;
    }
    return make(argv[1], wanted, memory_mib, argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
}
