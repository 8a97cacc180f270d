// SPDX-License-Identifier: MIT
//
// All mistakes of a game and all comments in words, for paper, on which nobody walks to them. The screen does not show it.
import { useEffect } from 'preact/hooks'
import type { GameFacts, Review } from '../../engine/types'
import type { GameTree, Node } from '../../game/tree'
import { t } from '../../i18n'
import { moveNumber } from '../../parts/moves'
import { isMistake, judgementOf, ownComment, signs, type Reviewed } from './reviewing'
import { betterLine, lossText, lostSentence, refutationSentence, sentence, turnText, verdictSentence } from './words'
import { fetchWritten } from './written'

/** The nodes in the order of the list of moves: a variation behind the move that it replaces. */
function nodesFrom(node: Node): Node[] {
  const others = node.parent?.children[0] === node ? node.parent.children.slice(1) : []
  return [node, ...others.flatMap(nodesFrom), ...(node.children[0] ? nodesFrom(node.children[0]) : [])]
}

const lossesOf = (facts: GameFacts, fault: Review) => [lostSentence(facts, fault), refutationSentence(fault, fault.refutation?.join(' '))]

export function ForPaper({ tree, reviewed }: { tree: GameTree; reviewed: Reviewed | null }) {
  void tree.version.value
  const { facts } = tree
  const isCommented = nodesFrom(tree.root).some(({ comment }) => comment)
  useEffect(() => void (isCommented && fetchWritten()), [isCommented])
  const rows = nodesFrom(tree.root).flatMap(node => {
    const judged = judgementOf(reviewed, node)
    const fault = isMistake(judged) ? judged : undefined
    const comment = ownComment(reviewed, node, review => verdictSentence(facts, review))
    if (!fault && !comment) return []
    const sign = fault ? signs[fault.verdict!] : ''
    const move = node.move?.to ? node.move.move : t('parts.pass')
    const head = [moveNumber(node), move + (node.symbol ?? ''), node.symbol === sign ? '' : sign].join(' ').trim()
    const told = fault ? [`\u2212${lossText(facts, fault)}`, sentence(facts, fault, betterLine(fault).join(' ')), ...lossesOf(facts, fault), fault.turning && turnText(fault)] : []
    return (
      <p>
        {node.move && <b>{head}</b>} {[...told, comment].filter(Boolean).join('\n')}
      </p>
    )
  })
  if (!rows.length) return null
  return (
    <section class="told-mistakes on-paper paper-only">
      <h2>{t('review.paper')}</h2>
      {rows}
    </section>
  )
}
