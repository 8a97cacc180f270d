/* SPDX-License-Identifier: MIT
 *
 * The protocols that other programs speak to an engine over a pipe. One file a protocol: a constant table of its
 * commands, and what they do.
 *
 *   protocol_loop.c      one conversation from the first line to the last
 *   protocol_listener.c  reads lines on a thread of its own, so that a search can be stopped by what is read
 *   protocol_session.c   the engine, the game, the book, thinking, answers
 *   protocol_text.c      words and numbers of a line
 *   ugi.c hub.c gtp.c …  the protocols
 *
 * Commands are carried out one after the other, in the order in which they come; so a script in a pipe means what it
 * says. A command that must act during a search says so in its row of the table.
 */
#ifndef FLANK_PROTOCOLS_PROTOCOL_H
#define FLANK_PROTOCOLS_PROTOCOL_H

#include <flank/flank.h>

#include <stdio.h>

typedef struct protocol_session protocol_session;

/* When a command is carried out. */
typedef enum protocol_mode {
    PROTOCOL_IN_TURN, /* after everything that came before it */
    PROTOCOL_STOPS,   /* in turn too, but every search before it ends as soon as this line is read */
    PROTOCOL_DROPS,   /* it stops, and takes back all commands before it that wait */
    PROTOCOL_AT_ONCE, /* beside a running search, on the listening thread; in turn if none runs */
} protocol_mode;

/* The reason why a line is not carried out. */
typedef enum protocol_fault {
    PROTOCOL_UNKNOWN, /* no command of the table */
    PROTOCOL_TOO_LONG,
    PROTOCOL_SURPLUS, /* more words than the command takes, where the protocol counts them */
} protocol_fault;

/* A command of a protocol. */
typedef struct protocol_command {
    const char *name; /* as in a line, of one or more words; NULL ends a table, "" is the empty line */
    protocol_mode mode;
    void (*run)(protocol_session *session, char *arguments); /* may change the text of the arguments */
    const char *arguments;                                   /* for people: "POSITION alpha beta" */
    const char *help;                                        /* likewise, a few words */
} protocol_command;

typedef struct protocol {
    const char *name;       /* "ugi" */
    const char *title;      /* "the Universal Game Interface" */
    const flank_game *game; /* the only game it is spoken for, or NULL */
    const protocol_command *commands;
    const char *end_command; /* carried out at the end of the input, or NULL */
    bool waits_for_stop;     /* a search without limits answers when it is stopped, also if it has ended before */
    char comment;            /* from here to the end of a line nobody listens, commands that begin so apart; or NUL */
    bool counts_words;       /* a line with more words than the row's arguments ("…": any number) is refused */
    size_t state_size;       /* of the protocol's own state, all zero at the start */

    /* The place where the command begins in a line, behind an id or a fixed first word; NULL for the beginning. Runs on
     * the listening thread, so it may look at nothing but the line. */
    const char *(*find_command)(const char *line);

    /* Get the state ready, and give back what is in it; may be NULL. */
    void (*open)(protocol_session *session);
    void (*close)(protocol_session *session);

    /* Look at the whole of a line before its command is carried out; may be NULL. */
    void (*before)(protocol_session *session, const char *line);

    /* Answer a line that is not carried out; of one that is too long there is the beginning. */
    void (*refuse)(protocol_session *session, const char *line, protocol_fault fault);
} protocol;

extern const protocol protocol_cassio, protocol_gtp, protocol_hub, protocol_nboard, protocol_ugi;

/* The choices of the person who starts the program. */
typedef struct protocol_options {
    flank_engine_options engine;
    flank_engine *lent;     /* an engine made of `engine`, to begin with and not to destroy; NULL: one is made */
    const flank_book *book; /* or NULL */
    const flank_game *game; /* NULL: the protocol's, or Othello */
    flank_rules rules;
    int level;       /* the strength to think with; 0: as it seems fit */
    int64_t time_ms; /* for each move where the protocol sets no time; 0: none */
    bool ponders;    /* think on the other side's time, where the protocol tells whose it is (GTP) */
    uint64_t seed;   /* for slips and the choices of the book */
} protocol_options;

/* Speak `spoken` with whoever writes to `input` and reads from `output`, to the end. FLANK_OK;
 * FLANK_CANNOT_WRITE, also if nobody reads any more; FLANK_NO_MEMORY, also for want of a thread. */
flank_status protocol_serve(const protocol *spoken, const protocol_options *options, int input, FILE *output);

/* ---- Without a listening thread: for tests ---- */

/* A conversation whose lines come by protocol_session_line; every search ends at once. NULL without memory. */
protocol_session *protocol_session_open(const protocol *spoken, const protocol_options *options, FILE *output);
void protocol_session_close(protocol_session *session); /* NULL is fine */

/* Carry out a line. False once the conversation is over. */
bool protocol_session_line(protocol_session *session, const char *line);

#endif
