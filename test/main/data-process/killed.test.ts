import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyRange } from '../../../main/data/calls.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createDataKit, type DataKit } from './data-kit.ts'

const rows = 20_000
const batch = 25
const kills = 20
/** A fixed seed: the moments differ from kill to kill and not from day to day. */
const seed = 20_261_120
let kit: DataKit

beforeEach(() => {
  kit = createDataKit()
})
afterEach(() => kit.remove())

function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Every fifth key is absent; the others carry their own key, so that a mix-up shows. */
function bodyFor(keys: readonly string[]): string {
  const resultados = keys.map((chave) => {
    const found = Number(chave) % 5 !== 0
    const lead = { contato_id: Number(chave.slice(4)), telefone_digitos: chave, conversa_id: Number(chave.slice(4)) }
    return { chave, encontrado: found, lead: found ? lead : null }
  })
  return JSON.stringify({ meta: {}, resultados })
}

interface Course {
  readonly id: string
  /** Keys whose answer was confirmed as stored. */
  readonly confirmed: Set<number>
  asked: number
}

async function goOn(course: Course): Promise<void> {
  const { id } = course
  const { pending } = await kit.data.ask('runs.begin', { id })
  for (const key of course.confirmed) {
    if (pending.some(({ from, count }) => key >= from && key < from + count)) throw new Error('a stored key is lost')
  }
  for (const range of pending.flatMap(inBatches)) {
    const keys = await kit.data.ask('runs.keys', { id, ...range })
    await kit.data.ask('runs.answer', { id, ...range, body: bodyFor(keys), requests: 1, seconds: 0 })
    course.asked += range.count
    for (let key = range.from; key < range.from + range.count; key++) course.confirmed.add(key)
  }
}

function inBatches({ from, count }: KeyRange): KeyRange[] {
  return Array.from({ length: Math.ceil(count / batch) }, (_, index) => ({
    from: from + index * batch,
    count: Math.min(batch, count - index * batch),
  }))
}

describe('a run whose process is killed', () => {
  it('loses and repeats nothing, killed twenty times at random moments', async () => {
    const run = await kit.makeRun(rows)
    const course: Course = { id: run.id, confirmed: new Set(), asked: 0 }
    const random = createRandom(seed)
    let killed = 0
    while (killed < kills) {
      const going = goOn(course).catch((error: unknown) => (error instanceof AppFailure ? error.code : String(error)))
      await kit.data.ask('records.list', { collection: 'none' })
      await after(random() * 40)
      await kit.kill()
      killed++
      expect(await going).toBe('data_process_ended')
      const stored = await kit.data.ask('runs.read', { id: run.id })
      expect(stored.state).toBe('interrupted')
      expect(stored.answered_keys).toBeGreaterThanOrEqual(course.confirmed.size)
      // A batch is stored before its answer is confirmed: at most one was stored and not confirmed.
      expect(stored.answered_keys - course.confirmed.size).toBeLessThanOrEqual(batch * killed)
    }
    await goOn(course)
    // What was confirmed was never asked again.
    expect(course.asked).toBe(course.confirmed.size)
    const finished = await kit.data.ask('runs.finish', { id: run.id, failure: null })
    expect(finished).toMatchObject({ state: 'finished', answered_keys: rows })
    expect(finished.outcomes).toMatchObject({ com_conversa: rows * 0.8, ausente: rows * 0.2, sem_resposta: 0 })
    const { rows: shown } = await kit.data.ask('tables.rows', {
      table: { kind: 'run', id: run.id },
      query: { search: '', sort: [], filters: [] },
      from: rows - 1000,
      count: 1000,
      columns: ['c0', 'cruzar_chave', 'lead_telefone_digitos', 'lead_contato_id'],
    })
    for (const { cells } of shown) {
      const [text, chave, digits, contact] = cells
      expect(chave).toBe(text)
      const absent = Number(chave) % 5 === 0
      expect([digits, contact]).toEqual(absent ? [null, null] : [chave, Number(String(chave).slice(4))])
    }
  }, 90_000)
})
