/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello and of other games by the words of their names.
 */
#include "formats/other_rules.h"

#include "core/error.h"
#include "core/full_width.h"
#include "formats/format_table.h"
#include "formats/ggf/ggf_text.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    WORD_SIZE = 32,
    SHOWN = 40,
    USUAL_SIDE = 8,
    SMALL_SIDE = 6,
    LEAST_SIDE = 4,
    LIKELY_SIDE = 16,
    MOST_SIDE = 26,
    DIGITS_MAX = 4
};

/* The meaning of a word, the stronger the later. */
typedef enum kind_word {
    UNKNOWN,
    NUMBER,   /* of a clock, if no other word or a harmless one stands beside it */
    HARMLESS, /* of clocks, random starts, tournaments and sites */
    PLAIN,    /* of the usual game, too */
    USUAL,    /* of that game alone */
    LOSING,   /* anti, where the text names the kind of a game; elsewhere it may be said of a usual one */
    LOOSE,    /* of a kind that is not read, likewise */
    ANTI,
    OTHER, /* of a kind that is not read */
} kind_word;

/* The bytes between two words. */
typedef enum word_gap { GAP_BLANK, GAP_HYPHEN, GAP_STOP } word_gap;

/* The meaning of all words of a text. */
typedef struct kind_text {
    int side;       /* of the board that is usual */
    kind_word kind; /* the strongest */
    size_t known, harmless, numbers, unknown;
    int number;        /* the last of the numbers */
    int width, height; /* of the board; 0: the text does not say */
    bool names_game, is_loose, is_sized;
    bool is_of_moves; /* "fewest moves", "suicide move" are said of problems */
    bool is_of_board; /* "standard board" is said of any kind */
    bool is_counted;  /* a size of another board, or points for a side: "10x10", "komi 3" */
    bool is_oblong;   /* a size of two lengths, "10x8": of a board, if no unknown word or one of time stands there */
    bool is_joined;   /* the name of a game stands beside that of a kind, "anti-Othello", "Othello 10x10"; LOSING, which
                         sentences say, only with a hyphen or none: "losing-Othello" */
    bool names_also;  /* the name of a game stands alone, too */
    kind_word last;   /* the word before, LOSING and more */
    bool after_loser; /* "loser wins", "least discs win" */
    bool after_game, after_komi, after_size, after_clock, after_no;
    bool is_clock; /* the word stands beside one of time, "5x10 min" */
    bool is_lines; /* the word stands before one that counts the lines of a board */
    bool is_no;    /* the word, "komi", stands beside one that takes it back, "komi 0", "no komi" */
    word_gap gap;  /* before the word */
} kind_text;

static const struct {
    kind_word kind;
    const char *words; /* each between blanks */
} known_words[] = {
    {HARMLESS,
     " blitz bullet lightning rapid fast quick slow classical correspondence live turn based no without time timed "
     "control clock "
     "fischer byoyomi increment delay min mins minute minutes sec secs second seconds hour hours day days per move "
     "xot random randomized opening openings start starting position synchro synchronized "
     "rated unrated casual friendly ranked league tournament championship match wof wthor ffo joa bof aga "
     "japanese chinese international official modern online "
     "from none unknown moves plies export exported "
     "ggs vog playok kurnik eothello othelloquest quest bga boardgamearena lichess brainking itsyourturn littlegolem "
     "ludoteka ludii yahoo wars nboard zebra wzebra edax cassio com org net www "},
    {USUAL, " standard normal regular usual traditional classic original default plain most "
            "standart standardspiel klassisch klassische klasik classique ordinaire normale normales gewohnlich "
            "標準 标准 通常 普通 一般 正常 经典 經典 默认 預設 デフォルト ノーマル "},
    {PLAIN, " board boards size game games "
            "rules rule variant kind goal objective option options "
            "the of with and for discs disc disks disk pieces wins win "
            "regel regeln spielregeln spiel brett grose grosse groesse variante varianten "
            "regle regles jeu plateau taille variantes qui gagne "
            "kural kurallar kurali kurallari oyun tahta boyut boyutu varyant reglas tablero "
            "ルール 規則 规则 モード 模式 变体 變體 变种 玩法 種類 种类 ゲーム 対局 对局 對局 対戦 "
            "盤 棋盘 棋盤 サイズ 大小 尺寸 大きさ 路 マス 目 の 戦 "
            "オセロ リバーシ 黑白棋 黒白棋 翻转棋 翻轉棋 奥赛罗 奧賽羅 奥赛罗棋 奧賽羅棋 苹果棋 蘋果棋 "},
    {LOSING, " losing loser loses lose least reversed reverse inverse inverted inverso ters give away "
             "umgekehrt umgekehrtes umgekehrte verkehrt verkehrtes perd "},
    {ANTI, " anti fewest misere suicide giveaway quiperdgagne アンチ 反 逆 "},
    {LOOSE, " grand mini komi コミ 贴目 貼目 hex triple quadruple blackout cylinder 3d "},
    {OTHER, " octagon octagonal rolit hasami hexagonal ninuki gomoku shogi toroidal torus "},
};

static bool is_side(int side) { return side >= LEAST_SIDE && side <= MOST_SIDE; }

