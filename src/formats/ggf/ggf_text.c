/* SPDX-License-Identifier: MIT
 *
 * The values of GGF tags: plain decimal arithmetic on integers, so that what is read is written again digit by digit.
 */
#include "formats/ggf/ggf_text.h"

#include "formats/decimal.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { UNITS_MAX = 1000000000 };

/* ---- Numbers ---- */

bool ggf_read_time(const char *text, int64_t *time_ms, bool *exact)
{
    const char *colon = strrchr(text, ':');
    int64_t minutes = 0;
    if (colon) {
        for (const char *at = text; at < colon;) {
            char *end;
            if (!isdigit((unsigned char)*at) || minutes > UNITS_MAX)
                return false;
            minutes = 60 * minutes + strtol(at, &end, 10);
            if (*end != ':' || end - at > 4)
                return false;
            at = end + (end < colon);
        }
        text = colon + 1;
    }
    if (!decimal_read(text, strlen(text), 3, time_ms, exact) || *time_ms < 0)
        return false;
    *time_ms += 60000 * minutes;
    return true;
}

void ggf_write_value(int value, char *out)
{
    const unsigned size = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    snprintf(out, GGF_TEXT_SIZE, "%s%u.%02u", value < 0 ? "-" : "", size / 100, size % 100);
}

void ggf_write_time(int64_t time_ms, char *out)
{
    const int64_t time = time_ms < 0 ? 0 : time_ms;
    if (time % 10)
        snprintf(out, GGF_TEXT_SIZE, "%" PRId64 ".%03d", time / 1000, (int)(time % 1000));
    else
        snprintf(out, GGF_TEXT_SIZE, "%" PRId64 ".%02d", time / 1000, (int)(time % 1000 / 10));
}

/* ---- Results ---- */

static const char ending_letters[] = {
    [FLANK_ENDING_RESIGNED] = 'r', [FLANK_ENDING_TIME] = 't', [FLANK_ENDING_AGREED] = 's'};

/* ":r" at the end of a result, or nothing; false if it is something else. */
static bool read_ending(const char *flag, flank_ending *ending)
{
    *ending = FLANK_ENDING_PLAYED;
    if (!*flag)
        return true;
    for (size_t i = 0; flag[1] && !flag[2] && i < sizeof ending_letters; i++)
        if (ending_letters[i] == tolower((unsigned char)flag[1]))
            *ending = (flank_ending)i;
    return *ending != FLANK_ENDING_PLAYED;
}

flank_sheet_result ggf_read_result(const char *text, bool *complete)
{
    char number[GGF_TEXT_SIZE];
    const size_t length = strcspn(text, ":");
    flank_sheet_result result = {.known = false};
    int64_t hundredths;
    bool exact;
    *complete = false;
    if (length >= sizeof number)
        return result;
    memcpy(number, text, length);
    number[length] = '\0';
    if (!decimal_read(number, strlen(number), 2, &hundredths, &exact) || llabs(hundredths) > 6400)
        return result; /* Edax writes -127 for a game without a result */
    const bool has_discs = exact && hundredths % 100 == 0;
    result = (flank_sheet_result){.known = true, .sign = (hundredths > 0) - (hundredths < 0), .has_discs = has_discs};
    result.discs = has_discs ? (int)(hundredths / 100) : 0;
    *complete = read_ending(text + length, &result.ending) && has_discs;
    return result;
}

bool ggf_write_result(const flank_sheet_result *result, int squares, char *out)
{
    const bool given_up = result->ending != FLANK_ENDING_PLAYED && result->ending != FLANK_ENDING_ADJUDICATED;
    const bool won_early = !result->has_discs && result->sign && given_up;
    const bool has_discs = result->has_discs || won_early || (result->known && result->sign == 0);
    if (!result->known || !has_discs) {
        strcpy(out, "?");
        return !result->known;
    }
    /* A player who gives up loses everything, as on GGS. */
    const int discs = result->has_discs ? result->discs : squares * result->sign;
    const char letter = result->ending < sizeof ending_letters ? ending_letters[result->ending] : '\0';
    snprintf(out, GGF_TEXT_SIZE, letter ? "%+d.00:%c" : "%+d.00", discs, letter);
    return letter || result->ending == FLANK_ENDING_PLAYED;
}

