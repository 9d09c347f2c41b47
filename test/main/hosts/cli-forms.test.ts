import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '../../../main/demo/http-server.ts'
import { hang } from '../../faults/faults.ts'
import { objectOf, recordsOf, startCommand, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

const form = 'Contato do site'

const pullWords = (formName: string) => ['entries', 'pull', formName, '--connection', 'Formulários', '--json']

describe('entries on the command line', () => {
  test('of a period are planned, pulled and exported as such, and the newest without keeping any', async () => {
    const demo = await startDemoServices({ leads: 50, entries: 1000 })
    const { run, fileOf, connectForms } = await startPlace()
    await connectForms(demo.forms)
    const ofForm = (command: string, ...more: string[]) =>
      run(['entries', command, form, ...more, '--connection', 'Formulários', '--json'])

    const out = fileOf('recentes.csv')
    expect(objectOf(await ofForm('newest', out, '--mode', 'raw'))).toMatchObject({
      rows: 100,
      total: 600,
      complete: false,
    })
    const newest = await recordsOf(out)
    expect(newest.map(({ recorte }) => recorte)).toEqual(Array(100).fill('mais_recentes'))

    const day = (moment: string | undefined) => moment?.slice(0, 10) ?? ''
    const [first, last] = [day(newest[60]?.created_at), day(newest[20]?.created_at)]
    const days = ['--since', first, '--until', last]
    const plan = objectOf(await ofForm('plan', ...days))
    expect(plan).toMatchObject({ form, form_id: 301, requests: 4, api_calls: { limit: 100_000 } })
    const pulled = await ofForm('pull', ...days)
    expect(objectOf(pulled)).toMatchObject({
      entries: plan.entries,
      complete: false,
      state: 'complete',
      period: plan.period,
    })
    const file = fileOf('periodo.csv')
    const exported = await ofForm('export', file, '--mode', 'raw')
    expect(objectOf(exported)).toMatchObject({ rows: plan.entries, complete: false, period: plan.period })
    expect(exported.err).toContain('só de ')
    expect((await recordsOf(file))[0]).toMatchObject({ periodo_de: plan.period.from })

    expect(await ofForm('newest', out)).toMatchObject({ code: 1, err: expect.stringContaining('guardado aqui') })
    expect(objectOf(await ofForm('pull'))).toMatchObject({ entries: plan.entries, period: plan.period })
    expect(objectOf(await ofForm('pull', '--all'))).toMatchObject({ entries: 600, complete: true, period: null })
    for (const wrong of [
      ['--last', '0'],
      ['--since', '2026-13-01'],
      ['--all', '--last', '3'],
    ])
      expect((await ofForm('plan', ...wrong)).code).toBe(2)
  })

  test('are pulled, exported and crossed, online and offline alike', { timeout: 120_000 }, async () => {
    const demo = await startDemoServices({ leads: 900, entries: 300 })
    const { run, fileOf, connectForms, connect } = await startPlace()
    expect(await connectForms(demo.forms)).toMatchObject({ code: 0 })
    expect(await connect(demo.platform)).toMatchObject({ code: 0 })

    const pulled = await run(pullWords(form))
    expect(pulled.code).toBe(0)
    const { entries } = objectOf(pulled)
    // The cost is shown before the form is kept.
    expect(pulled.err).toContain(`Respostas: ${entries}\nConsultas: 5\nTempo: cerca de`)
    expect(objectOf(pulled)).toEqual({
      form,
      form_id: 301,
      entries: expect.any(Number),
      new: entries,
      gone: 0,
      repeated: 0,
      set_aside: 0,
      total: entries,
      complete: true,
      state: 'complete',
      period: null,
      requests: expect.any(Number),
      seconds: expect.any(Number),
    })
    expect(entries).toBeGreaterThan(150)
    expect(objectOf(await run(pullWords('301')))).toMatchObject({ form, entries, new: 0, complete: true })

    const all = fileOf('todas.csv')
    const exported = await run(['entries', 'export', form, all, '--mode', 'raw', '--json'])
    expect(objectOf(exported)).toMatchObject({ file: all, rows: entries })
    const rows = await recordsOf(all)
    expect(rows).toHaveLength(entries)
    expect(new Set(rows.map(({ revisao_estado }) => revisao_estado))).toEqual(new Set(['nova']))
    const words = ['entries', 'export', '301', fileOf('aprovadas.xlsx'), '--connection', 'Formulários']
    expect(objectOf(await run([...words, '--state', 'approved,rejeitada', '--json']))).toMatchObject({ rows: 0 })
    expect(objectOf(await run([...words, '--state', 'new,em_revisao', '--json']))).toMatchObject({ rows: entries })

    await run(['pull', 'Tudo', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
    const crossed = async (answerer: readonly string[], name: string) => {
      const out = fileOf(name)
      const result = await run(['entries', 'cruzar', form, ...answerer, '--out', out, '--mode', 'raw', '--json'])
      expect(result).toMatchObject({ code: 0, err: '' })
      return { facts: objectOf(result), rows: await recordsOf(out) }
    }
    const online = await crossed(['--connection', 'Atendimento'], 'online.csv')
    expect(online.facts).toMatchObject({ rows: entries, requests: expect.any(Number) })
    expect(online.facts.requests).toBeGreaterThan(0)
    await demo.close()
    const offline = await crossed(['--sheet', 'Tudo'], 'offline.csv')
    expect(offline.facts).toMatchObject({ rows: entries, keys: online.facts.keys, requests: 0 })
    const attended = ({ rows }: typeof online) =>
      rows
        .filter(({ cruzar_resultado }) => cruzar_resultado === 'com_conversa')
        .map(({ lead_conversa_id }) => lead_conversa_id)
    expect(attended(online).length).toBeGreaterThan(0)
    expect(attended(offline)).toEqual(attended(online))

    const chosen = ['entries', 'cruzar', form, '--sheet', 'Tudo', '--out', all, '--outcome', 'com_conversa']
    const some = await run([...chosen, '--mode', 'raw'])
    expect(some).toMatchObject({ code: 0 })
    expect(await recordsOf(all)).toHaveLength(offline.facts.outcomes.com_conversa)
  })

  test('go on where a pull was cancelled', { timeout: 60_000 }, async () => {
    let held = true
    let late = 0
    const isLate = ({ path, query }: FaultRequest) => held && path.endsWith('/entries') && Number(query.get('page')) > 1
    const holdLate = (request: FaultRequest) => {
      if (!isLate(request)) return undefined
      late += 1
      return hang()
    }
    const demo = await startDemoServices({ entries: 500, faults: { next: holdLate } })
    const { dataDir, fileOf, run, connectForms } = await startPlace()
    await connectForms(demo.forms)
    const slow = startCommand(pullWords(form), { dataDir })
    // The first page is stored by the time that the second is requested.
    await expect.poll(() => late, { timeout: 20_000 }).toBeGreaterThan(0)
    slow.signal('SIGINT')
    const cancelled = await slow.finished
    expect(cancelled).toMatchObject({ code: 130, signal: null })
    expect(objectOf(cancelled)).toMatchObject({ entries: 100, complete: false, state: 'partial' })
    const file = fileOf('parte.csv')
    const part = await run(['entries', 'export', form, file, '--json'])
    expect(part).toMatchObject({ code: 0, err: expect.stringContaining('não está por inteiro aqui (parcial)') })
    expect(objectOf(part)).toMatchObject({ rows: 100, complete: false })
    held = false
    const resumed = objectOf(await run(pullWords(form)))
    expect(resumed).toMatchObject({ complete: true })
    expect(resumed.new).toBe(resumed.entries - 100)
  })
})

describe('the usage on the command line', () => {
  test('is the plan, the month and what each limit leaves', { timeout: 60_000 }, async () => {
    const demo = await startDemoServices()
    const { run, connectForms } = await startPlace()
    await connectForms(demo.forms)
    const usage = objectOf(await run(['usage', 'Formulários', '--json']))
    expect(usage).toMatchObject({
      connection: 'Formulários',
      plan: { name: expect.any(String) },
      period: expect.stringMatching(/^\d{4}-\d{2}$/),
      forms: { used: 3, limit: expect.any(Number) },
      api_calls: { used: expect.any(Number), limit: expect.any(Number) },
    })
    const before = objectOf(await run(['usage', 'Formulários', '--period', '2026-01', '--json']))
    expect(before).toMatchObject({ period: '2026-01', forms: { used: expect.any(Number) } })
    expect(await run(['usage', 'Formulários', '--period', 'ontem'])).toMatchObject({ code: 2, out: '' })
    const people = await run(['usage', 'Formulários'])
    expect(people).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Plano .+, \d{4}-\d{2}\n/) })
    expect(people.out).toMatch(/Respostas: [\d.]+ (de [\d.]+ \(\d+%\)|\(sem limite\))/)
  })
})

