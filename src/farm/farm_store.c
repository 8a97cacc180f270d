/* SPDX-License-Identifier: MIT
 *
 * The parts that all kinds of stores have in common.
 */
#include "farm/farm_sqlite.h"
#ifdef HAVE_POSTGRES
#include "farm/farm_postgres.h"
#endif

#include <stdio.h>
#include <string.h>

static bool begins_with(const char *text, const char *word) { return strncmp(text, word, strlen(word)) == 0; }

bool farm_is_address(const char *where)
{
    return begins_with(where, "postgresql://") || begins_with(where, "postgres://");
}

const farm_store_kind *farm_store_kind_of(const char *where)
{
    if (!farm_is_address(where))
        return &farm_sqlite;
#ifdef HAVE_POSTGRES
    return &farm_postgres;
#else
    return NULL;
#endif
}

bool farm_has_password(const char *where)
{
    const char *end = strstr(where, "://"), *user = end ? end + 3 : where;
    const char *at = strchr(user, '@'), *colon = memchr(user, ':', strcspn(user, "/?@"));
    return farm_is_address(where) && ((at && colon && colon < at) || strstr(where, "password="));
}

bool farm_is_answered(farm_wish wish, const farm_answer *known)
{
    const bool sure = known->lo == known->hi;
    switch (wish.question) {
    case FARM_EXACT:
        return sure;
    case FARM_SIGN:
        return sure || known->lo > 0 || known->hi < 0;
    case FARM_AT_LEAST:
        return known->lo >= wish.number || known->hi < wish.number;
    case FARM_LEVEL:
        return sure || known->guess != FARM_NO_GUESS;
    }
    return false;
}
