// SPDX-License-Identifier: MIT
//
// Answers of the library: asked anew when the question changes, and the one before is shown until the new one is here.
import { useEffect, useState } from 'preact/hooks'
import { problemOf } from '../../engine/module'
import type { Problem } from '../../i18n/errors'

export interface Answer<Of> {
  /** The last that came; undefined before the first, and where the last question failed. */
  value?: Of
  /** It does not belong to the present question. */
  busy: boolean
  failed?: Problem
  again(): void
}

/** `question` tells apart what is asked; null: nothing is. */
export function useAnswer<Of>(question: string | null, ask: (givenUp: AbortSignal) => Promise<Of>): Answer<Of> {
  const [state, setState] = useState<{ question: string; value?: Of; failed?: Problem }>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (question === null) return
    const giving = new AbortController()
    const { signal } = giving
    ask(signal).then(
      value => void (signal.aborted || setState({ question, value })),
      (error: unknown) => void (signal.aborted || setState({ question, failed: problemOf(error) })),
    )
    return () => giving.abort()
  }, [question, attempt])
  const busy = question !== null && state?.question !== question
  return {
    ...(state?.value !== undefined && question !== null && { value: state.value }),
    ...(!busy && state?.failed !== undefined && { failed: state.failed }),
    busy,
    again() {
      setState(undefined)
      setAttempt(attempt + 1)
    },
  }
}
