/* SPDX-License-Identifier: MIT
 *
 * SANITIZED is 1 where the address sanitizer watches, and a search takes ten times as long: there a test does little of
 * what the optimised build does many times over. Under the thread sanitizer it is 0: races are seen nowhere else.
 */
#ifndef FLANK_TESTS_SANITIZED_H
#define FLANK_TESTS_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED 0
#endif

#endif
