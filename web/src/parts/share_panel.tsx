// SPDX-License-Identifier: MIT
//
// Giving a game away: as a link, as text in any notation that can hold it, as a picture, as a file.
import { useMemo, useState } from 'preact/hooks'
import { boardPng, boardSvg, type Picture } from '../board/picture'
import type { Turn } from '../board/squares'
import { problemOf } from '../engine/module'
import type { Rules } from '../engine/rules'
import type { FormatFacts, Written } from '../engine/types'
import { linkTo, packLink } from '../game/share'
import { treeText } from '../game/text'
import type { GameTree } from '../game/tree'
import { language, maybeText, messageOf, t } from '../i18n'
import type { Problem } from '../i18n/errors'
import { useServices } from '../services/context'
import { copyText } from './clipboard'
import { download } from './download'
import './share.css'

export interface ShareProps {
  tree: GameTree
  view: 'play' | 'review' | 'setup'
  /** The view of the board, for pictures. */
  turn?: Turn
}

export function SharePanel({ tree, view, turn }: ShareProps) {
  const { rules } = useServices()
  const [told, setTold] = useState('')
  const copy = (write: () => Promise<void>) =>
    void write().then(
      () => setTold(t('share.copied')),
      () => setTold(t('share.refused')),
    )
  return (
    <div class="share-panel">
      <h2 id="share-title">{t('share.title')}</h2>
      <Link tree={tree} view={view} rules={rules} copy={copy} />
      <Text tree={tree} rules={rules} copy={copy} />
      <PictureParts tree={tree} turn={turn ?? 0} copy={copy} />
      <p role="status" class="quiet">
        {told}
      </p>
    </div>
  )
}

type Copy = (write: () => Promise<void>) => void

function Link({ tree, view, rules, copy }: ShareProps & { rules: Rules; copy: Copy }) {
  const { packed, shortened } = useMemo(() => packLink(rules, tree), [tree])
  const link = linkTo(view, packed)
  const title = maybeText(`game.${tree.facts.name}`, tree.facts.title)
  return (
    <section>
      <label for="share-link">{t('share.link')}</label>
      <div class="share-row">
        <input id="share-link" type="text" readonly value={link} onFocus={event => event.currentTarget.select()} />
        <button type="button" onClick={() => copy(() => copyText(link))}>
          {t('share.copy')}
        </button>
        {'share' in navigator && (
          <button type="button" onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}>
            {t('share.send')}
          </button>
        )}
      </div>
      <p class={shortened ? 'bad' : 'quiet'}>{t(shortened ? 'share.link.shortened' : 'share.link.holds')}</p>
    </section>
  )
}

// ---- Text

/** One way to write the game or the position. */
interface Style {
  id: string
  label: string
  extension: string
  write(): Written
}

/** The losses that nobody wonders at where moves alone are written. */
const BESIDE_MOVES = ['tags', 'results', 'times', 'values']

function movesAlone(written: Written): Written {
  return { ...written, losses: written.losses.filter(({ what }) => !BESIDE_MOVES.includes(what)) }
}

const asWritten = (text: string): Written => ({ text, losses: [] })

/** All ways: formats of games that hold this one, and notations of the position. */
function stylesOf(rules: Rules, tree: GameTree): Style[] {
  const holds = (format: FormatFacts) => format.writes && format.games.includes(tree.facts.name)
  const text = treeText(tree)
  const formats = rules.formats.filter(holds).map(format => ({
    id: format.name,
    label: maybeText(`share.format.${format.name}`, format.title),
    extension: format.extensions.split(' ')[0] ?? 'txt',
    write: () => (format.name === 'transcript' ? movesAlone(rules.write(text, format.name)) : rules.write(text, format.name)),
  }))
  const first = formats.findIndex(format => format.id === 'transcript')
  if (first > 0) formats.unshift(...formats.splice(first, 1))
  const positions = Object.entries(rules.styles(tree.played())).map(([style, position]) => ({
    id: `position-${style}`,
    label: t('share.position', { style: maybeText(`style.${style}`, style) }),
    extension: 'txt',
    write: () => asWritten(position),
  }))
  return tree.root.children.length ? [...formats, ...positions] : [...positions, ...formats]
}

