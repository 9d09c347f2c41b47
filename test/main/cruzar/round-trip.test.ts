import { describe, expect, test } from 'vitest'
import { cruzar } from '../../../preload/messages/pt-BR/cruzar.ts'
import type { Outcome } from '../../../preload/values/outcomes.ts'
import { finishRun } from '../../kit/leads.ts'
import { readWorkbook } from '../engine/export/read-workbook.ts'
import { everyOutcome, phones } from './every-outcome.ts'

describe('a run with every outcome', () => {
  test.each(['csv-excel', 'csv-raw', 'xlsx'] as const)(
    'that left as %s comes back with the same keys, outcomes and cells, and says the outcomes to people in words',
    async (format) => {
      const { workspace, first, exported } = await everyOutcome()
      const { name, bytes } = await exported(format)
      const { list, inspection } = await workspace.stage(bytes, name)
      expect(inspection.header).toBe(true)
      expect(inspection.columns.filter(({ kind }) => kind !== 'other').map((column) => column.name)).toEqual([
        'Telefone',
      ])
      const budget = await workspace.ask('cruzar.budget', { list, settings: {} })
      expect(budget).toMatchObject({ rows: phones.length, keys: first.run.keys })

      const second = await finishRun(workspace, { list: bytes, name })
      expect(second.run.outcomes).toEqual(first.run.outcomes)
      const outcomeColumn = `c${inspection.columns.findIndex((column) => /^(?:cruzar_resultado|Resultado)$/.test(column.name))}`
      for (const [index, row] of second.rows.entries()) {
        const firstRow = first.rows[index] ?? {}
        for (const key of ['c0', 'c1', 'c2', 'c3', 'cruzar_chave', 'cruzar_resultado']) {
          expect(row[key], `${key} of row ${index}`).toEqual(firstRow[key])
        }
        const outcome = firstRow.cruzar_resultado as Outcome
        expect(row[outcomeColumn]).toBe(format === 'csv-raw' ? outcome : cruzar.outcomes[outcome])
      }
    },
  )

  test('holds phones and ids as texts in a workbook, whatever they look like', async () => {
    const { exported } = await everyOutcome()
    const { file } = await exported('xlsx')
    const { sheets } = await readWorkbook(file)
    for (const [index, phone] of phones.entries()) {
      const cell = (column: string) => sheets[0]?.cells.get(`${column}${index + 2}`)
      if (phone !== '') expect(cell('B')).toEqual({ type: 'text', value: phone, format: '49' })
      expect(cell('D')).toEqual({ type: 'text', value: `000${index}`, format: '49' })
    }
  })
})
