import { describe, expect, it } from 'vitest'
import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import type { Cell } from '../../../../preload/contract/tables.ts'
import { leadFields } from '../../../../preload/values/lead-fields.ts'
import { differenceTable, type ReadingPair } from '../../../../preload/values/sheet-differences.ts'
import type { DataFolder } from '../../../kit/temporary-folder.ts'
import { filterOf, type Lead, leadOf, leadsOf, pageOf, pagesOf, queryOf, randomOf } from './lead-pages.ts'
import { beginPull, createSheet, openSheets } from './open-sheets.ts'
import { type Difference, differenceOf, type Row } from './reference-difference.ts'

const fields: readonly string[] = leadFields.map(({ key }) => key)
const keepAll = 10

interface Reading {
  readonly number: number
  readonly rows: readonly Row[]
}

/** The rows of a table by column, every one. */
async function rowsOf({ ask }: DataFolder, table: { kind: 'sheet' | 'difference'; id: string }): Promise<Row[]> {
  const shape = await ask('tables.shape', { table, query: queryOf() })
  const columns = [...shape.columns, ...(shape.derived ?? [])].map(({ key }) => key)
  const all: Row[] = []
  while (all.length < shape.total) {
    const page = { table, query: queryOf(), from: all.length, count: 1000, columns }
    const { rows } = await ask('tables.rows', page)
    for (const { cells } of rows)
      all.push(Object.fromEntries(columns.map((key, at) => [key, plainOf(cells[at] ?? null)])))
  }
  return all
}

const plainOf = (cell: Cell) => (typeof cell === 'object' && cell !== null && 'original' in cell ? cell.original : cell)

/** Reads the sheet and gives its newest reading. */
async function readingOf(
  sheets: DataFolder,
  leads: readonly Lead[],
  { id = 's1', mode = 'full' as 'full' | 'quick', total = leads.length } = {},
): Promise<Reading> {
  await beginPull(sheets, mode, id)
  for (const [at, body] of pagesOf(leads, 500, total).entries())
    await sheets.ask('sheets.page', { id, page: at + 1, body: Buffer.from(body) })
  await sheets.ask('sheets.finish', { id, numbered: true, versions: keepAll })
  const { snapshots } = await sheets.ask('sheets.snapshots', { id, versions: 2 })
  return { number: snapshots[0]?.number ?? 0, rows: await rowsOf(sheets, { kind: 'sheet', id }) }
}

const pairOf = (from: Reading, to: Reading, [one, other] = ['s1', 's1']): ReadingPair => ({
  from: { sheet: one ?? '', number: from.number },
  to: { sheet: other ?? '', number: to.number },
})

async function shownDifference(sheets: DataFolder, pair: ReadingPair): Promise<Difference[]> {
  const rows = await rowsOf(sheets, { kind: 'difference', id: differenceTable(pair).id })
  return rows.map((row) => ({
    kinds: [...(row.mudanca as readonly string[])].sort(),
    fields: [...(row.campos_mudados as readonly string[])].sort(),
    won: [...(row.etiquetas_ganhas as readonly string[])].sort(),
    lost: [...(row.etiquetas_perdidas as readonly string[])].sort(),
    row: Object.fromEntries(fields.map((key) => [key, row[key] ?? null])),
    former: Object.fromEntries(
      Object.entries(row)
        .filter(([key]) => key.startsWith('antes_'))
        .flatMap(([key, value]) => {
          const field = key.slice('antes_'.length)
          return (row.campos_mudados as readonly string[]).includes(field) ? [[field, value]] : []
        }),
    ),
  }))
}

/** Another lead under the same number: some fields differ, as in an account that lives. */
function movedLead(lead: Lead, random: () => number, seed: number): Lead {
  const other = leadOf(Number(lead.contato_id) - 1000, seed)
  const moved: Lead = { ...lead }
  const conversation = lead.conversa_id !== null && random() < 0.7 ? lead.conversa_id : other.conversa_id
  for (const field of fields) if (random() < 0.25) moved[field] = other[field]
  return {
    ...moved,
    contato_id: lead.contato_id,
    conversa_id: random() < 0.1 ? 900_000 + Number(lead.contato_id) : conversation,
  }
}

/** Some leads gone, some moved, some new, in another order. */
function laterLeads(leads: readonly Lead[], random: () => number, seed: number): Lead[] {
  const kept = leads.filter(() => random() > 0.1).map((lead) => (random() < 0.3 ? movedLead(lead, random, seed) : lead))
  const added = Array.from({ length: 12 }, (_, at) => leadOf(5000 + seed * 100 + at, seed))
  return [...kept, ...added]
    .map((lead) => ({ lead, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ lead }) => lead)
}

