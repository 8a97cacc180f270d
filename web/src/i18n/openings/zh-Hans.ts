// SPDX-License-Identifier: MIT
//
// 简体中文：开局的名称. The names that only describe White's first move are Chinese words. 烟囱 is the Chimney in 肖智清《强化学习：原理与Python实现》,
// figure 11-1, with its first two moves, quoted in github.com/StevenJokess/d2rl. Of other names no source was found.
export const names: Record<string, string> = {
  'Perpendicular Opening': '垂直开局',
  'Diagonal Opening': '对角开局',
  'Parallel Opening': '平行开局',
  'Chimney': '烟囱',
}
