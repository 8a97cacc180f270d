/* SPDX-License-Identifier: MIT
 *
 * The filters, one a file. Each reads its stream to the end, or to the first fault, which it notes in the stream.
 */
#ifndef FLANK_CONTEST_FILTERS_H
#define FLANK_CONTEST_FILTERS_H

#include "contest/contest_stream.h"
#include "contest/xtreme10_ways.h"

void uva220_filter(contest_stream *stream);
void uva395_filter(contest_stream *stream);
void tothello_filter(contest_stream *stream);
void xtreme10_filter(contest_stream *stream);

/* The same with other limits than WAYS_LIMITS, for tests. */
void xtreme10_filter_within(contest_stream *stream, ways_limits limits);

#endif
