/* SPDX-License-Identifier: MIT
 *
 * A file that is there whole or not at all: written beside its place under another name, and moved there when it is
 * complete, so that neither a full disk nor a kill leaves half a file. Content and folder are forced to the disk, so
 * that a power cut leaves the old file or the new one.
 *
 * A link to a file stays a link: the file that it names is replaced. A pipe or a device, and everything below /dev and
 * /proc (/dev/null, /dev/stdout), is written as it is: a file that took its place would be a disaster, for root a real
 * one.
 */
#ifndef FLANK_CORE_WHOLE_FILE_H
#define FLANK_CORE_WHOLE_FILE_H

#include <stdio.h>

typedef struct whole_file {
    char *path, *temporary; /* no temporary: the path itself is written */
    FILE *stream;           /* write here; NULL while nothing is open */
} whole_file;

/* Begin a file that will stand at `path`. 0, or an errno with nothing open. */
int whole_file_open(whole_file *file, const char *path);

/* The same for a caller who has locked `path` against others: the file beside it is always PATH.new, so that one that a
 * killed program left half written is not left for ever. */
int whole_file_open_locked(whole_file *file, const char *path);

/* Put it in its place, with the rights of the file that was there. 0, or an errno, and what was there stays. Nothing is
 * open afterwards. */
int whole_file_keep(whole_file *file);

/* Forget it; fine if nothing is open. */
void whole_file_drop(whole_file *file);

#endif
