import { describe, expect, test } from 'vitest'
import { readStored, shownTable } from '../../../main/reports/compared-tables.ts'
import { answering, november, records } from './report-kit.ts'

/** A body as the service sends it, read as the app reads what it keeps. */
function shapeOf(type: string, text: string) {
  const question = { ...november('one'), compare: false, parameters: [] }
  const read_at = new Date().toISOString()
  const { tables, ...rest } = readStored(
    { question, read_at, body: { type, text }, before: null, compare_failure: null },
    false,
  )
  return { ...rest, question, read_at, tables: tables.map(shownTable) }
}
const fromJson = (json: unknown) => shapeOf('application/json; charset=utf-8', JSON.stringify(json))
const fromCsv = (text: string, type = 'text/csv; charset=utf-8') => shapeOf(type, text)
const kinds = ({ tables }: ReturnType<typeof shapeOf>) =>
  Object.fromEntries((tables[0]?.columns ?? []).map(({ key, kind }) => [key, kind]))

describe('a report in JSON becomes a table', () => {
  const rows = [
    { id: 5, name: 'Ana', conversations_count: 12, avg_resolution_time: 90.5 },
    { id: 6, name: 'Zé', conversations_count: 0, avg_resolution_time: null },
  ]
  test.each<[string, unknown]>([
    ['an array', rows],
    ['an array in data', { data: rows }],
    ['an array in payload', { payload: rows }],
    ['an array in payload in data', { data: { payload: rows } }],
    ['objects by name under another key', { agents: rows }],
  ])('from %s', (_what, json) => {
    const report = fromJson(json)
    expect(report).toMatchObject({ format: 'json', notes: [] })
    expect(kinds(report)).toEqual({
      id: 'text',
      name: 'text',
      conversations_count: 'number',
      avg_resolution_time: 'duration',
    })
    expect(report.tables).toMatchObject([{ label: 1, total: 2 }])
    expect(records(report)).toEqual([
      { id: '5', name: 'Ana', conversations_count: 12, avg_resolution_time: 90.5 },
      { id: '6', name: 'Zé', conversations_count: 0, avg_resolution_time: null },
    ])
  })

  test('from objects by id, with what stands beside the wrapper as a table of its own', () => {
    const report = fromJson({ payload: { 5: { open: 1 }, 6: { open: 2, late: 'sim' } }, meta: { count: 2 } })
    expect(records(report)).toEqual([
      { key: '5', open: 1, late: null },
      { key: '6', open: 2, late: 'sim' },
    ])
    expect(report.tables[1]).toMatchObject({ name: 'meta', rows: [{ cells: [2] }] })
  })

  test('from one object, whose averages may be null, 0, text or words', () => {
    const report = fromJson({
      conversations_count: '12',
      avg_first_response_time: '75.5',
      avg_resolution_time: '1 hora 5 minutos',
      reply_time: null,
      nested: { depth: { of: 3 }, tags: ['a', 'b'] },
    })
    expect(report.tables[0]?.label).toBeNull()
    expect(kinds(report)).toMatchObject({
      conversations_count: 'number',
      reply_time: 'duration',
      avg_resolution_time: 'duration',
    })
    expect(records(report)).toEqual([
      {
        conversations_count: 12,
        avg_first_response_time: 75.5,
        avg_resolution_time: 3900,
        reply_time: null,
        'nested.depth.of': 3,
        'nested.tags': 'a, b',
      },
    ])
  })

  test.each<[string, unknown]>([
    [
      'objects with a timestamp',
      [
        { timestamp: 1_793_502_000, value: 3 },
        { timestamp: 1_793_588_400, value: 5 },
      ],
    ],
    [
      'pairs',
      [
        [1_793_502_000, 3],
        [1_793_588_400, 5],
      ],
    ],
    ['numbers by moment', { 1793502000: 3, 1793588400: 5 }],
  ])('from a series as %s', (_what, json) => {
    const [table] = fromJson(json).tables
    expect(table?.columns.map(({ kind }) => kind)).toEqual(['time', 'number'])
    expect(table?.label).toBe(0)
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      [1_793_502_000_000, 3],
      [1_793_588_400_000, 5],
    ])
  })

  test('from numbers by day, rows of unlike things, named pairs and plain values', () => {
    expect(records(fromJson({ '2026-11-01': 3, '2026-11-02': null }))).toEqual([
      { key: '2026-11-01', value: 3 },
      { key: '2026-11-02', value: null },
    ])
    expect(records(fromJson([{ a: 1 }, 'x', { b: true }]))).toEqual([
      { a: 1, value: null, b: null },
      { a: null, value: 'x', b: null },
      { a: null, value: null, b: 'true' },
    ])
    expect(
      records(
        fromJson([
          ['agente', 'total'],
          ['Ana', 2],
        ]),
      ),
    ).toEqual([{ agente: 'Ana', total: 2 }])
    expect(records(fromJson(42))).toEqual([{ value: 42 }])
    expect(fromJson([]).tables).toMatchObject([{ total: 0, columns: [] }])
    expect(fromJson({}).tables).toEqual([])
    expect(fromJson(null)).toMatchObject({ format: 'json', tables: [] })
  })

  test('several lists in one answer are several tables', () => {
    const json = { agents: [{ name: 'Ana', n: 1 }], teams: [{ name: 'x', n: 2 }], total: 3 }
    expect(fromJson(json).tables.map(({ name }) => name)).toEqual(['agents', 'teams', 'meta'])
  })

  test('also when it calls itself CSV', () => {
    expect(fromCsv('[{"name":"Ana","n":3}]')).toMatchObject({ format: 'json', tables: [{ total: 1 }] })
  })
})