/* True if a word is one of a list, in which each stands between blanks. */
static bool is_among(const char *word, const char *words)
{
    const size_t length = strlen(word);
    for (const char *at = words; length && (at = strstr(at, word)); at++)
        if (at > words && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

/* "10x10": PLAIN if `side` or the usual one, NUMBER for rounds of a clock. */
static kind_word read_size(kind_text *text, const char *word)
{
    int width, height, end = 0;
    if (sscanf(word, "%4dx%4d%n", &width, &height, &end) != 2 || word[end] || !is_side(width) || !is_side(height))
        return UNKNOWN;
    if (text->is_clock)
        return NUMBER;
    text->is_sized = true;
    text->width = width;
    text->height = height;
    text->is_oblong = text->is_oblong || width != height;
    return width != height || width == text->side || width == USUAL_SIDE ? PLAIN : OTHER;
}

/* "5", "10m", "300s". */
static bool is_number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");
    return digits && strlen(word + digits) <= 1;
}

/* The names of Othello in writing without blanks. */
static const char joined_names[] =
    " オセロ リバーシ 黑白棋 黒白棋 翻转棋 翻轉棋 奥赛罗 奧賽羅 奥赛罗棋 奧賽羅棋 苹果棋 蘋果棋 ";

static const char komi_words[] = " komi コミ 贴目 貼目 ";
static const char size_words[] = " size grose grosse groesse taille boyut boyutu サイズ 大小 尺寸 大きさ ";

/* A word that stands alone. */
static kind_word read_simple(const char *word)
{
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++)
        if (is_among(word, known_words[i].words))
            return known_words[i].kind;
    return is_number(word) ? NUMBER : UNKNOWN;
}

/* The length of what stands before the name of a game at the end of a word, "anti" in "antiothello"; 0 if it is none.
 */
static size_t length_before_game(const char *word)
{
    enum { NAME_LEAST = 4 };
    const size_t length = strlen(word);
    for (size_t at = 1; at + NAME_LEAST <= length; at++)
        if (flank_game_find(word + at))
            return at;
    return 0;
}

/* The meaning of a number behind "komi" or "size", where it is no number of a clock; NUMBER elsewhere. */
static kind_word read_number(kind_text *text, const char *word)
{
    const int number = atoi(word);
    if (text->after_komi)
        return number ? OTHER : PLAIN;
    if ((!text->after_size && !text->is_lines) || !is_side(number) || strlen(word) > 2)
        return NUMBER;
    text->width = text->height = number;
    return number == text->side ? PLAIN : OTHER;
}

/* The meaning of the next word, which may have that of a game at its end. */
static kind_word read_in_text(kind_text *text, char *word, bool *names_game)
{
    const kind_word size = read_size(text, word), simple = text->is_no ? PLAIN : size ? size : read_simple(word);
    const size_t before = simple || flank_game_find(word) ? 0 : length_before_game(word);
    *names_game = (!simple && (before || flank_game_find(word))) || is_among(word, joined_names);
    if (simple == NUMBER)
        return read_number(text, word);
    if (!*names_game)
        return simple;
    if (before)
        word[before] = '\0';
    return before ? read_simple(word) : PLAIN;
}

/* True if the word stands beside the name of a game, or that name, which it is, beside a kind. */
static bool is_beside(const kind_text *text, kind_word kind, bool names_game)
{
    const kind_word named = names_game ? text->last : text->after_game ? kind : UNKNOWN;
    if (names_game && kind >= LOSING) /* "antiothello" */
        return true;
    return text->gap != GAP_STOP && (named > LOSING || (named == LOSING && text->gap == GAP_HYPHEN));
}

static void read_word(kind_text *text, char *word)
{
    bool names_game;
    const kind_word alone = read_in_text(text, word, &names_game);
    const kind_word kind = text->after_loser && is_among(word, " win wins ") ? ANTI : alone;
    const bool is_kind = kind >= LOSING, beside = is_beside(text, kind, names_game);
    const bool is_komi = is_among(word, komi_words), is_size = is_among(word, size_words);
    text->is_joined = text->is_joined || beside;
    text->names_also = text->names_also || (text->after_game && !is_kind && !text->is_joined);
    text->names_game = text->names_game || names_game;
    text->is_loose = text->is_loose || kind == LOOSE;
    text->is_of_moves = text->is_of_moves || (text->last && is_among(word, " move moves position positions "));
    text->is_of_board = text->is_of_board || is_among(word, " board boards size option options ");
    text->is_counted = text->is_counted || (kind == OTHER && isdigit((unsigned char)*word));
    text->known += kind > NUMBER;
    text->harmless += kind == HARMLESS;
    text->numbers += kind == NUMBER;
    text->number = kind == NUMBER ? atoi(word) : text->number;
    text->unknown += kind == UNKNOWN;
    text->kind = kind > text->kind ? kind : text->kind;
    text->last = is_kind && !names_game ? kind : UNKNOWN;
    text->after_loser = is_among(word, " loser losers least lowest ") ||
                        (text->after_loser && is_among(word, " disc discs disk disks piece pieces score "));
    text->after_game = names_game;
    text->after_komi = is_komi || (text->after_komi && isdigit((unsigned char)*word));
    text->after_size = is_size;
    text->after_clock = is_among(word, " time control clock timecontrol ");
}

