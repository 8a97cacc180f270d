/* SPDX-License-Identifier: MIT
 *
 * flank farm submit STORE book BOOK, and flank farm export of such a run: a book that a farm builds (farm/farm_book.h).
 */
#include "cli/farm/farm_command.h"

#include "book/book_bulk.h"
#include "cli/book/book_plan_input.h"
#include "cli/input/book_input.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "core/symmetry.h"
#include "farm/farm_book.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Submit ---- */

typedef struct book_submit {
    const farm_given *given;
    const char *path, *name;
    int priority;
    farm_book_root *roots;
    size_t root_count;
    flank_book *book; /* NULL: there is none yet */
} book_submit;

static int add_root(void *user, const flank_position *position)
{
    book_submit *of = user;
    farm_book_root root = {position->own, position->other};
    if (of->root_count == FARM_BOOK_ROOTS)
        return complain(CLI_DATA, "farm: a book of a farm has at most %d roots", FARM_BOOK_ROOTS);
    symmetry_canonical(&root.own, &root.other);
    of->roots[of->root_count++] = root;
    return CLI_DONE;
}

static bool is_root(const book_submit *of, const book_record *record)
{
    for (size_t i = 0; i < of->root_count; i++)
        if (of->roots[i].own == record->own && of->roots[i].other == record->other)
            return true;
    return false;
}

/* Store what the book has: many positions a unit of a run that never opens. */
static flank_status store_known(const book_submit *of, int64_t run, flank_error *error)
{
    uint8_t *bytes = malloc((size_t)FARM_BOOK_PACKED * BOOK_RECORD_BYTES);
    const size_t count = of->book ? flank_book_count(of->book) : 0;
    flank_status status = bytes ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    size_t held = 0;
    int64_t unit = 0;
    for (size_t i = 0; i < count && !status; i++) {
        flank_position position;
        flank_book_entry entry;
        status = flank_book_at(of->book, i, &position, &entry, error);
        if (status)
            break;
        book_record record = {.own = position.own, .other = position.other};
        book_entry_to_record(&entry, 0, &record);
        record.root = record.root || is_root(of, &record);
        book_record_write(&record, bytes + held++ * BOOK_RECORD_BYTES);
        if (held < FARM_BOOK_PACKED && i + 1 < count)
            continue;
        status = of->given->kind->add_units(of->given->store, run, unit++,
                                            &(farm_bytes){bytes, held * BOOK_RECORD_BYTES}, 1, error);
        held = 0;
    }
    free(bytes);
    return status;
}

/* The run of the foreman, with its only unit, and that of what is known, before it. */
static flank_status make_runs(const book_submit *of, const flank_book_plan *plan, flank_error *error)
{
    const farm_store_kind *kind = of->given->kind;
    farm_store *store = of->given->store;
    char params[FARM_BOOK_PARAMS_SIZE], known_name[FARM_NAME_SIZE];
    text_buffer payload = {NULL};
    int64_t run = 0, known = 0;
    farm_book_write_plan(plan, params);
    farm_book_round_name(of->name, 0, known_name);
    farm_book_write_foreman(of->name, of->roots, of->root_count, &payload);
    const farm_plan foreman = {.name = of->name, .kind = FARM_BOOK_KIND, .params = params, .priority = of->priority};
    const farm_plan before = {.name = known_name, .kind = FARM_BOOK_KIND};
    flank_status status = payload.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                                         : farm_begin(of->given, &foreman, &run, error);
    if (!status)
        status = kind->begin_run(store, &before, &known, error);
    if (!status)
        status = store_known(of, known, error);
    if (!status)
        status = kind->add_units(store, run, 0, &(farm_bytes){payload.bytes, payload.length}, 1, error);
    if (!status)
        status = kind->open_run(store, run, error);
    if (status && known)
        kind->drop_runs(store, &known, 1, FARM_DROP_FILLING, NULL);
    text_free(&payload);
    return status;
}