describe('the difference of two readings', () => {
  for (const agrupar of ['contato', 'conversa'] as const) {
    it(`is what a slow comparison finds, ${agrupar} by ${agrupar}, between any two full readings`, async () => {
      const random = randomOf(agrupar.length)
      const sheets = await createSheet(openSheets(), 's1', filterOf(agrupar))
      let leads = leadsOf(160)
      const readings: Reading[] = []
      for (let round = 0; round < 4; round++) {
        readings.push(await readingOf(sheets, leads))
        leads = laterLeads(leads, random, round + 2)
      }
      for (const [at, from] of readings.entries()) {
        for (const to of readings.slice(at)) {
          const pair = pairOf(from, to)
          const expected = differenceOf(from.rows, to.rows, agrupar, 'saiu_da_base')
          expect(await shownDifference(sheets, pair)).toEqual(expected)
          const { rows, new: added, gone, changed, quick } = await sheets.ask('sheets.difference', pair)
          expect(added + gone + changed).toBe(rows)
          expect(rows).toBe(expected.length)
          if (from !== to) expect(quick).toBe(false)
        }
      }
    }, 60_000)

    it(`is the same along a chain of quick refreshes, ${agrupar} by ${agrupar}`, async () => {
      const random = randomOf(9)
      const sheets = await createSheet(openSheets(), 's1', filterOf(agrupar))
      const leads = leadsOf(200)
      const readings = [await readingOf(sheets, leads)]
      for (let round = 0; round < 9; round++) {
        const moved = leads.filter(() => random() < 0.06).map((lead) => movedLead(lead, random, round + 2))
        readings.push(await readingOf(sheets, [...moved, leadOf(900 + round)], { mode: 'quick', total: 999 }))
        if (round === 5) sheets.restart()
      }
      for (const [from, to] of [
        [0, 1],
        [0, 5],
        [2, 7],
        [3, 4],
        [0, 9],
        [6, 9],
      ] as const) {
        const [earlier, later] = [readings[from], readings[to]]
        if (!earlier || !later) throw new Error('a reading is missing')
        const all = differenceOf(earlier.rows, later.rows, agrupar, 'saiu')
        const expected = from === 0 ? all : all.filter(({ kinds }) => !kinds.includes('nova'))
        expect(await shownDifference(sheets, pairOf(earlier, later))).toEqual(expected)
        expect((await sheets.ask('sheets.difference', pairOf(earlier, later))).quick).toBe(true)
      }
    }, 60_000)
  }

  it('has movements of status and agents within one conversation, and labels won and lost', async () => {
    const sheets = await createSheet()
    const base = { ...leadOf(1), conversa_id: 77, status: 'open', agente: 'Bia Lopes', agente_id: 100 }
    const lead = { ...base, etiquetas_contato: ['vip'], etiquetas_conversa: ['boleto'] }
    const earlier = await readingOf(sheets, [lead])
    const later = await readingOf(sheets, [
      { ...lead, status: 'resolved', agente: 'Otávio Reis', agente_id: 101, etiquetas_contato: ['frio'] },
    ])
    expect(await sheets.ask('sheets.difference', pairOf(earlier, later))).toMatchObject({
      changed: 1,
      kinds: ['resolvida', 'outro_agente', 'etiqueta_ganha', 'etiqueta_perdida'].map((kind) => ({ kind, rows: 1 })),
      moves: {
        status: [{ from: 'open', to: 'resolved', rows: 1 }],
        agente: [{ from: 'Bia Lopes', to: 'Otávio Reis', rows: 1 }],
      },
      labels: expect.arrayContaining([
        { label: 'frio', won: 1, lost: 0 },
        { label: 'vip', won: 0, lost: 1 },
      ]),
    })
  })

  it('of two sheets says which of them has a record', async () => {
    const sheets = await createSheet()
    await createSheet(sheets, 's2')
    const one = await readingOf(sheets, leadsOf(20))
    const other = await readingOf(sheets, leadsOf(25).slice(5), { id: 's2' })
    const pair = pairOf(one, other, ['s1', 's2'])
    expect(await sheets.ask('sheets.difference', pair)).toMatchObject({
      kinds: [
        { kind: 'so_no_primeiro', rows: 5 },
        { kind: 'so_no_segundo', rows: 5 },
      ],
    })
    await createSheet(sheets, 's3', filterOf('conversa'))
    const third = await readingOf(sheets, leadsOf(5), { id: 's3' })
    await expect(sheets.ask('sheets.difference', pairOf(one, third, ['s1', 's3']))).rejects.toMatchObject({
      code: 'bad_request',
    })
  })
})

