/* SPDX-License-Identifier: MIT
 *
 * A text that grows: what a worker thread prepares and another prints, and what the JSON writer writes to.
 */
#ifndef FLANK_CORE_TEXT_BUFFER_H
#define FLANK_CORE_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is the empty text. After a failed allocation `failed` is set, the text stays a correct C string, and
 * additions do nothing: check once, at the end. */
typedef struct text_buffer {
    char *bytes; /* NUL-terminated once anything was added, else NULL */
    size_t length;
    size_t room;
    bool failed;
} text_buffer;

void text_add_bytes(text_buffer *text, const char *bytes, size_t length);
void text_add(text_buffer *text, const char *string);
__attribute__((format(printf, 2, 3))) void text_addf(text_buffer *text, const char *format, ...);
bool text_write(void *text, const void *bytes, size_t size); /* a text_buffer as a flank_write_fn */
void text_clear(text_buffer *text);                          /* keeps the memory */
void text_free(text_buffer *text);

#endif
