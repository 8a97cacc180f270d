/* SPDX-License-Identifier: MIT
 *
 * The end of thinking on the opponent's time; its beginning is flank_engine_ponder.
 */
#ifndef FLANK_ENGINE_PONDER_H
#define FLANK_ENGINE_PONDER_H

#include "engine/engine_search.h"

/* End pondering, if there is any. Returns what it has come to about the position at the cursor of `record` (NULL:
 * none): nothing if it expected another. */
pondered ponder_end(flank_engine *engine, const flank_record *record);

#endif
