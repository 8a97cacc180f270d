/* SPDX-License-Identifier: MIT
 *
 * Code that the files of GTP share: gtp.c has the commands of the protocol, gtp_gogui.c those of GoGui,
 * gtp_answer.c what both need.
 */
#ifndef FLANK_PROTOCOLS_GTP_STATE_H
#define FLANK_PROTOCOLS_GTP_STATE_H

#include "protocols/gtp_time.h"
#include "protocols/protocol_session.h"

enum { GTP_ID_SIZE = 24, GTP_PLIES_MAX = 128 };

typedef struct gtp_state {
    char id[GTP_ID_SIZE]; /* of the command that is carried out, or "" */
    gtp_time time;
    uint64_t inserted[GTP_PLIES_MAX / 64]; /* bit n: ply n is a pass that nobody asked for */
    uint32_t end_passes;                   /* after the end of the game, which the record does not hold */
} gtp_state;

static inline gtp_state *gtp_state_of(const protocol_session *session) { return session->state; }

/* Answer a command: with a text, with nothing, or that it failed. */
__attribute__((format(printf, 2, 3))) void gtp_answer(protocol_session *session, const char *format, ...);
void gtp_done(protocol_session *session);
__attribute__((format(printf, 2, 3))) void gtp_fail(protocol_session *session, const char *format, ...);

/* For an answer in pieces: fprintf to what gtp_answer_begin returns. */
FILE *gtp_answer_begin(protocol_session *session);
void gtp_answer_end(protocol_session *session);

/* A move as GTP writes it, "F5" or "pass", or the game's own notation, to `out` of FLANK_MOVE_TEXT_SIZE bytes. */
void gtp_move_format(const protocol_session *session, flank_move move, char *out);

/* Take a new record and answer, or answer that there is no memory. */
void gtp_begin_with(protocol_session *session, flank_record *record);

/* "b", "black", "w" or "white", in any case. */
bool gtp_read_color(const char *word, flank_color *color);

/* gtp_gogui.c: the commands of GoGui's extensions. */
void gtp_run_game_id(protocol_session *session, char *arguments);
void gtp_run_board_size(protocol_session *session, char *arguments);
void gtp_run_board(protocol_session *session, char *arguments);
void gtp_run_legal_moves(protocol_session *session, char *arguments);
void gtp_run_side_to_move(protocol_session *session, char *arguments);
void gtp_run_final_result(protocol_session *session, char *arguments);
void gtp_run_setup(protocol_session *session, char *arguments);
void gtp_run_setup_player(protocol_session *session, char *arguments);
void gtp_run_analyze_commands(protocol_session *session, char *arguments);
void gtp_run_move_values(protocol_session *session, char *arguments);

#endif
