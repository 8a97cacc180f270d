/* SPDX-License-Identifier: MIT
 *
 * The contest problems on the page: {"ask":"contest","problem":"uva220","input":"…"}.
 */
#ifndef FLANK_WASM_CONTEST_ANSWER_H
#define FLANK_WASM_CONTEST_ANSWER_H

#include "api/api.h"

/* Answer if the question is that; false if it is another. */
bool contest_answer(const api_question *question, api_send_fn *send, void *user);

#endif