/* ---- Words ---- */

/* The letters of U+00C0 to U+00FF without accents, in lower case; U+00D7 stands between two sizes. */
static const char folded[] = "aaaaaaaceeeeiiiidnoooooxouuuuyts"
                             "aaaaaaaceeeeiiiidnooooo\0ouuuuyty";

typedef struct letters {
    char bytes[5]; /* of a letter in lower case, or none for what divides words */
    size_t length; /* that it has in the text */
    bool is_mark;  /* an accent by itself */
} letters;

static const char middle_dot[] = "・";

/* The character at `text` of `length` bytes, in UTF-8 or in Latin-1. */
static letters read_letter(const char *text, size_t length)
{
    const unsigned char first = (unsigned char)*text, second = length > 1 ? (unsigned char)text[1] : 0;
    const bool goes_on = first >= 0xC0 && second >= 0x80 && second < 0xC0;
    letters letter = {.length = 1};
    if (first < 0x80) {
        *letter.bytes = isalnum(first) ? (char)tolower(first) : '\0';
        return letter;
    }
    if (!goes_on) {
        *letter.bytes = first >= 0xC0 ? folded[first - 0xC0] : '\0';
        return letter;
    }
    const size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    letter.length = bytes < length ? bytes : length;
    if (first == 0xC3)
        *letter.bytes = folded[second - 0x80];
    else if (first == 0xCC || (first == 0xCD && second < 0xB0))
        letter.is_mark = true;
    else if (first != 0xC2 && !(first == 0xE2 && second < 0xB0) && !(first == 0xE3 && second == 0x80) &&
             first != 0xEF && memcmp(text, middle_dot, letter.length) != 0)
        memcpy(letter.bytes, text, letter.length);
    return letter;
}

/* Pass over what stands between two numbers of a size, "10 x 10", "10*10", "10 by 10", "10-by-10", if that is at `at`.
 */
static size_t skip_size_sign(const char *text, size_t length, size_t at)
{
    static const char *const signs[] = {"x", "X", "*", "by", "\xC3\x97", "\xD7"};
    size_t sign = at, end = 0;
    while (sign < length && (text[sign] == ' ' || text[sign] == '-'))
        sign++;
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !end; i++)
        if (length - sign > strlen(signs[i]) && memcmp(text + sign, signs[i], strlen(signs[i])) == 0)
            end = sign + strlen(signs[i]);
    while (end && end < length && (text[end] == ' ' || text[end] == '-'))
        end++;
    return end && end < length && isdigit((unsigned char)text[end]) ? end : 0;
}

/* True for the first byte of a letter of a writing without blanks between words. */
static bool is_joined_letter(char letter) { return (unsigned char)letter >= 0xE3; }

/* Copy the next word of a text in lower case without accents and go behind it; false at the end. */
static bool next_word(const char *text, size_t length, size_t *at, char word[WORD_SIZE])
{
    size_t used = 0;
    while (*at < length) {
        const letters letter = read_letter(text + *at, length - *at);
        if (!*letter.bytes && !letter.is_mark && used) {
            const bool digits = strspn(word, "0123456789") == used && used < 3;
            const size_t end = digits ? skip_size_sign(text, length, *at) : 0;
            if (!end)
                break;
            word[used++] = 'x';
            word[used] = '\0';
            *at = end;
            continue;
        }
        if (used && *letter.bytes && is_joined_letter(*word) != is_joined_letter(*letter.bytes))
            break; /* "コミ3" */
        const size_t size = strlen(letter.bytes);
        if (used + size < WORD_SIZE)
            memcpy(word + used, letter.bytes, size);
        used += used + size < WORD_SIZE ? size : 0;
        word[used] = '\0';
        *at += letter.length;
    }
    return used;
}

/* Cut a word of a writing without blanks behind the longest beginning of it that is known; how many bytes are cut. */
static size_t cut_joined(char *word)
{
    const size_t length = strlen(word);
    char *beginning = is_joined_letter(*word) ? strdup(word) : NULL;
    size_t known = beginning ? length : 0;
    while (known && !read_simple(beginning)) {
        while (--known && ((unsigned char)beginning[known] & 0xC0) == 0x80)
            ;
        beginning[known] = '\0';
    }
    free(beginning);
    if (known)
        word[known] = '\0';
    return known ? length - known : 0;
}

/* Go to the next word; what is passed over. */
static word_gap skip_gap(const char *text, size_t length, size_t *at)
{
    const size_t from = *at;
    bool stops = false;
    while (*at < length) {
        const letters letter = read_letter(text + *at, length - *at);
        if (*letter.bytes)
            break;
        stops = stops || memchr(".,:;", text[*at], 4);
        *at += letter.length;
    }
    return stops ? GAP_STOP : *at == from + 1 && text[from] == '-' ? GAP_HYPHEN : GAP_BLANK;
}

