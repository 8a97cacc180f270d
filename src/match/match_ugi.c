/* SPDX-License-Identifier: MIT
 *
 * UGI as a client, for all games. Source: ugi.md of kz04px/cutegames, the project's notes on protocols; positions,
 * moves and passes are written as docs/users/protocols.md says for `flank ugi`.
 *
 * Nothing is remembered on either side: before each move the engine gets the start position and all moves.
 */
#include "match/match_talk.h"

#include <math.h>
#include <string.h>

static bool is_ready(match_talk *talk)
{
    talk_send(talk, "isready\n");
    return talk_find(talk, "readyok", talk_patience(talk)) != NULL;
}

static bool hello(match_talk *talk)
{
    talk_send(talk, "ugi\n");
    for (const double until_s = talk_patience(talk);;) {
        const char *line = talk_line(talk, until_s);
        if (!line)
            return false;
        if (strncmp(line, "id name ", 8) == 0)
            talk_set_name(talk, line + 8);
        if (strcmp(line, "ugiok") == 0)
            break;
    }
    talk_send(talk, "setoption name Game value %s\n", flank_game_name(talk->setting->game));
    char rules[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(talk->setting->game, &talk->setting->rules, rules);
    if (*rules)
        talk_send(talk, "setoption name Rules value %s\n", rules);
    return is_ready(talk);
}

static bool begin(match_talk *talk, const flank_record *game)
{
    (void)game;
    talk_send(talk, "uginewgame\n");
    return is_ready(talk);
}

/* `position …` up to the cursor. */
static bool send_position(match_talk *talk, const flank_record *record)
{
    const flank_game *game = talk->setting->game;
    const flank_position start = flank_game_start(game), *first = flank_record_position_at(record, 0);
    char position[FLANK_POSITION_TEXT_SIZE];
    text_buffer text = {NULL};
    flank_position_format(game, first, NULL, position);
    if (flank_position_equal(start, *first))
        text_add(&text, "position startpos");
    else
        text_addf(&text, "position fen %s", position);
    if (flank_record_ply(record))
        text_add(&text, " moves");
    talk_add_moves(talk, record, NULL, &text);
    text_add(&text, "\n");
    return talk_send_text(talk, &text);
}

static void send_go(match_talk *talk, const match_turn *turn)
{
    const match_setting *setting = talk->setting;
    const flank_color first = (flank_color)flank_game_start(setting->game).color;
    const int increment_ms = (int)(1000 * setting->clock.increment_s);
    if (setting->clock.game_s > 0)
        talk_send(talk, "go p1time %d p2time %d p1inc %d p2inc %d\n", (int)(1000 * turn->left_s[first]),
                  (int)(1000 * turn->left_s[!first]), increment_ms, increment_ms);
    else if (setting->clock.move_s > 0)
        talk_send(talk, "go movetime %d\n", (int)(1000 * setting->clock.move_s));
    else if (setting->nodes)
        talk_send(talk, "go nodes %llu\n", (unsigned long long)setting->nodes);
    else
        talk_send(talk, "go depth %d\n", talk->level);
}

/* The text behind a word of the line; NULL if it is not there. */
static const char *behind_word(const char *line, const char *word)
{
    while (*line) {
        const char *rest = talk_after_word(line, word);
        if (rest)
            return rest;
        line += strspn(line, " \t");
        line += strcspn(line, " \t");
    }
    return NULL;
}

/* "info … score cp 120 …" or "score mate -3". A bound is no score, and of several lines the best one counts. */
void match_ugi_opinion(const char *line, match_opinion *opinion)
{
    const double hundredth = 0.01;
    const char *info = talk_after_word(line, "info");
    const char *told = info && !talk_after_word(info, "string") ? behind_word(info, "score") : NULL;
    const char *rank = told ? behind_word(info, "multipv") : NULL;
    if (!told || (rank && !talk_after_word(rank, "1")) || behind_word(told, "lowerbound") ||
        behind_word(told, "upperbound"))
        return;
    const char *points = talk_after_word(told, "cp"), *moves = talk_after_word(told, "mate");
    match_opinion length = {.has_score = false};
    if (points)
        talk_take_score(points, "", hundredth, opinion);
    if (moves)
        talk_take_score(moves, "", 1, &length);
    if (length.has_score) {
        const int sign = length.score > 0 ? 1 : -1; /* 0 moves: it is lost */
        *opinion = (match_opinion){.has_score = true, .score = sign * INFINITY, .proved = true, .sign = sign};
    }
}

/* What follows `bestmove`; scores before it are kept. */
static const char *find_best_move(match_talk *talk, double until_s)
{
    for (const char *line; (line = talk_line(talk, until_s));) {
        const char *rest = talk_after_word(line, "bestmove");
        if (rest)
            return rest;
        match_ugi_opinion(line, &talk->opinion);
    }
    return NULL;
}

static bool think(match_talk *talk, const match_turn *turn, char reply[MATCH_REPLY_SIZE])
{
    if (!send_position(talk, turn->record))
        return false;
    send_go(talk, turn);
    const char *rest = find_best_move(talk, turn->until_s);
    if (!rest)
        return false;
    if (talk_word(rest, reply) && strcmp(reply, "(none)") != 0)
        return true;
    return talk_fail(talk, MATCH_FAULT_NONSENSE, "no move in 'bestmove %.60s'", rest);
}

const match_protocol match_ugi = {.farewell = "quit\n", .hello = hello, .begin = begin, .think = think};
