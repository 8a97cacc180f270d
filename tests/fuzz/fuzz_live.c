/* SPDX-License-Identifier: MIT
 *
 * Games between people: three connections ask what they like at times of the input's choice, and the rooms stay sound.
 *
 * A line is "N JSON", a question of connection N (0, 1, 2), or "+ S", S seconds pass, or "- N", the connection is lost.
 * In the JSON an @ stands for the code and the token that N was given last, & for those of the next connection, and #
 * for the code in the latter: nobody could guess them, though the source of random numbers is the same each time.
 */
#include "fuzz_target.h"

#include "server/live_handler.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { VISITORS = 3, ROOMS = 2, LINES_MAX = 400, SEAT_SIZE = 100 };

typedef struct visitor {
    live_visitor as;
    char code[LIVE_CODE_SIZE], token[LIVE_TOKEN_SIZE];
    int ends; /* answers and errors that it was told */
} visitor;

typedef struct house {
    memory_budget memory;
    live_rooms *all;
    visitor visitors[VISITORS];
    double now_s;
} house;

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static uint32_t random_state;

ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)flags;
    for (size_t i = 0; i < size; i++) {
        random_state = random_state * 1664525 + 1013904223;
        ((uint8_t *)bytes)[i] = (uint8_t)(random_state >> 24);
    }
    return (ssize_t)size;
}

/* ---- What is told ---- */

static bool copy(const json_t *event, const char *name, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(event, name));
    return text && (size_t)snprintf(out, size, "%s", text) < size;
}

static void check_report(const json_t *report)
{
    const bool over = json_is_true(json_object_get(report, "over"));
    const char *offer = json_string_value(json_object_get(report, "offer"));
    const char *name;
    json_t *left;
    expect(json_is_array(json_object_get(report, "moves")) && json_string_value(json_object_get(report, "color")));
    expect(!offer || (strcmp(offer, "rematch") == 0) == over);
    expect(!offer || !json_object_get(report, "settled"));
    expect(over == (json_object_get(report, "how") != NULL));
    expect(!over || !json_string_value(json_object_get(report, "running")));
    json_object_foreach(json_object_get(report, "clocks"), name, left) expect(json_integer_value(left) >= 0);
}

static void hear(void *user, const void *about, const char *json, size_t size)
{
    visitor *of = user;
    json_set_alloc_funcs(malloc, free); /* question_parse sets its own */
    json_t *event = json_loadb(json, size, JSON_REJECT_DUPLICATES, NULL);
    const char *kind = json_string_value(json_object_get(event, "event"));
    expect(kind && (strcmp(kind, "report") == 0) == (about != NULL));
    if (about)
        check_report(event);
    else
        of->ends++;
    if (!about && json_object_get(event, "token"))
        expect(copy(event, "code", of->code, sizeof of->code) && copy(event, "token", of->token, sizeof of->token));
    json_decref(event);
}

/* ---- What is done ---- */

static void add_seat(char *to, const visitor *of, bool whole)
{
    snprintf(to + strlen(to), SEAT_SIZE, whole ? "\"code\":\"%s\",\"token\":\"%s\"" : "\"code\":\"%s\"", of->code,
             of->token);
}

/* The question with seats in place of their signs. */
static char *expand(const house *in, int who, const char *line)
{
    char *out = calloc(strlen(line) + 1, SEAT_SIZE);
    if (!out)
        abort();
    for (; *line; line++)
        if (*line == '@')
            add_seat(out, &in->visitors[who], true);
        else if (*line == '&' || *line == '#')
            add_seat(out, &in->visitors[(who + 1) % VISITORS], *line == '&');
        else
            out[strlen(out)] = *line;
    return out;
}

static void ask(house *in, int who, const char *line)
{
    flank_error error = {0};
    visitor *of = &in->visitors[who];
    char *json = expand(in, who, line);
    question_text *question = question_parse(json, strlen(json), &error);
    const char *name = question ? question_field(question, "ask") : NULL;
    if (live_handler_takes(name)) {
        of->ends = 0;
        live_handler_answer(in->all, &of->as, question, in->now_s);
        /* One that goes on has none yet; what it takes the place of, or leaves, ends. */
        expect(of->ends <= 2 && (of->ends >= 1 || strcmp(name, "live") == 0));
    } else if (name && strcmp(name, "stop") == 0) {
        live_visitor_stop(&of->as, question_field(question, "id"), in->now_s);
    }
    question_free(question);
    free(json);
}

static void check_game(const live_game *game, double now_s)
{
    const bool goes_on = game->ending == LIVE_GOING;
    expect(flank_record_ply(game->record) <= LIVE_PLIES_MAX);
    expect(!goes_on || (game->winner == LIVE_NOBODY && !flank_record_outcome(game->record).over));
    expect(live_game_running(game) == LIVE_NOBODY || (goes_on && game->terms.total_ms));
    for (int color = 0; color < 2; color++)
        expect(live_game_left_ms(game, (flank_color)color, now_s) >= 0);
}

static void check_rooms(house *in)
{
    for (int i = 0; i < VISITORS; i++) {
        visitor *of = &in->visitors[i];
        live_room *room = of->code[0] ? live_room_find(in->all, of->code) : NULL;
        if (room)
            check_game(live_room_game(room), in->now_s);
        expect(!of->as.follows == !of->as.id);
        expect(!of->as.follows || of->as.seat == 0 || of->as.seat == 1);
    }
}

static void do_line(house *in, const char *line)
{
    const int who = line[0] && line[1] ? line[2] - '0' : -1;
    if (*line == '+') {
        in->now_s += strtoul(line + 1, NULL, 10) % 100000;
        live_rooms_tick(in->all, in->now_s);
    } else if (*line == '-' && who >= 0 && who < VISITORS) {
        live_visitor_gone(&in->visitors[who].as, in->now_s);
    } else if (*line >= '0' && *line < '0' + VISITORS) {
        in->now_s += 0.125;
        ask(in, *line - '0', line + 1);
    }
    check_rooms(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1), *rest = text, *line;
    house in = {.now_s = 1000};
    memory_budget_open(&in.memory, 64 << 20, 10);
    in.all = live_rooms_create(&(live_options){ROOMS, 600, &in.memory});
    if (!text || !in.all)
        abort();
    if (size)
        memcpy(text, data, size);
    random_state = 1;
    for (int i = 0; i < VISITORS; i++)
        in.visitors[i].as = (live_visitor){.tell = hear, .user = &in.visitors[i], .unguessing_s = in.now_s};
    for (int lines = 0; lines < LINES_MAX && (line = strtok_r(rest, "\n", &rest)); lines++)
        do_line(&in, line);
    for (int i = 0; i < VISITORS; i++)
        live_visitor_gone(&in.visitors[i].as, in.now_s);
    live_rooms_destroy(in.all);
    expect(in.memory.common_used == 0);
    memory_budget_close(&in.memory);
    free(text);
    return 0;
}
