/* SPDX-License-Identifier: MIT
 *
 * No English texts of errors (core/error_template.c): the page renders codes and arguments in its own languages, and a
 * visit loads 7 kB less.
 */
#include "core/error.h"

const char *error_template(flank_error_code code)
{
    (void)code;
    return NULL;
}
