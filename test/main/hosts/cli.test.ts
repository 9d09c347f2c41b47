import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '../../../main/demo/http-server.ts'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { noFileNotes } from '../../../preload/contract/saved-files.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { hang, proxyPage, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { commandPassphrase, objectOf, startCommand, startCommandProcess, startPlace } from '../../kit/command.ts'
import { exportedLeads, pagesAsked, phones, startDemoServices } from '../../kit/leads.ts'
import { closedPort } from '../../kit/service.ts'
import { posixOnly } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const pullWords = (name: string) => ['pull', name, '--connection', 'Atendimento', '--created-after', '2020-01-01']
const csvOf = async (file: string, delimiter: string) =>
  Papa.parse<string[]>((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''), { delimiter, skipEmptyLines: true }).data

describe('the command line', () => {
  test('goes the whole way: connect, check, pull, list, export', { timeout: 120_000 }, async () => {
    const demo = await startDemoServices({ leads: 1300 })
    const { run, connect, fileOf } = await startPlace()
    const connected = await connect(demo.platform)
    expect(connected).toMatchObject({ code: 0, err: '' })
    expect(objectOf(connected)).toMatchObject({
      name: 'Atendimento',
      passed: true,
      steps: expect.arrayContaining([expect.objectContaining({ step: 'lead_export', state: 'passed' })]),
    })
    expect(await run(['check', 'Atendimento'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('✓ A exportação de leads está liberada.'),
    })

    const pulled = await run([...pullWords('Tudo'), '--json'])
    expect(pulled).toMatchObject({ code: 0, err: '' })
    expect(objectOf(pulled)).toEqual({
      sheet: 'Tudo',
      repeated: 0,
      rows: 1300,
      total: 1300,
      complete: true,
      requests: 3,
      seconds: expect.any(Number),
      badge: 'complete',
      reason: 'none',
    })
    const sheets = objectOf(await run(['sheets', '--json']))
    expect(sheets.sheets).toMatchObject([{ name: 'Tudo', rows: 1300, connection_name: 'Atendimento' }])
    expect(await run(['sheets'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Tudo · 1\.300 linhas · /) })

    const raw = fileOf('leads.csv')
    expect(objectOf(await run(['export', 'Tudo', raw, '--mode', 'raw', '--json']))).toMatchObject({
      file: raw,
      rows: 1300,
    })
    const [header, ...rows] = await csvOf(raw, ',')
    expect(header?.slice(0, 3)).toEqual(['contato_id', 'nome', 'telefone'])
    const leads = await exportedLeads(demo)
    expect(rows.map((row) => row[0])).toEqual(leads.map((lead) => String(lead.contato_id)))

    const excel = fileOf('leads-excel.csv')
    expect(await run(['export', 'Tudo', excel])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1.300 linhas'),
    })
    expect((await csvOf(excel, ';'))[0]).toContain('Nome')
    const book = fileOf('leads.xlsx')
    expect(await run(['export', 'Tudo', book, '--quiet'])).toMatchObject({ code: 0, err: '' })
    expect((await readFile(book)).subarray(0, 2).toString()).toBe('PK')
    for (const words of [[fileOf('leads.parquet')], [fileOf('leads'), '--format', 'parquet']]) {
      expect(objectOf(await run(['export', 'Tudo', ...words, '--json']))).toMatchObject({
        rows: 1300,
        origin: 'inside',
      })
      expect((await readFile(words[0] ?? '')).subarray(-4).toString()).toBe('PAR1')
    }
    const contradiction = await run(['export', 'Tudo', book, '--format', 'parquet'])
    expect(contradiction).toMatchObject({ code: 2, err: `${ptBR.cli.badExtension}\n` })
  })

  test('writes the origin beside a CSV, and not where it is asked to leave it out', async () => {
    const demo = await startDemoServices({ leads: 60 })
    const { run, fileOf } = await startPlace(demo)
    await run(pullWords('Tudo'))
    const [withOrigin, alone] = [fileOf('a.csv'), fileOf('b.csv')]
    expect(objectOf(await run(['export', 'Tudo', withOrigin, '--json']))).toMatchObject({
      origin: 'beside',
      logged: true,
    })
    expect(JSON.parse(await readFile(`${withOrigin}.origem.json`, 'utf8'))).toMatchObject({
      source: { kind: 'sheet', name: 'Tudo', account: 'Atendimento' },
      file: { name: 'a.csv' },
    })
    expect(objectOf(await run(['export', 'Tudo', alone, '--no-origin', '--json']))).toMatchObject({ origin: 'none' })
    expect(existsSync(`${alone}.origem.json`)).toBe(false)
  })

  test('prints on standard error what an exported file changed', async () => {
    const demo = await startDemoServices()
    const { run, fileOf, listOf } = await startPlace(demo)
    const list = await listOf('lista.csv', 'Nome;Telefone\nAna\u0007;11988887777\n')
    const out = fileOf('saida.csv')
    expect(await run(['cruzar', list, '--connection', 'Atendimento', '--out', out])).toMatchObject({
      code: 0,
      err: expect.stringContaining(ptBR.tables.export.notes({ ...noFileNotes, cleaned_cells: 1 })[0] ?? '?'),
    })
  })

  test('crosses a list and writes the result beside the original columns', { timeout: 120_000 }, async () => {
    const demo = await startDemoServices()
    const { run, fileOf, listOf } = await startPlace(demo)
    const list = await listOf('lista.csv', sampleList(demo, 300))
    const out = fileOf('saida.csv')
    const crossed = await run(['cruzar', list, '--connection', 'Atendimento', '--out', out, '--mode', 'raw', '--json'])
    expect(crossed).toMatchObject({ code: 0, err: 'Lido: “Telefone”, “E-mail”.\n' })
    const { outcomes, ...facts } = objectOf(crossed)
    expect(facts).toEqual({
      run: expect.any(String),
      file: out,
      rows: 300,
      keys: expect.any(Number),
      repeated: expect.any(Number),
      requests: expect.any(Number),
      damaged: expect.any(Array),
      unanswered: [],
      seconds: expect.any(Number),
    })
    expect(Object.keys(outcomes)).toEqual([
      'com_conversa',
      'sem_conversa',
      'ausente',
      'invalida',
      'sem_resposta',
      'ambigua',
    ])
    const [header, ...rows] = await csvOf(out, ',')
    expect(header?.slice(0, 5)).toEqual(['Nome', 'Telefone', 'E-mail', 'Cidade', 'cruzar_resultado'])
    expect(rows).toHaveLength(300)
    for (const [outcome, count] of Object.entries(outcomes)) {
      expect(rows.filter((row) => row[4] === outcome)).toHaveLength(Number(count))
    }

    const absent = fileOf('ausentes.xlsx')
    const words = ['cruzar', list, '--connection', 'Atendimento', '--out', absent, '--outcome', 'ausente,invalida']
    const some = await run([...words, '--column', 'Telefone', '--created-after', '2026-01-01'])
    expect(some).toMatchObject({ code: 0, out: expect.stringContaining('ausentes.xlsx') })
    expect((await readFile(absent)).subarray(0, 2).toString()).toBe('PK')
    const byNumber = await run(['cruzar', list, '--connection', 'Atendimento', '--out', out, '--column', '3', '--json'])
    expect(objectOf(byNumber).keys).toBeLessThan(facts.keys)
    const runs = objectOf(await run(['runs', '--json']))
    expect(runs.runs.map(({ filter }: { filter: { created_after?: string } }) => filter.created_after)).toEqual([
      undefined,
      '2026-01-01',
      undefined,
    ])
    expect((await run(['runs'])).out.trim().split('\n')).toHaveLength(3)
  })
})

