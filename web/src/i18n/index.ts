// SPDX-License-Identifier: MIT
//
// The page's languages, and numbers and dates in them. A language is one file with the texts of en/, and one in errors/
// with those of the engine; it is one line in this one.
import { batch, signal } from '@preact/signals'
import { en, type TextKey, type Texts } from './en'
import { own, rendered, type ErrorTexts, type Explained } from './errors'

export type { TextKey }

/** Languages by their tag (BCP 47), in the order in which they are offered; all but English are fetched when chosen. */
export const languages = {
  en: { name: 'English', load: async () => ({ texts: en }), loadErrors: () => import('./errors/en') },
  'zh-Hant': { name: '繁體中文', load: () => import('./zh-Hant'), loadErrors: () => import('./errors/zh-Hant') },
  'zh-Hans': { name: '简体中文', load: () => import('./zh-Hans'), loadErrors: () => import('./errors/zh-Hans') },
  ja: { name: '日本語', load: () => import('./ja'), loadErrors: () => import('./errors/ja') },
  tr: { name: 'Türkçe', load: () => import('./tr'), loadErrors: () => import('./errors/tr') },
} satisfies Record<
  string,
  { name: string; load(): Promise<{ texts: Texts }>; loadErrors(): Promise<{ errors: Omit<ErrorTexts, keyof typeof own> }> }
>
export type LanguageTag = keyof typeof languages

const texts = signal<Texts>(en)
const errors = signal<Partial<ErrorTexts>>(own)
export const language = signal<LanguageTag>('en')
let wanted: LanguageTag = 'en'
let errorsOf: LanguageTag | undefined // whose texts of errors are there or on their way

/** Fetch a language and speak it, unless another one is wanted before it is here. */
export async function chooseLanguage(tag: LanguageTag) {
  wanted = tag
  const chosen = await languages[tag].load()
  if (wanted !== tag) return
  batch(() => {
    texts.value = chosen.texts
    language.value = tag
  })
  document.documentElement.lang = tag
  if (errorsOf) await fetchErrors() // one is shown, or was
}

/** The texts of every language that can be fetched. */
export async function allTexts(): Promise<Texts[]> {
  const all = await Promise.all(Object.values(languages).map(({ load }) => load().catch(() => undefined)))
  return all.flatMap(found => found?.texts ?? [])
}

/** Fetch the texts of errors in the language; where that fails an error is shown by its code. */
export async function fetchErrors() {
  const tag = language.value
  if (errorsOf === tag) return
  errorsOf = tag
  try {
    const found = await languages[tag].loadErrors()
    if (language.value === tag) errors.value = { ...own, ...found.errors }
  } catch {
    if (errorsOf === tag) errorsOf = undefined
    if (errors.value === own) errors.value = { ...own } // nothing comes: show the codes
  }
}

const counter = '(?=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])'
const breaks = new RegExp(`(\\d|[万萬億亿](?= ))( ?)${counter}`, 'gu') // 340萬 個局面, too
const joints = new RegExp(`([\\d万萬億亿])([\u00a0\u2060])${counter}`, 'gu')

/** A number and the Chinese or Japanese word behind it, as in 12 手, stay in one line. */
export const unbroken = (text: string) => text.replace(breaks, (_, end: string, gap: string) => end + (gap ? '\u00a0' : '\u2060'))

/** A text as it is written into files, whose lines end elsewhere. */
export const plainText = (text: string) => text.replace(joints, (_, end: string, joint: string) => end + (joint === '\u00a0' ? ' ' : ''))

/** A text of the language with its {name}s replaced, numbers with `most` decimals. */
export function filled(text: string, args: Record<string, string | number>, most = 0): string {
  const whole = text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = args[name] ?? gap
    return typeof value === 'number' ? decimal(value, most) : value
  })
  return unbroken(whole)
}

