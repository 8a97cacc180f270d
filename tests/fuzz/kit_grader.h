/* SPDX-License-Identifier: MIT
 *
 * The grader of the kit (kit/reversi/grader.cpp) for fuzz_kit_grader.c: one game whose contestant makes the calls that
 * it is told to.
 */
#ifndef FLANK_TESTS_KIT_GRADER_H
#define FLANK_TESTS_KIT_GRADER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kit_kind { KIT_MOVE, KIT_RECEIVE, KIT_RETURN, KIT_END } kit_kind;

typedef struct kit_call {
    kit_kind kind; /* KIT_END: no more calls; the game is left as it stands */
    int row, column;
} kit_call;

/* What the grader asks for and is heard to say; a text is valid during the call. */
kit_call kit_next(void *user);
void kit_received(void *user, int row, int column); /* by ReceiveMove */
void kit_said(void *user, const char *text);        /* a piece of what it prints */

/* Play game `number`, 1..10. True if it ended by a call that breaks a rule, which has been said. */
bool kit_game(int number, void *user);

#ifdef __cplusplus
}
#endif

#endif
