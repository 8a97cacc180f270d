/* SPDX-License-Identifier: MIT
 *
 * Words of pages that look like a kind of Othello and name none. A list is cut at its signs; what is no kind in it does
 * not matter.
 */
#include "formats/layouts/page_words.h"

#include "core/full_width.h"
#include "formats/other_rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LABEL_SIZE = 64 };

/* ---- Menus ---- */

/* The kinds in a list. */
typedef struct menu_kinds {
    char first[KIND_NAME_SIZE];
    bool usual_size, other_size; /* a game of the usual size can be of any kind */
    bool komi;                   /* no menu has one */
    bool differ;
} menu_kinds;

/* The length of the sign between two pieces at `text`, or 0. A comma is none: "Anti-Othello, 10x10" is one game. */
static size_t sign_length(const char *text)
{
    static const char *const signs[] = {"|", "/", ">", "\u00B7", "\u2022", "\u00BB"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 0;
}

static void take_piece(menu_kinds *kinds, const char *text)
{
    char name[KIND_NAME_SIZE] = "";
    if (!other_rules_kind(text, name))
        return;
    const bool is_usual_size = strcmp(name, "8x8") == 0;
    kinds->usual_size = kinds->usual_size || is_usual_size;
    kinds->other_size = kinds->other_size || (isdigit((unsigned char)*name) && !is_usual_size);
    kinds->komi = kinds->komi || strncasecmp(name, "komi", strlen("komi")) == 0;
    if (is_usual_size)
        return;
    kinds->differ = kinds->differ || (*kinds->first && strcmp(kinds->first, name) != 0);
    memcpy(kinds->first, name, sizeof name);
}

bool page_is_menu(const char *text, size_t length)
{
    menu_kinds kinds = {.differ = false};
    char *list = strndup(text, length);
    if (!list)
        return false;
    full_width_narrow(list);
    char *piece = list;
    for (char *at = list; *at; at++) {
        const size_t sign = sign_length(at);
        if (!sign)
            continue;
        *at = '\0';
        take_piece(&kinds, piece);
        piece = at + sign;
        at = piece - 1;
    }
    take_piece(&kinds, piece);
    free(list);
    return !kinds.komi && (kinds.differ || (kinds.usual_size && kinds.other_size));
}

/* ---- Players ---- */

bool page_is_player_label(const char *text, size_t length)
{
    static const char *const labels[] = {
        "black",  "white",  "player", "schwarz", "weiß",   "weiss",      "spieler", "noir",     "noirs",    "blanc",
        "blancs", "joueur", "siyah",  "beyaz",   "oyuncu", "黒",         "白",      "黑",       "黒番",     "白番",
        "先手",   "後手",   "后手",   "黑方",    "白方",   "プレイヤー", "棋手",    "player 1", "player 2",
    };
    static const char *const tails[] = {" player", ":", "-", "\u2013", "\u2014", " "};
    char name[LABEL_SIZE];
    if (!length || length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    full_width_narrow(name);
    for (size_t i = sizeof tails / sizeof *tails, end = strlen(name); i-- > 0;) {
        const size_t tail = strlen(tails[i]);
        if (end <= tail || strcasecmp(name + end - tail, tails[i]) != 0)
            continue;
        name[end -= tail] = '\0';
        i = sizeof tails / sizeof *tails; /* "Black: -" */
    }
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (strcasecmp(name + strspn(name, " "), labels[i]) == 0)
            return true;
    return false;
}
