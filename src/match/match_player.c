/* SPDX-License-Identifier: MIT
 *
 * Players. Our own engine forgets everything between games, so that a game depends on nothing but its opening and its
 * seed, and a match that was killed continues as if it had not been.
 */
#include "match/match_player.h"

#include "core/command_words.h"
#include "core/error.h"
#include "core/random.h"
#include "games/game_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct match_player {
    const match_entry *entry;
    const match_setting *setting;
    match_talk talk; /* the name also of our own */
    uint64_t seed;
    flank_engine *engine; /* ours */
};

static const match_protocol *protocol_of(match_kind kind)
{
    static const match_protocol *const protocols[] = {
        [MATCH_OWN] = NULL,       [MATCH_GTP] = &match_gtp, [MATCH_NBOARD] = &match_nboard,
        [MATCH_UGI] = &match_ugi, [MATCH_HUB] = &match_hub,
    };
    return protocols[kind];
}

/* ---- Shared by all players ---- */

static flank_status open_books(const char *const *paths, match_entry *entry, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (size_t i = 0; !status && paths[i]; i++)
        entry->book = flank_book_add(entry->book, flank_book_open(paths[i], &status, error));
    return status;
}

flank_status match_entry_open(const match_spec *spec, const char *const *default_books, match_entry *entry,
                              flank_error *error)
{
    const bool named = *spec->book_path;
    flank_status status = FLANK_OK;
    *entry = (match_entry){.spec = *spec};
    if (*spec->eval_path)
        status = flank_evaluation_read(spec->eval_path, &entry->evaluation, error);
    if (!status && spec->uses_book && !named && !default_books)
        status = error_say(error, FLANK_NOT_FOUND, 0, SAY(MATCH_NO_BOOK));
    else if (!status && spec->uses_book && named)
        entry->book = flank_book_open(spec->book_path, &status, error);
    else if (!status && spec->uses_book)
        status = open_books(default_books, entry, error);
    if (status)
        match_entry_close(entry);
    return status;
}

void match_entry_close(match_entry *entry)
{
    flank_evaluation_destroy(entry->evaluation);
    flank_book_close(entry->book);
    entry->evaluation = NULL;
    entry->book = NULL;
}

static bool has_part_seconds(const match_clock *clock)
{
    return clock->game_s != floor(clock->game_s) || clock->increment_s != floor(clock->increment_s);
}

const char *match_entry_objection(const match_entry *entry, const match_setting *setting)
{
    const match_kind kind = entry->spec.kind;
    const match_protocol *protocol = protocol_of(kind);
    if (*entry->spec.book_path && flank_book_game(entry->book) != setting->game)
        return "its book is of another game";
    if (!protocol)
        return NULL;
    if (protocol->only_game && protocol->only_game != setting->game)
        return protocol->cannot_game;
    if (protocol->cannot_rules && flank_rules_stand_apart(setting->game, &setting->rules))
        return protocol->cannot_rules;
    if (protocol->cannot_board && game_board(setting->game, &setting->rules) != ~UINT64_C(0))
        return protocol->cannot_board;
    if (setting->level && protocol->cannot_level)
        return protocol->cannot_level;
    if (setting->nodes && protocol->cannot_nodes)
        return protocol->cannot_nodes;
    if (setting->clock.move_s > 0)
        return protocol->cannot_move_clock;
    return has_part_seconds(&setting->clock) ? protocol->cannot_part_seconds : NULL;
}

/* True if nothing that the match says bounds the engine. */
static bool bounds_itself(const match_spec *spec)
{
    return spec->kind == MATCH_OWN ? match_spec_has_limit(spec) : spec->kind == MATCH_GTP;
}

void match_limits_format(const match_setting *setting, const match_entry *entries, int count,
                         char out[MATCH_LIMITS_SIZE])
{
    const match_clock *clock = &setting->clock;
    const size_t size = MATCH_LIMITS_SIZE;
    bool own = true;
    size_t used = 0;
    for (int engine = 0; engine < count; engine++)
        own = own && bounds_itself(&entries[engine].spec);
    if (clock->move_s > 0)
        used = (size_t)snprintf(out, size, "%.10g s a move", clock->move_s);
    else if (clock->game_s > 0)
        used = (size_t)snprintf(out, size, "%.10g s a game + %.10g s a move", clock->game_s, clock->increment_s);
    else if (setting->nodes)
        used = (size_t)snprintf(out, size, "%llu nodes", (unsigned long long)setting->nodes);
    else if (own && !setting->level)
        used = (size_t)snprintf(out, size, "limits of their own");
    else
        used = (size_t)snprintf(out, size, "level %d", setting->level ? setting->level : MATCH_DEFAULT_LEVEL);
    snprintf(out + used, size - used, ", seed %llu", (unsigned long long)setting->seed);
}

