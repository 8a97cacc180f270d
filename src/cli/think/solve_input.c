/* SPDX-License-Identifier: MIT
 *
 * Reading what is to be solved.
 *
 * The formats of lines (OBF, FEN, moves) are read line by line, so that each position of a pipe is answered when it
 * comes. If the first bytes are of another format, the formats' readers take over, and the last position of each
 * game is meant. If the first line is nothing by itself, the whole input, if it is not long, may be: a drawn board.
 */
#include "cli/think/solve_input.h"
#include "core/error.h"

#include "cli/command/cli.h"
#include "cli/command/line_reader.h"
#include "cli/think/solve_job.h"
#include "formats/format_table.h"
#include "formats/kind_above.h"
#include "games/othello/othello.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WHOLE_MAX = LINE_READER_LINE_MAX, FAILURE_SIZE = 1024 };

/* ---- Jobs ---- */

/* A slot of the queue, with the memory of its output; NULL if no more jobs are wanted. */
static solve_job *new_job(const solve_input *input, const char *path, double bytes)
{
    solve_job *job = work_queue_slot(input->queue);
    if (!job)
        return NULL;
    text_clear(&job->output);
    text_clear(&job->member);
    *job = (solve_job){.output = job->output, .member = job->member, .file = path};
    job->fraction = input->total_bytes > 0 ? (input->bytes + bytes) / input->total_bytes : 0;
    return job;
}

/* Put a complaint at the end of the queue, so that it is told after the answers before it. False if no more jobs are
 * wanted. */
__attribute__((format(printf, 4, 5))) static bool fail(const solve_input *input, const char *path, int status,
                                                       const char *format, ...);

