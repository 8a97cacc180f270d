/* SPDX-License-Identifier: MIT
 *
 * The Reversi grader (QOJ 13463): a contestant plays ten games against each of four opponents, is scored by the number
 * of games lost, and loses a whole subtask by breaking a rule of the interface. docs/users/grader.md describes it for
 * people.
 *
 * The contestant is our own engine, or any program that speaks the protocol of grade_protocol.h on two inherited
 * descriptors; the library libflank_grader speaks it for a contestant's plain reversi.cpp. Nothing here prints: games
 * and subtasks leave through a listener as they end.
 *
 *   grade_referee    the rules of one game and of the interface      grade_opponent   the four opponents
 *   grade_protocol   calls as lines of text                          grade_engine    the engine on a budget
 *   grade_process    a limited child process                         grade_endgame    perfect play of the last squares
 *   grade_contestant  a source of calls: own engine or program       grade_client.cpp libflank_grader
 */
#ifndef FLANK_CONTEST_GRADE_H
#define FLANK_CONTEST_GRADE_H

#include <flank/flank.h>

#define GRADE_OPPONENTS 4
#define GRADE_GAMES 10      /* a subtask: the contestant is black in the first five, white in the last five */
#define GRADE_PLIES_MAX 120 /* 60 discs, and no two passes follow each other while the game lasts */

/* Everything that a contestant can break: name (for programs), and the rule in words. */
#define GRADE_RULE_LIST(X)                                                                                             \
    X(NONE, "none", "")                                                                                                \
    X(ENDED, "ended", "the game has ended, Play must return")                                                          \
    X(NOT_YOUR_TURN, "not_your_turn", "it is the opponent's turn, ReceiveMove comes first")                            \
    X(YOUR_TURN, "your_turn", "it is your turn, MakeMove comes first")                                                 \
    X(PASS, "pass", "a pass although there is a legal move")                                                           \
    X(OFF_BOARD, "off_board", "the square is off the board")                                                           \
    X(MUST_PASS, "must_pass", "there is no legal move, (-1,-1) is due")                                                \
    X(OCCUPIED, "occupied", "the square is occupied")                                                                  \
    X(NO_FLIP, "no_flip", "the move turns no disc")                                                                    \
    X(EARLY_RETURN, "early_return", "returned before the end of the game")                                             \
    X(CRASH, "crash", "killed by a signal")                                                                            \
    X(EXIT, "exit", "the program ended by itself")                                                                     \
    X(TIME, "time", "too much processor time")                                                                         \
    X(HANG, "hang", "no call for too long")                                                                            \
    X(MEMORY, "memory", "too much memory")                                                                             \
    X(GARBAGE, "garbage", "a line that is not of the protocol")

typedef enum grade_rule {
#define X(name, key, text) GRADE_RULE_##name,
    GRADE_RULE_LIST(X)
#undef X
} grade_rule;

/* "off_board"; static storage. */
const char *grade_rule_name(grade_rule rule);

#define GRADE_BREACH_SIZE 192
/* A rule that was broken; GRADE_RULE_NONE if none was. `text` names the call and the rule in words. */
typedef struct grade_breach {
    grade_rule rule;
    char text[GRADE_BREACH_SIZE];
} grade_breach;

/* A game as it ended. A draw is not lost. */
typedef struct grade_game {
    int opponent;     /* 1..4 */
    int number;       /* 1..10 */
    flank_color side; /* the contestant's */
    flank_move moves[GRADE_PLIES_MAX];
    int plies;           /* moves made, passes too; a breach happened at move plies + 1 */
    int discs[2];        /* on the board at the end, by colour */
    grade_breach breach; /* no other game of this subtask follows a breach */
} grade_game;

/* +1 the contestant won, 0 it was a draw, -1 it lost, a breach being a loss. */
int grade_game_sign(const grade_game *game);

typedef struct grade_subtask {
    int opponent;
    int won, drawn, lost; /* after a breach all ten are lost */
    grade_rule breach;
    int percent;       /* by the table of the problem */
    int points_tenths; /* of 100, 200, 300 or 400 */
    double contestant_cpu_s, opponent_cpu_s;
} grade_subtask;

/* Called as things end; false stops the grading. Both must be there. */
typedef struct grade_listener {
    bool (*on_game)(void *user, const grade_game *game);
    bool (*on_subtask)(void *user, const grade_subtask *subtask);
    void *user;
} grade_listener;

/* The means of a contestant for the ten games of a subtask. */
typedef struct grade_limits {
    int64_t cpu_ms;
    int64_t wait_ms; /* how long the referee waits in all: ends a contestant that sleeps */
    uint64_t memory_bytes;
} grade_limits;

/* The problem's: 5 s, 502 MB; and 60 s for the wait, which it leaves open. */
extern const grade_limits grade_limits_default;

typedef struct grade_options {
    int opponent;           /* 1..4, or 0 for all */
    bool equal;             /* opponent 4 has our own contestant's budget, 5 s and 502 MB; else 5 s and 10 MB */
    uint64_t seed;          /* the same seed makes the same opponents */
    const char *contestant; /* a command line; NULL: our own engine */
    const flank_book *book; /* what our own engine opens by, always with the best move; NULL: by itself */
    grade_limits limits;    /* a zero stands for the default */
} grade_options;

typedef enum grade_status {
    GRADE_DONE,
    GRADE_STOPPED,      /* a listener said so */
    GRADE_BAD_COMMAND,  /* the command line cannot be split into words */
    GRADE_CANNOT_START, /* the program cannot be started */
    GRADE_NO_MEMORY,
} grade_status;

/* Grade a contestant. GRADE_DONE with the points in tenths; breaches are results, not failures. Otherwise `error` (may
 * be NULL) says what is wrong. */
grade_status grade_run(const grade_options *options, const grade_listener *listener, int *points_tenths,
                       flank_error *error);

/* The worth of `lost` games against an opponent, in percent: the table of the problem. */
int grade_percent(int opponent, int lost);

/* The most points that an opponent gives: 10, 20, 30, 40. */
int grade_weight(int opponent);

#endif
