import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DataCallName, DataCalls } from '../../../main/data-calls.ts'
import { tableQuery } from '../../../preload/contract/table-queries.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { asIs, runOf } from '../cruzar/data/run-kit.ts'
import { filterOf, pagesOf } from '../sheets/data/lead-pages.ts'
import { exportOf } from '../sheets/data/open-sheets.ts'
import { createDataKit, type DataKit, phone } from './data-kit.ts'

/** Many slices of work. */
const rows = 200_000

let kit: DataKit
let folder: string

beforeEach(async () => {
  kit = createDataKit()
  folder = await temporaryFolder()
})

/** A call of many rows, and what must not be there once it was cancelled. */
interface LongCall {
  readonly name: DataCallName
  readonly input: DataCalls[DataCallName]['input']
  left(): Promise<readonly unknown[]>
}

async function stagedList(): Promise<string> {
  const text = Array.from({ length: rows }, (_, row) => `${phone(row)};Pessoa ${row};cidade`).join('\n')
  await kit.data.ask('lists.stage', { list: 'a', name: 'a.csv', source: { bytes: Buffer.from(text) } })
  return 'a'
}

async function storedSheet(): Promise<string> {
  const leads = Array.from({ length: 20_000 }, (_, row) => ({ contato_id: row + 1, telefone_digitos: phone(row) }))
  await kit.data.ask('sheets.create', { id: 'all', name: 'Todos', connection_id: 'one', filter: filterOf() })
  await kit.data.ask('sheets.begin', { id: 'all', mode: 'full', updated_after: null })
  for (const [page, body] of pagesOf(leads, 10_000).entries()) {
    await kit.data.ask('sheets.page', { id: 'all', page: page + 1, body: Buffer.from(body) })
  }
  await kit.data.ask('sheets.finish', { id: 'all', numbered: true })
  return 'all'
}

async function newRun(sheet_id: string | null): Promise<LongCall> {
  const input = { ...runOf(await stagedList()), sheet_id }
  return { name: 'runs.create', input, left: () => kit.data.ask('runs.list', {}) }
}

async function exported(format: 'csv-raw' | 'xlsx'): Promise<LongCall> {
  const run = await kit.makeRun(rows)
  const table = { kind: 'run', id: run.id } as const
  const query = tableQuery.parse({})
  const { columns } = await kit.data.ask('tables.shape', { table, query })
  return {
    name: 'tables.export',
    input: exportOf({
      table,
      columns: columns.map(({ key }) => ({ key, heading: key })),
      format,
      path: path.join(folder, `lista.${format}`),
      origin: {
        words: { ...ptBR.tables.origin, filterNames: {} },
        version: '0',
        exported_at: new Date().toISOString(),
        file: '',
        accounts: {},
        beside: true,
        sentences: [],
      },
    }),
    left: () => readdir(folder),
  }
}

const calls: readonly (readonly [string, () => Promise<LongCall>])[] = [
  [
    'counting a list',
    async () => ({
      name: 'lists.budget',
      input: { list: await stagedList(), settings: asIs },
      left: async () => [],
    }),
  ],
  ['storing a list as a run', () => newRun(null)],
  ['crossing a list with a sheet', async () => newRun(await storedSheet())],
  ['writing CSV', () => exported('csv-raw')],
  ['writing XLSX', () => exported('xlsx')],
]

describe.each(calls)('%s', (_, prepare) => {
  it('answers other questions between its slices', async () => {
    const { name, input } = await prepare()
    const order: string[] = []
    const question = () => kit.data.ask('records.list', { collection: 'none' })
    const long = kit.data.ask(name, input as never).then(() => order.push('long work'))
    await Promise.all([long, question().then(() => order.push('question'))])
    expect(order).toEqual(['question', 'long work'])
  })

  it('stops in the middle when it is cancelled, leaves nothing half, and does the same again', async () => {
    const { name, input, left } = await prepare()
    const abort = new AbortController()
    const reports: { readonly rows: number }[] = []
    const progress = (value: unknown) => {
      reports.push(value as { readonly rows: number })
      abort.abort()
    }
    const options = { signal: abort.signal, progress: progress as never }
    await expect(kit.data.ask(name, input as never, options)).rejects.toMatchObject({ name: 'AbortError' })
    expect(reports).toHaveLength(1)
    expect(reports[0]?.rows).toBeLessThan(rows)
    await expect.poll(left).toEqual([])
    await kit.data.ask(name, input as never)
  })
})
