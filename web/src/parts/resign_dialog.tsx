// SPDX-License-Identifier: MIT
//
// The question whether one really wants to resign. The dialog gives the focus back to the button that opened it, before `onResign` is called.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../i18n'

export function ResignDialog({ onResign, onClose }: { onResign(): void; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), []) // keys are its own from the first
  const resign = () => {
    dialog.current?.close()
    onResign()
  }
  return (
    <dialog ref={dialog} class="ask" role="alertdialog" aria-labelledby="resign-title" onClose={onClose}>
      <h2 id="resign-title">{t('play.resign.sure')}</h2>
      <div class="buttons">
        <button type="button" autofocus onClick={() => dialog.current?.close()}>
          {t('play.cancel')}
        </button>
        <button type="button" class="danger" onClick={resign}>
          {t('play.resign')}
        </button>
      </div>
    </dialog>
  )
}