describe('a pull on the command line', () => {
  test('goes on where it was cancelled, keeps its filters, and reads again when it is whole', {
    timeout: 120_000,
  }, async () => {
    let held = true
    const isLate = (query: URLSearchParams) => held && Number(query.get('page')) > 2
    const faults = { next: ({ query }: FaultRequest) => (isLate(query) ? hang() : undefined) }
    const demo = await startDemoServices({ leads: 3000, faults })
    const { dataDir, run } = await startPlace(demo)
    const slow = startCommand([...pullWords('Tudo'), '--json'], { dataDir })
    await expect.poll(() => pagesAsked(demo).length, { timeout: 20_000 }).toBeGreaterThan(2)
    slow.signal('SIGINT')
    const cancelled = await slow.finished
    expect(cancelled).toMatchObject({ code: 130, signal: null })
    expect(objectOf(cancelled)).toMatchObject({ complete: false, badge: 'partial', reason: 'cancelled' })
    // The second page may have been on its way still.
    const { rows } = objectOf(cancelled)
    expect([500, 1000]).toContain(rows)
    expect(cancelled.err.trim().split('\n')).toHaveLength(1)

    held = false

    const before = demo.requests().length
    const resumed = await run(['pull', 'Tudo', '--connection', 'Atendimento', '--json'])
    expect(objectOf(resumed)).toMatchObject({ rows: 3000, complete: true, requests: 6 - rows / 500 })
    expect(demo.requests()[before]?.query).toContain('created_after=2020-01-01')
    expect(demo.requests()[before]?.query).toContain(`page=${rows / 500 + 1}&`)
    const other = await run(['pull', 'Tudo', '--connection', 'Atendimento', '--status', 'open'])
    expect(other).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Tudo') })
    const again = await run([...pullWords('Tudo'), '--json'])
    expect(objectOf(again)).toMatchObject({ rows: 3000, complete: true, requests: 6 })
  })
})

