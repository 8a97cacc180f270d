/* SPDX-License-Identifier: MIT
 *
 * The kinds of stores, and their addresses.
 */
#include "farm/farm_sqlite.h"
#ifdef HAVE_POSTGRES
#include "farm/farm_postgres.h"
#endif

#include <ctype.h>
#include <stdlib.h>
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

/* The letter at the beginning of an address, which may be written as %70; `*length` of it. */
static char letter_at(const char *text, size_t *length)
{
    const bool coded = text[0] == '%' && isxdigit((unsigned char)text[1]) && isxdigit((unsigned char)text[2]);
    *length = coded ? 3 : 1;
    return coded ? (char)strtol((char[]){text[1], text[2], '\0'}, NULL, 16) : text[0];
}

static bool has_word(const char *text, const char *word)
{
    for (; *text; text++) {
        const char *at = text, *left = word;
        for (size_t length; *left && letter_at(at, &length) == *left; at += length)
            left++;
        if (!*left)
            return true;
    }
    return false;
}

bool farm_has_password(const char *where)
{
    const char *end = strstr(where, "://"), *user = end ? end + 3 : where;
    const char *at = strchr(user, '@'), *colon = memchr(user, ':', strcspn(user, "/?@"));
    return farm_is_address(where) && ((at && colon && colon < at) || has_word(where, "password="));
}
