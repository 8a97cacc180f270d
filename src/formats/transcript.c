/* SPDX-License-Identifier: MIT
 *
 * Transcripts: one game a line, nothing but its moves.
 *
 *   f5d6c3d3c4f4c5b3c2e3d2c6b4          Othello, Tothello; also "F5 d6 3. C3", passes written or left out
 *   b8-d6 a5-c5 …                       Lines of Action, draughts
 *   1. F5 D6                            a game that begins with a number goes on over lines whose number is the next
 *   2. C3 D3 33-31
 *   f5                                  a file with one move, or a pair, in every line is one game, up to an empty
 *   d6                                  line, if all of them follow one another
 *   No,Black,White                      names above columns with a number and a pair in each row are passed over,
 *   move,player,square                  and above those with a number, a side and a move
 *   Black: A. Player                    lines with a name before a colon head the next game
 *   Result: 33-31
 *   A. Player – B. Player 33-31 f5d6    names and score before the moves (named_moves.c)
 *
 * A line that begins with % or # is a comment; a comment that is the name of a game says what follows, and so does a
 * title without a sign, "Lines of Action Board 306". Moves are read
 * in every notation of the game; the same lines are lists of openings (XOT: eight plies each). A result may stand
 * behind the moves. Written are moves in the game's first notation, Othello's and Tothello's without blanks and without
 * passes that the moves imply, and the name of a game that the moves do not tell. Headings are not written: whoever
 * reads such files counts on one game a line.
 */
#include "core/error.h"
#include "core/full_width.h"
#include "games/game_table.h"
#include "formats/format_table.h"
#include "formats/guessed_game.h"
#include "formats/kind_above.h"
#include "formats/line_kind.h"
#include "formats/moves_line.h"
#include "formats/movetext.h"
#include "formats/named_moves.h"
#include "formats/other_rules.h"
#include "formats/plain_moves.h"
#include "formats/tagged_game.h"
#include "formats/told_result.h"
#include "formats/told_start.h"
#include "games/move_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LINE_MAX_BYTES = 1 << 20,
    FIRST_LINE_SIZE = 2048,
    RESULT_SIZE = 16,
    SCORE_SIZE = 64,
    SQUARES = 64,
    HEADING_MAX_BYTES = 1 << 20
};

/* True if games have a move or a pair in every line. */
typedef enum lines_use { LINES_UNKNOWN, LINES_ARE_GAMES, LINES_ARE_MOVES } lines_use;

/* Moves that have numbers, "1. f5 d6 2. c3". */
typedef struct move_numbers {
    int moves;        /* so far */
    int last, before; /* the last number (0: none) and the moves before it */
} move_numbers;

typedef struct transcript_state {
    const flank_game *game; /* that the file is of, once that is known */
    text_buffer heading;    /* names and values before the next game, each with its NUL */
    kind_above kind;        /* of Othello, that a comment or title names for what follows */
    bool guessed;           /* the game was, which is not told yet */
    bool numbers_moves;     /* the last game did, from 1 on, so that a line with another number begins none */
    move_numbers numbers;   /* of that game */
    lines_use lines;
} transcript_state;

typedef struct transcript_output {
    const flank_game *game; /* of the last game that was written, or NULL */
} transcript_output;

/* ---- Reading ---- */

static flank_status add_word(flank_sheet *sheet, const flank_node **node, const char *word, size_t length,
                             flank_error *error)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    if (length >= sizeof text)
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(TOO_LONG_FOR_MOVE));
    memcpy(text, word, length);
    text[length] = '\0';
    return flank_sheet_add_text(sheet, *node, text, node, error);
}

/* The score that a text gives to the first player, 1 to -1; false if it gives none. */
static bool read_score(const char *text, int *sign)
{
    static const struct {
        const char *text;
        int sign;
    } scores[] = {{"1-0", 1}, {"0-1", -1}, {"1/2-1/2", 0}, {"0.5-0.5", 0}, {"2-0", 1}, {"0-2", -1}, {"1-1", 0}};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        if (strcmp(text, scores[i].text) == 0) {
            *sign = scores[i].sign;
            return true;
        }
    return false;
}

/* "B+", "W+R", "B+12", and "B38-26" with black's discs first, which say whose result it is. */
static bool read_named_result(const char *text, bool scores_discs, stated_result *stated)
{
    static const struct {
        const char *text;
        flank_ending ending;
    } endings[] = {
        {"", FLANK_ENDING_PLAYED}, {"R", FLANK_ENDING_RESIGNED}, {"T", FLANK_ENDING_TIME}, {"F", FLANK_ENDING_FORFEIT}};
    const char *margin = text + 2;
    const bool is_white = *text == 'W';
    if (*text == 'B' && isdigit((unsigned char)text[1]))
        return scores_discs && movetext_read_discs(text + 1, stated);
    if ((*text != 'B' && !is_white) || text[1] != '+')
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(margin, endings[i].text) == 0) {
            *stated =
                (stated_result){.result = {.known = true, .sign = is_white ? -1 : 1, .ending = endings[i].ending}};
            return true;
        }
    if (!scores_discs || !isdigit((unsigned char)*margin) || !movetext_read_discs(text + 1, stated))
        return false;
    stated->result.sign *= is_white ? -1 : 1;
    stated->result.discs *= is_white ? -1 : 1;
    stated->is_count = false;
    return true;
}

/* "1-0", "38-26", "+12". */
static bool read_bare_result(const char *text, const flank_game *game, stated_result *stated)
{
    int sign;
    const bool is_score = read_score(text, &sign);
    if (is_score)
        *stated = (stated_result){.result = {.known = true, .sign = movetext_black_sign(game, sign)}};
    else if (!flank_game_scores_discs(game) || !movetext_read_discs(text, stated))
        return false;
    stated->side = SIDE_BY_CUSTOM;
    return true;
}

bool moves_line_result(flank_sheet *sheet, const char *word, size_t length)
{
    const flank_game *game = flank_sheet_game(sheet);
    stated_result stated = {.empties = 0};
    const bool in_brackets = length > 2 && word[0] == '(' && word[length - 1] == ')';
    char text[RESULT_SIZE] = "";
    if (length < sizeof text)
        memcpy(text, word + in_brackets, length - 2 * in_brackets);
    char *colon = flank_game_scores_discs(game) ? strchr(text, ':') : NULL; /* elsewhere it is a capture */
    if (colon)
        *colon = '-';
    if (strcmp(text, "*") == 0)
        return true;
    if (!read_named_result(text, flank_game_scores_discs(game), &stated) && !read_bare_result(text, game, &stated))
        return false;
    sheet_state_result(sheet, &stated);
    return true;
}

/* The number of moves that have been made that are no passes, which some programs do not count. */
static int count_moves(const flank_node *node)
{
    int moves = 0;
    for (; node->parent; node = node->parent)
        moves += !flank_move_is_pass(node->move);
    return moves;
}

static bool must_pass(const flank_sheet *sheet, const flank_node *node)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(flank_sheet_game(sheet), flank_sheet_rules(sheet), &node->position, moves);
    return count == 1 && flank_move_is_pass(moves[0]);
}

