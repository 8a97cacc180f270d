/* SPDX-License-Identifier: MIT
 *
 * The whole public interface of libflank. Include this one, or the parts you need.
 *
 *   status.h    what a call can answer        position.h  boards, moves, squares
 *   error_list.h  every error as data, with its English text
 *   game.h      rules, notation, counting     record.h    games with undo and repetition
 *   engine.h    thinking and solving           bench.h      a fixed amount of work
 *   book.h      opening books, opening names   book_builder.h   making books
 *   sheet.h     games with notes, variations   formats.h        files of games and positions
 *   analysis.h  reviews of games               stop.h           ending work that is under way
 *
 * A first program:
 *
 *   const flank_game *game = flank_game_find("othello");
 *   flank_record *record = flank_record_create(game, NULL, NULL);
 *   flank_record_play_text(record, "f5d6c3", NULL);
 */
#ifndef FLANK_FLANK_H
#define FLANK_FLANK_H

#include <flank/analysis.h>
#include <flank/bench.h>
#include <flank/book.h>
#include <flank/book_builder.h>
#include <flank/engine.h>
#include <flank/formats.h>
#include <flank/game.h>
#include <flank/position.h>
#include <flank/record.h>
#include <flank/sheet.h>
#include <flank/status.h>
#include <flank/stop.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "1.0.0": the version of the library in use. */
const char *flank_version(void);

#ifdef __cplusplus
}
#endif
#endif
