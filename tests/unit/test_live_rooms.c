/* SPDX-License-Identifier: MIT
 *
 * Games between people on a server, with a time that the test tells: moves and passes by the rules, clocks, offers,
 * seats, and when a room ends. Conversations with a real server are in tests/server/test_live.py.
 */
#include "cmocka_all.h"

#include "server/live_handler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MAX = 64, AWAY_S = 600 };

/* A connection, and what it was told. */
typedef struct player {
    live_visitor visitor;
    char told[TOLD_MAX][16 << 10];
    int count;
    char token[LIVE_TOKEN_SIZE];
} player;

typedef struct table {
    memory_budget memory;
    live_rooms *all;
    double now_s;
    char code[LIVE_CODE_SIZE];
    player one, other;
} table;

static void hear(void *user, const void *about, const char *json, size_t size)
{
    (void)about;
    player *of = user;
    assert_true(of->count < TOLD_MAX && size < sizeof of->told[0]);
    memcpy(of->told[of->count], json, size);
    of->told[of->count++][size] = '\0';
}

static table *open_table(int rooms)
{
    table *at = calloc(1, sizeof *at);
    assert_non_null(at);
    memory_budget_open(&at->memory, 64 << 20, 10);
    at->all = live_rooms_create(&(live_options){rooms, AWAY_S, &at->memory});
    assert_non_null(at->all);
    at->now_s = 1000;
    at->one.visitor = (live_visitor){.tell = hear, .user = &at->one};
    at->other.visitor = (live_visitor){.tell = hear, .user = &at->other};
    return at;
}

static void close_table(table *at)
{
    live_visitor_gone(&at->one.visitor, at->now_s);
    live_visitor_gone(&at->other.visitor, at->now_s);
    live_rooms_destroy(at->all);
    memory_budget_close(&at->memory);
    free(at);
}

/* Ask, and give the last event that the player was told. */
static const char *ask(table *at, player *who, const char *json)
{
    flank_error error = {0};
    question_text *question = question_parse(json, strlen(json), &error);
    assert_non_null(question);
    assert_true(live_handler_takes(question_field(question, "ask")));
    who->count = 0;
    live_handler_answer(at->all, &who->visitor, question, at->now_s);
    question_free(question);
    return who->count ? who->told[who->count - 1] : "";
}

/* The same with the code and the player's token. */
static const char *play(table *at, player *who, const char *what)
{
    char json[1000];
    snprintf(json, sizeof json, "{\"id\":\"q\",\"code\":\"%s\",\"token\":\"%s\",%s}", at->code, who->token, what);
    return ask(at, who, json);
}

/* The text of a member of the event, up to the next quote. */
static void copy_text(const char *json, const char *key, char *out, size_t size)
{
    char head[40];
    snprintf(head, sizeof head, "\"%s\":\"", key);
    const char *at = strstr(json, head);
    assert_non_null(at);
    at += strlen(head);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void assert_has(const char *json, const char *part)
{
    if (!strstr(json, part))
        fail_msg("no %s in %s", part, json);
}

/* Two players who follow a game of these terms. */
static table *begin(const char *terms)
{
    table *at = open_table(4);
    char json[400];
    snprintf(json, sizeof json, "{\"ask\":\"live_create\",\"id\":\"c\",%s}", terms);
    const char *made = ask(at, &at->one, json);
    assert_has(made, "\"event\":\"answer\"");
    copy_text(made, "code", at->code, sizeof at->code);
    copy_text(made, "token", at->one.token, sizeof at->one.token);
    play(at, &at->one, "\"ask\":\"live\"");
    snprintf(json, sizeof json, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"%.4s %s\"}", at->code, at->code + 4);
    copy_text(ask(at, &at->other, json), "token", at->other.token, sizeof at->other.token);
    assert_has(play(at, &at->other, "\"ask\":\"live\""), "\"friend\":\"here\"");
    at->now_s += 10;
    return at;
}

static const char *move(table *at, player *who, int ply, const char *text)
{
    char json[200];
    at->now_s += 1;
    snprintf(json, sizeof json, "\"ask\":\"live_move\",\"ply\":%d,\"move\":\"%s\"", ply, text);
    return play(at, who, json);
}

static void test_moves(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\"");
    assert_has(move(at, &at->other, 0, "f5"), "LIVE_NOT_YOUR_TURN");
    assert_has(move(at, &at->one, 0, "a1"), "\"code\":");
    assert_has(move(at, &at->one, 0, "f5"), "\"moves\":[\"f5\"]");
    assert_has(at->other.told[at->other.count - 1], "\"moves\":[\"f5\"],\"side\":\"white\"");
    assert_has(move(at, &at->one, 0, "f5"), "\"moves\":[\"f5\"]"); /* sent again, it is no other move */
    assert_has(move(at, &at->one, 0, "d3"), "LIVE_OTHER_PLY");
    assert_has(move(at, &at->other, 1, "F6"), "\"moves\":[\"f5\",\"f6\"]");
    close_table(at);
}

