import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TableRef } from '../../../preload/contract/table-queries.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { finishRun, startAccount } from '../../kit/leads.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'
import { lastDays } from '../reports/report-kit.ts'
import { type ReadWorkbook, readWorkbook } from './export/read-workbook.ts'
import { readPacked } from './export/read-zip.ts'

const now = () => new Date('2026-11-24T20:20:00.000Z')

/** A time in São Paulo, to the second. */
function inZone(iso: string | null | undefined): string {
  return `${new Date(Date.parse(iso ?? '') - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`
}

/** Exports a whole table; gives what was answered, and the document beside the file. */
async function exported(workspace: TestWorkspace, table: TableRef) {
  const saved = await workspace.exported(table, 'csv-raw')
  return { saved, ...(await besideOf(workspace, saved.name)) }
}

async function besideOf({ saved: folder }: TestWorkspace, name: string) {
  const bytes = await readFile(path.join(folder, name))
  const document = JSON.parse(await readFile(path.join(folder, `${name}.origem.json`), 'utf8'))
  return { bytes, document }
}

/** What the last worksheet states, by its labels. */
function statedIn({ sheets }: ReadWorkbook): Readonly<Record<string, string>> {
  const { cells = new Map() } = sheets.at(-1) ?? {}
  const rows = [...cells].filter(([reference]) => reference.startsWith('A'))
  return Object.fromEntries(rows.map(([reference, { value }]) => [value, cells.get(`B${reference.slice(1)}`)?.value]))
}

