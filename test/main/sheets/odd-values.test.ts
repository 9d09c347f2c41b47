import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { unprotectCell } from '../../../main/engine/export/protection.ts'
import { leadFields } from '../../../preload/values/lead-fields.ts'
import { finishRun } from '../../kit/leads.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { startPlatformWith } from '../cruzar/platform-with-leads.ts'
import { oddPieces } from '../engine/export/export-kit.ts'
import { readWorkbook } from '../engine/export/read-workbook.ts'
import { type Lead, leadOf, randomOf } from './data/lead-pages.ts'

const random = randomOf(11)
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
const oddText = () => Array.from({ length: Math.floor(random() * 4) }, () => pick(oddPieces)).join('')
const oddTime = () =>
  pick([null, 'ontem', '2026-03-01', '2026-02-28T23:59:59.123-03:00', '1969-12-31 21:00:00', 1_750_000_000, 1])
const oddNumber = () => pick([null, 0, -1, 1, 2_147_483_647, 2_147_483_648, 4_294_967_295, 2 ** 40, 2 ** 53 - 1])

const oddLists = () => pick([[], [''], ['vip'], ['=a', 'b;c'], [oddText(), oddText()]])
const makers: Readonly<Record<string, () => unknown>> = { time: oddTime, integer: oddNumber, list: oddLists }

/** A lead that is like others, with odd values in some of its fields and some fields missing. */
function oddLead(index: number): Lead {
  const lead = leadOf(index)
  for (const { key, type } of leadFields) {
    // A time of 0 is none, and shown as none.
    if (type === 'time' && lead[key] === 0) lead[key] = null
    // What rows are known and ordered by stays.
    if (key === 'contato_id' || key === 'conversa_id' || key.startsWith('telefone') || random() < 0.4) continue
    if (random() < 0.1) delete lead[key]
    else lead[key] = (makers[type] ?? oddText)()
  }
  return lead
}

const leads = Array.from({ length: 1200 }, (_, index) => oddLead(index))
const keys = leadFields.map(({ key }) => key)

/** Halves of characters do not cross. */
const inUtf8 = (text: string) => Buffer.from(text).toString()

/** A value of a list as it stands between others. */
const escaped = (value: unknown) => String(value).replaceAll('\\', '\\\\').replaceAll('|', '\\|')

/** What a file for other systems says of a value, the slow and obvious way. */
function said(value: unknown): string {
  if (value === null || value === undefined) return ''
  return inUtf8(Array.isArray(value) ? value.map(escaped).join('|') : String(value))
}

async function csvCells({ path }: { readonly path: string }): Promise<string[][]> {
  const { data, errors } = Papa.parse<string[]>(await readFile(path, 'utf8'), { delimiter: ',', newline: '\n' })
  expect(errors).toEqual([])
  return data.slice(1, -1)
}

async function sheetOfLeads() {
  const service = await startPlatformWith(leads)
  const workspace = await startWorkspace()
  const connection_id = await workspace.connect(service.at)
  const sheet = await workspace.readSheet()
  const table = { kind: 'sheet', id: sheet.id } as const
  const { columns } = await workspace.ask('tables.shape', { table, query: {} })
  const places = keys.map((key) => columns.findIndex((column) => column.key === key))
  return { workspace, connection_id, sheet, table, places }
}

describe('leads with every odd value', () => {
  test('are read, stored and exported as the service sent them', async () => {
    const { workspace, table, places } = await sheetOfLeads()
    const shown = keys.filter((_, at) => (places[at] ?? -1) >= 0)
    expect(shown.length).toBeGreaterThanOrEqual(keys.length - 1)
    const rows = await csvCells(await workspace.exported(table, 'csv-raw'))
    expect(rows).toHaveLength(leads.length)
    for (const [index, lead] of leads.entries()) {
      const cells = Object.fromEntries(keys.map((key, at) => [key, rows[index]?.[places[at] ?? -1]]))
      expect(shown.map((key) => cells[key])).toEqual(shown.map((key) => said(lead[key])))
    }
    const workbook = await readWorkbook((await workspace.exported(table, 'xlsx')).path)
    const letter = String.fromCharCode(65 + (places[keys.indexOf('nome')] ?? 0))
    for (const [index, { nome }] of leads.entries()) {
      const { value = '' } = workbook.sheets[0]?.cells.get(`${letter}${index + 2}`) ?? {}
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
      expect(value).toBe(said(nome).replace(/[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/g, ''))
    }
  })

  test('answer a list with every odd cell, which comes back beside them as it was', async () => {
    const { workspace, sheet } = await sheetOfLeads()
    const cells = leads.map(({ telefone_digitos }) => [String(telefone_digitos ?? ''), `x${oddText()}`, oddText()])
    const quoted = [['Telefone', 'Nome', 'Nota'], ...cells].map((row) =>
      row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
    )
    const { run } = await finishRun(workspace, { list: quoted.join('\r\n'), sheet_id: sheet.id })
    const rows = await csvCells(await workspace.exported({ kind: 'run', id: run.id }, 'csv-raw'))
    expect(rows.map((row) => row.slice(0, 3))).toEqual(
      cells.map((row) => row.map((cell) => unprotectCell(inUtf8(cell)))),
    )
    const { columns } = await workspace.ask('tables.shape', { table: { kind: 'run', id: run.id }, query: {} })
    const [keyAt = -1, nameAt = -1] = ['cruzar_chave', 'lead_nome'].map((key) =>
      columns.findIndex((column) => column.key === key),
    )
    const leadsByPhone = new Map(leads.map((lead) => [lead.telefone_digitos || null, lead]))
    expect(run.outcomes.com_conversa).toBeGreaterThan(600)
    for (const row of rows) expect(row[nameAt]).toBe(said(leadsByPhone.get(row[keyAt] ?? null)?.nome))
  })
})
