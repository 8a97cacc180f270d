/* SPDX-License-Identifier: MIT
 *
 * A file that is there whole or not at all: written beside its place without a name, and moved there when it is
 * complete, so that neither a full disk nor a kill leaves half a file. (core/whole_file.c says where a kill may leave
 * one beside it.) Content and folder are forced to the disk, so that a power cut leaves the old file or the new one.
 *
 * A link to a file stays a link: the file that it names is replaced. A pipe or a device, and everything below /dev and
 * /proc (/dev/null, /dev/stdout), is written as it is: a file that took its place would be a disaster, for root a real
 * one.
 */
#ifndef FLANK_CORE_WHOLE_FILE_H
#define FLANK_CORE_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct whole_file {
    char *path, *temporary; /* no temporary: the path itself is written */
    FILE *stream;           /* write here; NULL while nothing is open */
    bool nameless;          /* nothing is called `temporary` yet */
    bool locked;
} whole_file;

/* Begin a file that will stand at `path`. 0, or an errno with nothing open. */
int whole_file_open(whole_file *file, const char *path);

/* The same for a caller who has locked `path` against others: the file beside it, where it has a name, is always
 * PATH.new, so that one that a killed program left is not left for ever. */
int whole_file_open_locked(whole_file *file, const char *path);

/* Force all its bytes to the disk, with nothing in its place yet: for a caller with several files of which none is to
 * appear if one cannot be written. 0, or an errno with nothing open. */
int whole_file_finish(whole_file *file);

/* Put it in its place, with the rights of the file that was there. 0, or an errno, and what was there stays. Nothing is
 * open afterwards. */
int whole_file_keep(whole_file *file);

/* Force the name of a new file to the disk, which is in its folder. Some file systems cannot, and lose nothing by it.
 */
void whole_file_sync_folder(const char *path);

/* Forget it; fine if nothing is open. */
void whole_file_drop(whole_file *file);

#endif
