import { describe, expect, test } from 'vitest'
import type { Scripted } from '../../kit/service.ts'
import { startConsole, startConsoleThat } from './console-kit.ts'

/** A platform whose `/x` answers one thing after the other. */
async function answering(...answers: readonly Scripted[]) {
  let place = 0
  const opened = await startConsoleThat(({ path }) => {
    if (path !== '/x') return { json: {} }
    place += 1
    return answers[Math.min(place, answers.length) - 1] ?? { json: {} }
  })
  const { ask } = opened
  return {
    ...opened,
    run: (more: object = {}) => opened.run('GET', '/x', more),
    cells: (id: string, expression: string) => ask('console.rows', { id, expression, from: 0, count: 100 }),
    nodes: (id: string, expression: string, place: (string | number)[] = []) =>
      ask('console.nodes', { id, expression, place, from: 0, count: 100 }),
  }
}

const body = {
  meta: { count: 2 },
  payload: [
    { id: 1, name: 'Ana', address: { city: 'Recife' }, tags: ['a', 'b'] },
    { id: 2, name: 'Rui', note: null },
  ],
}

const json = { 'content-type': 'application/json' }

describe('an answer', () => {
  test('is a tree that opens branch by branch', async () => {
    const { run, nodes } = await answering({ json: body })
    const { id } = await run()
    expect((await nodes(id, '$')).map(({ key, kind, size }) => [key, kind, size])).toEqual([
      ['meta', 'object', 1],
      ['payload', 'list', 2],
    ])
    expect(await nodes(id, '$', ['payload', 1])).toEqual([
      { key: 'id', kind: 'number', size: 0, text: '2' },
      { key: 'name', kind: 'text', size: 0, text: 'Rui' },
      { key: 'note', kind: 'null', size: 0, text: 'null' },
    ])
    await expect(nodes(id, '$', ['payload', 7])).rejects.toMatchObject({ code: 'not_found' })
    await expect(nodes(id, '$', ['constructor'])).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is a table where it is a list, and where an expression finds one or one record', async () => {
    const { run, look, cells } = await answering({ json: body })
    const { id } = await run()
    expect(await look(id, '$.payload')).toMatchObject({
      matches: 1,
      table: { columns: ['id', 'name', 'address.city', 'tags', 'note'], rows: 2 },
      lists: [{ expression: '$.payload', rows: 2 }],
    })
    expect(await cells(id, '$.payload')).toEqual([
      ['1', 'Ana', 'Recife', '["a","b"]', ''],
      ['2', 'Rui', '', '', ''],
    ])
    expect(await cells(id, '$.payload[?(@.id > 1)]')).toEqual([['2', 'Rui', '']])
    expect(await cells(id, '$.payload[*].name')).toEqual([['Ana'], ['Rui']])
    expect(await look(id, '$.nada')).toMatchObject({ matches: 0, table: { columns: [], rows: 0 } })
    expect(await look(id, '$')).toMatchObject({ table: null })
  })

  test('is never run as a program by an expression', async () => {
    const { run, look } = await answering({ json: body })
    const { id } = await run()
    const evil = '$.payload[?(@.constructor.constructor("return process")().exit(3))]'
    await expect(look(id, evil)).rejects.toMatchObject({ code: 'bad_request', params: { place: 'expression' } })
    for (const open of ['$[?(', '$.payload[', '$.payload[?(@.id > 1]', "$['meta]", '$.payload)']) {
      await expect(look(id, open), open).rejects.toMatchObject({ params: { place: 'expression' } })
    }
    expect(await look(id, "$.payload[?(@.name == ']')]")).toMatchObject({ matches: 0 })
    expect(await look(id, '$.meta.count')).toMatchObject({ root: { text: '2' } })
  })

  test.each([
    '$.payload[?(@root.payload.push(1))]',
    '$.payload[?(@root.payload.length = 0)]',
    '$.payload[?(x = 1)]',
    '$.payload[?(@.tags["push"]("c"))]',
    '$.payload[?([].concat(@root.payload))]',
    '$.payload[(@root.payload.pop())]',
    '$.payload[?("a".repeat(1e9))]',
    '$.payload[?(@.name.constructor)]',
    '$.payload[?(@.name.includes.call("a", "a"))]',
    '$.payload[?(@.__proto__)]',
  ])('is not changed by %s, which is refused', async (expression) => {
    const { run, look, cells } = await answering({ json: body })
    const { id } = await run()
    await expect(look(id, expression)).rejects.toMatchObject({ params: { place: 'expression' } })
    expect(await cells(id, '$.payload[*].name')).toEqual([['Ana'], ['Rui']])
    expect(await look(id, '$')).toMatchObject({ root: { size: 2 }, lists: [{ rows: 2 }] })
  })

  test('is searched by the methods of a text that change nothing', async () => {
    const { run, look, cells } = await answering({ json: body })
    const { id } = await run()
    expect(await cells(id, '$.payload[?(@.name.toLowerCase().includes("ui"))]')).toEqual([['2', 'Rui', '']])
    expect(await cells(id, '$.payload[?(@.name.match(/^r/i))]')).toEqual([['2', 'Rui', '']])
    expect(await look(id, '$.payload[(@.length-1)].name')).toMatchObject({ root: { text: 'Rui' } })
  })

  test('stays readable beside an expression that would take hours', async () => {
    const { run, look } = await answering({ json: { payload: [{ name: `${'a'.repeat(60)}b` }] } })
    const { id } = await run()
    const slow = look(id, '$.payload[?(/^(a+)+$/.test(@.name))]')
    await expect(slow).rejects.toMatchObject({ code: 'bad_request', params: { place: 'expression_cost' } })
    expect(await look(id, '$.payload')).toMatchObject({ matches: 1 })
  })

  test('of a report as a spreadsheet is a table whose headings come after the line of its period', async () => {
    const csv = 'Período: 2026-11-01 a 2026-11-20\n\nTime,Conversas\n"Vendas, sul",12\nSuporte,3\n'
    const { run, look, cells } = await answering({ text: csv, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    const call = await run()
    expect(call.kind).toBe('csv')
    expect((await look(call.id, '$')).table).toEqual({ columns: ['Time', 'Conversas'], rows: 2 })
    expect(await cells(call.id, '$')).toEqual([
      ['Vendas, sul', '12'],
      ['Suporte', '3'],
    ])
  })

  test.each([
    ['nothing', { status: 204, text: '' }, 'empty'],
    ['a page that calls itself JSON', { text: '<!doctype html><p>Entrar</p>', headers: json }, 'page'],
    ['JSON that calls itself a page', { text: '[1]', headers: { 'content-type': 'text/html' } }, 'json'],
    ['markdown', { text: '# Título\n' }, 'text'],
    ['a picture', (response) => response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff])), 'binary'],
  ] as const satisfies readonly (readonly [string, Scripted, string])[])(
    'that is %s is known by its bytes',
    async (_, scripted, kind) => {
      const { run, ask, look } = await answering(scripted)
      const call = await run()
      expect(call).toMatchObject({ kind, drift: null })
      await look(call.id, '$')
      await ask('console.text', { id: call.id, from: 0, count: 100 })
    },
  )

  test('of many megabytes is cut where it is too long, kept in parts, and read in windows', async () => {
    const line = `{"id":1,"nome":"${'x'.repeat(1000)}"}\n`
    const { run, ask } = await answering({ text: line.repeat(34_000) })
    const call = await run()
    expect(call).toMatchObject({ bytes: 32 * 1024 * 1024, cut: true, status: 200 })
    const { text, total } = await ask('console.text', { id: call.id, from: 100, count: 50 })
    expect(text).toBe(line.repeat(2).slice(100, 150))
    expect(total).toBe(32 * 1024 * 1024)
    const saved = await ask('console.save', { id: call.id })
    expect(saved?.bytes).toBe(32 * 1024 * 1024)
  })
})

