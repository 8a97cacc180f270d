/* SPDX-License-Identifier: MIT
 *
 * The meaning of columns. Names are compared without case, blanks, dashes and underscores. Without names only what is
 * sure is taken: the moves, a result that looks like one, a date, and two texts as the names of the players; if there
 * are more texts, or fewer, none of them is read.
 */
#include "formats/csv/csv_columns.h"

#include "formats/moves_line.h"
#include "formats/plain_moves.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, LINE_SIZE = 4096, SQUARES = 64 };

/* ---- Names ---- */

static const struct {
    const char *name;
    csv_column column;
} column_names[] = {
    {"moves", CSV_MOVES},
    {"gamemoves", CSV_MOVES},
    {"transcript", CSV_MOVES},
    {"movelist", CSV_MOVES},
    {"record", CSV_MOVES},
    {"kifu", CSV_MOVES},
    {"coups", CSV_MOVES},
    {"züge", CSV_MOVES},
    {"hamleler", CSV_MOVES},
    {"棋譜", CSV_MOVES},
    {"棋谱", CSV_MOVES},
    {"game", CSV_GAME},
    {"rules", CSV_RULES},
    {"start", CSV_START},
    {"startposition", CSV_START},
    {"fen", CSV_FEN},
    {"result", CSV_RESULT},
    {"score", CSV_RESULT},
    {"résultat", CSV_RESULT},
    {"ergebnis", CSV_RESULT},
    {"sonuç", CSV_RESULT},
    {"結果", CSV_RESULT},
    {"winner", CSV_WINNER},
    {"loser", CSV_LOSER},
    {"margin", CSV_MARGIN},
    {"diff", CSV_MARGIN},
    {"difference", CSV_MARGIN},
    {"discdiff", CSV_MARGIN},
    {"blackscore", CSV_BLACK_SCORE},
    {"scoreblack", CSV_BLACK_SCORE},
    {"blackdiscs", CSV_BLACK_SCORE},
    {"whitescore", CSV_WHITE_SCORE},
    {"scorewhite", CSV_WHITE_SCORE},
    {"whitediscs", CSV_WHITE_SCORE},
    {"termination", CSV_TERMINATION},
    {"year", CSV_YEAR},
};

static const struct {
    const char *name, *tag;
} tag_names[] = {
    {"black", "Black"},
    {"blackplayer", "Black"},
    {"blackname", "Black"},
    {"playerblack", "Black"},
    {"noir", "Black"},
    {"schwarz", "Black"},
    {"siyah", "Black"},
    {"黒", "Black"},
    {"黑", "Black"},
    {"white", "White"},
    {"whiteplayer", "White"},
    {"whitename", "White"},
    {"playerwhite", "White"},
    {"blanc", "White"},
    {"weiß", "White"},
    {"beyaz", "White"},
    {"白", "White"},
    {"event", "Event"},
    {"tournament", "Event"},
    {"tournoi", "Event"},
    {"turnier", "Event"},
    {"turnuva", "Event"},
    {"大会", "Event"},
    {"site", "Site"},
    {"place", "Site"},
    {"date", "Date"},
    {"datum", "Date"},
    {"tarih", "Date"},
    {"日付", "Date"},
    {"日期", "Date"},
    {"round", "Round"},
    {"blackrating", "BlackRating"},
    {"whiterating", "WhiteRating"},
    {"timecontrol", "TimeControl"},
    {"annotator", "Annotator"},
    {"source", "Source"},
    {"comment", "Comment"},
};

/* A name in lower case without what may stand between its words. */
static void plain_name(const char *field, char name[NAME_SIZE])
{
    size_t used = 0;
    for (; *field && used < NAME_SIZE - 1; field++)
        if (!strchr(" -_.", *field))
            name[used++] = (char)((unsigned char)*field < 0x80 ? tolower((unsigned char)*field) : *field);
    name[used] = '\0';
}

/* The column that a field names, or CSV_COLUMNS. */
static csv_column column_of(const char *field)
{
    char name[NAME_SIZE];
    plain_name(field, name);
    for (size_t i = 0; i < sizeof column_names / sizeof *column_names; i++)
        if (strcmp(name, column_names[i].name) == 0)
            return column_names[i].column;
    return CSV_COLUMNS;
}

/* The tag that a field names, or NULL. */
static const char *tag_of(const char *field)
{
    char name[NAME_SIZE];
    plain_name(field, name);
    for (size_t i = 0; i < sizeof tag_names / sizeof *tag_names; i++)
        if (strcmp(name, tag_names[i].name) == 0)
            return tag_names[i].tag;
    return NULL;
}

static csv_columns no_columns(void)
{
    csv_columns columns = {.tag_count = 0};
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        columns.at[i] = CSV_NONE;
    return columns;
}

static size_t place_of_tag(const csv_columns *columns, const char *tag)
{
    for (size_t i = 0; i < columns->tag_count; i++)
        if (strcmp(columns->tags[i].name, tag) == 0)
            return columns->tags[i].at;
    return CSV_NONE;
}

static void add_tag(csv_columns *columns, const char *tag, size_t at)
{
    columns->tags[columns->tag_count].name = tag;
    columns->tags[columns->tag_count++].at = at;
}

/* Note that a column with that name tells something of the rules. */
static void add_fact(csv_columns *columns, csv_column column, const char *name, size_t at)
{
    const other_fact fact = column == CSV_COLUMNS ? other_rules_fact(name) : NO_FACT;
    if (!fact || columns->fact_count == CSV_FACTS_MAX)
        return;
    columns->facts[columns->fact_count].fact = fact;
    columns->facts[columns->fact_count].flag = other_rules_flag_word(name);
    columns->facts[columns->fact_count++].at = at;
}