/* White is wiped out after nine moves. */
static void test_whole_game(void **state)
{
    (void)state;
    static const char *const moves[] = {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"};
    table *at = begin("\"game\":\"othello\",\"color\":\"white\"");
    player *players[] = {&at->other, &at->one};
    for (int ply = 0; ply < 9; ply++)
        move(at, players[ply % 2], ply, moves[ply]);
    assert_has(at->one.told[at->one.count - 1], "\"over\":true,\"how\":\"rules\",\"winner\":\"black\"");
    assert_has(move(at, &at->one, 9, "a1"), "GAME_OVER_BECAUSE");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "LIVE_CANNOT_OFFER");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"rematch\""), "\"offered_by\":\"white\"");
    const char *again = play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"rematch\"");
    assert_has(again, "\"number\":1,\"color\":\"white\""); /* colors are turned */
    assert_has(again, "\"moves\":[]");
    close_table(at);
}

/* A forced pass is made by the server. */
static void test_pass(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\"");
    static const char line[] = "f5f6d3g5h5h4f7h6"; /* black has no move then */
    player *players[] = {&at->one, &at->other};
    const char *last = "";
    for (int ply = 0; line[2 * ply]; ply++)
        last = move(at, players[ply % 2], ply, (char[]){line[2 * ply], line[2 * ply + 1], '\0'});
    assert_has(last, "\"h6\",\"pass\"],\"side\":\"white\"");
    /* White takes its move back, and the pass with it. */
    play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"takeback\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_reply\",\"accept\":true"), "\"f7\"],\"side\":\"white\"");
    close_table(at);
}

static void test_clocks(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\",\"total_ms\":60000,\"increment_ms\":2000");
    at->now_s += 500; /* nobody's clock runs before the first move */
    assert_has(move(at, &at->one, 0, "f5"), "\"clocks\":{\"black\":60000,\"white\":60000},\"running\":\"white\"");
    at->now_s += 29;
    assert_has(move(at, &at->other, 1, "f6"), "\"clocks\":{\"black\":60000,\"white\":32000},\"running\":\"black\"");
    at->now_s += 10; /* what was used stays used */
    play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"takeback\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_reply\",\"accept\":1"),
               "\"clocks\":{\"black\":50000,\"white\":32000},\"running\":\"white\"");
    at->now_s += 31.9;
    at->one.count = 0;
    live_rooms_tick(at->all, at->now_s);
    assert_int_equal(at->one.count, 0);
    at->now_s += 0.2;
    live_rooms_tick(at->all, at->now_s);
    assert_has(at->one.told[0], "\"clocks\":{\"black\":50000,\"white\":0},\"running\":null");
    assert_has(at->one.told[0], "\"over\":true,\"how\":\"time\",\"winner\":\"black\"");
    assert_has(move(at, &at->other, 1, "f6"), "GAME_OVER");
    close_table(at);
}

/* A move that comes too late finds the flag fallen, whether or not somebody looked before. */
static void test_late_move(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"loa\",\"total_ms\":5000");
    assert_has(move(at, &at->one, 0, "b1-b3"), "\"running\":\"white\"");
    at->now_s += 6;
    assert_has(move(at, &at->other, 1, "a2-c2"), "GAME_OVER");
    assert_has(at->one.told[at->one.count - 1], "\"how\":\"time\",\"winner\":\"black\"");
    close_table(at);
}

