// SPDX-License-Identifier: MIT
//
// The way from a position to the games that have it, where the page's server has a library.
import { useMemo } from 'preact/hooks'
import { linkTo, packGame } from '../game/share'
import { lineTo, type GameTree } from '../game/tree'
import { t } from '../i18n'
import { useServices } from '../services/context'

export function SearchLibrary({ tree }: { tree: GameTree }) {
  const { rules, library } = useServices()
  const node = tree.cursor.value
  const packed = useMemo(() => library && packGame(rules, lineTo(rules, tree)), [library, tree, node])
  return packed ? (
    <a class="button" href={linkTo('library', packed)}>
      {t('library.search')}
    </a>
  ) : null
}