/* ---- A player ---- */

static bool is_own(const match_player *player) { return player->entry->spec.kind == MATCH_OWN; }

static bool create_engine(match_player *player)
{
    const match_spec *spec = &player->entry->spec;
    const flank_engine_options options = {.hash_bytes =
                                              spec->hash_bytes ? spec->hash_bytes : player->setting->hash_bytes,
                                          .evaluation = player->entry->evaluation,
                                          .threads = spec->threads};
    player->engine = flank_engine_create(&options);
    return player->engine != NULL;
}

match_player *match_player_create(const match_entry *entry, const match_setting *setting)
{
    match_player *player = calloc(1, sizeof *player);
    if (!player)
        return NULL;
    *player = (match_player){.entry = entry, .setting = setting, .talk = {.setting = setting}};
    const bool bounded = setting->level || setting->nodes || match_has_clock(&setting->clock);
    player->talk.level = setting->level ? setting->level : bounded ? 0 : MATCH_DEFAULT_LEVEL;
    const char *command = is_own(player) ? entry->spec.text : entry->spec.command;
    const size_t word = is_own(player) ? strlen(command) : strcspn(command, " ");
    const char *name = command + word;
    while (name > command && (is_own(player) || name[-1] != '/'))
        name--;
    snprintf(player->talk.name, sizeof player->talk.name, "%.*s", (int)(word - (size_t)(name - command)), name);
    if (is_own(player) && !create_engine(player)) {
        free(player);
        return NULL;
    }
    return player;
}

void match_player_destroy(match_player *player)
{
    if (!player)
        return;
    flank_engine_destroy(player->engine);
    free(player);
}

const char *match_player_name(const match_player *player) { return player->talk.name; }

static flank_status start_own(match_player *player, flank_error *error)
{
    const flank_game *game = player->setting->game;
    const flank_stop *stop = player->setting->stop;
    const bool whole = match_has_clock(&player->setting->clock);
    const flank_status status = (whole ? flank_engine_prepare_rules : flank_engine_reserve_rules)(
        player->engine, game, &player->setting->rules, stop);
    if (status == FLANK_STOPPED) /* the first move sees it, too, and ends the match */
        return FLANK_OK;
    if (status)
        error_say(error, status, 0, SAY(IN), say_cut(player->entry->spec.text, 80), say_status(status));
    return status;
}

flank_status match_player_start(match_player *player, flank_error *error)
{
    wordexp_t words;
    int error_number = 0;
    match_talk *talk = &player->talk;
    const char *command = player->entry->spec.command;
    if (is_own(player))
        return start_own(player, error);
    if (talk->child)
        return FLANK_OK;
    if (command_words_split(command, &words, error))
        return FLANK_NOT_FOUND;
    talk->child = match_child_start(words.we_wordv, player->setting->show_errors, player->setting->stop, &error_number);
    wordfree(&words);
    if (!talk->child)
        return error_say(error, FLANK_NOT_FOUND, 0, SAY(CANNOT_BE_STARTED), say_cut(command, 80),
                         say_system(error_number));
    talk->pings = 0;
    talk->fault = (match_fault){MATCH_FAULT_NONE, ""};
    if (protocol_of(player->entry->spec.kind)->hello(talk))
        return FLANK_OK;
    const match_fault fault = talk->fault;
    match_player_dismiss(player);
    return error_say(error, FLANK_NOT_FOUND, 0, SAY(DOES_NOT_SPEAK), say_cut(command, 80),
                     say_text(match_kind_name(player->entry->spec.kind)), say_cut(fault.text, 60));
}

void match_player_dismiss(match_player *player)
{
    match_child_destroy(player->talk.child, NULL);
    player->talk.child = NULL;
}

