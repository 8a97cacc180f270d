#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Train networks, and the engine's sum on the same positions, and measure both.

    train_network.py OUT --games FOLDER… --tests FOLDER --tool network_games --run NAME:SECONDS[:KEY=VALUE…]… [--wait N]

FOLDERs hold files of games (network_games play), which may still be growing: new files are read between the runs and every half minute.
A run trains one network: kind (network, sum), width (a power of two), lr, batch, outcome (its share of a label), eps, decay, start (run
to go on from), best (comma-separated runs; the options of the one that errs least on held-out games), shown by NAME in OUT/results.csv
and OUT/NAME.npz. One file of games in 40 is held out. The learning rate falls along half a cosine over SECONDS, however many steps those
have. --tests has *.rows of `network_games known` and `solve`. OUT/usage.npy counts how often the positions show each row of the table.

On a GPU a step is one graph of CUDA: launched one by one, its kernels take four times as long.
"""
import argparse
import csv
import glob
import os
import subprocess
import threading
import time

import numpy as np
import torch

from bag import fast_bag, plain_bag
from network import Network, Patterns, Sum

HELD_OUT_ONE_IN, ROWS_MAX, FEWEST_EMPTY, MOST_EMPTY = 40, 200_000_000, 8, 56
BINS = [(8, 12), (13, 17), (18, 22), (23, 27), (28, 32), (33, 37), (38, 42), (43, 49), (50, 56)]


class Data:
    """Rows of 24 bytes as three whole numbers each on the device: the mover's discs, the opponent's, and all else."""

    def __init__(self, args, device):
        self.args, self.device = args, device
        self.room = ROWS_MAX if device.type == 'cuda' else 4_000_000
        self.rows = torch.empty((self.room, 3), dtype=torch.int64, device=device)
        self.count, self.seen, self.games, self.held_rows = 0, set(), 0, None
        self.pending, self.lock, self.reader = [], threading.Lock(), None

    def read(self, paths):
        """Expand files on several processes; their rows that count."""
        step = max(1, (len(paths) + 11) // 12)
        works = [subprocess.Popen([self.args.tool, 'expand', *paths[i:i + step]], stdout=subprocess.PIPE)
                 for i in range(0, len(paths), step)]
        parts = [None] * len(works)

        def take(i):
            rows = np.frombuffer(works[i].stdout.read(), '<i8').reshape(-1, 3)
            works[i].wait()
            empties = 64 - np.unpackbits((rows[:, 0] | rows[:, 1]).copy().view(np.uint8).reshape(-1, 8), axis=1).sum(1)
            parts[i] = rows[(empties >= FEWEST_EMPTY) & (empties <= MOST_EMPTY)]
        threads = [threading.Thread(target=take, args=(i,)) for i in range(len(works))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return np.concatenate(parts) if parts else np.zeros((0, 3), np.int64)

    def find(self):
        paths = sorted(path for folder in self.args.games for path in glob.glob(os.path.join(folder, 'games-*'))
                       if path not in self.seen and path.rsplit('-', 1)[1].isdigit())
        self.seen.update(paths)
        held = [path for path in paths if int(path.rsplit('-', 1)[1]) % HELD_OUT_ONE_IN == 0]
        fit = [path for path in paths if path not in held]
        rows, held_rows = self.read(fit), self.read(held)
        with self.lock:
            self.pending.append((rows, held_rows, 500 * len(paths)))

    def take(self):
        """What the reader has found goes to the device."""
        with self.lock:
            pending, self.pending = self.pending, []
        for rows, held_rows, games in pending:
            rows = rows[:self.room - self.count]
            self.rows[self.count:self.count + len(rows)] = torch.from_numpy(rows).to(self.device)
            self.count += len(rows)
            self.games += games
            if self.held_rows is None and len(held_rows):  # the first ones for all runs, so that their errors compare
                self.held_rows = torch.from_numpy(held_rows.copy()).to(self.device)

    def usage(self, patterns):
        counts = torch.zeros(patterns.rows, dtype=torch.int64, device=self.device)
        for i in range(0, self.count, 1 << 18):
            own, other, _ = self.rows[i:min(i + (1 << 18), self.count)].T
            counts += torch.bincount(patterns(own, other).view(-1), minlength=patterns.rows)
        return counts.cpu().numpy()

    def refresh(self, wait=False):
        if self.reader is None or not self.reader.is_alive():
            self.take()
            self.reader = threading.Thread(target=self.find)
            self.reader.start()
        if wait:
            self.reader.join()
            self.take()


def fields(rows, shifts):
    """A batch of rows: own, other, empties, moves, moves of the other, value, sum (both in discs), outcome, exact."""
    own, other, rest = rows[:, 0], rows[:, 1], rows[:, 2]
    empties = 64 - (((own | other)[:, None] >> shifts) & 1).sum(1)
    value = ((rest << 48) >> 48).float() / 32
    linear = ((rest << 32) >> 48).float() / 32
    outcome = ((rest << 24) >> 56).float()
    exact = (rest >> 40) & 255
    return own, other, empties, ((rest >> 48) & 255).float(), ((rest >> 56) & 255).float(), value, linear, outcome, exact


class Trial:
    def __init__(self, name, seconds, options, patterns, device):
        self.name, self.seconds, self.patterns, self.device, self.given = name, seconds, patterns, device, options
        self.options = {'kind': 'network', 'width': 64, 'lr': 1e-3, 'batch': 65536, 'outcome': 0.0, 'eps': 1e-8, 'decay': 0.0, 'start': '',
                        'seed': 1}
        for option in options:
            key, value = option.split('=')
            self.options[key] = type(self.options[key])(value)
        torch.manual_seed(self.options['seed'])

    def make(self, bag):
        options = self.options
        self.model = (Network(self.patterns.rows, options['width'], bag) if options['kind'] == 'network'
                      else Sum(self.patterns.rows, bag)).to(self.device)
        embed = [self.model.embed]
        others = [p for name, p in self.model.named_parameters() if name != 'embed']
        self.lr = torch.tensor(options['lr'], device=self.device)
        fused = {'fused': True, 'capturable': True, 'lr': self.lr} if self.device.type == 'cuda' else {'lr': options['lr']}
        self.optimizer = torch.optim.AdamW([{'params': embed, 'eps': options['eps'], 'weight_decay': options['decay']},
                                            {'params': others, 'weight_decay': 0.0}], betas=(0.9, 0.999), **fused)

    def values(self, rows):
        own, other, empties, moves, moves_other, *rest = fields(rows, self.patterns.shifts)
        return self.model(self.patterns(own, other), empties, moves, moves_other), empties, rest

    def step(self, data):
        """One step with the rows of data that self.picked names."""
        guess, _, (value, _, outcome, _) = self.values(data.rows[self.picked])
        label = value + self.options['outcome'] * (outcome - value)
        loss = ((guess - label) ** 2).mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.model.clip_weights()
        self.running.mul_(0.99).add_(0.01 * loss.detach())

    def pick(self, data):
        torch.randint(data.count, self.picked.shape, out=self.picked)

    def captured(self, data):
        """A function that takes a step: a graph of CUDA where there is one."""
        if self.device.type != 'cuda':
            return lambda: self.step(data)
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                self.pick(data)
                self.step(data)
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step(data)
        return graph.replay

    def set_rate(self, done, step):
        rate = self.options['lr'] * (0.5 + 0.5 * np.cos(np.pi * done)) * min(1.0, (step + 1) / 200) + 1e-6
        if self.device.type == 'cuda':
            self.lr.fill_(rate)
        else:
            for group in self.optimizer.param_groups:
                group['lr'] = rate

    def train(self, data):
        begin, told, refreshed, step = time.time(), time.time(), time.time(), 0
        self.model.train()
        self.running = torch.zeros((), device=self.device)
        self.picked = torch.zeros(self.options['batch'], dtype=torch.int64, device=self.device)
        self.set_rate(0, 0)
        take_step = self.captured(data)
        while True:
            now = time.time()
            done = (now - begin) / self.seconds
            if done >= 1:
                break
            if now - refreshed > 30:
                data.refresh()
                refreshed = now
            self.set_rate(done, step)
            for _ in range(10 if self.device.type == 'cuda' else 1):
                self.pick(data)
                take_step()
                step += 1
            if self.device.type == 'cuda' and step % 50 == 0:
                torch.cuda.synchronize()  # or the clock would be that of the launches
            if now - told > 10:
                print(f'{self.name}: {step} steps, {now - begin:.0f} s, error {self.running.item() ** 0.5:.3f}, {data.count / 1e6:.1f} M positions, '
                      f'{data.games} games', flush=True)
                told = now
        if self.device.type == 'cuda':
            torch.cuda.synchronize()
        self.steps, self.step_ms = step, 1000 * (time.time() - begin) / max(step, 1)

    @torch.no_grad()
    def guesses(self, rows):
        """Of many rows: guess, empties, value, built-in sum, outcome, exact."""
        self.model.eval()
        parts = []
        for i in range(0, len(rows), 65536):
            guess, empties, rest = self.values(rows[i:i + 65536])
            parts.append([guess, empties, *rest])
        return [torch.cat(column) for column in zip(*parts)]

    def measure(self, data, tests, write):
        def report(what, guess, value):
            error = guess - value
            write(self.name, what, f'{error.square().mean().sqrt().item():.4f}', f'{error.std().item():.4f}', f'{error.mean().item():.4f}', len(error))

        guess, empties, value, linear, outcome, exact = self.guesses(data.held_rows)
        for low, high in BINS:
            here = (empties >= low) & (empties <= high)
            if here.any():
                report(f'held-out games, {low}-{high}', guess[here], value[here])
                report(f'held-out games, {low}-{high}, outcome', guess[here], outcome[here])
                if self.name == 'first':
                    report(f'held-out games, {low}-{high}, built-in', linear[here], value[here])
                    report(f'held-out games, {low}-{high}, outcome, built-in', linear[here], outcome[here])
        near = (empties >= 13) & (value.abs() <= 24)
        self.error = (guess[near] - value[near]).square().mean().sqrt().item()
        report('held-out games, 13-56 within 24', guess[near], value[near])
        report('held-out games, 13-56 within 24, built-in', linear[near], value[near])
        for path in tests:
            self.measure_known(path, report, write)

    def measure_known(self, path, report, write):
        """Errors on positions of known value and on those after each of their moves, and how often the best move is chosen."""
        rows = torch.from_numpy(np.fromfile(path, '<i8').reshape(-1, 3)).to(self.device)
        guess, _, value, linear, view, exact = self.guesses(rows)
        name = os.path.basename(path)[:-5]
        for who, values in (('', guess), (', built-in', linear)):
            parents, known = exact == 2, exact == 1
            near = parents & (value.abs() <= 24)
            report(f'{name}{who}', values[parents], value[parents])
            report(f'{name}, within 24{who}', values[near], value[near])
            if not known.any():
                continue
            report(f'{name}, after moves{who}', values[known], value[known])
            best, lost, count = 0, 0.0, 0
            starts = parents.nonzero()[:, 0].tolist() + [len(rows)]
            mine, true, is_known = (values * view).tolist(), (value * view).tolist(), known.tolist()
            goal = value.tolist()
            for a, b in zip(starts, starts[1:]):
                if b - a < 2:
                    continue
                chosen = max(range(a + 1, b), key=lambda i: mine[i])
                count += 1
                if is_known[chosen]:
                    best += true[chosen] >= goal[a]
                    lost += max(0.0, goal[a] - true[chosen])
            write(self.name, f'{name}, best move{who}', f'{100 * best / max(count, 1):.2f}', f'{lost / max(count, 1):.4f}', '', count)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('out')
    parser.add_argument('--games', nargs='+', required=True)
    parser.add_argument('--tests', required=True)
    parser.add_argument('--tool', required=True)
    parser.add_argument('--run', action='append', required=True)
    parser.add_argument('--root', default=os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    patterns = Patterns(args.root, device)
    np.save(os.path.join(args.out, 'rows.npy'), patterns.row_of)
    bag = plain_bag
    if device.type == 'cuda':
        try:
            made = fast_bag()
            table = torch.randn(5000, 64, device=device, requires_grad=True)
            index = torch.randint(5000, (3000, 64), dtype=torch.int32, device=device)
            grad = torch.randn(3000, 64, device=device)
            ours, = torch.autograd.grad((made(table, index) * grad).sum(), table)
            plain, = torch.autograd.grad((plain_bag(table, index) * grad).sum(), table)
            gaps = [((a - b).norm() / b.norm()).item() for a, b in ((ours, plain), (made(table, index), plain_bag(table, index)))]
            print('bag: relative differences', gaps, flush=True)
            bag = made if max(gaps) < 1e-4 else plain_bag
        except Exception as error:  # any fault of the compiler there: the plain one is slower, not wrong
            print('bag: without Triton:', error, flush=True)
    data = Data(args, device)
    data.refresh(wait=True)
    print(f'{data.games} games, {data.count} positions', flush=True)
    tests = sorted(glob.glob(os.path.join(args.tests, '*.rows')))
    with open(os.path.join(args.out, 'results.csv'), 'w', encoding='utf-8', newline='') as file:
        table = csv.writer(file, lineterminator='\n')
        table.writerow(['run', 'what', 'rms', 'deviation', 'mean', 'count'])

        def write(*row):
            table.writerow(row)
            file.flush()

        trials = {}
        for text in args.run:
            name, seconds, *options = text.split(':')
            best = [option[5:].split(',') for option in options if option.startswith('best=')]
            if best:  # the options of the one of these runs that errs least
                like = min((trials[other] for other in best[0]), key=lambda trial: trial.error)
                print(f'{name}: as {like.name}', flush=True)
                options = like.given + [option for option in options if not option.startswith('best=')]
            trial = Trial(name, float(seconds), options, patterns, device)
            trial.make(bag)
            if trial.options['start']:
                trial.model.load_state_dict(trials[trial.options['start']].model.state_dict())
            trial.train(data)
            trials[name] = trial
            if trial.options['kind'] == 'network':
                np.savez_compressed(os.path.join(args.out, name + '.npz'), **trial.model.integers())
            data.refresh()
            trial.measure(data, tests, write)
            np.save(os.path.join(args.out, 'usage.npy'), data.usage(patterns))
            write(name, 'steps', trial.steps, f'{trial.step_ms:.3f}', '', data.count)
            print(f'{name}: {trial.steps} steps, {trial.step_ms:.2f} ms each', flush=True)
            trial.optimizer = None
    if data.reader:
        data.reader.join()


if __name__ == '__main__':
    main()
