/* SPDX-License-Identifier: MIT
 *
 * flank train: make weights or networks, showing games as they are played and errors as they are fitted.
 *
 * Ctrl-C ends it at once, wherever it is: files of the folder are there whole or not at all, so nothing needs to be
 * finished. It only says what is kept. There is no stop, since games and fits that are cut short are worth nothing.
 */
#include "cli/command/cmd.h"
#include "cli/command/interrupt.h"
#include "core/error.h"
#include "core/clock.h"
#include "core/json_writer.h"
#include "games/othello/othello.h"
#include "cli/command/progress.h"
#include "train/train.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct train_session {
    progress_line progress;
    bool json, judged_by_network;
    const char *folder;
    pthread_mutex_t lock; /* guards the line above and what follows: Ctrl-C has a thread of its own */
    int round, chunks_done, chunks;
    const char *kind; /* of these chunks; NULL: none yet */
} train_session;

/* The things counted: "chunks of games", "epochs". */
static const char *unit_text(const char *kind, char text[48])
{
    const bool by_itself = strcmp(kind, TRAIN_EPOCHS) == 0 || strcmp(kind, TRAIN_PAIRS) == 0;
    snprintf(text, 48, by_itself ? "%s" : "chunks of %s", kind);
    return text;
}

static void print_json(const train_event *event)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "round", event->round);
    json_count(&out, "positions", event->positions);
    json_count(&out, "held_out", event->held_out);
    json_string(&out, "weights", event->path);
    json_open_array(&out, "phases");
    for (int phase = 0; phase < EVAL_PHASES; phase++) {
        json_open_object(&out, NULL);
        json_count(&out, "positions", event->fitted->positions[phase]);
        json_real(&out, "error_fit", event->fitted->error_fit[phase], 3);
        json_real(&out, "error_held_out", event->fitted->error_held_out[phase], 3);
        json_close_object(&out);
    }
    json_close_array(&out);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void print_table(const train_event *event)
{
    printf("round %d: %zu positions, %zu held out, weights in %s\n", event->round, event->positions, event->held_out,
           event->path);
    printf("empties  positions  error, discs  held out\n");
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        printf("%3d, %2d  %9zu  %12.2f  %8.2f\n", 60 - 2 * phase, 59 - 2 * phase, event->fitted->positions[phase],
               event->fitted->error_fit[phase], event->fitted->error_held_out[phase]);
}

/* The quality of the order of moves. */
static void print_costs(const train_session *session, const train_event *event)
{
    if (session->json) {
        text_buffer out = {NULL};
        json_open_object(&out, NULL);
        json_integer(&out, "round", event->round);
        json_count(&out, "moves", event->positions);
        json_count(&out, "held_out", event->held_out);
        json_string(&out, "weights", event->path);
        json_open_array(&out, "order");
        for (int table = 0; table < ORDER_TABLES; table++) {
            json_open_object(&out, NULL);
            json_real(&out, "nodes_before", event->costs->before[table], 3);
            json_real(&out, "nodes", event->costs->after[table], 3);
            json_close_object(&out);
        }
        json_close_array(&out);
        json_close_object(&out);
        puts(out.bytes ? out.bytes : "");
        text_free(&out);
        return;
    }
    printf("the order of moves in round %d: %zu moves, %zu held out, weights in %s\n", event->round, event->positions,
           event->held_out, event->path);
    printf("nodes that those held out take, the cheapest order 1: ");
    for (int table = 0; table < ORDER_TABLES; table++)
        printf("%s%.3f (before %.3f)", table ? ", " : "", event->costs->after[table], event->costs->before[table]);
    printf("\n");
}

/* ---- Networks ---------------------------------------------------------------------------------------------------- */

static void print_line(text_buffer *line)
{
    json_close_object(line);
    puts(line->bytes ? line->bytes : "");
    text_free(line);
}

/* The losses of a network. */
static void print_losses(const train_session *session, const train_event *event)
{
    const piece_losses *losses = event->losses;
    if (!session->json) {
        printf("round %d: %zu positions, %zu held out, network in %s\n", event->round, event->positions,
               event->held_out, event->path);
        printf("loss in training %.4f; held out %.4f, of the network built in %.4f, of the searches that played %.4f\n",
               losses->training, losses->held_out, losses->built_in, losses->searched);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "round", event->round);
    json_count(&out, "positions", event->positions);
    json_count(&out, "held_out", event->held_out);
    json_string(&out, "network", event->path);
    json_real(&out, "loss_training", losses->training, 5);
    json_real(&out, "loss_held_out", losses->held_out, 5);
    json_real(&out, "loss_built_in", losses->built_in, 5);
    json_real(&out, "loss_searches", losses->searched, 5);
    print_line(&out);
}

static void print_result(const train_session *session, const train_event *event)
{
    const piece_result *result = event->result;
    const double share = 100 * piece_result_share(result), error = 100 * piece_result_error(result);
    if (!session->json) {
        printf("round %d against %s: %d won, %d drawn, %d lost, %.1f %% +- %.1f\n", event->round, event->against,
               result->won, result->drawn, result->lost, share, error);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "round", event->round);
    json_string(&out, "against", event->against);
    json_integer(&out, "won", result->won);
    json_integer(&out, "drawn", result->drawn);
    json_integer(&out, "lost", result->lost);
    json_real(&out, "percent", share, 2);
    json_real(&out, "error", error, 2);
    print_line(&out);
}