/* True if the next word is one of a list. */
static bool one_follows(const char *text, size_t length, size_t at, const char *words)
{
    char word[WORD_SIZE];
    skip_gap(text, length, &at);
    return next_word(text, length, &at, word) && is_among(word, words);
}

/* Note what stands around the word, which ends at `at`. */
static void look_around(kind_text *read, const char *word, const char *text, size_t length, size_t at)
{
    static const char units[] = " m min mins minute minutes s sec secs second seconds h hour hours ";
    const bool is_komi = is_among(word, komi_words), is_digit = isdigit((unsigned char)*word);
    read->is_clock = read->after_clock || (is_digit && strchr(word, 'x') && one_follows(text, length, at, units));
    read->is_lines = is_digit && one_follows(text, length, at, " 路 マス ");
    read->is_no = is_komi && (read->after_no || one_follows(text, length, at, " 0 00 no none off n unknown "));
    read->after_no = strcmp(word, "no") == 0 || strcmp(word, "without") == 0;
}

static kind_text read_narrow(const char *text, size_t length, int side)
{
    kind_text read = {.side = side};
    char word[WORD_SIZE];
    for (size_t at = 0;;) {
        read.gap = skip_gap(text, length, &at);
        if (!next_word(text, length, &at, word))
            break;
        at -= cut_joined(word);
        look_around(&read, word, text, length, at);
        read_word(&read, word);
    }
    if (read.is_oblong && !read.harmless && !read.unknown && read.kind < OTHER)
        read.kind = OTHER;
    if (read.known && !read.harmless) /* "Othello 10" */
        read.unknown += read.numbers;
    return read;
}

/* The meaning of all words of a text, which may have full-width letters. */
static kind_text read_words(const char *text, size_t length, int side)
{
    char *narrow = memchr(text, 0xEF, length) ? strndup(text, length) : NULL;
    if (narrow)
        full_width_narrow(narrow);
    const kind_text read = read_narrow(narrow ? narrow : text, narrow ? strlen(narrow) : length, side);
    free(narrow);
    return read;
}

/* The side of the board by the rules so far. */
static int side_of(const flank_game *game, const flank_rules *rules)
{
    return game_board(game, rules) == ~UINT64_C(0) ? USUAL_SIDE : SMALL_SIDE;
}

/* True if a word of a text is the name of a kind that the game is not. */
static bool names_other_kind(const flank_game *game, const char *text)
{
    char word[WORD_SIZE];
    for (size_t at = 0; game->other_kinds && next_word(text, strlen(text), &at, word);)
        for (size_t i = 0; game->other_kinds[i]; i++)
            if (strcmp(word, game->other_kinds[i]) == 0)
                return true;
    return false;
}

static const char anti_rules[] = "goal=fewest";

bool other_rules_has_kinds(const flank_game *game)
{
    flank_rules rules = {{0}};
    return flank_rules_parse(game, anti_rules, &rules, NULL) == FLANK_OK;
}

static flank_status refuse(const flank_game *game, const char *what, flank_error *error)
{
    if (!other_rules_has_kinds(game))
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OTHER_KIND), say_cut(what, SHOWN),
                         say_name(flank_game_title(game)));
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OTHER_OTHELLO), say_cut(what, SHOWN));
}

/* The kind that a type of GGS is, "8", "8a", "s8r20"; UNKNOWN: the text is none. */
static kind_word read_type(const char *text, int side)
{
    const ggf_type type = ggf_read_type(text);
    const int size = atoi(type.size);
    if (type.unknown || text[strcspn(text, " \t")] ||
        !isdigit((unsigned char)text[isalpha((unsigned char)*text) != 0]) ||
        (*type.size && (!is_side(size) || size % 2)))
        return UNKNOWN;
    return type.komi || (*type.size && size != side && size != USUAL_SIDE) ? OTHER : type.anti ? ANTI : PLAIN;
}

static void add_unsure(told_rules *told, const char *text)
{
    flank_error note;
    error_say(&note, FLANK_OK, 0, SAY(OTHER_UNSURE), say_cut(text, SHOWN));
    notes_join(&told->note, &note);
}

static void add_title(told_rules *told, const char *text)
{
    flank_error note;
    error_say(&note, FLANK_OK, 0, SAY(KIND_IN_TITLE), say_cut(text, SHOWN));
    notes_join(&told->note, &note);
}

/* Take the words of a text; `few`: those that are not known say nothing. */
static flank_status take_words(const flank_game *game, const char *text, kind_text words, bool few, told_rules *told,
                               flank_error *error)
{
    const bool is_anti = words.kind == LOSING || words.kind == ANTI, unknown = words.unknown && !few;
    if (words.kind == OTHER || words.is_loose || (words.is_oblong && !few) ||
        (is_anti && (unknown || !other_rules_has_kinds(game))))
        return refuse(game, text, error);
    if (is_anti)
        return flank_rules_parse(game, anti_rules, &told->rules, error);
    if (unknown && other_rules_has_kinds(game) && !words.known)
        return refuse(game, text, error);
    if (unknown && other_rules_has_kinds(game))
        add_unsure(told, text);
    return FLANK_OK;
}

