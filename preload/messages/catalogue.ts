import type { AppDeletionImpact, Language } from '../contract/app.ts'
import type { KeepPlan, KeptPeriod } from '../contract/forms.ts'
import type { Failure } from '../values/failures.ts'
import { en } from './en/index.ts'
import { isolated } from './isolate.ts'
import { ptBR } from './pt-BR/index.ts'

/**
 * Every text that a person sees, by feature. A value is a sentence, or a function from values to a sentence, so that a
 * missing or misspelt text does not compile. A new feature gets a file of its name under `pt-BR/` and `en/`, or joins
 * the file of its subject.
 */
export type Messages = typeof ptBR

const made: Partial<Record<Language, Messages>> = {}

/** The catalogue of each language, made when it is first read. */
export const catalogues: Readonly<Record<Language, Messages>> = {
  get 'pt-BR'() {
    made['pt-BR'] ??= isolating(ptBR)
    return made['pt-BR']
  },
  get en() {
    made.en ??= isolating(en)
    return made.en
  },
}

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

/** The name of a form with what is kept of it, for lists and files, whose names have no slashes. */
export function nameWithPeriod(name: string, period: KeptPeriod | null, { forms }: Messages): string {
  return period === null ? name : `${name} (${forms.period(period).replaceAll('/', '-')})`
}

/** What keeping a form will cost, in words. `time` says seconds as people read them. */
export function keepPlanFacts(
  plan: KeepPlan,
  { forms }: Messages,
  time: (seconds: number) => string,
): readonly (readonly [label: string, value: string])[] {
  const texts = forms.keeping
  const { labels } = texts
  const { entries, requests, seconds, wider, api_calls } = plan
  return [
    [labels.period, forms.period(plan.period)],
    [labels.entries, entries === null ? texts.uncounted : texts.entries(entries, wider)],
    [labels.requests, requests === null ? texts.uncounted : texts.requests(requests)],
    [labels.time, seconds === null ? texts.uncounted : texts.time(time(seconds))],
    [labels.plan, requests === null || api_calls === null ? texts.planUnknown : texts.share(requests, api_calls)],
  ]
}

/** Whether the requests are more than the plan has left. */
export function isBeyondPlan({ requests, api_calls }: KeepPlan): boolean {
  if (requests === null || api_calls === null || api_calls.limit < 0) return false
  return requests > api_calls.limit - api_calls.used
}