test('a sheet whose period moves is read anew by the days of each reading', async () => {
  const demo = await startDemoServices({ leads: 300 })
  const { run } = await startPlace(demo)
  const words = ['pull', 'Mês', '--connection', 'Atendimento', '--created-within', 'last-30-days', '--json']
  expect(objectOf(await run(words))).toMatchObject({ complete: true })
  const first = new Date(Date.now() - 29 * 86_400_000).toLocaleDateString('en-CA')
  expect(demo.requests().at(-1)?.query).toContain(`created_after=${first}`)
  expect(objectOf(await run(words))).toMatchObject({ complete: true })
  const fixed = await run(['pull', 'Mês', '--connection', 'Atendimento', '--created-after', first])
  expect(fixed).toMatchObject({ code: 2, err: expect.stringContaining('Mês') })
})

describe('the exit code', () => {
  test('is 0 for help and version, 2 for no command', async () => {
    const { run } = await startPlace()
    expect(await run([])).toMatchObject({ code: 2, err: expect.stringContaining(ptBR.cli.parser.wrong.help()) })
    const help = await run(['--help'])
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('cruzar') })
    expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  test('is 2 for words that only the data or the app can refuse, before anything is sent', async () => {
    const demo = await startDemoServices()
    const { run } = await startPlace(demo)
    const requests = demo.requests().length
    const platform = ['connect', 'platform', 'A', '--account', '3', '--brand', 'a', '--url']
    const wrong: [string[], string][] = [
      [['pull', 'X', '--connection', 'Atendimento'], 'ao menos uma data'],
      [['pull', 'X', '--connection', 'Atendimento', '--created-within', 'semana'], 'não é um período'],
      [[...pullWords('X'), '--created-within', 'today'], 'não os dois'],
      [[...platform, 'http://a.example'], 'https://'],
      [[...platform, 'a b'], 'endereço'],
    ]
    for (const [words, sentence] of wrong) {
      const { code, out, err } = await run(words, { env: { CRUZA_SECRET: 'segredo' } })
      expect([words, code, out]).toEqual([words, 2, ''])
      expect(err).toContain(sentence)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    expect(demo.requests()).toHaveLength(requests)
  })

  test('is 1 for what failed, with one sentence on standard error even when quiet', { timeout: 120_000 }, async () => {
    const demo = await startDemoServices()
    const { run, connect, fileOf, listOf } = await startPlace()
    const refused = await connect({ ...demo.platform, token: demo.platform.agentToken })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('administrador') })
    expect(objectOf(refused)).toMatchObject({ passed: false })
    await run(['connect', 'forms', 'Formulários', '--url', demo.forms.url], { input: demo.forms.key })
    const list = await listOf('lista.csv', 'nome\nAna\n')
    const failing: [string[], string][] = [
      [['check', 'Outra'], 'Não há conexão com o nome “Outra”'],
      [['pull', 'X', '--connection', 'Formulários', '--created-after', '2026-01-01'], 'conexão de formulários'],
      [['export', 'X', 'saida.csv'], 'Não há planilha com o nome “X”'],
      [['cruzar', list, '--connection', 'Atendimento', '--out', path.join(fileOf('nada'), 'saida.csv')], 'A pasta'],
      [['cruzar', `${list}.nao`, '--connection', 'Atendimento', '--out', 'saida.csv'], 'não pôde ser lido'],
      [['cruzar', list, '--connection', 'Atendimento', '--out', 'saida.csv'], 'telefone'],
    ]
    for (const [words, sentence] of failing) {
      const { code, out, err } = await run([...words, '--quiet'], { env: { CRUZA_SECRET: 'segredo' } })
      expect([words, code, out]).toEqual([words, 1, ''])
      expect(err).toContain(sentence)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    const wrong = await run(['sheets'], { env: { CRUZA_PASSPHRASE: 'outra senha' } })
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('A senha não confere') })
    const locked = await run(['sheets'], { env: { CRUZA_PASSPHRASE: undefined } })
    expect(locked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('CRUZA_PASSPHRASE') })
    expect(locked.err).not.toMatch(/inesperado|chaveiro/)
    const english = await run(['check', 'Outra'], { env: { LANG: 'en_US.UTF-8' } })
    expect(english.err).toMatch(/[Cc]onnection/)
  })

  test('is 1 for a service that nobody reaches, and the connection stays', async () => {
    const { run } = await startPlace()
    const words = ['connect', 'platform', 'A', '--url', await closedPort(), '--account', '3', '--brand', 'casa']
    const { code, err } = await run(words, { env: { CRUZA_SECRET: 'segredo' } })
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect((await run(['check', 'A'])).code).toBe(1)
  })

  test('is 3 when keys stay without an answer; the file has them all the same', { timeout: 60_000 }, async () => {
    const faults = faultPlan().on(/cruzar$/, { after: 1, times: 99, fault: proxyPage(403) })
    const demo = await startDemoServices({ faults })
    const { run, fileOf, listOf } = await startPlace(demo)
    const list = await listOf('lista.csv', `telefone\n${phones(1200).join('\n')}\n`)
    const out = fileOf('saida.csv')
    const crossed = await run(['cruzar', list, '--connection', 'Atendimento', '--out', out, '--mode', 'raw', '--json'])
    expect(crossed).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^No lugar do serviço, .* respondeu com uma página.*\n$/),
    })
    expect(objectOf(crossed)).toMatchObject({ rows: 1200, outcomes: { sem_resposta: 700 } })
    const rows = (await csvOf(out, ',')).slice(1)
    expect(rows.filter((row) => row[1] === 'sem_resposta')).toHaveLength(700)
  })
})

