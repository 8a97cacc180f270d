// SPDX-License-Identifier: MIT
//
// The review view: first where a game comes in, then the game.
import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Sheet } from '../../engine/types'
import { ofLink, type Source } from '../../game/source'
import { GameTree, mainLine } from '../../game/tree'
import { messageOf, t } from '../../i18n'
import type { Explained } from '../../i18n/errors'
import { useIncoming } from '../../parts/incoming'
import { Notice } from '../../parts/notice'
import { openLink } from '../../parts/opened_link'
import { useServices, type Services } from '../../services/context'
import { route } from '../../services/router'
import { ownLevels, sayDone } from './controls'
import { GameReview } from './game'
import { newOpening, openInto, OpenPanel } from './open'
import { Reviewing } from './reviewing'
import './review.css'

/** The reviewed game, while one looks at other views. */
const shown = signal<GameTree | null>(null)
const choosing = signal(true)
/** The reason why the game that is shown is not all of what a link was to hold. */
const partly = signal<Explained | null>(null)
const opening = newOpening()
const reviewing = new Reviewing()
/** The "g" of the address that was opened last: it is opened once. */
let opened: string | null = null

/** A link to a game that is over is one to its review. One to an unfinished line shows a position, and nobody has asked for more. */
const isFinished = (tree: GameTree) => tree.tags['Result'] !== undefined || tree.lineAt(mainLine(tree).at(-1)!).over

/** `begins`: a review begins by itself. */
function show({ engine, rules }: Services, tree: GameTree, begins: boolean) {
  reviewing.clear()
  opening.failure.value = null
  partly.value = null
  shown.value = tree
  choosing.value = false
  void reviewing.recall(engine, tree, begins ? ownLevels(tree.facts, rules.about.level_max) : [], sayDone)
}

/** Open the game of a link, and tell why not all of it. */
function openPacked(services: Services, packed: string, begins: boolean) {
  const { tree, problem } = openLink(services.rules, packed)
  if (tree) {
    show(services, tree, begins || (!problem && isFinished(tree)))
    partly.value = problem
  } else {
    opening.failure.value = { problem: problem! }
    choosing.value = true
  }
}

/** The game in a pasted link to this page. */
const packedIn = ({ data }: Source) => (typeof data === 'string' ? /#\/\w+\?g=([^&\s]+)/.exec(data)?.[1] : undefined)

export function ReviewView() {
  const services = useServices()
  const { rules } = services
  const { query } = route.value
  const link = query.get('g')
  useLayoutEffect(() => {
    if (!link || link === opened) return
    opened = link
    openPacked(services, link, query.has('begin'))
  }, [route.value])
  const onSheet = (sheet: Sheet) => show(services, GameTree.ofSheet(rules, sheet), true)
  const onSource = (source: Source | null) => {
    choosing.value = true
    const packed = source && packedIn(source)
    if (packed) openPacked(services, packed, true)
    else openInto(opening, rules, source && ofLink(source), onSheet)
  }
  const over = useIncoming(onSource)
  const tree = shown.value
  if (!tree || choosing.value)
    return (
      <OpenPanel rules={rules} opening={opening} over={over} onSource={onSource} onSheet={onSheet}>
        {tree && (
          <button type="button" onClick={() => (choosing.value = false)}>
            {t('review.open.back')}
          </button>
        )}
      </OpenPanel>
    )
  return (
    <>
      <Notice text={partly.value && messageOf(partly.value)} about={tree} />
      <GameReview
        key={String(treeNumber(tree))}
        tree={tree}
        reviewing={reviewing}
        onOther={() => (choosing.value = true)}
        fromList={!!opening.collection.value}
        onAddress={packed => (opened = packed)}
      />
    </>
  )
}

const numbers = new WeakMap<GameTree, number>()
let trees = 0

/** A number of its own for every tree, so that a new game begins with a new view. */
function treeNumber(tree: GameTree): number {
  if (!numbers.has(tree)) numbers.set(tree, ++trees)
  return numbers.get(tree)!
}