static void test_offers(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"loa\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "LIVE_CANNOT_OFFER");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"rematch\""), "LIVE_CANNOT_OFFER");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"beer\""), "LIVE_BAD_OFFER");
    assert_has(play(at, &at->one, "\"ask\":\"live_reply\",\"accept\":true"), "LIVE_NOTHING_OFFERED");
    move(at, &at->one, 0, "b1-b3");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "\"offer\":\"takeback\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_reply\",\"accept\":true"), "LIVE_NOTHING_OFFERED"); /* one's own */
    assert_has(play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"draw\""), "LIVE_ANSWER_FIRST");
    const char *refused = play(at, &at->other, "\"ask\":\"live_reply\",\"accept\":false");
    assert_null(strstr(refused, "offer"));
    assert_has(refused, "\"moves\":[\"b1-b3\"]");
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\"");
    assert_null(strstr(play(at, &at->one, "\"ask\":\"live_reply\",\"accept\":false"), "settled")); /* taken back */
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\"");
    assert_null(strstr(move(at, &at->other, 1, "a2-c2"), "\"offer\"")); /* a move says no */
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\"");
    assert_has(play(at, &at->other, "\"ask\":\"live_reply\",\"accept\":true"), "\"moves\":[],\"side\":\"black\"");
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"draw\"");
    assert_has(play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"draw\""), "\"how\":\"agreed\",\"winner\":null");
    close_table(at);
    at = begin("\"game\":\"othello\"");
    move(at, &at->one, 0, "f5");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"draw\""), "LIVE_CANNOT_OFFER");
    assert_has(play(at, &at->one, "\"ask\":\"live_resign\""), "\"how\":\"resigned\",\"winner\":\"white\"");
    close_table(at);
}

/* Both are told what has come of an offer, and whoever replies, to what that was. */
static void test_settled(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"loa\"");
    move(at, &at->one, 0, "b1-b3");
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\"");
    assert_has(play(at, &at->other, "\"ask\":\"live_reply\",\"what\":\"draw\",\"accept\":true"),
               "LIVE_NOTHING_OFFERED");
    assert_has(play(at, &at->other, "\"ask\":\"live_reply\",\"what\":\"beer\",\"accept\":true"), "LIVE_BAD_OFFER");
    const char *refused = play(at, &at->other, "\"ask\":\"live_reply\",\"what\":\"takeback\",\"accept\":false");
    assert_has(at->other.told[0], "\"event\":\"answer\",\"what\":\"takeback\",\"accepted\":false");
    assert_has(refused, "\"settled\":\"takeback\",\"accepted\":false");
    assert_has(at->one.told[at->one.count - 1], "\"settled\":\"takeback\",\"accepted\":false");
    assert_null(strstr(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "settled"));
    const char *accepted = play(at, &at->other, "\"ask\":\"live_reply\",\"accept\":true");
    assert_has(at->other.told[0], "\"event\":\"answer\",\"what\":\"takeback\",\"accepted\":true");
    assert_has(accepted, "\"settled\":\"takeback\",\"accepted\":true");
    assert_null(strstr(move(at, &at->one, 0, "b1-b3"), "settled"));
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"draw\"");
    assert_has(move(at, &at->other, 1, "a2-c2"), "\"settled\":\"draw\",\"accepted\":false");
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"draw\"");
    assert_has(play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"draw\""),
               "\"settled\":\"draw\",\"accepted\":true");
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"rematch\"");
    assert_has(play(at, &at->other, "\"ask\":\"live_reply\",\"accept\":true"),
               "\"settled\":\"rematch\",\"accepted\":true");
    close_table(at);
}

/* A question whose answer was lost is sent again, and takes effect once; one that is meant for another position or
 * another game, not at all. */
