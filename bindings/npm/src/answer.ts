// SPDX-License-Identifier: MIT

/** An answer without what belongs to the conversation. */
export function answerOf<T>(event: object): T {
  const { id: _id, event: _event, ...answer } = event as { id?: unknown; event?: unknown }
  return answer as T
}
