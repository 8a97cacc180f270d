/* SPDX-License-Identifier: MIT
 *
 * Positions, one a line, in a notation of their game: the FEN of draughts, of Lines of Action, and of Othello.
 *
 *   W:Wa2,b2,Kc4:Bd6,Ke8
 *   1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x
 *   ---------------------------OX------XO---------------------------X The start
 *
 * Lines that begin with % or # are comments, and those that name a kind of Othello. Read are all notations of the game
 * that was asked for, else of the first one that has them; and boards with names (named_board.c), whose side to move
 * may have to be guessed. Of a game that is written here its last position is left. Games without a FEN are not held.
 */
#include "core/error.h"
#include "formats/drawn_board.h"
#include "formats/format_table.h"
#include "formats/kind_above.h"
#include "formats/line_kind.h"
#include "formats/named_board.h"
#include "games/game_table.h"

#include <string.h>

enum { LINE_MAX_BYTES = 4096, LIKE_FEN = 70 /* less than OBF says of its boards */, STARTS_LIKE_FEN = 4 };

typedef struct position_state {
    bool guessed; /* a side to move was, which is told */
    kind_above kind;
} position_state;

static bool has_fen(const flank_game *game)
{
    size_t i = 0;
    while (game->position_styles[i] && strcmp(game->position_styles[i], "fen") != 0)
        i++;
    return game->position_styles[i] != NULL;
}

/* ---- Reading ---- */

/* Read a position of `asked`, or of any game if that is NULL. A failure is that of the game that understood most. */
static flank_status parse(const flank_game *asked, const char *text, const flank_game **game, flank_position *position,
                          flank_error *error)
{
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < flank_game_count(); i++) {
        flank_error inner = {0};
        if (flank_game_at(i) != asked && (asked || !has_fen(flank_game_at(i))))
            continue;
        *game = flank_game_at(i);
        const flank_status tried = flank_position_parse(*game, text, position, &inner);
        if (tried == FLANK_OK)
            return tried;
        if (status == FLANK_OK || inner.offset > error->offset) {
            status = tried;
            *error = inner;
        }
    }
    return status;
}

static bool is_comment(const char *line)
{
    const char first = line[strspn(line, " \t\r")];
    return first == '\0' || first == '%' || first == '#' || line_is_kind(line);
}

/* The end of a name, without blanks. */
static void cut_blanks(char *name)
{
    size_t length = strlen(name);
    while (length && strchr(" \t\r", name[length - 1]))
        name[--length] = '\0';
}

/* Make a sheet of a board, perhaps with a name. `fault` is that of the line as a position. A side to move that is
 * guessed is told with the first board, and of further ones that there are such. */
static flank_status make_named(flank_reader *reader, flank_sheet **sheet, const flank_error *fault, flank_error *error)
{
    named_board named;
    drawn_board board = {.game = reader->game ? reader->game : flank_game_at(0)};
    position_state *state = reader->state;
    if (!named_board_find(reader->text.bytes, &named))
        return error_say(error, fault->code ? FLANK_BAD_POSITION : FLANK_BAD_RECORD, fault->offset, say_error(fault));
    flank_status status = named.has_side ? flank_position_parse(board.game, named.position, &board.position, error)
                                         : drawn_board_read(named.position, board.game, &board, error);
    if (status)
        return status;
    *sheet = flank_sheet_create(board.game, NULL, &board.position, FLANK_SHEET_POSITION);
    if (!*sheet)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    cut_blanks(reader->text.bytes);
    const flank_node *root = flank_sheet_root(*sheet);
    if (state->guessed && board.note.code)
        reader->warning = "where the side to move is not told, it is taken by the number of discs";
    status = flank_sheet_set_tag(*sheet, root, "Comment", named.name);
    if (!status && board.note.code && !state->guessed)
        status = sheet_add_note(*sheet, SHEET_NOTE, &board.note);
    state->guessed = state->guessed || board.note.code;
    return status ? error_say(error, status, 0, SAY(NO_MEMORY)) : other_rules_put_phrase(*sheet, named.name, error);
}

