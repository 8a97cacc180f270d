// SPDX-License-Identifier: MIT
//
// A tree as Flank's own text (docs/users/formats.md), which holds everything; the engine writes every other format from it.
import type { GameTree, Node } from './tree'

export const quoted = (text: string) => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`
const inBraces = (text: string) =>
  `{${text
    .replace(/[\\}]/g, '\\$&')
    .replace(/^[+\-@\d]/, '\\$&')
    .replace(/^\[/gm, '\\[')}}`

/** "{+1.25 3.4s}": the value and the time of a move. */
function noteText({ value, time }: Node): string | undefined {
  const parts = []
  if (value !== undefined) parts.push(`${value < 0 ? '' : '+'}${value}`)
  if (time !== undefined) parts.push(`${time}s`)
  return parts.length ? `{${parts.join(' ')}}` : undefined
}

function moveText(node: Node, number: boolean): string {
  const parts = number ? [node.ply % 2 ? `${(node.ply + 1) / 2}.` : `${node.ply / 2}...`] : []
  parts.push(node.move!.move + (node.symbol ?? ''))
  const note = noteText(node)
  if (note) parts.push(note)
  if (node.comment) parts.push(inBraces(node.comment))
  return parts.join(' ')
}

/** The moves from `node` on; variations behind the move that they replace. */
function lineText(node: Node | undefined, out: string[]) {
  for (let first = true; node; node = node.children[0]) {
    out.push(moveText(node, first || node.ply % 2 === 1))
    first = false
    const siblings = node.parent!.children
    if (siblings[0] !== node) continue
    for (const other of siblings.slice(1)) {
      const inner: string[] = []
      lineText(other, inner)
      out.push(`(${inner.join(' ')})`)
      first = true
    }
  }
}

export function treeText(tree: GameTree): string {
  const tags: [string, string][] = [['Game', tree.facts.name]]
  if (tree.rules) tags.push(['Rules', tree.rules])
  if (tree.start) tags.push(['Position', tree.start])
  tags.push(...Object.entries(tree.tags).filter(([name]) => !['Game', 'Rules', 'Position'].includes(name)))
  const moves: string[] = tree.root.comment ? [inBraces(tree.root.comment)] : []
  lineText(tree.root.children[0], moves)
  return `${tags.map(([name, value]) => `[${name} ${quoted(value)}]`).join('\n')}\n\n${moves.join(' ')}\n`
}