static void test_once(void **state)
{
    (void)state;
    static const char ask_back[] = "\"ask\":\"live_offer\",\"what\":\"takeback\",\"ply\":2,\"number\":0,\"nth\":1";
    static const char accept[] =
        "\"ask\":\"live_reply\",\"what\":\"takeback\",\"ply\":2,\"number\":0,\"nth\":1,\"accept\":true";
    static const char again[] = "\"ask\":\"live_offer\",\"what\":\"rematch\",\"ply\":0,\"number\":0,\"nth\":4";
    static const char resign[] = "\"ask\":\"live_resign\",\"number\":0,\"nth\":3";
    table *at = begin("\"game\":\"loa\"");
    move(at, &at->one, 0, "b1-b3");
    move(at, &at->other, 1, "a2-c2");
    assert_has(play(at, &at->one, ask_back), "\"offer\":\"takeback\"");
    assert_has(at->one.told[at->one.count - 1], "\"nth\":1");
    assert_has(at->other.told[at->other.count - 1], "\"nth\":0");
    assert_has(play(at, &at->other, accept), "\"moves\":[]");
    assert_null(strstr(play(at, &at->one, ask_back), "\"offer\""));
    assert_has(at->one.told[0], "\"event\":\"answer\"");
    move(at, &at->one, 0, "b1-b3");
    move(at, &at->other, 1, "a2-c2");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\",\"ply\":1,\"nth\":2"),
               "LIVE_OTHER_PLY");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\",\"ply\":2,\"nth\":2"), "\"offer\"");
    assert_has(play(at, &at->other, accept),
               "\"moves\":[\"b1-b3\",\"a2-c2\"]"); /* the second take-back has no answer */
    assert_has(at->other.told[0], "\"event\":\"answer\"");
    play(at, &at->other, "\"ask\":\"live_reply\",\"accept\":true,\"nth\":2");
    play(at, &at->one, resign);
    play(at, &at->one, again);
    assert_has(play(at, &at->other, "\"ask\":\"live_reply\",\"accept\":true,\"nth\":3"), "\"number\":1");
    assert_has(play(at, &at->one, again), "\"number\":1");
    assert_has(play(at, &at->one, resign), "\"over\":false");
    assert_has(play(at, &at->one, "\"ask\":\"live_resign\",\"number\":0"), "LIVE_OTHER_PLY");
    assert_has(play(at, &at->one, "\"ask\":\"live_resign\",\"nth\":0"), "NOT_IN_RANGE");
    assert_has(play(at, &at->one, "\"ask\":\"live_leave\""), "\"event\":\"answer\"");
    close_table(at);
}

static uint32_t next_random(uint32_t *state) { return *state = *state * 1664525 + 1013904223; }

/* Some move after which the rules let the game go on. */
static flank_move quiet_move(flank_record *record, const flank_game *game, uint32_t *random)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_rules rules = {{0}};
    const int count = flank_game_moves(game, &rules, flank_record_position(record), moves);
    for (int tries = 0; tries < 1000; tries++) {
        const flank_move chosen = moves[next_random(random) % (uint32_t)count];
        assert_int_equal(flank_record_play(record, chosen), FLANK_OK);
        const bool over = flank_record_outcome(record).over;
        flank_record_undo(record);
        if (!over && !chosen.captured)
            return chosen;
    }
    fail_msg("no quiet move");
    return moves[0];
}

/* A game that the rules do not end is drawn by its length. */
static void test_long_game(void **state)
{
    (void)state;
    live_game game;
    uint32_t random = 1;
    const live_terms terms = {.game = flank_game_find("loa")};
    assert_int_equal(live_game_begin(&game, &terms, NULL), FLANK_OK);
    for (size_t ply = 0; ply < LIVE_PLIES_MAX; ply++) {
        char text[FLANK_MOVE_TEXT_SIZE];
        const flank_position *position = flank_record_position(game.record);
        assert_int_equal(game.ending, LIVE_GOING);
        flank_move_format(terms.game, &terms.rules, position, quiet_move(game.record, terms.game, &random), NULL, text);
        assert_int_equal(live_game_move(&game, live_game_turn(&game), ply, text, 1 + (double)ply, NULL), FLANK_OK);
    }
    assert_int_equal(flank_record_ply(game.record), LIVE_PLIES_MAX);
    assert_int_equal(game.ending, LIVE_TOO_MANY_PLIES);
    assert_int_equal(game.winner, LIVE_NOBODY);
    live_game_free(&game);
}

