/* SPDX-License-Identifier: MIT
 *
 * The table of all questions with their handlers.
 */
#include "api/request.h"

const api_kind api_kinds[] = {
    {"about", handle_about, false}, {"line", handle_line, false},
    {"think", handle_think, true},  {"play", handle_play, true},
    {"solve", handle_solve, true},  {"review", handle_review, true},
    {"book", handle_book, false},   {"sheets", handle_sheets, false},
    {"write", handle_write, false}, {NULL, NULL, false},
};
