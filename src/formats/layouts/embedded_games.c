/* SPDX-License-Identifier: MIT
 *
 * Games among words.
 */
#include "formats/layouts/embedded_games.h"

#include "core/blanks.h"
#include "formats/other_rules.h"
#include "formats/tagged_game.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVES_MIN = 4,
    KIND_MAX = 256,  /* bytes of a line that names a kind of Othello */
    MOVES_SURE = 10, /* no word is so by chance */
    NUMBERS_MIN = 9  /* of a score sheet, with those of its rows */
};

/* ---- The taken games ---- */

extern const flank_format format_transcript;

static bool is_moves(const flank_format *format) { return format == &format_transcript; }

/* Formats whose games are pieces themselves: there are no pieces in pieces. A table's cells are pieces of the page. */
static bool has_pieces(const flank_format *format)
{
    return strcmp(format->name, "html") == 0 || strcmp(format->name, "wzebra") == 0 || strcmp(format->name, "csv") == 0;
}

/* The makings of a text. */
typedef struct ingredients {
    size_t squares, numbers;
    bool others; /* letters and signs that do not separate these */
} ingredients;

static ingredients count_ingredients(const char *text, size_t length)
{
    ingredients found = {0};
    for (size_t i = 0; i < length; i++) {
        const int letter = tolower((unsigned char)text[i]);
        if (i + 1 < length && letter >= 'a' && letter <= 'h' && isdigit((unsigned char)text[i + 1])) {
            found.squares++;
            i++;
        } else if (isdigit(letter)) {
            found.numbers += i == 0 || !isdigit((unsigned char)text[i - 1]);
        } else if (!is_blank(letter) && !strchr(".,:-", letter)) {
            found.others = true;
        }
    }
    return found;
}

bool embedded_is_moves(const char *text, size_t length, size_t least)
{
    const ingredients found = count_ingredients(text, length);
    return found.squares >= least && !found.others;
}

/* True if the game is none that short words can be by chance. */
static bool is_long_enough(const flank_format *format, const flank_sheet *sheet)
{
    return !is_moves(format) || flank_sheet_end(sheet)->ply >= MOVES_MIN;
}

/* The result of reading a text in a format. */
typedef enum reading {
    READS_BADLY,
    READS_WELL,   /* there are games in it, and no fault */
    READS_REFUSED /* the same, but games of a kind that is not read are among them */
} reading;

static reading try_reading(const reader_functions *functions, const char *text, size_t length,
                           const flank_reader_options *options)
{
    flank_reader *reader = functions->open_bytes(text, length, options, NULL, NULL);
    flank_status status = reader ? FLANK_OK : FLANK_BAD_FILE;
    bool found = false, refused = false;
    while (status == FLANK_OK || status == FLANK_NOT_SUPPORTED) {
        flank_sheet *sheet = NULL;
        status = functions->next(reader, &sheet, NULL);
        found = found || (status == FLANK_OK && is_long_enough(options->format, sheet));
        refused = refused || status == FLANK_NOT_SUPPORTED;
        flank_sheet_destroy(sheet);
    }
    functions->close(reader);
    if (status != FLANK_NOT_FOUND)
        return READS_BADLY;
    return refused ? READS_REFUSED : found ? READS_WELL : READS_BADLY;
}

static bool reads_well(const reader_functions *functions, const char *text, size_t length,
                       const flank_reader_options *options)
{
    return try_reading(functions, text, length, options) == READS_WELL;
}

/* The format in which the text is to be read, or NULL if it is none of games. */
static const flank_format *format_of(const embedded_games *games, const char *text, size_t length,
                                     const flank_game *game)
{
    const reader_functions *functions = games->functions;
    const ingredients found = count_ingredients(text, length);
    if (found.squares < MOVES_MIN && found.numbers < NUMBERS_MIN && !memchr(text, ';', length))
        return NULL; /* soon */
    const flank_format *format = functions->detect(text, length, true);
    const bool readable = format && format->read && format->detect && !format->binary && !has_pieces(format);
    const bool holds = readable && (!game || flank_format_holds(format, game));
    if (holds && !is_moves(format) && format->detect(text, length, true) >= FORMAT_CERTAIN)
        return format;
    if (holds && try_reading(functions, text, length,
                             &(flank_reader_options){.format = format, .game = game, .stop = games->stop}))
        return format; /* what is refused is told, and not looked at line by line, where its kind does not stand */
    return embedded_is_moves(text, length, MOVES_MIN) ? &format_transcript : NULL;
}

