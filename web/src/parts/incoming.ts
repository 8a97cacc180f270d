// SPDX-License-Identifier: MIT
//
// Games that come in from outside: files that are chosen, anything dropped or pasted onto the page.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Source } from '../game/source'
import { listKind, readNames, type NameLists } from '../game/wthor_names'

const LARGEST = 64 << 20 // bytes of a file

let chosen = 0 // counts the times that something was chosen to be opened

/** Take what was chosen, once its files are read: unless something else was chosen meanwhile, which is what is wanted now. */
export async function take(source: Promise<Source | null> | Source, open: (source: Source | null) => void) {
  const number = ++chosen
  const read = await source
  if (number === chosen) open(read)
}

/** Files as one source: lists of names go to the games that lie beside them. */
export async function sourceOf(files: readonly File[]): Promise<Source | null> {
  const lists: NameLists = { players: [], events: [] }
  let games: File | undefined
  for (const file of files) {
    const kind = listKind(file.name)
    if (!kind) games ??= file
    else lists[kind === 'jou' ? 'players' : 'events'] = readNames(await bytesOf(file), kind)
  }
  if (!games || games.size > LARGEST) return null
  const data = await bytesOf(games)
  return { data: fromUtf16(data) ?? data, name: games.name, lists }
}

/** The text of a file that its first bytes call UTF-16, as some editors write; undefined for all others. */
function fromUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes.subarray(0, 2)
  const order = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  return order ? new TextDecoder(order).decode(bytes) : undefined
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

/** Returns true if a text is typed into `target`. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Listen for what is pasted or dropped anywhere on the page while the view is shown; true while something hangs over it. */
export function useIncoming(open: (source: Source | null) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(open)
  latest.current = open
  useLayoutEffect(() => {
    const openLatest = (source: Source | null) => latest.current(source)
    const takeData = (data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      const text = data?.getData('text/plain') ?? ''
      if (files.length) void take(sourceOf(files), openLatest)
      else if (text.trim()) void take({ data: text }, openLatest)
    }
    const paste = (event: ClipboardEvent) => {
      if (isField(event.target) && !event.clipboardData?.files.length) return
      event.preventDefault()
      takeData(event.clipboardData)
    }
    const drag = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.type !== 'dragleave' || event.relatedTarget !== null)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      takeData(event.dataTransfer)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', drag)
    document.addEventListener('dragleave', drag)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', drag)
      document.removeEventListener('dragleave', drag)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return over
}
