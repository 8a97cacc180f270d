// SPDX-License-Identifier: MIT
//
// The tasks, five a game. The rules module knows whether a move is legal and what it leads to; a goal says whether that is what was asked.
import type { LearnKey } from '../../i18n/learn/en'
import * as goals from './goals'

/** "othello.two": the key of its texts `….goal` and `….done`, and its name where progress is kept. */
export type TaskId = LearnKey extends infer Key ? (Key extends `${infer Id}.goal` ? Id : never) : never

export interface Task {
  id: TaskId
  /** The position, in a notation of the game. */
  start: string
  goal: goals.Goal
}

export interface Lesson {
  game: string
  /** Each is a text, or the texts of what New game lets one choose, the usual one first. */
  rules: readonly (LearnKey | readonly LearnKey[])[]
  tasks: readonly Task[]
}

const othello: Lesson = {
  game: 'othello',
  rules: [
    ['othello.board.8', 'othello.board.6'],
    'othello.rule.1',
    'othello.rule.2',
    'othello.rule.3',
    'othello.rule.4',
    ['othello.goal.most', 'othello.goal.fewest'],
  ],
  tasks: [
    {
      id: 'othello.two',
      start: '-------- -------- --XO---- --XXXO-- ---OOX-- ---O---- -------- -------- X',
      goal: goals.turnsExactly(2),
    },
    {
      id: 'othello.directions',
      start: '-------- --X----- --XOO--- -XOOX--- --OOXX-- XO-O---- -------- -------- X',
      goal: goals.turnsInDirections(3),
    },
    {
      id: 'othello.corner',
      start: '-------- -O------ --XOOO-- --XXOX-- --XOXX-- ---OX--- ---O---- -------- X',
      goal: goals.takesCorner,
    },
    {
      id: 'othello.pass',
      start: 'OXXXXXX- ------OO -----X-X -------- -------- -------- ---O---- ---X---- X',
      goal: goals.leavesNoMove,
    },
    {
      id: 'othello.end',
      start: '-------- -------- ---X-X-- ----OO-- --XOO--- ----O--- ---X---- -------- X',
      goal: goals.wins,
    },
  ],
}

const tothello: Lesson = {
  game: 'tothello',
  rules: ['tothello.rule.1', 'tothello.rule.2', 'tothello.rule.3', 'tothello.rule.4', 'tothello.rule.5'],
  tasks: [
    { id: 'tothello.anywhere', start: 'startpos', goal: goals.turnsNothing },
    {
      id: 'tothello.chain',
      start: 'X------- -O------ --O----- ---OX--- ----O--- -------- -------- -------- X',
      goal: goals.turnsAll,
    },
    {
      id: 'tothello.safe',
      start: '-------- -------- --OO---- --XO---- ---OXX-- ---O---- -------- -------- X',
      goal: goals.turnsSafely,
    },
    {
      id: 'tothello.all',
      start: 'X------- -O---X-- --O--O-- --OOOOX- --O-O--- --X----- -------- -------- X',
      goal: goals.turnsAll,
    },
    {
      id: 'tothello.end',
      start: '-------- -------- --OXX--- --XXO--- ---XXO-- ---X---- -------- -------- X pass',
      goal: goals.endsAsWinner,
    },
  ],
}

const loa: Lesson = {
  game: 'loa',
  rules: [
    'loa.rule.1',
    'loa.rule.2',
    'loa.rule.3',
    'loa.rule.4',
    'loa.rule.5',
    ['loa.simultaneous.draw', 'loa.simultaneous.mover'],
    ['loa.no_move.pass', 'loa.no_move.lose'],
    ['loa.repetition.3', 'loa.repetition.2', 'loa.repetition.none'],
  ],
  tasks: [
    { id: 'loa.count', start: 'startpos', goal: goals.goesSteps(6) },
    { id: 'loa.capture', start: '8/8/5x2/4o3/8/o2x3o/8/2x1x3 x', goal: goals.captures },
    { id: 'loa.jump', start: '8/2o5/5x2/8/4o3/2xx2o1/8/3x4 x', goal: goals.jumpsOwn },
    { id: 'loa.connect', start: '8/5o2/3x2o1/2x5/8/6x1/2o5/8 x', goal: goals.connects },
    { id: 'loa.alone', start: '8/6o1/7o/3o4/2xx4/5x2/8/8 x', goal: goals.connects },
  ],
}

const draughts: Lesson = {
  game: 'draughts',
  rules: [
    'draughts.rule.1',
    'draughts.rule.2',
    'draughts.rule.3',
    ['draughts.majority.yes', 'draughts.majority.no'],
    'draughts.rule.4',
    ['draughts.promotion.end', 'draughts.promotion.at_once'],
    'draughts.rule.5',
    ['draughts.no_progress.none', 'draughts.no_progress.100', 'draughts.no_progress.150'],
  ],
  tasks: [
    { id: 'draughts.sideways', start: 'W:Wb3,c3,f2,g4:Bc6,d6,g7', goal: goals.goesSideways },
    { id: 'draughts.most', start: 'W:Wc4,f2,a4:Bc5,d6,e7,f3,g4,h5,a5', goal: goals.becomesKing },
    { id: 'draughts.offer', start: 'W:Wd4,e4,f4,e5:Bc5,d6,c7', goal: goals.offers(3) },
    { id: 'draughts.landing', start: 'W:WKa4,a2:Bd4,Ke8,Kf8', goal: goals.landsSafely },
    { id: 'draughts.block', start: 'W:WKc1,f2,g2:Bh2', goal: goals.wins },
  ],
}

export const lessons: readonly Lesson[] = [othello, tothello, draughts, loa]