describe('a report in CSV becomes a table', () => {
  test('of very many rows, and with cells without end', () => {
    const { tables } = fromCsv(`Nome,Conversas,Tempo\n${'Ana,1,2\n'.repeat(150_000)}Bia,2,${'1'.repeat(100_000)}x\n`)
    expect(tables[0]?.total).toBe(150_001)
  })

  const expected = [
    { 'Nome da caixa de entrada': 'WhatsApp', Conversas: 1200, 'Tempo médio': 97_320 },
    { 'Nome da caixa de entrada': '2024', Conversas: 0, 'Tempo médio': null },
  ]
  const head = 'Nome da caixa de entrada,Conversas,Tempo médio'
  const body = 'WhatsApp,1200,1 dia 3 horas 2 minutos\n2024,0,N/A\n'
  test.each<[string, string, string?]>([
    ['with a line of the period and an empty line', `Período: 01/11 a 20/11\n\n${head}\n${body}`],
    ['with a line of the period that holds a comma', `Período: 01/11, 20/11\n\n${head}\n${body}`],
    ['with a line of the period and none between', `Período: 01/11 a 20/11\n${head}\n${body}`],
    ['without a line of the period', `${head}\n${body}`],
    ['in the line ends of Windows', `${head}\n${body}`.replaceAll('\n', '\r\n')],
    ['that calls itself plain text', `${head}\n${body}`, 'text/plain'],
    ['that calls itself JSON', `${head}\n${body}`, 'application/json'],
    ['that does not say what it is', `${head}\n${body}`, ''],
    [
      'as Excel in Portuguese writes it',
      'sep=;\nNome da caixa de entrada;Conversas;Tempo médio\nWhatsApp;1.200;27:02:00\n2024;0;-\n',
    ],
  ])('%s', (what, text, type) => {
    const report = fromCsv(text, type)
    expect(report.format).toBe('csv')
    expect(records(report)).toEqual(expected)
    expect(kinds(report)).toMatchObject({ Conversas: 'number', 'Tempo médio': 'duration' })
    expect(report.notes.length).toBe(what.startsWith('with a line') ? 1 : 0)
  })

  const upstream = 'Nome da Caixa de Entrada,Nº de Conversas,Tempo médio de resolução,Contagem de Resolução'
  const period = 'Reportando o período 2026-11-01T00:00:00+00:00 a 2026-11-20T23:59:59+00:00'
  const rows = ['WhatsApp,1200,2 dias 3 horas,800', 'E-mail,0,--,0', 'Site,4,N/A,']
  test.each<[string, readonly string[], string[]]>([
    ['the period and blank lines above', [period, '', '', upstream, ...rows], [period]],
    ['the period below', [upstream, ...rows, period], [period]],
    ['the period below a blank line', [upstream, ...rows, '', period, '', ''], [period]],
    [
      'the period below that holds a comma',
      [upstream, ...rows, '', 'Período: 01/11, 20/11'],
      ['Período: 01/11  20/11'],
    ],
    ['a blank line between all rows', [upstream, '', ...rows.flatMap((row) => [row, '', '  '])], []],
    [
      'a blank line between all rows and the period below',
      [upstream, '', ...rows.flatMap((row) => [row, '']), period],
      [period],
    ],
    ['a blank line below the headings', [upstream, '', ...rows], []],
  ])('laid out with %s', (_what, lines, notes) => {
    const report = fromCsv(`${lines.join('\n')}\n`)
    expect(report.notes).toEqual(notes)
    expect(report.tables.map(({ name, total }) => [name, total])).toEqual([['', 3]])
    expect(records(report).map((row) => Object.values(row))).toEqual([
      ['WhatsApp', 1200, 183_600, 800],
      ['E-mail', 0, null, 0],
      ['Site', 4, null, null],
    ])
    expect(Object.values(kinds(report))).toEqual(['text', 'number', 'duration', 'number'])
  })

  test('of one column keeps its rows with blank lines between them', () => {
    expect(records(fromCsv('Etiqueta\n\nvip\n\natraso\n'))).toEqual([{ Etiqueta: 'vip' }, { Etiqueta: 'atraso' }])
    expect(fromCsv(`${period}\n\nEtiqueta\nvip\n`)).toMatchObject({ notes: [period], tables: [{ total: 1 }] })
  })

  test('two tables of one width stay two', () => {
    const report = fromCsv('Agente,Conversas\nAna,3\n\nEquipe,Conversas\nVendas,5\nPós-venda,--\n')
    expect(report.tables.map(({ columns, total }) => [columns[0]?.key, total])).toEqual([
      ['Agente', 1],
      ['Equipe', 2],
    ])
  })

  test('durations in English, percents, decimal commas, repeated and missing headings', () => {
    const report = fromCsv(
      [
        'Agent;Time;Time;;Share',
        'Ana;2 hours 5 minutes;1,5;;45,5%',
        'Zé;less than a minute;1.234,25;;7%',
        'Uli;3 min 2 s;0;;',
      ].join('\n'),
    )
    expect(kinds(report)).toEqual({
      Agent: 'text',
      Time: 'duration',
      'Time (2)': 'number',
      4: 'number',
      Share: 'percent',
    })
    expect(records(report)).toEqual([
      { Agent: 'Ana', Time: 7500, 'Time (2)': 1.5, 4: null, Share: 45.5 },
      { Agent: 'Zé', Time: 'less than a minute', 'Time (2)': 1234.25, 4: null, Share: 7 },
      { Agent: 'Uli', Time: 182, 'Time (2)': 0, 4: null, Share: null },
    ])
  })

  test('several tables in one file, and headings without rows', () => {
    const report = fromCsv('Período\n\nA,B\nx,1\n\nOutra\n\nC,D\n')
    expect(report.notes).toEqual(['Período', 'Outra'])
    expect(report.tables.map(({ name, total }) => [name, total])).toEqual([
      ['', 1],
      ['Outra', 0],
    ])
  })
})

