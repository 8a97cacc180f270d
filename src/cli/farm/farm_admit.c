/* SPDX-License-Identifier: MIT
 *
 * flank farm init, which admits the builds that are this one, and flank farm admit, which admits others.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"
#include "farm/farm_signature.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int admit(const farm_given *given, uint64_t signature, const char *name, bool trusted)
{
    flank_error error = {0};
    const flank_status failed = given->kind->admit_build(given->store, name, signature, trusted, &error);
    return failed ? farm_complain(given, failed, &error) : CLI_DONE;
}

static int admit_this(const farm_given *given, uint64_t *signature, bool trusted)
{
    flank_error error = {0};
    const flank_status failed = farm_signature(signature, &error);
    return failed ? farm_complain(given, failed, &error) : admit(given, *signature, FARM_BUILD, trusted);
}

static int print_json(const farm_given *given, uint64_t signature, bool trusted)
{
    text_buffer out = {NULL};
    farm_open_json(&out, given);
    json_count(&out, "signature", signature);
    json_bool(&out, "trusted", trusted);
    return farm_print_json(&out);
}

int farm_init(const farm_given *given, const cli_arguments *arguments)
{
    const option_value *sample = &arguments->option[OPTION_SAMPLE];
    flank_error error = {0};
    uint64_t signature;
    const flank_status failed =
        sample->given ? given->kind->set_sample(given->store, (int)sample->number, &error) : FLANK_OK;
    const int status = failed ? farm_complain(given, failed, &error) : admit_this(given, &signature, true);
    return status || !arguments->option[OPTION_JSON].given ? status : print_json(given, signature, true);
}

int farm_admit(const farm_given *given, const cli_arguments *arguments)
{
    const bool trusted = !arguments->option[OPTION_UNTRUSTED].given;
    const char *text = arguments->operand_count > 2 ? arguments->operands[2] : NULL;
    uint64_t signature = 0;
    char *end;
    errno = 0;
    if (text && (!isdigit((unsigned char)*text) || (signature = strtoull(text, &end, 10), *end) || errno ||
                 signature > INT64_MAX))
        return complain(CLI_USAGE, "farm: a signature is a number, not '%s'", text);
    const int status = text ? admit(given, signature, "a flank", trusted) : admit_this(given, &signature, trusted);
    if (status)
        return status;
    if (arguments->option[OPTION_JSON].given)
        return print_json(given, signature, trusted);
    printf("workers with signature %" PRIu64 " are admitted%s\n", signature,
           trusted ? "" : "; all they answer is asked again");
    return output_flush();
}
