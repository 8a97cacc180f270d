# SPDX-License-Identifier: MIT
"""Sums of rows of a table: forward a gather, backward additions in place, both with Triton where there is a GPU. PyTorch's own
embedding_bag sorts all indices for each backward pass; with 64 rows a position that would take most of the time."""
import torch
from torch import nn


def plain_bag(table, index):
    return nn.functional.embedding_bag(index.long(), table, mode='sum')


def fast_bag():
    """The same by two kernels of Triton."""
    import triton
    import triton.language as tl

    @triton.jit
    def add_rows(index, table, out, N: tl.constexpr, D: tl.constexpr):
        at = tl.program_id(0).to(tl.int64)
        d = tl.arange(0, D)
        rows = tl.load(index + at * N + tl.arange(0, N)).to(tl.int64)
        tile = tl.load(table + rows[:, None] * D + d[None, :])
        tl.store(out + at * D + d, tl.sum(tile, axis=0))

    @triton.jit
    def spread_rows(index, grad, out, N: tl.constexpr, D: tl.constexpr):
        at = tl.program_id(0).to(tl.int64)
        d = tl.arange(0, D)
        rows = tl.load(index + at * N + tl.arange(0, N)).to(tl.int64)
        row = tl.load(grad + at * D + d)
        tile = tl.broadcast_to(row[None, :], (N, D))
        tl.atomic_add(out + rows[:, None] * D + d[None, :], tile, sem='relaxed')

    class Bag(torch.autograd.Function):
        @staticmethod
        def forward(ctx, table, index):
            out = torch.empty(index.shape[0], table.shape[1], device=table.device)
            add_rows[(index.shape[0],)](index, table, out, N=index.shape[1], D=table.shape[1])
            ctx.save_for_backward(index)
            ctx.rows = table.shape[0]
            return out

        @staticmethod
        def backward(ctx, grad):
            index, = ctx.saved_tensors
            grad = grad.contiguous()
            out = torch.zeros(ctx.rows, grad.shape[1], device=grad.device)
            spread_rows[(index.shape[0],)](index, grad, out, N=index.shape[1], D=grad.shape[1])
            return out, None

    return lambda table, index: Bag.apply(table.contiguous(), index.contiguous())
