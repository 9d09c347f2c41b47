import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { outcomeNames } from '../../../preload/contract/outcomes.ts'
import type { ExportFormat } from '../../../preload/contract/tables.ts'
import { finishRun } from '../../kit/leads.ts'
import { readWorkbook } from '../export/read-workbook.ts'
import { envelope, resultOf, startCruzar } from './platform-that-answers.ts'

/** Cells of other columns that a spreadsheet would run, misread, split or trim. */
const hostile = [
  '=1+1',
  '=HYPERLINK("http://x";"y")',
  '+cmd|x',
  '-2+3',
  '@SUM(A1)',
  '\tcolado',
  '"entre aspas"',
  'meia "aspa',
  'a;b,c|d',
  'linha 1\nlinha 2',
  'linha 1\r\n=linha 2',
  "'apóstrofo",
  "''dois",
  "'=1+1",
  '00123',
  '123456789012345678',
  '1E5',
  '3/4',
  '="0011"',
  '_x0041_ <b>&amp;</b>',
  ' espaços ',
  'João 😊',
]
/** The service never answers for this one. */
const silent = '5511961239999'
const phones = [
  ...hostile.map((_, index) => `+55 (11) 96123-${String(4000 + index * 7)}`),
  '11961239999',
  '0011',
  '',
  '+351 912 345 678',
  '1132654321',
]

async function everyOutcome() {
  const {
    service: _,
    connection_id: __,
    ...workspace
  } = await startCruzar((keys) => envelope(keys.filter((key) => key !== silent).map(resultOf)))
  const rows = phones.map((phone, index) => [`Pessoa ${index}`, phone, hostile[index] ?? '', `000${index}`])
  const list = Papa.unparse([['Nome', 'Telefone', 'Observação', 'Código'], ...rows], { delimiter: ';' })
  const first = await finishRun(workspace, { list })
  for (const outcome of outcomeNames) expect(first.run.outcomes[outcome], outcome).toBeGreaterThan(0)
  const exported = async (format: ExportFormat) => {
    const table = { kind: 'run' as const, id: first.run.id }
    const saved = await workspace.ask('tables.export', { table, query: {}, columns: null, format, name: 'Resultado' })
    expect(saved).toMatchObject({ cut_cells: 0, cleaned_cells: 0 })
    return { name: saved.name, bytes: await readFile(path.join(workspace.saved, saved.name)) }
  }
  return { workspace, first, exported }
}

describe('a run with every outcome', () => {
  test.each(['csv-excel', 'csv-raw', 'xlsx'] as const)(
    'that left as %s comes back with the same keys, outcomes and cells',
    async (format) => {
      const { workspace, first, exported } = await everyOutcome()
      const { name, bytes } = await exported(format)
      const ticket = workspace.fileTickets.put({ name, source: { bytes } })
      const { list, inspection } = await workspace.ask('cruzar.stage', { from: 'file', ticket })
      expect(inspection.header).toBe(true)
      expect(inspection.columns.filter(({ kind }) => kind !== 'other').map((column) => column.name)).toEqual([
        'Telefone',
      ])
      const budget = await workspace.ask('cruzar.budget', { list, settings: {} })
      expect(budget).toMatchObject({ rows: phones.length, keys: first.run.keys })

      const second = await finishRun(workspace, { list: bytes, name })
      expect(second.run.outcomes).toEqual(first.run.outcomes)
      const outcomeColumn = `c${inspection.columns.findIndex((column) => column.name === 'cruzar_resultado')}`
      for (const [index, row] of second.rows.entries()) {
        const before = first.rows[index] ?? {}
        for (const key of ['c0', 'c1', 'c2', 'c3', 'cruzar_chave', 'cruzar_resultado']) {
          expect(row[key], `${key} of row ${index}`).toEqual(before[key])
        }
        expect(row[outcomeColumn]).toBe(before.cruzar_resultado)
      }
    },
  )

  test('holds phones and ids as texts in a workbook, whatever they look like', async () => {
    const { workspace, exported } = await everyOutcome()
    const { name } = await exported('xlsx')
    const { sheets } = await readWorkbook(path.join(workspace.saved, name))
    for (const [index, phone] of phones.entries()) {
      const cell = (column: string) => sheets[0]?.cells.get(`${column}${index + 2}`)
      if (phone !== '') expect(cell('B')).toEqual({ type: 'text', value: phone, format: '49' })
      expect(cell('D')).toEqual({ type: 'text', value: `000${index}`, format: '49' })
    }
  })
})
