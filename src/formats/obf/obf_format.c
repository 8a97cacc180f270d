/* SPDX-License-Identifier: MIT
 *
 * OBF as a format of sheets: obf.c reads and writes the lines, this says what they mean.
 *
 * A line is a position: its moves are the candidates with their values, a lone score is the value of the root. A
 * comment behind it, and the lines of comments above it, belong to it.
 *
 * A game becomes the positions in which its mover had a choice, the last one too if the game is not over: the lines
 * that somebody would want to solve. Knowledge of the moves there stands behind them.
 */
#include "core/error.h"
#include "core/text_buffer.h"
#include "formats/format_table.h"
#include "formats/kind_above.h"
#include "formats/line_kind.h"
#include "formats/obf/obf.h"
#include "games/othello/othello.h"

#include <ctype.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1 << 16, ABOVE_MAX_BYTES = 1 << 20, SCORE_MAX = 64, STARTS_LIKE_OBF = 4 };

typedef struct obf_state {
    text_buffer above; /* lines of comments before the next position */
    kind_above kind;
} obf_state;

/* ---- Reading ---- */

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Take a line of nothing, of comment or of a kind of Othello; false if it is something else. Carriage returns at its
 * end belong to the end of the line, however many there are: reading takes one off, so what is written with more would
 * not be read as it was. */
static bool take_comment(flank_reader *reader)
{
    text_buffer *above = &((obf_state *)reader->state)->above;
    const char *text = skip_blanks(reader->text.bytes);
    const bool is_kind = kind_above_take(&((obf_state *)reader->state)->kind, text);
    if (*text && *text != '%')
        return is_kind;
    size_t length = strlen(text);
    while (length > 1 && text[length - 1] == '\r')
        length--;
    if (*text && above->length + length < ABOVE_MAX_BYTES) {
        if (above->length)
            text_add_bytes(above, "\n", 1);
        text_add_bytes(above, text + 1, length - 1);
    }
    return true;
}

static flank_status add_moves(flank_sheet *sheet, const obf_line *line)
{
    const flank_node *root = flank_sheet_root(sheet), *node;
    int best = -SCORE_MAX;
    for (size_t i = 0; i < line->move_count; i++) {
        const flank_status status = flank_sheet_add(sheet, root, line->moves[i].move, &node);
        if (status)
            return status;
        flank_sheet_set_value(sheet, node, 100 * line->moves[i].score_discs);
        best = line->moves[i].score_discs > best ? line->moves[i].score_discs : best;
    }
    if (line->has_score && (line->move_count == 0 || line->score_discs != best))
        flank_sheet_set_value(sheet, root, 100 * line->score_discs);
    return FLANK_OK;
}

static flank_status make_sheet(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    obf_line line;
    obf_state *state = reader->state;
    flank_status status = obf_parse(reader->text.bytes, &line, error);
    if (status)
        return status;
    flank_sheet *fresh = flank_sheet_create(&othello_game, NULL, &line.position, FLANK_SHEET_POSITION);
    if (!fresh || state->above.failed)
        status = FLANK_NO_MEMORY;
    const char *comment = strchr(reader->text.bytes, '%');
    if (!status)
        status = add_moves(fresh, &line);
    if (!status && comment)
        status = flank_sheet_set_tag(fresh, flank_sheet_root(fresh), "Comment", skip_blanks(comment + 1));
    if (!status)
        status = flank_sheet_set_tag(fresh, flank_sheet_root(fresh), "obf.above", state->above.bytes);
    if (status)
        error_say(error, status, 0, say_status(status));
    if (!status)
        status = kind_above_put(&state->kind, fresh, error);
    if (!status && comment)
        status = lines_kind_put(fresh, comment, error);
    if (status)
        flank_sheet_destroy(fresh);
    else
        *sheet = fresh;
    return status;
}

/* True if a line is no comment and does not begin like a position either. */
static bool is_foreign(const flank_reader *reader, const char *text)
{
    obf_line line;
    flank_error fault = {0};
    (void)reader;
    return obf_parse(text, &line, &fault) == FLANK_BAD_POSITION && fault.offset < STARTS_LIKE_OBF;
}

static flank_status obf_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    obf_state *state = reader->state;
    flank_error fault = {0};
    flank_status status;
    text_clear(&state->above);
    state->kind.of_positions = true;
    do {
        reader_begin(reader);
        if (source_peek(&reader->source) == SOURCE_END)
            return FLANK_NOT_FOUND;
        status = reader_line(reader, LINE_MAX_BYTES, &fault);
    } while (!status && take_comment(reader));
    if (!status)
        status = make_sheet(reader, sheet, &fault);
    if (status == FLANK_BAD_POSITION && fault.offset < STARTS_LIKE_OBF)
        return reader_fail_lines(reader, error, status, &fault, is_foreign);
    return status ? reader_fail_line(reader, error, status, &fault) : FLANK_OK;
}

static void obf_read_end(flank_reader *reader)
{
    obf_state *state = reader->state;
    text_free(&state->above);
    text_free(&state->kind.words);
}

/* The first line that is no comment is one of OBF; or, with a fault in it, one of the next; or nothing but a fault
 * behind the board. */
