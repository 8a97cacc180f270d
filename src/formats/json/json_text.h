/* SPDX-License-Identifier: MIT
 *
 * JSON as a tree (RFC 8259), for formats that are made of it. The server has a library for its questions (jansson);
 * this one file keeps the formats free of it, in the browser too.
 *
 * Memory is about three times the text, at most VALUES_MAX values of 24 bytes and the text once more; time is linear.
 */
#ifndef FLANK_FORMATS_JSON_TEXT_H
#define FLANK_FORMATS_JSON_TEXT_H

#include "core/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

/* A value in its place. Numbers are those of the tree's arrays; 0 is none. */
typedef struct json_value {
    json_kind kind;
    uint32_t name, text;  /* places in the letters of the tree: of a member's name; of a string, number or word */
    uint32_t child, next; /* the first value within; the one behind it in the same brackets */
    uint32_t offset;      /* in the text that was read */
} json_value;

typedef struct json_tree {
    json_value *values; /* the first is none, the second the root */
    char *letters;      /* texts, each with its NUL */
    uint32_t count, room, used;
} json_tree;

/* Read all of `text`. FLANK_BAD_RECORD with the place in `error` if it is no JSON, nested too deep or has too many
 * values; FLANK_NO_MEMORY. `tree` is freed with json_free in every case. */
flank_status json_read_tree(const char *text, size_t length, json_tree *tree, flank_error *error);
void json_free(json_tree *tree);

/* The values of a tree. NULL goes through all of them, as no value. */
const json_value *json_root(const json_tree *tree);
const json_value *json_child(const json_tree *tree, const json_value *value); /* the first within brackets, or NULL */
const json_value *json_next(const json_tree *tree, const json_value *value);
const json_value *json_member(const json_tree *tree, const json_value *object, const char *name); /* NULL: no such */
const char *json_name(const json_tree *tree, const json_value *value);      /* of a member; "" in an array */
const char *json_string_of(const json_tree *tree, const json_value *value); /* UTF-8; NULL if it is no string */

/* A number as a whole multiple of 10^-decimals; false if it is none, or has an exponent or more than nine digits before
 * the point. */
bool json_decimal(const json_tree *tree, const json_value *value, int decimals, int64_t *out);

/* A whole number from 0 to 2^64 - 1. */
bool json_unsigned(const json_tree *tree, const json_value *value, uint64_t *out);

#endif
