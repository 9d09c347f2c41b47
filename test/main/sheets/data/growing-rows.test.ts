import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TableRef } from '../../../../preload/contract/table-queries.ts'
import { type LeadField, leadFields } from '../../../../preload/values/lead-fields.ts'
import { storeSheetWithout } from '../../../kit/fewer-fields.ts'
import type { DataFolder } from '../../../kit/temporary-folder.ts'
import { runOf } from '../../cruzar/data/run-kit.ts'
import { filterOf, type Lead, leadOf, leadsOf, pageOf, pagesOf, queryOf } from './lead-pages.ts'
import {
  beginPull,
  cellsOf,
  columnOf,
  createSheet,
  finishPull,
  openSheets,
  pull,
  sheetOf,
  sheetWith,
  storePage,
} from './open-sheets.ts'

/** Of every type that is stored in its own way, of the person and of the conversation. */
const unknownBefore = [
  'contato_criado_em',
  'etiquetas_contato',
  'ultima_mensagem_em',
  'mensagens',
  'status',
  'agente_email',
  'conversas_no_periodo',
] as const satisfies readonly LeadField[]

/** Closes the folder and opens it with a sheet that a version stored which did not know these fields. */
function restartFromFormer(sheets: DataFolder, fields: readonly LeadField[] = unknownBefore): void {
  sheets.close()
  storeSheetWithout(fields, path.join(sheets.dir, 'sheets', 's1.sheet'))
  sheets.restart()
}

/** The rows as the columns of the fields show them. */
async function rowsOf(sheets: DataFolder, query = {}): Promise<unknown[][]> {
  const columns = await Promise.all(leadFields.map(({ key }) => columnOf(sheets, key, query)))
  return (columns[0] ?? []).map((_, row) => columns.map((column) => column[row]))
}

/** The rows of a sheet that reads these leads now. */
async function rowsNow(leads: readonly Lead[]): Promise<unknown[][]> {
  const sheets = openSheets()
  await sheetOf(sheets, leads)
  return await rowsOf(sheets)
}

const withMore = (leads: readonly Lead[]) =>
  leads.map((lead, index) => ({ ...lead, campo_novo: `c${index % 3}`, nota: index }))

/** The run of a list with these keys, which the sheet has answered. */
async function crossed(sheets: DataFolder, keys: readonly string[]): Promise<TableRef> {
  await sheets.ask('lists.stage', { list: 'l1', name: 'lista.csv', source: { bytes: Buffer.from(keys.join('\n')) } })
  const answeredBy = { connection_id: 'c1', sheet_id: 's1', sheet_ids: ['s1'] }
  const { id } = await sheets.ask('runs.create', { ...runOf('l1'), ...answeredBy })
  return { kind: 'run', id }
}

it('a service whose rows have fields that nobody knows adds to a sheet of former rows by a quick refresh, and replaces them by a full one', async () => {
  const sheets = openSheets()
  const sheetsOfNow = openSheets()
  const leads = leadsOf(120)
  const moved = leads.slice(40, 60).map((lead) => ({ ...lead, nome: 'Mudou' }))
  for (const each of [sheets, sheetsOfNow]) {
    await sheetOf(each, leads)
    await pull(each, pagesOf(each === sheets ? withMore(moved) : moved, 10), { mode: 'quick' })
  }
  expect(await rowsOf(sheets)).toEqual(await rowsOf(sheetsOfNow))
  const extra = await columnOf(sheets, 'extra')
  expect(extra.map((text) => text !== null)).toEqual(leads.map((_, at) => at >= 40 && at < 60))
  await pull(sheets, pagesOf(withMore(leads), 50))
  expect(await rowsOf(sheets)).toEqual(await rowsNow(leads))
  expect((await columnOf(sheets, 'extra')).map((text) => JSON.parse(String(text)))).toEqual(
    leads.map((_, index) => ({ campo_novo: `c${index % 3}`, nota: index })),
  )
})

