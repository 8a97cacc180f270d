/* SPDX-License-Identifier: MIT
 *
 * Folders of numbered files, as games for training are kept in: PREFIX000000, PREFIX000001, …
 */
#ifndef FLANK_TRAIN_NUMBERED_FILES_H
#define FLANK_TRAIN_NUMBERED_FILES_H

#include <flank/status.h>

#include <stddef.h>

/* Read one of them; errno tells why it cannot be read. */
typedef flank_status numbered_file_fn(void *user, const char *path, int number);

/* Visit the files of each folder by name until one is not FLANK_OK; files of other names are passed over. `*fault` is
 * then the path of the file or folder, for the caller to free, or NULL without memory. */
flank_status numbered_files_read(const char *const *folders, size_t count, const char *prefix, numbered_file_fn *visit,
                                 void *user, char **fault);

#endif
