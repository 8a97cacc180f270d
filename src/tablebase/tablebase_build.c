/* SPDX-License-Identifier: MIT
 *
 * Builds a file of endgame tables, class by class.
 *
 * The file is mapped as PATH.part and worked on where it lies; all its room is reserved first, so that a full disk is
 * told and not met in the middle. A class counts once its checksum stands in the file, and that is written when the
 * entries are on the disk: what a killed run leaves of a class is done again. Two builders cannot meet: the part is
 * locked.
 */
#define _DEFAULT_SOURCE /* flock */
#include "tablebase/tablebase.h"

#include "core/error.h"
#include "core/whole_file.h"
#include "games/draughts/draughts_board.h"
#include "tablebase/tablebase_file.h"
#include "tablebase/tablebase_solve.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct table_builder {
    const tablebase_plan *plan;
    tablebase_progress_fn *progress;
    void *user;
    flank_error *error;
    char *part; /* PATH.part */
    int descriptor;
    uint8_t *bytes; /* of the file, mapped */
    table_layout layout;
    tablebase_progress state;
    uint64_t entries_before; /* of the classes that are done */
} table_builder;

static flank_status cannot_write(const table_builder *builder, int number)
{
    return error_say(builder->error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number));
}

/* ---- The part ---- */

static bool is_of_plan(const tablebase_plan *plan, unsigned pieces, const flank_rules *rules)
{
    return pieces == plan->pieces && rules->value[DRAUGHTS_PROMOTION] == plan->rules.value[DRAUGHTS_PROMOTION] &&
           rules->value[DRAUGHTS_MAJORITY] == plan->rules.value[DRAUGHTS_MAJORITY];
}

/* Reserve the room of the file and map it. */
static flank_status map_part(table_builder *builder)
{
    const int full = posix_fallocate(builder->descriptor, 0, (off_t)builder->layout.size);
    if (full)
        return cannot_write(builder, full);
    void *bytes = mmap(NULL, builder->layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, builder->descriptor, 0);
    if (bytes == MAP_FAILED)
        return error_say(builder->error, FLANK_NO_MEMORY, 0, SAY(BOOK_CANNOT_MAP), say_system(errno));
    builder->bytes = bytes;
    return FLANK_OK;
}

/* Go on with what a file has that is of the same plan, else begin: it is one of an earlier run by its name alone. */
static flank_status open_part(table_builder *builder)
{
    uint8_t wanted[TABLE_HEADER_BYTES], found[TABLE_HEADER_BYTES];
    struct stat file;
    builder->descriptor = open(builder->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (builder->descriptor < 0 || fstat(builder->descriptor, &file))
        return cannot_write(builder, errno);
    if (flock(builder->descriptor, LOCK_EX | LOCK_NB))
        return errno == EWOULDBLOCK
                   ? error_say(builder->error, FLANK_CANNOT_WRITE, 0, SAY(TABLES_OTHER_BUILDER))
                   : error_say(builder->error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_CANNOT_LOCK), say_system(errno));
    table_header_write(wanted, &builder->layout, &builder->plan->rules);
    const bool goes_on = (size_t)file.st_size == builder->layout.size &&
                         pread(builder->descriptor, found, sizeof found, 0) == (ssize_t)sizeof found &&
                         memcmp(found, wanted, sizeof found) == 0;
    if (!goes_on && ftruncate(builder->descriptor, 0))
        return cannot_write(builder, errno);
    const flank_status status = map_part(builder);
    if (status && !goes_on)
        unlink(builder->part); /* there is nothing in it */
    else if (!goes_on)
        memcpy(builder->bytes, wanted, sizeof wanted);
    return status;
}

static flank_status sync_part(const table_builder *builder)
{
    return msync(builder->bytes, builder->layout.size, MS_SYNC) ? cannot_write(builder, errno) : FLANK_OK;
}

/* ---- Classes ---- */

static void tell(void *user, unsigned class_index, uint64_t entries_done)
{
    table_builder *builder = user;
    if (!builder->progress)
        return;
    table_class_name(&builder->layout.index->classes[class_index], builder->state.name);
    builder->state.entries_done = builder->entries_before + entries_done;
    builder->progress(builder->user, &builder->state);
}

