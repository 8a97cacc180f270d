/* SPDX-License-Identifier: MIT
 *
 * The texts of the statuses.
 */
#include <flank/flank.h>

const char *flank_version(void) { return FLANK_VERSION; }

const char *flank_status_text(flank_status status)
{
    switch (status) {
#define X(name, value, kinds, text)                                                                                    \
    case FLANK_##name:                                                                                                 \
        return text;
        FLANK_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}
