// SPDX-License-Identifier: MIT
//
// Parts of the page that are fetched when they are first shown, so that a visit does not wait for them.
import { h, type FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { untilDone } from '../services/trouble'

/** The component that `load` brings; nothing is shown until it is here, and what is in its way is told as of the engine's files. */
export function lazy<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  let found: FunctionComponent<Props> | undefined
  return function Lazy(props: Props) {
    const [, setHere] = useState(found !== undefined)
    useEffect(() => {
      const show = (component: FunctionComponent<Props>) => {
        found = component
        setHere(true)
      }
      if (!found) void untilDone(load).then(show)
    }, [])
    return found ? h<Props>(found, props) : null
  }
}
