// SPDX-License-Identifier: MIT
//
// A mistake of a reviewed game as a small puzzle: the board shows the position before it, and a better move is to be found. A move that
// is tried is judged by a search as deep as the review's, and leaves the game as it is.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { GameFacts, Move, Review } from '../../engine/types'
import type { GameTree, Node } from '../../game/tree'
import { t } from '../../i18n'
import { announce } from '../../parts/announce'
import { useQuestion } from '../../parts/question'
import { showBoard } from '../../parts/to_board'
import { shareOf, turned, type Valued } from '../../parts/values'
import { useServices } from '../../services/context'
import { isMistake, judgementOf, type Reviewed } from './reviewing'
import { asValue, lineText, playedValue, valueText } from './words'

const AS_GOOD = 2 // discs: less is no inaccuracy (docs/users/verdicts.md)
const AS_GOOD_SHARE = 0.25 // of what was given away of the bar of both colours, where discs do not count: a forced win is 300 pieces

const WON = 300 // in games without discs to count (FLANK_SCORE_WIN)

type Tried = { kind: 'right' | 'same' | 'shown' } | { kind: 'checking'; move: Move } | { kind: 'good' | 'better' | 'worse'; move: Move; value: Valued }

/** The rank of a move that was tried, between the best one and the one of the game. */
export function judged(facts: GameFacts, review: Review, score: number): 'good' | 'better' | 'worse' {
  const best = review.score ?? 0
  const played = review.played_score ?? 0
  const lost = (than: number) => shareOf(best, facts) - shareOf(than, facts)
  if (facts.scores_discs ? best - score < AS_GOOD : lost(score) <= AS_GOOD_SHARE * lost(played)) return 'good'
  return score > played ? 'better' : 'worse'
}

/** The next mistake of the side that made this one, from the start again behind the last. */
export function nextOwn(reviewed: Reviewed, node: Node): Node | undefined {
  const color = judgementOf(reviewed, node)?.color
  const own = reviewed.nodes.filter(each => isMistake(judgementOf(reviewed, each)) && judgementOf(reviewed, each)!.color === color)
  return own[(own.indexOf(node) + 1) % own.length]
}

export interface Again {
  /** The mistake that is tried again; null: none is. */
  review: Review | null
  tried: Tried | null
  /** The position on the board meanwhile. */
  board: { board: string; legal: readonly Move[]; lastMove: Move | null } | null
  begin(node: Node): void
  play(move: Move): void
  show(): void
  once(): void
  end(): void
}

