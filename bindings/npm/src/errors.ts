// SPDX-License-Identifier: MIT
//
// Errors as the package's users see them: the code and the arguments of the engine, and its English words.
import { own, rendered, type Argument, type Message } from '../../../web/src/i18n/errors'
import { errors } from '../../../web/src/i18n/errors/en'
import { PageError } from '../../../web/src/engine/module'

const words = { name: (name: string) => name, reason: (_code: string, reason: string) => reason }

/** A message of the engine in English: a note or a failure of what was read, for instance. */
export const textOf = (message: Message): string => rendered({ ...own, ...errors }, message, words)

/** A question that was refused. */
export class FlankError extends Error {
  override readonly name = 'FlankError'

  constructor(
    message: string,
    /** The error's name in include/flank/error_list.h, as `ILLEGAL_MOVE`; `NO_ANSWER` if a question ended without one. */
    readonly code: string,
    /** The numbers, texts and names within the message. */
    readonly args: readonly Argument[] = [],
    /** The place in the text that was at fault, in bytes. */
    readonly offset = 0,
  ) {
    super(message)
  }
}

/** The same error, with words if it is the engine's. */
export function told(error: unknown): unknown {
  if (!(error instanceof PageError)) return error
  const { problem, offset } = error
  return new FlankError(textOf(problem), problem.code, problem.arguments, offset)
}
