/* SPDX-License-Identifier: MIT
 *
 * A whole file in memory, for reading: only the pages that are looked at are read.
 */
#ifndef FLANK_CORE_MAPPED_FILE_H
#define FLANK_CORE_MAPPED_FILE_H

#include "core/error.h"

#include <stddef.h>

/* Map the file; NULL with `status` and `error` filled in. A folder is FLANK_CANNOT_READ. One that is empty, which
 * cannot be mapped, and what is no plain file are FLANK_BAD_FILE with the texts `empty` and `not_plain`. The caller
 * unmaps it (munmap). */
void *mapped_file_open(const char *path, flank_error_code empty, flank_error_code not_plain, size_t *size,
                       flank_status *status, flank_error *error);

#endif