describe('the command line as a process of its own', () => {
  test('exits with the code of the command, writes results to standard output and sentences to standard error', async () => {
    const { runProcess } = await startPlace()
    expect(await runProcess(['sheets', '--json'])).toMatchObject({ code: 0, out: '{"sheets":[]}\n', err: '' })
    expect(await runProcess(['check', 'Outra'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Não há/),
    })
    const secret = ['connect', 'forms', 'A', '--url', 'https://a.example', '--secret', 'segredo']
    expect(await runProcess(secret)).toMatchObject({ code: 2, out: '', err: expect.not.stringContaining('segredo') })
  })

  test('takes the secret from standard input where it is not in the environment, and never shows it', async () => {
    const demo = await startDemoServices()
    const { runProcess } = await startPlace()
    const words = ['connect', 'forms', 'Formulários', '--url', demo.forms.url, '--json']
    const connected = await runProcess(words, { input: `\n ${demo.forms.key} \n` })
    expect(connected).toMatchObject({ code: 0, err: '' })
    expect(objectOf(connected)).toMatchObject({ passed: true })
    expect(connected.out).not.toContain(demo.forms.key)
    const nothing = await runProcess(['connect', 'forms', 'Outra', '--url', demo.forms.url], { input: '\n \n' })
    expect(nothing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('CRUZA_SECRET') })
  })

  test('exits with 130 after Ctrl+C, whatever it was doing', { timeout: 60_000, ...posixOnly('signals') }, async () => {
    const faults = faultPlan().on(/cruzar$/, { times: 99, fault: hang() })
    const demo = await startDemoServices({ faults })
    const { dataDir, fileOf, listOf } = await startPlace(demo)
    const list = await listOf('lista.csv', `telefone\n${phones(1200).join('\n')}\n`)
    const out = fileOf('saida.csv')
    const slow = startCommandProcess(['cruzar', list, '--connection', 'Atendimento', '--out', out], { dataDir })
    await expect
      .poll(() => demo.requests().filter(({ path }) => path.endsWith('/cruzar')).length, { timeout: 20_000 })
      .toBe(1)
    // One Ctrl+C comes twice: from the terminal and from npm.
    slow.signal('SIGINT')
    slow.signal('SIGTERM')
    expect(await slow.finished).toMatchObject({ code: 130, out: '', err: expect.stringMatching(/^Cancelado.*\n$/) })

    const other = await temporaryFolder()
    const words = ['connect', 'forms', 'B', '--url', demo.forms.url]
    const asking = startCommandProcess(words, { dataDir: other, input: null })
    // It searches for an older connection of the name, then it waits for the secret.
    await expect.poll(() => existsSync(path.join(other, 'app.db')), { timeout: 20_000 }).toBe(true)
    asking.signal('SIGINT')
    expect(await asking.finished).toMatchObject({ code: 130, signal: null })
  })
})

