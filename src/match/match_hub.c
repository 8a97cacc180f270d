/* SPDX-License-Identifier: MIT
 *
 * Hub 2 as a client, for draughts. Source: protocol.txt of Scan (F. Letouzey), the project's notes on protocols; the
 * order of the 64 squares is that of the position style "hub" (docs/rules/draughts.md).
 *
 * Nothing is remembered on either side: before each move the engine gets the start position and all moves.
 */
#include "match/match_talk.h"
#include "games/draughts/draughts.h"

#include <stdio.h>
#include <string.h>

/* The value of `name=` in a line, without its quotation marks. */
bool match_hub_value(const char *line, const char *name, char *out, size_t size)
{
    const size_t name_length = strlen(name);
    for (const char *at = line; *at;) {
        at += strspn(at, " \t");
        const size_t word = strcspn(at, "= \t");
        if (at[word] != '=') {
            at += word;
            continue;
        }
        const char *value = at + word + 1;
        const bool quoted = *value == '"';
        value += quoted;
        const size_t length = strcspn(value, quoted ? "\"" : " \t");
        if (word == name_length && strncmp(at, name, word) == 0 && length < size) {
            memcpy(out, value, length);
            out[length] = '\0';
            return true;
        }
        at = value + length;
        at += quoted && *at == '"';
    }
    return false;
}

void match_hub_opinion(const char *line, match_opinion *opinion)
{
    char score[32];
    const char *info = talk_after_word(line, "info");
    if (info && match_hub_value(info, "score", score, sizeof score))
        talk_take_score(score, "", 1, opinion);
}

/* The text behind `done`; NULL with the fault set, also when the engine answers that something is wrong. */
static const char *find_done(match_talk *talk, double until_s)
{
    char message[80];
    for (const char *line; (line = talk_line(talk, until_s));) {
        const char *rest = talk_after_word(line, "done");
        if (rest)
            return rest;
        match_hub_opinion(line, &talk->opinion);
        const char *refusal = talk_after_word(line, "error");
        if (!refusal)
            continue;
        const bool told = match_hub_value(refusal, "message", message, sizeof message);
        talk_fail(talk, MATCH_FAULT_NONSENSE, "error: %.70s", told ? message : refusal);
        break;
    }
    return NULL;
}

/* Rules that differ from the default are parameters of their names, as in `flank hub`. */
static void send_rules(match_talk *talk)
{
    const match_setting *setting = talk->setting;
    const flank_param *param;
    for (size_t i = 0; (param = flank_game_param(setting->game, i)); i++)
        if (setting->rules.value[i])
            talk_send(talk, "set-param name=%s value=%s\n", param->name, param->values[setting->rules.value[i]]);
}

static bool hello(match_talk *talk)
{
    char name[MATCH_NAME_SIZE], version[16];
    talk_send(talk, "hub\n");
    for (const double until_s = talk_patience(talk);;) {
        const char *line = talk_line(talk, until_s);
        if (!line)
            return false;
        if (strncmp(line, "id ", 3) == 0 && match_hub_value(line, "name", name, sizeof name)) {
            char both[MATCH_NAME_SIZE + 20];
            const bool has_version = match_hub_value(line, "version", version, sizeof version);
            snprintf(both, sizeof both, "%s%s%s", name, has_version ? " " : "", has_version ? version : "");
            talk_set_name(talk, both);
        }
        if (strcmp(line, "wait") == 0)
            break;
    }
    send_rules(talk);
    talk_send(talk, "init\n");
    return talk_find(talk, "ready", talk_patience(talk)) != NULL;
}

static bool begin(match_talk *talk, const flank_record *game)
{
    (void)game;
    talk_send(talk, "new-game\nping\n");
    return talk_find(talk, "pong", talk_patience(talk)) != NULL;
}

static bool send_position(match_talk *talk, const flank_record *record)
{
    char position[FLANK_POSITION_TEXT_SIZE];
    text_buffer text = {NULL};
    flank_position_format(talk->setting->game, flank_record_position_at(record, 0), "hub", position);
    text_addf(&text, "pos pos=%s moves=\"", position);
    talk_add_moves(talk, record, "hub", &text);
    text_add(&text, "\"\n");
    return talk_send_text(talk, &text);
}

static void send_level(match_talk *talk, const match_turn *turn)
{
    const match_clock *clock = &talk->setting->clock;
    const flank_position *position = flank_record_position(turn->record);
    if (clock->game_s > 0)
        talk_send(talk, "level time=%.3f inc=%.3f\n", turn->left_s[position->color], clock->increment_s);
    else if (clock->move_s > 0)
        talk_send(talk, "level move-time=%.3f\n", clock->move_s);
    else
        talk_send(talk, "level depth=%d\n", talk->level);
}

static bool think(match_talk *talk, const match_turn *turn, char reply[MATCH_REPLY_SIZE])
{
    if (!send_position(talk, turn->record))
        return false;
    send_level(talk, turn);
    talk_send(talk, "go think\n");
    const char *rest = find_done(talk, turn->until_s);
    if (!rest)
        return false;
    return match_hub_value(rest, "move", reply, MATCH_REPLY_SIZE) ||
           talk_fail(talk, MATCH_FAULT_NONSENSE, "no move in 'done %.60s'", rest);
}

const match_protocol match_hub = {
    .farewell = "quit\n",
    .hello = hello,
    .begin = begin,
    .think = think,
    .only_game = &draughts_game,
    .cannot_game = "Hub is spoken for draughts only",
    .cannot_nodes = "Hub cannot bound nodes",
};