static int print_submitted(const book_submit *of, bool json)
{
    const size_t known = of->book ? flank_book_count(of->book) : 0;
    if (!json) {
        printf("run %s: a book of %zu position%s, to go on from ", of->name, known, known == 1 ? "" : "s");
        if (of->root_count)
            printf("%zu root%s\n", of->root_count, of->root_count == 1 ? "" : "s");
        else
            puts("those that it was built from");
        return output_flush();
    }
    text_buffer out = {NULL};
    farm_open_json(&out, of->given);
    json_string(&out, "run", of->name);
    json_count(&out, "positions", known);
    json_count(&out, "roots", of->root_count);
    return farm_print_json(&out);
}

static int submit(book_submit *of, const cli_arguments *arguments)
{
    flank_error error = {0};
    flank_book_plan plan = book_plan_given(arguments);
    int status = book_plan_check(arguments);
    if (!status && access(of->path, F_OK) == 0)
        status = book_open(of->path, &of->book);
    if (!status && of->book && flank_book_verify(of->book, &error))
        status = complain(CLI_DATA, "%s: %s", of->path, error_english(&error));
    if (!status)
        status = book_roots_given(arguments, !of->book || flank_book_count(of->book) == 0, add_root, of);
    if (status)
        return status;
    plan = book_plan_full(&plan);
    const flank_status failed = make_runs(of, &plan, &error);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "farm: %s: %s: %s; --name gives another", of->given->where, of->name,
                        error_english(&error));
    if (failed)
        return farm_complain(of->given, failed, &error);
    return print_submitted(of, arguments->option[OPTION_JSON].given);
}

int farm_submit_book(const farm_given *given, const cli_arguments *arguments, const farm_plan *run)
{
    if (strlen(run->name) >= FARM_BOOK_NAME_SIZE)
        return complain(CLI_USAGE, "farm: the name of a book's run has 1 to %d bytes; say --name",
                        FARM_BOOK_NAME_SIZE - 1);
    book_submit of = {.given = given, .path = arguments->operands[3], .name = run->name, .priority = run->priority};
    of.roots = calloc(FARM_BOOK_ROOTS, sizeof *of.roots);
    const int status = of.roots ? submit(&of, arguments) : complain(CLI_INTERNAL, "not enough memory");
    flank_book_close(of.book);
    free(of.roots);
    return status;
}

/* ---- Export ---- */

typedef struct book_export {
    const char *path;
    book_bulk *bulk;
    bool failed; /* the book, not the store */
} book_export;

static flank_status export_record(void *user, const book_record *record, bool tried, flank_error *error)
{
    book_export *of = user;
    (void)tried;
    const flank_status status = book_bulk_add(of->bulk, record, error);
    of->failed = status != FLANK_OK;
    return status;
}

static bool always(const book_record *added, const book_record *there)
{
    (void)added;
    (void)there;
    return true;
}

static int export_all(const farm_given *given, const farm_run *run, book_export *of)
{
    flank_error error = {0};
    farm_book_progress progress;
    book_bulk_counts counts;
    flank_status status = farm_book_each(given->kind, given->store, run->name, export_record, of, &progress, &error);
    if (status && !of->failed)
        return farm_complain(given, status, &error);
    if (!status)
        status = book_bulk_finish(of->bulk, always, &counts, &error);
    if (status)
        return complain(book_exit_status(status), "%s: %s", of->path, error_english(&error));
    printf("%s: %" PRIu64 " position%s after %d round%s\n", of->path, counts.positions,
           counts.positions == 1 ? "" : "s", progress.rounds, progress.rounds == 1 ? "" : "s");
    farm_say_open(run, progress.open, "search", "searches");
    return output_flush();
}

int farm_export_book(const farm_given *given, const cli_arguments *arguments, const farm_run *run)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    if (arguments->operand_count < 4)
        return complain(CLI_USAGE, "farm: run %s is a book; say where it goes, as in 'flank farm export STORE %s BOOK'",
                        run->name, run->name);
    if (arguments->option[OPTION_JSON].given)
        return complain(CLI_USAGE, "farm: --json means nothing to the export of a book");
    book_export of = {.path = arguments->operands[3]};
    const book_bulk_options options = {.memory_bytes = (size_t)BOOK_BULK_MIB << 20, .anew = true};
    of.bulk = book_bulk_open(of.path, &options, &status, &error);
    if (!of.bulk)
        return complain(book_exit_status(status), "%s: %s", of.path, error_english(&error));
    const int result = export_all(given, run, &of);
    book_bulk_close(of.bulk);
    return result;
}
