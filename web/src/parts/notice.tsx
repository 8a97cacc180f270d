// SPDX-License-Identifier: MIT
//
// A notice lies over the end of the screen until it is put away, so that nothing moves for it.
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'

interface NoticeProps {
  text: string | null
  /** What it is about: the same words about something else come again. */
  about?: unknown
  /** What one can do about it: then it is no fault of the visitor's. */
  action?: { text: string; act(): void }
  /** 'none': what it stands in says it. */
  role?: 'alert' | 'status' | 'none'
  onAway?(): void
}

export function Notice({ text, about = text, action, role = 'alert', onAway }: NoticeProps) {
  const [away, setAway] = useState<unknown>(null)
  useEffect(() => void (text ?? setAway(null)), [text]) // the same one may come again
  if (!text || about === away) return null
  const putAway = () => {
    setAway(about)
    onAway?.()
  }
  return (
    <div class={role === 'status' ? 'notice calm' : 'notice'} role={role}>
      <span class={action ? '' : 'bad'}>{text}</span>
      {action && (
        <button type="button" onClick={action.act}>
          {action.text}
        </button>
      )}
      <button type="button" class="icon-button" aria-label={t('share.close')} title={t('share.close')} onClick={putAway}>
        ✕
      </button>
    </div>
  )
}