/** Content that the format cannot hold does not end the page. */
function written(style: Style): Written & { error?: Problem } {
  try {
    return style.write()
  } catch (error) {
    return { losses: [], error: problemOf(error) }
  }
}

function Text({ tree, rules, copy }: { tree: GameTree; rules: Rules; copy: Copy }) {
  const styles = useMemo(() => stylesOf(rules, tree), [tree, language.value])
  const [chosen, choose] = useState(styles[0]!.id)
  const style = styles.find(({ id }) => id === chosen) ?? styles[0]!
  const result = useMemo(() => written(style), [style])
  const { text, base64, error } = result
  return (
    <section>
      <label for="share-style">{t('share.text')}</label>
      <div class="share-row">
        <select id="share-style" value={style.id} onChange={event => choose(event.currentTarget.value)}>
          {styles.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" disabled={!text} onClick={() => copy(() => copyText(text ?? ''))}>
          {t('share.copy')}
        </button>
        <button type="button" disabled={!!error} onClick={() => download(bytesOf(result), fileName(tree, style.extension))}>
          {t('share.download')}
        </button>
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      {text !== undefined && <textarea class="share-text" readonly rows={4} value={text} aria-label={style.label} />}
      {base64 !== undefined && <p class="quiet">{t('share.binary')}</p>}
      <Losses losses={result.losses} />
    </section>
  )
}

function Losses({ losses }: { losses: Written['losses'] }) {
  if (losses.length === 0) return null
  return (
    <>
      <p class="quiet">{t('share.losses')}</p>
      <ul class="share-losses quiet">
        {losses.map(({ what, fate, count }) => (
          <li key={what}>
            {t('share.loss', {
              what: maybeText(`share.loss.${what}`, what),
              fate: maybeText(`share.fate.${fate}`, fate),
              count,
            })}
          </li>
        ))}
      </ul>
    </>
  )
}

function bytesOf({ text, base64 }: Written): BlobPart {
  return base64 === undefined ? (text ?? '') : Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
}

/** "ann-bob-2001.sgf", "othello.sgf". */
function fileName(tree: GameTree, extension: string): string {
  const { Black, White, Date: date } = tree.tags
  const name = [Black, White, /^\d{4}/.exec(date ?? '')?.[0]].filter(Boolean).join('-') || tree.facts.name
  return `${name.replace(/[^\p{L}\p{N}-]+/gu, '_').slice(0, 60)}.${extension}`
}

// ---- Pictures

function PictureParts({ tree, turn, copy }: { tree: GameTree; turn: Turn; copy: Copy }) {
  const line = tree.line.value
  const picture: Picture = {
    facts: tree.facts,
    rules: tree.rules,
    board: line.board,
    turn,
    lastMove: tree.cursor.value.move,
    title: `${maybeText(`game.${tree.facts.name}`, tree.facts.title)}: ${line.position}`,
  }
  const svg = useMemo(() => boardSvg(picture), [tree.cursor.value, turn])
  const copyPng = async () => navigator.clipboard.write([new ClipboardItem({ 'image/png': boardPng(picture) })])
  return (
    <section>
      <h3>{t('share.picture')}</h3>
      <div class="share-row">
        <img class="share-picture" alt="" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
        <button type="button" onClick={() => copy(copyPng)}>
          {t('share.picture.copy')}
        </button>
        <button type="button" onClick={() => void boardPng(picture).then(blob => download(blob, fileName(tree, 'png')))}>
          PNG
        </button>
        <button type="button" onClick={() => download(svg, fileName(tree, 'svg'))}>
          SVG
        </button>
      </div>
    </section>
  )
}
