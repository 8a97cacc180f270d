/* SPDX-License-Identifier: MIT
 *
 * Telling plain files from folders, pipes and devices.
 */
#include "core/plain_file.h"

#include <stddef.h>
#include <sys/stat.h>

const char *plain_file_reason(const char *path)
{
    struct stat there;
    if (stat(path, &there) != 0 || S_ISREG(there.st_mode))
        return NULL;
    return S_ISDIR(there.st_mode) ? "it is a folder" : "it is no plain file";
}
