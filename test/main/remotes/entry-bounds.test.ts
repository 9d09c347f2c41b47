import { expect, test } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { type BoundMode, type Bounds, sendWithin } from '../../../main/remotes/forms.ts'

const since = '2026-03-21T10:30:00.000Z'

/** Asks a service that refuses moments with this failure. */
async function asked(refusal: AppFailure) {
  const seen: (string | null)[] = []
  let kept: BoundMode = 'moments'
  const ask = async (bounds: Bounds) => {
    seen.push(bounds.since)
    if (bounds.since?.includes('T')) throw refusal
    return 'entries'
  }
  const mode = {
    read: async () => kept,
    store: async (taken: BoundMode) => {
      kept = taken
    },
  }
  const answer = await sendWithin({ since, until: null }, mode, ask).catch((error: unknown) => error)
  return { answer, seen, kept }
}

test.each([
  ['a refusal without details', new AppFailure('service_refused', { status: 422 })],
  ['a bad request', new AppFailure('service_refused', { status: 400 })],
  ['a refusal of the bound', new AppFailure('validation_failed', {}, undefined, { since: ['must be a date'] })],
])('a service that answers a moment with %s is asked by days, and that is kept', async (_, refusal) => {
  expect(await asked(refusal)).toEqual({ answer: 'entries', seen: [since, '2026-03-20'], kept: 'days' })
})

test('what is refused for another reason is asked once', async () => {
  for (const refusal of [
    new AppFailure('validation_failed', {}, undefined, { page: ['is too large'] }),
    new AppFailure('service_refused', { status: 409 }),
    new AppFailure('forbidden'),
  ]) {
    expect(await asked(refusal)).toEqual({ answer: refusal, seen: [since], kept: 'moments' })
  }
})