static kind_text read_text(const flank_game *game, const char *text, const flank_rules *rules)
{
    const int side = side_of(game, rules);
    const kind_word type = read_type(text, side);
    return type ? (kind_text){.kind = type} : read_words(text, strlen(text), side);
}

/* A name without what may stand between its words, and without the name of a format before it, "ggf.TY.2". */
static void fold_name(const char *name, char folded_name[WORD_SIZE])
{
    static const char *const formats[] = {"ggf.", "sgf.", "wthor."};
    size_t used = 0;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strncmp(name, formats[i], strlen(formats[i])) == 0) {
            name += strlen(formats[i]);
            i = sizeof formats;
        }
    const size_t length = strlen(name), end = strcspn(name, ".");
    const bool is_numbered = name[end] && strspn(name + end, ".0123456789") == length - end;
    for (size_t at = 0; at < (is_numbered ? end : length) && used < WORD_SIZE - 1;) {
        const letters letter = read_letter(name + at, length - at);
        const size_t size = strlen(letter.bytes);
        if (used + size < WORD_SIZE)
            memcpy(folded_name + used, letter.bytes, size);
        used += used + size < WORD_SIZE ? size : 0;
        at += letter.length;
    }
    folded_name[used] = '\0';
}

/* True if a value says that nothing is told, "n/a". */
static bool is_nothing(const char *value)
{
    char plain[WORD_SIZE];
    fold_name(value, plain);
    return is_among(plain,
                    " na tbd tba null nil false undefined unspecified notspecified notset notapplicable notgiven "
                    "any nothing ");
}

flank_status other_rules_take(const flank_game *game, const char *text, told_rules *told, flank_error *error)
{
    if (!text || is_nothing(text))
        return FLANK_OK;
    if (names_other_kind(game, text))
        return refuse(game, text, error);
    return take_words(game, text, read_text(game, text, &told->rules), false, told, error);
}

const flank_game *other_rules_game(const char *text)
{
    char word[WORD_SIZE];
    const flank_game *game = flank_game_find(text);
    for (size_t at = 0; !game && next_word(text, strlen(text), &at, word);)
        game = flank_game_find(word + length_before_game(word));
    return game;
}

static bool is_title(const kind_text *words)
{
    const bool is_list = words->kind == ANTI && words->names_also; /* of kinds: "Othello, Reversi, Anti-Othello" */
    return !words->unknown && !is_list && !words->is_of_moves &&
           (words->kind >= ANTI || (words->kind == LOSING && words->names_game && !words->harmless) ||
            (words->kind == LOOSE && words->is_joined));
}

bool other_rules_is_title(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    return is_title(&words);
}

bool other_rules_is_clear(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    return is_title(&words) && (words.names_game || words.is_counted);
}

bool other_rules_is_size(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    return words.is_sized && words.known == 1 && !words.unknown && !words.harmless;
}

bool other_rules_kind(const char *text, char kind[KIND_NAME_SIZE])
{
    const kind_text words = read_words(text, strlen(text), USUAL_SIDE);
    const bool is_plain = (words.kind == PLAIN || words.kind == USUAL) && !words.unknown,
               is_named = is_plain && (words.names_game || (words.kind == USUAL && !words.is_of_board));
    if (words.kind == ANTI || words.kind == LOSING)
        snprintf(kind, KIND_NAME_SIZE, "anti");
    else if (is_named)
        snprintf(kind, KIND_NAME_SIZE, "usual");
    else if (words.width)
        snprintf(kind, KIND_NAME_SIZE, "%dx%d", words.width, words.height);
    else
        fold_name(text, kind);
    return is_title(&words) || is_named || (is_plain && words.width);
}

bool other_rules_is_plain(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    const size_t numbers = words.harmless ? 0 : words.numbers; /* which count as unknown words, "Game 12" */
    char *name = words.names_game ? strndup(text, length) : NULL;
    const flank_game *game = name ? other_rules_game(name) : NULL;
    free(name);
    return words.kind >= PLAIN && words.kind < LOSING && words.unknown == numbers && !words.is_oblong &&
           (!game || other_rules_has_kinds(game));
}

bool other_rules_is_usual(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    return words.kind == USUAL && !words.unknown && !words.harmless && !words.is_of_board;
}

bool other_rules_is_phrase(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    return is_title(&words) || (words.is_joined && !words.names_also && words.kind != LOOSE);
}

bool other_rules_is_of_problems(const char *text, size_t length)
{
    char word[WORD_SIZE];
    size_t at = 0;
    return next_word(text, length, &at, word) && strcmp(word, "suicide") == 0 && !next_word(text, length, &at, word);
}

flank_status other_rules_take_phrase(const flank_game *game, const char *text, told_rules *told, flank_error *error)
{
    flank_error note = {.code = FLANK_ERROR_OK};
    const kind_text words = read_words(text, strlen(text), side_of(game, &told->rules));
    const flank_status status = take_words(game, text, words, true, told, error);
    if (!status && words.kind >= LOSING && (words.unknown || !words.names_game || words.kind == LOSING))
        error_say(&note, FLANK_OK, 0, SAY(KIND_TAKEN), say_cut(text, SHOWN));
    notes_join(&told->note, &note);
    return status;
}

