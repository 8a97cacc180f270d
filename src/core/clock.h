/* SPDX-License-Identifier: MIT
 *
 * Time that never runs backwards.
 */
#ifndef FLANK_CORE_CLOCK_H
#define FLANK_CORE_CLOCK_H

/* Seconds since some fixed moment. */
double clock_now_s(void);

/* Seconds of processor time that this process has used. */
double clock_process_s(void);

#endif
