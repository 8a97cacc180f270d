/* SPDX-License-Identifier: MIT
 *
 * The English texts of errors, with places for their arguments.
 */
#include "core/error.h"

const char *error_template(flank_error_code code)
{
    if (code == 0)
        return "";
    switch (code) {
#define X(name, value, kinds, text)                                                                                    \
    case FLANK_ERROR_##name:                                                                                           \
        return text;
        FLANK_ERROR_LIST(X)
#undef X
    }
    return "unknown error";
}
