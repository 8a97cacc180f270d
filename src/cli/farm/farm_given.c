/* SPDX-License-Identifier: MIT
 *
 * The store and the run that a command line names, and what is told of them.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/cli.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "farm/farm_book.h"
#include "farm/proof_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int farm_kind_given(const char *where, const farm_store_kind **kind)
{
    if (!*where)
        return complain(CLI_USAGE, "farm: STORE is empty; it is a file, or postgresql://HOST/NAME");
    if (farm_has_password(where))
        return complain(CLI_USAGE, "farm: an address with a password can be read by others; put it in ~/.pgpass or "
                                   "$PGPASSFILE");
    if ((strstr(where, "://") && !farm_is_address(where)) || strncmp(where, "host=", 5) == 0 ||
        strncmp(where, "dbname=", 7) == 0)
        return complain(CLI_USAGE, "farm: %s: STORE is a file, or postgresql://HOST/NAME", where);
    *kind = farm_store_kind_of(where);
    return *kind ? CLI_DONE : complain(CLI_USAGE, "farm: this flank was built without PostgreSQL; STORE is a file");
}

int farm_complain(const farm_given *given, flank_status status, const flank_error *error)
{
    const int exit_status = status == FLANK_BAD_FILE       ? CLI_DATA
                            : status == FLANK_CANNOT_READ  ? CLI_NO_INPUT
                            : status == FLANK_CANNOT_WRITE ? CLI_CANNOT_WRITE
                                                           : CLI_INTERNAL;
    return complain(exit_status, "%s: %s", given->where, error_english(error));
}

void farm_open_json(text_buffer *out, const farm_given *given)
{
    json_open_object(out, NULL);
    json_string(out, "store", given->where);
}

int farm_print_json(text_buffer *out)
{
    json_close_object(out);
    const bool failed = out->failed;
    if (!failed)
        puts(out->bytes);
    text_free(out);
    return failed ? complain(CLI_INTERNAL, "not enough memory") : output_flush();
}

void farm_say_open(const farm_run *run, int64_t open, const char *unit, const char *units)
{
    if (open)
        complain(CLI_DONE, "farm: %" PRId64 " %s of run %s %s not answered yet", open, open == 1 ? unit : units,
                 run->name, open == 1 ? "is" : "are");
}

bool farm_is_part(const farm_run *part, const farm_run *whole)
{
    static const char round[] = " round ";
    char name[FARM_NAME_SIZE];
    const size_t length = strlen(whole->name);
    if (strncmp(part->name, whole->name, length) != 0)
        return false;
    const char *rest = part->name + length;
    if (strcmp(whole->kind, PROOF_KIND) == 0)
        return farm_has_positions(part->kind) && strcmp(rest, PROOF_LEAVES) == 0;
    if (strcmp(whole->kind, FARM_BOOK_KIND) != 0 || strcmp(part->kind, FARM_BOOK_KIND) != 0 ||
        strncmp(rest, round, sizeof round - 1) != 0)
        return false;
    farm_book_round_name(whole->name, (int)strtol(rest + sizeof round - 1, NULL, 10), name);
    return strcmp(part->name, name) == 0;
}

flank_status farm_read_runs(const farm_given *given, farm_run **runs, size_t *count, flank_error *error)
{
    size_t room = 0;
    flank_status status;
    *runs = NULL;
    while ((status = given->kind->list_runs(given->store, *runs, room, count, error)) == FLANK_OK && *count > room) {
        farm_run *larger = realloc(*runs, *count * sizeof *larger);
        if (!larger)
            return FLANK_NO_MEMORY;
        *runs = larger;
        room = *count;
    }
    return status;
}

int farm_find_run(const farm_given *given, const char *name, farm_run *run)
{
    farm_run *runs;
    size_t count = 0, at = 0;
    flank_error error = {0};
    const flank_status failed = farm_read_runs(given, &runs, &count, &error);
    int status = failed ? farm_complain(given, failed, &error) : CLI_DONE;
    while (!status && name && at < count && strcmp(runs[at].name, name) != 0)
        at++;
    if (!status && name && at == count)
        status = complain(CLI_USAGE, "farm: %s has no run '%s'", given->where, name);
    if (!status && name && farm_book_is_known(&runs[at]))
        status =
            complain(CLI_USAGE, "farm: %s is kept for a book, the run of which has its name without ' round 0'", name);
    if (!status && name && runs[at].state == FARM_FILLING)
        status = complain(CLI_USAGE, "farm: run %s is not complete; submit its files again", name);
    size_t ready = 0, filling = 0; /* a run that is being filled is none that anybody means */
    for (size_t i = 0; !status && !name && i < count; i++) {
        if (runs[i].state != FARM_FILLING && ready++ == 0)
            at = i;
        filling += runs[i].state == FARM_FILLING && !farm_book_is_known(&runs[i]);
    }
    if (!status && !name && ready > 1 && filling)
        status =
            complain(CLI_USAGE, "farm: %s has %zu runs, and %zu being filled; say which", given->where, ready, filling);
    else if (!status && !name && ready != 1)
        status = ready ? complain(CLI_USAGE, "farm: %s has %zu runs; say which", given->where, ready)
                       : complain(CLI_DATA, "farm: %s has no run", given->where);
    if (!status)
        *run = runs[at];
    free(runs);
    return status;
}
