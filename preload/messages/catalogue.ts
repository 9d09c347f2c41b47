import type { AppDeletionImpact, Language } from '../contract/app.ts'
import type { Failure } from '../contract/wire.ts'
import { en } from './en/index.ts'
import { isolated } from './isolate.ts'
import { ptBR } from './pt-BR/index.ts'

/**
 * Every text that a person sees, by feature. A value is a sentence, or a function from values to a sentence, so that a
 * missing or misspelt text does not compile. A new feature gets a file of its name under `pt-BR/` and `en/`, or joins the file
 * of its subject.
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

/** What erasing everything takes away, a line each, as every host says it before it does. */
export function lossesOf(
  { sheets, runs, connections, forms }: AppDeletionImpact,
  texts: Messages['settings']['erase'],
): readonly string[] {
  return [
    ...(sheets > 0 ? [texts.sheets(sheets)] : []),
    ...(runs > 0 ? [texts.runs(runs)] : []),
    ...(forms === null ? [texts.formsClosed] : []),
    ...(forms !== null && forms.entries > 0 ? [texts.forms(forms.entries, forms.reviewed)] : []),
    ...(connections > 0 ? [texts.connections(connections)] : []),
    texts.rest,
  ]
}
