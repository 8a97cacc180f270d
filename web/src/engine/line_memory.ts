// SPDX-License-Identifier: MIT
//
// Lines of play that the other end of a connection knows: a request names one of them and brings only the moves that are new
// (docs/developers/page.md). There is one memory for each connection and each module, so a new one begins with nothing known, and a request
// that goes to another engine is written anew.
import type { EngineRequest, FlatRequest, PageEvent } from './module'
import type { Played } from './types'

const SLOTS = 16 // as src/api/line_memory.h says
const NO_SUCH_LINE = 'NO_SUCH_LINE' // include/flank/error_list.h

/** A line whose request is not answered yet has `known` false. */
interface Slot {
  played: Played
  known: boolean
}

/** A request as it is sent. */
export interface Outgoing {
  fields: FlatRequest
  /** Takes the answer or the error. Returns the whole request if the other end has forgotten the line: it must be sent again. */
  settle(event: PageEvent): FlatRequest | undefined
}

function wholeFields({ game, rules, start, moves = [] }: Played) {
  return { game, rules: rules || undefined, start, moves: moves.join(' ') }
}

const sameStart = (a: Played, b: Played) => a.game === b.game && (a.rules ?? '') === (b.rules ?? '') && a.start === b.start

/** The number of moves that two lines begin with. */
function common(a: readonly string[] = [], b: readonly string[] = []): number {
  let count = 0
  while (count < a.length && a[count] === b[count]) count++
  return count
}

export class LineMemory {
  private readonly slots: (Slot | undefined)[] = []
  private next = 0

  outgoing({ played, ...rest }: EngineRequest): Outgoing {
    const fields = rest as FlatRequest
    if (!played) return { fields, settle: () => undefined }
    const whole = { ...fields, ...wholeFields(played) }
    const [base, ply] = this.longest(played)
    const moves = played.moves?.slice(ply) ?? []
    const known = base < 0 ? whole : { ...fields, line: base, ply, ...(moves.length ? { moves: moves.join(' ') } : {}) }
    const slot = base < 0 || moves.length ? this.next++ % SLOTS : -1
    const kept: Slot = { played, known: false }
    if (slot >= 0) this.slots[slot] = kept
    return {
      fields: slot < 0 ? known : { ...known, keep: slot, length: played.moves?.length ?? 0 },
      settle: event => {
        if (slot >= 0 && this.slots[slot] === kept) {
          if (event.event === 'answer') kept.known = true
          else this.slots[slot] = undefined
        }
        return base >= 0 && isForgotten(event) ? whole : undefined
      },
    }
  }

  /** The slot of the known line that goes along with `played` for the most moves, and how many these are; -1: none. */
  private longest(played: Played): [number, number] {
    let found: [number, number] = [-1, -1]
    this.slots.forEach((slot, number) => {
      const count = slot?.known && sameStart(slot.played, played) ? common(slot.played.moves, played.moves) : -1
      if (count > found[1]) found = [number, count]
    })
    return found
  }
}

/** Returns true if the other end does not know the line that a request named. */
const isForgotten = (event: PageEvent) => event.event === 'error' && event['code'] === NO_SUCH_LINE