describe('a CSV', () => {
  test('has beside it a document with account, filters as the service echoed them, times, counts and its SHA-256', async () => {
    const account = await startAccount({ leads: 60 }, { now })
    const { id } = await account.readSheet({ name: 'Todos' })
    const [connection] = await account.ask('connections.list', {})
    const [sheet] = await account.ask('sheets.list', {})
    const table = { kind: 'sheet' as const, id }
    const query = {
      search: 'a',
      sort: [{ column: 'nome', descending: true }],
      conditions: null,
      filters: [{ column: 'status', operator: 'in' as const, values: ['open'] }],
    }
    const columns = ['contato_id', 'nome', 'telefone']
    const input = { table, query, columns, format: 'csv-excel' as const, name: 'Abertos' }
    const saved = await account.ask('tables.export', input)
    expect(saved).toMatchObject({ origin: 'beside', logged: true })
    const { bytes, document } = await besideOf(account, saved.name)
    expect(document).toEqual({
      cruza_origem: 1,
      exported_at: '2026-11-24T17:20:00-03:00',
      time_zone: 'America/Sao_Paulo',
      app: 'Cruza 0.0.0',
      source: {
        kind: 'sheet',
        name: 'Todos',
        service: 'platform',
        account: connection?.name,
        state: 'complete',
        reason: 'none',
        read_at: inZone(sheet?.read_at),
        refreshed_at: null,
        filters_by: 'service',
        filters: sheet?.echoed,
        counts: { rows_read: sheet?.rows, service_total: sheet?.total, repeated: 0, rejected: 0, unknown_counts: 0 },
      },
      query: { ...query, selected_rows: null },
      file: {
        name: saved.name,
        format: 'csv-excel',
        rows: saved.rows,
        columns: ['Contato nº', 'Nome', 'Telefone'],
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    })
    expect(JSON.stringify(document)).not.toContain(account.demo.platform.token)
    expect(JSON.stringify(document)).not.toContain(account.demo.platform.url)
  })

  test('goes alone where the person wants no origin, for one file or for all', async () => {
    const account = await startAccount({ leads: 20 })
    const { id } = await account.readSheet()
    const table = { kind: 'sheet', id } as const
    expect(await account.exported(table, 'csv-raw', { name: 'a', origin: false })).toMatchObject({ origin: 'none' })
    account.preferences.write({ export_origin: false })
    expect(await account.exported(table, 'csv-raw', { name: 'b' })).toMatchObject({ origin: 'none' })
    const workbook = await account.exported(table, 'xlsx', { name: 'c' })
    expect(workbook.origin).toBe('none')
    expect(readdirSync(account.saved).filter((name) => name.endsWith('.json'))).toEqual([])
    expect((await readWorkbook(workbook.path)).sheets.map(({ name }) => name)).toEqual(['c'])
    expect(await account.exported(table, 'csv-raw', { name: 'd', origin: true })).toMatchObject({ origin: 'beside' })
  })

  test('is there although the document cannot be written beside it, and the answer says so', async () => {
    const account = await startAccount({ leads: 20 })
    const { id } = await account.readSheet()
    const name = 'a (CSV para sistemas).csv'
    mkdirSync(path.join(account.saved, `${name}.origem.json`))
    const saved = await account.exported({ kind: 'sheet', id }, 'csv-raw', { name: 'a' })
    expect(saved).toMatchObject({ saved: true, name, origin: 'failed' })
    expect((await readFile(saved.path)).length).toBe(saved.bytes)
  })
})

describe('a workbook', () => {
  test('states its origin in its last worksheet, in texts alone and in the language of the app', async () => {
    const account = await startAccount({ leads: 60 }, { now })
    // A table of that name leaves another one to the origin.
    const { id } = await account.readSheet({ name: 'origem' })
    const query = { filters: [{ column: 'status', operator: 'in' as const, values: ['open', null] }] }
    const save = (name: string) =>
      account.exported({ kind: 'sheet', id }, 'xlsx', { query, columns: ['nome', 'telefone'], name })
    const saved = await save('origem')
    expect(saved).toMatchObject({ origin: 'inside', logged: true })
    const workbook = await readWorkbook(saved.path)
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['origem', 'Origem (2)'])
    expect([...(workbook.sheets[1]?.cells.values() ?? [])].every(({ type }) => type === 'text')).toBe(true)
    const stated = statedIn(workbook)
    expect(Object.keys(stated)).not.toContain('Filtro, como o serviço o repetiu: Caixas de entrada')
    expect(stated).toMatchObject({
      'O quê': 'Valor',
      'Exportado em': '24/11/2026 17:20:00',
      'Fuso horário': 'America/Sao_Paulo',
      'O que é': 'planilha de leads',
      Serviço: 'atendimento',
      Completude: 'completo',
      'Filtro, como o serviço o repetiu: Uma linha por': 'pessoa',
      'Filtro da tabela': 'Situação: Aberta ou (vazio)',
      'Linhas neste arquivo': String(saved.rows),
      'Colunas neste arquivo': 'Nome, Telefone',
    })
    const packed = [...(await readPacked(saved.path))].map(([name, bytes]) => ({ name, bytes }))
    const place = packed.findIndex(({ name }) => name === 'xl/worksheets/sheet2.xml')
    const hash = createHash('sha256')
    for (const { bytes } of packed.slice(0, place)) hash.update(bytes)
    expect(packed.slice(0, place).map(({ name }) => name)).toContain('xl/sharedStrings.xml')
    expect(stated['SHA-256 das abas anteriores']).toBe(hash.digest('hex'))

    account.preferences.write({ language: 'en' })
    const { sheets } = await readWorkbook((await save('todos')).path)
    expect(sheets.map(({ name }) => name)).toEqual(['todos', 'Origin'])
  })

  test('of a run names filters, outcomes and the last rung in words, and no code of the services', async () => {
    const account = await startAccount({ leads: 60 }, { now })
    const sheet = await account.readSheet({ name: 'Todos' })
    const filter = { created_after: '2026-01-01', status: ['open' as const] }
    const { run } = await finishRun(account, { list: 'telefone\n11987654321\n', sheet_id: sheet.id, filter })
    const saved = await account.exported({ kind: 'run', id: run.id }, 'xlsx')
    const stated = statedIn(await readWorkbook(saved.path))
    expect(stated).toMatchObject({
      'Último degrau aceito': ptBR.cruzar.match.names.ninth,
      'Filtro da planilha: Todos': 'Conversa criada a partir de: 2020-01-01, Uma linha por: pessoa',
      'Filtro do cruzamento: Conversa criada a partir de': '2026-01-01',
      'Filtro do cruzamento: Situação da conversa': 'Aberta',
      Ausentes: String(run.outcomes.ausente),
    })
    const { 'Colunas neste arquivo': _, ...facts } = stated
    expect(Object.entries(facts).join(' ')).not.toMatch(/com_conversa|ninth|created_after|contato|open/)
  })

  test('holds a hostile name or search of its origin as a text', async () => {
    const account = await startAccount({ leads: 20 })
    const hostile = '=1+1 <b> "x" _x0041_'
    const { id } = await account.readSheet({ name: hostile })
    const saved = await account.exported({ kind: 'sheet', id }, 'xlsx', { query: { search: '=1+1' } })
    const stated = statedIn(await readWorkbook(saved.path))
    expect(stated).toMatchObject({ Nome: hostile, 'Busca na tabela': '=1+1' })
  })

  test('that Cruza exported is read back as its list, and its origin is no list', async () => {
    const account = await startAccount({ leads: 60 })
    const { id } = await account.readSheet({ name: 'Todos' })
    // Without a row the first worksheet holds nobody, and the origin a phone.
    const query = { search: '11987654321' }
    const saved = await account.exported({ kind: 'sheet', id }, 'xlsx', { query, name: 'a' })
    expect(saved.rows).toBe(0)
    const { inspection } = await account.stage(await readFile(saved.path), saved.name)
    expect(inspection).toMatchObject({ sheet: 'a', sheet_names: ['a'] })
    expect(inspection.hints).not.toContain('several_sheets')
    expect(inspection.key_sheets.filter(({ is_read }) => !is_read)).toEqual([])
  })
})

