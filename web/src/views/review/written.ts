// SPDX-License-Identifier: MIT
//
// The comments that a review has written into a game, in whatever language and at whatever level, known again by their words.
import { signal } from '@preact/signals'
import { allTexts, type TextKey } from '../../i18n'
import type { Node } from '../../game/tree'

const patterns = signal<readonly string[]>([])
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** "Mistake: {move} gives away …" as a pattern; a line of one move does not stand at the end. */
function patternOf(verdict: string, sentence: string): string {
  const open = sentence.replace(/[:：] ?\{line\}$/, '{rest}')
  return escaped(`${verdict}: ${open}`).replace(/\\\{(?!move\\\})\w+\\\}/g, '.+')
}

/** Fetch the words of all languages; those that cannot be had are not known again. */
export async function fetchWritten() {
  if (patterns.value.length) return
  const all = await allTexts()
  patterns.value = all.flatMap(texts => {
    const [verdicts, sentences] = ['review.verdict.', 'review.was.'].map(name => (Object.keys(texts) as TextKey[]).filter(key => key.startsWith(name)))
    return verdicts!.flatMap(verdict => sentences!.map(sentence => patternOf(texts[verdict], texts[sentence])))
  })
}

/** Has a review written this line of the comment of a move? Reads a signal: the words of other languages come later. */
export function isWritten(node: Node, line: string): boolean {
  const move = escaped(node.move?.move ?? '')
  return patterns.value.some(pattern => new RegExp(`^${pattern.replaceAll('\\{move\\}', move)}$`).test(line))
}
