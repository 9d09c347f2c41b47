import type { RunCheck } from '../contract/run-check.ts'
import { equalShare } from '../values/check-rate.ts'
import type { Messages } from './catalogue.ts'

/**
 * How far the answers of cached sheets can be trusted, as sentences: of a sample with the range for the whole list.
 * `keys` are those of the run. Empty before anything was answered.
 */
export function checkSentences(
  check: RunCheck,
  keys: number,
  { runCheck: words, common }: Messages,
): readonly string[] {
  const { state, all, answered, equal } = check
  const stopped = state === 'interrupted' ? [words.stopped(answered, check.keys)] : []
  if (answered === 0) return stopped
  // With one decimal, and without the noise of floating point: what is not all is never 100%.
  const percent = (round: (value: number) => number, part: number) =>
    `${common.number(round(Number((part * 1000).toFixed(6))) / 10)}%`
  const isWhole = all && answered === keys
  const share = percent(Math.floor, equal / answered)
  const { low, high } = equalShare(equal, answered, isWhole)
  // Keys that were answered first are no sample of the list.
  const isSample = !all && state === 'finished'
  const missing = state === 'finished' ? check.keys - answered : 0
  return [
    ...stopped,
    isSample ? words.sampleChecked(equal, answered, keys, share) : words.allChecked(equal, answered, share),
    ...(isSample ? [words.range(percent(Math.floor, low), percent(Math.ceil, high))] : []),
    ...(missing > 0 ? [words.unanswered(missing)] : []),
  ]
}
