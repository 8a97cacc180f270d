// SPDX-License-Identifier: MIT
//
// A kept game opened in another view: its link, and what the play view needs to go on with it.
import type { Rules } from '../../engine/rules'
import { playerTag } from '../../game/source'
import { endingTags } from '../../game/match'
import { linkTo, linkToReview, packGame } from '../../game/share'
import { endOf, GameTree } from '../../game/tree'
import { matchOf, type PlayedGame } from '../../history/record'
import { resumeNext } from '../../history/resumed'
import { unpackMoves } from '../../history/moves_text'

/** The game as a tree. Throws a PageError if its moves cannot be played. */
export function treeOf(rules: Rules, game: PlayedGame): GameTree {
  const tree = new GameTree(rules, game.game, game.rules, game.start || undefined)
  const { plies = [] } = rules.line({ ...tree.played(tree.root), moves: unpackMoves(game.moves) ?? [] }, true)
  for (const move of plies) tree.play(move)
  for (const [index, player] of game.players.entries())
    if (player === 'engine') tree.tags[playerTag(index)] = `Flank, level ${game.level}`
  tree.tags['Date'] = new Date(game.begun).toLocaleDateString('sv').replaceAll('-', '.') // the Swedish way is the one of files
  if (game.result && game.result.how !== 'rules') Object.assign(tree.tags, endingTags(tree, game.result))
  return tree
}

export function openReview(rules: Rules, game: PlayedGame) {
  const tree = treeOf(rules, game)
  tree.goTo(tree.root)
  location.href = linkToReview(packGame(rules, tree))
}

/** One that is not over goes on as it was left; of one that is, the last position is shown, and one may go back and on from there. */
export function openPlay(rules: Rules, game: PlayedGame) {
  const tree = treeOf(rules, game)
  tree.goTo(endOf(tree.root))
  resumeNext(game.result ? null : matchOf(game))
  location.href = linkTo('play', packGame(rules, tree))
}
