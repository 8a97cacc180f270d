/* SPDX-License-Identifier: MIT
 *
 * NBoard 2 as a client, for Othello. Source: the protocol's page (C. Welty), the project's notes on protocols.
 *
 * A game begins with `set game` and a GGF text that holds the opening and, as its type (8, or 8a for the fewest discs),
 * the rules; every later move, of both sides, is told with
 * `move`, since the engine does not make the move that it answers with, together with its time: that is how it knows
 * its clock. `ping` waits until it has understood. The answer is `=== d6/1.2/3.4`, or with blanks instead of slashes,
 * as Edax writes it.
 */
#include "match/match_talk.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <string.h>

enum { CLOCK_DEPTH = 60 }; /* with a clock: the clock alone is to bound the thinking */

static bool ping(match_talk *talk)
{
    char expected[16];
    snprintf(expected, sizeof expected, "%u", ++talk->pings);
    talk_send(talk, "ping %s\n", expected);
    for (const double until_s = talk_patience(talk);;) {
        const char *number = talk_find(talk, "pong", until_s);
        if (!number)
            return false;
        if (strcmp(number, expected) == 0)
            return true;
    }
}

static bool hello(match_talk *talk)
{
    const double until_s = talk_patience(talk);
    talk_send(talk, "nboard 2\nset depth %d\nping %u\n", talk->level ? talk->level : CLOCK_DEPTH, ++talk->pings);
    for (const char *line; (line = talk_line(talk, until_s));) {
        if (strncmp(line, "set myname ", 11) == 0)
            talk_set_name(talk, line + 11);
        if (strncmp(line, "pong", 4) == 0)
            return true;
    }
    return false;
}

/* Squares in capitals, a pass as PA. */
static void format_move(const match_talk *talk, const flank_record *record, size_t ply, char *out)
{
    const flank_move move = flank_record_move_at(record, ply);
    if (flank_move_is_pass(move))
        snprintf(out, FLANK_MOVE_TEXT_SIZE, "PA");
    else
        flank_move_format(talk->setting->game, &talk->setting->rules, flank_record_position_at(record, ply), move,
                          "upper", out);
}

static int color_mark(const flank_position *position) { return position->color == FLANK_BLACK ? '*' : 'O'; }

/* The squares a1..h8 row by row, as GGF wants them. */
static void add_board(const flank_position *position, text_buffer *text)
{
    const flank_squares black = position->color == FLANK_BLACK ? position->own : position->other;
    text_add(text, "BO[8 ");
    for (int square = 0; square < 64; square++) {
        const flank_squares bit = (flank_squares)1 << square;
        text_add(text, black & bit ? "*" : (position->own | position->other) & bit ? "O" : "-");
    }
    text_addf(text, " %c]", color_mark(position));
}

static bool begin(match_talk *talk, const flank_record *game)
{
    const match_clock *clock = &talk->setting->clock;
    char move[FLANK_MOVE_TEXT_SIZE];
    text_buffer text = {NULL};
    text_add(&text, "set game (;GM[Othello]PC[flank match]PB[black]PW[white]RE[?]");
    text_add(&text, flank_rules_stand_apart(talk->setting->game, &talk->setting->rules) ? "TY[8a]" : "TY[8]");
    if (clock->game_s > 0) {
        const int time_s = (int)clock->game_s, increment_s = (int)clock->increment_s;
        text_addf(&text, "TI[%02d:%02d/%02d:%02d/00:00]", time_s / 60, time_s % 60, increment_s / 60, increment_s % 60);
    }
    add_board(flank_record_position_at(game, 0), &text);
    for (talk->told = 0; talk->told < flank_record_ply(game); talk->told++) {
        format_move(talk, game, talk->told, move);
        text_addf(&text, "%c[%s", flank_record_position_at(game, talk->told)->color == FLANK_BLACK ? 'B' : 'W', move);
        /* The clocks start behind the opening: a move of it has taken what the engine adds for it. */
        if (clock->increment_s > 0 && !flank_move_is_pass(flank_record_move_at(game, talk->told)))
            text_addf(&text, "//%d", (int)clock->increment_s);
        text_add(&text, "]");
    }
    text_add(&text, ";)\n");
    return talk_send_text(talk, &text) && ping(talk);
}

bool match_nboard_reply(const char *line, char reply[MATCH_REPLY_SIZE])
{
    if (strncmp(line, "===", 3) != 0)
        return false;
    line += 3;
    line += strspn(line, " \t");
    const size_t length = strcspn(line, "/ \t\r\n");
    if (length == 0 || length >= MATCH_REPLY_SIZE)
        return false;
    memcpy(reply, line, length);
    reply[length] = '\0';
    return true;
}

/* "=== d6/1.20/0.3", or with blanks: the second part. */
void match_nboard_opinion(const char *line, match_opinion *opinion)
{
    const char *move = line + 3 + strspn(line + 3, " \t");
    const char *value = move + strcspn(move, "/ \t");
    value += *value == '/' ? 1 : strspn(value, " \t");
    talk_take_score(value, "/", 1, opinion);
}

static bool think(match_talk *talk, const match_turn *turn, char reply[MATCH_REPLY_SIZE])
{
    char move[FLANK_MOVE_TEXT_SIZE];
    for (; talk->told < flank_record_ply(turn->record); talk->told++) {
        format_move(talk, turn->record, talk->told, move);
        talk_send(talk, "move %s//%.2f\n", move, (double)turn->times_s[talk->told - turn->opening_plies]);
    }
    talk_send(talk, "go\n");
    for (const char *line; (line = talk_line(talk, turn->until_s));)
        if (strncmp(line, "===", 3) == 0) {
            match_nboard_opinion(line, &talk->opinion);
            return match_nboard_reply(line, reply) || talk_fail(talk, MATCH_FAULT_NONSENSE, "no move in '%.60s'", line);
        }
    return false;
}

const match_protocol match_nboard = {
    .farewell = "quit\n",
    .hello = hello,
    .begin = begin,
    .think = think,
    .only_game = &othello_game,
    .cannot_game = "this protocol is spoken for Othello only",
    .cannot_board = "NBoard programs know no board of 36 squares: UGI programs can be told",
    .cannot_nodes = "NBoard cannot bound nodes",
    .cannot_part_seconds = "NBoard clocks have whole seconds: use a clock such as 1:00 or 20+1",
    .cannot_move_clock = "NBoard cannot be told a time for every move: use a clock for the game, such as 1:00",
};
