// SPDX-License-Identifier: MIT
//
// The button that gives a game away; its dialog is fetched when it is opened.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../i18n'
import { useServices } from '../services/context'
import { lazy } from './lazy'
import type { ShareProps } from './share_panel'

const LazyPanel = lazy(async () => (await import('./share_panel')).SharePanel)

/** Share…: a button and its dialog. */
export function ShareButton(props: ShareProps) {
  const { rules } = useServices()
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    if (shown) dialog.current?.showModal()
  }, [shown])
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setShown(true)}>
        {t('share.open')}
      </button>
      {shown && (
        <dialog
          ref={dialog}
          class="share"
          aria-labelledby="share-title"
          onClose={() => setShown(false)}
          onClick={event => event.target === event.currentTarget && event.currentTarget.close()}
        >
          {rules.isWhole.value && <LazyPanel {...props} />}
          <form method="dialog" class="share-close dialog-foot">
            <button type="submit">{t('share.close')}</button>
          </form>
        </dialog>
      )}
    </>
  )
}

