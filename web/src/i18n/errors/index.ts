// SPDX-License-Identifier: MIT
//
// Errors as data: a code and its arguments, as the engine tells them (include/flank/error_list.h). Each language has
// one file of texts by code, fetched behind the page or with the first message that is shown; {1} stands for the first argument, {1s} for
// the s of an English plural.
import type { errors as listed } from './en'

/** The texts of the page itself about the engine, which are there when nothing can be fetched. */
export const own = {
  NO_ANSWER: 'no answer',
  NO_WORKER: 'a Worker cannot be started',
  SERVER_SILENT: 'the server does not answer',
  NOT_UNDERSTOOD: 'the engine does not understand the question',
} as const

export type ErrorCode = keyof typeof listed | keyof typeof own
export type ErrorTexts = Record<ErrorCode, string>

/** An argument: a number, a text that stays as it is, a colour or a game, why a game is over, or a message again. */
export type Argument = number | string | { name: string } | { reason_code: string; reason: string } | Message
export interface Message {
  code: string
  arguments: readonly Argument[]
  /** The English text, from a server: for a code that the page does not know. */
  error?: string
}

/** Something that went wrong: a message, or the words of the browser. */
export type Problem = Message | string

/** The same, or a text of the page, made when it is shown: the language may have changed by then. */
export type Explained = Problem | (() => string)

export const problem = (code: ErrorCode): Message => ({ code, arguments: [] })

/** The names for which a language has other words. */
export interface Names {
  name(name: string): string
  reason(code: string, words: string): string
}

/** The text of a message. */
export function rendered(texts: Partial<ErrorTexts>, message: Message, names: Names): string {
  const known = Object.hasOwn(texts, message.code) ? texts[message.code as ErrorCode] : undefined
  const text = known ?? message.error ?? message.code
  return text.replace(/\{(\d)(s?)\}/g, (_, number: string, plural: string) => {
    const argument = message.arguments[Number(number) - 1]
    if (plural) return argument === 1 ? '' : 's'
    if (argument === undefined) return ''
    if (typeof argument !== 'object') return String(argument)
    if ('name' in argument) return names.name(argument.name)
    if ('reason_code' in argument) return names.reason(argument.reason_code, argument.reason)
    return rendered(texts, argument, names)
  })
}