describe('a record that is gone', () => {
  const filtered: LeadFilter = { ...filterOf(), status: ['open'] }

  async function kindsOfGone(sheets: DataFolder, from: Reading, to: Reading) {
    const rows = await shownDifference(sheets, pairOf(from, to))
    return Object.fromEntries(rows.map(({ kinds, row }) => [Number(row.contato_id) - 1000, kinds.join()]))
  }

  it('is no longer in the base where the sheet has no other filter', async () => {
    const sheets = await createSheet()
    const from = await readingOf(sheets, leadsOf(10))
    const to = await readingOf(sheets, leadsOf(9))
    expect(await kindsOfGone(sheets, from, to)).toEqual({ 9: 'saiu_da_base' })
  })

  it('left the filter or the base, which another sheet tells that was read whole since', async () => {
    const sheets = await createSheet(openSheets(), 's1', filtered)
    const from = await readingOf(sheets, leadsOf(10))
    const to = await readingOf(sheets, leadsOf(8))
    expect(await kindsOfGone(sheets, from, to)).toEqual({ 8: 'saiu', 9: 'saiu' })
    await createSheet(sheets, 'all')
    await readingOf(sheets, leadsOf(9), { id: 'all' })
    expect(await kindsOfGone(sheets, from, to)).toEqual({ 8: 'saiu_do_filtro', 9: 'saiu_da_base' })
  })

  it('is not decided by a sheet that was read before, is of another account, or has a filter', async () => {
    const sheets = await createSheet(openSheets(), 'all')
    await readingOf(sheets, leadsOf(9), { id: 'all' })
    await createSheet(sheets, 's1', filtered)
    const from = await readingOf(sheets, leadsOf(10))
    const to = await readingOf(sheets, leadsOf(8))
    await createSheet(sheets, 'other', filterOf(), 'c2')
    await createSheet(sheets, 'inbox', { ...filterOf(), inbox_ids: [10] })
    for (const id of ['other', 'inbox']) await readingOf(sheets, leadsOf(9), { id })
    expect(await kindsOfGone(sheets, from, to)).toEqual({ 8: 'saiu', 9: 'saiu' })
  })

  it('and one that is new are not claimed where the other reading is not whole', async () => {
    const sheets = await createSheet()
    const from = await readingOf(sheets, leadsOf(10))
    const part = await readingOf(sheets, leadsOf(8), { total: 9 })
    const to = await readingOf(sheets, leadsOf(11))
    expect(await sheets.ask('sheets.difference', pairOf(from, part))).toMatchObject({
      rows: 0,
      to: { whole: false },
      unclear: { earlier: 2, later: 0 },
    })
    expect(await sheets.ask('sheets.difference', pairOf(part, to))).toMatchObject({
      rows: 0,
      from: { whole: false },
      unclear: { earlier: 0, later: 3 },
    })
  })
})

describe('the readings of a sheet', () => {
  it('are as many as are chosen for it, whatever the preferences say, and a difference of lost ones is not found', async () => {
    const sheets = await createSheet()
    const finish = () => sheets.ask('sheets.finish', { id: 's1', numbered: true, versions: 2 })
    const numbers = async () =>
      (await sheets.ask('sheets.snapshots', { id: 's1', versions: 2 })).snapshots.map(({ number }) => number)
    const read = async (seed: number) => {
      await beginPull(sheets)
      const leads = leadsOf(30, seed)
      await sheets.ask('sheets.page', {
        id: 's1',
        page: 1,
        body: Buffer.from(pageOf({ leads, page: 1, perPage: 30, total: 30, more: false })),
      })
      await finish()
    }
    await sheets.ask('sheets.keep_snapshots', { id: 's1', keep: 3, versions: 2 })
    for (const seed of [1, 2, 3, 4]) await read(seed)
    expect(await numbers()).toEqual([4, 3, 2])
    const { stays, snapshots } = await sheets.ask('sheets.snapshots', { id: 's1', versions: 2 })
    expect(stays[2]).toEqual({ readings: 3, bytes: snapshots.reduce((sum, { bytes }) => sum + bytes, 0) })
    expect(stays[0]).toEqual({ readings: 1, bytes: snapshots[0]?.bytes })
    const pair = { from: { sheet: 's1', number: 2 }, to: { sheet: 's1', number: 4 } }
    expect((await sheets.ask('sheets.difference', pair)).changed).toBe(30)
    expect(await sheets.ask('sheets.keep_snapshots', { id: 's1', keep: null, versions: 2 })).toMatchObject({
      keep: null,
    })
    expect(await numbers()).toEqual([4, 3])
    await expect(sheets.ask('sheets.difference', pair)).rejects.toMatchObject({ code: 'not_found' })
    sheets.restart()
    expect(await numbers()).toEqual([4, 3])
  })
})
