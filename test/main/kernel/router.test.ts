import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createRouter, type Handlers } from '../../../main/kernel/router.ts'
import type { Failure } from '../../../preload/values/failures.ts'
import type { Push } from '../../../preload/values/wire.ts'

const contract = {
  'sum.of': { input: z.object({ a: z.number(), b: z.number().default(1) }), output: z.number() },
  'long.work': {
    input: z.object({}),
    output: z.string(),
    progress: z.object({ rows: z.number() }),
  },
  'bad.luck': { input: z.object({ how: z.string() }), output: z.null() },
}

function start(more: Partial<Handlers<typeof contract>> = {}) {
  const logged: { question: string; failure: Failure }[] = []
  const pushed: Push[] = []
  const handlers: Handlers<typeof contract> = {
    'sum.of': ({ a, b }) => a + b,
    'long.work': (_, { signal, progress }) =>
      new Promise((_resolve, reject) => {
        progress({ rows: 5 })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    'bad.luck'({ how }) {
      if (how === 'foreseen') throw new AppFailure('disk_full', { place: 'x' }, 'ENOSPC')
      throw new TypeError(`token s3cr3t of ${how}`)
    },
    ...more,
  }
  const router = createRouter({
    contract,
    handlers: () => handlers,
    log: (question, failure) => logged.push({ question, failure }),
  })
  const ask = (message: unknown) => router.call(message, (push) => pushed.push(push))
  return { router, ask, logged, pushed }
}

describe('the router', () => {
  test('gives the handler the parsed input and the window its answer', async () => {
    const { ask } = start()
    expect(await ask({ id: '1', name: 'sum.of', input: { a: 2, other: 'gone' } })).toEqual({ ok: true, value: 3 })
  })

  test.each([
    ['null', null],
    ['text', 'sum.of'],
    ['no id', { name: 'sum.of', input: { a: 1 } }],
    ['an empty id', { id: '', name: 'sum.of', input: { a: 1 } }],
    ['a number as id', { id: 7, name: 'sum.of', input: { a: 1 } }],
    ['an unknown question', { id: '1', name: 'sum.off', input: {} }],
    ['__proto__', { id: '1', name: '__proto__', input: {} }],
    ['constructor', { id: '1', name: 'constructor', input: {} }],
    ['toString', { id: '1', name: 'toString', input: {} }],
    ['wrong input', { id: '1', name: 'sum.of', input: { a: 'x' } }],
    ['no input', { id: '1', name: 'sum.of' }],
  ])('refuses %s without a crash', async (_what, message) => {
    const { ask } = start()
    expect(await ask(message)).toMatchObject({ ok: false, failure: { code: 'bad_request' } })
  })

  test('names the field that is wrong, never its value', async () => {
    const { ask } = start()
    const reply = await ask({ id: '1', name: 'sum.of', input: { a: 'segredo' } })
    expect(reply).toMatchObject({ failure: { params: { place: 'a' } } })
    expect(JSON.stringify(reply)).not.toContain('segredo')
  })

  test('passes on a foreseen failure as data', async () => {
    const { ask } = start()
    expect(await ask({ id: '1', name: 'bad.luck', input: { how: 'foreseen' } })).toEqual({
      ok: false,
      failure: { code: 'disk_full', params: { place: 'x' }, details: 'ENOSPC' },
    })
  })

  test('turns a bug into a code and a place in our files, without its words', async () => {
    const { ask, logged } = start()
    const reply = await ask({ id: '1', name: 'bad.luck', input: { how: 'at:10:20' } })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(JSON.stringify([reply, logged])).not.toMatch(/s3cr3t|at:10:20/)
    expect(JSON.stringify(reply)).toMatch(/TypeError router\.test\.ts:\d+:\d+/)
  })

  test('ties progress to the call, stops on its cancel, and logs the question by name only', async () => {
    const { router, ask, logged, pushed } = start()
    const reply = ask({ id: 'x1', name: 'long.work', input: {} })
    expect(pushed).toEqual([{ kind: 'progress', id: 'x1', value: { rows: 5 } }])
    router.cancel('other')
    router.cancel({ id: 'x1' })
    router.cancel('x1')
    expect(await reply).toEqual({ ok: false, failure: { code: 'cancelled', params: {} } })
    expect(logged).toEqual([{ question: 'long.work', failure: { code: 'cancelled', params: {} } }])
    await ask({ id: '2', name: 'ana@casa.example', input: {} })
    expect(logged[1]?.question).toBe('unknown')
  })

  test('does not begin what was cancelled while it was on its way', async () => {
    const { router, ask, pushed } = start()
    router.cancel('early')
    expect(await ask({ id: 'early', name: 'long.work', input: {} })).toMatchObject({ failure: { code: 'cancelled' } })
    expect(pushed).toEqual([])
  })

  test('refuses a second call under an id that is running, and takes it once that has ended', async () => {
    const { router, ask } = start()
    const first = ask({ id: 'same', name: 'long.work', input: {} })
    expect(await ask({ id: 'same', name: 'sum.of', input: { a: 1 } })).toMatchObject({ ok: false })
    router.cancelAll()
    expect(await first).toMatchObject({ failure: { code: 'cancelled' } })
    expect(await ask({ id: 'same', name: 'sum.of', input: { a: 1 } })).toEqual({ ok: true, value: 2 })
  })
})
