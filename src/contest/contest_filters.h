/* SPDX-License-Identifier: MIT
 *
 * The filters, one a file. Each reads its stream to the end, or to the first fault, which it notes in the stream.
 */
#ifndef FLANK_CONTEST_FILTERS_H
#define FLANK_CONTEST_FILTERS_H

#include "contest/contest_stream.h"

void uva220_filter(contest_stream *stream);
void uva395_filter(contest_stream *stream);
void tothello_filter(contest_stream *stream);
void xtreme10_filter(contest_stream *stream);

#endif