describe('the origin', () => {
  test('of a run names its list, who answered, how old that was, and its outcomes', async () => {
    const account = await startAccount({ leads: 60 }, { now })
    const sheet = await account.readSheet({ name: 'Todos' })
    const list = 'telefone\n11987654321\nnada\n'
    const offline = await finishRun(account, { list, name: 'maio.csv', sheet_id: sheet.id })
    const byNetwork = await finishRun(account, { list, name: 'junho.csv', filter: { status: ['open'] } })
    const { document } = await exported(account, { kind: 'run', id: offline.run.id })
    expect(document.source).toMatchObject({
      kind: 'run',
      list: 'maio.csv',
      answered_by: 'sheets',
      sheets: 'Todos',
      rung: 'ninth',
      state: 'finished',
      filters_by: 'sheets',
      filters: { Todos: { created_after: '2020-01-01', agrupar: 'contato' } },
      sheets_read_at: inZone(offline.run.sheet_read_at),
      counts: { list_rows: 2, keys: 1, ...offline.run.outcomes },
    })
    const other = await exported(account, { kind: 'run', id: byNetwork.run.id })
    expect(other.document.source).toMatchObject({
      answered_by: 'service',
      sheets: null,
      filters_by: 'request',
      filters: { status: ['open'], agrupar: 'contato' },
    })
  })

  test('of entries names the form, its period and how whole it is; the newest ones are a part', async () => {
    const account = await startFormAccount({ demo: { entries: 300 } })
    const newest = await account.ask('entries.newest', { form_id: formIds.contact })
    const { document: part } = await exported(account, newest.table)
    expect(part.source).toMatchObject({ kind: 'newest_entries', service: 'forms', state: 'newest' })
    expect(part.source.counts).toMatchObject({ rows_read: 100, service_total: newest.total })
    await account.keep(formIds.contact)
    const { name, entries } = await account.form(formIds.contact)
    const { document } = await exported(account, account.table(formIds.contact))
    expect(document.source).toMatchObject({
      kind: 'entries',
      name,
      state: 'complete',
      read_at: expect.stringMatching(/-03:00$/),
      counts: { rows_read: entries, service_total: entries, deleted_on_service: 0, rejected: 0 },
    })
  })

  test('of conversations has the filter as it was sent, that of a data set the call, that of a report its question', async () => {
    const account = await startAccount({ leads: 120 })
    const { connection_id } = account
    const filter = [{ attribute_key: 'status' as const, filter_operator: 'equal_to' as const, values: ['open'] }]
    const set = await account.ask('conversations.keep', { filter, name: 'Abertas' })
    await account.ended(set)
    const { document } = await exported(account, { kind: 'conversations', id: `${connection_id}:${set.id}` })
    expect(document.source).toMatchObject({ name: 'Abertas', state: 'complete', filters: { conditions: filter } })

    const question = { connection_id, report: 'agents' as const, ...lastDays(30) }
    await account.ask('reports.read', { ...question, fresh: true })
    const dataset = await account.ask('reports.save', { ...question, table: 0, name: 'Agentes' })
    const saved = await exported(account, { kind: 'dataset', id: `${connection_id}:${dataset.id}` })
    expect(saved.document.source).toMatchObject({
      name: 'Agentes',
      made_of: 'report',
      call: 'GET /api/v1/accounts/{account_id}/reports/agents',
    })
    const report = await account.ask('reports.export', { ...question, table: 0, name: 'Relatório', format: 'csv-raw' })
    expect(report).toMatchObject({ origin: 'beside' })
    const beside = await besideOf(account, report.name)
    expect(beside.document.source).toMatchObject({
      kind: 'report',
      name: 'agents',
      filters: { since: question.since, until: question.until },
    })
    expect(beside.document.file.sha256).toBe(createHash('sha256').update(beside.bytes).digest('hex'))
  })
})