void match_player_quit(match_player *player)
{
    if (player->talk.child)
        match_child_destroy(player->talk.child, protocol_of(player->entry->spec.kind)->farewell);
    player->talk.child = NULL;
}

bool match_player_begin(match_player *player, const flank_record *game, uint64_t seed, match_fault *fault)
{
    player->seed = seed;
    if (is_own(player)) {
        flank_engine_clear(player->engine);
        return true;
    }
    player->talk.fault = (match_fault){MATCH_FAULT_NONE, ""};
    const bool ready = protocol_of(player->entry->spec.kind)->begin(&player->talk, game);
    *fault = player->talk.fault;
    return ready;
}

/* ---- Thinking ---- */

/* If the engine says nothing itself, the limits of the match. */
static flank_limits own_limits(const match_player *player, const match_turn *turn)
{
    const match_spec *spec = &player->entry->spec;
    const match_setting *setting = player->setting;
    flank_limits limits = {.seed = player->seed, .stop = setting->stop};
    if (match_spec_has_limit(spec)) {
        limits.level = spec->level;
        limits.depth_plies = spec->depth_plies;
        limits.nodes = spec->nodes;
        if (spec->time_s > 0) /* 0 ms would be no limit */
            limits.time_ms = spec->time_s > 0.001 ? (int64_t)(1000 * spec->time_s + 0.5) : 1;
    } else {
        limits.level = player->talk.level;
        limits.nodes = setting->nodes;
    }
    if (match_has_clock(&setting->clock))
        limits.clock =
            (flank_clock){.running = true,
                          .left_ms = (int64_t)(1000 * turn->left_s[flank_record_position(turn->record)->color]),
                          .increment_ms = (int64_t)(1000 * setting->clock.increment_s),
                          .move_ms = (int64_t)(1000 * setting->clock.move_s)};
    return limits;
}

/* A slip's score is that of a bad move. */
static match_opinion opinion_of(const flank_report *report)
{
    const flank_line *line = &report->lines[0];
    if (report->slipped)
        return (match_opinion){.has_score = false};
    return (match_opinion){.has_score = true,
                           .score = line->score / 100.0,
                           .proved = line->exact,
                           .sign = (line->score > 0) - (line->score < 0)};
}

static bool think_own(match_player *player, const match_turn *turn, match_answer *answer, match_fault *fault)
{
    const flank_record *record = turn->record;
    const flank_limits limits = own_limits(player, turn);
    const uint64_t seed = random_mix(player->seed + flank_record_ply(record));
    flank_book_move choice;
    flank_report report = {.nodes = 0};
    if (flank_book_choose(player->entry->book, record, flank_book_margin(flank_record_game(record)), seed, &choice) ==
        FLANK_OK) {
        answer->move = choice.move;
        return true;
    }
    const flank_status status = flank_engine_search(player->engine, record, &limits, NULL, NULL, &report);
    answer->nodes = report.nodes;
    if (status == FLANK_OK && report.lines[0].length > 0) {
        answer->move = report.lines[0].moves[0];
        answer->opinion = opinion_of(&report);
        return true;
    }
    *fault = (match_fault){.kind = MATCH_FAULT_CRASH};
    snprintf(fault->text, sizeof fault->text, "%s", flank_status_text(status));
    return false;
}

bool match_player_think(match_player *player, const match_turn *turn, match_answer *answer, match_fault *fault)
{
    char reply[MATCH_REPLY_SIZE];
    *answer = (match_answer){.resigns = false};
    *fault = (match_fault){MATCH_FAULT_NONE, ""};
    if (is_own(player))
        return think_own(player, turn, answer, fault);
    player->talk.fault = *fault;
    player->talk.opinion = answer->opinion;
    if (!protocol_of(player->entry->spec.kind)->think(&player->talk, turn, reply)) {
        *fault = player->talk.fault;
        return false;
    }
    answer->resigns = strcasecmp(reply, "resign") == 0;
    answer->opinion = player->talk.opinion;
    flank_error error = {0};
    if (answer->resigns ||
        flank_move_parse(player->setting->game, &player->setting->rules, flank_record_position(turn->record), reply,
                         &answer->move, &error) == FLANK_OK)
        return true;
    fault->kind = MATCH_FAULT_ILLEGAL;
    snprintf(fault->text, sizeof fault->text, "'%.30s': %.80s", reply, error_english(&error));
    return false;
}
