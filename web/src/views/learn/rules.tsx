// SPDX-License-Identifier: MIT
//
// The rules of a game in a few sentences: those by which a game is played, and behind them what else New game lets one choose.
import type { LearnKey } from '../../i18n/learn/en'
import { rulesTexts } from '../../parts/game_names'
import type { Lesson } from './tasks'
import type { Tell } from './texts'

/** The key of the words on a setting: "othello.goal.fewest" of "goal=fewest". */
const keyOf = (game: string, setting: string) => `${game}.${setting.replace('=', '.')}`

const choicesOf = ({ rules }: Lesson) => rules.filter(rule => typeof rule !== 'string')

/** The settings of an address that are of this game, and not the usual ones: "goal=fewest,board=6". */
export function settingsOf(lesson: Lesson, asked: string): string {
  const unusual: readonly string[] = choicesOf(lesson).flatMap(([, ...others]) => others)
  return asked.split(',').filter(setting => unusual.includes(keyOf(lesson.game, setting))).join(',')
}

interface RulesProps {
  lesson: Lesson
  /** As settingsOf gives them. */
  settings: string
  open: boolean
  tell: Tell
}

export function Rules({ lesson, settings, open, tell }: RulesProps) {
  const { game } = lesson
  const set: readonly string[] = settings.split(',').map(setting => keyOf(game, setting))
  const inForce = (texts: readonly LearnKey[]) => texts.find(key => set.includes(key)) ?? texts[0]!
  const others = choicesOf(lesson).flatMap(texts => texts.filter(key => key !== inForce(texts)))
  return (
    <>
      <details key={`${game} ${settings}`} class="learn-rules" open={open}>
        <summary>{[tell('rules'), ...rulesTexts(game, settings)].join(' · ')}</summary>
        <ol>
          {lesson.rules.map(rule => {
            const key = typeof rule === 'string' ? rule : inForce(rule)
            return <li key={key}>{tell(key)}</li>
          })}
        </ol>
        {settings && <p class="quiet">{tell('rules.usual')}</p>}
      </details>
      {others.length > 0 && (
        <details key={`${game} others`} class="learn-rules others">
          <summary>{tell('rules.other')}</summary>
          <ul>
            {others.map(key => (
              <li key={key}>{tell(key)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
