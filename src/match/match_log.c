/* SPDX-License-Identifier: MIT
 *
 * The record of a match is flank's own game text (flank_record_format), one game after the other, with more tags:
 *
 *   [Event "flank match"]                  [Points "1"]     of engine 1: 0, 1/2, 1
 *   [Round "12"]     from 1                [Termination "…"] where the moves do not show the result
 *   [First "2"]      who has the first colour
 *   [Opening "8"]    plies of the opening  [Reason "no moves left"]
 *   [Black "…"] [White "…"]  names         [Fault "2 time 1.31 s for a move with 1.00 s left"]
 *   [Engine1 "…"] [Engine2 "…"] [Limits "…"] [Openings "…"]   the terms of the match; with more than two engines
 *                                          those of the game's pairing, and [Tournament "round-robin of 3"]
 *   [Adjudication "…"]                     the grounds on which games are ended early, if there are any
 *   [Used1 "1.250 26"] [Used2 "…"]         seconds, and moves thought about
 *   [Times "0.041 0.052 …"]                of every ply after the opening, in several such lines if long
 *   [Plies "60"]                           the number of moves: a game that has fewer was cut off
 *
 * GGF was rejected, since it holds Othello only; JSON, since all that reads flank's games reads this, and since it
 * needs no second parser here.
 *
 * A game is appended by one write(2) after it has ended, and forced to the disk before it is counted. A program that is
 * killed leaves at most the last one cut off; the next run cuts that away and plays it again. A full disk leaves the
 * games before, and no file if it has none.
 */
#include "match/match_log.h"

#include "core/error.h"
#include "core/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "[Event \"flank match\"]\n";

enum { LOCK_TRIES = 20, LOCK_WAIT_MS = 100 };
enum { TIMES_A_LINE = 40, VALUE_SIZE = FLANK_POSITION_TEXT_SIZE };

/* ---- Writing ---- */

/* The value of a tag may hold no quotation mark and no line end, and is at most what readers take. */
static void add_tag(text_buffer *out, const char *name, const char *value)
{
    char clean[VALUE_SIZE];
    snprintf(clean, sizeof clean, "%s", value);
    for (char *at = clean; *at; at++)
        if (*at == '"' || (unsigned char)*at < 32)
            *at = '\'';
    text_addf(out, "[%s \"%s\"]\n", name, clean);
}

