// SPDX-License-Identifier: MIT
//
// The continuations of tournament games from a position, and which games they were: from the library of `flank serve`, or from the
// extract that comes with the page. Whoever has both says which; games are in the library alone.
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import statsUrl from '../../data/opening-stats.bin?url'
import type { Library, LibraryGame, LibraryTally } from '../engine/library'
import type { Played } from '../engine/rules'
import type { GameTree, Node } from '../game/tree'
import { useServices } from '../services/context'
import { Extract, type Place } from './extract'

export type Source = 'library' | 'extract'

/** The figures of one source. */
export interface Found {
  source: Source
  place: Place | null // null: no game came here
  games: LibraryGame[]
}

/** The figures of each source; one that does not answer, or does not exist, is not there. */
export type Statistics = Partial<Record<Source, Found>>

/** The source shown; null: the library, if it has games there. */
export const wantedSource = signal<Source | null>(null)

const GAMES = 8

let extract: Promise<Extract> | undefined

/** The extract, fetched when it is first needed; a failure is tried again the next time. */
function loadExtract(): Promise<Extract> {
  extract ??= fetch(statsUrl)
    .then(response => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))
    .then(buffer => new Extract(new Uint8Array(buffer)))
  extract.catch(() => (extract = undefined))
  return extract
}

/** The extract has games by the usual rules alone. */
async function searchExtract(tree: GameTree): Promise<Found> {
  const { facts, rules } = tree
  const line = tree.line.value
  const known = await loadExtract()
  return { source: 'extract', place: known.game === facts.name && !rules ? known.place(facts, line) : null, games: [] }
}

async function searchLibrary(library: Library, played: Played): Promise<Found> {
  const { place, games } = await library.search({ limit: GAMES }, played)
  return { source: 'library', place: place?.games ? place : null, games }
}

/** The figures for the position at a tree's cursor; undefined until all have answered. */
export function useStatistics(tree: GameTree): Statistics | undefined {
  const { library } = useServices()
  const node = tree.cursor.value
  const [state, setState] = useState<{ node: Node; known: Statistics }>()
  useEffect(() => {
    let gone = false
    const asked = [searchExtract(tree), ...(library ? [searchLibrary(library, tree.played(node))] : [])]
    void Promise.allSettled(asked).then(answers => {
      const known: Statistics = {}
      for (const answer of answers) if (answer.status === 'fulfilled') known[answer.value.source] = answer.value
      if (!gone) setState({ node, known })
    })
    return () => void (gone = true)
  }, [tree, node])
  return state?.node === node ? state.known : undefined
}

/** The one that is shown. */
export function shownOf({ library, extract: packed }: Statistics): Found | undefined {
  if (wantedSource.value === 'extract' && packed) return packed
  if (wantedSource.value === 'library' && library) return library
  return library?.place ? library : (packed ?? library)
}

/** The wins that the first (0) or second colour won; "black" and "white" are the library's words for them. */
export const wonBy = (tally: LibraryTally, player: 0 | 1) => (player ? tally.white : tally.black)
