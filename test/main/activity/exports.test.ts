import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createExports, withoutPeople } from '../../../main/exports.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { diskTarget } from '../../../main/kernel/host-files.ts'
import { noFileNotes } from '../../../preload/contract/saved-files.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { finishRun, startAccount } from '../../kit/leads.ts'
import { appStateWith } from '../../kit/samples.ts'
import { openDataFolder, temporaryFolder } from '../../kit/temporary-folder.ts'
import { lastDays } from '../reports/report-kit.ts'

const whole = { query: {}, columns: null }

describe('the list of exports', () => {
  test('has every file that left, the newest first, with the account, rows and people, after a restart as well', async () => {
    const account = await startAccount({ leads: 60 })
    const { connection_id, ask } = account
    const sheet = await account.readSheet({ name: 'Todos' })
    const { run } = await finishRun(account, { list: 'telefone\n11987654321\n', sheet_id: sheet.id })
    const table = { kind: 'sheet' as const, id: sheet.id }
    const { rows } = await ask('tables.export', { ...whole, table, format: 'xlsx', name: 'Leads de novembro' })
    await ask('tables.export', { ...whole, table: { kind: 'run', id: run.id }, format: 'csv-raw', name: 'Cruzada' })
    const question = { connection_id, report: 'agents' as const, ...lastDays(30) }
    await ask('reports.read', { ...question, fresh: true })
    const report = await ask('reports.export', { ...question, table: 0, name: 'Agentes', format: 'csv-excel' })
    await ask('reports.picture', { name: 'Agentes', png: 'iVBORw0KGgo=' })
    await ask('sheets.save_server_csv', { filter: { created_after: '2020-01-01' }, name: 'Do serviço' })
    await account.reopen()

    const { exports, total } = await ask('activity.exports', { from: 0, count: 100 })
    const [connection] = await ask('connections.list', {})
    expect(total).toBe(5)
    expect(new Set(exports.map((one) => one.account))).toEqual(new Set([connection?.name]))
    expect(
      exports.map(({ kind, name, file, format, rows: written, contacts }) => [
        kind,
        name,
        file,
        format,
        written,
        contacts,
      ]),
    ).toEqual([
      ['server_csv', 'Do serviço', 'Do serviço.csv', 'csv', null, null],
      ['picture', 'Agentes', 'Agentes.png', 'png', null, null],
      ['report', 'Agentes', report.name, 'csv-excel', report.rows, null],
      ['run', run.name, 'Cruzada (CSV para sistemas).csv', 'csv-raw', 1, null],
      ['sheet', 'Todos', 'Leads de novembro.xlsx', 'xlsx', rows, rows],
    ])
    expect(await ask('activity.exports', { from: 4, count: 1 })).toMatchObject({
      total: 5,
      exports: [{ kind: 'sheet' }],
    })
    expect(account.changes).toContain('exports')
  })

  test('counts people by their numbers, however many rows they have, and claims none where rows do not tell', async () => {
    const account = await startAccount({ leads: 40 })
    const filter = { created_after: '2020-01-01', agrupar: 'conversa' as const }
    const sheet = await account.readSheet({ name: 'Conversas', filter })
    const table = { kind: 'sheet' as const, id: sheet.id }
    const rows = await account.rows(table)
    const people = new Set(rows.map(({ contato_id }) => contato_id)).size
    expect(people).toBeLessThan(rows.length)
    await account.ask('tables.export', { ...whole, table, format: 'xlsx', name: 'Todas' })
    const { exports } = await account.ask('activity.exports', { from: 0, count: 1 })
    expect(exports).toMatchObject([{ rows: rows.length, contacts: people }])
  })

  test('has entries, packages of reviews and answers of the console too', async () => {
    const account = await startFormAccount({ demo: { entries: 100 } })
    const { ask, connection_id } = account
    await account.keep(formIds.contact)
    const { rows } = await ask('tables.export', {
      ...whole,
      table: account.table(formIds.contact),
      format: 'csv-raw' as const,
      name: 'Contato',
    })
    await ask('reviews.export_package', { form_ids: null, passphrase: 'senha muito boa', name: 'Equipe' })
    const call = await ask('console.run', { method: 'GET', path: '/account', query: [], body: null, confirmed: false })
    await ask('console.save', { connection_id, id: call.id })
    const { exports } = await ask('activity.exports', { from: 0, count: 100 })
    expect(exports).toMatchObject([
      { kind: 'answer', format: 'json', rows: null, contacts: null },
      { kind: 'package', name: 'Equipe', format: 'cruza' },
      { kind: 'entries', format: 'csv-raw', rows, contacts: null },
    ])
  })

  test('that cannot be written costs no file, and the answer says so', async () => {
    const file = path.join(await temporaryFolder(), 'a.csv')
    const failing = createExports({
      data: { ask: async () => Promise.reject(new AppFailure('no_permission')) },
      targets: { choose: async () => diskTarget(file) },
      preferences: { read: () => appStateWith().preferences },
      connections: { list: async () => [] },
      version: '0.0.0',
      now: () => new Date(),
      changed: () => undefined,
    })
    const about = { kind: 'sheet' as const, name: 'Todos', format: 'csv-raw', connection_id: 'c1', rows: 1 }
    const saved = await failing.save('a.csv', async ({ path: place }) => {
      await writeFile(place, 'a')
      return { written: { rows: 1, bytes: 1, ...noFileNotes }, about }
    })
    expect(saved).toMatchObject({ saved: true, name: 'a.csv', logged: false })
    expect(existsSync(file)).toBe(true)
    expect(ptBR.tables.export.notes(saved)).toEqual([expect.stringContaining('Atividade')])
  })

  test('holds no phone and no e-mail of a name', () => {
    expect(withoutPeople('Contato +55 (11) 98765-4321.csv')).toBe('Contato ….csv')
    expect(withoutPeople('5511987654321 ana@exemplo.com.br')).toBe('… …')
    expect(withoutPeople('Leads 01-11-2026 a 20-11-2026 (2).xlsx')).toBe('Leads 01-11-2026 a 20-11-2026 (2).xlsx')
    expect(withoutPeople('Relatório 2026-11-01 2026-11-20.csv')).toBe('Relatório 2026-11-01 2026-11-20.csv')
  })

  test('keeps the newest 5,000', async () => {
    const folder = openDataFolder()
    const about = { account: '', kind: 'sheet' as const, name: '', file: '', format: 'xlsx', rows: 1, contacts: 1 }
    for (let index = 0; index < 5_003; index++) {
      const at = new Date(1_800_000_000_000 + index * 1000).toISOString()
      await folder.ask('exports.note', { ...about, id: `${at} x`, at })
    }
    const { exports, total } = await folder.ask('activity.exports', { from: 4_999, count: 10 })
    expect(total).toBe(5_000)
    expect(exports).toMatchObject([{ at: new Date(1_800_000_000_000 + 3_000).toISOString() }])
  })
})