/* Rules that make another game: anti-Othello, and a board of 6 x 6. */
static void test_rules(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\",\"rules\":\"goal=fewest,board=6\"");
    assert_has(at->one.told[at->one.count - 1], "\"rules\":\"goal=fewest,board=6\"");
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"rules\":\"board=7\"}"), "RULE_TAKES");
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"game\":\"go\"}"), "NO_SUCH_GAME");
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"color\":\"red\"}"), "LIVE_BAD_COLOR");
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"total_ms\":-1}"), "NOT_IN_RANGE");
    close_table(at);
}

static void test_seats(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\"");
    player third = {.visitor = {.tell = hear, .user = &third}};
    char json[200];
    snprintf(json, sizeof json, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"%s\"}", at->code);
    assert_has(ask(at, &third, json), "LIVE_SEATS_TAKEN");
    assert_has(play(at, &third, "\"ask\":\"live\""), "LIVE_NOT_YOURS");
    memset(third.token, 'a', LIVE_TOKEN_SIZE - 1);
    assert_has(play(at, &third, "\"ask\":\"live_resign\""), "LIVE_NOT_YOURS");
    at->now_s += 10;
    assert_has(ask(at, &third, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"AAAAAAAA\"}"), "LIVE_NO_ROOM");
    assert_has(ask(at, &third, "{\"ask\":\"live_join\",\"id\":\"j\"}"), "LIVE_NO_ROOM");
    /* The same token on another connection takes the seat over. */
    memcpy(third.token, at->one.token, LIVE_TOKEN_SIZE);
    at->one.count = 0;
    assert_has(play(at, &third, "\"ask\":\"live\""), "\"color\":\"black\"");
    assert_has(at->one.told[0], "\"event\":\"answer\",\"ended\":\"elsewhere\"");
    at->other.count = 0;
    live_visitor_gone(&third.visitor, at->now_s);
    assert_has(at->other.told[0], "\"friend\":\"away\"");
    assert_has(play(at, &at->one, "\"ask\":\"live\""), "\"friend\":\"here\"");
    live_visitor_stop(&at->one.visitor, "another", at->now_s);
    assert_non_null(at->one.visitor.follows);
    at->one.count = 0;
    live_visitor_stop(&at->one.visitor, "q", at->now_s);
    assert_has(at->one.told[0], "\"ended\":\"stopped\"");
    close_table(at);
}

/* Whoever took the second seat and never heard of it, as the answer was lost, can take it again. */
static void test_lost_answer(void **state)
{
    (void)state;
    table *at = open_table(1);
    char json[200], first[LIVE_TOKEN_SIZE];
    const char *made = ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"c\"}");
    copy_text(made, "code", at->code, sizeof at->code);
    copy_text(made, "token", at->one.token, sizeof at->one.token);
    assert_has(play(at, &at->one, "\"ask\":\"live_move\",\"ply\":0,\"move\":\"f5\""), "LIVE_ALONE");
    snprintf(json, sizeof json, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"%s\"}", at->code);
    assert_has(play(at, &at->one, "\"ask\":\"live\""), "\"friend\":\"nobody\"");
    at->one.count = 0;
    copy_text(ask(at, &at->other, json), "token", first, sizeof first);
    copy_text(ask(at, &at->other, json), "token", at->other.token, sizeof at->other.token);
    assert_string_not_equal(first, at->other.token);
    /* Nobody is away who has not come, and nothing is played. */
    assert_has(at->one.told[at->one.count - 1], "\"friend\":\"nobody\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_move\",\"ply\":0,\"move\":\"f5\""), "LIVE_ALONE");
    /* One who leaves without having followed leaves the seat to another. */
    assert_has(play(at, &at->other, "\"ask\":\"live_leave\""), "\"event\":\"answer\"");
    assert_has(at->one.told[at->one.count - 1], "\"friend\":\"nobody\"");
    assert_has(play(at, &at->other, "\"ask\":\"live\""), "LIVE_NOT_YOURS");
    copy_text(ask(at, &at->other, json), "token", at->other.token, sizeof at->other.token);
    assert_has(play(at, &at->other, "\"ask\":\"live\""), "\"color\":\"white\"");
    assert_has(at->one.told[at->one.count - 1], "\"friend\":\"here\"");
    assert_has(ask(at, &at->other, json), "LIVE_SEATS_TAKEN");
    close_table(at);
}

