/* SPDX-License-Identifier: MIT
 *
 * Games among words.
 */
#include "formats/layouts/embedded_games.h"

#include "core/blanks.h"
#include "formats/layouts/page_words.h"
#include "formats/other_rules.h"
#include "formats/tagged_game.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVES_MIN = 4,
    KIND_MAX = 256,   /* bytes of a line that names a kind of Othello */
    NAMES_MAX = 4096, /* of the row of names of a table */
    MOVES_SURE = 10,  /* no word is so by chance */
    NUMBERS_MIN = 9   /* of a score sheet, with those of its rows */
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
    if (other_rules_is_phrase(text, length) && !page_is_menu(text, length)) {
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

/* Words of a text: from a place as far as another one. */
typedef struct word_span {
    size_t from, to;
} word_span;

/* The next brackets at `at` or behind blanks there, without the brackets; of no length if there are none. */
static word_span find_brackets(const char *text, size_t length, size_t at)
{
    while (at < length && is_blank((unsigned char)text[at]))
        at++;
    if (at == length || !text[at] || !strchr("({[", text[at]))
        return (word_span){at, at};
    const char closing = text[at] == '(' ? ')' : text[at] == '{' ? '}' : ']';
    const size_t left = length - at, most = left < KIND_MAX ? left : KIND_MAX;
    const char *end = memchr(text + at, closing, most);
    return (word_span){at + 1, end ? (size_t)(end - text) : at + 1};
}

/* Keep the kind that the brackets directly behind a game name, "f5d6c3d3 38-26 (10x10)", and go behind them; its place,
 * 0: they name none. */
static size_t kind_behind(embedded_games *games, const char *text, size_t length, size_t *at)
{
    size_t kind = 0;
    while (!flank_stop_is_raised(games->stop)) {
        const word_span inside = find_brackets(text, length, *at);
        if (inside.to == inside.from)
            break;
        if (!kind && other_rules_is_title(text + inside.from, inside.to - inside.from))
            kind = add_kind(games, text + inside.from, inside.to - inside.from);
        *at = inside.to + 1;
    }
    return kind;
}

/* True if the words before a game name one of the usual kind, "f5d6c3d3, Othello: f5d6c3d3". */
static bool is_of_usual(const char *text, size_t length)
{
    char words[KIND_MAX];
    for (; length && strchr(" ,;.", *text); length--)
        text++;
    if (!length || length >= KIND_MAX)
        return false;
    snprintf(words, sizeof words, "%.*s", (int)length, text);
    return other_rules_is_usual(text, length) || game_of_title(words);
}

/* True if the values of such a name are kinds, or what tells one. */
static bool is_of_kinds(other_fact fact)
{
    return (fact >= FACT_KIND && fact <= FACT_LENGTH) || fact == FACT_KOMI || fact == FACT_GOAL;
}

/* Keep the kind that a name of a fact and its value tell, "Komi" and "3"; its place, 0: they tell none. */
static size_t kind_of_pair(embedded_games *games, const char *name, size_t name_length, const char *value,
                           size_t length)
{
    char pair[2 * KIND_MAX];
    if (!name_length || name_length >= KIND_MAX || !length || length >= KIND_MAX)
        return 0;
    snprintf(pair, sizeof pair, "%.*s", (int)name_length, name);
    const other_fact fact = other_rules_fact(pair);
    if (is_of_kinds(fact) && other_rules_is_title(value, length))
        return add_kind(games, value, length);
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

/* The kinds of the games of a line. */
typedef struct line_kinds {
    size_t head; /* that all of the line are of, which its first words name, "Anti-Othello: f5d6c3d3" */
    size_t end;  /* of the game before and of the brackets behind it */
    bool begun;  /* there was one */
} line_kinds;

/* The kind of the game in a line from `at` to `end`; 0: the line names none for it. */
static size_t next_kind(embedded_games *games, line_kinds *kinds, const char *text, size_t length, size_t at,
                        size_t end)
{
    const char *before = text + kinds->end;
    const size_t before_length = at - kinds->end;
    if (kinds->head && is_of_usual(before, before_length))
        kinds->head = 0;
    if (!kinds->begun && before_length < KIND_MAX && other_rules_is_title(before, before_length))
        kinds->head = add_kind(games, before, before_length);
    const size_t behind = kind_behind(games, text, length, &end);
    *kinds = (line_kinds){kinds->head, end, true};
    return behind ? behind : kinds->head;
}

/* Take the moves among the words of a line, "Game 1: f5d6c3d3 38-26". Those that make no game are told if there are
 * many, else they are something else. */
static bool take_among_words(embedded_games *games, const flank_game *game, const embedded_piece *line)
{
    const char *text = games->text.bytes + line->at;
    const flank_reader_options options = {.format = &format_transcript, .game = game, .stop = games->stop};
    line_kinds kinds = {0};
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
        if (flank_stop_is_raised(games->stop))
            return false;
        if (is_game) {
            const size_t kind = next_kind(games, &kinds, text, line->length, at, at + piece.length);
            piece.kind = kind ? kind : piece.kind;
            if (!add_piece(games, &piece))
                return false;
        }
        at = stretch.squares ? stretch.end : end_of_word(text, line->length, at);
    }
    return true;
}

/* True for a text that can name a kind, and is no menu. */
static bool is_line(const char *text, size_t length)
{
    return length && length < KIND_MAX && !memchr(text, '\n', length);
}

/* The row of a table that names its columns: the first one of several cells, behind a caption perhaps. */
static word_span find_names(const char *text, size_t length)
{
    const char *tab = memchr(text, '\t', length);
    size_t from = tab ? (size_t)(tab - text) : 0;
    while (from && text[from - 1] != '\n')
        from--;
    const char *end = memchr(text + from, '\n', length - from);
    const size_t to = end ? (size_t)(end - text) : length;
    return (word_span){from, tab && to - from <= NAMES_MAX ? to : from};
}

static bool take(embedded_games *games, const flank_game *game, const embedded_piece *whole, const char *separators);

/* True if a text names a kind that is of what stands below it: it is no menu and, behind the label of a player, no name
 * that is a kind by chance, "Anti". */
static bool heads_games(const char *text, size_t length, bool after_label)
{
    return is_line(text, length) && other_rules_is_title(text, length) && !page_is_menu(text, length) &&
           (!after_label || other_rules_is_clear(text, length));
}

/* Take the lines of a text. */
static bool take_lines(embedded_games *games, const flank_game *game, const embedded_piece *whole,
                       const char *separators)
{
    const char *text = games->text.bytes + whole->at;
    const word_span names = find_names(text, whole->length);
    embedded_piece piece = *whole;
    for (size_t at = 0, last = 0; at <= whole->length; at += piece.length + 1) {
        const char *end = memchr(text + at, '\n', whole->length - at);
        piece.at = whole->at + at;
        piece.length = end ? (size_t)(end - text) - at : whole->length - at;
        const size_t before = games->count, kind = piece.kind,
                     row = kind_of_row(games, text + names.from, names.to - names.from, text + at, piece.length),
                     pair = kind_of_pair(games, text + last, at - last - (at > 0), text + at, piece.length);
        piece.kind = row ? row : kind;
        if (!take(games, game, &piece, separators))
            return false;
        piece.kind = pair ? pair : kind;
        const bool after_label = page_is_player_label(text + last, at - last - (at > 0));
        if (games->count == before && heads_games(text + at, piece.length, after_label))
            piece.kind = add_kind(games, text + at, piece.length); /* of what stands below it */
        last = at;
    }
    return true;
}

/* Take the cells of a row. Any of them may be the name of a player, so that only a clear kind is one, unless its
 * column is one of kinds (kind_of_row). */
static bool take_cells(embedded_games *games, const flank_game *game, const embedded_piece *whole,
                       const char *separators)
{
    const char *text = games->text.bytes + whole->at;
    embedded_piece piece = *whole;
    for (size_t at = 0; at <= whole->length; at += piece.length + 1) {
        const char *end = memchr(text + at, '\t', whole->length - at);
        const size_t before = games->count;
        piece.at = whole->at + at;
        piece.length = end ? (size_t)(end - text) - at : whole->length - at;
        if (!take(games, game, &piece, separators))
            return false;
        if (games->count == before && piece.length < KIND_MAX && other_rules_is_clear(text + at, piece.length))
            piece.kind = add_kind(games, text + at, piece.length); /* of what stands in its row */
    }
    return true;
}

/* Take `whole` if it is a game, else what of it is, cut at the first of `separators` that it has, and so on. */
static bool take(embedded_games *games, const flank_game *game, const embedded_piece *whole, const char *separators)
{
    const char *text = games->text.bytes + whole->at;
    embedded_piece piece = *whole;
    const bool is_named = is_line(text, whole->length) && other_rules_is_phrase(text, whole->length);
    const size_t kind = is_named ? add_kind(games, text, whole->length) : 0; /* beside moves, or in their row */
    const size_t before = games->count;
    piece.format = format_of(games, text, whole->length, game);
    if (flank_stop_is_raised(games->stop))
        return false;
    if (piece.format) {
        piece.kind = kind ? kind : piece.kind;
        return add_piece(games, &piece);
    }
    while (*separators && !memchr(text, *separators, whole->length))
        separators++;
    const bool is_taken = !*separators          ? take_among_words(games, game, &piece)
                          : *separators == '\n' ? take_lines(games, game, &piece, separators + 1)
                                                : take_cells(games, game, &piece, separators + 1);
    if (kind && games->count == before + 1 && games->pieces[before].kind == whole->kind)
        games->pieces[before].kind = kind; /* of one game alone: of several, it may be that of another */
    return is_taken;
}

/* Keep the kind that a text without games tells of the game below it, by a name and a value in two cells of a row or in
 * two lines, "Variant" and "Anti"; its place, 0: it tells none. */
static size_t kind_of_pairs(embedded_games *games, const char *text, size_t length)
{
    word_span before = {0, 0};
    for (size_t at = 0, kind; at < length && !flank_stop_is_raised(games->stop);) {
        const char *end = memchr(text + at, '\n', length - at), *line = text + at;
        const size_t size = end ? (size_t)(end - line) : length - at;
        const char *tab = memchr(line, '\t', size);
        const size_t name = tab ? (size_t)(tab - line) : 0, value = tab ? size - name - 1 : 0;
        kind = tab ? kind_of_pair(games, line, name, tab + 1, value)
                   : kind_of_pair(games, text + before.from, before.to - before.from, line, size);
        if (kind)
            return kind;
        before = (word_span){at, tab ? at : at + size};
        at += size + 1;
    }
    return 0;
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
    if (heads_games(text, piece.length, games->after_label))
        games->near = add_kind(games, text, piece.length);
    if (games->text.failed || (piece.length > 0 && !take(games, game, &piece, "\n\t")))
        return false;
    const bool is_title = is_short && (other_rules_is_title(text, piece.length) || page_is_menu(text, piece.length));
    const size_t pair = games->count == before && piece.length ? kind_of_pairs(games, text, piece.length) : 0;
    const bool is_passed = is_title || (is_short && other_rules_is_plain(text, piece.length) &&
                                        !other_rules_is_usual(text, piece.length) && !game_of_title(text));
    games->after_label = page_is_player_label(text, piece.length);
    games->near = pair ? pair : is_passed || games->count > before ? games->near : 0;
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