/* ---- The list ---- */

/* Keep a kind; its place. */
static size_t add_kind(embedded_games *games, const char *text, size_t length)
{
    if (!games->kinds.length)
        text_add_bytes(&games->kinds, "", 1);
    const size_t at = games->kinds.length;
    text_add_bytes(&games->kinds, text, length);
    text_add_bytes(&games->kinds, "", 1);
    return games->kinds.failed ? 0 : at;
}

void embedded_head_line(embedded_games *games, const char *line, size_t length)
{
    if (other_rules_is_phrase(line, length))
        games->kind = add_kind(games, line, length);
}

void embedded_head(embedded_games *games, int level)
{
    const char *text = games->text.bytes + games->used;
    const size_t length = games->text.length - games->used;
    if (games->text.failed || !length)
        return;
    const bool is_phrase = other_rules_is_phrase(text, length);
    if (is_phrase) {
        games->kind = add_kind(games, text, length);
        games->kind_level = level;
    } else if (level <= games->kind_level || game_of_title(text) || other_rules_is_usual(text, length)) {
        games->kind = 0;
    }
}

static bool add_piece(embedded_games *games, const embedded_piece *piece)
{
    if (games->count == games->room) {
        const size_t room = 2 * games->room + 16;
        embedded_piece *pieces = realloc(games->pieces, room * sizeof *pieces);
        if (!pieces)
            return false;
        games->pieces = pieces;
        games->room = room;
    }
    games->pieces[games->count++] = *piece;
    return true;
}

/* The end of the word that begins at `at` or behind blanks there. */
static size_t end_of_word(const char *text, size_t length, size_t at)
{
    while (at < length && is_blank((unsigned char)text[at]))
        at++;
    while (at < length && !is_blank((unsigned char)text[at]))
        at++;
    return at;
}

/* Words that follow one another: squares at both ends, and numbers among and behind them. */
typedef struct word_stretch {
    size_t squares, end; /* behind the last square */
    size_t whole_end;    /* behind the last number, without a full stop */
} word_stretch;

static word_stretch find_stretch(const char *text, size_t length, size_t from)
{
    word_stretch stretch = {.end = from, .whole_end = from};
    for (size_t at = from, end; at < length; at = end) {
        end = end_of_word(text, length, at);
        const ingredients found = count_ingredients(text + at, end - at);
        if (found.others || (!found.squares && !stretch.squares))
            break;
        stretch.squares += found.squares;
        stretch.end = found.squares ? end : stretch.end;
        stretch.whole_end = end;
    }
    while (stretch.whole_end > stretch.end && strchr(".,:", text[stretch.whole_end - 1]))
        stretch.whole_end--;
    return stretch;
}

/* Keep the kind that a piece of a line between signs names, "Tom won with f5d6c3 (10x10)"; its place, 0: there is none.
 */
static size_t kind_in_line(embedded_games *games, const char *text, size_t length)
{
    static const char signs[] = "(){}[];,|";
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && !strchr(signs, text[end]); end++)
            ;
        if (end - at < KIND_MAX && other_rules_is_title(text + at, end - at))
            return add_kind(games, text + at, end - at);
    }
    return 0;
}

