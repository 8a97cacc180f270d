/* SPDX-License-Identifier: MIT
 *
 * The instruction sets of this machine, and names for code that is compiled once per set.
 *
 * A hot file listed in a folder's `cpu_sources` (meson.build) is compiled for plain C and for x86-64-v2, -v3, -v4 and
 * what Ice Lake added to that, each time with CPU_LEVEL set to 1..5; it names its entry points with CPU_NAME(name):
 * name_plain, name_v2, name_v3, name_v4, name_icelake. CPU_SELECT(name) is the array of them indexed by flank_cpu, NULL
 * where a level was not built. Choose once per task, never per move.
 *
 * Functions that such files call in each other are named in their headers, one line each: #define tt_probe
 * CPU_NAME(tt_probe). Code that is compiled once calls the plain ones by the same names.
 */
#ifndef FLANK_CORE_CPU_H
#define FLANK_CORE_CPU_H

#include <flank/game.h>

/* The best level of this machine, at least FLANK_CPU_PLAIN. */
flank_cpu cpu_best(void);

/* `wanted` lowered to what this machine has; FLANK_CPU_BEST becomes cpu_best(). */
flank_cpu cpu_resolve(flank_cpu wanted);

#define CPU_JOIN_(a, b) a##_##b
#define CPU_JOIN(a, b) CPU_JOIN_(a, b)

#ifdef CPU_LEVEL
#if CPU_LEVEL == 5
#define CPU_NAME(name) CPU_JOIN(name, icelake)
#elif CPU_LEVEL == 4
#define CPU_NAME(name) CPU_JOIN(name, v4)
#elif CPU_LEVEL == 3
#define CPU_NAME(name) CPU_JOIN(name, v3)
#elif CPU_LEVEL == 2
#define CPU_NAME(name) CPU_JOIN(name, v2)
#else
#define CPU_NAME(name) CPU_JOIN(name, plain)
#endif
#else
#define CPU_NAME(name) CPU_JOIN(name, plain)
#endif

#ifdef FLANK_HAS_CPU_LEVELS
#define CPU_SELECT(name)                                                                                               \
    {                                                                                                                  \
        NULL, name##_plain, name##_v2, name##_v3, name##_v4, name##_icelake                                            \
    }
#else
#define CPU_SELECT(name)                                                                                               \
    {                                                                                                                  \
        NULL, name##_plain, NULL, NULL, NULL, NULL                                                                     \
    }
#endif

/* CPU_DECLARE(uint64_t, othello_count, (int depth)); declares all variants of a function. */
#ifdef FLANK_HAS_CPU_LEVELS
#define CPU_DECLARE(type, name, arguments)                                                                             \
    type name##_plain arguments;                                                                                       \
    type name##_v2 arguments;                                                                                          \
    type name##_v3 arguments;                                                                                          \
    type name##_v4 arguments;                                                                                          \
    type name##_icelake arguments
#else
#define CPU_DECLARE(type, name, arguments) type name##_plain arguments
#endif

#endif
