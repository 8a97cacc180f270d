// SPDX-License-Identifier: MIT
//
// English, and the list of all texts: the other languages have the same names (the compiler says what they lack).
import { again } from './again'
import { app } from './app'
import { board } from './board'
import { loading } from './loading'
import { lines } from './lines'
import { overlay } from './overlay'
import { parts } from './parts'
import { server } from './server'
import { play } from './play'
import { review } from './review'
import { share } from './share'
import { setup } from './setup'
import { study } from './study'
import { puzzles } from './puzzles'
import { contests } from './contests'
import { settings } from './settings'

export const en = { ...again, ...app, ...loading, ...board, ...parts, ...lines, ...overlay, ...server, ...play, ...review, ...share, ...setup, ...study, ...puzzles, ...contests, ...settings }
export type TextKey = keyof typeof en
export type Texts = Record<TextKey, string>