/* A class and its twin. */
static flank_status build_pair(table_builder *builder, const table_solver *solver, unsigned class_index)
{
    const unsigned twin = solver->index->classes[class_index].twin;
    flank_status status = table_solve(solver, class_index);
    if (status == FLANK_NO_MEMORY)
        return error_say(builder->error, status, 0, SAY(NO_MEMORY));
    if (status)
        return error_say(builder->error, status, 0, say_status(status));
    status = sync_part(builder);
    if (status)
        return status;
    table_class_seal(builder->bytes, &builder->layout, class_index);
    table_class_seal(builder->bytes, &builder->layout, twin);
    return sync_part(builder);
}

static flank_status build_classes(table_builder *builder)
{
    const table_index *index = builder->layout.index;
    table_solver solver = {
        .index = index, .rules = &builder->plan->rules, .stop = builder->plan->stop, .progress = tell, .user = builder};
    builder->state.classes = index->class_count;
    builder->state.entries = index->entries;
    for (unsigned i = 0; i < index->class_count; i++)
        solver.values[i] = builder->bytes + builder->layout.entries_at + index->classes[i].offset;
    for (unsigned i = 0; i < index->class_count; i++) {
        const unsigned twin = index->classes[i].twin;
        if (twin < i)
            continue; /* with that one */
        const bool found = table_class_is_sealed(builder->bytes, &builder->layout, i) &&
                           table_class_is_sealed(builder->bytes, &builder->layout, twin);
        const flank_status status = found ? FLANK_OK : build_pair(builder, &solver, i);
        if (status)
            return status;
        const unsigned classes = twin == i ? 1 : 2;
        builder->entries_before += index->classes[i].size + (twin == i ? 0 : index->classes[twin].size);
        builder->state.classes_done += classes;
        builder->state.classes_found += found ? classes : 0;
        tell(builder, i, 0);
    }
    return FLANK_OK;
}

/* ---- The whole ---- */

/* A file of that name may be the tables themselves, nothing else. */
static flank_status check_existing(const char *path, const tablebase_plan *plan, bool *is_there, flank_error *error)
{
    flank_status status = FLANK_OK;
    *is_there = access(path, F_OK) == 0;
    if (!*is_there)
        return FLANK_OK;
    tablebase *tables = flank_tables_open(path, &status, error);
    if (!tables)
        return status;
    const flank_rules rules = tablebase_rules(tables);
    if (!is_of_plan(plan, tablebase_pieces(tables), &rules))
        status = error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_FILE_EXISTS));
    flank_tables_close(tables);
    return status;
}

static flank_status build_part(table_builder *builder, const char *path)
{
    flank_status status = open_part(builder);
    if (!status)
        status = build_classes(builder);
    if (status)
        return status;
    if (rename(builder->part, path))
        return cannot_write(builder, errno);
    whole_file_sync_folder(path);
    return FLANK_OK;
}

flank_status tablebase_build(const char *path, const tablebase_plan *plan, tablebase_progress_fn *progress, void *user,
                             flank_error *error)
{
    bool is_there;
    flank_status status = check_existing(path, plan, &is_there, error);
    if (status || is_there)
        return status;
    const size_t part_size = strlen(path) + sizeof ".part";
    table_builder builder = {
        .plan = plan, .progress = progress, .user = user, .error = error, .part = malloc(part_size), .descriptor = -1};
    status = table_layout_create(&builder.layout, plan->pieces);
    if (!status && !builder.part)
        status = FLANK_NO_MEMORY;
    if (status) {
        error_say(error, status, 0, SAY(NO_MEMORY));
    } else {
        snprintf(builder.part, part_size, "%s.part", path);
        status = build_part(&builder, path);
    }
    if (builder.bytes)
        munmap(builder.bytes, builder.layout.size);
    if (builder.descriptor >= 0)
        close(builder.descriptor);
    table_layout_free(&builder.layout);
    free(builder.part);
    return status;
}