bool other_rules_is_aside(const char *text, size_t length)
{
    const kind_text words = read_words(text, length, USUAL_SIDE);
    return !words.unknown && (words.kind == HARMLESS || words.kind == LOOSE || words.is_of_moves);
}

/* ---- Facts ---- */

static const struct {
    other_fact fact;
    const char *names; /* in lower case without blanks and signs, each between blanks */
} fact_names[] = {
    {FACT_KIND, " variant variants ruleset rulesvariant rulevariant rulesname rule rules gamevariant variantname "
                "gamerules gamerule othellovariant kindofgame va ru "},
    {FACT_TYPE, " type ty boardtype typ タイプ 类型 類型 "},
    {FACT_GAME_TYPE, " gametype "},
    {FACT_MODE, " mode gamemode playmode modus gamekind kind style gamestyle option options setting settings su setup "
                "spielmodus spielart modedejeu oyunmodu モード ゲームモード 模式 "
                /* of other languages, in which these are also words for openings, clocks and tournaments */
                " variante variantes varianten varyant regel regeln spielregeln regle regles regledujeu kural kurallar "
                "kurali kurallari oyunkurallari reglas ルール ゲームルール 規則 规则 变体 變體 变种 種類 种类 玩法 "},
    {FACT_BOARD, " board boards grid "},
    {FACT_SIZE, " boardsize boardsizes sizeofboard sizeboard gridsize boardwidth boardheight boardcolumns boardrows "
                "boarddimension boarddimensions boardlength sz "
                "brettgrose brettgrosse brettgroesse tailleduplateau tailledutablier tahtaboyutu "
                "盤サイズ 盤面サイズ ボードサイズ 盤の大きさ 棋盘大小 棋盤大小 棋盘尺寸 棋盤尺寸 "},
    {FACT_LENGTH, " size dimension dimensions grose grosse groesse taille boyut サイズ 大きさ 大小 尺寸 "},
    {FACT_WIDTH, " width columns cols "},
    {FACT_HEIGHT, " height rows "},
    {FACT_KOMI, " komi km whitekomi blackkomi komiwhite komiblack komipoints コミ 贴目 貼目 "},
    {FACT_FLAG, " anti isanti antimode losing islosing loserwins isinverse isreversed islosinggame antiothello "
                "antireversi アンチ アンチオセロ 反黑白棋 misere ismisere suicide fewestwins leastwins "
                "reversedothello reversedreversi reverseothello reversereversi inverseothello inversereversi "
                "invertedothello invertedreversi losingothello losingreversi misereothello miserereversi "
                "suicideothello suicidereversi giveawayothello giveawayreversi "},
    {FACT_LIKELY_FLAG, " reversed reverse inverse inverted reversedrules inverserules "},
    {FACT_GROUP, " tags config configuration header headers info metadata meta parameters gameinfo gamedata details "
                 "match matchinfo gamesettings gameoptions gamesetup gameconfig "},
    {FACT_GOAL, " goal objective wincondition aim "},
    {FACT_TITLE, " event tournament title name gamename eventname heading category section division series discipline "
                 "comment comments note notes memo remark remarks subject description c co so source "},
    {FACT_NAME, " gn gc ev "},
};

other_fact other_rules_fact(const char *name)
{
    char plain[WORD_SIZE];
    if (!*name || (!name[1] && tolower((unsigned char)*name) != 'c')) /* B and W, each move of a file */
        return NO_FACT;
    fold_name(name, plain);
    for (size_t i = 0; *plain && i < sizeof fact_names / sizeof *fact_names; i++)
        if (is_among(plain, fact_names[i].names))
            return fact_names[i].fact;
    return NO_FACT;
}

const char *other_rules_flag_word(const char *name)
{
    static const char *const words[] = {"reversed", "reverse", "inverse", "inverted"};
    char plain[WORD_SIZE];
    fold_name(name, plain);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(plain, words[i]))
            return words[i];
    return words[0];
}

/* Refuse a komi that is not 0. */
static flank_status check_komi(const flank_game *game, const char *komi, flank_error *error)
{
    char text[WORD_SIZE];
    komi += strcspn(komi, "+-.0123456789");
    const size_t digits = strspn(komi, "+-.,0123456789"), power = strspn(komi + digits, "eE"),
                 length = digits + (power ? power + strspn(komi + digits + power, "+-0123456789") : 0);
    if (strcspn(komi, "123456789") >= digits)
        return FLANK_OK;
    snprintf(text, sizeof text, "komi %.*s", (int)(length < WORD_SIZE ? length : WORD_SIZE), komi);
    return refuse(game, text, error);
}

/* True for a text with a size that `side` and the usual one are not. */
static bool is_other_size(const char *text, int side)
{
    const kind_text words = read_words(text, strlen(text), side);
    return words.kind == OTHER || words.is_oblong;
}

/* Refuse a size of the board, a number of columns or "10x10", that is neither the usual one nor that of the rules. */
static flank_status check_size(const flank_game *game, const char *size, const flank_rules *rules, flank_error *error)
{
    char text[WORD_SIZE];
    int columns, end = 0;
    const int side = side_of(game, rules);
    if (sscanf(size, "%4d %n", &columns, &end) != 1 || size[end])
        return is_other_size(size, side) ? refuse(game, size, error) : FLANK_OK;
    if (columns == side || columns == USUAL_SIDE || !is_side(columns))
        return FLANK_OK;
    snprintf(text, sizeof text, "%dx%d", columns, columns);
    return refuse(game, text, error);
}

