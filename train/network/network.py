# SPDX-License-Identifier: MIT
"""The network of pattern embeddings in PyTorch: what train_network.py trains and src/othello/network.c computes in integers.

A position has 64 pattern indices (src/othello/patterns.c). Each picks a row of WIDTH numbers, mirrored contents the same row, so that
the eight symmetries of a position give the same sums. Of the sums RAW go straight to the output, by phase: a linear evaluation of low
rank. The others are clipped to [0, 1], one half is multiplied by the other, and the products, both sides' numbers of moves and the
parity of the empty squares go through two small layers of their own for each phase of two plies.

All numbers are rounded in the forward pass as the integers will be, and gradients pass through the rounding, so that the network
learns with the arithmetic of the engine.
"""
import os
import re

import numpy as np
import torch
from torch import nn

PHASES, PATTERNS, HIDDEN, SECOND, RAW = 30, 64, 16, 32, 8
EMBED_SCALE = 256  # 1.0 of an embedding
LAYER_SCALE = 64   # 1.0 of a weight of a layer
ONE = 127          # 1.0 of an activation
OUT_SCALE = 2048   # 1.0 of a weight of the output
DISCS = 32         # 1.0 of the output
SQUARE = (LAYER_SCALE * ONE) ** 2 / ONE / 2 ** 19  # an activation squared is cut off by a shift of 19


def read_shapes(root):
    """The shapes of src/othello/patterns.c: (squares, mirror) each, and where their tables begin."""
    with open(os.path.join(root, 'src/othello/patterns.c'), encoding='utf-8') as file:
        text = file.read()
    shapes = [([int(n) for n in squares.split(',')], [int(n) for n in mirror.split(',')])
              for squares, mirror in re.findall(r'\{"[^"]*", \d+, \{([\d, ]*)\}, \{([\d, ]*)\}\}', text)]
    first, at = [], 0
    for number, (squares, _) in enumerate(shapes):
        first.append(at)
        at += 0 if number == 6 else 3 ** len(squares)  # shapes 6 and 7 share a table
    assert len(shapes) == 16
    return shapes, first, at


def turn(square, place):
    for _ in range(place):
        square = (square % 8) * 8 + 7 - square // 8
    return square


