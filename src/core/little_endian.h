/* SPDX-License-Identifier: MIT
 *
 * Numbers of files, little-endian, put together byte by byte: it works on every machine, and a compiler makes one load
 * of it on those that are little-endian themselves.
 */
#ifndef FLANK_CORE_LITTLE_ENDIAN_H
#define FLANK_CORE_LITTLE_ENDIAN_H

#include <stddef.h>
#include <stdint.h>

/* The number in the first `size` (1..8) bytes. */
static inline uint64_t little_get(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* Write the lower `size` bytes of a number. */
static inline void little_put(uint8_t *bytes, size_t size, uint64_t value)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

#endif