static void test_leaving(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\"");
    at->one.count = 0;
    assert_has(play(at, &at->other, "\"ask\":\"live_leave\""), "\"event\":\"answer\"");
    assert_has(at->other.told[0], "\"ended\":\"left\"");
    assert_has(at->one.told[at->one.count - 1], "\"friend\":\"left\"");
    assert_has(at->one.told[at->one.count - 1], "\"how\":\"resigned\",\"winner\":\"black\"");
    assert_has(play(at, &at->other, "\"ask\":\"live\""), "LIVE_NOT_YOURS");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"rematch\""), "LIVE_ALONE");
    play(at, &at->one, "\"ask\":\"live_leave\"");
    assert_false(live_rooms_any(at->all));
    close_table(at);
}

/* Whoever leaves long after the last move leaves the other one the time to see it. */
static void test_late_leaving(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\"");
    at->now_s += 5 * 3600;
    play(at, &at->other, "\"ask\":\"live_leave\"");
    at->now_s += 3500;
    live_rooms_tick(at->all, at->now_s);
    assert_true(live_rooms_any(at->all));
    at->now_s += 200;
    live_rooms_tick(at->all, at->now_s);
    assert_false(live_rooms_any(at->all));
    close_table(at);
}

static const char *guess(table *at, player *who, const char *json)
{
    const char *said = ask(at, who, json);
    return strstr(said, "LIVE_TOO_FAST") ? "later" : strstr(said, "LIVE_NO_ROOM") ? "wrong" : said;
}

/* Whoever connects anew for each guess has no more of them than the server lets all have together; and keeps nobody
 * out who waits a little, nor anybody who has a seat. */
static void test_guesses(void **state)
{
    (void)state;
    static const char wrong[] = "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"AAAAAAAA\"}";
    static const char wrong_token[] = "{\"ask\":\"live\",\"id\":\"f\",\"code\":\"AAAAAAAA\",\"token\":\"0\"}";
    table *at = begin("\"game\":\"othello\"");
    const char *made = ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"c\"}");
    char code[LIVE_CODE_SIZE], right[200];
    int answered = 0;
    copy_text(made, "code", code, sizeof code);
    snprintf(right, sizeof right, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"%s\"}", code);
    player polite = {.visitor = {.tell = hear, .user = &polite, .unguessing_s = at->now_s}};
    for (int i = 0; i < 1000; i++) {
        player anew = {.visitor = {.tell = hear, .user = &anew, .unguessing_s = at->now_s}};
        at->now_s += 0.005;
        answered += strcmp(guess(at, &anew, i % 2 ? wrong : wrong_token), "wrong") == 0;
    }
    assert_in_range(answered, LIVE_GUESSES, LIVE_GUESSES + 6); /* in five seconds */
    /* Nothing says whether a code was right, meanwhile. */
    assert_string_equal(guess(at, &polite, right), "later");
    assert_has(move(at, &at->one, 0, "f5"), "\"moves\":[\"f5\"]");
    for (int i = 0; i < 1000; i++) {
        player anew = {.visitor = {.tell = hear, .user = &anew, .unguessing_s = at->now_s}};
        at->now_s += 0.005;
        guess(at, &anew, wrong);
    }
    assert_has(guess(at, &polite, right), "\"token\"");
    /* One that stays has a guess each ten seconds. */
    answered = 0;
    for (int i = 0; i < 600; i++) {
        player anew = {.visitor = {.tell = hear, .user = &anew, .unguessing_s = at->now_s}};
        at->now_s += 0.1;
        for (int j = 0; j < 3; j++)
            guess(at, &anew, wrong);
        answered += strcmp(guess(at, &polite, wrong), "wrong") == 0;
    }
    assert_in_range(answered, 5, 7);
    close_table(at);
}