describe('the exit code of commands about forms', () => {
  test('is 2 for wrong usage, 1 for what is not there, each with one sentence', { timeout: 120_000 }, async () => {
    const demo = await startDemoServices()
    const { run, connectForms, connect, fileOf } = await startPlace()
    const out = fileOf('saida.csv')
    expect(await run(['entries', 'export', form, out])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Não há conexão de formulários'),
    })
    await connectForms(demo.forms)
    await connect(demo.platform)
    await run(['usage', 'Formulários'])
    const failing: [string[], number, string][] = [
      [['entries', 'export', form, out], 1, 'Não há formulário'],
      [['entries', 'pull', 'Outro', '--connection', 'Formulários'], 1, 'Não há formulário'],
      [['entries', 'export', form, out], 1, 'cruza entries pull'],
      [['entries', 'pull', form, '--connection', 'Atendimento'], 1, 'conexão com a plataforma'],
      [['entries', 'pull', form, '--connection', 'Outra'], 1, 'Não há conexão com o nome “Outra”'],
      [['entries', 'cruzar', form, '--out', out], 2, '--connection'],
      [['entries', 'cruzar', form, '--connection', 'A', '--sheet', 'B', '--out', out], 2, '--sheet'],
      [['entries', 'export', form, out, '--state', 'ótima'], 2, 'não é um estado'],
      [['entries', 'export', form, 'saida.pdf'], 2, '.xlsx, .csv ou .parquet'],
      [['usage', 'Atendimento'], 1, 'conexão com a plataforma'],
    ]
    for (const [words, exit, sentence] of failing) {
      const { code, out: printed, err } = await run([...words, '--quiet'])
      expect([words, code, printed]).toEqual([words, exit, ''])
      expect(err).toContain(sentence)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    await run(pullWords(form))
    const noSheet = await run(['entries', 'cruzar', form, '--sheet', 'Nenhuma', '--out', out])
    expect(noSheet).toMatchObject({ code: 1, err: expect.stringContaining('Não há planilha com o nome “Nenhuma”') })
    await connectForms(demo.forms, 'Outra conta')
    const several = await run(['entries', 'export', form, out])
    expect(several).toMatchObject({ code: 2, err: expect.stringContaining('mais de uma conexão') })
    expect((await run(['entries', 'export', form, out, '--connection', 'Formulários'])).code).toBe(0)
  })
})
