// SPDX-License-Identifier: MIT
//
// The tasks of the view that teaches the games, without the page: every position can be, some legal move solves it and some other one does not, and who
// misses the goal reads why. The page's own modules in node, with the rules in WebAssembly.
//
//   node test_tasks.mjs MODULES
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { pageModule, Tests } from './harness.mjs'

const modules = ['engine/rules.ts', 'i18n/learn/en.ts', 'views/learn/attempt.ts', 'views/learn/refused.ts', 'views/learn/tasks.ts']
const { Rules, learn, attemptOf, lessons, positionOf, solutionOf, whyRefused } = await pageModule(...modules)
const rules = await Rules.load(await WebAssembly.compile(readFileSync(`${process.argv[2]}/flank-rules.wasm`)))
const tests = new Tests()
const told = new Set()

/** Fails unless there is a text for the words, and what it names is there. */
function assertTold({ key, args = {} }) {
  told.add(key)
  assert.ok(learn[key], key)
  const named = [...learn[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  assert.deepEqual(named.filter(name => args[name] === undefined), [], key)
}

/** The moves that solve a task, where they are few; all other legal ones do not. */
const SOLUTIONS = {
  'othello.two': ['c5', 'e6', 'd7'],
  'othello.directions': ['c6'],
  'othello.corner': ['a1'],
  'othello.pass': ['h1'],
  'othello.end': ['f5'],
  'tothello.chain': ['e6', 'f6'],
  'tothello.safe': ['e2', 'c7'],
  'tothello.all': ['f6'],
  'tothello.end': ['pass'],
  'draughts.sideways': ['f2-g2', 'f2-e2', 'b3-a3', 'c3-d3', 'g4-h4', 'g4-f4'],
  'draughts.most': ['c4xe8'],
  'draughts.offer': ['d4-d5'],
  'draughts.landing': ['a4xg4', 'a4xh4'],
  'draughts.block': ['c1-h1'],
  'loa.count': ['b1-h1', 'g1-a1', 'b8-h8', 'g8-a8'],
  'loa.capture': ['c1xa3', 'd3xa3'],
  'loa.jump': ['c3-f3', 'd3-a3'],
  'loa.connect': ['g3-e5'],
  'loa.alone': ['f3-e3', 'c4-e4'],
}

for (const { game, tasks } of lessons)
  for (const task of tasks)
    await tests.run(`${task.id} has solutions, and wrong moves with a reason`, () => {
      const before = rules.line({ game, start: task.start })
      assert.equal(before.over, false)
      const judged = before.legal.map(move => [move.move, task.goal(attemptOf(rules, before, move))])
      const solving = judged.filter(([, fault]) => !fault).map(([move]) => move)
      const faults = judged.flatMap(([, fault]) => fault ?? [])
      assert.ok(solving.length > 0 && faults.length > 0)
      assert.deepEqual(SOLUTIONS[task.id] ?? solving, solving)
      assert.equal(solutionOf(rules, before, task).move, solving[0])
      for (const fault of faults) assertTold(fault)
      for (const key of [`${task.id}.goal`, `${task.id}.done`]) assertTold({ key })
    })

/** The reason why a square of a task cannot be played. */
function refused(id, square, from) {
  const lesson = lessons.find(({ tasks }) => tasks.some(task => task.id === id))
  const line = positionOf(rules, lesson, lesson.tasks.find(task => task.id === id))
  const words = whyRefused(rules.game(lesson.game), line, square, from)
  if (words) assertTold(words)
  return words && [words.key, ...Object.values(words.args ?? {})].join(' ')
}

await tests.run('a square where nothing can be played is refused with a reason', () => {
  assert.equal(refused('othello.two', 'c3'), 'refused.occupied c3')
  assert.equal(refused('othello.two', 'a1'), 'refused.nothing a1')
  assert.equal(refused('tothello.anywhere', 'd4'), 'refused.occupied d4')
  assert.equal(refused('loa.alone', 'd5'), 'refused.choose')
  assert.equal(refused('loa.alone', 'a1', 'f3'), 'refused.line f3 a1')
  assert.equal(refused('loa.alone', 'b7', 'f3'), 'refused.count f3 b7 2')
  assert.equal(refused('loa.count', 'h1', 'b8'), 'refused.line b8 h1')
  assert.equal(refused('loa.jump', 'd3', 'd1'), 'refused.own d3')
  assert.equal(refused('loa.alone', 'd6', 'd4'), 'refused.over d6')
  assert.equal(refused('draughts.sideways', 'g3', 'f2'), 'refused.man')
  assert.equal(refused('draughts.block', 'd2', 'c1'), 'refused.king')
  assert.equal(refused('draughts.most', 'c3', 'c4'), 'refused.must 3')
  assert.equal(refused('draughts.most', 'a4'), null) // the board says it
})

await tests.run('every game has five tasks, and each of its texts is used', () => {
  assert.deepEqual(lessons.map(({ game }) => game).sort(), rules.about.games.map(({ name }) => name).sort())
  for (const { tasks } of lessons) assert.equal(tasks.length, 5)
  const listed = lessons.flatMap(({ rules }) => rules).flat()
  for (const key of listed) assertTold({ key })
  const unused = Object.keys(learn).filter(key => /[.]/.test(key) && !/^(task|next|rules)[.]/.test(key) && !told.has(key))
  assert.deepEqual(unused, [])
})

await tests.run('each rule that a new game lets one choose has its words, in the order of its values', () => {
  for (const { game, rules: sentences } of lessons) {
    const choices = sentences.filter(rule => typeof rule !== 'string').map(texts => texts.join(' '))
    const params = rules.game(game).params.map(({ name, values }) => values.map(value => `${game}.${name}.${value}`).join(' '))
    assert.deepEqual(choices.sort(), params.sort())
  }
})

await tests.end()
