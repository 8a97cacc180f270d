/* SPDX-License-Identifier: MIT
 *
 * Files written beside their place (core/whole_file.h), and those read beside others (core/plain_file.h), where there
 * are none: nothing on the page opens one.
 */
#include "core/error.h"
#include "core/plain_file.h"
#include "core/whole_file.h"

#include <errno.h>

int whole_file_open(whole_file *file, const char *path)
{
    (void)path;
    *file = (whole_file){NULL};
    return ENOTSUP;
}

int whole_file_finish(whole_file *file)
{
    (void)file;
    return ENOTSUP;
}

int whole_file_keep(whole_file *file)
{
    (void)file;
    return ENOTSUP;
}

void whole_file_drop(whole_file *file) { (void)file; }

FILE *plain_file_open(const char *path, flank_error *error)
{
    (void)path;
    error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(ENOTSUP));
    return NULL;
}
