import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ComparedTable, withNames } from '../../../main/reports/compared-tables.ts'
import { startAccount, startDemoServices } from '../../kit/leads.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { startPlatformWith } from '../cruzar/platform-with-leads.ts'
import { readParquet } from '../engine/export/read-parquet.ts'
import { leadsOf } from '../sheets/data/lead-pages.ts'
import { answering, lastDays, november, records } from './report-kit.ts'

async function demoKit() {
  const { demo, connection_id, ...workspace } = await startAccount()
  const days = lastDays(120)
  return { demo, workspace, connection_id, question: { connection_id, ...days } }
}
describe('each row of the document, against the demonstration', () => {
  test('all five are read with their figures, and stay without network', async () => {
    const { demo, workspace, question } = await demoKit()
    const names = ['summary', 'agents', 'inboxes', 'teams', 'labels'] as const
    const read = await Promise.all(
      names.map((report) => workspace.ask('reports.read', { ...question, report, compare: true, fresh: true })),
    )
    expect(read.map((report) => report?.format)).toEqual(['json', 'json', 'csv', 'csv', 'csv'])
    for (const report of read) {
      expect(report?.tables[0]?.rows.some(({ before }) => before !== null)).toBe(true)
      expect(report?.tables[0]?.columns.some(({ kind }) => kind === 'duration')).toBe(true)
    }
    const total = records(read[0] ?? null)[0]?.conversations_count
    const byInbox = records(read[2] ?? null).reduce((sum, row) => sum + Number(row['Número de conversas']), 0)
    expect(total).toBeGreaterThan(10)
    expect(byInbox).toBe(total)
    await demo.close()
    const stored = await Promise.all(
      names.map((report) => workspace.ask('reports.read', { ...question, report, compare: true, fresh: false })),
    )
    expect(stored).toEqual(read)
    expect(await workspace.ask('reports.stored', question)).toHaveLength(5)
    await expect(workspace.ask('reports.read', { ...question, report: 'labels', fresh: true })).rejects.toMatchObject({
      code: 'offline',
    })
  })

  test('a token of another role is reported as that', async () => {
    const demo = await startDemoServices()
    const { ask, connect } = await startWorkspace()
    await connect({ ...demo.platform, token: demo.platform.agentToken })
    await expect(ask('reports.read', { ...lastDays(30), report: 'agents', fresh: true })).rejects.toMatchObject({
      code: 'not_administrator',
    })
  })
})
describe('what is asked', () => {
  test('days of the person’s zone as Unix seconds, type of the summary, and free parameters', async () => {
    const { read, reportsAsked } = await answering(() => ({ json: [] }))
    await read({ report: 'agents' })
    await read({ report: 'summary', parameters: [{ name: 'business_hours', value: 'true' }] })
    await read({
      report: 'summary',
      parameters: [
        { name: 'type', value: 'inbox' },
        { name: 'timezone_offset', value: '' },
      ],
    })
    const since = String(Date.parse('2026-11-01T00:00:00-03:00') / 1000)
    const until = String(Date.parse('2026-11-20T23:59:59-03:00') / 1000)
    expect(reportsAsked().map(({ path: where, query }) => [where, Object.fromEntries(query)])).toEqual([
      ['/api/v1/accounts/7/reports/agents', { since, until }],
      [
        '/api/v2/accounts/7/reports/summary',
        { type: 'account', since, until, timezone_offset: '-3', business_hours: 'true' },
      ],
      ['/api/v2/accounts/7/reports/summary', { since, until, type: 'inbox' }],
    ])
  })

  test('a day that began at one in the morning, when clocks in Brazil still changed', async () => {
    const { read, reportsAsked } = await answering(() => ({ json: [] }))
    await read({ since: '2018-11-04', until: '2018-11-04' })
    const [asked] = reportsAsked()
    expect(asked?.query.get('since')).toBe(String(Date.parse('2018-11-04T03:00:00Z') / 1000))
    expect(asked?.query.get('until')).toBe(String(Date.parse('2018-11-05T01:59:59Z') / 1000))
  })

  test('days in the wrong order are refused before anything is sent', async () => {
    const { read, reportsAsked } = await answering(() => ({ json: [] }))
    await expect(read({ since: '2026-11-20', until: '2026-11-01' })).rejects.toMatchObject({ code: 'bad_request' })
    expect(reportsAsked()).toEqual([])
  })
})
describe('the period before', () => {
  const rowsOf = (counts: Record<string, number>) => Object.entries(counts).map(([name, n]) => ({ name, n }))
  const november1 = Date.parse('2026-11-01T00:00:00-03:00') / 1000
  test('is asked for with as many days, and stands beside each row of the same name', async () => {
    const { read, reportsAsked } = await answering(({ query }) =>
      Number(query.get('since')) < november1
        ? { json: rowsOf({ Zé: 4, Ana: 1, Uli: 9 }) }
        : { json: rowsOf({ Ana: 3, Zé: 0, Bia: 2 }) },
    )
    const report = await read({ compare: true })
    expect(report?.compared).toEqual({ since: '2026-10-12', until: '2026-10-31' })
    expect(report?.tables[0]?.rows).toEqual([
      { cells: ['Ana', 3], before: ['Ana', 1] },
      { cells: ['Zé', 0], before: ['Zé', 4] },
      { cells: ['Bia', 2], before: null },
      { cells: ['Uli', null], before: ['Uli', 9] },
    ])
    expect(reportsAsked()).toHaveLength(2)
    expect(await read({ compare: false }, false)).toMatchObject({ compared: null, tables: [{ total: 3 }] })
  })

  test('is not requested where the answer has it', async () => {
    const { read, reportsAsked } = await answering(() => ({
      json: { data: { conversations_count: 5, previous: { conversations_count: 4 } } },
    }))
    const report = await read({ report: 'summary', compare: true })
    expect(report?.tables).toMatchObject([
      { columns: [{ key: 'conversations_count' }], rows: [{ cells: [5], before: [4] }] },
    ])
    expect(reportsAsked()).toHaveLength(1)
  })

  test('that cannot be had does not take the report away', async () => {
    const { read } = await answering(({ query }) =>
      Number(query.get('since')) < november1 ? { status: 500, json: {} } : { json: [{ name: 'Ana', n: 3 }] },
    )
    const report = await read({ compare: true })
    expect(report).toMatchObject({ compared: null, compare_failure: 'service_failed', tables: [{ total: 1 }] })
    expect(await read({ compare: true }, false)).toEqual(report)
  })
})
test('the last reports of a connection are kept, the oldest makes room, and the same question replaces its answer', async () => {
  let answers = 0
  const { read, workspace } = await answering(() => {
    answers += 1
    return { json: [{ name: 'Ana', n: answers }] }
  })
  const day = (place: number) => `2026-10-${String(place).padStart(2, '0')}`
  for (let place = 1; place <= 25; place += 1) await read({ since: day(place), until: day(place) })
  await read({ since: day(20), until: day(20) })
  const stored = await workspace.ask('reports.stored', {})
  expect(stored).toHaveLength(24)
  expect(stored[0]?.question.since).toBe(day(20))
  expect(stored.some(({ question }) => question.since === day(1))).toBe(false)
  expect(records(await read({ since: day(20), until: day(20) }, false))).toEqual([{ name: 'Ana', n: 26 }])
})
describe('a kept report goes out', () => {
  const rows = [
    { name: 'Ana', conversations_count: 1234, avg_resolution_time: 90.5, previous_hint: '=1+1' },
    { name: 'Zé', conversations_count: 0, avg_resolution_time: null, previous_hint: '' },
  ]
  test('as CSV for Excel, with durations in seconds and nothing that Excel would run', async () => {
    const { read, workspace, connection_id } = await answering(() => ({ json: rows }))
    await read({ compare: true })
    const input = { ...november(connection_id), compare: true, table: 0, name: 'Caixas', format: 'csv-excel' } as const
    const saved = await workspace.ask('reports.export', input)
    expect(saved).toMatchObject({ saved: true, name: 'Caixas (CSV para Excel em português).csv', rows: 2 })
    const text = await readFile(path.join(workspace.saved, saved.name), 'utf8')
    expect(text.slice(1).split('\r\n')).toEqual([
      'Nome;Conversas;Conversas (antes);Tempo médio de resolução (segundos);Tempo médio de resolução (segundos) (antes);previous_hint',
      "Ana;1234;1234;90,5;90,5;'=1+1",
      'Zé;0;0;;;',
      '',
    ])
  })

  test.each([
    [
      'JSON',
      { json: [{ at: '2026-11-02T10:00:00.123456-03:00', day: 1762052400, avg_resolution_time: 90.5 }] },
      'at,day,avg_resolution_time\n2026-11-02T10:00:00.123456-03:00,1762052400,90.5\n',
    ],
    [
      'CSV',
      {
        text: 'Agente;Criada em;Tempo médio;Parte\nAna;2026-11-02 10:00:00 -0300;1 hora 2 min;45,50%\nZé;2026-11-03 08:15:00 -0300;--;N/A\n',
      },
      'Agente,Criada em,Tempo médio,Parte\nAna,2026-11-02 10:00:00 -0300,1 hora 2 min,"45,50%"\nZé,2026-11-03 08:15:00 -0300,--,N/A\n',
    ],
  ])('as CSV for systems, every value of an answer in %s as it came', async (_kind, answer, expected) => {
    const { read, workspace, connection_id } = await answering(() => answer)
    await read()
    const input = { ...november(connection_id), table: 0, name: 'Caixas', format: 'csv-raw' } as const
    const saved = await workspace.ask('reports.export', input)
    expect(await readFile(path.join(workspace.saved, saved.name), 'utf8')).toBe(expected)
  })

  test('as Parquet, with the names of the service and figures as numbers', async () => {
    const { read, workspace, connection_id } = await answering(() => ({ json: rows }))
    await read()
    const input = { ...november(connection_id), table: 0, name: 'Caixas', format: 'parquet' } as const
    const saved = await workspace.ask('reports.export', input)
    const { rows: written } = await readParquet(path.join(workspace.saved, saved.name))
    expect(written).toEqual([rows[0], { ...rows[1], previous_hint: null }])
  })

  test('as XLSX and as a data set, both whole', async () => {
    const { read, workspace, connection_id } = await answering(() => ({ json: rows }))
    await read()
    const input = { ...november(connection_id), table: 0, name: 'Caixas' }
    expect(await workspace.ask('reports.export', { ...input, format: 'xlsx' })).toMatchObject({ saved: true, rows: 2 })
    const dataset = await workspace.ask('reports.save', input)
    expect(dataset).toMatchObject({
      name: 'Caixas',
      origin: 'report',
      source: 'GET /api/v2/accounts/{account_id}/reports/inboxes',
      rows: 2,
    })
    const table = { kind: 'dataset' as const, id: `${connection_id}:${dataset.id}` }
    expect(await workspace.rows(table)).toMatchObject([{ name: 'Ana', conversations_count: 1234 }, { name: 'Zé' }])
    await expect(workspace.ask('reports.export', { ...input, table: 3, format: 'xlsx' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('as the picture that the screen drew', async () => {
    const { workspace } = await answering(() => ({ json: [] }))
    const png = Buffer.from('\x89PNG picture', 'latin1').toString('base64')
    const saved = await workspace.ask('reports.picture', { name: 'Conversas', png })
    expect(saved).toMatchObject({ saved: true, name: 'Conversas.png', bytes: 12 })
    expect(await readFile(path.join(workspace.saved, saved.name), 'base64')).toBe(png)
  })
})
test('rows with an id alone get the name that cached leads give it', async () => {
  const platform = await startPlatformWith(leadsOf(30))
  const workspace = await startWorkspace()
  await workspace.connect(platform.at)
  const filter = { created_after: '2020-01-01' }
  await workspace.readSheet({ filter })
  const [known] = (await workspace.ask('sheets.known', {})).agents
  const table: ComparedTable = {
    name: '',
    columns: [
      { key: 'id', kind: 'text' },
      { key: 'n', kind: 'number' },
    ],
    label: 0,
    rows: [
      [String(known?.id), 2],
      ['999999', null],
    ],
    before: [null, ['999999', 1]],
  }
  const named = withNames(table, 'agents', await workspace.ask('sheets.known', {}))
  expect(named).toMatchObject({ label: 0, columns: [{ key: 'name' }, { key: 'id' }, { key: 'n' }] })
  expect(named.rows.map(([name]) => name)).toEqual([known?.name, '999999'])
  expect(named.before).toEqual([null, ['999999', '999999', 1]])
  expect(withNames(table, 'labels', await workspace.ask('sheets.known', {}))).toBe(table)
})
