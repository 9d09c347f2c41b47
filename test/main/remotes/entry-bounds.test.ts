import { expect, test } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { type BoundMode, type Bounds, sendWithin } from '../../../main/remotes/forms.ts'

const since = '2026-03-21T10:30:00.000Z'

/** Requests entries from a service that refuses moments with this failure. */
async function requested(refusal: AppFailure) {
  const seen: (string | null)[] = []
  let stored: BoundMode = 'moments'
  const send = async (bounds: Bounds) => {
    seen.push(bounds.since)
    if (bounds.since?.includes('T')) throw refusal
    return 'entries'
  }
  const mode = {
    read: async () => stored,
    store: async (taken: BoundMode) => {
      stored = taken
    },
  }
  const answer = await sendWithin({ since, until: null }, mode, send).catch((error: unknown) => error)
  return { answer, seen, stored }
}

test.each([
  ['a refusal without details', new AppFailure('service_refused', { status: 422 })],
  ['a bad request', new AppFailure('service_refused', { status: 400 })],
  ['a refusal of the bound', new AppFailure('validation_failed', {}, undefined, { since: ['must be a date'] })],
])('a service that answers a moment with %s gets days, and that is stored', async (_, refusal) => {
  expect(await requested(refusal)).toEqual({ answer: 'entries', seen: [since, '2026-03-20'], stored: 'days' })
})

test('what is refused for another reason is sent once', async () => {
  for (const refusal of [
    new AppFailure('validation_failed', {}, undefined, { page: ['is too large'] }),
    new AppFailure('service_refused', { status: 409 }),
    new AppFailure('forbidden'),
  ]) {
    expect(await requested(refusal)).toEqual({ answer: refusal, seen: [since], stored: 'moments' })
  }
})
