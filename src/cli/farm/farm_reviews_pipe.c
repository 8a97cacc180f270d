/* SPDX-License-Identifier: MIT
 *
 * flank-farm reviews STORE TABLE_BYTES THREADS: the reviews that a store keeps, for another program
 * (server/review_store.h has the conversation). Not a command of flank: the server starts it.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/cli.h"
#include "farm/farm_reviews.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Answer one line: "?QUESTION", or "+QUESTION<TAB>ANSWER". */
static void answer_line(farm_reviews *reviews, char *line)
{
    const search_memory memory = farm_reviews_memory(reviews);
    text_buffer answer = {NULL};
    flank_error error = {0};
    char *tab = strchr(line, '\t');
    flank_status status = FLANK_BAD_ARGUMENT;
    if (line[0] == '?')
        status = memory.look_up(&memory, line + 1, &answer, &error);
    if (line[0] == '+' && tab) {
        *tab = '\0';
        status = memory.remember(&memory, line + 1, tab + 1, &error);
    }
    if (answer.failed || (status && status != FLANK_NOT_FOUND))
        puts("!");
    else if (status)
        puts("-");
    else
        printf("=%s\n", answer.bytes ? answer.bytes : "");
    text_free(&answer);
}

static int talk(farm_reviews *reviews)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int status = CLI_DONE;
    printf("%s\n", reviews->engine);
    while (!(status = output_flush()) && (length = getline(&line, &room, stdin)) > 0) {
        line[length - (line[length - 1] == '\n')] = '\0';
        answer_line(reviews, line);
    }
    free(line);
    return status;
}

int farm_reviews_pipe(const char *where, const flank_engine_options *engine)
{
    farm_given given = {.where = where};
    farm_reviews reviews = {.open = false};
    flank_error error = {0};
    int status = farm_kind_given(where, &given.kind);
    if (status)
        return status;
    flank_status failed = given.kind->open(where, false, &given.store, &error);
    if (failed)
        return farm_complain(&given, failed, &error);
    failed = farm_reviews_open(&reviews, given.kind, given.store, engine);
    status = failed ? complain(CLI_INTERNAL, "farm: %s", flank_status_text(failed)) : talk(&reviews);
    farm_reviews_close(&reviews);
    given.kind->close(given.store);
    return status;
}