static flank_status make_sheet(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    const flank_game *game = NULL;
    flank_position position;
    flank_error fault = {0};
    if (parse(reader->game, reader->text.bytes, &game, &position, &fault))
        return make_named(reader, sheet, &fault, error);
    *sheet = flank_sheet_create(game, NULL, &position, FLANK_SHEET_POSITION);
    return *sheet ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

/* True if a line is no comment and does not begin like a position either. */
static bool is_foreign(const flank_reader *reader, const char *line)
{
    const flank_game *game;
    flank_position position;
    flank_error fault = {0};
    return !is_comment(line) && !named_board_find(line, &(named_board){.name = ""}) &&
           parse(reader->game, line, &game, &position, &fault) && fault.offset < STARTS_LIKE_FEN;
}

/* Take a line that is a comment. */
static bool take_comment(flank_reader *reader)
{
    position_state *state = reader->state;
    state->kind.of_positions = true;
    if (reader->text.failed || strlen(reader->text.bytes) != reader->text.length || !is_comment(reader->text.bytes))
        return false;
    kind_above_take(&state->kind, reader->text.bytes);
    return true;
}

static flank_status position_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    flank_error fault = {0};
    flank_status status;
    *sheet = NULL;
    do {
        reader_begin(reader);
        if (source_peek(&reader->source) == SOURCE_END)
            return FLANK_NOT_FOUND;
        status = reader_line(reader, LINE_MAX_BYTES, &fault);
    } while (take_comment(reader)); /* of any length */
    if (!status)
        status = make_sheet(reader, sheet, &fault);
    if (!status)
        status = kind_above_put(&((position_state *)reader->state)->kind, *sheet, &fault);
    if (!status)
        return FLANK_OK;
    flank_sheet_destroy(*sheet);
    *sheet = NULL;
    if (!reader->text.failed && fault.offset < STARTS_LIKE_FEN && status == FLANK_BAD_POSITION)
        return reader_fail_lines(reader, error, status, &fault, is_foreign);
    return reader_fail_line(reader, error, status, &fault);
}

static void position_read_end(flank_reader *reader) { text_free(&((position_state *)reader->state)->kind.words); }

/* The first line that is no comment is a FEN, or a board with a name; or it begins like a FEN. Other notations must be
 * asked for. */
static int position_detect(const char *bytes, size_t size, bool whole)
{
    while (size > 0) {
        char text[1024];
        const flank_game *game;
        flank_position position;
        flank_error error = {0};
        const char *end = memchr(bytes, '\n', size);
        const size_t length = end ? (size_t)(end - bytes) : size;
        if ((!end && !whole) || length >= sizeof text || memchr(bytes, '\0', length))
            return 0;
        memcpy(text, bytes, length);
        text[length] = '\0';
        named_board named;
        if (!is_comment(text) && named_board_find(text, &named) && named.name[0])
            return LIKE_FEN;
        if (!is_comment(text) && (!strpbrk(text, "/:") || strchr(text, ';'))) /* that is OBF */
            return 0;
        if (!is_comment(text) && parse(NULL, text, &game, &position, &error) == FLANK_OK)
            return LIKE_FEN;
        if (!is_comment(text))
            return error.offset >= STARTS_LIKE_FEN ? FORMAT_DAMAGED : 0;
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return 0;
}

/* ---- Writing ---- */

static flank_status position_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    static const char *const no_tags[] = {NULL};
    const flank_status status = writer_refuse_apart(sheet, error);
    if (status)
        return status;
    char text[FLANK_POSITION_TEXT_SIZE];
    const bool asked = flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION;
    const flank_node *node = asked ? flank_sheet_root(sheet) : flank_sheet_end(sheet);
    flank_position_format(flank_sheet_game(sheet), &node->position, "fen", text);
    writer_put(writer, "%s\n", text);
    writer_lose(writer, FLANK_LOSS_MOVES, !asked && flank_sheet_root(sheet)->child);
    writer_lose_rest(writer, sheet, &(format_keeps){.tags = no_tags});
    return FLANK_OK;
}

const flank_format format_fen = {
    .name = "fen",
    .title = "positions, one a line, as FEN or as boards with names",
    .extensions = "fen",
    .holds = has_fen,
    .detect = position_detect,
    .read = position_read,
    .read_state_bytes = sizeof(position_state),
    .read_end = position_read_end,
    .write = position_write,
};
