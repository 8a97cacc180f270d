// SPDX-License-Identifier: MIT
//
// The engine's levels in groups that have a name ('play.level.NAME' and what it is like, 'play.level.NAME.about').
export interface LevelGroup {
  name: 'child' | 'beginner' | 'casual' | 'club' | 'strong' | 'expert' | 'champion'
  from: number
  to: number
  usual: number
}

export const levelGroups: readonly LevelGroup[] = [
  { name: 'child', from: 1, to: 2, usual: 1 },
  { name: 'beginner', from: 3, to: 5, usual: 3 },
  { name: 'casual', from: 6, to: 9, usual: 7 },
  { name: 'club', from: 10, to: 13, usual: 11 },
  { name: 'strong', from: 14, to: 17, usual: 15 },
  { name: 'expert', from: 18, to: 23, usual: 19 },
  { name: 'champion', from: 24, to: 60, usual: 25 },
]

export function groupOf(level: number): LevelGroup {
  return levelGroups.find(group => level <= group.to) ?? levelGroups.at(-1)!
}