export function useAgain(tree: GameTree, reviewed: Reviewed | null): Again {
  const { rules } = useServices()
  const question = useQuestion()
  const [state, setState] = useState<{ node: Node; tried: Tried | null } | null>(null)
  const here = state?.node === tree.cursor.value ? state : null
  const review = (here && judgementOf(reviewed, here.node)) ?? null
  const parent = here?.node.parent
  const set = (tried: Tried | null) => here && setState({ node: here.node, tried })
  const end = () => {
    question.stop()
    setState(null)
  }
  // Whoever walks away from a mistake has given it up.
  useLayoutEffect(() => {
    if (state && state.node !== tree.cursor.value) end()
  }, [tree.cursor.value]) // an effect would miss one who comes back before the next painting
  useLayoutEffect(() => {
    if (!review) return
    const keyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
      event.preventDefault()
      end()
    }
    document.addEventListener('keydown', keyDown)
    return () => document.removeEventListener('keydown', keyDown)
  }, [review])
  /** The value for `side` behind a move, by the rules or by a search as deep as the review's; null: it was given up. */
  const worthBehind = async (side: string, move: Move): Promise<Valued | null> => {
    const before = tree.played(parent!)
    const played = { ...before, moves: [...(before.moves ?? []), move.move] }
    const { over, discs, winner } = rules.line(played)
    const [first] = tree.facts.colors
    if (over && discs !== undefined) return { score: side === first ? discs : -discs, exact: true }
    if (over && winner) return winner === side ? { score: WON, win_in: 0 } : { score: -WON, loss_in: 0 }
    if (over) return { score: 0, exact: true }
    const { depth = 1, selectivity = 0 } = review!
    const thought = await question.ask({ ask: 'think', played, depth: Math.max(1, depth - 1), selectivity, lines: 1 })
    if (!thought) return null
    const { score, exact, win_in, loss_in } = move.side === side ? thought : turned(thought)
    // Of this position; the move itself is one more.
    return {
      score,
      ...(exact ? { exact } : {}),
      ...(win_in === undefined ? {} : { win_in: win_in + 1 }),
      ...(loss_in === undefined ? {} : { loss_in: loss_in + 1 }),
    }
  }
  const search = async (move: Move) => {
    const { node } = here!
    const side = tree.sideAt(parent!)
    set({ kind: 'checking', move })
    try {
      const value = await worthBehind(side, move)
      if (value) setState({ node, tried: { kind: judged(tree.facts, review!, value.score), move, value } })
    } catch {
      setState({ node, tried: null }) // the engine is away: it may be tried again
    }
  }
  const play = (move: Move) => {
    if (move.move === review!.best) set({ kind: 'right' })
    else if (move.move === review!.move) set({ kind: 'same' })
    else void search(move)
  }
  const tried = here?.tried ?? null
  const moveShown = tried && parent ? ('move' in tried ? tried.move : tree.movesAt(parent).find(({ move }) => move === review?.best && tried.kind !== 'same')) : undefined
  const board = !review || !parent ? null : moveShown
    ? { board: moveShown.board, legal: [], lastMove: moveShown }
    : { board: tree.lineAt(parent).board, legal: tree.movesAt(parent), lastMove: parent.move }
  return {
    review,
    tried,
    board,
    begin: node => {
      question.stop()
      tree.goTo(node)
      setState({ node, tried: null })
      showBoard()
    },
    play,
    show: () => set({ kind: 'shown' }),
    once: () => set(null),
    end,
  }
}

function words(facts: GameFacts, review: Review, tried: Tried | null): string {
  const best = review.best ?? ''
  const played = review.move ?? ''
  const best_value = valueText(facts, asValue(review))
  const played_value = valueText(facts, playedValue(review))
  if (!tried) return t('again.ask', { color: colorText(review.color), played })
  switch (tried.kind) {
    case 'right':
      return t('again.right', { move: best, value: best_value })
    case 'same':
      return t('again.same', { move: played })
    case 'shown':
      return t('again.shown', { best, value: best_value, line: lineText(review.pv ?? [best]) })
    case 'checking':
      return t('again.checking', { move: tried.move.move })
    default: {
      const value = valueText(facts, tried.value)
      return t(`again.${tried.kind}`, { move: tried.move.move, value, best, best_value, played, played_value })
    }
  }
}

/** In the place of the words about the move. */
export function AgainPanel({ tree, reviewed, again }: { tree: GameTree; reviewed: Reviewed; again: Again }) {
  const { tried } = again
  const review = again.review!
  const text = words(tree.facts, review, tried)
  useEffect(() => announce(text), [text])
  const done = tried?.kind === 'right' || tried?.kind === 'good' || tried?.kind === 'shown'
  const checking = tried?.kind === 'checking'
  const next = nextOwn(reviewed, tree.cursor.value)
  return (
    <section class={`judgement again ${tried?.kind ?? ''} ${tree.facts.scores_discs ? '' : 'of-chances'}`}>
      <h2>{t('again.title')}</h2>
      <div class="judgement-words">
        <p>
          {done && tried.kind !== 'shown' && <span aria-hidden="true">✓ </span>}
          {text}
        </p>
      </div>
      <div class="buttons">
        <button type="button" disabled={done || checking} onClick={again.show}>
          {t('again.show')}
        </button>
        <button type="button" disabled={!tried || checking} onClick={again.once}>
          {t('again.once')}
        </button>
        {next && next !== tree.cursor.value && (
          <button type="button" class={done ? 'main' : ''} onClick={() => again.begin(next)}>
            {t('again.next')}
          </button>
        )}
        <button type="button" onClick={again.end}>
          {t('again.end')}
        </button>
      </div>
    </section>
  )
}
