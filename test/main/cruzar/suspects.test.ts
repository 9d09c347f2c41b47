import { expect, test } from 'vitest'
import { createSuspects, type Part } from '../../../main/cruzar/suspects.ts'

/** The two halves of a batch of two keys that failed. */
function failedPair(suspects: ReturnType<typeof createSuspects>, from: number): readonly Part[] {
  const verdict = suspects.failed({ from, count: 2, suspect: null }, 2, 'service_failed', 2)
  return 'halves' in verdict ? verdict.halves : []
}

test('keys that fail alone after the others of their batches were answered do not speak against the service', () => {
  const suspects = createSuspects()
  const pairs = [0, 2, 4].map((from) => failedPair(suspects, from))
  for (const [, other] of pairs) suspects.answered(other?.suspect ?? null)
  // All three wait for their last try at once, so that nothing is answered between them.
  const verdicts = pairs.flatMap(([key]) => (key ? [suspects.failed(key, 1, 'service_failed', 2)] : []))
  expect(verdicts).toMatchObject(Array.from(verdicts, () => ({ isAlone: true, isUnproven: false })))
  expect(suspects.blamed().map(({ range }) => range.from)).toEqual([0, 2, 4])
})

test('keys that fail alone, and nothing was answered since their batches failed, do', () => {
  const suspects = createSuspects()
  const halves = [0, 2, 4].flatMap((from) => failedPair(suspects, from))
  const verdicts = halves.map((key) => suspects.failed(key, 1, 'service_failed', 2))
  expect(verdicts).toMatchObject(Array.from(verdicts, () => ({ isAlone: true, isUnproven: true })))
  expect(suspects.blamed()).toEqual([])
})
