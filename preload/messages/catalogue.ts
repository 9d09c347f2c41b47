import type { Language } from '../contract/app.ts'
import type { Failure } from '../contract/wire.ts'
import { en } from './en/index.ts'
import { isolated } from './isolate.ts'
import { ptBR } from './pt-BR/index.ts'

/**
 * Every text that a person sees, by feature. A value is a sentence, or a function from values to a sentence, so that a
 * missing or misspelt text does not compile. To add a feature: a file of the same name under `pt-BR/` and `en/`.
 */
export type Messages = typeof ptBR

export const catalogues: Readonly<Record<Language, Messages>> = { 'pt-BR': isolating(ptBR), en: isolating(en) }

/** The same catalogue, whose sentences keep foreign texts from changing their order (isolate.ts). */
function isolating<Part>(part: Part): Part {
  if (typeof part === 'function') {
    const sentence = (...values: unknown[]) => part(...values.map(isolated))
    return sentence as Part
  }
  if (Array.isArray(part)) return part.map(isolating) as Part
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, isolating(value)])) as Part
}

/** What happened and what to do about it, in one sentence, after the name of the file that it is about. */
export function failureSentence(messages: Messages, failure: Pick<Failure, 'code' | 'params'>): string {
  const sentence = messages.failures[failure.code](failure.params)
  const { file } = failure.params
  return file === undefined ? sentence : messages.common.aboutFile(String(file), sentence)
}