__attribute__((format(printf, 3, 4))) static void add_tagf(text_buffer *out, const char *name, const char *format, ...)
{
    char value[VALUE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    add_tag(out, name, value);
}

static void add_times(text_buffer *out, const match_game *game)
{
    const size_t count = flank_record_ply(game->record) - game->opening_plies;
    for (size_t i = 0; i < count; i++)
        text_addf(out, "%s%.3f%s", i % TIMES_A_LINE ? " " : "[Times \"", (double)game->times_s[i],
                  i % TIMES_A_LINE == TIMES_A_LINE - 1 || i + 1 == count ? "\"]\n" : "");
}

/* "1-0" if the colour that moves first has won. */
static const char *result_text(const match_game *game)
{
    if (game->points2 == 1)
        return "1/2-1/2";
    return (game->points2 == 2) == (game->first == 0) ? "1-0" : "0-1";
}

void match_plan_format(const match_plan *plan, char out[MATCH_PLAN_SIZE])
{
    const char *name = plan->tournament == MATCH_GAUNTLET ? "gauntlet" : "round-robin";
    *out = '\0';
    if (plan->engines > 2)
        snprintf(out, MATCH_PLAN_SIZE, "%s of %d", name, plan->engines);
}

/* A tag by which a match is told from others. Nothing is written of one without a value that may be missing. */
typedef struct term_row {
    const char *tag, *value, *what;
    bool optional;
} term_row;

enum { TERM_ROWS = 8, TERMS_OF_RECORD = 2 /* those that flank_record_format writes */ };

/* The terms of game `number`. `plan` is room for a text. */
static void list_terms(const match_terms *terms, size_t number, char plan[MATCH_PLAN_SIZE], term_row rows[TERM_ROWS])
{
    const match_pairing pairing = match_plan_pairing(&terms->plan, match_plan_pairing_of(&terms->plan, number));
    match_plan_format(&terms->plan, plan);
    const term_row all[TERM_ROWS] = {
        {"Game", terms->game, "game", false},
        {"Rules", terms->rules, "rules", false},
        {"Engine1", terms->engines[pairing.engines[0]], "engine", false},
        {"Engine2", terms->engines[pairing.engines[1]], "engine", false},
        {"Limits", terms->limits, "limits", false},
        {"Openings", terms->openings, "openings", false},
        {"Tournament", plan, "tournament", true},
        {"Adjudication", terms->adjudication, "adjudication", true},
    };
    memcpy(rows, all, sizeof all);
}

static void add_terms(text_buffer *out, const match_terms *terms, size_t number)
{
    char plan[MATCH_PLAN_SIZE];
    term_row rows[TERM_ROWS];
    list_terms(terms, number, plan, rows);
    for (int i = TERMS_OF_RECORD; i < TERM_ROWS; i++)
        if (!rows[i].optional || *rows[i].value)
            add_tag(out, rows[i].tag, rows[i].value);
}

/* As docs/users/formats.md has it; NULL where the moves show the result. */
static const char *termination(const match_game *game)
{
    switch (game->ending) {
    case MATCH_ENDED_RULES:
        return NULL;
    case MATCH_ENDED_RESIGNED:
        return "resigned";
    case MATCH_ENDED_FORFEIT:
        return game->fault.kind == MATCH_FAULT_TIME ? "time forfeit" : "forfeit";
    default:
        return "adjudication"; /* a game that is too long, too */
    }
}

static void add_result(text_buffer *out, const match_game *game)
{
    static const char *const points[] = {"0", "1/2", "1"};
    add_tag(out, "Points", points[game->points2]);
    if (termination(game))
        add_tag(out, "Termination", termination(game));
    add_tag(out, "Reason", game->reason);
    if (game->faulty >= 0)
        add_tagf(out, "Fault", "%d %s %s", game->faulty + 1, match_fault_name(game->fault.kind), game->fault.text);
    for (int engine = 0; engine < 2; engine++)
        add_tagf(out, engine ? "Used2" : "Used1", "%.3f %zu", game->used_s[engine], game->thought[engine]);
}

void match_game_format(const match_game *game, const match_terms *terms, const char *const names[2], text_buffer *out)
{
    const flank_record *record = game->record;
    const int first_color = flank_game_start(flank_record_game(record)).color;
    const int black = first_color == FLANK_BLACK ? game->first : !game->first;
    const size_t size = flank_record_format(record, NULL, 0) + 1;
    char *plain = malloc(size);
    if (!plain) {
        out->failed = true;
        return;
    }
    flank_record_format(record, plain, size);
    const char *result = strstr(plain, "[Result "), *moves = strstr(plain, "\n\n") + 1;
    text_add(out, first_line);
    text_add_bytes(out, plain, (size_t)(result - plain));
    add_tag(out, "Result", result_text(game));
    add_tagf(out, "Round", "%zu", game->number + 1);
    add_tagf(out, "First", "%d", game->first + 1);
    add_tagf(out, "Opening", "%zu", game->opening_plies);
    add_tag(out, "Black", names[black]);
    add_tag(out, "White", names[!black]);
    add_terms(out, terms, game->number);
    add_result(out, game);
    add_times(out, game);
    add_tagf(out, "Plies", "%zu", flank_record_ply(record));
    text_add(out, moves);
    text_add(out, "\n");
    free(plain);
}

/* ---- Reading ---- */

/* The value of the first tag `name` in a game's text; false if it has none. */
static bool find_tag(const char *text, const char *name, char value[VALUE_SIZE])
{
    char start[32];
    snprintf(start, sizeof start, "\n[%s \"", name);
    const char *tag = strstr(text, start);
    if (!tag)
        return false;
    tag += strlen(start);
    const size_t length = strcspn(tag, "\"\n");
    if (tag[length] != '"' || length >= VALUE_SIZE)
        return false;
    memcpy(value, tag, length);
    value[length] = '\0';
    return true;
}

static bool find_number(const char *text, const char *name, long least, long most, long *out)
{
    char value[VALUE_SIZE], *end;
    if (!find_tag(text, name, value))
        return false;
    errno = 0;
    *out = strtol(value, &end, 10);
    return end != value && *end == '\0' && errno == 0 && *out >= least && *out <= most;
}

static bool read_points(const char *text, match_game *game)
{
    char value[VALUE_SIZE];
    if (!find_tag(text, "Points", value))
        return false;
    game->points2 = strcmp(value, "1") == 0 ? 2 : strcmp(value, "1/2") == 0 ? 1 : 0;
    return game->points2 || strcmp(value, "0") == 0;
}

/* "2 time and so on": false if it cannot be read; there need not be one. */
static bool read_fault(const char *text, match_game *game)
{
    char value[VALUE_SIZE], name[16];
    int used = 0;
    game->faulty = -1;
    if (!find_tag(text, "Fault", value))
        return true;
    if (sscanf(value, "%d %15s %n", &game->faulty, name, &used) < 2 || game->faulty < 1 || game->faulty > 2)
        return false;
    game->faulty--;
    int kind = MATCH_FAULT_NONE + 1;
    while (kind < MATCH_FAULT_KINDS && strcmp(match_fault_name((match_fault_kind)kind), name) != 0)
        kind++;
    game->fault.kind = (match_fault_kind)kind;
    snprintf(game->fault.text, sizeof game->fault.text, "%.100s", value + used);
    return kind < MATCH_FAULT_KINDS;
}

/* The ending, by the tags that tell it; false for an adjudication on unknown grounds. */
static bool read_ending(const char *text, const char *reason, match_game *game)
{
    char value[VALUE_SIZE] = "";
    find_tag(text, "Termination", value);
    game->ending = game->faulty >= 0 ? MATCH_ENDED_FORFEIT : MATCH_ENDED_RULES;
    for (int i = 0; i < MATCH_ENDINGS && game->ending == MATCH_ENDED_RULES; i++) {
        const char *known = match_ending_text((match_ending)i);
        if (known && strcmp(reason, known) == 0)
            game->ending = (match_ending)i;
    }
    return game->ending != MATCH_ENDED_RULES || strcmp(value, "adjudication") != 0;
}

static bool read_used(const char *text, match_game *game)
{
    for (int engine = 0; engine < 2; engine++) {
        char value[VALUE_SIZE];
        if (!find_tag(text, engine ? "Used2" : "Used1", value) ||
            sscanf(value, "%lf %zu", &game->used_s[engine], &game->thought[engine]) != 2 ||
            !(game->used_s[engine] >= 0))
            return false;
    }
    return true;
}

static bool read_names(const char *text, match_logged *logged)
{
    const int first_color = flank_game_start(flank_record_game(logged->game.record)).color;
    const int black = first_color == FLANK_BLACK ? logged->game.first : !logged->game.first;
    char value[2][VALUE_SIZE];
    if (!find_tag(text, "Black", value[black]) || !find_tag(text, "White", value[!black]))
        return false;
    for (int engine = 0; engine < 2; engine++)
        snprintf(logged->names[engine], MATCH_NAME_SIZE, "%.*s", MATCH_NAME_SIZE - 1, value[engine]);
    return true;
}

/* Read a whole game; FLANK_BAD_RECORD if it is not whole. `error` is set on failure. */
static flank_status read_game(const char *text, match_logged *logged, flank_error *error)
{
    flank_status status;
    match_game *game = &logged->game;
    long number = 0, first = 0, opening = 0, plies = 0;
    char reason[VALUE_SIZE] = "";
    *logged = (match_logged){.names = {"", ""}};
    const size_t length = strlen(text);
    game->record = flank_record_parse(text, &status, error);
    if (!game->record)
        return status;
    const bool read = find_number(text, "Round", 1, 1000000000, &number) && find_number(text, "First", 1, 2, &first) &&
                      find_number(text, "Plies", 0, 100000, &plies) &&
                      find_number(text, "Opening", 0, plies, &opening) && find_tag(text, "Reason", reason);
    game->number = (size_t)number - 1;
    game->first = (int)first - 1;
    game->opening_plies = (size_t)opening;
    snprintf(game->reason, sizeof game->reason, "%.*s", (int)sizeof game->reason - 1, reason);
    if (read && (size_t)plies == flank_record_length(game->record) && length > 1 &&
        strcmp(text + length - 2, "\n\n") == 0 && read_points(text, game) && read_fault(text, game) &&
        read_ending(text, reason, game) && read_used(text, game) && read_names(text, logged))
        return FLANK_OK;
    match_game_free(game);
    return error_say(error, FLANK_BAD_RECORD, 0, SAY(MATCH_GAME_NOT_WHOLE));
}

/* FLANK_OK if game `number` belongs to the match; `error` says what differs. */
static flank_status check_terms(const char *text, const match_terms *terms, size_t number, flank_error *error)
{
    char plan[MATCH_PLAN_SIZE];
    term_row rows[TERM_ROWS];
    list_terms(terms, number, plan, rows);
    for (int i = 0; i < TERM_ROWS; i++) {
        char value[VALUE_SIZE] = "";
        text_buffer expected = {NULL};
        add_tag(&expected, rows[i].tag, rows[i].value);
        text_buffer found = {NULL};
        if (find_tag(text, rows[i].tag, value) || rows[i].optional)
            add_tag(&found, rows[i].tag, value);
        const bool failed = expected.failed || found.failed;
        const bool same = !failed && found.length && strcmp(expected.bytes, found.bytes) == 0;
        text_free(&expected);
        text_free(&found);
        if (failed)
            return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        if (!same)
            return error_say(error, FLANK_BAD_FILE, 0, SAY(MATCH_OTHER_RECORD), say_text(rows[i].what),
                             say_cut(value, 50), say_cut(rows[i].value, 50));
    }
    return FLANK_OK;
}

static size_t count_lines(const char *text, const char *end)
{
    size_t count = 0;
    for (; text < end; text++)
        count += *text == '\n';
    return count;
}

/* Does a game end as one that was written to its end? */
static bool is_ended(const char *text, size_t length)
{
    const char *moves = strstr(text, "\n\n");
    return moves && moves + 2 < text + length && strcmp(text + length - 2, "\n\n") == 0;
}

/* Read the game at text[0..length); the last one of a file may be cut off, and then `*cut` is set. */
static flank_status read_block(const char *text, size_t length, const match_terms *terms, match_logged *logged,
                               bool *cut, flank_error *error)
{
    char *block = strndup(text, length);
    if (!block)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    flank_status status = read_game(block, logged, error);
    if (status == FLANK_OK) {
        const match_pairing pairing =
            match_plan_pairing(&terms->plan, match_plan_pairing_of(&terms->plan, logged->game.number));
        memcpy(logged->game.engines, pairing.engines, sizeof pairing.engines);
        status = check_terms(block, terms, logged->game.number, error);
        if (status)
            match_game_free(&logged->game);
        *cut = false;
    } else if (status != FLANK_NO_MEMORY) {
        status = FLANK_BAD_FILE;
        *cut = text[length] == '\0' && !is_ended(text, length);
    }
    free(block);
    return status;
}

flank_status match_log_parse(const char *text, const match_log_taker *taker, size_t *whole, size_t *line,
                             flank_error *error)
{
    const size_t mark = sizeof first_line - 1;
    size_t first = 1; /* line of the game at `at` */
    *whole = 0;
    for (const char *at = text; *at;) {
        match_logged logged;
        bool cut = false;
        *line = first;
        const size_t there = strnlen(at, mark);
        if (strncmp(at, first_line, there) != 0)
            return error_say(error, FLANK_BAD_FILE, 0, SAY(MATCH_NO_RECORD), say_cut(first_line, (size_t)mark - 1));
        const char *next = strstr(at + 1, "\n\n["); /* a bracket behind an empty line begins a game */
        const size_t length = next ? (size_t)(next + 2 - at) : strlen(at);
        const flank_status status = read_block(at, length, taker->terms, &logged, &cut, error);
        if (status && cut)
            return FLANK_OK;
        if (status) {
            *line += count_lines(at, at + error->offset);
            return status;
        }
        const flank_status taken = taker->take(taker->user, &logged);
        if (taken)
            return error_say(error, taken, 0, say_status(taken));
        first += count_lines(at, at + length);
        at += length;
        *whole = (size_t)(at - text);
    }
    return FLANK_OK;
}

/* ---- The file ---- */

struct match_log {
    int descriptor;
    bool made; /* there was no such file before, and it is locked */
    char *path;
};

/* All of the file, NUL-terminated; NULL with errno set. */
static char *read_all(int descriptor, size_t *length)
{
    struct stat info;
    if (fstat(descriptor, &info) != 0)
        return NULL;
    const size_t size = (size_t)info.st_size;
    char *text = malloc(size + 1);
    for (size_t used = 0; text;) {
        const ssize_t got = read(descriptor, text + used, size - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(text);
            return NULL;
        }
        used += (size_t)got;
        if (got == 0 || used == size) {
            text[used] = '\0';
            *length = used;
            return text;
        }
    }
    return text;
}

/* A pipe or device cannot be read again to go on, and not be cut where a game is half written. */
static bool is_file(int descriptor)
{
    struct stat info;
    return fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

/* False if the file that was opened has lost its name since: its writer has removed it. */
static bool has_its_name(int descriptor, const char *path)
{
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

/* Let nobody else write to it; the lock goes with the process, which takes a moment when that has just been killed. */
static bool lock(int descriptor, const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    for (int tries = LOCK_TRIES; fcntl(descriptor, F_SETLK, &whole) != 0; tries--) {
        if (tries == 0)
            return false;
        poll(NULL, 0, LOCK_WAIT_MS);
    }
    return has_its_name(descriptor, path);
}

static void remove_empty(const match_log *log)
{
    struct stat info;
    if (log->made && fstat(log->descriptor, &info) == 0 && info.st_size == 0)
        unlink(log->path);
}

static void open_descriptor(match_log *log)
{
    log->descriptor = open(log->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    log->made = log->descriptor >= 0;
    if (!log->made)
        log->descriptor = open(log->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

void match_log_close(match_log *log)
{
    if (!log)
        return;
    if (log->descriptor >= 0) {
        remove_empty(log);
        close(log->descriptor);
    }
    free(log->path);
    free(log);
}

/* A power cut may leave NULs at the end, which are cut off like half a game. A file that begins with one, or goes on
 * behind one, was never a record: nothing of it may be lost. */
static bool is_text(const char *text, size_t length)
{
    const size_t end = strlen(text);
    size_t at = end;
    while (at < length && text[at] == '\0')
        at++;
    return at == length && (end > 0 || length == 0);
}

/* Read what is in the file, and cut off half a game at its end. */
static flank_status read_log(const match_log *log, const match_log_taker *taker, size_t *line, flank_error *error)
{
    size_t whole = 0, length = 0;
    char *text = read_all(log->descriptor, &length);
    if (!text)
        return error_say(error, FLANK_CANNOT_READ, 0, say_system(errno));
    *line = 1 + count_lines(text, text + strlen(text));
    const flank_status status = is_text(text, length) ? match_log_parse(text, taker, &whole, line, error)
                                                      : error_say(error, FLANK_BAD_FILE, 0, SAY(OPENINGS_NO_TEXT));
    free(text);
    if (status)
        return status;
    *line = 0;
    if (ftruncate(log->descriptor, (off_t)whole) != 0 || lseek(log->descriptor, 0, SEEK_END) < 0)
        return error_say(error, FLANK_CANNOT_WRITE, 0, say_system(errno));
    return FLANK_OK;
}

match_log *match_log_open(const char *path, const match_log_taker *taker, flank_status *status, size_t *line,
                          flank_error *error)
{
    match_log *log = calloc(1, sizeof *log);
    *line = 0;
    if (log && !(log->path = strdup(path))) {
        free(log);
        log = NULL;
    }
    if (log)
        open_descriptor(log);
    if (!log) {
        *status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    } else if (log->descriptor < 0) {
        *status = error_say(error, FLANK_CANNOT_WRITE, 0, say_system(errno));
    } else if (!is_file(log->descriptor)) {
        *status = error_say(error, FLANK_CANNOT_WRITE, 0, SAY(MATCH_NO_PLAIN_FILE));
    } else if (!lock(log->descriptor, path)) {
        *status = error_say(error, FLANK_CANNOT_WRITE, 0, SAY(MATCH_RECORD_BUSY));
        log->made = false;
    } else {
        *status = read_log(log, taker, line, error);
    }
    if (*status == FLANK_OK) {
        whole_file_sync_folder(path);
        return log;
    }
    match_log_close(log);
    return NULL;
}

/* Write it all; false with errno set. */
static bool write_all(int descriptor, const text_buffer *text)
{
    for (size_t done = 0; done < text->length;) {
        const ssize_t put = write(descriptor, text->bytes + done, text->length - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return fsync(descriptor) == 0;
}

flank_status match_log_append(match_log *log, const text_buffer *text, flank_error *error)
{
    if (text->failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const off_t before = lseek(log->descriptor, 0, SEEK_CUR);
    if (write_all(log->descriptor, text))
        return FLANK_OK;
    const int number = errno;
    if (before >= 0 && ftruncate(log->descriptor, before) == 0)
        lseek(log->descriptor, before, SEEK_SET);
    return error_say(error, FLANK_CANNOT_WRITE, 0, say_system(number));
}