describe('a data set of an answer', () => {
  test.each<[string, object, readonly [string, string][], string, { total: number | null } | null]>([
    [
      'one page of several',
      { meta: { total: 1257, has_more: true }, leads: [{ id: 1 }] },
      [],
      '$.leads',
      { total: 1257 },
    ],
    ['a page of forms', { data: [{ id: 1 }], meta: { current_page: 1, last_page: 3 } }, [], '$.data', { total: null }],
    ['a later page', [{ id: 1 }], [['page', '2']], '$', { total: null }],
    ['whole', { meta: { total: 1, has_more: false }, leads: [{ id: 1 }] }, [], '$.leads', null],
    ['of unknown extent', [{ id: 1 }], [], '$', null],
    [
      'a list in a record of it',
      { meta: { total: 9 }, leads: [{ id: 1, l: [{ a: 1 }, { a: 2 }] }] },
      [],
      '$.leads[0].l',
      null,
    ],
  ])('keeps what was asked with, and is %s', async (_, json, query, expression, page_of) => {
    const { run, ask, connection_id } = await answering({ json })
    const { id } = await run({ query: [...query, ['q', 'frete']] })
    const dataset = await ask('console.store', { connection_id, id, expression, name: 'Uma' })
    expect(dataset).toMatchObject({ query: [...query, ['q', 'frete']], page_of })
  })

  test('opens as a table and knows where it came from', async () => {
    const { run, ask, connection_id, changes, rows } = await answering({ json: body })
    const { id } = await run()
    const part = { connection_id, id, expression: '$.payload' }
    const dataset = await ask('console.store', { ...part, name: 'Pessoas' })
    expect(dataset).toMatchObject({ name: 'Pessoas', origin: 'console', source: 'GET /x', rows: 2 })
    expect(changes).toContain('datasets')
    expect(await ask('datasets.list', {})).toEqual([dataset])
    const records = await rows({ kind: 'dataset', id: `${connection_id}:${dataset.id}` })
    expect(records.map(({ name }) => name)).toEqual(['Ana', 'Rui'])
    await expect(ask('console.store', { ...part, expression: '$.meta.count', name: 'x' })).rejects.toMatchObject({
      code: 'unexpected_body',
    })
  })
})

