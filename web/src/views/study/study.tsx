// SPDX-License-Identifier: MIT
//
// Study: openings to look at, and drills of them.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Rules } from '../../engine/rules'
import { packGame } from '../../game/share'
import { GameTree } from '../../game/tree'
import { messageOf, t } from '../../i18n'
import type { Explained } from '../../i18n/errors'
import { Notice } from '../../parts/notice'
import { openLink } from '../../parts/opened_link'
import { useServices } from '../../services/context'
import { goTo, rename, route } from '../../services/router'
import { cardsOf, courseOf, deckFor, drillsOf } from '../../study/drill'
import { kept } from '../../study/kept'
import { Drills } from './drills'
import { Explorer } from './explorer'
import { openedTree, openTree } from './opened'
import './study.css'

/** Cards of all decks that were learned once and are due again. */
function dueOf(rules: Rules): number {
  const dues = drillsOf(kept.value).map(drill => {
    const course = courseOf(rules, drill)
    return deckFor(drill, course).count(cardsOf(course)).due
  })
  return dues.reduce((sum, due) => sum + due, 0)
}

/** The game that the address asks for, opened once; what is wrong with the address. */
function useAddressed(rules: Rules): { problem: Explained } | null {
  const wrong = useRef<{ tree: GameTree; problem: Explained } | null>(null)
  const packed = route.value.query.get('g')
  const game = route.value.query.get('game')
  useMemo(() => {
    if (packed) {
      const { tree, problem } = openLink(rules, packed)
      if (tree) openTree(tree)
      wrong.current = problem ? { tree: openedTree(rules), problem } : null
    } else if (rules.about.games.some(({ name }) => name === game)) openTree(new GameTree(rules, game!))
  }, [route.value])
  return wrong.current?.tree === openedTree(rules) ? wrong.current : null
}

/** Keep what is looked at in the address: a reload or the way back brings it back. */
function useAddress(rules: Rules, tree: GameTree, drilling: boolean) {
  const at = tree.cursor.value
  useLayoutEffect(() => {
    if (drilling) return
    const timer = setTimeout(() => rename(`#/study?g=${packGame(rules, tree)}`), 400)
    return () => clearTimeout(timer)
  }, [tree, at, route.value])
}

export function StudyView() {
  const { rules } = useServices()
  const wrong = useAddressed(rules)
  const drilling = route.value.query.get('tab') === 'drills'
  const due = useMemo(() => dueOf(rules), [drilling, kept.value])
  const tree = openedTree(rules)
  useAddress(rules, tree, drilling)
  const head = (
    <>
      <div class="study-head">
        <h1>{t('nav.study')}</h1>
        <div class="buttons" role="group" aria-label={t('study.parts')}>
          <button type="button" aria-pressed={!drilling} onClick={() => goTo('study')}>
            {t('study.openings')}
          </button>
          <button type="button" aria-pressed={drilling} onClick={() => goTo('study', { tab: 'drills' })}>
            {due ? t('study.drills.due', { count: due }) : t('study.drills')}
          </button>
        </div>
      </div>
      <Notice text={wrong && messageOf(wrong.problem)} about={wrong} />
    </>
  )
  return drilling ? <Drills>{head}</Drills> : <Explorer tree={tree}>{head}</Explorer>
}
