/* SPDX-License-Identifier: MIT
 *
 * The graph of a reviewed game, as SVG: what each position was worth to black, from the first to the last.
 *
 * It is meant for paper and for screens, light and dark: every colour stands in one style sheet, in plain rules for
 * paper and programs that know no others, and again for prefers-color-scheme: dark. Blue and orange are those of Okabe
 * and Ito (Color Universal Design, 2008), which people of any colour vision tell apart, and nothing is said by colour
 * alone: the halves are named, black's turning points are full discs and white's are rings, all with their moves. A
 * title and a description are there for readers of screens.
 *
 * Games with a disc score are drawn in discs, the others in chances, since their values have no end.
 */
#include "analysis/analysis_text.h"
#include "analysis/judge.h"
#include "core/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 760,
    HEIGHT = 420,
    LEFT = 64,
    RIGHT = 740,
    TOP = 78,
    BOTTOM = 340,
    BOXES_MAX = 64,
    LABEL_HEIGHT = 14,
    NAME_LETTERS = 28
};

static const double letter_width = 6.4; /* of the labels, on the safe side */

/* A rectangle that is taken by a label or a point. */
typedef struct label_box {
    double x, y, width; /* left, base line */
} label_box;

typedef struct game_graph {
    text_buffer *out, labels; /* labels: of the turning points, to be drawn over everything */
    const flank_analysis *analysis;
    const flank_game *game;
    const flank_sheet *sheet;
    double range; /* the plot goes from -range to +range */
    label_box boxes[BOXES_MAX];
    int box_count;
} game_graph;

/* ---- Text ---- */

/* A name in XML, cut to fit: what is no UTF-8, or nothing that XML may hold, becomes a replacement character. */
static void add_name(text_buffer *out, const char *text)
{
    int letters = 0;
    for (const char *at = text; *at; letters++) {
        if (letters == NAME_LETTERS) {
            text_add(out, "…");
            return;
        }
        const size_t length = utf8_length(at);
        const bool forbidden = length == 0 || (unsigned char)*at < 0x20 || strncmp(at, "\xef\xbf\xbe", 3) == 0 ||
                               strncmp(at, "\xef\xbf\xbf", 3) == 0;
        if (*at == '\n' || *at == '\t')
            text_add(out, " ");
        else if (forbidden)
            text_add(out, UTF8_REPLACEMENT);
        else if (*at == '&' || *at == '<' || *at == '>')
            text_addf(out, "&%s;", *at == '&' ? "amp" : *at == '<' ? "lt" : "gt");
        else
            text_add_bytes(out, at, length);
        at += length ? length : 1;
    }
}

static const char *color_name(const game_graph *graph, flank_color color)
{
    return flank_game_color_name(graph->game, color);
}

/* "Smith (black) – Jones (white)", or the colours alone. */
static void add_players(const game_graph *graph)
{
    for (int color = 0; color < 2; color++) {
        const char *player = analysis_player(graph->analysis, graph->sheet, (flank_color)color);
        const char *name = color_name(graph, (flank_color)color);
        add_name(graph->out, player);
        if (strcmp(player, name) != 0)
            text_addf(graph->out, " (%s)", name);
        text_add(graph->out, color == FLANK_BLACK ? " – " : "");
    }
}

/* "Othello, Tiger, 60 moves, white wins by 6". */
static void add_facts(const game_graph *graph)
{
    const flank_analysis *analysis = graph->analysis;
    const flank_outcome outcome = flank_record_outcome(analysis->record);
    text_add(graph->out, flank_game_title(graph->game));
    if (analysis->opening)
        text_addf(graph->out, ", %s", analysis->opening);
    text_addf(graph->out, ", %zu %s", analysis->count - 1, analysis->count == 2 ? "move" : "moves");
    if (!outcome.over || outcome.sign == 0) {
        text_add(graph->out, outcome.over ? ", a draw" : "");
        return;
    }
    const int color = flank_record_position(analysis->record)->color;
    text_addf(graph->out, ", %s wins", color_name(graph, (flank_color)(outcome.sign > 0 ? color : 1 - color)));
    if (flank_game_scores_discs(graph->game))
        text_addf(graph->out, " by %d", abs(outcome.discs));
}

