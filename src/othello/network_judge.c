/* SPDX-License-Identifier: MIT
 *
 * A network's value of a position by itself, compiled once per CPU level.
 */
#include "core/cpu.h"
#include "othello/network_value.h"
#include "othello/fast_board.h"

int CPU_NAME(network_judge)(const evaluation *eval, uint64_t own, uint64_t other);

int CPU_NAME(network_judge)(const evaluation *eval, uint64_t own, uint64_t other)
{
    eval_board board;
    eval_board_set(eval, &board, own, other);
    return network_value(eval->network, &board, (int)bit_count(~(own | other)), bit_count(fast_moves(own, other)),
                         bit_count(fast_moves(other, own)));
}
