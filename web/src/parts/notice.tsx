// SPDX-License-Identifier: MIT
//
// A notice lies over the end of the screen until it is put away, so that nothing moves for it.
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'

export function Notice({ text }: { text: string | null }) {
  const [away, setAway] = useState<string | null>(null)
  useEffect(() => void (text ?? setAway(null)), [text]) // the same one may come again
  if (!text || text === away) return null
  return (
    <div class="notice" role="alert">
      <span class="bad">{text}</span>
      <button type="button" class="icon-button" aria-label={t('share.close')} title={t('share.close')} onClick={() => setAway(text)}>
        ✕
      </button>
    </div>
  )
}
