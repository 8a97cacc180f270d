/* SPDX-License-Identifier: MIT
 *
 * Moves of Turkish draughts in text.
 *
 *   pdn       a3-a4, d4xd6, f3xf5xd5xd7xb7   origin and target; every landing if that fits two captures (PDN 3.0)
 *   path      the same                       every landing always
 *   tudaf     f3xf4xe5xd6xc7, …→h8          origin and every captured square (TUDAF score sheets); a target that these
 *                                            leave open follows an arrow
 *   numeric   41-33, 41x25                   pdn with square numbers
 *   hub       41-33, 41x25x33                Hub 2: origin, target, then the captured squares in any order
 *
 * One reader takes them all. The readings of a capture are tried in the order below, and no text written by us changes
 * its meaning by that order: a path lands on empty squares only, so it is never one of captured squares, and between
 * the rest the writer decides by reading back what it wrote.
 *
 *   1. an arrow: captured squares in order, then the target    4. Hub
 *   2. a complete path                                         5. captured squares in order
 *   3. two squares: origin and target                          6. some of the landings in order, then the target
 */
#include "games/draughts/draughts_move_text.h"

#include "core/error.h"
#include "games/draughts/draughts_moves.h"
#include "games/draughts/draughts_notation.h"

#include <stdio.h>
#include <string.h>

const char *const draughts_move_styles[] = {"pdn", "path", "tudaf", "numeric", "hub", NULL};

#define ARROW "\xe2\x86\x92" /* U+2192 */

/* ---- Reading ---- */

enum { SQUARES_MAX = FLANK_MOVE_TEXT_SIZE / 2 };

/* A move as it was written. */
typedef struct move_text {
    unsigned count;
    uint8_t squares[SQUARES_MAX];
    bool capture; /* squares joined by x or : */
    bool arrow;   /* before the last square */
} move_text;

/* The squares that the words are compared with. */
typedef struct reading_context {
    const flank_rules *rules;
    const flank_position *position;
    const move_text *text;
    unsigned *choices_left; /* for fits_some_landings */
    size_t count;
    flank_move moves[FLANK_MOVES_MAX];
} reading_context;

enum { CHOICES_MAX = 200 };

static bool is_cross(char character) { return character == 'x' || character == 'X' || character == ':'; }

/* Step over an arrow, "→" or "->". */
static bool read_arrow(const char *text, size_t *at)
{
    size_t length = strncmp(text + *at, ARROW, 3) == 0 ? 3 : strncmp(text + *at, "->", 2) == 0 ? 2 : 0;
    *at += length;
    return length != 0;
}

static flank_status read_words(const char *text, move_text *words, flank_error *error)
{
    *words = (move_text){.count = 0};
    for (size_t at = 0;;) {
        unsigned square = draughts_read_square(text, &at);
        if (square == FLANK_NO_SQUARE)
            return error_say(error, FLANK_BAD_MOVE, at, SAY(EXPECTED_SQUARE), say_byte(text[at]));
        words->squares[words->count++] = (uint8_t)square;
        bool single = words->count == 1;
        if (text[at] == '\0' && !single)
            return FLANK_OK;
        if (single && text[at] && strchr("abcdefghABCDEFGH", text[at])) /* "c3c4" */
            continue;
        if (text[at] == '-' && single && text[at + 1] != '>')
            at++;
        else if (is_cross(text[at]) && (single || words->capture) && !words->arrow)
            words->capture = true, at++;
        else if (words->capture && !words->arrow && read_arrow(text, &at))
            words->arrow = true;
        else
            return error_say(error, FLANK_BAD_MOVE, at, SAY(EXPECTED_FOUND),
                             single           ? SAY(A_DASH_OR_X)
                             : words->arrow   ? SAY(NOTHING_AFTER_TARGET)
                             : words->capture ? SAY(X_OR_THE_END)
                                              : SAY(THE_END),
                             say_byte(text[at]));
    }
}

static flank_squares set_of(const uint8_t *squares, unsigned count)
{
    flank_squares set = 0;
    for (unsigned i = 0; i < count; i++)
        set |= bit(squares[i]);
    return set;
}

/* The test by which each reading finds a legal capture from the right origin. */
typedef bool reading_fn(const reading_context *context, flank_move move);

