// SPDX-License-Identifier: MIT
//
// The position as text: read from a field, and written in every notation of its game.
import { useState } from 'preact/hooks'
import type { Rules } from '../../engine/rules'
import type { GameTree } from '../../game/tree'
import { maybeText, t } from '../../i18n'
import { copyText } from '../../parts/clipboard'

interface TextsProps {
  rules: Rules
  tree: GameTree | null
  /** The reason why the text given last could not be read. */
  told: string
  onText(text: string): void
}

export function Texts({ rules, tree, told, onText }: TextsProps) {
  const [text, setText] = useState('')
  const [copied, setCopied] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onText(text)
  }
  const nameOf = (style: string) => maybeText(`style.${style}`, style)
  const copy = (style: string, position: string) =>
    void copyText(position).then(
      () => setCopied(t('setup.copied', { style: nameOf(style) })),
      () => setCopied(t('share.refused')),
    )
  return (
    <section class="setup-texts">
      <form onSubmit={submit}>
        <label for="setup-text">{t('setup.text')}</label>
        <textarea
          id="setup-text"
          rows={2}
          spellcheck={false}
          autocapitalize="off"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
          onPaste={event => {
            const pasted = event.clipboardData?.getData('text/plain')
            if (!pasted) return
            event.preventDefault()
            setText(pasted)
            onText(pasted)
          }}
        />
        <button type="submit" disabled={!text.trim()}>
          {t('setup.read')}
        </button>
      </form>
      <p role="alert" class="setup-told bad">
        {told}
      </p>
      {tree && (
        <dl>
          {Object.entries(rules.styles(tree.played(tree.root))).map(([style, position]) => (
            <div key={style} data-style={style}>
              <dt>{nameOf(style)}</dt>
              <dd>
                <code>{position}</code>
                <button type="button" onClick={() => copy(style, position)} aria-label={t('setup.copy', { style: nameOf(style) })}>
                  {t('share.copy')}
                </button>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p role="status" class="quiet">
        {copied}
      </p>
    </section>
  )
}