class Patterns:
    """From discs to rows of the table of embeddings."""

    def __init__(self, root, device):
        shapes, first, size = read_shapes(root)
        steps = np.zeros((64, PATTERNS), np.float32)
        offset = np.zeros(PATTERNS, np.float32)
        master = np.arange(size)
        for i in range(PATTERNS):
            squares, mirror = shapes[i // 4]
            count = len(squares)
            for k, square in enumerate(squares):
                steps[turn(square, i % 4), i] = 3 ** k
            offset[i] = (3 ** count - 1) // 2
            if i % 4 == 0 and mirror != list(range(count)):
                index = np.arange(3 ** count)
                mirrored = np.zeros_like(index)
                for k in range(count):
                    mirrored += (index // 3 ** mirror[k] % 3) * 3 ** k
                master[first[i // 4]:first[i // 4] + 3 ** count] = first[i // 4] + np.minimum(index, mirrored)
        distinct, row = np.unique(master, return_inverse=True)
        self.rows = len(distinct)
        self.row_of = row.astype(np.int32)  # of each of the weights of a phase, as patterns.h counts them
        self.steps = torch.tensor(steps, device=device)
        self.offset = torch.tensor(offset, device=device)
        self.first = torch.tensor([first[i // 4] for i in range(PATTERNS)], dtype=torch.int32, device=device)
        self.table = torch.tensor(self.row_of, device=device)
        self.shifts = torch.arange(64, device=device)

    def __call__(self, own, other):
        digits = ((other[:, None] >> self.shifts) & 1) - ((own[:, None] >> self.shifts) & 1)
        index = (digits.float() @ self.steps + self.offset).to(torch.int32) + self.first
        return self.table[index.long()]


def empties_of(own, other, shifts):
    return 64 - (((own | other)[:, None] >> shifts) & 1).sum(1)


def through(rounded, exact):
    """`rounded` forward, the gradient of `exact` backward."""
    return exact + (rounded - exact).detach()


def weights_rounded(weights, scale, most):
    return through(torch.clamp(torch.round(weights * scale), -most, most) / scale, weights)


def clipped(sums):
    """Activations 0 to 127 of 127, cut off as a shift does."""
    inside = torch.clamp(sums, 0, 1)
    return through(torch.floor(inside * ONE + 1e-4) / ONE, inside)


def one_hot(number, count):
    return (number[:, None] == torch.arange(count, device=number.device)).float()


def layer_of_phase(inputs, weights, phase):
    """The products of all phases' weights, of which each position takes those of its own: far cheaper than to fetch weights."""
    phases, width, count = weights.shape
    all_phases = (inputs @ weights.reshape(-1, count).T).view(-1, phases, width)
    return all_phases.gather(1, phase[:, None, None].expand(-1, 1, width))[:, 0]


class Network(nn.Module):
    def __init__(self, rows, width, bag):
        super().__init__()
        self.width, self.bag = width, bag
        self.pairs = (width - RAW) // 2
        self.inputs = self.pairs + 4
        self.embed = nn.Parameter(torch.zeros(rows, width))
        self.bias = nn.Parameter(torch.zeros(61, width))
        with torch.no_grad():
            self.bias[:, RAW:] = (torch.rand(width - RAW) * 0.6 + 0.2)
        self.first = nn.Parameter(torch.randn(PHASES, HIDDEN, self.inputs) * 0.0)
        self.first_bias = nn.Parameter(torch.full((PHASES, HIDDEN), 0.0))
        self.second = nn.Parameter(torch.zeros(PHASES, SECOND, 2 * HIDDEN))
        self.second_bias = nn.Parameter(torch.full((PHASES, SECOND), 0.3))
        self.out = nn.Parameter(torch.zeros(PHASES, SECOND + self.inputs))
        self.out_raw = nn.Parameter(torch.zeros(PHASES, RAW))
        self.out_bias = nn.Parameter(torch.zeros(61))
        with torch.no_grad():  # all phases begin alike
            self.first += torch.randn(HIDDEN, self.inputs) * 0.25
            self.first_bias += torch.rand(HIDDEN) * 0.4
            self.second += torch.randn(SECOND, 2 * HIDDEN) * 0.2
            self.out += torch.randn(SECOND + self.inputs) * 0.1
            self.out_raw += torch.randn(RAW) * 0.5

    def clip_weights(self):
        with torch.no_grad():
            self.embed.clamp_(-127 / EMBED_SCALE, 127 / EMBED_SCALE)
            self.first.clamp_(-127 / LAYER_SCALE, 127 / LAYER_SCALE)
            self.second.clamp_(-127 / LAYER_SCALE, 127 / LAYER_SCALE)
            self.out.clamp_(-15.9, 15.9)
            self.out_raw.clamp_(-15.9, 15.9)

    def forward(self, index, empties, moves, moves_other):
        phase = torch.clamp((60 - empties) // 2, 0, PHASES - 1)
        # Rows of small tables as products with ones and zeros: the gradient of an index adds thousands of equal ones one by one.
        of_empties, of_phase = one_hot(empties, 61), one_hot(phase, PHASES)
        embed = weights_rounded(self.embed, EMBED_SCALE, 127)
        bias = weights_rounded(self.bias, EMBED_SCALE, 32000)
        sums = self.bag(embed, index) + of_empties @ bias
        raw, rest = sums[:, :RAW], torch.clamp(sums[:, RAW:], 0, 255 / EMBED_SCALE)
        products = rest[:, :self.pairs] * rest[:, self.pairs:]
        products = through(torch.floor(products * (EMBED_SCALE * EMBED_SCALE / 512) + 1e-3) / ONE, products * (128 / ONE))
        others = torch.stack([torch.clamp(moves * 4, max=ONE) / ONE, torch.clamp(moves_other * 4, max=ONE) / ONE,
                              (empties & 1).float(), torch.zeros_like(moves)], 1)
        inputs = torch.cat([products, others], 1)

        hidden = layer_of_phase(inputs, weights_rounded(self.first, LAYER_SCALE, 127), phase)
        hidden = hidden + of_phase @ weights_rounded(self.first_bias, LAYER_SCALE * ONE, 1 << 20)
        hidden = torch.clamp(hidden, -1.99, 1.99)
        hidden = torch.cat([clipped(hidden), clipped(hidden * hidden * SQUARE)], 1)

        layer = layer_of_phase(hidden, weights_rounded(self.second, LAYER_SCALE, 127), phase)
        layer = clipped(layer + of_phase @ weights_rounded(self.second_bias, LAYER_SCALE * ONE, 1 << 20))

        ends = torch.cat([layer, inputs], 1)
        out = of_phase @ weights_rounded(self.out, OUT_SCALE, 32767)
        out_raw = of_phase @ weights_rounded(self.out_raw, OUT_SCALE * ONE / EMBED_SCALE, 32767)
        return ((ends * out).sum(1) + (raw * out_raw).sum(1) + of_empties @ self.out_bias) * DISCS

    def integers(self):
        """The numbers of the engine, by name."""
        def whole(tensor, scale, most, kind):
            return np.clip(np.round(tensor.detach().float().cpu().numpy() * scale), -most, most).astype(kind)
        return {
            'embed': whole(self.embed, EMBED_SCALE, 127, np.int8),
            'bias': whole(self.bias, EMBED_SCALE, 32000, np.int16),
            'first': whole(self.first, LAYER_SCALE, 127, np.int8),
            'first_bias': whole(self.first_bias, LAYER_SCALE * ONE, 1 << 20, np.int32),
            'second': whole(self.second, LAYER_SCALE, 127, np.int8),
            'second_bias': whole(self.second_bias, LAYER_SCALE * ONE, 1 << 20, np.int32),
            'out': whole(self.out, OUT_SCALE, 32767, np.int16),
            'out_raw': whole(self.out_raw, OUT_SCALE * ONE / EMBED_SCALE, 32767, np.int16),
            'out_bias': whole(self.out_bias, OUT_SCALE * ONE, 1 << 30, np.int32),
        }


class Sum(nn.Module):
    """Today's evaluation: a number of each content in each phase, and one a number of empty squares."""

    def __init__(self, rows, bag):
        super().__init__()
        self.rows, self.bag = rows, bag
        self.embed = nn.Parameter(torch.zeros(rows * PHASES, 1))
        self.out_bias = nn.Parameter(torch.zeros(61))

    def clip_weights(self):
        pass

    def forward(self, index, empties, moves, moves_other):
        phase = torch.clamp((60 - empties) // 2, 0, PHASES - 1)
        sums = nn.functional.embedding_bag(index.long() + (phase * self.rows)[:, None], self.embed, mode='sum')
        return (sums[:, 0] + one_hot(empties, 61) @ self.out_bias) * DISCS
