/* SPDX-License-Identifier: MIT
 *
 * Code that the protocols share: the game, the engine, thinking, the book, and answers.
 */
#ifndef FLANK_PROTOCOLS_PROTOCOL_SESSION_H
#define FLANK_PROTOCOLS_PROTOCOL_SESSION_H

#include "protocols/protocol.h"
#include "protocols/protocol_listener.h"

#include <stdatomic.h>

/* Without a level and without any limit of the protocol, this is how well to think. */
enum { PROTOCOL_DEFAULT_LEVEL = 20 };

struct protocol_session {
    const protocol *spoken;
    const protocol_options *options;
    FILE *output;
    protocol_listener *listener; /* or NULL: a test, in which every search ends at once */
    void *state;                 /* the protocol's own */
    bool over;                   /* nothing more is to be read */

    flank_engine_options engine_options;
    flank_engine *engine;
    bool prepared;               /* protocol_prepare was called */
    const flank_game *ready_for; /* the engine has what this game needs; NULL: none */
    flank_record *record;        /* the game as it stands; never NULL */
    bool uses_book;
    int level; /* bounds every search; 0: none */

    /* The search under way, for those who ask beside it. */
    atomic_bool searching;
    double search_start_s;
    atomic_uint_fast64_t search_nodes;
};

/* ---- Answers ---- */

/* Write a line and make sure that it arrives. */
__attribute__((format(printf, 2, 3))) void protocol_say(protocol_session *session, const char *format, ...);

/* For a line in several pieces: fprintf to what protocol_say_begin returns, then protocol_say_end ends the line. */
FILE *protocol_say_begin(protocol_session *session);
void protocol_say_end(protocol_session *session);

/* Write the first moves of a line as played from the record's cursor, in `style` (NULL: the game's default), with
 * `separator` between them; at most `most` (0: all). */
void protocol_write_line(protocol_session *session, const flank_line *line, const char *style, const char *separator,
                         int most);

/* ---- The game ---- */

static inline const flank_game *protocol_game(const protocol_session *session)
{
    return flank_record_game(session->record);
}

static inline const flank_position *protocol_position(const protocol_session *session)
{
    return flank_record_position(session->record);
}

/* Put `record` in the place of the session's; does nothing with NULL, and returns false. */
bool protocol_set_record(protocol_session *session, flank_record *record);

/* Begin a game anew, with the same game and rules. False without memory, and nothing changed. */
bool protocol_new_game(protocol_session *session);

/* A record that begins at `start` (NULL: the initial position) and goes on with `moves`, separated by blanks, in any
 * notation of the game; "0000" is a pass. NULL with `error` filled if one of them is wrong, or without memory. */
flank_record *protocol_record_of(const protocol_session *session, const flank_position *start, char *moves,
                                 flank_error *error);

/* Read a move of the record's position, "0000" being a pass. As flank_move_parse. */
flank_status protocol_read_move(const flank_record *record, const char *text, flank_move *move, flank_error *error);

/* ---- Thinking ---- */

/* Search the record's position. `limits` are those of the protocol; the session adds level, seed and, where nothing
 * bounds the search and `endless` is false, its own time or level; an endless one of a protocol that waits for a stop
 * returns only then. As flank_engine_search. */
flank_status protocol_search(protocol_session *session, flank_limits limits, bool endless, flank_report_fn *on_report,
                             void *user, flank_report *report);

/* See that there is memory, and unpack what the game needs: some tenths of a second, so that the first search does not
 * spend its time on that. A command that ends a search ends this too, and leaves the rest to the next search. Does
 * nothing while a search runs; failure shows in the next search. */
void protocol_reserve(protocol_session *session);

/* The same, and take all of the memory from the system, up to a second or more a gigabyte: before a clock runs. An
 * engine or a game that comes later is prepared, too. FLANK_NO_MEMORY: not even what the game needs is there. */
flank_status protocol_prepare(protocol_session *session);

/* True if a search is to end now, or was ended, by what has been read since; and the command that did that, NULL for
 * the end of the input. */
bool protocol_stopped(const protocol_session *session, bool endless);
const protocol_command *protocol_stopper(const protocol_session *session);

/* Let the book choose a move. False if it is not used or does not know the position. */
bool protocol_book_move(const protocol_session *session, flank_book_move *choice);

/* Make another engine; the old one stays if that fails, and false is returned. Once somebody
 * listens, memory for what the game needs is taken at once, or that is a failure; unless a stop comes before. */
bool protocol_set_engine(protocol_session *session, const flank_engine_options *options);

/* ---- Commands that many protocols have ---- */

void protocol_run_nothing(protocol_session *session, char *arguments);  /* stop: what it stopped has answered */
void protocol_run_new_game(protocol_session *session, char *arguments); /* and forget earlier searches */
void protocol_run_quit(protocol_session *session, char *arguments);

#endif