static bool fits_complete_path(const reading_context *context, flank_move move)
{
    const move_text *text = context->text;
    draughts_path path;
    draughts_path_init(&path, move);
    if (path.length != text->count - 1 || text->squares[text->count - 1] != move.to)
        return false;
    memcpy(path.landings, text->squares + 1, path.length);
    return draughts_find_path(context->rules, context->position, &path);
}

static bool fits_origin_and_target(const reading_context *context, flank_move move)
{
    return context->text->count == 2 && context->text->squares[1] == move.to;
}

static bool fits_hub(const reading_context *context, flank_move move)
{
    const move_text *text = context->text;
    return text->count >= 3 && bit_count(move.captured) == text->count - 2 && text->squares[1] == move.to &&
           set_of(text->squares + 2, text->count - 2) == move.captured;
}

static bool fits_captured_squares(const reading_context *context, flank_move move)
{
    const move_text *text = context->text;
    unsigned captured = text->count - 1 - text->arrow;
    if (text->arrow && text->squares[text->count - 1] != move.to)
        return false;
    if (bit_count(move.captured) != captured || set_of(text->squares + 1, captured) != move.captured)
        return false;
    draughts_path path;
    draughts_path_init(&path, move);
    memcpy(path.victims, text->squares + 1, captured);
    return draughts_find_path(context->rules, context->position, &path);
}

/* Go to the next choice of `count` out of `of` places in order; false behind the last one. */
static bool next_choice(unsigned *places, unsigned count, unsigned of)
{
    for (unsigned i = count; i-- > 0;)
        if (places[i] < of - count + i) {
            places[i]++;
            for (unsigned j = i + 1; j < count; j++)
                places[j] = places[j - 1] + 1;
            return true;
        }
    return false;
}

/* Old files name as many landings as they found necessary. There may be millions of ways to spread a few squares over a
 * long capture; nobody writes such a text, so that the search may give up. */
static bool fits_some_landings(const reading_context *context, flank_move move)
{
    const move_text *text = context->text;
    const unsigned named = text->count - 2, between = bit_count(move.captured) - 1;
    unsigned places[SQUARES_MAX];
    if (text->count < 3 || named >= between || text->squares[text->count - 1] != move.to)
        return false;
    for (unsigned i = 0; i < named; i++)
        places[i] = i;
    while (*context->choices_left > 0 && (*context->choices_left)--) {
        draughts_path path;
        draughts_path_init(&path, move);
        for (unsigned i = 0; i < named; i++)
            path.landings[places[i]] = text->squares[i + 1];
        if (draughts_find_path(context->rules, context->position, &path))
            return true;
        if (!next_choice(places, named, between))
            return false;
    }
    return false;
}

/* The number of legal moves that fit; the first one is put in `*move`. */
static size_t count_fits(const reading_context *context, reading_fn *fits, flank_move *move)
{
    size_t count = 0;
    for (size_t i = 0; i < context->count; i++)
        if (context->moves[i].from == context->text->squares[0] && fits(context, context->moves[i]) && count++ == 0)
            *move = context->moves[i];
    return count;
}

static size_t write_path(const draughts_path *path, const char *(*name)(unsigned square), char *out);

static flank_status ambiguous(const reading_context *context, size_t count, flank_move example, flank_error *error)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    draughts_path path;
    draughts_path_init(&path, example);
    draughts_find_path(context->rules, context->position, &path);
    write_path(&path, flank_square_name, text);
    return error_say(error, FLANK_AMBIGUOUS_MOVE, 0, SAY(AMBIGUOUS_CAPTURES), say_number(count), say_cut(text, 64));
}

/* The reason why a text that can be read fits no legal move. */
static flank_status illegal(const reading_context *context, flank_error *error)
{
    const move_text *text = context->text;
    unsigned from = text->squares[0];
    const char *name = flank_square_name(from);
    bool white = context->position->color == FLANK_WHITE;
    if (context->count == 0)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GAME_OVER));
    if (!(context->position->own & bit(from)))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NO_DRAUGHTS_PIECE), say_name(white ? "white" : "black"),
                         say_text(name));
    unsigned must_take = bit_count(context->moves[0].captured);
    bool majority = context->rules->value[DRAUGHTS_MAJORITY] == 0;
    const error_part tried = text->capture ? SAY(THIS_CAPTURE) : SAY(A_MOVE_WITHOUT_CAPTURE);
    if (must_take && majority)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(MUST_CAPTURE_COUNT), tried, say_number(must_take));
    if (must_take)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(MUST_CAPTURE), tried);
    if (text->capture)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NOTHING_TO_CAPTURE));
    return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(CANNOT_MOVE_TO), say_text(name),
                     say_text(flank_square_name(text->squares[1])));
}