/** The text of a key, {name} replaced by its argument. Reads a signal: a component that calls it follows the language. */
export const t = (key: TextKey, args: Record<string, string | number> = {}) => filled(texts.value[key], args, 3)

/** The text of a key made from data ("game." + name), or `otherwise` where there is none. */
export function maybeText(key: string, otherwise: string, args: Record<string, string> = {}): string {
  return key in texts.value ? t(key as TextKey, args) : otherwise
}

// ---- Everything that the engine and the parsers say

const gameTexts = (Object.keys(en) as TextKey[]).filter(key => key.startsWith('game.'))

/** A colour or a game in a message, by its English name; "white", not "White", in the middle of it. */
function nameText(name: string): string {
  const game = gameTexts.find(key => en[key] === name)
  if (game) return t(game)
  const color = maybeText(`color.${name.toLowerCase()}`, name)
  return /^[a-z]/.test(name) ? color.toLocaleLowerCase(language.value) : color
}

/** The reason that a game is over, by its code; `words` for a game that the page does not know. */
export const reasonText = (code: string, words: string) => maybeText(`play.reason.${code}`, words)

/** The same in what is told of a winner, whose pieces it may be about. */
export const winnersReasonText = (code: string, words: string, color: string) =>
  maybeText(`play.reason.${code}.of`, reasonText(code, words), { color })

/** The same as it is told to the one who has lost by it. */
export const losersReasonText = (code: string, words: string, color: string) =>
  maybeText(`play.reason.${code}.you`, winnersReasonText(code, words, color))

/** The text of a problem, in the language; the words of the browser stay as they are. Until its language's texts of errors are
 * here it is shown in another one's, and until any are, by an ellipsis. */
export function messageOf(problem: Explained): string {
  if (typeof problem === 'string') return problem
  if (typeof problem === 'function') return problem()
  void fetchErrors()
  if (errors.value === own && !(problem.code in own)) return '…'
  return unbroken(rendered(errors.value, problem, { name: nameText, reason: reasonText }))
}

/** The same as a sentence of its own. */
export function sentenceOf(problem: Explained): string {
  const text = messageOf(problem)
  const stop = /^(ja|zh)/.test(language.value) ? '。' : '.'
  return text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1) + (/[.。…!?！？]$/.test(text) ? '' : stop)
}

// ---- Numbers and dates

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language.value + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(language.value, options)
  formats.set(key, format)
  return format
}

const plurals = new Map<LanguageTag, Intl.PluralRules>()

/** True if the language speaks of `n` things as of one. A browser makes rules as slowly as formats: each language's are kept. */
export function isOne(n: number): boolean {
  const rules = plurals.get(language.value) ?? new Intl.PluralRules(language.value)
  plurals.set(language.value, rules)
  return rules.select(n) === 'one'
}

/** A number with `most` decimals, zeros at their end left out beyond `least`. Years stay years: four digits are not grouped. */
export function decimal(value: number, most: number, least = 0): string {
  // In all our languages; the first use of a browser's formats takes as long as half a board.
  if (!least && Number.isInteger(value) && Math.abs(value) < 10_000) return String(value)
  return numberFormat({ maximumFractionDigits: most, minimumFractionDigits: least, useGrouping: 'min2' }).format(value)
}

/** "3.4M", "340萬": a large number in short. */
export const shortNumber = (value: number) => numberFormat({ notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** A date of a game, "2001.05.12", "2001-05-12", "2001.05.??" or "2001", as the language writes it; anything else as it is. */
export function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4})[.-](\d\d)(?:[.-](\d\d|\?\?))?$/.exec(date) ?? []
  if (!year || !month) return date.replaceAll('.??', '')
  const exact = day !== undefined && day !== '??'
  const time = Date.UTC(Number(year), Number(month) - 1, exact ? Number(day) : 1)
  const shown: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', timeZone: 'UTC' }
  if (exact) shown.day = 'numeric'
  return unbroken(new Intl.DateTimeFormat(language.value, shown).format(time))
}
