/* SPDX-License-Identifier: MIT
 *
 * Detection of the instruction set, by the compiler's own CPUID support, and for what not all compilers have a name for
 * by the bits of CPUID. Levels are those of the x86-64 psABI, and one beyond them; v3 and above are accepted only if
 * every extension the compiler may use at that level is there.
 */
#include "core/cpu.h"

#ifdef FLANK_HAS_CPU_LEVELS
#include <cpuid.h>

/* LZCNT, MOVBE and F16C, which v3 has too: where LZCNT is hidden, it runs as another instruction and gives other
 * numbers. Bits: Intel's and AMD's manuals, CPUID. */
static bool has_rest_of_v3(void)
{
    enum { MOVBE = 1 << 22, F16C = 1 << 29, LZCNT = 1 << 5 };
    unsigned eax, ebx, basic, extended, edx;
    return __get_cpuid(1, &eax, &ebx, &basic, &edx) && (basic & MOVBE) && (basic & F16C) &&
           __get_cpuid(0x80000001, &eax, &ebx, &extended, &edx) && (extended & LZCNT);
}
#endif

flank_cpu cpu_best(void)
{
#ifdef FLANK_HAS_CPU_LEVELS
    __builtin_cpu_init();
    bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt");
    bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
              __builtin_cpu_supports("fma") && has_rest_of_v3();
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl");
    bool icelake = v4 && __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vbmi2");
    return icelake ? FLANK_CPU_ICELAKE : v4 ? FLANK_CPU_V4 : v3 ? FLANK_CPU_V3 : v2 ? FLANK_CPU_V2 : FLANK_CPU_PLAIN;
#else
    return FLANK_CPU_PLAIN;
#endif
}

flank_cpu cpu_resolve(flank_cpu wanted)
{
    flank_cpu best = cpu_best();
    return wanted == FLANK_CPU_BEST || wanted > best ? best : wanted;
}
