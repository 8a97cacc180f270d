/* SPDX-License-Identifier: MIT
 *
 * Writing files of games for commands: which format, "-" as standard output, what could not be held.
 */
#ifndef FLANK_CLI_FILE_OUTPUT_H
#define FLANK_CLI_FILE_OUTPUT_H

#include "cli/command/commands.h"
#include "core/json_writer.h"

/* The format that --from or --to names. CLI_DONE (`*format` stays as it is if the option is not given), or CLI_USAGE
 * after a complaint that lists what there is. */
int file_find_format(const char *option, const option_value *value, const flank_format **format);

/* The format to write `path` in: what --to names, else by the extension. */
int file_choose_format(const option_value *to, const char *path, const flank_format **format);

/* True if two paths, both there, are one file. */
bool file_is_same(const char *path, const char *other);

/* A writer to `path`. CLI_DONE, or an exit status after a complaint. */
int file_create(const char *path, const flank_format *format, flank_writer **writer);

/* Complain about what a writer to `path` could not do. */
int file_complain_writer(const char *path, flank_status status, const flank_error *error);

/* Content that the writer's format could not hold: on standard error, or as "dropped", "dropped_tags" and "changed" of
 * an object. */
void file_print_losses(const flank_writer *writer, const flank_format *format);
void file_add_json_losses(text_buffer *out, const flank_writer *writer);

#endif
