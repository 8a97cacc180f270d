// SPDX-License-Identifier: MIT
//
// True if all parts of a view stand in one column, as on a phone. Parts that stand in another order there are put there in the document,
// too: with the `order` of CSS alone, Tab would go another way than the eyes.
import { useEffect, useState } from 'preact/hooks'

const query = matchMedia('(max-width: 39.99rem) and (min-height: 30.01rem)') // as in grid.css

export function useOneColumn(): boolean {
  const [is, setIs] = useState(query.matches)
  useEffect(() => {
    const look = () => setIs(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return is
}
