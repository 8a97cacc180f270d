#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write a network that train_network.py made as the file that src/othello/network.h describes.

    write_network.py NAME.npz OUT [--usage USAGE.npy --coarse SEEN:STEP…]

Rows of contents that games hardly ever show are mostly noise and make most of the file: with --usage, how often the positions of some
games showed each row, those seen at most SEEN times are rounded to multiples of STEP of 1/256 each (256: dropped).
"""
import argparse
import struct
import zlib

import numpy as np

SHAPES, VERSION = 2, 1


def coarser(embed, usage, rules):
    made = embed.astype(np.int32)
    for rule in rules:
        seen, step = map(int, rule.split(':'))
        rare = usage <= seen
        made[rare] = np.round(embed[rare] / step) * step
    return np.clip(made, -127, 127).astype(np.int8)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('network')
    parser.add_argument('out')
    parser.add_argument('--usage')
    parser.add_argument('--coarse', action='append', default=[])
    args = parser.parse_args()
    net = np.load(args.network)
    embed = net['embed']
    if args.usage:
        embed = coarser(embed, np.load(args.usage), args.coarse)
    text = [net['bias'].astype('<i2').tobytes(), net['out_bias'].astype('<i4').tobytes()]
    for phase in range(len(net['first'])):
        text += [net['first'][phase].tobytes(), net['second'][phase].tobytes(), net['first_bias'][phase].astype('<i4').tobytes(),
                 net['second_bias'][phase].astype('<i4').tobytes(), net['out'][phase].astype('<i2').tobytes(),
                 net['out_raw'][phase].astype('<i2').tobytes()]
    there = embed.any(axis=1)
    text += [np.packbits(there, bitorder='little').tobytes(), np.ascontiguousarray(embed[there].T).tobytes()]
    text = b''.join(text)
    packed = zlib.compress(text, 9)
    header = b'FLKNET\0\0' + struct.pack('<5I', VERSION, SHAPES, embed.shape[1], len(text), zlib.crc32(text))
    with open(args.out, 'wb') as file:
        file.write(header + struct.pack('<I', zlib.crc32(header)) + packed)
    print(f'{args.out}: {len(packed) + 32} bytes, {there.mean():.0%} of the rows')


if __name__ == '__main__':
    main()