/* ---- Dates ---- */

static bool read_epoch(const char *text, char *out)
{
    const size_t digits = strspn(text, "0123456789");
    struct tm date;
    const time_t seconds = (time_t)strtoll(text, NULL, 10);
    if (digits < 9 || digits > 11 || text[digits] || !gmtime_r(&seconds, &date))
        return false;
    return strftime(out, GGF_TEXT_SIZE, "%Y.%m.%d %H:%M:%S", &date) > 0;
}

/* One or two digits in a range behind `separators`; 0 if there are none, else how many characters. */
static size_t read_part(const char *text, const char *separators, int least, int most, int *part)
{
    const size_t digits = *text && strchr(separators, *text) ? strspn(text + 1, "0123456789") : 0;
    if (digits < 1 || digits > 2)
        return 0;
    const int number = atoi(text + 1);
    if (number < least || number > most)
        return 0;
    *part = number;
    return digits + 1;
}

bool ggf_read_date(const char *text, char *out, bool *complete)
{
    int month = 0, day = 0, hour, minute, second;
    *complete = true;
    if (read_epoch(text, out))
        return true;
    if (strspn(text, "0123456789") != 4)
        return false;
    int length = snprintf(out, GGF_TEXT_SIZE, "%.4s", text);
    size_t at = 4, step = read_part(text + at, ".-/", 1, 12, &month);
    at += step;
    at += step ? read_part(text + at, ".-/", 1, 31, &day) : 0;
    length += month ? sprintf(out + length, ".%02d", month) : sprintf(out + length, ".??");
    length += day ? sprintf(out + length, ".%02d", day) : sprintf(out + length, ".??");
    size_t clock = day ? read_part(text + at, "_ T", 0, 23, &hour) : 0;
    step = clock ? read_part(text + at + clock, ":", 0, 59, &minute) : 0;
    clock = step ? clock + step : 0;
    if (clock) {
        step = read_part(text + at + clock, ":", 0, 60, &second);
        sprintf(out + length, " %02d:%02d:%02d", hour, minute, step ? second : 0);
        at += clock + step;
    }
    *complete = !text[at];
    return true;
}

bool ggf_write_date(const char *date, char *out)
{
    char known[GGF_TEXT_SIZE], checked[GGF_TEXT_SIZE];
    bool complete;
    snprintf(known, sizeof known, "%s", date);
    char *unknown = strstr(known, ".?");
    if (unknown)
        *unknown = '\0';
    if (strlen(date) >= sizeof known || !ggf_read_date(known, checked, &complete) || strcmp(checked, date) != 0)
        return false;
    char *blank = strchr(known, ' ');
    if (blank)
        *blank = '_';
    strcpy(out, known);
    return true;
}

bool ggf_is_clock(const char *text)
{
    return strspn(text, "0123456789:/,.N") == strlen(text) && text[strspn(text, "0123456789.")] != '\0';
}

/* Take a letter of a type, with the number or the word that goes with it; how long it is. */
static size_t read_letter(const char *text, ggf_type *type)
{
    const char letter = (char)tolower((unsigned char)*text);
    type->anti = type->anti || letter == 'a';
    type->komi = type->komi || letter == 'k';
    type->unknown = type->unknown || !strchr("karbw", letter);
    if (letter == 'r' && strncasecmp(text, "rand", 4) == 0)
        return 4;
    return 1 + strspn(text + 1, "0123456789.");
}

ggf_type ggf_read_type(const char *text)
{
    ggf_type type = {.komi = false};
    const char *size = text + (tolower((unsigned char)*text) == 's');
    const size_t digits = strspn(size, "0123456789");
    snprintf(type.size, sizeof type.size, "%.*s", (int)(digits < 7 ? digits : 7), size);
    const bool is_letter = isalpha((unsigned char)*size) && isdigit((unsigned char)size[1]); /* "r20"; no word */
    for (const char *at = size + digits; (digits || is_letter) && *at;)
        at += read_letter(at, &type);
    return type;
}