/* True if `number` is that of the move after `node`, counted by moves or by pairs of them, passes counted or not. */
static bool is_next_number(const flank_sheet *sheet, const flank_node *node, int number)
{
    const int moves = count_moves(node), plies = node->ply, passed = plies + must_pass(sheet, node);
    return number == moves + 1 || number == moves / 2 + 1 || number == plies + 1 || number == plies / 2 + 1 ||
           number == passed + 1 || number == passed / 2 + 1;
}

/* Find the last sign of a side in a piece of a line; false if there is none. */
static bool find_sign(const char *line, size_t from, size_t to, flank_color *color)
{
    bool found = false;
    for (size_t at = from; at < to; at++)
        if (line[at] == PLAIN_BLACK || line[at] == PLAIN_WHITE) {
            *color = line[at] == PLAIN_BLACK ? FLANK_BLACK : FLANK_WHITE;
            found = true;
        }
    return found;
}

/* Compare the sign of `color`, which stands before `word`, with the side that makes the move. */
static flank_status check_sign(const flank_game *game, flank_color color, flank_color mover, const char *word,
                               size_t length, flank_error *error)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    if (color == mover)
        return FLANK_OK;
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GGF_WRONG_TURN), say_cut(text, 16),
                     say_name(flank_game_color_name(game, color)), say_name(flank_game_color_name(game, mover)));
}

/* Count the move in hand and its number. */
static void count_number(move_numbers *numbers, const move_words *words)
{
    if (words->own_number) {
        numbers->last = words->own_number;
        numbers->before = numbers->moves;
    }
    numbers->moves++;
}

/* The number of the next move. Numbers count pairs of moves if two stand behind one; the first number tells nothing
 * else of that, the others do. */
static int expected_number(const move_numbers *numbers)
{
    const bool later = numbers->last && numbers->before > 0, odd = numbers->moves % 2;
    const bool by_pairs = later ? numbers->last == numbers->before / 2 + 1 && numbers->last != numbers->before + 1
                                : numbers->moves - numbers->before > 1;
    return by_pairs && !odd ? numbers->moves / 2 + 1 : numbers->moves + 1;
}

/* Compare the number before a move with the moves so far; the first number of a game may be that of a list. */
static flank_status check_number(const flank_sheet *sheet, const flank_node *node, const move_words *words,
                                 const move_numbers *numbers, flank_error *error)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    if (!words->own_number || !node->parent || is_next_number(sheet, node, words->own_number))
        return FLANK_OK;
    snprintf(text, sizeof text, "%.*s", (int)words->length, words->text + words->at);
    return error_say(error, FLANK_BAD_RECORD, 0, SAY(MOVE_NUMBER), say_cut(text, 16), say_number(words->own_number),
                     say_number(expected_number(numbers)));
}

/* True if a word is one of a sentence: letters, and no digit. */
static bool is_prose(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (isdigit((unsigned char)word[i]))
            return false;
    return length > 0 && (isalpha((unsigned char)word[0]) || (unsigned char)word[0] >= 0x80);
}

/* Tell of a word behind moves that is none. */
static flank_status refuse_prose(const char *word, size_t length, flank_error *error)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    return error_say(error, FLANK_BAD_MOVE, 0, SAY(COMMENT_WITHOUT_SIGN), say_cut(text, 20));
}

/* Tell of a result that a comment without a sign stands behind; FLANK_OK if it is none. */
static flank_status refuse_behind_result(flank_sheet *sheet, move_words *words, size_t *at, flank_error *error)
{
    const char *result = words->text + words->at;
    const size_t length = words->length;
    move_words behind = *words;
    if (!move_words_next(&behind, flank_sheet_game(sheet)) || !is_prose(behind.text + behind.at, behind.length) ||
        !moves_line_result(sheet, result, length))
        return FLANK_OK;
    *at = behind.at;
    return refuse_prose(behind.text + behind.at, behind.length, error);
}

/* Add the move in hand after `*node`; what stands from `behind` on before it must agree, and its number follow
 * `numbers`. */
static flank_status add_marked_word(flank_sheet *sheet, const flank_node **node, const move_words *words, size_t behind,
                                    const move_numbers *numbers, flank_error *error)
{
    const flank_game *game = flank_sheet_game(sheet);
    const char *word = words->text + words->at;
    flank_color color = FLANK_BLACK;
    const bool has_sign = find_sign(words->text, behind, words->at, &color);
    flank_status status = check_number(sheet, *node, words, numbers, error);
    if (!status && has_sign && !must_pass(sheet, *node))
        status = check_sign(game, color, (*node)->position.color, word, words->length, error);
    const bool is_behind = (*node)->parent != NULL;
    status = status ? status : add_word(sheet, node, word, words->length, error);
    if (status == FLANK_BAD_MOVE && is_behind && is_prose(word, words->length))
        return refuse_prose(word, words->length, error);
    if (!status && has_sign)
        status = check_sign(game, color, (*node)->parent->position.color, word, words->length, error);
    return status;
}

/* True if nothing stands behind the move in hand, or a result that stood in a comment. */
static bool ends_line(const move_words *words)
{
    const char *behind = words->text + words->at + words->length;
    return move_words_at_end(words) || behind[strspn(behind, " \t\r")] == PLAIN_RESULT;
}

static flank_status add_note(flank_sheet *sheet, const flank_error *note, flank_error *error)
{
    const bool failed = sheet_add_note(sheet, SHEET_NOTE, note);
    return failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
}

/* Take the result that stood in a comment behind the moves; what is left out is told. */
static flank_status take_told_result(flank_sheet *sheet, const char *text, flank_error *error)
{
    flank_error note;
    if (moves_line_result(sheet, text, strcspn(text, " \t\r")))
        return FLANK_OK;
    error_say(&note, FLANK_OK, 0, SAY(TOLD_RESULT_UNREAD));
    return add_note(sheet, &note, error);
}

flank_status moves_line_add(flank_sheet *sheet, const flank_node **node, const char *line, const flank_stop *stop,
                            size_t *at, flank_error *error)
{
    move_words words = {.text = line};
    move_numbers numbers = {.moves = count_moves(*node)};
    for (size_t behind = 0; move_words_next(&words, flank_sheet_game(sheet)); behind = words.at + words.length) {
        *at = words.at;
        if (flank_stop_is_raised(stop))
            return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED));
        if (line[words.at] == PLAIN_RESULT)
            return take_told_result(sheet, line + words.at + 1, error);
        if ((*node)->parent && ends_line(&words) && moves_line_result(sheet, line + words.at, words.length))
            continue;
        flank_status status = (*node)->parent ? refuse_behind_result(sheet, &words, at, error) : FLANK_OK;
        status = status ? status : add_marked_word(sheet, node, &words, behind, &numbers, error);
        if (status)
            return status;
        count_number(&numbers, &words);
    }
    *at = strlen(line);
    return FLANK_OK;
}

/* ---- Lines that hold no moves ---- */

static bool is_comment(int first) { return first == '%' || first == '#'; }

/* The game that a comment names, which is all of it, or NULL. */
static const flank_game *named_game(const char *line)
{
    const char *name = line + strspn(line, "%# \t");
    const size_t length = strcspn(name, " \t\r\n"), behind = length + strspn(name + length, " \t\r");
    if (name[behind] && name[behind] != '\n')
        return NULL;
    for (size_t i = 0; i < flank_game_count(); i++) {
        const char *known = flank_game_name(flank_game_at(i));
        if (strlen(known) == length && strncasecmp(name, known, length) == 0)
            return flank_game_at(i);
    }
    return NULL;
}

