import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { connections } from '../../../preload/contract/connections.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { commandPassphrase, objectOf, recordsOf, startPlace } from '../../kit/command.ts'
import { exportedLeads, phones, startDemoServices } from '../../kit/leads.ts'

const words = ptBR.cli.tables
const grouping = {
  by: [{ column: 'status', unit: null }],
  across: false,
  figures: [{ figure: 'sum', column: 'mensagens' }],
}

/** The commands over a folder with a sheet, and with the views that the window saved of it. */
async function placeWithViews(...views: readonly object[]) {
  const demo = await startDemoServices({ leads: 300 })
  const place = await startPlace(demo)
  await place.run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
  const { sheets } = objectOf(await place.run(['sheets', '--json']))
  const table = { kind: 'sheet', id: sheets[0].id }
  const { call, enter } = await startTestHost({ dataDir: place.dataDir, passphrase: commandPassphrase })
  await enter()
  for (const view of views) {
    const whole = { id: JSON.stringify(view).slice(0, 60), columns: [], grouping: null, is_default: false, ...view }
    expect(await call('views.save', { of: table, view: whole })).toMatchObject({ ok: true })
  }
  return { ...place, leads: await exportedLeads(demo) }
}

const busy = {
  name: 'Abertas',
  query: {
    sort: [{ column: 'mensagens', descending: true }],
    filters: [{ column: 'status', operator: 'in', values: ['open'] }],
    conditions: { match: 'all', of: [{ column: 'mensagens', operator: 'more', value: 1 }] },
  },
  columns: [
    { key: 'mensagens', pinned: 'right' },
    { key: 'status' },
    { key: 'campo_que_saiu' },
    { key: 'agente', hidden: true },
  ],
}

test('cruza export --view writes the rows, order and visible columns of the view, and names what the table lacks', async () => {
  const { run, fileOf, leads } = await placeWithViews(busy)
  const out = fileOf('abertas.csv')
  const ended = await run(['export', 'Todos', out, '--view', 'Abertas', '--mode', 'raw', '--json'])
  expect(ended).toMatchObject({ code: 0, err: `${words.viewLacks('Abertas', ['campo_que_saiu'])}\n` })
  const expected = leads.filter(({ status, mensagens }) => status === 'open' && Number(mensagens) > 1)
  expect(expected.length).toBeGreaterThan(1)
  const records = await recordsOf(out)
  const counts = expected.map(({ mensagens }) => Number(mensagens)).toSorted((one, other) => other - one)
  expect(records.map(({ mensagens }) => Number(mensagens))).toEqual(counts)
  const columns = Object.keys(records[0] ?? {})
  expect([columns[0], columns.at(-1)]).toEqual(['status', 'mensagens'])
  expect(columns).toContain('nome')
  expect(columns).not.toContain('agente')
  expect(columns).not.toContain('espera_horas')
})

test('cruza export --view writes the groups of the view, and the groups of the options in their place', async () => {
  const { run, fileOf, leads } = await placeWithViews({ ...busy, name: 'Por situação', grouping })
  const out = fileOf('grupos.csv')
  const open = leads.filter(({ status, mensagens }) => status === 'open' && Number(mensagens) > 1)
  const ofView = ['export', 'Todos', out, '--view', 'Por situação', '--mode', 'raw', '--json']
  expect(await run(ofView)).toMatchObject({ code: 0, err: '' })
  const messages = open.reduce((sum, { mensagens }) => sum + Number(mensagens), 0)
  expect(await recordsOf(out)).toEqual([
    { status: 'open', group_rows: String(open.length), group_share: '1', 'sum:mensagens': String(messages) },
  ])
  await run([...ofView, '--group-by', 'caixa'])
  const boxes = await recordsOf(out)
  expect(boxes.reduce((sum, { group_rows }) => sum + Number(group_rows), 0)).toBe(open.length)
  expect(Object.keys(boxes[0] ?? {})).toEqual(['caixa', 'group_rows', 'group_share'])
})

