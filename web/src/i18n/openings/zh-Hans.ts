// SPDX-License-Identifier: MIT
//
// 简体中文：开局的名称. The names that only describe White's first move are Chinese words; of other names no source was found.
export const names: Record<string, string> = {
  'Perpendicular Opening': '垂直开局',
  'Diagonal Opening': '对角开局',
  'Parallel Opening': '平行开局',
}
