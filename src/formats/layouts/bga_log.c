/* SPDX-License-Identifier: MIT
 *
 * Logs of Reversi at Board Game Arena, as they are copied from the page of a game:
 *
 *   Move 1 :
 *   ann plays a disc on F5 and turns over 1 disc
 *
 * A line that says so is a move; the number of the move may stand before it or in a line above, and is not needed. A
 * time of day before the player is passed over, and so are all other lines (clocks, chat, ends); forced passes are put
 * in. A log is read downwards; if its numbers go down, or if only that is legal, upwards, since the page shows the last
 * move on top.
 *
 * Two things in a line tell a game that was misread: the number of discs turned over, and the player, who must be the
 * same for each side. Neither side is named: the first move says whether black or white began, as their four first
 * moves are different squares. Logs of older versions name no squares, and are refused.
 *
 * Source: the game's own texts, "${player_name} plays a disc on ${coordinates} and turns over ${returned_nbr} discs"
 * (Board Game Arena's tutorial project PlayDisc.php); "places", "at" and "flips" are taken, too.
 */
#include "core/error.h"
#include "formats/format_table.h"
#include "formats/other_rules.h"
#include "games/othello/othello.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOVES_MAX = 64, PLAYER_SIZE = 64, SQUARE_SIZE = 16, LOG_LINE_BYTES = 1 << 16, LOG = 85, PLAYERS = 2 };

typedef struct log_move {
    char player[PLAYER_SIZE], square[SQUARE_SIZE];
    int turned_over; /* -1: not told */
    int number;      /* 0: not told */
    uint64_t offset, line;
} log_move;

typedef struct bga_log {
    log_move moves[MOVES_MAX];
    size_t count;
    char kind[128]; /* of Othello that a line names, or "" */
} bga_log;

/* ---- Lines ---- */

/* The place behind a word at `text`, blanks before it passed over; NULL if it is not there. */
static const char *behind_word(const char *text, const char *word)
{
    text += strspn(text, " \t");
    const size_t length = strlen(word);
    return strncasecmp(text, word, length) == 0 && !isalpha((unsigned char)text[length]) ? text + length : NULL;
}

static const char *behind_any(const char *text, const char *const words[], size_t count)
{
    const char *found = NULL;
    for (size_t i = 0; i < count && text && !found; i++)
        found = behind_word(text, words[i]);
    return found;
}

#define BEHIND_ANY(text, ...)                                                                                          \
    behind_any(text, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* The place in a line where it says that a disc is played, and behind that; NULL if it does not. */
static const char *find_play(const char *line, const char **behind)
{
    for (const char *at = strchr(line, ' '); at; at = strchr(at + 1, ' ')) {
        const char *disc = BEHIND_ANY(BEHIND_ANY(at, "plays", "places"), "a disc");
        if (disc && (BEHIND_ANY(disc, "on", "at", "in") || BEHIND_ANY(disc, "and turns over", "and flips"))) {
            *behind = disc;
            return at;
        }
    }
    return NULL;
}

/* Take "Move 12 :" off the start of a line; its number, or 0. */
static int take_number(const char **line)
{
    const char *at = behind_word(*line, "Move");
    char *end;
    if (!at || !isdigit((unsigned char)at[strspn(at, " \t#")]))
        return 0;
    const long number = strtol(at + strspn(at, " \t#"), &end, 10);
    *line = end + strspn(end, " \t:.");
    return number > 0 && number < 1000 ? (int)number : 0;
}

/* The place behind a time of day at `text`, "10:01", "[10:01:59 PM]"; `text` if there is none. */
static const char *behind_time(const char *text)
{
    const char *at = text + (*text == '[' || *text == '(');
    size_t parts = 0;
    for (size_t digits; parts < 3 && (digits = strspn(at, "0123456789")) >= 1 && digits <= 2; parts++) {
        at += digits;
        if (*at != ':')
            break;
        at++;
    }
    const char *half = BEHIND_ANY(at, "AM", "PM");
    at = half ? half : at;
    at += *at == ']' || *at == ')';
    return parts && (*at == ' ' || *at == '\t') ? at + strspn(at, " \t-") : text;
}

/* Read a line that says so as a move; `what` is NULL if no square is told. */
static void read_move(const char *line, const char *play, const char *behind, log_move *move)
{
    line = behind_time(line + strspn(line, " \t"));
    const size_t player = (size_t)(play - line);
    snprintf(move->player, sizeof move->player, "%.*s", (int)player, line);
    const char *square = BEHIND_ANY(behind, "on", "at", "in");
    if (square) {
        square += strspn(square, " \t");
        const size_t length = strcspn(square, " \t\r");
        snprintf(move->square, sizeof move->square, "%.*s", (int)length, square);
        behind = square + length;
    }
    const char *count = BEHIND_ANY(behind, "and turns over", "and flips");
    move->turned_over = count && isdigit((unsigned char)count[strspn(count, " \t")]) ? atoi(count) : -1;
}

/* ---- The game ---- */

static int count_discs(flank_squares squares)
{
    int count = 0;
    for (; squares; squares &= squares - 1)
        count++;
    return count;
}

static flank_squares discs_of(const flank_position *position, flank_color color)
{
    return position->color == color ? position->own : position->other;
}

/* The tag of a side. */
static const char *tag_of(flank_color color) { return color == FLANK_BLACK ? "Black" : "White"; }

/* Check that a move is as the log says, and note who made it. */
static flank_status check_move(flank_sheet *sheet, const flank_node *node, const log_move *move, flank_error *error)
{
    const flank_color color = node->parent->position.color;
    const int turned = count_discs(discs_of(&node->position, color)) - count_discs(node->parent->position.own) - 1;
    const char *player = flank_node_tag(flank_sheet_root(sheet), tag_of(color));
    const char *other = flank_node_tag(flank_sheet_root(sheet), tag_of(!color));
    if (move->turned_over >= 0 && move->turned_over != turned)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(LOG_TURNED_OVER), say_number(node->ply),
                         say_number(move->turned_over), say_text(move->square), say_number(turned));
    if (player ? strcmp(player, move->player) != 0 : other && strcmp(other, move->player) == 0)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(LOG_WRONG_TURN), say_number(node->ply),
                         say_name(flank_game_color_name(&othello_game, color)), say_text(move->player));
    return player ? FLANK_OK : flank_sheet_set_tag(sheet, flank_sheet_root(sheet), tag_of(color), move->player);
}