static void add_sums(const game_graph *graph)
{
    const bool discs = flank_game_scores_discs(graph->game);
    text_add(graph->out, discs ? "" : "chances given away with each choice: ");
    for (int color = 0; color < 2; color++) {
        const flank_review_sum *sum = &graph->analysis->totals[color];
        const double loss = (double)sum->loss / 100;
        text_addf(graph->out, "%s%s ", color ? "; " : "", color_name(graph, (flank_color)color));
        if (discs)
            text_addf(graph->out, "gave away %.1f discs with %d", loss, sum->moves);
        else
            text_addf(graph->out, "%.1f %% in %d", sum->moves ? loss / sum->moves : 0, sum->moves);
        text_add(graph->out, sum->moves == 1 ? " choice" : " choices");
    }
}

/* ---- Places ---- */

static double x_of(const game_graph *graph, double ply)
{
    const size_t moves = graph->analysis->count - 1;
    return moves ? LEFT + ply * (RIGHT - LEFT) / (double)moves : (LEFT + RIGHT) / 2.0;
}

static double y_of(const game_graph *graph, double value)
{
    const double middle = (TOP + BOTTOM) / 2.0;
    return middle - value / graph->range * (BOTTOM - TOP) / 2;
}

/* The worth of position `index` to black: discs, or percent above an even chance. */
static double value_at(const game_graph *graph, size_t index)
{
    const judge_value worth = judge_worth(graph->analysis, index);
    const int sign = worth.color == FLANK_BLACK ? 1 : -1;
    return sign * (flank_game_scores_discs(graph->game) ? worth.line->score / 100.0 : 100 * (worth.chance - 0.5));
}

static bool is_proved(const game_graph *graph, size_t index) { return judge_worth(graph->analysis, index).line->exact; }

static bool is_known(const game_graph *graph, size_t index) { return graph->analysis->reviews[index].known; }

static double nice_range(const game_graph *graph)
{
    static const double ranges[] = {8, 16, 24, 32, 48, 64};
    double largest = 0;
    if (!flank_game_scores_discs(graph->game))
        return 50;
    for (size_t i = 0; i < graph->analysis->count; i++)
        if (is_known(graph, i) && fabs(value_at(graph, i)) > largest)
            largest = fabs(value_at(graph, i));
    size_t step = 0;
    while (step + 1 < sizeof ranges / sizeof *ranges && ranges[step] < 1.15 * largest)
        step++;
    return ranges[step];
}

/* ---- Drawing ---- */

