// SPDX-License-Identifier: MIT
//
// What went wrong, as data: a code and its arguments, as the engine tells them (include/flank/error_list.h). Each language has one file
// of texts by code; {1} stands for the first argument, {1s} for the s of an English plural.
import { errors as listed } from './en'

/** What the page itself says about the engine. */
const own = {
  NO_ANSWER: 'no answer',
  NO_WORKER: 'a Worker cannot be started',
  NOT_UNDERSTOOD: 'the engine does not understand the question',
} as const

export type ErrorCode = keyof typeof listed | keyof typeof own
export type ErrorTexts = Record<ErrorCode, string>
export const english: ErrorTexts = { ...listed, ...own }

/** An argument: a number, a text that stays as it is, a colour or the reason of an ending, or a message again. */
export type Argument = number | string | { name: string } | Message
export interface Message {
  code: string
  arguments: readonly Argument[]
  /** The English text, from a server: for a code that the page does not know. */
  error?: string
}

/** Something that went wrong: a message, or the words of the browser. */
export type Problem = Message | string

export const problem = (code: ErrorCode): Message => ({ code, arguments: [] })

/** The text of a message; `name` translates a colour or a reason. */
export function rendered(texts: ErrorTexts, message: Message, name: (text: string) => string): string {
  const text = Object.hasOwn(texts, message.code) ? texts[message.code as ErrorCode] : (message.error ?? message.code)
  return text.replace(/\{(\d)(s?)\}/g, (_, number: string, plural: string) => {
    const argument = message.arguments[Number(number) - 1]
    if (plural) return argument === 1 ? '' : 's'
    if (argument === undefined) return ''
    if (typeof argument !== 'object') return String(argument)
    return 'name' in argument ? name(argument.name) : rendered(texts, argument, name)
  })
}
