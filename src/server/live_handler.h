/* SPDX-License-Identifier: MIT
 *
 * The page's questions about games between two people on this server: "live", "live_create" and their like
 * (docs/developers/questions.md). They are answered by the thread that serves the network, at once, whatever else the
 * connection has asked.
 */
#ifndef FLANK_SERVER_LIVE_HANDLER_H
#define FLANK_SERVER_LIVE_HANDLER_H

#include "server/live_rooms.h"
#include "server/question_text.h"

/* True if a question of this name ("ask", may be NULL) is one of them, and answer one that is. NULL for `all`: nobody
 * plays here, which is the error. */
bool live_handler_takes(const char *ask);
void live_handler_answer(live_rooms *all, live_visitor *who, const question_text *question, double now_s);

#endif
