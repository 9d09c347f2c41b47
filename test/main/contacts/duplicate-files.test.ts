import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import { duplicatesTable } from '../../../preload/values/duplicate-pairs.ts'
import { startAccount } from '../../kit/leads.ts'

test('pairs leave with the number of each contact in the headings, and with codes for systems', async () => {
  const workspace = await startAccount({ leads: 1200 })
  const { ask, connection_id } = workspace
  const sheet = await workspace.readSheet()
  const table = duplicatesTable({ connection_id, sheet_id: sheet.id })
  const exported = async (format: ExportFormat) => {
    const columns = ['par_motivo', 'par_degrau', 'um_nome', 'outro_nome', 'outro_telefone_digitos']
    const text = await readFile((await workspace.exported(table, format, { columns })).path, 'utf8')
    const [headings, row] = text.replace('\ufeff', '').split(/\r?\n/)
    return [headings, row?.split(/[;,]/).slice(0, 2)]
  }
  expect(await ask('duplicates.summary', { connection_id, sheet_id: sheet.id })).toMatchObject({ pairs: 3 })
  expect(await exported('csv-excel')).toEqual([
    'Motivo;Degrau;Nome (1);Nome (2);Telefone (dígitos) (2)',
    ['nono dígito', 'nono dígito'],
  ])
  expect(await exported('csv-raw')).toEqual([
    'par_motivo,par_degrau,um_nome,outro_nome,outro_telefone_digitos',
    ['ninth', 'ninth'],
  ])
})