/* The length of "Event date" in "Event date: …", or 0. Names have no digits, moves have. */
static size_t heading_length(const char *line)
{
    size_t length = 0;
    while (isalpha((unsigned char)line[length]) || (length > 0 && (line[length] == ' ' || line[length] == '_')))
        length++;
    const bool heads = length > 1 && length < 32 && line[length] == ':';
    return heads && !named_moves_find(line, &(named_moves){0}) && !moves_title_length(line) ? length : 0;
}

/* True if a line is the names above a table of moves: what counts the rows, and Black and White, or side and move. */
static bool names_columns(const char *line)
{
    static const char dividers[] = " \t\r,;|\"";
    static const char *const names[] = {"black", "white", "player", "color", "colour", "side", "square", "no",
                                        "no.",   "nr",    "nr.",    "#",     "move",   "turn", "ply"};
    enum { BOTH = 2, SIDES = 6, MOVES = 7, NAMES = sizeof names / sizeof *names };
    size_t both = 0, sides = 0, moves = 0, at = strspn(line, dividers);
    for (size_t length; line[at] && line[at] != '\n'; at += length + strspn(line + at + length, dividers)) {
        size_t i = 0;
        length = strcspn(line + at, " \t\r,;|\"\n");
        while (i < NAMES && (strlen(names[i]) != length || strncasecmp(line + at, names[i], length) != 0))
            i++;
        if (i == NAMES)
            return false;
        both += i < BOTH;
        sides += i >= BOTH && i < SIDES;
        moves += (i >= SIDES && i < MOVES) || strcmp(names[i], "move") == 0;
    }
    return both ? both == BOTH && !sides : sides == 1 && moves;
}

/* ---- Choice of the game ---- */

/* The game that the value of a heading `name` of `length` letters names, or NULL. */
static const flank_game *game_of_heading(const char *name, size_t length, const char *value)
{
    const bool names_game = (length == strlen("Game") && strncasecmp(name, "Game", length) == 0) ||
                            (length == strlen("Variant") && strncasecmp(name, "Variant", length) == 0);
    return names_game ? other_rules_game(value) : NULL;
}

/* Copy the first line that holds moves, and note the game that a comment before it names; false if it is not there
 * whole, or too long for a game. */
static bool first_line(const char *bytes, size_t size, bool whole, char line[FIRST_LINE_SIZE], const flank_game **named)
{
    for (size_t at = 0, length; at < size; at += length + (at + length < size)) {
        const char *end = memchr(bytes + at, '\n', size - at);
        length = end ? (size_t)(end - bytes) - at : size - at;
        const size_t copied = length < FIRST_LINE_SIZE ? length : FIRST_LINE_SIZE - 1;
        memcpy(line, bytes + at, copied);
        line[copied] = '\0';
        if ((!end && !whole) || strlen(line) != copied)
            return false;
        if (!line[strspn(line, " \t\r")]) /* thousands may stand above the moves */
            continue;
        full_width_narrow(line);
        if (line_is_kind(line) || (!game_of_title(line) && line_is_plain_title(line)))
            continue;
        plain_moves(line);
        const char *text = line + strspn(line, " \t\r");
        if (is_comment(*text)) {
            const flank_game *game = named_game(text);
            *named = game ? game : *named;
        } else if (game_of_title(text)) {
            *named = game_of_title(text);
        } else if (heading_length(text)) {
            const flank_game *game = game_of_heading(text, heading_length(text), text + heading_length(text) + 1);
            *named = game ? game : *named;
        } else if (*text && !names_columns(text) && strspn(text, "0123456789.:) \t\r") < strlen(text)) {
            return copied == length;
        }
    }
    return false;
}

/* The reading of a line as moves of some game. */
typedef struct line_moves {
    size_t plies; /* 0: they cannot all be played */
    size_t done;  /* bytes of it that can */
    flank_move first;
} line_moves;

