/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "server/web_preview.h"

#include <stdio.h>
#include <string.h>

static const char place[] = "<meta property=\"og:image\" content=\"./";

/* No host has a character that means something in HTML or in a header. */
static bool is_host(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:[]";
    return *text && !text[strspn(text, allowed)];
}

bool web_preview_fill(const web_content *page, bool encrypted, const char *host, web_preview *preview)
{
    const uint8_t *found = is_host(host) ? memmem(page->bytes, page->size, place, sizeof place - 1) : NULL;
    if (!found)
        return false;
    const int length = snprintf(preview->address, sizeof preview->address, "http%s://%s/", encrypted ? "s" : "", host);
    if (length < 0 || (size_t)length >= sizeof preview->address)
        return false;
    preview->at = (size_t)(found - page->bytes);
    preview->behind = preview->at + sizeof place - 1;
    snprintf(preview->lines, sizeof preview->lines,
             "<meta property=\"og:url\" content=\"%s\">\n    <meta property=\"og:image\" content=\"%s",
             preview->address, preview->address);
    return true;
}
