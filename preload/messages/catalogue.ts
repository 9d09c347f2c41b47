import type { Language } from '../contract/app.ts'
import type { Failure } from '../contract/wire.ts'
import { en } from './en/index.ts'
import { ptBR } from './pt-BR/index.ts'

/**
 * Every text that a person sees, by feature. A value is a sentence, or a function from values to a sentence, so that a
 * missing or misspelt text does not compile. To add a feature: a file of the same name under `pt-BR/` and `en/`.
 */
export type Messages = typeof ptBR

export const catalogues: Readonly<Record<Language, Messages>> = { 'pt-BR': ptBR, en }

/** What happened and what to do about it, in one sentence. */
export function failureSentence(messages: Messages, failure: Pick<Failure, 'code' | 'params'>): string {
  return messages.failures[failure.code](failure.params)
}