describe('a field that all rows have and nobody knows', () => {
  const shapeOf = (sheets: DataFolder, table: TableRef) => sheets.ask('tables.shape', { table, query: queryOf() })
  const sheet = { kind: 'sheet', id: 's1' } as const

  it('is a column of texts behind the others, under the name that the service gives it', async () => {
    const rows = withMore(leadsOf(5)).map((lead, at) => ({ ...lead, ...(at === 2 ? { so_uma: 1 } : {}) }))
    const sheets = await sheetWith(rows)
    const { columns } = await shapeOf(sheets, sheet)
    expect(columns.slice(leadFields.length)).toEqual(
      ['extra', 'campo_novo', 'nota'].map((key) => ({ key, type: 'text', heading: key })),
    )
    expect(await columnOf(sheets, 'nota')).toEqual(['0', '1', '2', '3', '4'])
    const filters = [{ column: 'campo_novo', operator: 'equals' as const, text: 'C1' }]
    expect(await columnOf(sheets, 'campo_novo', { filters })).toEqual(['c1', 'c1'])
  })

  it('is a column also where it holds nothing, a list or an object', async () => {
    const values = [null, [1, 'a'], { b: true }, false]
    const sheets = await sheetWith(leadsOf(4).map((lead, at) => ({ ...lead, misto: values[at] })))
    expect(await columnOf(sheets, 'misto')).toEqual([null, '[1,"a"]', '{"b":true}', 'false'])
  })

  it('is no column while one row lacks it', async () => {
    const sheets = await sheetWith([...withMore(leadsOf(5)), leadOf(9)])
    expect((await shapeOf(sheets, sheet)).columns.at(-1)?.key).toBe('extra')
    await pull(sheets, pagesOf(withMore([leadOf(9)]), 10), { mode: 'quick' })
    expect((await shapeOf(sheets, sheet)).columns.at(-1)?.key).toBe('nota')
  })

  it('is no column any more where a quick refresh brought none', async () => {
    const sheets = await sheetWith(withMore(leadsOf(5)))
    await pull(sheets, pagesOf(leadsOf(4), 10), { mode: 'quick' })
    expect((await shapeOf(sheets, sheet)).columns.at(-1)?.key).toBe('extra')
    await pull(sheets, pagesOf(leadsOf(5), 10), { mode: 'quick' })
    expect((await shapeOf(sheets, sheet)).columns).toHaveLength(leadFields.length)
  })

  it('is no column where it is one of too many, or has a name that is blank, too long or taken', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`campo_${at}`, at]))
    const odd = { ' ': 1, ['x'.repeat(101)]: 1, extra: 1, mensagens: {} }
    const sheets = await sheetWith(leadsOf(3).map((lead) => ({ ...lead, ...odd, ...many })))
    const { columns } = await shapeOf(sheets, sheet)
    expect(columns.slice(leadFields.length).map(({ key }) => key)).toEqual(['extra', ...Object.keys(many).slice(0, 32)])
  })

  it('stands beside the rows of a run as well', async () => {
    const leads = withMore(leadsOf(4)).map((lead, at): Lead => ({ ...lead, email: `p${at}@exemplo.com.br` }))
    const sheets = await sheetWith(leads)
    const table = await crossed(sheets, ['p2@exemplo.com.br', 'ninguem@exemplo.com.br', 'p0@exemplo.com.br'])
    expect(await cellsOf(sheets, table, 'lead_campo_novo')).toEqual(['c2', null, 'c0'])
    const { columns } = await shapeOf(sheets, table)
    expect(columns.at(-1)).toEqual({ key: 'lead_nota', type: 'text', heading: null })
  })
})

