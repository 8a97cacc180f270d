/* SPDX-License-Identifier: MIT
 *
 * The conversation with one engine's program, and the protocols as tables of what to say.
 */
#ifndef FLANK_MATCH_TALK_H
#define FLANK_MATCH_TALK_H

#include "core/text_buffer.h"
#include "match/match_child.h"
#include "match/match_setting.h"

enum { MATCH_NAME_SIZE = 80, MATCH_REPLY_SIZE = FLANK_MOVE_TEXT_SIZE };

/* The side to move is asked for a move. */
typedef struct match_turn {
    const flank_record *record; /* with the cursor where it is */
    size_t opening_plies;
    const float *times_s; /* of every ply after the opening */
    double left_s[2];     /* a game clock's, by colour */
    double until_s;       /* on the clock of core/clock.h: no answer counts after it */
} match_turn;

typedef struct match_talk {
    match_child *child; /* NULL: it does not run */
    const match_setting *setting;
    int level; /* told to the engine, with a protocol that can; 0: nothing */
    char name[MATCH_NAME_SIZE];
    size_t told; /* plies of the record that it knows */
    unsigned pings;
    bool whole_seconds;    /* GTP: it has refused decimals */
    match_opinion opinion; /* what it says of its move, while it thinks */
    match_fault fault;     /* after a failure */
} match_talk;

/* Each function false with talk->fault set on failure. */
typedef struct match_protocol {
    const char *farewell;
    bool (*hello)(match_talk *talk);                           /* the program has just started */
    bool (*begin)(match_talk *talk, const flank_record *game); /* a game begins at the cursor of the record */
    bool (*think)(match_talk *talk, const match_turn *turn, char reply[MATCH_REPLY_SIZE]); /* its answer, unchecked */
    const flank_game *only_game; /* that the protocol is spoken for; NULL: all */
    const char *cannot_game;     /* an objection to any other */
    const char *cannot_board;    /* an objection to a smaller board; NULL: it can tell that */
    const char *cannot_rules;    /* an objection to rules that stand apart; NULL: it can tell them */
    const char *cannot_level, *cannot_nodes, *cannot_move_clock, *cannot_part_seconds; /* NULL: it can */
} match_protocol;

extern const match_protocol match_gtp, match_nboard, match_ugi, match_hub;

/* ---- For the protocols ---- */

/* When an answer that is not thought about is due. */
double talk_patience(const match_talk *talk);

__attribute__((format(printf, 2, 3))) void talk_send(match_talk *talk, const char *format, ...);

/* The next line; NULL with the fault set. */
const char *talk_line(match_talk *talk, double until_s);

/* The text behind the word at the beginning of the line, without blanks before; NULL if it begins otherwise. */
const char *talk_after_word(const char *line, const char *word);

/* Take the number that a text begins with, up to a blank or one of `ends`, as the score; nothing if it is none. */
void talk_take_score(const char *text, const char *ends, double unit, match_opinion *opinion);

/* Skip lines until one that begins with the word `word`; returns what follows it, without blanks before. */
const char *talk_find(match_talk *talk, const char *word, double until_s);

__attribute__((format(printf, 3, 4))) bool talk_fail(match_talk *talk, match_fault_kind kind, const char *format, ...);

/* Add the moves of the record up to its cursor, each after a blank, in `style` (NULL: the game's default). */
void talk_add_moves(const match_talk *talk, const flank_record *record, const char *style, text_buffer *text);

/* Send what was put together and free it; fails for want of memory. */
bool talk_send_text(match_talk *talk, text_buffer *text);

/* Keep a name that the program gives itself, cut and made printable. */
void talk_set_name(match_talk *talk, const char *name);

/* The first word of `text`; false if there is none or it is longer than a reply. */
bool talk_word(const char *text, char reply[MATCH_REPLY_SIZE]);

/* The answer of an engine, out of a line; false if the line is no answer. For the protocols and their tests. */
bool match_nboard_reply(const char *line, char reply[MATCH_REPLY_SIZE]);
bool match_hub_value(const char *line, const char *name, char *out, size_t size);

/* The score in a line of an engine, for the side that thinks; the opinion stays as it was if there is none. */
void match_nboard_opinion(const char *line, match_opinion *opinion); /* of "===", in discs */
void match_ugi_opinion(const char *line, match_opinion *opinion);    /* of "info", of the best line */
void match_hub_opinion(const char *line, match_opinion *opinion);    /* of "info" */

#endif
