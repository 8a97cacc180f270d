/* SPDX-License-Identifier: MIT
 *
 * flank farm export: the positions of a run in the order of its input, with what is known of them.
 *
 * Nothing here depends on who answered, when, or how often: two stores that were asked the same by the same build give
 * the same bytes.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"
#include "core/symmetry.h"
#include "farm/farm_book.h"
#include "farm/farm_selfplay.h"
#include "farm/proof_file.h"
#include "games/othello/othello.h"

#include <flank/flank.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct exporting {
    const farm_run *run;
    bool json;
    int64_t open; /* positions without an answer */
    int failure;
} exporting;

/* The position as it was in the input. */
static flank_position position_of(const farm_item *item)
{
    const unsigned back = symmetry_inverse(item->turn);
    return (flank_position){
        .own = symmetry_apply(item->own, back), .other = symmetry_apply(item->other, back), .color = item->color};
}

static void move_text(const farm_item *item, const farm_answer *known, char out[8])
{
    const unsigned square = symmetry_square((unsigned)known->best, symmetry_inverse(item->turn));
    snprintf(out, 8, "%s", square < 64 ? flank_square_name(square) : "pass");
}

/* The score in discs, if it is one number: of a label what its level thinks, whatever is proved meanwhile. */
static bool has_score(const exporting *of, const farm_answer *known, int *discs)
{
    const bool is_label = of->run->wish.question == FARM_LEVEL;
    const int rounding = known->guess < 0 ? -50 : 50;
    *discs = is_label ? (known->guess + rounding) / 100 : known->lo;
    return is_label || known->lo == known->hi;
}

static void add_json(const exporting *of, int64_t at, const farm_item *item, const farm_answer *known,
                     const char *board, text_buffer *out)
{
    char move[8];
    json_open_object(out, NULL);
    json_integer(out, "at", at + 1);
    json_string(out, "game", flank_game_name(&othello_game));
    json_string(out, "position", board);
    if (*of->run->rules)
        json_string(out, "rules", of->run->rules);
    json_bool(out, "answered", known != NULL);
    if (known) {
        move_text(item, known, move);
        json_string(out, "move", known->best == FARM_NO_BEST ? NULL : move);
        json_integer(out, "lo", known->lo);
        json_integer(out, "hi", known->hi);
    }
    if (known && of->run->wish.question == FARM_LEVEL) {
        json_real(out, "score", known->guess / 100.0, 2);
        json_integer(out, "depth", known->depth);
        json_integer(out, "selectivity", known->selectivity);
    }
    json_close_object(out);
}

static void add_obf(const exporting *of, const farm_item *item, const farm_answer *known, const char *board,
                    text_buffer *out)
{
    char move[8];
    int discs;
    text_addf(out, "%s;", board);
    if (!known || !has_score(of, known, &discs))
        return;
    move_text(item, known, move);
    if (known->best == FARM_NO_BEST)
        text_addf(out, " %+d;", discs); /* a game that is over */
    else
        text_addf(out, " %s:%+d;", strcmp(move, "pass") == 0 ? "--" : move, discs);
}

static int print_item(void *user, int64_t at, const farm_item *item, const farm_answer *known)
{
    exporting *of = user;
    char board[FLANK_POSITION_TEXT_SIZE];
    text_buffer out = {NULL};
    const flank_position position = position_of(item);
    const farm_wish wish = {of->run->wish.question, item->number};
    if (known && !farm_is_answered(wish, known))
        known = NULL;
    of->open += !known;
    flank_position_format(&othello_game, &position, NULL, board);
    if (of->json)
        add_json(of, at, item, known, board, &out);
    else
        add_obf(of, item, known, board, &out);
    if (out.failed || puts(out.bytes) < 0)
        of->failure = out.failed ? complain(CLI_INTERNAL, "not enough memory") : CLI_CANNOT_WRITE;
    text_free(&out);
    return of->failure;
}

/* The answer to a unit of a kind that answers by an object of JSON: one a line. */
static int print_unit(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    exporting *of = user;
    (void)payload;
    of->open += !answer;
    if (of->json && !answer && printf("{\"at\":%" PRId64 ",\"answered\":false}\n", at + 1) < 0)
        of->failure = CLI_CANNOT_WRITE;
    if (answer && (fwrite(answer->bytes, 1, answer->size, stdout) < answer->size || putchar('\n') == EOF))
        of->failure = CLI_CANNOT_WRITE;
    return of->failure;
}

static flank_status print_run(const farm_given *given, exporting *of, flank_error *error)
{
    return farm_has_positions(of->run->kind) ? given->kind->each_item(given->store, of->run->id, print_item, of, error)
                                             : given->kind->each_unit(given->store, of->run->id, print_unit, of, error);
}

int farm_export(const farm_given *given, const cli_arguments *arguments)
{
    farm_run run;
    flank_error error = {0};
    if (arguments->option[OPTION_ALL].given)
        return arguments->operand_count == 2 && !arguments->option[OPTION_JSON].given
                   ? farm_dump(given)
                   : complain(CLI_USAGE, "farm: --all goes without a run and without --json");
    int status = farm_find_run(given, arguments->operand_count > 2 ? arguments->operands[2] : NULL, &run);
    if (status)
        return status;
    const bool is_book = strcmp(run.kind, FARM_BOOK_KIND) == 0;
    const bool is_selfplay = strcmp(run.kind, FARM_SELFPLAY_KIND) == 0;
    if (arguments->operand_count > 3 && !is_book && !is_selfplay)
        return complain(CLI_USAGE, "farm: run %s is written to standard output, not to '%s'", run.name,
                        arguments->operands[3]);
    if (is_book)
        return farm_export_book(given, arguments, &run);
    if (is_selfplay)
        return farm_export_selfplay(given, arguments, &run);
    exporting of = {.run = &run, .json = arguments->option[OPTION_JSON].given};
    if (strcmp(run.kind, PROOF_KIND) == 0)
        return of.json ? complain(CLI_USAGE, "farm: a certificate is no JSON") : farm_export_proof(given, &run);
    if (strcmp(run.kind, "match") == 0)
        return farm_export_match(given, &run, of.json);
    if (!of.json && strcmp(run.kind, "analyze") == 0)
        return complain(CLI_USAGE, "farm: run %s is one of reviews, which are JSON; say --json", run.name);
    if (!of.json && (run.wish.question == FARM_SIGN || run.wish.question == FARM_AT_LEAST))
        return complain(CLI_USAGE, "farm: the answers of run %s are bounds, which OBF cannot hold; say --json",
                        run.name);
    const flank_status failed = print_run(given, &of, &error);
    status = of.failure ? of.failure : failed ? farm_complain(given, failed, &error) : output_flush();
    if (of.failure == CLI_CANNOT_WRITE)
        status = output_flush();
    const bool positions = farm_has_positions(run.kind);
    if (!status)
        farm_say_open(&run, of.open, positions ? "position" : "unit", positions ? "positions" : "units");
    return status;
}