describe('a sheet that was stored before some fields were known', () => {
  it('shows their values from what was unknown of each row', async () => {
    const sheets = openSheets()
    const leads = leadsOf(120)
    await sheetOf(sheets, leads)
    const rowsBefore = await rowsOf(sheets)
    restartFromFormer(sheets)
    expect(await rowsOf(sheets)).toEqual(rowsBefore)
    const query = { sort: [{ column: 'mensagens', descending: true }] }
    const counts = (await columnOf(sheets, 'mensagens', query)).map(Number)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(counts[0]).toBeGreaterThan(0)
  })

  it('shows nothing where the service had not sent them', async () => {
    const sheets = openSheets()
    const leads = leadsOf(30).map(({ origem: _, mensagens: __, etiquetas_conversa: ___, ...lead }) => lead)
    await sheetOf(sheets, leads)
    restartFromFormer(sheets, ['origem', 'mensagens', 'etiquetas_conversa'])
    expect(await columnOf(sheets, 'contato_id')).toEqual(leads.map(({ contato_id }) => contato_id))
    expect(new Set(await columnOf(sheets, 'origem'))).toEqual(new Set([null]))
    expect(new Set(await columnOf(sheets, 'mensagens'))).toEqual(new Set([null]))
    expect(new Set((await columnOf(sheets, 'etiquetas_conversa')).map(String))).toEqual(new Set(['']))
  })

  it('takes a value that fits no column as none, and keeps it among what is unknown', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, [{ ...leadsOf(1)[0], mensagens: { de_hoje: 3 } }])
    restartFromFormer(sheets, ['mensagens'])
    expect(await columnOf(sheets, 'mensagens')).toEqual([null])
    expect(await columnOf(sheets, 'extra')).toEqual(['{"mensagens":{"de_hoje":3}}'])
  })

  it('keeps every value at its row when a quick refresh brings some rows anew', async () => {
    const sheets = openSheets()
    const sheetsOfNow = openSheets()
    const leads = leadsOf(120)
    const moved = leads.slice(40, 60).map((lead) => ({ ...lead, nome: 'Mudou', agente_email: 'outra@exemplo.com.br' }))
    for (const each of [sheets, sheetsOfNow]) {
      await sheetOf(each, leads)
      if (each === sheets) restartFromFormer(sheets)
      await pull(each, pagesOf(moved, 10), { mode: 'quick' })
    }
    const expected = await rowsOf(sheetsOfNow)
    expect(expected.map(([, name]) => name === 'Mudou')).toEqual(leads.map((_, at) => at >= 40 && at < 60))
    expect(await rowsOf(sheets)).toEqual(expected)
    sheets.restart()
    expect(await rowsOf(sheets)).toEqual(expected)
  })

  it('goes on with a reading that was interrupted, its rows in their order', async () => {
    const sheets = await createSheet()
    const leads = leadsOf(150)
    const pages = pagesOf(leads, 25)
    await beginPull(sheets)
    for (const page of [1, 2, 3]) {
      await storePage(sheets, page, pages[page - 1])
      await sheets.ask('sheets.stop', { id: 's1', badge: { kind: 'partial', reason: 'failed', failure: 'offline' } })
      await beginPull(sheets)
    }
    restartFromFormer(sheets)
    expect((await rowsOf(sheets)).length).toBe(75)
    expect(await beginPull(sheets)).toMatchObject({ next_page: 4, rows: 75 })
    for (const page of [4, 5]) await storePage(sheets, page, pages[page - 1])
    // The repeated row makes the end write all rows anew.
    const last = pageOf({
      leads: [...leads.slice(125), ...leads.slice(0, 1)],
      page: 6,
      perPage: 26,
      total: 150,
      more: false,
    })
    await storePage(sheets, 6, last)
    await finishPull(sheets)
    expect(await rowsOf(sheets)).toEqual(await rowsNow(leads))
  })

  it('shows a reading that ended as it came, some of it stored before and some after', async () => {
    const sheets = await createSheet()
    const leads = leadsOf(50)
    const pages = pagesOf(leads, 25)
    await beginPull(sheets)
    await storePage(sheets, 1, pages[0])
    restartFromFormer(sheets)
    await beginPull(sheets)
    await storePage(sheets, 2, pages[1])
    await finishPull(sheets)
    expect(await rowsOf(sheets)).toEqual(await rowsNow(leads))
  })

  it('replaces the newest conversation of a person as one', async () => {
    const sheets = openSheets()
    const leads = leadsOf(40).map(
      (lead): Lead => ({
        ...lead,
        conversa_id: lead.contato_id,
        conversa_criada_em: '2026-03-01T10:00:00-03:00',
      }),
    )
    await sheetOf(sheets, leads, filterOf('contato'))
    restartFromFormer(sheets)
    const older = leads.slice(0, 5).map((lead) => ({
      ...lead,
      conversa_id: 9,
      conversa_criada_em: '2026-01-01T10:00:00-03:00',
      mensagens: 777,
      nome: 'Mudou',
    }))
    await pull(sheets, pagesOf(older, 10), { mode: 'quick' })
    expect((await columnOf(sheets, 'nome')).slice(0, 6)).toEqual([...older.map(({ nome }) => nome), leads[5]?.nome])
    expect(await columnOf(sheets, 'mensagens')).toEqual(leads.map(({ mensagens }) => mensagens))
  })

  it('says of a field that is known now what its column says, and nothing else, after a quick refresh', async () => {
    const sheets = openSheets()
    const [first = {}, second = {}] = leadsOf(2)
    const conversation = (conversa_id: number): Lead => ({
      ...first,
      conversa_id,
      conversas_no_periodo: 1,
      campo_novo: 7,
      mensagens: conversa_id === 1 ? { de_hoje: 3 } : 5,
    })
    await sheetOf(sheets, [conversation(1), { ...second, conversas_no_periodo: null }], filterOf('conversa'))
    restartFromFormer(sheets, ['conversas_no_periodo', 'mensagens'])
    await pull(sheets, pagesOf([conversation(2)], 10), { mode: 'quick' })
    expect(await columnOf(sheets, 'conversas_no_periodo')).toEqual([2, null, 2])
    expect(await columnOf(sheets, 'mensagens')).toEqual([null, second.mensagens, 5])
    expect(await columnOf(sheets, 'extra')).toEqual([
      '{"mensagens":{"de_hoje":3},"campo_novo":7}',
      null,
      '{"campo_novo":7}',
    ])
  })

  it('answers a run with the values of its people', async () => {
    const sheets = openSheets()
    const leads = leadsOf(40).map((lead, at): Lead => ({ ...lead, telefone_digitos: String(5511961000000 + at) }))
    await sheetOf(sheets, leads)
    restartFromFormer(sheets)
    const keys = leads.map(({ telefone_digitos }) => String(telefone_digitos))
    const run = await crossed(sheets, keys)
    expect(await cellsOf(sheets, run, 'lead_nome')).toEqual(leads.map(({ nome }) => nome))
    expect(await cellsOf(sheets, run, 'lead_mensagens')).toEqual(leads.map(({ mensagens }) => mensagens))
  })
})
