/* SPDX-License-Identifier: MIT
 *
 * The values of GGF tags as text: numbers, results, dates, clocks.
 */
#ifndef FLANK_FORMATS_GGF_TEXT_H
#define FLANK_FORMATS_GGF_TEXT_H

#include <flank/sheet.h>

enum { GGF_TEXT_SIZE = 64 };

/* Read all of a time in seconds, "2.991" or "1:02.5", in milliseconds, rounded; `*exact`: nothing was rounded. False if
 * it is no such time. */
bool ggf_read_time(const char *text, int64_t *time_ms, bool *exact);

void ggf_write_value(int value, char *out);      /* hundredths of a disc: "-3.40" */
void ggf_write_time(int64_t time_ms, char *out); /* "2.99", with a third digit if there is one */

/* Read "+12.00", "-64.00:r"; `known` is false where it says nothing. `*complete`: the result holds all of it, which it
 * does not of a fraction (komi). */
flank_sheet_result ggf_read_result(const char *text, bool *complete);

/* Write a result on a board of so many squares; false if GGF cannot say all of it. */
bool ggf_write_result(const flank_sheet_result *result, int squares, char *out);

/* Read "2004.09.18_05:54:38.MDT", "2014-02-21 20:52:27 GMT", or seconds since 1970 to a date as sheets hold it; false
 * if it is none. `*complete`: nothing is left out (a time zone is). */
bool ggf_read_date(const char *text, char *out, bool *complete);

/* Write a sheet's date; false if it is none. */
bool ggf_write_date(const char *date, char *out);

/* The rules of a type with the letter "a", as flank_rules_parse reads them. */
#define GGF_ANTI_RULES "goal=fewest"

/* The rules of size 6. GGS names the squares of such a board a1 to f6; here they are b2 to g7. */
#define GGF_SMALL_RULES "board=6"
enum { GGF_SMALL_SIDE = 6, GGF_SMALL_SHIFT = 9 };

/* A type of game, "s8r20a": two at once, the size, the discs of a random start, letters (k and a number komi, a fewest
 * discs, b and w the color of who asked for the game). */
typedef struct ggf_type {
    char size[8]; /* its digits; "" where it has none: then nothing else is known of it */
    bool anti, komi;
    bool unknown; /* something else stands behind the size */
} ggf_type;

ggf_type ggf_read_type(const char *text);

/* True if `text` is a clock, "05:00//02:00", and not only a number or words. */
bool ggf_is_clock(const char *text);

#endif
