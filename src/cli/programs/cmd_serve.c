/* SPDX-License-Identifier: MIT
 *
 * flank serve: becomes the program flank-serve.
 */
#include "cli/input/book_input.h"
#include "cli/command/cmd.h"
#include "cli/programs/become.h"

int cmd_serve(const cli_arguments *arguments)
{
    static const char *const places[] = {"flank-serve", SERVE_PLACE, NULL}; /* in a build tree, as installed */
    book_hand_on();
    return become_program(arguments, places, SERVE_LACKS, false);
}