/* The position that the game begins with: the usual one, with white to move if only that side can make the move. */
static flank_position start_for(const log_move *first)
{
    const flank_rules rules = {{0}};
    const flank_position usual = othello_game.start();
    const flank_position turned = {
        .own = usual.other, .other = usual.own, .kings = usual.kings, .color = (flank_color)!usual.color};
    flank_move move;
    const bool is_usual = flank_move_parse(&othello_game, &rules, &usual, first->square, &move, NULL) == FLANK_OK;
    return !is_usual && flank_move_parse(&othello_game, &rules, &turned, first->square, &move, NULL) == FLANK_OK
               ? turned
               : usual;
}

/* Play the moves from `first` on, upwards or downwards; `*faulty` is the index of one that fails. */
static flank_status play_log(const bga_log *log, bool upwards, flank_sheet **sheet, size_t *faulty, flank_error *error)
{
    const flank_position start = start_for(&log->moves[upwards ? log->count - 1 : 0]);
    flank_sheet *fresh = flank_sheet_create(&othello_game, NULL, &start, FLANK_SHEET_GAME);
    const flank_node *node = fresh ? flank_sheet_root(fresh) : NULL;
    flank_status status = fresh ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    for (size_t i = 0; i < log->count && !status; i++) {
        *faulty = upwards ? log->count - 1 - i : i;
        const log_move *move = &log->moves[*faulty];
        const bool is_square = strlen(move->square) == 2;
        status = !*move->square ? error_say(error, FLANK_BAD_RECORD, 0, SAY(LOG_NO_SQUARE))
                 : !is_square   ? error_say(error, FLANK_BAD_RECORD, 0, SAY(LOG_NOT_A_SQUARE), say_text(move->square))
                                : flank_sheet_add_text(fresh, node, move->square, &node, error);
        if (!status)
            status = check_move(fresh, node, move, error);
    }
    if (status)
        flank_sheet_destroy(fresh);
    else
        *sheet = fresh;
    return status;
}

/* The numbers of the moves go down. */
static bool goes_down(const bga_log *log)
{
    const int first = log->moves[0].number, last = log->moves[log->count - 1].number;
    return first && last && first > last;
}

/* ---- The file ---- */

/* Read all moves; a failure is told. */
static flank_status read_moves(flank_reader *reader, bga_log *log, flank_error *error)
{
    int number = 0;
    while (source_peek(&reader->source) != SOURCE_END) {
        const uint64_t line_number = reader->source.line, offset = reader->source.offset;
        flank_error fault = {0};
        const flank_status status = reader_line(reader, LOG_LINE_BYTES, &fault);
        if (status) {
            reader_say(reader, error, status, offset, say_error(&fault));
            reader->error_line = line_number;
            return status;
        }
        const char *line = reader->text.bytes ? reader->text.bytes : "", *behind;
        const int told = take_number(&line);
        const char *play = find_play(line, &behind);
        number = told ? told : number;
        if (!play && !*log->kind && strlen(line) < sizeof log->kind && other_rules_is_title(line, strlen(line)))
            strcpy(log->kind, line);
        if (!play || log->count == MOVES_MAX)
            continue;
        log_move *move = &log->moves[log->count++];
        *move = (log_move){.number = number, .offset = offset, .line = line_number};
        read_move(line, play, behind, move);
        number = 0;
    }
    return log->count > 0 ? FLANK_OK : FLANK_NOT_FOUND;
}

static flank_status bga_log_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    bga_log log;
    size_t faulty = 0, ignored;
    flank_error fault = {0};
    flank_sheet *fresh = NULL;
    log.count = 0;
    *log.kind = '\0';
    reader_begin(reader);
    flank_status status = read_moves(reader, &log, error);
    if (status)
        return status;
    const bool down = goes_down(&log), is_numbered = log.moves[0].number != 0;
    status = play_log(&log, down, &fresh, &faulty, &fault);
    if (status && !is_numbered && play_log(&log, true, &fresh, &ignored, NULL) == FLANK_OK)
        status = FLANK_OK;
    if (!status) {
        status = other_rules_put_phrase(fresh, log.kind, &fault);
        faulty = 0;
    }
    if (status) {
        flank_sheet_destroy(fresh);
        reader_say(reader, error, status, log.moves[faulty].offset, say_error(&fault));
        reader->error_line = log.moves[faulty].line;
    } else {
        *sheet = fresh;
    }
    return status;
}

/* True if some line says that a disc is played. */
static int bga_log_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    for (size_t at = 0, length; at < size; at += length + 1) {
        const char *end = memchr(bytes + at, '\n', size - at), *behind;
        char line[256];
        length = end ? (size_t)(end - bytes) - at : size - at;
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line), bytes + at);
        if (find_play(line, &behind))
            return LOG;
    }
    return 0;
}

const flank_format format_bga = {
    .name = "bga",
    .title = "a log of Board Game Arena",
    .extensions = "",
    .only_game = &othello_game,
    .detect = bga_log_detect,
    .read = bga_log_read,
};
