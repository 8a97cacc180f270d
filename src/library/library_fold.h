/* SPDX-License-Identifier: MIT
 *
 * Names as they are looked for: small letters without accents.
 */
#ifndef FLANK_LIBRARY_LIBRARY_FOLD_H
#define FLANK_LIBRARY_LIBRARY_FOLD_H

#include "core/text_buffer.h"

/* Add `name` (UTF-8) to `out` folded: "Müller ŁUKASZ" is "muller lukasz". Latin letters lose accents, Greek and
 * Cyrillic ones only their case; all else stays. */
void fold_name(const char *name, text_buffer *out);

#endif
