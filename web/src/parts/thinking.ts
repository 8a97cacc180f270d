// SPDX-License-Identifier: MIT
//
// The words shown where the engine should think and cannot: it waits for others at the server, or for the server itself.
import { serverTrouble, waitsForTurn } from '../engine/server_state'
import { t } from '../i18n'

/** The thing waited for; undefined: nothing, the engine thinks. */
export function waitingText(): string | undefined {
  const trouble = serverTrouble.value
  if (trouble && !trouble.instead) return t(`server.${trouble.why}`)
  return waitsForTurn.value ? t('server.turn') : undefined
}
