// SPDX-License-Identifier: MIT
//
// The number of columns a view stands in, as grid.css has it. Parts that stand in another order there are put there in the document, too: with
// the `order` of CSS alone, Tab would go another way than the eyes.
import { useEffect, useState } from 'preact/hooks'

function mediaHook(text: string): () => boolean {
  const query = matchMedia(text)
  return () => {
    const [is, setIs] = useState(query.matches)
    useEffect(() => {
      const look = () => setIs(query.matches)
      look()
      query.addEventListener('change', look)
      return () => query.removeEventListener('change', look)
    }, [])
    return is
  }
}

/** All parts in one column, as on a phone. */
export const useOneColumn = mediaHook('(max-width: 39.99rem) and (min-height: 30.01rem)')

/** So few rows, as on a phone upright or on its side, that the buttons of the moment share those of others. */
export const useFewRows = mediaHook('(max-width: 39.99rem) and (min-height: 30.01rem), (min-width: 34rem) and (max-height: 30rem)')

/** The board and two columns beside it. */
export const useThreeColumns = mediaHook('(min-width: 75rem) and (min-height: 30.01rem)')
