/* SPDX-License-Identifier: MIT
 *
 * Taking the headers apart. Nothing is resolved: a name is only compared.
 */
#include "server/web_guard.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

enum { NAME_SIZE = 256 };

/* Copy the name of "name:port", "[::1]:port" or either without a port, without the brackets; "" if it is none. */
static void split_host(const char *host, char name[NAME_SIZE], bool *bracketed)
{
    *bracketed = host[0] == '[';
    host += *bracketed;
    const size_t length = strcspn(host, *bracketed ? "]" : ":");
    const char *rest = host + length;
    name[0] = '\0';
    if (*bracketed && *rest++ != ']')
        return;
    if (length >= NAME_SIZE || (*rest && (*rest != ':' || strspn(rest + 1, "0123456789") != strlen(rest + 1))))
        return;
    memcpy(name, host, length);
    name[length] = '\0';
}

/* "name." is the same name. */
static bool is_same_name(const char *one, const char *other)
{
    const size_t length = strlen(other);
    return strncasecmp(one, other, length) == 0 && (!one[length] || strcmp(one + length, ".") == 0);
}

bool web_host_is_ours(const char *host, const web_names *names)
{
    char name[NAME_SIZE];
    unsigned char address[16];
    bool bracketed;
    if (!host)
        return false;
    split_host(host, name, &bracketed);
    if (bracketed)
        return inet_pton(AF_INET6, name, address) == 1;
    if (inet_pton(AF_INET, name, address) == 1 || is_same_name(name, "localhost"))
        return true;
    for (size_t i = 0; i < names->count; i++)
        if (*name && is_same_name(name, names->names[i]))
            return true;
    return false;
}

bool web_origin_is_ours(const char *origin, const char *host)
{
    if (!origin)
        return true;
    const char *behind = strncasecmp(origin, "http://", 7) == 0    ? origin + 7
                         : strncasecmp(origin, "https://", 8) == 0 ? origin + 8
                                                                   : NULL;
    return behind && host && strcasecmp(behind, host) == 0;
}
