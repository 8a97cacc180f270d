// SPDX-License-Identifier: MIT
//
// A line that says that the server is away and who thinks meanwhile; it stays in sight until the server is back.
import { useEffect, useRef } from 'preact/hooks'
import { serverTrouble } from '../engine/server_state'
import { t } from '../i18n'
import { announce } from '../parts/announce'

export function ServerLine() {
  const trouble = serverTrouble.value
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !trouble) announce(t('server.back'))
    was.current = trouble !== null
  }, [trouble])
  return (
    <div class="server-line" role="status">
      {trouble && (
        <div class="trouble">
          <span>{t(trouble.instead ? `server.${trouble.why}.instead` : `server.${trouble.why}`)}</span>
          <button type="button" onClick={trouble.again}>
            {t('server.again')}
          </button>
        </div>
      )}
    </div>
  )
}