describe('the type of a route', () => {
  test('is learnt from its answers, and drift is reported once', async () => {
    const { run, ask } = await answering(
      { json: { payload: [{ id: 1, at: '2026-11-20T08:00:00Z', name: null }] } },
      { json: { payload: [{ id: 2, at: '2026-11-21T08:00:00Z', name: 'Ana' }], meta: { count: 1 } } },
      { json: { payload: [{ id: 'x3', name: 'Ana' }], meta: { count: 1.5 } } },
      { json: { payload: [], meta: null } },
      { json: { payload: [{ id: 4, at: null, name: 'Rui' }], meta: { count: 2 } } },
    )
    expect((await run()).drift).toBeNull()
    expect((await run()).drift).toEqual({ added: ['meta'], missing: [], changed: [] })
    expect((await run()).drift).toEqual({
      added: [],
      missing: ['payload[].at'],
      changed: [{ path: 'payload[].id', before: ['integer'], now: ['text'] }],
    })
    expect((await run()).drift).toBeNull()
    expect((await run()).drift).toBeNull()
    const type = await ask('console.type', { route: 'GET /x' })
    expect(type.answers).toBe(5)
    expect(type.fields).toContainEqual({ path: 'payload[].id', kinds: ['integer', 'text'], always: true })
    expect(type.fields).toContainEqual({ path: 'payload[].at', kinds: ['null', 'time'], always: false })
    await ask('console.forget_type', { route: 'GET /x' })
    expect(await ask('console.type', { route: 'GET /x' })).toEqual({ answers: 0, since: null, fields: [] })
  })

  test('is that of one record under keys that are numbers, and learns nothing of a refusal', async () => {
    const { run, ask } = await answering(
      { json: { '11': { n: 1 }, '12': { n: 2 } } },
      { json: { '13': { n: 3 } } },
      { status: 422, json: { error: 'não' } },
    )
    await run()
    expect((await run()).drift).toBeNull()
    expect((await run()).drift).toBeNull()
    const type = await ask('console.type', { route: 'GET /x' })
    expect(type.fields.map(({ path }) => path)).toEqual(['', '*', '*.n'])
  })
})

test('a connection keeps its last calls, and no more than a bounded number of them', async () => {
  const { run, history } = await startConsole({ leads: 5, entries: 1 })
  for (let number = 0; number < 304; number += 1) await run('GET', '/api/docs/search', { query: [['q', `${number}`]] })
  const calls = await history()
  expect(calls).toHaveLength(300)
  expect(calls[0]?.query).toEqual([['q', '303']])
})