static line_moves try_line(const flank_game *game, const char *line, const flank_stop *stop)
{
    line_moves moves = {0};
    flank_sheet *sheet = flank_sheet_create(game, NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *node = sheet ? flank_sheet_root(sheet) : NULL;
    size_t done = 0;
    const bool whole = sheet && moves_line_add(sheet, &node, line, stop, &done, NULL) == FLANK_OK;
    moves.done = sheet && node->parent ? done : 0;
    if (whole && node->parent) {
        moves.plies = flank_sheet_count(sheet) - 1;
        moves.first = flank_sheet_root(sheet)->child->move;
    }
    flank_sheet_destroy(sheet);
    return moves;
}

static void blank_sides(char *line)
{
    for (; *line; line++)
        if (*line == PLAIN_BLACK || *line == PLAIN_WHITE)
            *line = ' ';
}

/* The game whose moves a line is but for the signs of the sides, which contradict them; NULL if there is none. */
static const flank_game *game_without_sides(const char *line, const flank_stop *stop)
{
    const char sides[] = {PLAIN_BLACK, PLAIN_WHITE, '\0'};
    size_t plies;
    char *plain = line[strcspn(line, sides)] ? strdup(line) : NULL;
    if (!plain)
        return NULL;
    blank_sides(plain);
    const flank_game *game = moves_line_game(plain, stop, &plies);
    free(plain);
    return game;
}

const flank_game *moves_line_game(const char *line, const flank_stop *stop, size_t *plies)
{
    const flank_game *game, *nearest = NULL;
    size_t most = 0;
    for (size_t i = 0; (game = game_to_guess(i)); i++) {
        const line_moves moves = try_line(game, line, stop);
        *plies = moves.plies;
        if (moves.plies && moves_guess_game(game, line, moves.first, moves.plies))
            return game;
        if (moves.done > most && !game_twin(game)) {
            most = moves.done;
            nearest = game;
        }
    }
    *plies = 0;
    return nearest ? nearest : game_without_sides(line, stop);
}

/* True if a line that is of no game begins with a move of `game`. */
static bool begins_with_move(const flank_game *game, const char *line)
{
    flank_sheet *sheet = flank_sheet_create(game, NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *node = sheet ? flank_sheet_root(sheet) : NULL;
    size_t done = 0;
    const bool begins = sheet && (moves_line_add(sheet, &node, line, NULL, &done, NULL) == FLANK_OK || node->parent);
    flank_sheet_destroy(sheet);
    return begins;
}

/* A line of moves that can be played: nothing else looks like that. If only its beginning can, it is perhaps one. */
static int transcript_detect(const char *bytes, size_t size, bool whole)
{
    char line[FIRST_LINE_SIZE];
    size_t plies = 0;
    const flank_game *game = NULL;
    if (!first_line(bytes, size, whole, line, &game))
        return 0;
    if (game)
        plies = try_line(game, line, NULL).plies;
    else
        game = moves_line_game(line, NULL, &plies);
    if (plies)
        return plies > 1 ? 80 : 40;
    blank_sides(line);
    return game && begins_with_move(game, line) ? FORMAT_DAMAGED : 0;
}

/* ---- Games over several lines ---- */

/* Count the moves of a line, and what is like them, with their numbers. */
static void count_words(const flank_game *game, const char *line, move_numbers *numbers)
{
    move_words words = {.text = line};
    while (move_words_next(&words, game) && line[words.at] != PLAIN_RESULT)
        count_number(numbers, &words);
}

/* The same of the line that has been read. */
static void count_read(flank_reader *reader, const flank_game *game, move_numbers *numbers)
{
    char *line = reader->text.bytes;
    if (reader->text.failed || !line)
        return;
    full_width_narrow(line);
    plain_moves(line);
    count_words(game, line, numbers);
}

/* The byte at `ahead` in the source, a full-width character as the narrow one; `*length` is how many bytes it takes. */
static int peek_narrow(byte_source *source, size_t ahead, size_t *length)
{
    const int byte = source_peek_at(source, ahead);
    char text[] = {(char)byte, '\0', '\0', '\0'};
    *length = 1;
    if (byte != 0xEF && byte != 0xE3)
        return byte;
    for (size_t i = 1; i < 3; i++)
        text[i] = (char)source_peek_at(source, ahead + i);
    if (!full_width_narrow(text))
        return byte;
    *length = 3;
    return (unsigned char)*text;
}

/* Read the number of a move at the next byte of the source, and the line end behind it if it stands alone; 0 if there
 * is none. `*ahead` is where it ends. */
static int peek_number(byte_source *source, size_t *ahead)
{
    int number = 0, byte;
    size_t length;
    bool is_marked = false;
    while ((byte = peek_narrow(source, *ahead, &length)) == ' ' || byte == '\t')
        *ahead += length;
    if (byte == 0xE2 && source_peek_at(source, *ahead + 1) == 0x91) {
        number = source_peek_at(source, *ahead + 2) - 0xA0 + 1;
        is_marked = number >= 1 && number <= 20;
        *ahead += 3;
    }
    for (; isdigit(byte = peek_narrow(source, *ahead, &length)) && number < 1000; *ahead += length)
        number = 10 * number + (byte - '0');
    for (; (byte = peek_narrow(source, *ahead, &length)) > 0 && strchr(".:), \t\r", byte); *ahead += length)
        is_marked = true;
    *ahead += byte == '\n';
    return is_marked || byte == '\n' ? number : 0;
}

/* The next line, copied to reader->text and left in the source, as far as it fits a line that holds no moves. */
static void peek_line(flank_reader *reader)
{
    byte_source *source = &reader->source;
    const size_t size = source_fill(source, FIRST_LINE_SIZE);
    const char *bytes = (const char *)source->buffer + source->at, *end = memchr(bytes, '\n', size);
    text_clear(&reader->text);
    text_add_bytes(&reader->text, bytes, end ? (size_t)(end - bytes) : size);
}

/* The numbered line that the source stands at. */
typedef struct numbered_line {
    int number;                           /* 0: it has none, or nothing behind it */
    char moves[2 * FLANK_MOVE_TEXT_SIZE]; /* the beginning of what stands behind it */
    char first[2 * FLANK_MOVE_TEXT_SIZE]; /* the first move of that */
    bool is_run;                          /* several moves in a word: such lines may be games, numbered in a list */
    bool is_apart;                        /* empty lines stand before it */
} numbered_line;

static numbered_line peek_numbered(byte_source *source, const flank_game *game)
{
    numbered_line line = {0};
    size_t ahead = 0, length = 0;
    int byte;
    for (size_t i = 0; (byte = source_peek_at(source, i)) > 0 && strchr(" \t\r\n", byte); i++)
        if (byte == '\n')
            ahead = i + 1;
    line.is_apart = ahead > 0;
    const int number = peek_number(source, &ahead);
    for (; (byte = source_peek_at(source, ahead)) > 0 && byte != '\n' && length < sizeof line.moves - 1; ahead++)
        line.moves[length++] = (char)byte;
    full_width_narrow(line.moves);
    const bool begins_game = named_moves_find(line.moves, &(named_moves){0});
    plain_moves(line.moves);
    move_words words = {.text = line.moves};
    if (number == 0 || begins_game || !move_words_next(&words, game))
        return line;
    memcpy(line.first, line.moves + words.at, words.length);
    line.number = number;
    line.is_run = words.in_run;
    return line;
}

static bool is_legal(const flank_sheet *sheet, const flank_node *node, const char *move)
{
    flank_sheet *trial = flank_sheet_create(flank_sheet_game(sheet), NULL, &node->position, FLANK_SHEET_GAME);
    const bool legal = trial && flank_sheet_add_text(trial, flank_sheet_root(trial), move, NULL, NULL) == FLANK_OK;
    flank_sheet_destroy(trial);
    return legal;
}

/* True if the next line of the source begins with the number of the next move. Rising numbers are of one game: a move
 * behind one that is not legal is a fault and begins no other game, except for a run of moves, "2. f5f6". A game that
 * begins with the number `first`: 0, none, goes on with a legal move only; with more than 1 it is one of a list. Only a
 * game that begins with 1 goes on behind empty lines. */
static bool goes_on_by_number(flank_reader *reader, const flank_sheet *sheet, const flank_node *node, int first)
{
    const numbered_line line = peek_numbered(&reader->source, flank_sheet_game(sheet));
    if (first > 1 || !line.number || (line.is_apart && (first != 1 || line.is_run)) || (first == 0 && line.is_run) ||
        !is_next_number(sheet, node, line.number))
        return false;
    return (first == 1 && !line.is_run) || is_legal(sheet, node, line.first);
}

/* True if the next line begins with the sign of the side that does not begin, and that side is to move. */
static bool goes_on_by_sign(flank_reader *reader, const flank_sheet *sheet, const flank_node *node)
{
    flank_color color = FLANK_BLACK;
    peek_line(reader);
    if (reader->text.failed)
        return false;
    char *line = reader->text.bytes;
    full_width_narrow(line);
    plain_moves(line);
    return find_sign(line, 0, strspn(line, " \t\v\f"), &color) && color != flank_sheet_root(sheet)->position.color &&
           (color == node->position.color || must_pass(sheet, node));
}

/* Pass over the rest of a numbered game with a fault: the lines whose numbers go on from the moves so far. */
static void skip_numbered(flank_reader *reader, const flank_game *game, move_numbers *numbers)
{
    for (;;) {
        const numbered_line line = peek_numbered(&reader->source, game);
        const bool goes_on = line.number == numbers->moves + 1 || line.number == numbers->moves / 2 + 1;
        if (line.number < 2 || line.is_run || !goes_on)
            return;
        source_skip_blanks(&reader->source);
        source_line(&reader->source, &reader->text, LINE_MAX_BYTES);
        if (reader->text.failed)
            return;
        count_read(reader, game, numbers);
    }
}

/* Pass over lines whose numbers rise from `number` on. */
static void skip_rising(flank_reader *reader, const flank_game *game, int number)
{
    for (numbered_line line; line = peek_numbered(&reader->source, game), line.number > number && !line.is_run;) {
        number = line.number;
        source_skip_blanks(&reader->source);
        source_line(&reader->source, &reader->text, 0);
    }
}

/* ---- Games with a move or a pair in every line ---- */

enum { SPREAD_BYTES = 16384, SPREAD_MOVES_MAX = 2 };

/* True if words are nothing but a result. A score may be a move where discs are not counted. */
static bool tells_result(const flank_game *game, const char *line)
{
    char told[TOLD_RESULT_SIZE];
    return flank_game_scores_discs(game) && told_result_read(line, strlen(line), told) == TOLD_CLEARLY;
}

/* The next line of `bytes` at `*at`, narrowed; false at its end, at an empty line and at one that holds no moves, or
 * names before them. */
static bool spread_line(const flank_game *game, const char *bytes, size_t size, size_t *at, char line[FIRST_LINE_SIZE])
{
    const char *end = *at < size ? memchr(bytes + *at, '\n', size - *at) : NULL;
    const size_t length = end ? (size_t)(end - bytes) - *at : size - *at;
    if (*at >= size || length >= FIRST_LINE_SIZE)
        return false;
    memcpy(line, bytes + *at, length);
    line[length] = '\0';
    full_width_narrow(line);
    if (named_moves_find(line, &(named_moves){0}) || tells_result(game, line))
        return false;
    plain_moves(line);
    *at += length + (end != NULL);
    const char *text = line + strspn(line, " \t\r");
    return *text && !is_comment(*text) && !heading_length(text) && !game_of_title(text);
}

/* True if the lines from here on, a move or a pair in each, are one game. They are none if each of them can begin one.
 * So they are if all of them follow one another; and if the second, or its first move, does, and that cannot begin a
 * game: then there is a fault in it, which will be told. */
static bool is_spread(const flank_game *game, const char *bytes, size_t size)
{
    char line[FIRST_LINE_SIZE];
    size_t at = 0, done = 0;
    int lines = 0, good = 0, beginning = 0;
    bool second_begins = false, second_follows = false, short_lines = true;
    flank_sheet *sheet = flank_sheet_create(game, NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *node = sheet ? flank_sheet_root(sheet) : NULL;
    while (sheet && short_lines && spread_line(game, bytes, size, &at, line)) {
        const bool begins = try_line(game, line, NULL).plies > 0;
        move_numbers numbers = {.moves = 0};
        count_words(game, line, &numbers);
        short_lines = numbers.moves <= SPREAD_MOVES_MAX;
        second_begins = lines == 1 ? begins : second_begins;
        beginning += begins;
        const flank_node *before = node;
        if (good == lines && moves_line_add(sheet, &node, line, NULL, &done, NULL) == FLANK_OK)
            good++;
        if (lines == 1)
            second_follows = good == 2 || (node != before && !begins_with_move(game, line));
        lines++;
    }
    flank_sheet_destroy(sheet);
    return short_lines && second_follows && beginning < lines && (good == lines || !second_begins);
}

/* Find out once for the file. */
static bool is_spread_over_lines(flank_reader *reader, const flank_game *game)
{
    transcript_state *state = reader->state;
    if (state->lines == LINES_UNKNOWN) {
        const size_t size = source_fill(&reader->source, SPREAD_BYTES);
        const char *bytes = (const char *)reader->source.buffer + reader->source.at;
        const bool spread = is_spread(game, bytes, size < SPREAD_BYTES ? size : SPREAD_BYTES);
        state->lines = spread ? LINES_ARE_MOVES : LINES_ARE_GAMES;
    }
    return state->lines == LINES_ARE_MOVES;
}

/* True if the next line belongs to the game. */
static bool is_line_of_it(flank_reader *reader, const flank_game *game)
{
    char line[FIRST_LINE_SIZE];
    size_t at = 0;
    const size_t size = source_fill(&reader->source, FIRST_LINE_SIZE);
    return spread_line(game, (const char *)reader->source.buffer + reader->source.at, size, &at, line);
}

/* ---- Between games ---- */

/* Keep what a line of the heading says. */
static void take_heading(transcript_state *state, char *line)
{
    const size_t length = heading_length(line);
    const char *value = line + length + 1 + strspn(line + length + 1, " \t");
    if (state->heading.length + strlen(line) + 2 > HEADING_MAX_BYTES)
        return;
    for (size_t end = strlen(value); end > 0 && isspace((unsigned char)value[end - 1]);)
        line[(size_t)(value - line) + --end] = '\0';
    line[length] = '\0';
    text_add_bytes(&state->heading, line, length + 1);
    text_add_bytes(&state->heading, value, strlen(value) + 1);
}

/* Go to the next line that holds moves; false at the end of the file. */
static bool next_line(flank_reader *reader)
{
    transcript_state *state = reader->state;
    for (;;) {
        source_skip_blanks(&reader->source);
        reader_begin(reader);
        if (source_peek(&reader->source) == SOURCE_END)
            return false;
        peek_line(reader);
        if (reader->text.failed)
            return true;
        char *line = reader->text.bytes;
        full_width_narrow(line);
        const flank_game *named = is_comment(*line) ? named_game(line) : game_of_title(line);
        const bool heads = heading_length(line);
        if (named) {
            state->game = named;
            text_clear(&state->kind.words);
        }
        const bool is_kind = !heads && kind_above_take(&state->kind, line);
        if (!is_kind && !named && !heads && !is_comment(*line) && !names_columns(line) && !line_is_plain_title(line) &&
            !other_rules_is_aside(line, strcspn(line, "\r\n")))
            return true;
        source_line(&reader->source, &reader->text, heads ? HEADING_MAX_BYTES : 0);
        if (heads && !reader->text.failed && !heading_length(reader->text.bytes))
            full_width_narrow(reader->text.bytes);
        if (heads && !reader->text.failed)
            take_heading(state, reader->text.bytes);
    }
}

/* Tags that a heading may have; besides them Result, and Termination, which tells how it came to that. */
static const char *const heading_names[] = {"Event",       "Site",        "Date",        "Round",     "Black",  "White",
                                            "BlackRating", "WhiteRating", "TimeControl", "Annotator", "Source", NULL};

/* The result that words tell, such as "38-26 for White"; TOLD_NOTHING if they are not of that kind, or none. */
static told_result read_told_score(flank_sheet *sheet, const char *text)
{
    char told[TOLD_RESULT_SIZE];
    const told_result kind = told_result_read(text, strlen(text), told);
    return kind == TOLD_CLEARLY && !moves_line_result(sheet, told, strlen(told)) ? TOLD_UNCLEAR : kind;
}

bool moves_line_score(flank_sheet *sheet, const char *text, size_t length)
{
    char score[SCORE_SIZE] = " "; /* a result stands behind a blank */
    if (length + 1 >= sizeof score)
        return false;
    memcpy(score + 1, text, length);
    full_width_narrow(score);
    const told_result told = read_told_score(sheet, score);
    if (told != TOLD_NOTHING)
        return told == TOLD_CLEARLY;
    plain_moves(score);
    const char *word = score + strspn(score, " ");
    return moves_line_result(sheet, word, strcspn(word, " "));
}

/* Refuse a heading with another start than the usual one: a line of moves tells its game by that. */
static flank_status check_start(const flank_game *game, const flank_rules *rules, const char *name, const char *value,
                                flank_error *error)
{
    flank_position start = flank_game_start(game);
    const flank_status status = told_start_take(game, rules, name, value, &start, error);
    if (status || flank_position_equal(start, flank_game_start(game)))
        return status;
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(START_UNUSUAL), say_cut(value, 40));
}

/* The rules that the heading of a game of `game` names, and what stands above it. */
static flank_status take_rules(transcript_state *state, const flank_game *game, told_rules *told, flank_error *error)
{
    flank_status status = kind_above_rules(&state->kind, game, told, error);
    for (size_t at = 0; at < state->heading.length && !status;) {
        const char *name = state->heading.bytes + at, *value = name + strlen(name) + 1;
        const bool is_game = strcasecmp(name, "Game") == 0; /* or the number of it, or the names of the players */
        if (is_game && (other_rules_game(value) || other_rules_is_title(value, strlen(value))))
            status = other_rules_take(game, value, told, error);
        if (!status)
            status = other_rules_take_named(game, name, value, told, error);
        if (!status && told_start_is_name(name))
            status = check_start(game, &told->rules, name, value, error);
        at += strlen(name) + strlen(value) + 2;
    }
    return status;
}

/* State the result of a heading, "Result: 38-26", "Winner: White"; one that cannot be read is told. */
static flank_status put_result_heading(flank_sheet *sheet, const char *name, const char *value)
{
    char told[SCORE_SIZE];
    const bool is_score = strcasecmp(name, "Result") == 0 || strcasecmp(name, "Score") == 0;
    const bool is_side = strcasecmp(name, "Winner") == 0 || strcasecmp(name, "Loser") == 0;
    if (!is_score && !is_side)
        return FLANK_OK;
    const int length = snprintf(told, sizeof told, "%s%s%s", is_side ? name : "", is_side ? " " : "", value);
    const bool fits = length < (int)sizeof told;
    if (fits &&
        (is_side ? read_told_score(sheet, told) == TOLD_CLEARLY : moves_line_score(sheet, told, (size_t)length)))
        return FLANK_OK;
    return movetext_note_unread_result(sheet, name, value, NULL);
}

/* Put what the heading says on the sheet; what no format knows is not kept. */
static flank_status put_heading(transcript_state *state, flank_sheet *sheet)
{
    flank_status status = FLANK_OK;
    const char *ending = NULL;
    for (size_t at = 0; at < state->heading.length && !status;) {
        const char *name = state->heading.bytes + at, *value = name + strlen(name) + 1;
        for (size_t i = 0; heading_names[i] && !status; i++)
            if (strcasecmp(name, heading_names[i]) == 0)
                status = flank_sheet_set_tag(sheet, flank_sheet_root(sheet), heading_names[i], value);
        if (!status)
            status = put_result_heading(sheet, name, value);
        if (strcasecmp(name, "Termination") == 0)
            ending = value;
        at += strlen(name) + strlen(value) + 2;
    }
    flank_ending end;
    if (ending && flank_sheet_states_result(sheet) && movetext_read_termination(ending, &end))
        movetext_state_ending(sheet, end);
    text_clear(&state->heading);
    return status;
}

/* ---- Games ---- */

/* Pass over a number that is all of its line, if a line follows. */
static void skip_number_line(flank_reader *reader)
{
    byte_source *source = &reader->source;
    size_t ahead = 0;
    const bool is_number = peek_number(source, &ahead) > 0;
    if (is_number && source_peek_at(source, ahead - 1) == '\n' && source_peek_at(source, ahead) != SOURCE_END)
        source_line(source, &reader->text, 0);
}

static flank_status put_name(flank_sheet *sheet, const char *tag, const char *text, size_t length, flank_error *error)
{
    char *name = strndup(text, length);
    const bool failed = !name || flank_sheet_set_tag(sheet, flank_sheet_root(sheet), tag, name);
    free(name);
    return failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
}

/* The number of one or two digits behind a name and a blank, which is cut off the name; -1 if there is none. */
static int cut_count(const char *name, size_t *length)
{
    size_t digits = 0;
    while (digits < *length && isdigit((unsigned char)name[*length - digits - 1]))
        digits++;
    if (digits < 1 || digits > 2 || *length < digits + 2 || name[*length - digits - 1] != ' ')
        return -1;
    const int count = atoi(name + *length - digits);
    *length -= digits + 1;
    return count;
}

/* Take the discs behind both names, "A 38 - B 26", if they are all of the board: else they may be of the names. */
static void take_counts_of_names(flank_sheet *sheet, const char *line, named_moves *names, bool black_first)
{
    size_t first = names->first_length, second = names->second_length;
    const int one = cut_count(line + names->first, &first), other = cut_count(line + names->second, &second);
    if (one < 0 || other < 0 || one + other != SQUARES || !flank_game_scores_discs(flank_sheet_game(sheet)))
        return;
    const stated_result score = black_first ? stated_score(one, other) : stated_score(other, one);
    sheet_state_result(sheet, &score);
    names->first_length = first;
    names->second_length = second;
}

/* The score between or behind two names as it is of the side that begins: with its counts exchanged if `swapped`. */
static bool put_score(flank_sheet *sheet, const char *text, size_t length, bool swapped)
{
    static const char digits[] = "0123456789/";
    char score[4 * RESULT_SIZE];
    const char *first = text + (*text == '('), *second = text + length - (text[length - 1] == ')');
    if (!swapped)
        return moves_line_score(sheet, text, length);
    const size_t count = strspn(first, digits);
    const char *end = second;
    while (second > first && strchr(digits, second[-1]))
        second--;
    const int used = snprintf(score, sizeof score, "%.*s-%.*s", (int)(end - second), second, (int)count, first);
    return (size_t)used < sizeof score && moves_line_score(sheet, score, (size_t)used);
}

/* Put the names before the moves on the sheet; the side that begins is named first, unless signs say else. */
static flank_status put_names(flank_sheet *sheet, const char *line, flank_error *error)
{
    named_moves names;
    if (!named_moves_find(line, &names))
        return FLANK_OK;
    const bool black_begins = flank_sheet_root(sheet)->position.color == FLANK_BLACK;
    const bool black_first = names.has_colors ? !names.white_first : black_begins;
    flank_status status = FLANK_OK;
    if (names.kind_length && !other_rules_has_kinds(flank_sheet_game(sheet)))
        names.second_length = names.second_whole;
    take_counts_of_names(sheet, line, &names, black_first);
    if (names.result_length &&
        !put_score(sheet, line + names.result, names.result_length, black_first != black_begins)) {
        flank_error note;
        error_say(&note, FLANK_OK, 0, SAY(LINE_RESULT_UNREAD));
        status = add_note(sheet, &note, error);
    }
    if (!status)
        status = put_name(sheet, black_first ? "Black" : "White", line + names.first, names.first_length, error);
    return status ? status
                  : put_name(sheet, black_first ? "White" : "Black", line + names.second, names.second_length, error);
}

/* Read the next line and add its moves after `*node`; a failure is told with its place in the file. */
static flank_status read_line(flank_reader *reader, flank_sheet *sheet, const flank_node **node, flank_error *error)
{
    skip_number_line(reader);
    const uint64_t line = reader->source.line, offset = reader->source.offset;
    size_t at = 0;
    flank_error inner = {0};
    flank_status status = reader_line(reader, LINE_MAX_BYTES, &inner);
    char *narrow = status ? NULL : strdup(reader->text.bytes);
    if (!status && !narrow)
        status = FLANK_NO_MEMORY;
    if (!status) {
        full_width_narrow(narrow);
        const bool has_note = sheet_note(sheet, SHEET_NOTE);
        status = line_kind_put(sheet, narrow, &inner);
        if (!has_note)
            sheet_place_note(sheet, (size_t)offset);
        status = status ? status : put_names(sheet, narrow, &inner);
        plain_moves(narrow);
        status = status ? status : moves_line_add(sheet, node, narrow, reader->stop, &at, &inner);
        at = full_width_offset(reader->text.bytes, at + inner.offset);
    }
    if (!status && !(*node)->parent)
        status = error_say(&inner, FLANK_BAD_RECORD, 0, SAY(NO_MOVE_IN_LINE));
    if (status) {
        reader_say(reader, error, status, offset + at, say_error(&inner));
        reader->error_line = line;
    }
    free(narrow);
    return status;
}

/* The game that the heading of the next one names, or NULL. */
static const flank_game *headed_game(const transcript_state *state)
{
    const flank_game *game = NULL;
    for (size_t at = 0; at < state->heading.length && !game;) {
        const char *name = state->heading.bytes + at, *value = name + strlen(name) + 1;
        game = game_of_heading(name, strlen(name), value);
        at += strlen(name) + strlen(value) + 2;
    }
    return game;
}

/* The game that the file names or that was asked for, else the one that the first line is of, or nearly. NULL: that
 * line is of no game. */
static const flank_game *find_game(flank_reader *reader)
{
    transcript_state *state = reader->state;
    byte_source *source = &reader->source;
    char line[FIRST_LINE_SIZE];
    size_t plies;
    const flank_game *named = headed_game(state);
    if (named || state->game || reader->game)
        return named ? named : state->game ? state->game : reader->game;
    const size_t size = source_fill(source, 2 * FIRST_LINE_SIZE);
    const char *bytes = (const char *)source->buffer + source->at;
    const bool is_short = first_line(bytes, size, source->ended, line, &named);
    state->game = is_short ? moves_line_game(line, NULL, &plies) : flank_game_at(0);
    state->guessed = is_short && state->game && game_twin(state->game);
    return state->game ? state->game : game_of_likely_move(line);
}

/* ---- Text that holds no moves ---- */

/* Pass over lines that are no moves of `game`, or of any if that is NULL: they are told with the one before. */
static void skip_foreign(flank_reader *reader, const flank_game *game)
{
    for (;;) {
        source_skip_blanks(&reader->source);
        peek_line(reader);
        if (reader->text.failed || reader->text.length == 0)
            return;
        char *line = reader->text.bytes;
        full_width_narrow(line);
        plain_moves(line);
        if (is_comment(*line) || heading_length(line) || game_of_title(line) ||
            (game ? move_likeness(game, line) > 0 : game_of_likely_move(line) != NULL))
            return;
        source_line(&reader->source, &reader->text, 0);
    }
}

/* Tell of lines that are of no game, the next one and those of the same kind behind it. */
static flank_status refuse_text(flank_reader *reader, flank_error *error)
{
    source_line(&reader->source, &reader->text, 0);
    skip_foreign(reader, NULL);
    reader_say(reader, error, FLANK_BAD_RECORD, reader->game_offset, SAY(NO_MOVES_OF_GAMES));
    reader->error_line = reader->game_line;
    return FLANK_BAD_RECORD;
}

/* The facts of a game known before its moves: the heading, and that which game it is was guessed. */
static flank_status put_known(transcript_state *state, flank_sheet *sheet)
{
    const flank_status status = put_heading(state, sheet);
    if (status || !state->guessed)
        return status;
    state->guessed = false;
    return guessed_game_note(sheet);
}

/* Read a game with a move or a pair in every line; a fault in it is told once. */
static flank_status read_spread(flank_reader *reader, flank_sheet *sheet, flank_error *error)
{
    const flank_node *node = flank_sheet_root(sheet);
    flank_status status;
    do
        status = read_line(reader, sheet, &node, error);
    while (!status && is_line_of_it(reader, flank_sheet_game(sheet)));
    while (status && is_line_of_it(reader, flank_sheet_game(sheet)))
        source_line(&reader->source, &reader->text, 0);
    return status;
}

/* Read a game of one line, which begins with the number `first` or 0; of several if it goes on. */
static flank_status read_numbered(flank_reader *reader, flank_sheet *sheet, int first, flank_error *error)
{
    const bool is_numbered = first == 1;
    const flank_node *node = flank_sheet_root(sheet);
    move_numbers *numbers = &((transcript_state *)reader->state)->numbers;
    flank_status status;
    *numbers = (move_numbers){.moves = 0};
    do {
        source_skip_blanks(&reader->source);
        status = read_line(reader, sheet, &node, error);
        if (is_numbered)
            count_read(reader, flank_sheet_game(sheet), numbers);
    } while (!status && (goes_on_by_number(reader, sheet, node, first) || goes_on_by_sign(reader, sheet, node)));
    if (status && is_numbered)
        skip_numbered(reader, flank_sheet_game(sheet), numbers);
    return status;
}

/* True if the line of `length` bytes that the source stands at is the last before an empty one, or before the end. */
static bool ends_paragraph(byte_source *source, size_t length)
{
    int byte;
    for (length += source_peek_at(source, length) == '\n'; (byte = source_peek_at(source, length)) > 0; length++)
        if (byte == '\n' || !strchr(" \t\r", byte))
            return byte == '\n';
    return true;
}

/* Take the line behind a game that is nothing but its result: "20-44", "Result 20-44", "Black wins". A heading
 * "Result:" is of the next game, unless it stands right below a game without a result and nothing else below it. */
static void take_result_line(flank_reader *reader, flank_sheet *sheet)
{
    byte_source *source = &reader->source;
    const bool is_below = source_peek(source) != '\n' && source_peek(source) != '\r';
    source_skip_blanks(source);
    peek_line(reader);
    if (reader->text.failed || !reader->text.length)
        return;
    char *line = reader->text.bytes;
    const size_t length = reader->text.length, heading = heading_length(line);
    if (is_comment(*line) || length >= SCORE_SIZE)
        return;
    const bool is_own = is_below && ends_paragraph(source, length) && !flank_sheet_states_result(sheet);
    if (heading && !(is_own && heading == strlen("Result") && strncasecmp(line, "Result", heading) == 0))
        return;
    full_width_narrow(line);
    const size_t word = strcspn(line, " \t\r");
    const bool is_word = !line[word + strspn(line + word, " \t\r")] && moves_line_result(sheet, line, word);
    if (is_word || read_told_score(sheet, line) == TOLD_CLEARLY)
        source_line(source, &reader->text, 0);
}

/* True if nothing follows behind so many bytes of the source. */
static bool ends_file(byte_source *source, size_t length)
{
    while (source_peek_at(source, length) > 0 && strchr(" \t\r\n", source_peek_at(source, length)))
        length++;
    return source_peek_at(source, length) <= 0;
}

/* Take a kind from the line below a game, if that is the last of the file, or of the paragraph right below the game. It
 * may speak of games below it, too, and is left to them; but for one in brackets, which is a line of no game. */
static flank_status take_kind_line(flank_reader *reader, flank_sheet *sheet, bool is_below, flank_error *error)
{
    byte_source *source = &reader->source;
    peek_line(reader);
    if (reader->text.failed || !reader->text.length)
        return FLANK_OK;
    if (!ends_file(source, reader->text.length) && !(is_below && ends_paragraph(source, reader->text.length)))
        return FLANK_OK;
    char *line = reader->text.bytes;
    full_width_narrow(line);
    const bool is_enclosed = *line == '(';
    const size_t length = strcspn(line + is_enclosed, ")\r\n");
    if (!line_is_kind(line) && !(is_enclosed && other_rules_is_title(line + 1, length)))
        return FLANK_OK;
    const flank_status status = line_kind_put(sheet, line, error);
    if (is_enclosed)
        source_line(source, &reader->text, 0);
    return status;
}

/* Tell of a heading below the last game, which is of none. What stands between games is gone over for that. */
static flank_status tell_last_heading(flank_reader *reader, flank_sheet *sheet)
{
    const transcript_state *state = reader->state;
    const uint64_t offset = reader->game_offset, line = reader->game_line;
    flank_error note = {.code = FLANK_ERROR_OK};
    if (!next_line(reader) && state->heading.length)
        error_say(&note, FLANK_OK, 0, SAY(HEADING_WITHOUT_GAME));
    reader->game_offset = offset;
    reader->game_line = line;
    return sheet_add_note(sheet, SHEET_NOTE, &note);
}

/* Tell of a line that has the number of a move behind a game whose moves are numbered, and is not of it; what goes on
 * from it is told with it. */
static flank_status refuse_number(flank_reader *reader, const flank_game *game, const numbered_line *line,
                                  flank_error *error)
{
    const transcript_state *state = reader->state;
    flank_error inner;
    error_say(&inner, FLANK_BAD_RECORD, 0, SAY(MOVE_NUMBER), say_cut(line->first, 16), say_number(line->number),
              say_number(expected_number(&state->numbers)));
    reader_say(reader, error, FLANK_BAD_RECORD, reader->game_offset, say_error(&inner));
    reader->error_line = reader->game_line;
    source_line(&reader->source, &reader->text, 0);
    skip_rising(reader, game, line->number);
    return FLANK_BAD_RECORD;
}

static flank_status transcript_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    if (!next_line(reader))
        return FLANK_NOT_FOUND;
    transcript_state *state = reader->state;
    const flank_game *game = find_game(reader);
    if (!game)
        return refuse_text(reader, error);
    const numbered_line line = peek_numbered(&reader->source, game);
    const bool numbers_moves = line.number && !line.is_run;
    if (state->numbers_moves && numbers_moves && line.number > 1)
        return refuse_number(reader, game, &line, error);
    state->numbers_moves = numbers_moves && line.number == 1;
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    flank_error other;
    const flank_status refused = take_rules(state, game, &told, &other);
    flank_sheet *fresh = flank_sheet_create(game, &told.rules, NULL, FLANK_SHEET_GAME);
    if (!fresh || sheet_add_note(fresh, SHEET_NOTE, &told.note)) {
        flank_sheet_destroy(fresh);
        return reader_say(reader, error, FLANK_NO_MEMORY, reader->game_offset, SAY(NO_MEMORY));
    }
    const int first = peek_number(&reader->source, &(size_t){0});
    flank_status status = put_known(state, fresh);
    if (status)
        reader_say(reader, error, status, reader->game_offset, say_status(status));
    else if (first != 1 && is_spread_over_lines(reader, flank_sheet_game(fresh)))
        status = read_spread(reader, fresh, error);
    else
        status = read_numbered(reader, fresh, first, error);
    if (!status) {
        const bool is_below = source_peek(&reader->source) != '\n' && source_peek(&reader->source) != '\r';
        take_result_line(reader, fresh);
        status = take_kind_line(reader, fresh, is_below, &other);
        if (status)
            reader_say(reader, error, status, reader->game_offset, say_error(&other));
        else if ((status = tell_last_heading(reader, fresh)))
            reader_say(reader, error, status, reader->game_offset, say_status(status));
    }
    if (status == FLANK_BAD_MOVE && !flank_sheet_root(fresh)->child)
        skip_foreign(reader, game);
    if (!status && refused) {
        status = reader_say(reader, error, refused, reader->game_offset, say_error(&other));
        reader->error_line = reader->game_line;
    }
    if (status)
        flank_sheet_destroy(fresh);
    else
        *sheet = fresh;
    return status;
}

static void transcript_read_end(flank_reader *reader)
{
    transcript_state *state = reader->state;
    text_free(&state->heading);
    text_free(&state->kind.words);
}

/* ---- Writing ---- */

/* A pass that a reader puts in again: the only move there is, and not the last one. */
static bool is_implied(const flank_sheet *sheet, const flank_node *node)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_game *game = flank_sheet_game(sheet);
    return game->moves_run_together && node->child && flank_move_is_pass(node->move) &&
           game->moves(flank_sheet_rules(sheet), &node->parent->position, moves) == 1;
}