test('an empty answer is an answer', async () => {
  const { read } = await answering(() => (response) => response.writeHead(204).end())
  expect(await read()).toMatchObject({ format: 'empty', tables: [] })
})

test('what is no report is named, and takes the kept one not away', async () => {
  let next: { status: number; type: string; text: string } = { status: 200, type: 'application/json', text: '[[1,2]]' }
  const { read, workspace } = await answering(() => ({
    status: next.status,
    text: next.text,
    headers: { 'content-type': next.type },
  }))
  const stored = await read()
  const wrong: [status: number, type: string, text: string, code: string][] = [
    [200, 'text/html', '<!doctype html><html>Entrar</html>', 'captive_portal'],
    [200, 'text/csv', '<html><body>Entrar</body></html>', 'captive_portal'],
    [200, 'text/plain', 'Retry later', 'unexpected_body'],
    [200, 'application/json', '[{"name":"Ana"', 'unexpected_body'],
    [200, 'application/vnd.ms-excel', 'PK\u0003\u0004\u0000\u0000,;', 'unexpected_body'],
    [401, 'application/json', '{"error":"You are not authorized to do this action"}', 'not_administrator'],
    [403, 'application/json', '{"error":"Forbidden"}', 'not_administrator'],
  ]
  for (const [status, type, text, code] of wrong) {
    next = { status, type, text }
    await expect(read(), `${status} ${text}`).rejects.toMatchObject({ code })
  }
  expect(await workspace.ask('reports.stored', {})).toHaveLength(1)
  expect(await read({}, false)).toEqual(stored)
})
