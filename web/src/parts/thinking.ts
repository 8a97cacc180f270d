// SPDX-License-Identifier: MIT
//
// The words shown where the engine should think and cannot: it waits for others at the server, or for the server itself.
import { nobodyThinks, waitsForTurn } from '../engine/server_state'
import { t } from '../i18n'

/** The thing waited for; empty: the server, of which the line at the top of the page tells; undefined: nothing, the engine thinks. */
export function waitingText(): string | undefined {
  if (waitsForTurn.value) return t('server.turn')
  return nobodyThinks.value ? '' : undefined
}
