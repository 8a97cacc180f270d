// SPDX-License-Identifier: MIT
//
// True if one really wants to resign. The dialog gives the focus back to the button that opened it; that one cannot be pressed
// any more when the game is over, so then it goes to what one may want next.
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Match } from '../../game/match'
import { t } from '../../i18n'

export function ResignDialog({ match, onClose }: { match: Match; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), []) // keys are its own from the first
  const resign = () => {
    dialog.current?.close()
    match.resign()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.situation button')?.focus())
  }
  return (
    <dialog ref={dialog} class="ask" role="alertdialog" aria-labelledby="resign-title" onClose={onClose}>
      <h2 id="resign-title">{t('play.resign.sure')}</h2>
      <div class="buttons">
        <button type="button" class="main" onClick={resign}>
          {t('play.resign')}
        </button>
        <button type="button" autofocus onClick={() => dialog.current?.close()}>
          {t('play.cancel')}
        </button>
      </div>
    </dialog>
  )
}
