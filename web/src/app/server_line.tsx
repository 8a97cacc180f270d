// SPDX-License-Identifier: MIT
//
// A notice that the server is away and who thinks meanwhile, until the server is back.
import { useEffect, useRef } from 'preact/hooks'
import { serverTrouble } from '../engine/server_state'
import { t } from '../i18n'
import { announce } from '../parts/announce'
import { Notice } from '../parts/notice'

export function ServerLine() {
  const trouble = serverTrouble.value
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !trouble) announce(t('server.back'))
    was.current = trouble !== null
  }, [trouble])
  const text = trouble && t(trouble.instead ? `server.${trouble.why}.instead` : `server.${trouble.why}`)
  return (
    <div class="server-line" role="status">
      <Notice text={text} role="none" {...(trouble ? { action: { text: t('server.again'), act: trouble.again } } : {})} />
    </div>
  )
}