bool csv_is_header(const csv_row *row)
{
    bool has_moves = false;
    for (size_t i = 0; i < row->count; i++)
        has_moves = has_moves || column_of(csv_field(row, i)) == CSV_MOVES;
    return has_moves && row->count > 1;
}

flank_status csv_columns_of_header(const csv_row *row, csv_columns *columns, flank_error *error)
{
    *columns = no_columns();
    columns->has_header = true;
    for (size_t i = 0; i < row->count; i++) {
        const csv_column column = column_of(csv_field(row, i));
        const char *tag = tag_of(csv_field(row, i));
        const size_t other = column < CSV_COLUMNS ? columns->at[column] : tag ? place_of_tag(columns, tag) : CSV_NONE;
        if (other != CSV_NONE)
            return error_say(error, FLANK_BAD_FILE, (size_t)row->offset[i], SAY(LIST_TWO_COLUMNS),
                             say_cut(csv_field(row, other), 40), say_cut(csv_field(row, i), 40));
        if (column < CSV_COLUMNS)
            columns->at[column] = i;
        else if (tag)
            add_tag(columns, tag, i);
        add_fact(columns, column, csv_field(row, i), i);
    }
    const size_t black = place_of_tag(columns, "Black"), white = place_of_tag(columns, "White");
    columns->white_first = white < black && black < CSV_NONE;
    return FLANK_OK;
}

bool csv_columns_have(const csv_columns *columns, other_fact fact)
{
    for (size_t i = 0; i < columns->fact_count; i++)
        if (columns->facts[i].fact == fact)
            return true;
    return false;
}

void csv_columns_drop_counts(csv_columns *columns, const csv_row *row)
{
    for (size_t i = 0; i < columns->fact_count; i++)
        if (columns->facts[i].fact == FACT_LENGTH && other_rules_is_count(csv_field(row, columns->facts[i].at)))
            columns->facts[i].fact = FACT_BOARD;
}

/* ---- Without names ---- */

/* The moves that a field has, if all of them can be played and there is nothing else. */
static size_t count_plies(const char *field)
{
    char line[LINE_SIZE];
    size_t plies = 0;
    if (strlen(field) >= sizeof line)
        return 0;
    strcpy(line, field);
    plain_moves(line);
    moves_line_game(line, NULL, &plies);
    return plies;
}

static bool is_result(const char *field)
{
    return strspn(field, "0123456789-:+/*()BW ") == strlen(field) && strpbrk(field, "-:+*") &&
           strlen(field) <= strlen("(38 : 26)");
}

/* "2001-05-03", "3.5.2001", "2001/05". */
static bool is_date(const char *field)
{
    size_t digits = 0, signs = 0;
    for (const char *at = field; *at; at++) {
        digits += isdigit((unsigned char)*at) != 0;
        signs += strchr("-./", *at) != NULL;
    }
    return digits >= 5 && digits <= 8 && signs >= 1 && signs <= 2 && digits + signs == strlen(field);
}

static bool is_number(const char *field) { return strspn(field, "0123456789-+.") == strlen(field); }

/* Two numbers side by side, or with a name between, that fill the board are the discs of both sides. */
static void find_scores(const csv_row *row, csv_columns *columns)
{
    for (size_t i = 0; i + 1 < row->count; i++)
        for (size_t next = i + 1; next < row->count && next <= i + 2; next++) {
            const char *one = csv_field(row, i), *other = csv_field(row, next);
            const bool are_counts = *one && *other && strspn(one, "0123456789") == strlen(one) &&
                                    strspn(other, "0123456789") == strlen(other) && strlen(one) <= 2 &&
                                    strlen(other) <= 2;
            const bool is_apart = next == i + 1 || !is_number(csv_field(row, i + 1));
            if (!are_counts || !is_apart || atoi(one) + atoi(other) != SQUARES)
                continue;
            columns->at[CSV_BLACK_SCORE] = i;
            columns->at[CSV_WHITE_SCORE] = next;
            return;
        }
}

/* True if a field begins with a square: moves, however wrong. */
static bool is_like_moves(const char *field)
{
    const int file = tolower((unsigned char)field[0]);
    return file >= 'a' && file <= 'h' && field[1] >= '1' && field[1] <= '8';
}

bool csv_columns_of_game(const csv_row *row, csv_columns *columns)
{
    size_t texts[2] = {0}, text_count = 0, moves = 0;
    *columns = no_columns();
    for (size_t i = 0; i < row->count; i++) {
        const char *field = csv_field(row, i);
        if (is_like_moves(field)) {
            columns->at[CSV_MOVES] = i;
            moves += count_plies(field) > 1 ? 1 : 2; /* one that cannot be played makes it no table */
        } else if (is_date(field) && place_of_tag(columns, "Date") == CSV_NONE) {
            add_tag(columns, "Date", i);
        } else if (is_result(field) && columns->at[CSV_RESULT] == CSV_NONE) {
            columns->at[CSV_RESULT] = i;
        } else if (*field && !is_number(field)) {
            if (text_count < 2)
                texts[text_count] = i;
            text_count++;
        }
    }
    if (text_count == 2) {
        add_tag(columns, "Black", texts[0]);
        add_tag(columns, "White", texts[1]);
    }
    find_scores(row, columns);
    columns->unsure = text_count != 2 && text_count != 0;
    return moves == 1 && row->count > 1;
}