static void print_best(const train_session *session, const train_event *event)
{
    char name[32] = "the start";
    if (event->round >= 0)
        snprintf(name, sizeof name, "round %d", event->round);
    if (!session->json) {
        printf("%sthe network of %s is the best; it is in %s\n", event->done_before ? "all rounds are done; " : "",
               name, event->path);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "best", event->round);
    json_bool(&out, "done_before", event->done_before);
    json_string(&out, "network", event->path);
    print_line(&out);
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static void print_all_done(const train_session *session, const train_event *event)
{
    if (!session->json) {
        printf("all rounds up to %d are done; the weights are in %s\n", event->round, event->path);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "round", event->round);
    json_bool(&out, "done_before", true);
    json_string(&out, "weights", event->path);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void show(train_session *session, const train_event *event)
{
    if (event->kind) {
        char what[80], unit[48];
        if (event->chunks_done == event->chunks_found)
            session->progress.start_s = clock_now_s(); /* the rate and the time left are those of the chunks made now */
        session->progress.done_before = (size_t)event->chunks_found;
        session->progress.fraction_before = (double)event->chunks_found / event->chunks;
        snprintf(what, sizeof what, "%s of round %d", unit_text(event->kind, unit), event->round);
        progress_show(&session->progress, (size_t)event->chunks_done, what, (double)event->chunks_done / event->chunks);
        return;
    }
    progress_clear(&session->progress);
    if (event->costs)
        print_costs(session, event);
    else if (event->losses)
        print_losses(session, event);
    else if (event->result)
        print_result(session, event);
    else if (!event->fitted)
        (session->judged_by_network ? print_best : print_all_done)(session, event);
    else
        (session->json ? print_json : print_table)(event);
    output_flush();
}

static void listen(void *user, const train_event *event)
{
    train_session *session = user;
    pthread_mutex_lock(&session->lock);
    session->round = event->round_over ? event->round + 1 : event->round;
    session->kind = event->kind;
    session->chunks_done = event->chunks_done;
    session->chunks = event->chunks;
    show(session, event);
    pthread_mutex_unlock(&session->lock);
}

static void on_interrupt(void *user)
{
    train_session *session = user;
    pthread_mutex_lock(&session->lock);
    progress_clear(&session->progress);
    char chunks[96] = "", unit[48];
    if (session->chunks)
        snprintf(chunks, sizeof chunks, ", %d of %d %s done", session->chunks_done, session->chunks,
                 unit_text(session->kind, unit));
    complain(CLI_INTERRUPTED,
             "train: interrupted in round %d%s; %s keeps all that is complete, and the same command goes on from there",
             session->round, chunks, session->folder);
    _exit(CLI_INTERRUPTED);
}

/* CLI_DONE, or a complaint about what goes with another game. */
static int check_game(const cli_arguments *arguments, const train_settings *settings)
{
    const bool othello = settings->game == &othello_game;
    if (othello && (settings->start || settings->nodes))
        return complain(CLI_USAGE, "train: %s is not for %s", settings->start ? "--start" : "--nodes",
                        flank_game_title(&othello_game));
    if (othello && settings->rounds > TRAIN_ROUNDS)
        return complain(CLI_USAGE, "train: %s has %d rounds, not %s", flank_game_title(&othello_game), TRAIN_ROUNDS,
                        arguments->option[OPTION_ROUNDS].text);
    if (!othello && settings->wthor_count)
        return complain(CLI_USAGE, "train: '%s': files of tournament games are for %s", settings->wthor[0],
                        flank_game_title(&othello_game));
    return CLI_DONE;
}

int cmd_train(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    const flank_game *game = flank_game_find(arguments->operands[0]);
    char **operands = arguments->operands + (game ? 1 : 0);
    const train_settings settings = {
        .game = game ? game : &othello_game,
        .folder = operands[0],
        .wthor = (const char *const *)operands + 1,
        .wthor_count = arguments->operand_count - (game ? 2 : 1),
        .threads = option[OPTION_THREADS].given ? (int)option[OPTION_THREADS].number : 1,
        .rounds = option[OPTION_ROUNDS].given ? (int)option[OPTION_ROUNDS].number : 0,
        .percent = option[OPTION_GAMES].given ? (int)option[OPTION_GAMES].number : 100,
        .start = option[OPTION_START].given ? option[OPTION_START].text : NULL,
        .nodes = option[OPTION_NODES].given ? (uint64_t)option[OPTION_NODES].number : 0,
    };
    train_session session = {.progress = progress_start(),
                             .json = option[OPTION_JSON].given,
                             .judged_by_network = settings.game != &othello_game,
                             .folder = settings.folder,
                             .lock = PTHREAD_MUTEX_INITIALIZER};
    const int fault = check_game(arguments, &settings);
    if (fault)
        return fault;
    flank_error error = {0};
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_FINAL, on_interrupt, &session);
    const flank_status status = watch ? train_run(&settings, listen, &session, &error) : FLANK_NO_MEMORY;
    interrupt_watch_stop(watch);
    progress_clear(&session.progress);
    if (status == FLANK_OK)
        return output_flush();
    const int exit_status = status == FLANK_BAD_FILE       ? CLI_DATA
                            : status == FLANK_BAD_ARGUMENT ? CLI_USAGE
                            : status == FLANK_CANNOT_READ  ? CLI_NO_INPUT
                            : status == FLANK_CANNOT_WRITE ? CLI_CANNOT_WRITE
                                                           : CLI_INTERNAL;
    return complain(exit_status, "%s", error.code ? error_english(&error) : flank_status_text(status));
}