static void put_move(flank_writer *writer, const flank_sheet *sheet, const flank_node *node)
{
    const flank_game *game = flank_sheet_game(sheet);
    char text[FLANK_MOVE_TEXT_SIZE] = "--";
    if (!game->moves_run_together || !flank_move_is_pass(node->move))
        flank_move_format(game, flank_sheet_rules(sheet), &node->parent->position, node->move, NULL, text);
    writer_put(writer, "%s%s", game->moves_run_together || node->ply == 1 ? "" : " ", text);
}

/* Name the game where it is not what a reader takes the moves for. */
static void put_game_name(flank_writer *writer, const flank_game *game)
{
    transcript_output *output = writer->state;
    if (output->game ? output->game != game : game_twin(game) != NULL)
        writer_put(writer, "# %s\n", flank_game_name(game));
    output->game = game;
}

static flank_status transcript_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    static const char *const no_tags[] = {NULL};
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION || !sheet_starts_usually(sheet)) {
        writer_lose(writer, FLANK_LOSS_START, 1);
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(TRANSCRIPT_STARTS));
    }
    if (!flank_sheet_root(sheet)->child)
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(TRANSCRIPT_NO_MOVES));
    const flank_status status = writer_refuse_apart(sheet, error);
    if (status)
        return status;
    put_game_name(writer, flank_sheet_game(sheet));
    for (const flank_node *node = flank_sheet_root(sheet)->child; node && writer_goes_on(writer); node = node->child)
        if (!is_implied(sheet, node))
            put_move(writer, sheet, node);
    writer_lose_rest(writer, sheet, &(format_keeps){.tags = no_tags});
    writer_put(writer, "\n");
    return FLANK_OK;
}

const flank_format format_transcript = {
    .name = "transcript",
    .title = "moves alone, one game a line (also lists of openings)",
    .extensions = "txt xot",
    .detect = transcript_detect,
    .read = transcript_read,
    .read_state_bytes = sizeof(transcript_state),
    .read_end = transcript_read_end,
    .write = transcript_write,
    .write_state_bytes = sizeof(transcript_output),
};
