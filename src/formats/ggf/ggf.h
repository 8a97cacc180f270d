/* SPDX-License-Identifier: MIT
 *
 * GGF, the Generic Game Format of the server GGS and of NBoard, for Othello and Tothello.
 *
 *   (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]RE[+0.00]
 *   BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3/-1.04/0.01]W[c5]…;)
 *
 * Tags of one to three letters, * for black. A move may have its value in discs and its time in seconds. Source:
 * Michael Buro's description, skatgame.net/mburo/ggsa/ggf; Tothello is ours: GM[Tothello].
 */
#ifndef FLANK_FORMATS_GGF_H
#define FLANK_FORMATS_GGF_H

#include "formats/format_table.h"

/* A tag that a sheet holds under another name, as it is. */
typedef struct ggf_tag {
    const char *ggf, *sheet;
} ggf_tag;

extern const ggf_tag ggf_tags[]; /* ends with a NULL name */

/* True for the games in which discs are placed: GM is the name of one. */
bool ggf_holds(const flank_game *game);

/* The writer's memory: the line of a match that is open. */
typedef struct ggf_line {
    int index, size; /* of the last game in the match */
    bool open;
} ggf_line;

flank_status ggf_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error);
flank_status ggf_write_end(flank_writer *writer, bool keep, flank_error *error);

#endif