static void add_head(const game_graph *graph)
{
    text_addf(graph->out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
              "aria-labelledby=\"flank-title flank-desc\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" "
              "font-size=\"12\">\n<title id=\"flank-title\">",
              WIDTH, HEIGHT, WIDTH, HEIGHT);
    add_players(graph);
    text_add(graph->out, "</title>\n<desc id=\"flank-desc\">");
    add_facts(graph);
    text_add(graph->out, ". ");
    add_sums(graph);
    text_add(graph->out, ".</desc>\n");
    text_add(graph->out,
             "<style>\n"
             ".paper{fill:#fff}.ink{fill:#1b1f23}.soft{fill:#57606a}.grid{stroke:#d5d9de}.axis{stroke:#57606a}\n"
             ".black{fill:#0072b2;fill-opacity:.3}.white{fill:#e69f00;fill-opacity:.35}\n"
             ".line{fill:none;stroke:#1b1f23;stroke-linejoin:round}.proved{fill:#57606a;fill-opacity:.09}\n"
             ".disc{fill:#1b1f23;stroke:#fff}.ring{fill:#fff;stroke:#1b1f23}.halo{stroke:#fff}\n"
             "@media screen and (prefers-color-scheme: dark){\n"
             ".paper{fill:#15191e}.ink{fill:#e6e9ed}.soft{fill:#a3acb6}.grid{stroke:#333a42}.axis{stroke:#a3acb6}\n"
             ".black{fill:#56b4e9;fill-opacity:.3}.white{fill:#e69f00;fill-opacity:.35}\n"
             ".line{stroke:#e6e9ed}.proved{fill:#a3acb6;fill-opacity:.12}\n"
             ".disc{fill:#e6e9ed;stroke:#15191e}.ring{fill:#15191e;stroke:#e6e9ed}.halo{stroke:#15191e}\n"
             "}\n</style>\n");
    text_addf(graph->out, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", WIDTH, HEIGHT);
    text_addf(graph->out, "<text class=\"ink\" x=\"%d\" y=\"30\" font-size=\"17\" font-weight=\"600\">", LEFT);
    add_players(graph);
    text_addf(graph->out, "</text>\n<text class=\"soft\" x=\"%d\" y=\"52\" font-size=\"13\">", LEFT);
    add_facts(graph);
    text_add(graph->out, "</text>\n");
}

/* The horizontal lines with their values, and the names of both halves. */
static void add_value_axis(const game_graph *graph)
{
    const bool discs = flank_game_scores_discs(graph->game);
    for (int step = -2; step <= 2; step++) {
        const double value = step * graph->range / 2, y = y_of(graph, value);
        text_addf(graph->out, "<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n",
                  step ? "grid" : "axis", LEFT, y, RIGHT, y);
        text_addf(graph->out, "<text class=\"soft\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, y + 4);
        text_addf(graph->out, discs ? (step ? "%+.0f" : "%.0f") : "%.0f %%", discs ? value : value + 50);
        text_add(graph->out, "</text>\n");
    }
    for (int color = 0; color < 2; color++)
        text_addf(
            graph->out,
            "<text class=\"soft\" transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s %s</text>\n",
            color ? (TOP + 3 * BOTTOM) / 4 : (3 * TOP + BOTTOM) / 4, color_name(graph, (flank_color)color),
            discs ? "ahead" : "likelier");
}

/* Move numbers below the plot. */
static void add_move_axis(const game_graph *graph)
{
    const int moves = (int)graph->analysis->count - 1, step = moves > 150 ? 50 : moves > 80 ? 20 : moves > 15 ? 10 : 1;
    for (int move = 0; move <= moves; move += step)
        text_addf(graph->out,
                  "<line class=\"axis\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>"
                  "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                  x_of(graph, move), BOTTOM, x_of(graph, move), BOTTOM + 5, x_of(graph, move), BOTTOM + 19, move);
    text_addf(graph->out, "<text class=\"soft\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">moves played</text>\n",
              (LEFT + RIGHT) / 2, BOTTOM + 38);
    text_addf(graph->out, "<text class=\"ink\" x=\"%d\" y=\"%d\">", LEFT, HEIGHT - 16);
    add_sums(graph);
    text_add(graph->out, "</text>\n");
}

/* The positions whose values are proved, up to the end, on a ground of their own. */
static void add_proved_part(game_graph *graph)
{
    const size_t last = graph->analysis->count - 1;
    size_t first = last + 1;
    while (first > 0 && is_known(graph, first - 1) && is_proved(graph, first - 1))
        first--;
    if (first >= last)
        return;
    const double x = x_of(graph, (double)first), width = x_of(graph, (double)last) - x;
    text_addf(graph->out, "<rect class=\"proved\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", x, TOP, width,
              BOTTOM - TOP);
    if (width < 50)
        return;
    graph->boxes[graph->box_count++] = (label_box){.x = x + 6, .y = BOTTOM - 7, .width = 7 * letter_width};
    text_addf(graph->out, "<text class=\"soft\" x=\"%.1f\" y=\"%d\">proved</text>\n", x + 6, BOTTOM - 7);
}

/* The ground between the line and zero where the one with `sign` is ahead; positions `first` to `last` are known. */
static void add_area(const game_graph *graph, size_t first, size_t last, int sign)
{
    text_addf(graph->out, "<polygon class=\"%s\" points=\"%.1f,%.1f", sign > 0 ? "black" : "white",
              x_of(graph, (double)first), y_of(graph, 0));
    for (size_t i = first; i <= last; i++) {
        const double value = value_at(graph, i), before = i > first ? value_at(graph, i - 1) : value;
        if (before * value < 0)
            text_addf(graph->out, " %.1f,%.1f", x_of(graph, (double)(i - 1) + before / (before - value)),
                      y_of(graph, 0));
        text_addf(graph->out, " %.1f,%.1f", x_of(graph, (double)i), y_of(graph, sign * value > 0 ? value : 0));
    }
    text_addf(graph->out, " %.1f,%.1f\"/>\n", x_of(graph, (double)last), y_of(graph, 0));
}

/* The line through positions `first` to `last`, thicker where it is proved. */
static void add_line(const game_graph *graph, size_t first, size_t last)
{
    for (size_t i = first; i < last;) {
        const bool proved = is_proved(graph, i);
        text_addf(graph->out, "<polyline class=\"line\" stroke-width=\"%s\" points=\"", proved ? "2.4" : "1.4");
        size_t end = i;
        while (end < last && is_proved(graph, end) == proved)
            end++;
        for (size_t at = i; at <= end; at++)
            text_addf(graph->out, "%s%.1f,%.1f", at > i ? " " : "", x_of(graph, (double)at),
                      y_of(graph, value_at(graph, at)));
        text_add(graph->out, "\"/>\n");
        i = end;
    }
}

static void add_curve(const game_graph *graph)
{
    const size_t count = graph->analysis->count;
    for (size_t first = 0; first < count; first++) {
        size_t last = first;
        if (!is_known(graph, first))
            continue;
        while (last + 1 < count && is_known(graph, last + 1))
            last++;
        add_area(graph, first, last, 1);
        add_area(graph, first, last, -1);
        add_line(graph, first, last);
        if (first == last)
            text_addf(graph->out, "<circle class=\"disc\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                      x_of(graph, (double)first), y_of(graph, value_at(graph, first)));
        first = last;
    }
}

/* ---- Turning points ---- */

static bool is_free(const game_graph *graph, const label_box *box)
{
    if (box->y < TOP + LABEL_HEIGHT - 4 || box->y > BOTTOM - 4)
        return false;
    for (int i = 0; i < graph->box_count; i++) {
        const label_box *other = &graph->boxes[i];
        if (fabs(other->y - box->y) < LABEL_HEIGHT && box->x < other->x + other->width &&
            other->x < box->x + box->width)
            return false;
    }
    return true;
}

/* True if the line from one point of the curve to the next goes through a label. */
static bool is_crossed_at(const game_graph *graph, const label_box *box, size_t index)
{
    const double top = box->y - 11, bottom = box->y + 4;
    const double x = x_of(graph, (double)index), width = x_of(graph, (double)index + 1) - x;
    const double y = y_of(graph, value_at(graph, index)), rise = y_of(graph, value_at(graph, index + 1)) - y;
    const double from = box->x - 2 > x ? (box->x - 2 - x) / width : 0;
    const double to = box->x + box->width + 2 < x + width ? (box->x + box->width + 2 - x) / width : 1;
    const double first = y + from * rise, last = y + to * rise;
    return from < to && (first > top || last > top) && (first < bottom || last < bottom);
}

static bool is_crossed(const game_graph *graph, const label_box *box)
{
    for (size_t i = 0; i + 1 < graph->analysis->count; i++)
        if (is_known(graph, i) && is_known(graph, i + 1) && is_crossed_at(graph, box, i))
            return true;
    return false;
}

/* Put a label, whose width and left edge are given, as near to the height y as there is room: below it (direction 1),
 * above it (-1), or the other way round. False if there is no room, or none away from the curve. */
static bool place_at(game_graph *graph, label_box *box, double y, int direction, bool may_cross)
{
    static const double offsets[] = {11, -11, 26, -26, 41, -41, 56, -56, 71, -71, 86, -86}; /* of its nearer edge */
    box->x = box->x + box->width > RIGHT ? RIGHT - box->width : box->x < LEFT ? LEFT : box->x;
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets && graph->box_count < BOXES_MAX; i++) {
        const double edge = direction * offsets[i];
        box->y = y + (edge > 0 ? edge + 9 : edge);
        if (is_free(graph, box) && (may_cross || !is_crossed(graph, box))) {
            graph->boxes[graph->box_count++] = *box;
            return true;
        }
    }
    return false;
}

/* The place where the label of the point x, y goes: over or under it, else beside it, else where the curve crosses it,
 * which its halo makes readable. */
static bool place_label(game_graph *graph, double x, double y, int direction, label_box *box)
{
    const double lefts[] = {x - box->width / 2, x + 8, x - 8 - box->width};
    for (int i = 0; i < 3; i++) {
        box->x = lefts[i];
        if (place_at(graph, box, y, direction, false))
            return true;
    }
    box->x = lefts[0];
    return place_at(graph, box, y, direction, true);
}

/* Let no label cover the point x, y. */
static void keep_free(game_graph *graph, double x, double y)
{
    if (graph->box_count < BOXES_MAX / 2)
        graph->boxes[graph->box_count++] = (label_box){.x = x - 6, .y = y + 4, .width = 12};
}

/* A disc or ring behind the move of position `index`, and what was played and lost. */
static void add_turning_point(game_graph *graph, size_t index)
{
    const flank_analysis *analysis = graph->analysis;
    const flank_review *review = &analysis->reviews[index];
    const flank_position *position = flank_record_position_at(analysis->record, index);
    const double x = x_of(graph, (double)index + 1), y = y_of(graph, value_at(graph, index + 1));
    char move[FLANK_MOVE_TEXT_SIZE], loss[ANALYSIS_VALUE_SIZE], label[FLANK_MOVE_TEXT_SIZE + 64];
    flank_move_format(graph->game, flank_record_rules(analysis->record), position,
                      flank_record_move_at(analysis->record, index), NULL, move);
    analysis_loss_text(graph->game, review->loss, review->best.exact && review->played.exact, loss);
    const int bytes = snprintf(label, sizeof label, "%zu. %s −%s", index + 1, move, loss);
    label_box box = {.width = (bytes - 2) * letter_width};
    if (place_label(graph, x, y, position->color == FLANK_BLACK ? 1 : -1, &box)) {
        text_addf(graph->out, "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", x, y, x,
                  box.y < y ? box.y + 3 : box.y - 10);
        text_addf(&graph->labels,
                  "<text class=\"ink halo\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" stroke-width=\"4\" "
                  "stroke-linejoin=\"round\" "
                  "paint-order=\"stroke\" font-size=\"11\">%s</text>\n",
                  box.x + box.width / 2, box.y, label);
    }
    text_addf(graph->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" stroke-width=\"1.5\"/>\n",
              position->color == FLANK_BLACK ? "disc" : "ring", x, y);
}

static void add_turning_points(game_graph *graph)
{
    bool any = false;
    for (size_t i = 0; i + 1 < graph->analysis->count; i++)
        if (graph->analysis->reviews[i].turning)
            keep_free(graph, x_of(graph, (double)i + 1), y_of(graph, value_at(graph, i + 1)));
    for (size_t i = 0; i + 1 < graph->analysis->count; i++)
        if (graph->analysis->reviews[i].turning) {
            add_turning_point(graph, i);
            any = true;
        }
    if (!any)
        return;
    text_add(graph->out, graph->labels.bytes ? graph->labels.bytes : "");
    graph->out->failed = graph->out->failed || graph->labels.failed;
    text_free(&graph->labels);
    text_addf(graph->out,
              "<circle class=\"disc\" cx=\"%d\" cy=\"%d\" r=\"4.5\" stroke-width=\"1.5\"/>"
              "<text class=\"soft\" x=\"%d\" y=\"%d\">%s's turning points</text>"
              "<circle class=\"ring\" cx=\"%d\" cy=\"%d\" r=\"4.5\" stroke-width=\"1.5\"/>"
              "<text class=\"soft\" x=\"%d\" y=\"%d\">%s's</text>\n",
              RIGHT - 210, BOTTOM + 34, RIGHT - 200, BOTTOM + 38, color_name(graph, FLANK_BLACK), RIGHT - 60,
              BOTTOM + 34, RIGHT - 50, BOTTOM + 38, color_name(graph, FLANK_WHITE));
}

flank_status flank_analysis_write_svg(const flank_analysis *analysis, const flank_sheet *sheet, flank_write_fn *write,
                                      void *user)
{
    text_buffer out = {NULL};
    game_graph graph = {.out = &out, .analysis = analysis, .sheet = sheet, .game = flank_record_game(analysis->record)};
    graph.range = nice_range(&graph);
    add_head(&graph);
    add_proved_part(&graph);
    add_value_axis(&graph);
    add_curve(&graph);
    add_move_axis(&graph);
    add_turning_points(&graph);
    text_add(&out, "</svg>\n");
    flank_status status = FLANK_NO_MEMORY;
    if (!out.failed)
        status = write(user, out.bytes, out.length) ? FLANK_OK : FLANK_CANNOT_WRITE;
    text_free(&out);
    return status;
}
