// SPDX-License-Identifier: MIT
//
// 繁體中文：開局的名稱. The names that only describe White's first move are Chinese words; of other names no source was found.
export const names: Record<string, string> = {
  'Perpendicular Opening': '垂直開局',
  'Diagonal Opening': '對角開局',
  'Parallel Opening': '平行開局',
}