/* Make a game and come into it. */
static void create(table *at, player *who)
{
    const char *made = ask(at, who, "{\"ask\":\"live_create\",\"id\":\"c\"}");
    copy_text(made, "code", at->code, sizeof at->code);
    copy_text(made, "token", who->token, sizeof who->token);
}

/* Whoever makes a second game over one connection has no use for the first, if nobody has come into it. */
static void test_another_room(void **state)
{
    (void)state;
    static const char again[] = "{\"ask\":\"live_create\",\"id\":\"c\"}";
    char json[100];
    table *at = open_table(1);
    create(at, &at->one);
    create(at, &at->one);
    play(at, &at->one, "\"ask\":\"live\"");
    assert_has(ask(at, &at->other, again), "LIVE_ROOMS_FULL");
    char former[LIVE_CODE_SIZE];
    memcpy(former, at->code, sizeof former);
    create(at, &at->one); /* the one that is followed ends, too: its only player has gone on */
    assert_has(at->one.told[0], "\"ended\":\"left\"");
    snprintf(json, sizeof json, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"%s\"}", former);
    assert_has(ask(at, &at->other, json), "LIVE_NO_ROOM");
    snprintf(json, sizeof json, "{\"ask\":\"live_join\",\"id\":\"j\",\"code\":\"%s\"}", at->code);
    assert_has(ask(at, &at->other, json), "\"token\"");
    assert_has(ask(at, &at->one, again), "LIVE_ROOMS_FULL"); /* somebody has come */
    close_table(at);
    at = open_table(1);
    create(at, &at->one);
    memcpy(at->other.token, at->one.token, sizeof at->other.token);
    assert_has(play(at, &at->other, "\"ask\":\"live\""), "\"friend\":\"nobody\""); /* the maker's other connection */
    assert_has(ask(at, &at->one, again), "LIVE_ROOMS_FULL");
    close_table(at);
}

/* Moves that a game begins with are nobody's: they are not taken back, no clock runs for them, and a rematch has them,
 * too. */
static void test_opening(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\",\"moves\":\"f5d6c3\",\"total_ms\":60000");
    assert_has(play(at, &at->one, "\"ask\":\"live\""),
               "\"given\":3,\"moves\":[\"f5\",\"d6\",\"c3\"],\"side\":\"white\"");
    assert_has(at->one.told[at->one.count - 1], "\"running\":null");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "LIVE_CANNOT_OFFER");
    assert_has(play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "LIVE_CANNOT_OFFER");
    assert_has(move(at, &at->other, 3, "d3"), "\"running\":\"black\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "LIVE_CANNOT_OFFER");
    assert_has(play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"takeback\""), "\"offer\"");
    assert_has(play(at, &at->one, "\"ask\":\"live_reply\",\"accept\":true"), "\"moves\":[\"f5\",\"d6\",\"c3\"]");
    play(at, &at->one, "\"ask\":\"live_resign\"");
    play(at, &at->one, "\"ask\":\"live_offer\",\"what\":\"rematch\"");
    const char *again = play(at, &at->other, "\"ask\":\"live_offer\",\"what\":\"rematch\"");
    assert_has(again, "\"number\":1,\"color\":\"black\"");
    assert_has(again, "\"given\":3,\"moves\":[\"f5\",\"d6\",\"c3\"]");
    close_table(at);
}

/* No room is made with words that are no opening. */
static void test_no_opening(void **state)
{
    (void)state;
    char json[400], many[LIVE_OPENING_SIZE + 1];
    table *at = open_table(1);
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"moves\":\"f5a1\"}"), "\"event\":\"error\"");
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"moves\":\"beer\"}"), "\"event\":\"error\"");
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"moves\":\"e6f4e3f6g5d6e7f5c5\"}"),
               "GAME_OVER");
    memset(many, ' ', LIVE_OPENING_SIZE);
    many[LIVE_OPENING_SIZE] = '\0';
    snprintf(json, sizeof json, "{\"ask\":\"live_create\",\"id\":\"x\",\"moves\":\"%s\"}", many);
    assert_has(ask(at, &at->one, json), "LIVE_TOO_LONG");
    assert_false(live_rooms_any(at->all));
    assert_int_equal(at->memory.common_used, 0);
    /* A pass that is forced belongs to the opening. */
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"x\",\"moves\":\"f5f6d3g5h5h4f7h6\"}"), "answer");
    copy_text(at->one.told[0], "code", at->code, sizeof at->code);
    copy_text(at->one.told[0], "token", at->one.token, sizeof at->one.token);
    assert_has(play(at, &at->one, "\"ask\":\"live\""),
               "\"given\":9,\"moves\":[\"f5\",\"f6\",\"d3\",\"g5\",\"h5\",\"h4\",\"f7\",\"h6\",\"pass\"]");
    close_table(at);
}

