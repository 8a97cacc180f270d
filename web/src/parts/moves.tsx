// SPDX-License-Identifier: MIT
//
// The moves of a game, variations with them, as a list that one walks along with the arrow keys: left and right by a move,
// up and down by two, Home and End. One move is in the tab order. The list is drawn when the tree changes; a step in it draws the two
// moves anew that it leaves and comes to.
import { computed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../i18n'
import { colorText } from '../board/spoken'
import { endOf, type GameTree, type Node } from '../game/tree'
import './parts.css'

/** The text behind a move. */
export interface MoveNote {
  text: string
  /** 'good', 'bad' …: a class of the caller's. */
  tone?: string
  /** Said instead of the text, and shown to who points at the move. */
  spoken?: string
}

export interface MoveListProps {
  tree: GameTree
  /** Instead of tree.goTo. */
  onGo?(node: Node): void
  note?(node: Node): MoveNote | undefined
}

interface ItemProps extends MoveListProps {
  node: Node
  go(node: Node): void
}

function MoveButton({ tree, node, note, go }: ItemProps) {
  void tree.version.value // the notes of a node are its own
  const isCurrent = useMemo(() => computed(() => tree.cursor.value === node), [tree, node])
  const current = isCurrent.value
  const { move } = node
  const extra = note?.(node)
  const name = move!.to ? move!.move : t('parts.pass')
  const spoken = extra?.spoken ?? extra?.text
  return (
    <button
      type="button"
      class={`move ${current ? 'current' : ''} ${extra?.tone ?? ''}`}
      data-ply={node.ply}
      tabIndex={-1}
      aria-current={current ? 'step' : undefined}
      aria-label={`${colorText(tree.sideAt(node.parent!))} ${name}${node.symbol ?? ''}${spoken ? `, ${spoken}` : ''}`}
      onClick={() => go(node)}
    >
      <span class="move-text">
        {name}
        {node.symbol}
      </span>
      {extra && <span class="move-note" data-text={extra.text} title={extra.spoken} aria-hidden="true" />}
    </button>
  )
}

const numberOf = (ply: number) => `${(ply + 1) >> 1}.`

/** "7." before a move of who began, "7.." before one of the other. */
export const moveNumber = ({ ply }: Node) => (ply % 2 ? numberOf(ply) : `${numberOf(ply)}.`)

/** A variation, in the running text: its moves, and those that leave it. */
function Variation({ first, ...props }: Omit<ItemProps, 'node'> & { first: Node }) {
  const nodes: Node[] = []
  for (let node: Node | undefined = first; node; node = node.children[0]) nodes.push(node)
  return (
    <span class="variation">
      {nodes.map((node, index) => (
        <span key={node.ply}>
          {(index === 0 || node.ply % 2 === 1) && (
            <span class="move-number">{moveNumber(node)}</span>
          )}
          <MoveButton {...props} node={node} />
          {index > 0 &&
            node.parent!.children.slice(1).map(other => <Variation key={other.move!.move} {...props} first={other} />)}
        </span>
      ))}
    </span>
  )
}

function rowsOf(tree: GameTree): Node[][] {
  const rows: Node[][] = []
  for (let node = tree.root.children[0]; node; node = node.children[0]) {
    if (node.ply % 2) rows.push([node])
    else rows.at(-1)!.push(node)
  }
  return rows
}

/** The node that a key leads to. */
function reached(key: string, at: Node, root: Node): Node | undefined {
  if (key === 'ArrowLeft') return at.parent ?? undefined
  if (key === 'ArrowRight') return at.children[0]
  if (key === 'ArrowUp') return at.parent?.parent ?? at.parent ?? undefined
  if (key === 'ArrowDown') return at.children[0]?.children[0] ?? at.children[0]
  if (key === 'Home') return root
  if (key === 'End') return endOf(at)
  return undefined
}

const walking = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']

/** Keep the current move in sight, within the list alone, whatever height the window leaves it. */
function InSight({ tree, list }: { tree: GameTree; list: RefObject<HTMLDivElement | null> }) {
  const look = () => {
    const box = list.current
    const current = box?.querySelector<HTMLElement>('.current')
    if (!box) return
    if (!current) box.scrollTop = 0
    else if (current.offsetTop < box.scrollTop) box.scrollTop = current.offsetTop - 8
    else if (current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = current.offsetTop + current.offsetHeight - box.clientHeight + 8
  }
  useEffect(look, [tree.cursor.value, tree.version.value])
  useEffect(() => {
    const sizes = new ResizeObserver(look)
    sizes.observe(list.current!)
    return () => sizes.disconnect()
  }, [])
  return null
}

export function MoveList({ tree, onGo, note }: MoveListProps) {
  void tree.version.value
  const list = useRef<HTMLDivElement>(null)
  const go = onGo ?? ((node: Node) => tree.goTo(node))
  const keyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !walking.includes(event.key)) return
    event.preventDefault()
    const next = reached(event.key, tree.cursor.value, tree.root)
    if (next) go(next)
  }
  const item = { tree, go, ...(note ? { note } : {}) }
  return (
    <div ref={list} class="moves on-paper" role="group" tabIndex={0} aria-label={t('parts.moves')} onKeyDown={keyDown}>
      <InSight tree={tree} list={list} />
      {rowsOf(tree).map(row => (
        <div class="move-row" key={row[0]!.ply}>
          <span class="move-number">{numberOf(row[0]!.ply)}</span>
          {row.map(node => (
            <MoveButton key={node.ply} {...item} node={node} />
          ))}
          {row
            .flatMap(node => node.parent!.children.slice(1))
            .map(other => (
              <Variation key={other.move!.move} {...item} first={other} />
            ))}
        </div>
      ))}
    </div>
  )
}
