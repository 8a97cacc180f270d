/* SPDX-License-Identifier: MIT
 *
 * The moves of a book as JSON.
 */
#include "book/book_json.h"

void book_add_json_value(text_buffer *out, int score)
{
    if (score % 100 == 0)
        json_integer(out, "score", score / 100);
    else
        json_real(out, "score", score / 100.0, 2);
}

void book_add_json_search(text_buffer *out, int depth, int level, int selectivity, uint32_t lines)
{
    json_integer(out, "depth", depth);
    if (level)
        json_integer(out, "level", level);
    json_integer(out, "selectivity", selectivity);
    json_count(out, "lines", lines);
}

void book_add_json_list(text_buffer *out, const char *key, const flank_record *record, const flank_book_move *moves,
                        size_t count)
{
    json_open_array(out, key);
    for (size_t i = 0; i < count; i++) {
        json_open_object(out, NULL);
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                          moves[i].move, NULL, move);
        json_string(out, "move", flank_move_is_pass(moves[i].move) ? "pass" : move);
        book_add_json_value(out, moves[i].score);
        json_bool(out, "in_book", moves[i].in_book);
        if (flank_game_scores_discs(flank_record_game(record)))
            book_add_json_search(out, moves[i].depth_plies, moves[i].level, moves[i].selectivity, moves[i].lines);
        else
            json_integer(out, "depth", moves[i].depth_plies); /* books of pieces know no more */
        json_close_object(out);
    }
    json_close_array(out);
}