describe('what the command line prints about its data', () => {
  test('names what a quick refresh cannot see, and does not call the sheet a part', { timeout: 60_000 }, async () => {
    const demo = await startDemoServices({ leads: 30 })
    const { run, dataDir, fileOf } = await startPlace(demo)
    await run(pullWords('Base'))
    const { enter, call, host } = await startTestHost({ dataDir, passphrase: commandPassphrase })
    await enter()
    await expect.poll(() => call('app.state')).toMatchObject({ value: { phase: 'ready' } })
    const sheets = async () => (await call('sheets.list')) as { value: { id: string; badge: { kind: string } }[] }
    const id = (await sheets()).value[0]?.id
    expect(await call('sheets.refresh', { id, mode: 'quick' })).toMatchObject({ ok: true })
    await expect.poll(async () => (await sheets()).value[0]?.badge.kind).toBe('refreshed')
    await host.close()
    const exported = await run(['export', 'Base', fileOf('base.csv')])
    expect(exported).toMatchObject({ code: 0, err: `“Base”: ${ptBR.sheets.reasons.quick}\n` })
  })

  test('prints once that the service has problems, until something more is answered', { timeout: 60_000 }, async () => {
    const faults = faultPlan().on(/cruzar$/, { times: 2, fault: refused(500) })
    const demo = await startDemoServices({ leads: 30, faults })
    const { run, fileOf, listOf } = await startPlace(demo)
    const list = await listOf('lista.csv', `telefone\n${phones(20).join('\n')}\n`)
    const crossed = await run(['cruzar', list, '--connection', 'Atendimento', '--out', fileOf('saida.csv')])
    expect(crossed).toMatchObject({ code: 0, err: `${ptBR.tasks.waitingNow.service_failed}\n` })
  })
})