bool other_rules_is_count(const char *value)
{
    const kind_text words = read_words(value, strlen(value), USUAL_SIDE);
    const size_t blanks = strspn(value, " \t"), digits = strspn(value + blanks, "0123456789");
    const bool is_number = digits && digits <= 2 && !value[blanks + digits + strspn(value + blanks + digits, " \t")];
    const int length = is_number ? atoi(value) : 0;
    return value[strcspn(value, "0123456789")] && !words.width &&
           (length < LEAST_SIDE || length > LIKELY_SIDE || length % 2);
}

/* The same of a number that may be the size of something else, of a page or a file: it is an even one of boards that
 * are played. */
static flank_status check_length(const flank_game *game, const char *size, const flank_rules *rules, flank_error *error)
{
    int length, end = 0;
    const bool is_number = sscanf(size, "%4d %n", &length, &end) == 1 && !size[end];
    return is_number && (length % 2 || length > LIKELY_SIDE) ? FLANK_OK : check_size(game, size, rules, error);
}

/* Note a width or a height, and refuse the square that both make. */
static flank_status take_side(const flank_game *game, other_fact fact, const char *value, told_rules *told,
                              flank_error *error)
{
    const int length = is_number(value) && strlen(value) <= DIGITS_MAX ? atoi(value) : 0;
    *(fact == FACT_WIDTH ? &told->width : &told->height) = length;
    return told->width == told->height && length ? check_length(game, value, &told->rules, error) : FLANK_OK;
}

static bool is_true(const char *text)
{
    static const char *const words[] = {"true", "yes", "on", "1", "y", "x"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0)
            return true;
    return false;
}

/* True if a text says something of the rules in the place that it stands in; elsewhere than behind the name of a kind
 * it may be about something else. */
static bool is_sure(other_fact fact, const char *text, const kind_text *words, bool ours)
{
    const bool is_anti = words->kind == LOSING || words->kind == ANTI;
    const bool is_known = !words->unknown && !words->is_of_moves && words->kind >= LOSING,
               is_number = strspn(text, "0123456789") == strlen(text);
    const bool is_type = words->kind && !words->known && !words->unknown && !words->numbers && !words->names_game;
    if (fact == FACT_TYPE && is_type)
        return words->kind == OTHER || (words->kind >= LOSING && !ours); /* the rules go before it */
    if (fact == FACT_TYPE)
        return is_title(words);
    if (ours && is_anti && (fact == FACT_MODE || fact == FACT_GOAL)) /* the rules say who wins */
        return false;
    if (fact == FACT_MODE)
        return is_title(words) || (is_known && !words->is_loose && !is_number);
    if (fact == FACT_BOARD)
        return words->is_sized && words->kind == OTHER && !words->unknown;
    if (fact == FACT_TITLE || fact == FACT_NAME)
        return !ours && (words->names_game || words->is_counted || fact == FACT_NAME) && is_title(words) &&
               !(words->kind == LOOSE && words->harmless);
    return is_known && (fact != FACT_GOAL || !words->is_loose);
}

/* Take a flag that may be one of a drawing, "reversed": what it is taken for is told. */
static flank_status take_likely(const flank_game *game, told_rules *told, flank_error *error)
{
    flank_error note;
    error_say(&note, FLANK_OK, 0, SAY(KIND_TAKEN), say_text(told->flag));
    notes_join(&told->note, &note);
    return flank_rules_parse(game, anti_rules, &told->rules, error);
}

/* Take the type of a game of PGN, "50,anti": the number of the game, then perhaps kinds and lengths of the board. */
static flank_status take_game_type(const flank_game *game, const char *type, told_rules *told, flank_error *error)
{
    enum { COLUMNS = 2, ROWS };
    flank_status status = FLANK_OK;
    char piece[WORD_SIZE];
    for (int i = 0; *type && !status; i++) {
        const size_t length = strcspn(type, ",");
        snprintf(piece, sizeof piece, "%.*s", (int)length, type);
        type += length + (type[length] == ',');
        if (i == COLUMNS || i == ROWS)
            status = other_rules_take_fact(game, i == COLUMNS ? FACT_WIDTH : FACT_HEIGHT, piece, told, error);
        else if (other_rules_is_title(piece, strlen(piece)))
            status = other_rules_take_fact(game, FACT_MODE, piece, told, error);
    }
    return status;
}

/* Take the lines of a comment, or what is a title. */
static flank_status take_lines(const flank_game *game, other_fact fact, const char *text, told_rules *told,
                               flank_error *error)
{
    flank_status status = FLANK_OK;
    for (size_t length; *text && !status; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        char *line = strndup(text, length);
        status = line ? other_rules_take_fact(game, fact, line, told, error)
                      : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        free(line);
    }
    return status;
}