static int obf_detect(const char *bytes, size_t size, bool whole)
{
    enum { LINES_TRIED = 5, SQUARES = 64 };
    size_t understood = 0;
    for (int tried = 0; size > 0 && tried < LINES_TRIED;) {
        const char *end = memchr(bytes, '\n', size);
        const size_t length = end ? (size_t)(end - bytes) : size;
        char text[1024];
        obf_line line;
        if ((!end && !whole) || length >= sizeof text)
            return 0;
        memcpy(text, bytes, length);
        text[length] = '\0';
        flank_error error = {0};
        const bool fits = strlen(text) == length && obf_parse(text, &line, &error) == FLANK_OK;
        understood = error.offset > understood ? error.offset : understood;
        if (fits && line.has_position)
            return tried ? 60 : 85;
        tried += !fits;
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return understood > SQUARES ? FORMAT_DAMAGED : 0;
}

/* ---- Writing ---- */

/* A value in whole discs; false if it is out of range. Digits of it may be lost. */
static bool score_of(flank_writer *writer, const flank_node *node, int *score)
{
    const int value = node->value;
    if (!node->has_value)
        return false;
    const bool fits = value >= -100 * SCORE_MAX && value <= 100 * SCORE_MAX;
    writer_lose(writer, FLANK_LOSS_VALUES, !fits || value % 100);
    if (fits)
        *score = (value + (value < 0 ? -50 : 50)) / 100;
    return fits;
}

/* The position at `node` with its children that have values; of the same move the first one counts. */
static obf_line line_of(flank_writer *writer, const flank_node *node)
{
    obf_line line = {.has_position = true, .position = node->position};
    for (const flank_node *child = node->child; child; child = child->sibling) {
        obf_move *entry = &line.moves[line.move_count];
        if (obf_has_move(&line, child->move))
            writer_lose(writer, FLANK_LOSS_VALUES, child->has_value);
        else if (line.move_count < OBF_MOVES_MAX && score_of(writer, child, &entry->score_discs)) {
            entry->move = child->move;
            line.move_count++;
        }
    }
    return line;
}

/* A comment in one line. */
static void put_comment(flank_writer *writer, const char *text)
{
    writer_put(writer, " %% ");
    for (; *text; text++)
        writer_put_bytes(writer, *text == '\n' || *text == '\r' ? " " : text, 1);
}

static void put_above(flank_writer *writer, const char *text)
{
    while (text) {
        const size_t length = strcspn(text, "\n");
        writer_put(writer, "%%");
        writer_put_bytes(writer, text, length);
        writer_put(writer, "\n");
        text = text[length] ? text + length + 1 : NULL;
    }
}

static void put_line(flank_writer *writer, const obf_line *line, const char *comment)
{
    char text[OBF_LINE_SIZE];
    obf_format(line, text);
    writer_put_bytes(writer, text, strlen(text));
    if (comment)
        put_comment(writer, comment);
    writer_put(writer, "\n");
}

/* The text of a tag, which is lost if it would be read as the name of a kind of Othello. */
static const char *kept_text(flank_writer *writer, const flank_node *node, const char *tag)
{
    const char *text = flank_node_tag(node, tag);
    flank_sheet *trial = text ? flank_sheet_create(&othello_game, NULL, &node->position, FLANK_SHEET_POSITION) : NULL;
    const bool names_kind = trial && (lines_kind_put(trial, text, NULL) ||
                                      flank_rules_stand_apart(&othello_game, flank_sheet_rules(trial)));
    flank_sheet_destroy(trial);
    if (names_kind && !node->parent)
        writer_lose_tag(writer, tag);
    writer_lose(writer, FLANK_LOSS_COMMENTS, names_kind && node->parent);
    return names_kind ? NULL : text;
}

static void put_position(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_node *root = flank_sheet_root(sheet);
    obf_line line = line_of(writer, root);
    line.has_score = score_of(writer, root, &line.score_discs);
    for (const flank_node *child = root->child; child; child = child->sibling)
        writer_lose(writer, FLANK_LOSS_CANDIDATES, !child->has_value);
    put_above(writer, kept_text(writer, root, "obf.above"));
    put_line(writer, &line, kept_text(writer, root, "Comment"));
}

static void put_game(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_game *game = flank_sheet_game(sheet);
    for (const flank_node *node = flank_sheet_root(sheet); node; node = node->child) {
        flank_move moves[FLANK_MOVES_MAX];
        if (flank_game_moves(game, flank_sheet_rules(sheet), &node->position, moves) < 2) {
            writer_lose(writer, FLANK_LOSS_VALUES, node->child && node->child->has_value);
            writer_lose(writer, FLANK_LOSS_COMMENTS, node->child && flank_node_tag(node->child, "Comment"));
            continue;
        }
        const obf_line line = line_of(writer, node);
        put_line(writer, &line, node->child ? kept_text(writer, node->child, "Comment") : NULL);
    }
    const bool any = flank_sheet_root(sheet)->child;
    writer_lose(writer, FLANK_LOSS_MOVES, any);
    writer_lose(writer, FLANK_LOSS_VALUES, flank_sheet_root(sheet)->has_value);
    if (flank_node_tag(flank_sheet_root(sheet), "Comment"))
        writer_lose_tag(writer, "Comment");
}

static flank_status obf_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    static const char *const tags[] = {"Comment", NULL};
    const flank_status status = writer_refuse_apart(sheet, error);
    if (status)
        return status;
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        put_position(writer, sheet);
    else
        put_game(writer, sheet);
    writer_lose_rest(
        writer, sheet,
        &(format_keeps){.tags = tags, .own_tags = "obf.", .values = true, .comments = true, .candidates = true});
    return FLANK_OK;
}

const flank_format format_obf = {
    .name = "obf",
    .title = "positions of endgame suites, one a line, with the values of their moves",
    .extensions = "obf",
    .only_game = &othello_game,
    .detect = obf_detect,
    .read = obf_read,
    .read_state_bytes = sizeof(obf_state),
    .read_end = obf_read_end,
    .write = obf_write,
};