/* Keep the kind that a name of a fact and its value tell, "Komi" and "3"; its place, 0: they tell none. */
static size_t kind_of_pair(embedded_games *games, const char *name, size_t name_length, const char *value,
                           size_t length)
{
    char pair[2 * KIND_MAX];
    if (!name_length || name_length >= KIND_MAX || !length || length >= KIND_MAX || other_rules_is_title(value, length))
        return 0; /* or found without the name */
    snprintf(pair, sizeof pair, "%.*s", (int)name_length, name);
    const other_fact fact = other_rules_fact(pair);
    if (fact != FACT_KIND && fact != FACT_KOMI && fact != FACT_SIZE && fact != FACT_LENGTH)
        return 0;
    snprintf(pair, sizeof pair, "%.*s %.*s", (int)name_length, name, (int)length, value);
    return other_rules_is_title(pair, strlen(pair)) ? add_kind(games, pair, strlen(pair)) : 0;
}

/* The same of the cells of a row below those of the first one. */
static size_t kind_of_row(embedded_games *games, const char *names, size_t names_length, const char *row,
                          size_t row_length)
{
    const char *const names_end = names + names_length, *const row_end = row + row_length;
    for (size_t kind; names < names_end && row < row_end;) {
        const char *name_end = memchr(names, '\t', (size_t)(names_end - names)),
                   *end = memchr(row, '\t', (size_t)(row_end - row));
        name_end = name_end ? name_end : names_end;
        end = end ? end : row_end;
        if ((kind = kind_of_pair(games, names, (size_t)(name_end - names), row, (size_t)(end - row))))
            return kind;
        names = name_end + 1;
        row = end + 1;
    }
    return 0;
}

/* Take the moves among the words of a line, "Game 1: f5d6c3d3 38-26". Those that make no game are told if there are
 * many, else they are something else. */
static bool take_among_words(embedded_games *games, const flank_game *game, const embedded_piece *line)
{
    const char *text = games->text.bytes + line->at;
    const flank_reader_options options = {.format = &format_transcript, .game = game, .stop = games->stop};
    size_t kind = 0; /* is looked for once */
    for (size_t at = 0; at < line->length;) {
        const word_stretch stretch = find_stretch(text, line->length, at);
        embedded_piece piece = *line;
        piece.at += at;
        piece.format = options.format;
        piece.length = stretch.whole_end - at;
        bool is_game = stretch.squares >= MOVES_MIN && reads_well(games->functions, text + at, piece.length, &options);
        if (!is_game) {
            piece.length = stretch.end - at;
            is_game = stretch.squares >= MOVES_SURE ||
                      (stretch.squares >= MOVES_MIN && reads_well(games->functions, text + at, piece.length, &options));
        }
        if (is_game && !piece.kind)
            piece.kind = kind = kind ? kind : kind_in_line(games, text, line->length);
        if (flank_stop_is_raised(games->stop) || (is_game && !add_piece(games, &piece)))
            return false;
        at = stretch.squares ? stretch.end : end_of_word(text, line->length, at);
    }
    return true;
}

/* True for a text that can name a kind, and is no menu. */
static bool is_line(const char *text, size_t length)
{
    return length && length < KIND_MAX && !memchr(text, '\n', length);
}

/* Take `whole` if it is a game, else what of it is, cut at the first of `separators` that it has, and so on. */
static bool take(embedded_games *games, const flank_game *game, const embedded_piece *whole, const char *separators)
{
    const char *text = games->text.bytes + whole->at;
    embedded_piece piece = *whole;
    if (is_line(text, whole->length) &&
        other_rules_is_phrase(text, whole->length)) /* "anti-Othello" beside moves, or in their row */
        piece.kind = add_kind(games, text, whole->length);
    piece.format = format_of(games, text, whole->length, game);
    if (flank_stop_is_raised(games->stop))
        return false;
    if (piece.format)
        return add_piece(games, &piece);
    while (*separators && !memchr(text, *separators, whole->length))
        separators++;
    if (!*separators)
        return take_among_words(games, game, &piece);
    const bool by_lines = *separators == '\n';
    const size_t first = (size_t)((const char *)memchr(text, *separators, whole->length) - text);
    for (size_t at = 0, last = 0; at <= whole->length; at += piece.length + 1) {
        const char *end = memchr(text + at, *separators, whole->length - at);
        piece.at = whole->at + at;
        piece.length = end ? (size_t)(end - text) - at : whole->length - at;
        const size_t before = games->count, kind = piece.kind,
                     row = by_lines ? kind_of_row(games, text, first, text + at, piece.length) : 0,
                     pair =
                         by_lines ? kind_of_pair(games, text + last, at - last - (at > 0), text + at, piece.length) : 0;
        piece.kind = row ? row : kind;
        if (!take(games, game, &piece, separators + 1))
            return false;
        piece.kind = pair ? pair : kind;
        if (games->count == before && piece.length < KIND_MAX && other_rules_is_title(text + at, piece.length))
            piece.kind = add_kind(games, text + at, piece.length); /* of what stands below it or in its row */
        last = at;
    }
    return true;
}