static bool fail(const solve_input *input, const char *path, int status, const char *format, ...)
{
    char text[FAILURE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    solve_job *job = new_job(input, path, 0);
    if (job) {
        job->failure = status;
        text_addf(&job->output, "%s%s", path, text);
        work_queue_commit(input->queue);
    }
    return job != NULL;
}

/* Put a complaint about a place in the input there; line 0: about a byte. */
static bool fail_at(const solve_input *input, const char *path, const line_reader *reader, uint64_t line,
                    uint64_t offset, const char *what)
{
    const char *member = line_reader_member(reader, &line, &offset);
    return fail(input, path, CLI_DATA, line ? "%s%s:%" PRIu64 ": %s" : "%s%s: byte %" PRIu64 ": %s", member ? ": " : "",
                member ? member : "", line ? line : offset, what);
}

/* A position to be solved, and the rules that its text names (all zero: none, then those of --rules count). */
typedef struct solve_task {
    obf_line line;
    flank_rules rules;
} solve_task;

static bool add_task(const solve_input *input, const char *path, const line_reader *reader, size_t number,
                     const solve_task *task, double bytes)
{
    const flank_rules *rules = flank_rules_stand_apart(input->game, &task->rules) ? &task->rules : &input->rules;
    flank_error error = {0};
    if (flank_position_check(input->game, rules, &task->line.position, &error))
        return fail_at(input, path, reader, number, 0, error_english(&error));
    solve_job *job = new_job(input, path, bytes);
    if (!job)
        return false;
    uint64_t line = number;
    const char *member = line_reader_member(reader, &line, &(uint64_t){0});
    if (member)
        text_add(&job->member, member);
    job->line_number = (size_t)line;
    job->line = task->line;
    job->game = input->game;
    job->rules = *rules;
    work_queue_commit(input->queue);
    return true;
}

/* ---- Sheets ---- */

/* The position that is meant: that of a position, the last one of a game. */
static solve_task task_of(const flank_sheet *sheet)
{
    const bool is_game = flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME;
    const flank_node *node = is_game ? flank_sheet_end(sheet) : flank_sheet_root(sheet);
    return (solve_task){{.has_position = true, .position = node->position}, *flank_sheet_rules(sheet)};
}

/* Read a text that is none of OBF: a position in another notation, a board, or a game. Not one where something had to
 * be guessed. False with `error`, of which the offset is 0 if the text is nothing at all, and more than `size` if it is
 * something that cannot be solved. */
static bool recognise(const flank_game *meant, const char *text, size_t size, solve_task *task, flank_error *error)
{
    flank_sheet *sheet;
    const flank_status status = flank_sheet_recognise(text, size, meant, &sheet, error);
    if (status == FLANK_NOT_SUPPORTED) /* a kind of Othello */
        error->offset = size + 1;
    if (status == FLANK_NOT_SUPPORTED || (status && flank_sheet_recognise(text, size, NULL, &sheet, NULL)))
        return false;
    const char *note = flank_node_tag(flank_sheet_root(sheet), "flank.note");
    const flank_game *game = flank_sheet_game(sheet);
    *task = task_of(sheet);
    error->offset = size + 1;
    if (game != meant)
        error_say(error, FLANK_BAD_FILE, size + 1, SAY(GAME_NOT_OF), say_name(flank_game_title(game)),
                  say_name(flank_game_title(meant)));
    else if (note)
        error_say(error, FLANK_BAD_FILE, size + 1, SAY(TEXT),
                  say_cut(note, strcspn(note, ":"))); /* not what it was taken for */
    flank_sheet_destroy(sheet);
    return game == meant && !note;
}

/* ---- Files of games ---- */

static int64_t read_bytes(void *user, void *buffer, size_t size) { return line_reader_bytes(user, buffer, size); }

static bool add_games(const solve_input *input, const char *path, flank_reader *games, const line_reader *reader)
{
    for (;;) {
        flank_sheet *sheet;
        flank_error error = {0};
        const flank_status status = flank_reader_next(games, &sheet, &error);
        if (line_reader_interrupted(reader))
            return false;
        if (status == FLANK_NOT_FOUND)
            return true;
        if (status &&
            !fail_at(input, path, reader, flank_reader_error_line(games), error.offset, error_english(&error)))
            return false;
        if (status)
            continue;
        const solve_task task = task_of(sheet);
        const flank_game *game = flank_sheet_game(sheet);
        flank_sheet_destroy(sheet);
        const size_t number = (size_t)flank_reader_line(games);
        if (game != input->game)
            error_say(&error, FLANK_BAD_FILE, 0, SAY(GAME_NOT_OF), say_name(flank_game_title(game)),
                      say_name(flank_game_title(input->game)));
        const bool goes_on = game == input->game
                                 ? add_task(input, path, reader, number, &task, (double)flank_reader_consumed(games))
                                 : fail_at(input, path, reader, number, 0, error_english(&error));
        if (!goes_on)
            return false;
    }
}

static bool read_games(const solve_input *input, const char *path, line_reader *reader, const flank_format *format)
{
    const bool is_file = strcmp(path, "-") != 0;
    const flank_reader_options options = {.format = format, .game = input->game, .path = is_file ? path : NULL};
    flank_error error = {0};
    flank_reader *games = flank_reader_open_source(read_bytes, reader, &options, NULL, &error);
    if (!games)
        return fail(input, path, CLI_DATA, ": %s", error_english(&error));
    const bool go_on = add_games(input, path, games, reader);
    flank_reader_close(games);
    return go_on;
}

/* ---- Lines ---- */

static size_t lines_before(const char *text, size_t offset)
{
    size_t count = 0;
    for (size_t i = 0; i < offset && text[i]; i++)
        count += text[i] == '\n';
    return count;
}

/* Read an input of which `first` is nothing by itself; `task` is what the whole is, if it is not long. `*behind`: how
 * many lines behind the first an error is. The rest of the input stays where it is. */
static bool read_whole(const flank_game *game, line_reader *reader, const char *first, solve_task *task, size_t *behind,
                       flank_error *error)
{
    text_buffer whole = {NULL};
    const char *bytes = NULL;
    size_t size = 0;
    text_addf(&whole, "%s\n", first); /* which peeking may move */
    const bool fits = line_reader_peek(reader, WHOLE_MAX, &bytes, &size) == LINE_READ && size < WHOLE_MAX;
    text_add_bytes(&whole, bytes, fits ? size : 0);
    const bool read = fits && !whole.failed && recognise(game, whole.bytes, whole.length, task, error);
    const bool has_place = !read && fits && !whole.failed && error->offset <= whole.length;
    *behind = has_place ? lines_before(whole.bytes, error->offset) : 0;
    text_free(&whole);
    return read;
}

/* The input has nothing more to say. */
static void skip_rest(line_reader *reader)
{
    char bytes[4096];
    while (line_reader_bytes(reader, bytes, sizeof bytes) > 0)
        ;
}

/* Read one line; `first`: nothing but comments came before it. False with `error`, that of the reading which got
 * furthest, if it is nothing; `*behind`: how many lines behind this one that is. If the whole input is meant, nothing
 * of it is left. */
static bool read_line(const flank_game *game, line_reader *reader, const char *text, bool first, solve_task *task,
                      size_t *behind, flank_error *error)
{
    flank_error alone = {0}, whole = {0};
    size_t whole_behind = 0;
    *behind = 0;
    const bool is_line = game == &othello_game && obf_parse(text, &task->line, error) == FLANK_OK;
    if (is_line || !text[strspn(text, " \t")] || recognise(game, text, strlen(text), task, &alone))
        return true;
    if (game != &othello_game || alone.offset > strlen(text))
        *error = alone;
    if (alone.offset > strlen(text))
        return false;
    const bool read = first && !strchr(text, ';') && read_whole(game, reader, text, task, &whole_behind, &whole);
    const bool is_nearer = !read && whole.offset > error->offset;
    if (is_nearer) {
        *error = whole;
        *behind = whole_behind;
    }
    if (read || *behind || (is_nearer && whole.code != FLANK_ERROR_GAME_NOT_OF))
        skip_rest(reader);
    return read;
}

/* True if a line is nothing from its first byte on, or of another game, as the one before it, which was told: text that
 * is no position, or a file of that game. */
static bool is_told(const flank_error *error, const flank_error *before)
{
    return (error->offset == 0 || error->code == FLANK_ERROR_GAME_NOT_OF) && error->code != FLANK_ERROR_OK &&
           error_is_same(error, before);
}

/* Add the rules of a kind that stands above a position, or behind it, to those of its text. False with `error` if it is
 * not read, or had to be guessed. */
static bool take_kinds(const flank_game *game, kind_above *above, const char *text, solve_task *task,
                       flank_error *error)
{
    told_rules told = {.rules = task->rules, .note = {.code = FLANK_ERROR_OK}};
    kind_above beside = {.of_positions = true}, unsaid = *above;
    const char *comment = text + strcspn(text, "%");
    flank_status status = FLANK_OK;
    unsaid.told = false; /* it is refused for each position */
    if (other_rules_has_kinds(game))
        status = kind_above_rules(&unsaid, game, &told, error);
    if (!status && *comment && other_rules_has_kinds(game) && kind_above_take(&beside, comment))
        status = kind_above_rules(&beside, game, &told, error);
    text_free(&beside.words);
    task->rules = told.rules;
    if (!status && told.note.code)
        error_say(error, FLANK_BAD_FILE, 0, say_error(&told.note));
    return !status && !told.note.code;
}

static bool read_lines(const solve_input *input, const char *path, line_reader *reader)
{
    const char *text;
    line_result result;
    double bytes = 0;
    bool first = true, goes_on = true;
    flank_error last = {0}; /* of the line before, which was nothing */
    kind_above kind = {.of_positions = true};
    while (goes_on && (result = line_reader_next(reader, &text)) == LINE_READ) {
        solve_task task = {.rules = {{0}}};
        flank_error error = {0};
        const size_t number = line_reader_number(reader);
        bytes += (double)strlen(text) + 1;
        size_t behind;
        if (other_rules_has_kinds(input->game) && kind_above_take(&kind, text))
            continue;
        if (!read_line(input->game, reader, text, first, &task, &behind, &error) ||
            (task.line.has_position && !take_kinds(input->game, &kind, text, &task, &error)))
            goes_on = is_told(&error, &last) || fail_at(input, path, reader, number + behind, 0, error_english(&error));
        else if (task.line.has_position)
            goes_on = add_task(input, path, reader, number, &task, bytes);
        else
            continue;
        last = error;
        first = false;
    }
    text_free(&kind.words);
    if (!goes_on)
        return false;
    if (result == LINE_FAILED)
        fail(input, path, line_reader_status(reader), ": %s", line_reader_reason(reader));
    else if (result != LINE_END && result != LINE_INTERRUPTED)
        fail_at(input, path, reader, line_reader_number(reader), 0, line_reader_text(result));
    return result == LINE_END;
}

/* ---- Choice of the input ---- */

static bool read_any(const solve_input *input, const char *path, line_reader *reader)
{
    const char *bytes = NULL;
    size_t size = 0;
    flank_error error = {0};
    if (line_reader_peek(reader, 1, &bytes, &size) != LINE_READ) /* reading the next line tells the reason */
        size = 0;
    if (size && reader_refuse(bytes, size, &error))
        return fail(input, path, CLI_DATA, ": %s", error_english(&error));
    const flank_format *format = size ? flank_format_detect(bytes, size, false) : NULL;
    if (!format || format_is_by_lines(format, bytes, size))
        return read_lines(input, path, reader);
    return read_games(input, path, reader, format);
}

bool solve_input_read(solve_input *input, const char *path)
{
    line_reader *reader = line_reader_open(path, input->wake);
    if (!reader)
        return fail(input, path, CLI_NO_INPUT, ": %s", line_reader_reason(NULL));
    const bool go_on = read_any(input, path, reader);
    line_reader_close(reader);
    return go_on;
}