test('cruza export --group-by writes groups in every format, by keys or headings, with values across', async () => {
  const { run, fileOf, leads } = await placeWithViews()
  const raw = fileOf('raw.csv')
  const by = ['--group-by', 'Agente, ultima_mensagem_em:week', '--figures', 'distinct:contato_id', '--no-origin']
  expect(objectOf(await run(['export', 'Todos', raw, ...by, '--mode', 'raw', '--json']))).toMatchObject({
    rows: expect.any(Number),
    origin: 'none',
  })
  const records = await recordsOf(raw)
  const keys = ['agente', 'week:ultima_mensagem_em', 'group_rows', 'group_share', 'distinct:contato_id']
  expect(Object.keys(records[0] ?? {})).toEqual(keys)
  expect(records.reduce((sum, { group_rows }) => sum + Number(group_rows), 0)).toBe(leads.length)

  const excel = fileOf('excel.csv')
  await run(['export', 'Todos', excel, ...by])
  const [heading = ''] = (await readFile(excel, 'utf8')).replace('\ufeff', '').split(/\r?\n/)
  const { fields } = ptBR.leads
  const { groups } = ptBR.tables
  expect(heading.split(';').map((text) => text.replaceAll('"', ''))).toEqual([
    fields.agente,
    groups.byUnit(fields.ultima_mensagem_em, groups.units.week),
    groups.rows,
    groups.share,
    groups.figures.distinct(fields.contato_id),
  ])
  for (const ending of ['xlsx', 'parquet']) {
    const out = fileOf(`grupos.${ending}`)
    expect(objectOf(await run(['export', 'Todos', out, ...by, '--json']))).toMatchObject({ rows: records.length })
  }

  const across = ['--group-by', 'caixa,status', '--across', '--mode', 'raw', '--no-origin']
  await run(['export', 'Todos', raw, ...across])
  const statuses = [...new Set(leads.map(({ status }) => String(status)))]
  expect(Object.keys((await recordsOf(raw))[0] ?? {}).toSorted()).toEqual(
    ['caixa', 'group_rows', ...statuses].toSorted(),
  )
})

test('cruza views says what the views of a table filter, and an unknown view names them', async () => {
  const { run, fileOf } = await placeWithViews(busy, { name: 'Por situação', query: {}, grouping, is_default: true })
  const { out } = await run(['views', 'Todos'])
  expect(out.split('\n')).toEqual([
    'Abertas · Situação: Aberta · Mensagens > 1',
    `Por situação · ${ptBR.tables.views.isDefault} · Agrupado por Situação`,
    '',
  ])
  const { views } = objectOf(await run(['views', 'Todos', '--json']))
  expect(views).toMatchObject([
    { name: 'Abertas', query: busy.query, sentences: ['Situação: Aberta', 'Mensagens > 1'] },
    { name: 'Por situação', grouping },
  ])
  expect(await run(['export', 'Todos', fileOf('a.csv'), '--view', 'Fechadas'])).toMatchObject({
    code: 1,
    err: `${words.noView('Fechadas', ['Abertas', 'Por situação'])}\n`,
  })
})

test('groups that the table does not have are wrong usage, which names what there is', async () => {
  const { run, fileOf } = await placeWithViews()
  for (const [options, sentence] of [
    [['--group-by', 'agentes'], 'A tabela não tem a coluna “agentes”. Há: contato_id, nome'],
    [['--group-by', 'ultima_mensagem_em:year'], words.badUnit('year', ['day', 'week', 'month', 'weekday', 'hour'])],
    [['--group-by', 'agente:week'], words.noMoments('agente')],
    [['--group-by', 'agente', '--figures', 'total:mensagens'], '“total” não é um valor de grupos. Use sum, mean'],
    [['--group-by', 'agente', '--figures', 'sum:nome'], words.noNumbers('sum', 'nome')],
    [['--group-by', 'agente', '--across'], words.acrossTwo],
    [['--group-by', 'agente,agente'], words.wrongFields],
    [['--figures', 'sum:mensagens'], words.onlyOfGroups],
    [['--group-by', 'agente', '--format', 'parquet', '--partition-by', 'month'], ptBR.cli.partitionsOfRows],
  ] as const) {
    const out = fileOf(sentence === ptBR.cli.partitionsOfRows ? 'pasta' : 'a.csv')
    const ended = await run(['export', 'Todos', out, ...options])
    expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
  }
})