/* True if other words stand beside a kind and the name of the game in a title, which then says nothing of the rules. */
static bool is_beside_kind(other_fact fact, const kind_text *words, bool ours)
{
    return fact == FACT_TITLE && !ours && (words->unknown || words->names_also) && words->kind == ANTI &&
           words->is_joined;
}

/* True if a text is the name of a game with the size of another board, "Othello-10". */
static bool is_sized_name(const kind_text *words)
{
    return words->names_game && words->known == 1 && words->numbers == 1 && words->unknown == 1 &&
           words->number % 2 == 0 && is_side(words->number) && words->number != words->side;
}

/* Take what the words of a value say. */
static flank_status take_words_of(const flank_game *game, other_fact fact, const char *value, told_rules *told,
                                  flank_error *error)
{
    const kind_text words = read_text(game, value, &told->rules);
    if (fact == FACT_KIND && is_sized_name(&words))
        return refuse(game, value, error);
    if (fact == FACT_KIND && !told->ours)
        return other_rules_take(game, value, told, error);
    if (is_beside_kind(fact, &words, told->ours))
        add_title(told, value);
    if (!is_sure(fact, value, &words, told->ours))
        return FLANK_OK;
    if (words.kind == LOSING && (fact == FACT_TITLE || fact == FACT_NAME))
        return other_rules_take_phrase(game, value, told, error);
    return take_words(game, value, words, true, told, error);
}

/* The same of a value without full-width letters, of a game that has kinds. */
static flank_status take_narrow(const flank_game *game, other_fact fact, const char *value, told_rules *told,
                                flank_error *error)
{
    switch (fact) {
    case NO_FACT:
    case FACT_GROUP:
        return FLANK_OK;
    case FACT_GAME_TYPE:
        return take_game_type(game, value, told, error);
    case FACT_KOMI:
        return check_komi(game, value, error);
    case FACT_SIZE:
        return check_size(game, value, &told->rules, error);
    case FACT_LENGTH:
        return check_length(game, value, &told->rules, error);
    case FACT_WIDTH:
    case FACT_HEIGHT:
        return take_side(game, fact, value, told, error);
    case FACT_FLAG:
        return is_true(value) && !told->ours ? flank_rules_parse(game, anti_rules, &told->rules, error) : FLANK_OK;
    case FACT_LIKELY_FLAG:
        return is_true(value) && !told->ours ? take_likely(game, told, error) : FLANK_OK;
    case FACT_TITLE:
    case FACT_NAME:
        if (strchr(value, '\n'))
            return take_lines(game, fact, value, told, error);
        break;
    default:
        break;
    }
    return take_words_of(game, fact, value, told, error);
}

flank_status other_rules_take_fact(const flank_game *game, other_fact fact, const char *value, told_rules *told,
                                   flank_error *error)
{
    if (!fact || !value)
        return FLANK_OK;
    if (!other_rules_has_kinds(game))
        return fact == FACT_KIND && !told->ours ? other_rules_take(game, value, told, error) : FLANK_OK;
    char *narrow = strchr(value, 0xEF) ? strdup(value) : NULL;
    if (narrow)
        full_width_narrow(narrow);
    const flank_status status = take_narrow(game, fact, narrow ? narrow : value, told, error);
    free(narrow);
    return status;
}

flank_status other_rules_take_named(const flank_game *game, const char *name, const char *value, told_rules *told,
                                    flank_error *error)
{
    const other_fact fact = other_rules_fact(name);
    if (fact == FACT_LIKELY_FLAG)
        told->flag = other_rules_flag_word(name);
    return other_rules_take_fact(game, fact, value, told, error);
}

/* ---- Sheets ---- */

flank_status other_rules_put(flank_sheet *sheet, const told_rules *told, flank_error *error)
{
    sheet_change_rules(sheet, &told->rules);
    return sheet_add_note(sheet, SHEET_NOTE, &told->note) ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                                                          : FLANK_OK;
}

flank_status other_rules_put_phrase(flank_sheet *sheet, const char *text, flank_error *error)
{
    const flank_game *game = flank_sheet_game(sheet);
    told_rules told = {.rules = *flank_sheet_rules(sheet), .note = {.code = FLANK_ERROR_OK}};
    const bool is_position = flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION;
    if (!other_rules_has_kinds(game) || !other_rules_is_phrase(text, strlen(text)) ||
        (is_position && other_rules_is_of_problems(text, strlen(text))))
        return FLANK_OK;
    const flank_status status = other_rules_take_phrase(game, text, &told, error);
    return status ? status : other_rules_put(sheet, &told, error);
}

flank_status other_rules_check_tags(flank_sheet *sheet, flank_error *error)
{
    const flank_game *game = flank_sheet_game(sheet);
    told_rules told = {.rules = *flank_sheet_rules(sheet), .note = {.code = FLANK_ERROR_OK}, .ours = true};
    flank_status status = FLANK_OK;
    if (!other_rules_has_kinds(game))
        return FLANK_OK;
    for (const flank_tag *tag = flank_sheet_root(sheet)->tags; tag && !status; tag = tag->next)
        status = other_rules_take_named(game, tag->name, tag->value, &told, error);
    return status ? status : other_rules_put(sheet, &told, error);
}
