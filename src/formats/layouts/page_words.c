/* SPDX-License-Identifier: MIT
 *
 * Words of pages that look like a kind of Othello and name none. A list is cut at its signs, and all of its pieces must
 * be kinds or names of the game. "Anti-Othello, 10x10" is no menu: a game can be both.
 */
#include "formats/layouts/page_words.h"

#include "core/full_width.h"
#include "formats/other_rules.h"
#include "formats/tagged_game.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PIECE_SIZE = 64, BAR_PIECES_MIN = 3 };

/* ---- Menus ---- */

/* The pieces of a list. */
typedef struct menu_pieces {
    size_t all, usual, sizes, kinds, named_kinds;
    bool has_bar;    /* or a dot between two of them */
    bool has_number; /* komi, which other kinds have, too */
    bool has_other;  /* words that are no kind, or the label of one, "Variant" */
} menu_pieces;

/* The length of the sign between two pieces at `text`, or 0. */
static size_t sign_length(const char *text, size_t length, bool *is_bar)
{
    static const char *const signs[] = {"|", "\u00B7", "\u2022", "\u30FB", "/", ",", "\t"};
    enum { BARS = 4 };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i]) <= length && memcmp(text, signs[i], strlen(signs[i])) == 0) {
            *is_bar = *is_bar || i < BARS;
            return strlen(signs[i]);
        }
    return 0;
}

static void count_piece(menu_pieces *pieces, const char *text, size_t length)
{
    char name[PIECE_SIZE];
    while (length && *text == ' ') {
        text++;
        length--;
    }
    while (length && text[length - 1] == ' ')
        length--;
    pieces->all++;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), text);
    const bool is_kind = other_rules_is_title(name, strlen(name)), is_size = other_rules_is_size(name, strlen(name)),
               is_usual = !is_kind && (other_rules_is_usual(name, strlen(name)) || game_of_title(name)),
               is_named = is_kind && other_rules_game(name);
    const bool is_label = !is_kind && !is_size && other_rules_fact(name);
    pieces->usual += is_usual;
    pieces->sizes += is_size;
    pieces->kinds += is_kind && !is_size;
    pieces->named_kinds += is_named;
    pieces->has_number =
        pieces->has_number || (is_kind && !is_size && !is_named && other_rules_is_clear(name, strlen(name)));
    pieces->has_other = pieces->has_other || is_label || (!is_kind && !is_size && !is_usual);
}

bool page_is_menu(const char *text, size_t length)
{
    menu_pieces pieces = {.all = 0};
    for (size_t at = 0, from = 0, sign; at <= length && !pieces.has_other; at += sign ? sign : 1) {
        sign = at < length ? sign_length(text + at, length - at, &pieces.has_bar) : 0;
        if (!sign && at < length)
            continue;
        count_piece(&pieces, text + from, at - from);
        from = at + sign;
    }
    if (pieces.has_other || pieces.all < 2)
        return false;
    return pieces.sizes > 1 || pieces.named_kinds > 1 || (pieces.usual && pieces.named_kinds) ||
           (pieces.has_bar && pieces.all >= BAR_PIECES_MIN && !pieces.has_number);
}

/* ---- Players ---- */

bool page_is_player_label(const char *text, size_t length)
{
    static const char *const labels[] = {
        "black",   "white",    "player",   "black player", "white player", "player black", "player white",  "dark",
        "light",   "name",     "opponent", "winner",       "loser",        "first player", "second player", "schwarz",
        "weiß",    "weiss",    "spieler",  "gegner",       "gewinner",     "verlierer",    "noir",          "noirs",
        "blanc",   "blancs",   "joueur",   "adversaire",   "vainqueur",    "perdant",      "siyah",         "beyaz",
        "oyuncu",  "rakip",    "kazanan",  "kaybeden",     "negro",        "negras",       "blanco",        "blancas",
        "jugador", "黒",       "白",       "黑",           "黒番",         "白番",         "黑方",          "白方",
        "黑棋",    "白棋",     "執黑",     "執白",         "执黑",         "执白",         "先手",          "後手",
        "后手",    "選手",     "选手",     "プレイヤー",   "対局者",       "棋手",         "玩家",          "對手",
        "对手",    "黒の名前", "白の名前", "名前",         "勝者",         "敗者",         "胜者",
    };
    char name[PIECE_SIZE];
    if (!length || length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    full_width_narrow(name);
    size_t end = strlen(name);
    while (end && strchr(" :.#()-0123456789", name[end - 1]))
        name[--end] = '\0';
    const char *word = name + strspn(name, " ");
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (strcasecmp(word, labels[i]) == 0)
            return true;
    return false;
}
