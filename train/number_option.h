/* SPDX-License-Identifier: MIT
 *
 * Options with numbers of the programs that train: a table of them, found and read.
 */
#ifndef FLANK_TRAIN_NUMBER_OPTION_H
#define FLANK_TRAIN_NUMBER_OPTION_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct number_option {
    const char *name;
    double low, high;
    bool whole;
    bool of_settings; /* the state of a run has it */
} number_option;

/* The index of an option, or -1. */
static inline int number_option_find(const number_option *options, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, options[i].name) == 0)
            return i;
    return -1;
}

/* False if the text, or NULL, is no number that the option takes. */
static inline bool number_option_read(const number_option *option, const char *text, double *number)
{
    char *end;
    if (!text)
        return false;
    *number = strtod(text, &end);
    return end != text && !*end && *number >= option->low && *number <= option->high &&
           (!option->whole || *number == floor(*number));
}

#endif