test('cross-checks, entries and conversations are written in groups, of the rows that the other options leave', async () => {
  const demo = await startDemoServices({ leads: 60, entries: 100 })
  const { run, fileOf, listOf, connectForms } = await startPlace(demo)
  const out = fileOf('grupos.csv')
  const file = ['--mode', 'raw', '--no-origin', '--json']
  const list = await listOf('lista.csv', `telefone\n${phones(5).join('\n')}\n`)
  await run(['cruzar', list, '--connection', 'Atendimento', '--out', out])
  const continued = ['runs', 'continue', 'lista.csv', '--out', out, ...file]
  await run([...continued, '--group-by', 'cruzar_resultado', '--outcome', 'ausente'])
  expect(await recordsOf(out)).toEqual([{ cruzar_resultado: 'ausente', group_rows: '5', group_share: '1' }])
  expect(await run([...continued, '--view', 'Nenhuma'])).toMatchObject({
    code: 1,
    err: `${words.noView('Nenhuma', [])}\n`,
  })

  await connectForms(demo.forms)
  const { entries } = objectOf(
    await run(['entries', 'pull', 'Contato do site', '--connection', 'Formulários', '--json']),
  )
  await run(['entries', 'export', 'Contato do site', out, ...file, '--group-by', 'revisao_estado', '--state', 'new'])
  expect(await recordsOf(out)).toEqual([{ revisao_estado: 'nova', group_rows: String(entries), group_share: '1' }])

  const reading = ['conversations', '--connection', 'Atendimento', '--where', 'status=open', '--out', out, ...file]
  await run([...reading, '--group-by', 'status'])
  expect(await recordsOf(out)).toMatchObject([{ status: 'open', group_share: '1' }])
})

test('entries are written by a view of the account, and a wrong name of one starts nothing', async () => {
  const demo = await startDemoServices({ leads: 60, entries: 100 })
  const { run, fileOf, dataDir, connectForms } = await startPlace(demo)
  const out = fileOf('visao.csv')
  await connectForms(demo.forms)
  await run(['entries', 'pull', 'Contato do site', '--connection', 'Formulários'])
  const host = await startTestHost({ dataDir, passphrase: commandPassphrase })
  await host.enter()
  const reply = await host.call('connections.list')
  const list = connections['connections.list'].output.parse(reply.ok && reply.value)
  const connection_id = list.find(({ service }) => service === 'forms')?.id
  const byPhone = { column: 'telefone', operator: 'not_blank' }
  const view = { id: 'v', name: 'Com telefone', columns: [], grouping: null, is_default: false }
  const save = { of: { connection_id, kind: 'entries' }, view: { ...view, query: { filters: [byPhone] } } }
  expect(await host.call('views.save', save)).toMatchObject({ ok: true })
  expect((await run(['views', 'form:Contato do site'])).out).toBe('Com telefone · Telefone: preenchido\n')
  const file = ['--mode', 'raw', '--no-origin', '--view']
  await run(['entries', 'export', 'Contato do site', out, ...file, 'Com telefone'])
  const records = await recordsOf(out)
  expect(records.length).toBeGreaterThan(0)
  expect(records.every(({ telefone }) => telefone !== '')).toBe(true)

  const requests = demo.requests().length
  const reading = ['conversations', '--connection', 'Atendimento', '--where', 'status=open', '--out', out]
  expect(await run([...reading, ...file, 'Nenhuma'])).toMatchObject({
    code: 1,
    err: `${words.noView('Nenhuma', [])}\n`,
  })
  expect(demo.requests()).toHaveLength(requests)
})

test('conversations are read by the filter of a view of their list', async () => {
  const demo = await startDemoServices({ leads: 60 })
  const { run, fileOf, dataDir } = await startPlace(demo)
  const host = await startTestHost({ dataDir, passphrase: commandPassphrase })
  await host.enter()
  const reply = await host.call('connections.list')
  const [connection] = connections['connections.list'].output.parse(reply.ok && reply.value)
  const of = { connection_id: connection?.id, kind: 'live_conversations' }
  const filter = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }]
  const view = { id: 'v', name: 'Abertas', query: {}, columns: [], grouping: null, is_default: false, filter }
  expect(await host.call('views.save', { of, view })).toMatchObject({ ok: true })
  const out = fileOf('abertas.csv')
  const reading = ['conversations', '--connection', 'Atendimento', '--out', out, '--mode', 'raw', '--no-origin']
  expect(await run([...reading, '--view', 'Abertas'])).toMatchObject({ code: 0 })
  const records = await recordsOf(out)
  expect([...new Set(records.map(({ status }) => status))]).toEqual(['open'])
  expect(await run(reading)).toMatchObject({ code: 2, err: `${ptBR.cli.conversations.whichOnes}\n` })
})
