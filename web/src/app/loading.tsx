// SPDX-License-Identifier: MIT
//
// The signs of loading: a bar while files come, and what is in the way.
import { downloads, progress } from '../engine/files'
import { messageOf, t } from '../i18n'
import { Notice } from '../parts/notice'
import { newer } from './offline'
import { trouble } from '../services/trouble'
import './loading.css'

function Bar() {
  const percent = Math.floor(100 * progress(downloads.value))
  const text = t('loading.progress', { percent })
  return (
    <div class="loading" role="status" aria-live="off">
      <progress max={100} value={percent} aria-label={t('loading.name')} />
      <span>{text}</span>
    </div>
  )
}

function InTheWay() {
  const what = trouble.value!
  if ('missing' in what)
    return (
      <div class="trouble" role="alert">
        {t('loading.missing', { what: what.missing })}
      </div>
    )
  return (
    <div class="trouble" role="alert">
      <span>{t('loading.failed', { reason: messageOf(what.failed) })}</span>
      <button type="button" onClick={what.again}>
        {t('loading.again')}
      </button>
    </div>
  )
}

/** It may come in the middle of a game. */
function Newer() {
  return (
    <div class="update">
      <Notice text={t('loading.update')} role="status" action={{ text: t('loading.reload'), act: () => location.reload() }} onAway={() => (newer.value = false)} />
    </div>
  )
}

/** Nothing when all is here. */
export function Loading() {
  if (trouble.value) return <InTheWay />
  if (newer.value) return <Newer />
  return downloads.value.size ? <Bar /> : null
}