bool embedded_take(embedded_games *games, const flank_game *game, uint64_t offset, uint64_t line)
{
    const embedded_piece piece = {.at = games->used,
                                  .length = games->text.length - games->used,
                                  .offset = offset,
                                  .line = line,
                                  .kind = games->near ? games->near : games->kind};
    const size_t before = games->count;
    const char *text = games->text.bytes ? games->text.bytes + piece.at : "";
    const bool is_short = is_line(text, piece.length);
    const bool is_title = is_short && other_rules_is_title(text, piece.length);
    if (is_title)
        games->near = add_kind(games, text, piece.length);
    if (games->text.failed || (piece.length > 0 && !take(games, game, &piece, "\n\t")))
        return false;
    const bool is_passed = is_title || (is_short && other_rules_is_plain(text, piece.length) &&
                                        !other_rules_is_usual(text, piece.length) && !game_of_title(text));
    games->near = is_passed || games->count > before ? games->near : 0;
    if (games->count == before && games->text.bytes) { /* nothing in it is needed */
        games->text.length = games->used;
        games->text.bytes[games->used] = '\0';
    }
    games->used = games->text.length;
    return true;
}

static void close_piece(embedded_games *games)
{
    if (games->reader)
        games->functions->close(games->reader);
    games->reader = NULL;
}

/* ---- Reading ---- */

/* Open the next piece and tell the file's reader where it stands. */
static flank_status open_piece(embedded_games *games, flank_reader *reader, flank_error *error)
{
    const embedded_piece *piece = &games->pieces[games->next++];
    const flank_reader_options options = {.format = piece->format, .game = reader->game, .stop = reader->stop};
    flank_status status = FLANK_OK;
    games->reader =
        games->functions->open_bytes(games->text.bytes + piece->at, piece->length, &options, &status, error);
    if (games->reader && piece->kind)
        games->reader->kind = games->kinds.bytes + piece->kind;
    reader->game_offset = piece->offset;
    reader->game_line = reader->error_line = piece->line;
    return status;
}

static uint64_t line_in_file(const embedded_games *games, const embedded_piece *piece, uint64_t line)
{
    return piece->line + (games->has_lines_of_file && line ? line - 1 : 0);
}

flank_status embedded_read(embedded_games *games, flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    for (;;) {
        if (!games->reader && games->next == games->count)
            return FLANK_NOT_FOUND;
        flank_error fault = {0};
        flank_status status = games->reader ? FLANK_OK : open_piece(games, reader, &fault);
        if (status == FLANK_OK)
            status = games->functions->next(games->reader, sheet, &fault);
        if (status == FLANK_NOT_FOUND) {
            close_piece(games);
            continue;
        }
        const embedded_piece *piece = &games->pieces[games->next - 1];
        if (status) {
            reader_say(reader, error, status, piece->offset, say_error(&fault));
            reader->error_line = line_in_file(games, piece, games->reader ? games->reader->error_line : 1);
            return status;
        }
        reader->game_line = line_in_file(games, piece, games->reader->game_line);
        if (is_long_enough(piece->format, *sheet))
            return FLANK_OK;
        flank_sheet_destroy(*sheet);
        *sheet = NULL;
    }
}

void embedded_free(embedded_games *games)
{
    close_piece(games);
    text_free(&games->text);
    text_free(&games->kinds);
    free(games->pieces);
}
