/* SPDX-License-Identifier: MIT
 *
 * GTP 2 as a client, for Othello. Source: GTP 2 draft 2 (G. Farneback), the project's notes on protocols.
 *
 * Commands go without ids: an answer is the next line that begins with = or ?, up to an empty line. After genmove the
 * engine has made its move itself. If it must pass, engines differ: some want `play c pass`, some (GRhino) refuse it
 * and pass by themselves, so that a refused pass means nothing.
 *
 * Clocks: (M, 0, 0) for a game, (0, T, 1) for every move, which both readings of time_settings understand alike. There
 * is no such reading of an increment: the engine is told the time left before every move (time_left), which includes
 * it. The standard has whole seconds only, with which an engine that has half a second left hears of none at all. Edax
 * and others read decimals as well: so they are sent where they matter, until the engine refuses them.
 */
#include "match/match_talk.h"
#include "games/othello/othello.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The answer to a command: its first line without the sign, in `text` (may be NULL). `*accepted` is false for ?. */
static bool read_answer(match_talk *talk, double until_s, char *text, size_t size, bool *accepted)
{
    const char *line;
    do {
        line = talk_line(talk, until_s);
        if (!line)
            return false;
    } while (*line != '=' && *line != '?');
    *accepted = *line == '=';
    line++;
    line += strspn(line, "0123456789");
    line += strspn(line, " ");
    if (text)
        snprintf(text, size, "%s", line);
    for (const double end_s = fmax(until_s, talk_patience(talk)); (line = talk_line(talk, end_s)) && *line;)
        continue;
    return line != NULL;
}

/* Say something that may be refused; `*accepted` tells. */
static bool send_request(match_talk *talk, const char *command, bool *accepted)
{
    talk_send(talk, "%s\n", command);
    return read_answer(talk, talk_patience(talk), NULL, 0, accepted);
}

/* The same where it does not matter. */
static bool offer(match_talk *talk, const char *command)
{
    bool accepted;
    return send_request(talk, command, &accepted);
}

static bool insist(match_talk *talk, const char *command)
{
    bool accepted;
    char text[80];
    talk_send(talk, "%s\n", command);
    if (!read_answer(talk, talk_patience(talk), text, sizeof text, &accepted))
        return false;
    return accepted || talk_fail(talk, MATCH_FAULT_NONSENSE, "'%.40s' refused: %.60s", command, text);
}

static bool hello(match_talk *talk)
{
    bool accepted;
    char name[MATCH_NAME_SIZE], version[MATCH_NAME_SIZE], both[MATCH_NAME_SIZE + 16];
    talk_send(talk, "name\n");
    if (!read_answer(talk, talk_patience(talk), name, sizeof name, &accepted))
        return false;
    if (accepted)
        talk_set_name(talk, name);
    talk_send(talk, "version\n");
    if (!read_answer(talk, talk_patience(talk), version, sizeof version, &accepted))
        return false;
    snprintf(both, sizeof both, "%s %.12s", talk->name, version);
    if (accepted && *version && strlen(version) < 12)
        talk_set_name(talk, both);
    return offer(talk, "set_game Othello") && insist(talk, "boardsize 8");
}

static const char *color_name(const flank_position *position)
{
    return position->color == FLANK_BLACK ? "black" : "white";
}

/* Tell it the plies up to the cursor that it does not know. */
static bool catch_up(match_talk *talk, const flank_record *record)
{
    for (; talk->told < flank_record_ply(record); talk->told++) {
        char command[FLANK_MOVE_TEXT_SIZE + 32], move[FLANK_MOVE_TEXT_SIZE];
        const flank_position *before = flank_record_position_at(record, talk->told);
        const flank_move made = flank_record_move_at(record, talk->told);
        flank_move_format(talk->setting->game, &talk->setting->rules, before, made, NULL, move);
        snprintf(command, sizeof command, "play %s %s", color_name(before), flank_move_is_pass(made) ? "pass" : move);
        if (!(flank_move_is_pass(made) ? offer(talk, command) : insist(talk, command)))
            return false;
    }
    return true;
}

static bool begin(match_talk *talk, const flank_record *game)
{
    const match_clock *clock = &talk->setting->clock;
    char command[80];
    talk->told = 0;
    if (!insist(talk, "clear_board"))
        return false;
    if (match_has_clock(clock)) {
        if (clock->move_s > 0)
            snprintf(command, sizeof command, "time_settings 0 %g 1", clock->move_s);
        else
            snprintf(command, sizeof command, "time_settings %g 0 0", clock->game_s);
        if (!offer(talk, command))
            return false;
    }
    return catch_up(talk, game);
}

/* Never that there is no time left. */
static bool send_time_left(match_talk *talk, const char *color, double left_s)
{
    const double decimals_below_s = 10;
    char command[80];
    bool accepted = false;
    if (left_s < decimals_below_s && !talk->whole_seconds) {
        snprintf(command, sizeof command, "time_left %s %.2f 0", color, fmax(floor(100 * left_s), 1) / 100);
        if (!send_request(talk, command, &accepted))
            return false;
        talk->whole_seconds = !accepted;
    }
    if (accepted)
        return true;
    snprintf(command, sizeof command, "time_left %s %.0f 0", color, fmax(floor(left_s), 1));
    return offer(talk, command);
}

static bool think(match_talk *talk, const match_turn *turn, char reply[MATCH_REPLY_SIZE])
{
    const flank_position *position = flank_record_position(turn->record);
    bool accepted;
    if (!catch_up(talk, turn->record))
        return false;
    if (talk->setting->clock.game_s > 0 && !send_time_left(talk, color_name(position), turn->left_s[position->color]))
        return false;
    talk_send(talk, "genmove %s\n", color_name(position));
    if (!read_answer(talk, turn->until_s, reply, MATCH_REPLY_SIZE, &accepted))
        return false;
    talk->told++; /* it has made its move itself */
    if (!accepted)
        return talk_fail(talk, MATCH_FAULT_NONSENSE, "genmove refused: %.80s", reply);
    return *reply || talk_fail(talk, MATCH_FAULT_NONSENSE, "no move in the answer to genmove");
}

const match_protocol match_gtp = {
    .farewell = "quit\n",
    .hello = hello,
    .begin = begin,
    .think = think,
    .cannot_level = "GTP has no levels: set the program's own in its command, ours as flank:level=N",
    .only_game = &othello_game,
    .cannot_game = "this protocol is spoken for Othello only",
    .cannot_rules = "GTP cannot tell a program the rules: UGI and NBoard can",
    .cannot_nodes = "GTP cannot bound nodes",
};
