/* SPDX-License-Identifier: MIT
 *
 * cmocka with the headers that it needs before it.
 */
#ifndef FLANK_TESTS_CMOCKA_ALL_H
#define FLANK_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#endif