static void test_limits(void **state)
{
    (void)state;
    static const char again[] = "{\"ask\":\"live_create\",\"id\":\"c\"}";
    table *at = open_table(2);
    player third = {.visitor = {.tell = hear, .user = &third}};
    assert_has(ask(at, &at->one, again), "answer");
    assert_has(ask(at, &at->other, again), "answer");
    assert_has(ask(at, &third, again), "LIVE_ROOMS_FULL");
    at->now_s += 599;
    live_rooms_tick(at->all, at->now_s);
    assert_has(ask(at, &third, again), "LIVE_ROOMS_FULL");
    at->now_s += 2; /* nobody was there */
    live_rooms_tick(at->all, at->now_s);
    assert_false(live_rooms_any(at->all));
    int answered = 0;
    for (int i = 0; i < 100; i++)
        answered += !strstr(ask(at, &at->one, "{\"ask\":\"live_join\",\"code\":\"AAAAAAAA\"}"), "LIVE_TOO_FAST");
    assert_int_equal(answered, 3); /* guesses are dear */
    at->now_s += 1;
    assert_null(strstr(ask(at, &at->one, again), "LIVE_TOO_FAST"));
    close_table(at);
    at = open_table(0);
    assert_has(ask(at, &at->one, again), "LIVE_ROOMS_FULL");
    live_rooms_destroy(at->all);
    at->all = NULL;
    assert_has(ask(at, &at->one, again), "LIVE_OFF");
    close_table(at);
}

/* A room ends while players are there: an hour after a game, and a day after the last move of one that goes on. */
static void test_expiry(void **state)
{
    (void)state;
    table *at = begin("\"game\":\"othello\"");
    at->now_s += 23 * 3600;
    live_rooms_tick(at->all, at->now_s);
    assert_true(live_rooms_any(at->all));
    play(at, &at->one, "\"ask\":\"live_resign\"");
    at->now_s += 3500;
    live_rooms_tick(at->all, at->now_s);
    assert_true(live_rooms_any(at->all));
    at->now_s += 200;
    at->other.count = 0;
    live_rooms_tick(at->all, at->now_s);
    assert_has(at->other.told[0], "\"ended\":\"expired\"");
    assert_false(live_rooms_any(at->all));
    assert_int_equal(at->memory.common_used, 0);
    close_table(at);
}

/* The memory of a room is taken when it is made. */
static void test_memory(void **state)
{
    (void)state;
    table *at = open_table(4);
    memory_budget_close(&at->memory);
    memory_budget_open(&at->memory, 400 << 10, 1000);
    assert_has(ask(at, &at->one, "{\"ask\":\"live_create\",\"id\":\"c\"}"), "answer");
    assert_has(ask(at, &at->other, "{\"ask\":\"live_create\",\"id\":\"c\"}"), "SERVER_NO_MEMORY");
    close_table(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),        cmocka_unit_test(test_whole_game),   cmocka_unit_test(test_pass),
        cmocka_unit_test(test_clocks),       cmocka_unit_test(test_late_move),    cmocka_unit_test(test_offers),
        cmocka_unit_test(test_settled),      cmocka_unit_test(test_once),         cmocka_unit_test(test_long_game),
        cmocka_unit_test(test_rules),        cmocka_unit_test(test_seats),        cmocka_unit_test(test_lost_answer),
        cmocka_unit_test(test_leaving),      cmocka_unit_test(test_late_leaving), cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_expiry),       cmocka_unit_test(test_memory),
        cmocka_unit_test(test_another_room), cmocka_unit_test(test_opening),      cmocka_unit_test(test_no_opening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
