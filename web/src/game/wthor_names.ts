// SPDX-License-Identifier: MIT
//
// The lists of names that belong to WTHOR's files of games, WTHOR.JOU and WTHOR.TRN: a game has only the numbers of its players
// and its tournament, and a page in a browser cannot look for the lists beside the file. They are dropped together with it.
// Source: S. Quin and S. Nicolet, Format des fichiers de la base Wthor (docs/users/formats.md).

/** Names by their numbers. */
export interface NameLists {
  players: string[]
  events: string[]
}

const HEADER = 16
const sizes = { jou: 20, trn: 26 } as const

/** The kind of list, by its name. */
export function listKind(file: string): keyof typeof sizes | undefined {
  const ending = /\.(jou|trn)$/i.exec(file)?.[1]?.toLowerCase()
  return ending === 'jou' || ending === 'trn' ? ending : undefined
}

/** The names of a list, Latin-1 with zeros behind them; none if it is no whole number of names, for then it is damaged. */
export function readNames(bytes: Uint8Array, kind: keyof typeof sizes): string[] {
  const size = sizes[kind]
  const entries = (bytes.length - HEADER) / size
  if (!Number.isInteger(entries) || entries < 0) return []
  const latin1 = new TextDecoder('latin1')
  return Array.from({ length: entries }, (_, i) => {
    const name = latin1.decode(bytes.subarray(HEADER + i * size, HEADER + (i + 1) * size))
    return name.split('\0')[0]!.trim()
  })
}

/** The names of a game's tags. */
export function nameOf(lists: NameLists, tags: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  const look = (tag: string, number: string | undefined, names: string[]) => {
    const name = number === undefined ? undefined : names[Number(number)]
    if (name && name !== '???') found[tag] = name
  }
  look('Black', tags['wthor.black'], lists.players)
  look('White', tags['wthor.white'], lists.players)
  look('Event', tags['wthor.tournament'], lists.events)
  return found
}
