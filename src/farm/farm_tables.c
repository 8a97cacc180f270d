/* SPDX-License-Identifier: MIT
 *
 * The tables of a store.
 */
#include "farm/farm_tables.h"

#define ID                                                                                                             \
    {                                                                                                                  \
        "id", FARM_NUMBER, .min = 1, .max = INT32_MAX                                                                  \
    }
#define PLACE(NAME)                                                                                                    \
    {                                                                                                                  \
        NAME, FARM_NUMBER                                                                                              \
    }
#define SMALL(NAME, MIN, MAX)                                                                                          \
    {                                                                                                                  \
        NAME, FARM_NUMBER, .min = (MIN), .max = (MAX)                                                                  \
    }
#define MAYBE(NAME, MIN, MAX)                                                                                          \
    {                                                                                                                  \
        NAME, FARM_NUMBER, .optional = true, .min = (MIN), .max = (MAX)                                                \
    }
#define OF(NAME)                                                                                                       \
    {                                                                                                                  \
        NAME, FARM_NUMBER, .of = NAME, .max = INT32_MAX                                                                \
    }
#define DROPPED(NAME)                                                                                                  \
    {                                                                                                                  \
        NAME, FARM_NUMBER, .of = NAME, .dropped = true, .max = INT32_MAX                                               \
    }
#define TEXT(NAME, MOST)                                                                                               \
    {                                                                                                                  \
        NAME, FARM_TEXT, .max = (MOST)                                                                                 \
    }
#define BOARD                                                                                                          \
    {                                                                                                                  \
        "board", FARM_BOARD                                                                                            \
    }
#define COUNT(NAME)                                                                                                    \
    {                                                                                                                  \
        NAME, FARM_COUNT                                                                                               \
    }
#define NODES                                                                                                          \
    {                                                                                                                  \
        "nodes", FARM_NUMBER                                                                                           \
    }

const farm_table farm_tables[] = {
    {"rules", 1, {SMALL("id", 0, INT16_MAX), TEXT("game", 32), TEXT("text", FARM_RULES_SIZE - 1)}},
    {"run",
     1,
     {ID,
      TEXT("name", FARM_NAME_SIZE - 1),
      SMALL("question", 0, FARM_LEVEL),
      SMALL("number", -64, 64),
      SMALL("state", 0, FARM_PAUSED),
      {"created", FARM_TIME},
      PLACE("items"),
      OF("rules"),
      TEXT("kind", FARM_KIND_SIZE - 1),
      TEXT("params", FARM_PARAMS_MAX),
      SMALL("priority", INT32_MIN, INT32_MAX),
      PLACE("budget")}},
    {"worker",
     1,
     {ID,
      TEXT("host", FARM_NAME_SIZE - 1),
      TEXT("build", FARM_NAME_SIZE - 1),
      SMALL("threads", 0, INT32_MAX),
      COUNT("signature"),
      {"beat", FARM_TIME},
      COUNT("nodes"),
      PLACE("settings")}},
    {"build", 1, {PLACE("signature"), TEXT("name", FARM_NAME_SIZE - 1), SMALL("trusted", 0, 1)}},
    {"item", 2, {OF("run"), PLACE("at"), BOARD, SMALL("form", 0, 15), MAYBE("number", -64, 64)}},
    {"unit",
     2,
     {OF("run"),
      PLACE("id"),
      {"payload", FARM_BLOB, .max = FARM_PAYLOAD_MAX},
      {"answer", FARM_BLOB, .optional = true, .max = FARM_RESULT_MAX},
      {"worker", FARM_NUMBER, .of = "worker", .optional = true}}},
    {"task", 2, {OF("run"), PLACE("id"), BOARD, SMALL("attempts", 0, FARM_ATTEMPTS), SMALL("number", -64, 64)}},
    {"parked", 2, {OF("run"), PLACE("id"), BOARD, TEXT("error", 0), MAYBE("number", -64, 64)}},
    {"spent", 3, {OF("run"), BOARD, SMALL("number", -64, 64), PLACE("id")}},
    {"note", 2, {OF("run"), TEXT("name", 0), {"value", FARM_BLOB, .max = FARM_NOTE_MAX}}},
    {"work", 2, {OF("run"), OF("worker"), PLACE("tasks"), COUNT("nodes")}},
    {"position",
     2,
     {OF("rules"), BOARD, SMALL("lo", -64, 64), SMALL("hi", -64, 64), SMALL("best", 0, FARM_NO_BEST), NODES,
      DROPPED("run"), OF("worker")}},
    {"label",
     3,
     {OF("rules"), BOARD, SMALL("level", 1, 64), SMALL("best", 0, FARM_NO_BEST),
      SMALL("guess", INT16_MIN + 1, INT16_MAX), SMALL("depth", 0, 64), SMALL("selectivity", 0, 100), NODES,
      DROPPED("run"), OF("worker")}},
    {"conflict",
     1,
     {ID,
      OF("rules"),
      BOARD,
      SMALL("lo", -64, 64),
      SMALL("hi", -64, 64),
      NODES,
      DROPPED("run"),
      OF("worker"),
      {"at", FARM_TIME},
      {"first_worker", FARM_NUMBER, .of = "worker", .optional = true, .max = INT32_MAX},
      MAYBE("first_lo", -64, 64),
      MAYBE("first_hi", -64, 64),
      {"first_nodes", FARM_NUMBER, .optional = true},
      {"unit", FARM_NUMBER, .optional = true}}},
    {"again",
     2,
     {OF("run"), PLACE("id"), BOARD, SMALL("number", -64, 64), OF("worker"), SMALL("held", 0, 1),
      SMALL("attempts", 0, FARM_ATTEMPTS), SMALL("lo", -64, 64), SMALL("hi", -64, 64), SMALL("best", 0, FARM_NO_BEST),
      SMALL("guess", INT16_MIN, INT16_MAX), NODES, SMALL("spent", 0, 1)}},
    {"review", 1, {TEXT("question", FARM_REVIEW_MAX), TEXT("answer", FARM_REVIEW_MAX)}},
    {.name = NULL},
};
