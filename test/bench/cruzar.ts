import type { Data } from '../../main/data/calls.ts'
import { leadFields } from '../../preload/contract/lead-fields.ts'
import { type AnswerBatches, createAnswerWriter, keysABatch, readAnswers } from './answer-batches.ts'
import { alone, alternate, compare, type Figure, percentile, startLaps } from './figure.ts'
import { recognised } from './list.ts'
import { type Measured, runSide, withData } from './measured.ts'
import { everything } from './store-leads.ts'
import type { Workshop } from './workshop.ts'

const id = 'bench'
const table = { kind: 'run', id } as const
const naiveHeapMb = 8000

interface CrossedRun {
  readonly rows: number
  readonly created: number
  readonly answered: number
  readonly finished: number
  readonly exported: number
  readonly answers: readonly number[]
  readonly seconds: number
}

async function createRun(data: Data, path: string): Promise<number> {
  await data.ask('lists.stage', { list: id, name: 'lista.csv', source: { path } })
  const account = { connection_id: 'bench', sheet_id: null, filter: everything }
  const order = { id, list: id, settings: recognised, name: 'bench', ...account }
  await data.ask('runs.create', order)
  return (await data.ask('runs.begin', { id })).keys
}

/** What the service would answer to the keys of the list, written before anything is measured. */
async function writeAnswers(workshop: Workshop, path: string): Promise<AnswerBatches> {
  const writer = createAnswerWriter(workshop.place('answers'), await workshop.pages())
  await withData(workshop.place('cruzar-keys'), async (data) => {
    const total = await createRun(data, path)
    for (let from = 0; from < total; from += keysABatch) {
      const count = Math.min(keysABatch, total - from)
      const { keys } = await data.ask('runs.keys', { id, from, count, most: count })
      writer.add(from, keys)
    }
  })
  return writer.end()
}

/** A whole run beside the network: list, answers in their checkpoints, the end, and every row as CSV. */
function crossList(dir: string, path: string, batches: AnswerBatches): Promise<Measured<CrossedRun>> {
  return withData(dir, async (data) => {
    await data.ask('sheets.list', {})
    const lap = startLaps()
    await createRun(data, path)
    const created = lap()
    const answers: number[] = []
    for (const batch of readAnswers(batches)) {
      const begun = performance.now()
      await data.ask('runs.answer', { id, ...batch, requests: 1, seconds: 0 })
      answers.push(performance.now() - begun)
    }
    const answered = lap()
    const { rows, outcomes } = await data.ask('runs.finish', { id, failure: null })
    if (outcomes.sem_resposta > 0) throw new Error(`${outcomes.sem_resposta} rows have no answer`)
    const finished = lap()
    await exportRun(data, `${dir}.csv`)
    const exported = lap()
    const seconds = created + answered + finished + exported
    return { rows, created, answered, finished, exported, answers, seconds }
  })
}

async function exportRun(data: Data, path: string): Promise<void> {
  const query = { search: '', sort: [], filters: [] }
  const { columns } = await data.ask('tables.shape', { table, query })
  const known = new Set([...leadFields.map(({ key }) => `lead_${key}`), 'cruzar_resultado', 'cruzar_chave'])
  const selected = columns.filter(({ key }) => key.startsWith('c') || known.has(key))
  await data.ask('tables.export', {
    table,
    query,
    rows: null,
    columns: selected.map(({ key, heading }) => ({ key, heading: heading ?? key })),
    format: 'csv-raw',
    path,
    sheet_name: 'bench',
    words: { status: {}, outcome: {}, reason: {}, codes: {} },
    zone: 'America/Sao_Paulo',
  })
}

/** The part of cruzar that needs no network, for a list as long as the sheet. */
export async function cruzar(workshop: Workshop): Promise<Figure[]> {
  const path = await workshop.list(workshop.rows)
  const batches = await writeAnswers(workshop, path)
  const rounds = await alternate(
    workshop.longRounds,
    (round) => crossList(workshop.place(`cruzar-${round}`), path, batches),
    () =>
      runSide<{ seconds: number }>('cross-naively', { path, out: workshop.place('naive.csv'), batches }, naiveHeapMb),
  )
  const sides = rounds.ours
  const part = (name: string, seconds: (run: CrossedRun) => number, note = '') =>
    alone(
      `cruzar: ${name}`,
      sides,
      sides.map(({ value }) => seconds(value)),
      note,
    )
  const answers = sides.flatMap((side) => side.value.answers)
  const ms = (share: number) => `p${share * 100} ${percentile(answers, share).toFixed(1)} ms`
  return [
    compare({
      job: `cruzar without network: ${workshop.rows} lines to the CSV with the leads' columns`,
      peer: 'papaparse, a Map of JSON answers, unparse; all in memory, nothing stored',
      rounds,
      ours: ({ value }) => value.seconds,
      theirs: ({ value }) => value.seconds,
      note: 'ours stores list, answers and outcomes encrypted, with a checkpoint a batch',
    }),
    part('the list becomes a run', ({ created }) => created),
    part(
      `${batches.batches.length} answers of ${keysABatch} keys`,
      ({ answered }) => answered,
      `${ms(0.5)}, ${ms(0.99)} an answer`,
    ),
    part('the end: answers sealed', ({ finished }) => finished),
    part('every row as CSV', ({ exported }) => exported),
  ]
}