static flank_status find_quiet(const reading_context *context, flank_move *move, flank_error *error)
{
    flank_move found;
    if (count_fits(context, fits_origin_and_target, &found) == 0)
        return illegal(context, error);
    if (found.captured)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(CAPTURE_WRITTEN_AS_MOVE),
                         say_text(flank_square_name(found.from)), say_text(flank_square_name(found.to)));
    *move = found;
    return FLANK_OK;
}

static flank_status find_capture(const reading_context *context, flank_move *move, flank_error *error)
{
    static reading_fn *const readings[] = {fits_complete_path, fits_origin_and_target, fits_hub, fits_captured_squares,
                                           fits_some_landings};
    bool captures = context->count && context->moves[0].captured;
    const size_t first = context->text->arrow ? 3 : 0, end = context->text->arrow ? 4 : 5;
    for (size_t i = first; captures && i < end; i++) {
        flank_move found;
        size_t count = count_fits(context, readings[i], &found);
        if (count > 1)
            return ambiguous(context, count, found, error);
        if (count == 1) {
            *move = found;
            return FLANK_OK;
        }
    }
    return illegal(context, error);
}

flank_status draughts_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                 flank_move *move, flank_error *error)
{
    move_text words;
    flank_status status = read_words(text, &words, error);
    if (status)
        return status;
    unsigned choices_left = CHOICES_MAX;
    reading_context context = {.rules = rules, .position = position, .text = &words, .choices_left = &choices_left};
    if (!draughts_one_each(position->own, position->other))
        context.count = draughts_moves(rules, position, context.moves);
    return words.capture ? find_capture(&context, move, error) : find_quiet(&context, move, error);
}

/* ---- Writing ---- */

static const char *number_name(unsigned square)
{
    static const char names[64][3] = {"57", "58", "59", "60", "61", "62", "63", "64", "49", "50", "51", "52", "53",
                                      "54", "55", "56", "41", "42", "43", "44", "45", "46", "47", "48", "33", "34",
                                      "35", "36", "37", "38", "39", "40", "25", "26", "27", "28", "29", "30", "31",
                                      "32", "17", "18", "19", "20", "21", "22", "23", "24", "9",  "10", "11", "12",
                                      "13", "14", "15", "16", "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8"};
    return names[square];
}

static size_t write_path(const draughts_path *path, const char *(*name)(unsigned square), char *out)
{
    size_t used = (size_t)sprintf(out, "%s", name(path->move.from));
    for (unsigned i = 0; i < path->length; i++)
        used += (size_t)sprintf(out + used, "x%s", name(path->landings[i]));
    return used;
}

static size_t write_victims(const draughts_path *path, const char *(*name)(unsigned square), char *out)
{
    size_t used = 0;
    for (unsigned i = 0; i < path->length; i++)
        used += (size_t)sprintf(out + used, "x%s", name(path->victims[i]));
    return used;
}

/* True if `text` is read as `move` and nothing else. */
static bool reads_back(const flank_rules *rules, const flank_position *position, const char *text, flank_move move)
{
    flank_move read;
    flank_error error;
    return draughts_parse_move(rules, position, text, &read, &error) == FLANK_OK && flank_move_equal(read, move);
}

void draughts_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                          char *out)
{
    bool hub = strcmp(style, "hub") == 0, tudaf = strcmp(style, "tudaf") == 0, full = strcmp(style, "path") == 0;
    const char *(*name)(unsigned) = hub || strcmp(style, "numeric") == 0 ? number_name : flank_square_name;
    size_t used = (size_t)sprintf(out, "%s", name(move.from));
    if (!move.captured) {
        sprintf(out + used, "-%s", name(move.to));
        return;
    }
    draughts_path path;
    draughts_path_init(&path, move);
    draughts_find_path(rules, position, &path);
    if (tudaf) {
        used += write_victims(&path, name, out + used);
        if (!reads_back(rules, position, out, move))
            sprintf(out + used, ARROW "%s", name(move.to));
        return;
    }
    used += (size_t)sprintf(out + used, "x%s", name(move.to));
    if (hub)
        write_victims(&path, name, out + used);
    else if (full || !reads_back(rules, position, out, move))
        write_path(&path, name, out);
}
