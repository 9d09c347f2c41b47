import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { objectOf, startCommand, startPlace } from '../../kit/command.ts'
import { faultSwitch } from '../../kit/controls.ts'
import { exportedLeads, type LeadRow, phones, startDemoServices } from '../../kit/leads.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { buildXlsx, xlsxRow } from '../lists/build-xlsx.ts'

async function place(options: Parameters<typeof startDemoServices>[0]) {
  const demo = await startDemoServices(options)
  const { dataDir, run, fileOf, listOf } = await startPlace(demo)
  const phonesOf = (name: string, rows: readonly string[]) => listOf(name, `telefone\n${rows.join('\n')}\n`)
  return { demo, dataDir, run, listOf, phonesOf, out: fileOf('saida.csv') }
}

const phonesIn = (leads: readonly LeadRow[]) =>
  leads.map(({ telefone_digitos }) => String(telefone_digitos ?? '')).filter((digits) => digits.length > 9)

test('a spreadsheet with hidden rows is crossed whole with a notice, or without them', async () => {
  const { run, listOf, out } = await place({ leads: 5 })
  const rows = phones(3).map((phone, at) => xlsxRow(at + 2, [phone], at > 0 ? 'hidden="1"' : ''))
  const list = await listOf(
    'lista.xlsx',
    buildXlsx([{ name: 'Lista', rows: xlsxRow(1, ['Telefone']) + rows.join('') }]),
  )
  const words = ['cruzar', list, '--connection', 'Atendimento', '--out', out, '--json']
  const whole = await run(words)
  expect(objectOf(whole)).toMatchObject({ rows: 3, keys: 3 })
  expect(whole.err).toContain('2 linhas estão ocultas ou filtradas na planilha e entraram também; --visible-only')
  const visible = await run([...words, '--visible-only'])
  expect(objectOf(visible)).toMatchObject({ rows: 1, keys: 1 })
  expect(visible.err).toContain('2 linhas estão ocultas ou filtradas na planilha, e ficam de fora.')
})

describe('cruza runs continue', () => {
  test('sends only the keys without an answer, by name or number, and writes the result', async () => {
    const faults = faultSwitch()
    const { demo, run, phonesOf, out } = await place({ leads: 50, faults })
    // The first batch is answered, and then the token is no good any more.
    faults.set(faultPlan().on(/cruzar$/, { after: 1, times: 99, fault: refused(401) }))
    const list = await phonesOf('lista.csv', phones(1200))
    expect(await run(['cruzar', list, '--connection', 'Atendimento', '--out', out])).toMatchObject({ code: 3 })
    const [{ id }] = objectOf(await run(['runs', '--json'])).runs
    faults.set()
    const before = demo.requests().length
    const again = await run(['runs', 'continue', 'lista.csv', '--out', out, '--json'])
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(objectOf(again)).toMatchObject({ run: id, file: out, keys: 1200, outcomes: { sem_resposta: 0 } })
    expect((await readFile(out, 'utf8')).trim().split('\n')).toHaveLength(1201)
    expect(demo.requests().length).toBeGreaterThan(before)

    const sent = demo.requests().length
    expect(objectOf(await run(['runs', 'continue', id, '--json']))).toMatchObject({ run: id, keys: 1200 })
    expect(demo.requests().length).toBe(sent)
    const missing = path.join(out, '..', 'nenhuma', 'saida.csv')
    expect(await run(['runs', 'continue', id, '--out', missing])).toMatchObject({ code: 1 })
    await run(['cruzar', await phonesOf('lista.csv', phones(3)), '--connection', 'Atendimento', '--out', out])
    expect(await run(['runs', 'continue', 'lista.csv'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Há mais de um cruzamento com o nome “lista.csv”'),
    })
    expect(await run(['runs', 'continue', 'nenhum'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Não há cruzamento com o nome ou número “nenhum”'),
    })
  })
})

describe('cruza runs --list', () => {
  test('says what has changed since the run before, and writes the rows that did', async () => {
    const { demo, run, phonesOf, out } = await place({ leads: 60 })
    const leads = await exportedLeads(demo)
    const days = leads.map(({ contato_criado_em }) => String(contato_criado_em)).sort()
    const pull = (name: string, ...words: string[]) => run(['pull', name, '--connection', 'Atendimento', ...words])
    await pull('Antes', '--created-after', '2000-01-01', '--created-before', days[20]?.slice(0, 10) ?? '')
    await pull('Todos', '--created-after', '2000-01-01')
    const leadPhones = phonesIn(leads)
    const cross = async (sheet: string, rows: readonly string[]) =>
      objectOf(
        await run([
          'cruzar',
          await phonesOf('lista.csv', rows),
          '--sheet',
          sheet,
          '--out',
          out,
          '--json',
          '--mode',
          'raw',
        ]),
      )
    const since = ['runs', '--list', 'lista.csv', '--since', 'last', '--out', out]
    const before = await cross('Antes', leadPhones)
    expect(await run(since)).toMatchObject({ code: 1, err: expect.stringContaining('Não há cruzamento anterior') })

    const now = await cross('Todos', ['11900000001', ...leadPhones.slice(1)])
    // Other sheets answered: what differs is no change of people.
    expect(await run(since)).toMatchObject({ code: 1, err: expect.stringContaining(`--since ${before.run}`) })
    const anyway = since.map((word) => (word === 'last' ? before.run : word))
    const { changes, ...answer } = objectOf(await run([...anyway, '--json']))
    expect(answer).toEqual({ run: now.run, file: out })
    expect(changes).toMatchObject({ since: { id: before.run, differences: ['sheets'] }, gone: 1 })
    expect(changes.kinds).toContainEqual({ kind: 'linha_nova', rows: 1 })
    expect(changes.changed).toBeGreaterThan(1)
    const written = await readFile(out, 'utf8')
    expect(written.trim().split('\n')).toHaveLength(1 + changes.changed)
    expect(written).toContain('linha nova')
    expect(objectOf(await run(['runs', '--list', 'lista.csv', '--json'])).runs).toHaveLength(2)
    expect(await run(['runs', '--list', 'outra'])).toMatchObject({ code: 1 })
    expect(await run(['runs', '--since', 'last'])).toMatchObject({ code: 2 })
  })
})

describe('cruza cruzar --sheet', () => {
  test('is answered offline by every sheet that is named', async () => {
    const { demo, run, phonesOf, out } = await place({ leads: 60 })
    const leads = await exportedLeads(demo)
    const days = leads.map(({ contato_criado_em }) => String(contato_criado_em)).sort()
    const middle = days[Math.floor(days.length / 2)]?.slice(0, 10) ?? ''
    const pull = (name: string, ...words: string[]) => run(['pull', name, '--connection', 'Atendimento', ...words])
    await pull('Antes', '--created-after', '2000-01-01', '--created-before', middle)
    await pull('Depois', '--created-after', middle)
    const leadPhones = phonesIn(leads)
    const list = await phonesOf('lista.csv', leadPhones)
    const sent = demo.requests().length
    const matchesIn = async (...sheets: string[]) => {
      const words = sheets.flatMap((name) => ['--sheet', name])
      const { com_conversa, sem_conversa } = objectOf(
        await run(['cruzar', list, ...words, '--out', out, '--json']),
      ).outcomes
      return com_conversa + sem_conversa
    }
    const [one, other, both] = [await matchesIn('Antes'), await matchesIn('Depois'), await matchesIn('Antes', 'Depois')]
    expect(demo.requests().length).toBe(sent)
    expect(Math.min(one, other)).toBeGreaterThan(0)
    expect(both).toBe(leadPhones.length)
    expect(both).toBeGreaterThan(Math.max(one, other))
    expect(await run(['cruzar', list, '--out', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--sheet'),
    })
  })

  test('prints how many rows have a damaged number, by kind', async () => {
    const { run, phonesOf, out } = await place({ leads: 60 })
    await run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2000-01-01'])
    const list = await phonesOf('lista.csv', ['11988887777', '5,51199E+12', '5,51198E+12', '97777-6666', 'não tem'])
    for (const kept of [[], ['--no-keep']]) {
      const crossed = ['cruzar', list, '--sheet', 'Todos', '--out', out, ...kept]
      const kinds = [
        { kind: 'damaged_by_excel', rows: 2 },
        { kind: 'no_area_code', rows: 1 },
      ]
      expect(objectOf(await run([...crossed, '--json']))).toMatchObject({ outcomes: { invalida: 4 }, damaged: kinds })
      expect((await run(crossed)).out).toContain(
        '3 inválidas com o número danificado: 2 abreviados pelo Excel, 1 sem DDD',
      )
    }
  })

  test('matches down to the rung that --match names, and takes an area code for phones without one', async () => {
    const { demo, run, phonesOf, out } = await place({ leads: 60 })
    await run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2000-01-01'])
    const mobile = phonesIn(await exportedLeads(demo)).find((text) => /^55\d\d9[6-9]\d{7}$/.test(text)) ?? ''
    const old = await phonesOf('lista.csv', [mobile.slice(2, 4) + mobile.slice(5)])
    const crossed = async (list: string, ...words: string[]) => {
      const answer = await run(['cruzar', list, '--sheet', 'Todos', '--out', out, '--json', ...words])
      return objectOf(answer).outcomes
    }
    expect(await crossed(old)).toMatchObject({ ausente: 0 })
    expect(await crossed(old, '--match', 'trunk')).toMatchObject({ ausente: 1 })
    const bare = await phonesOf('lista.csv', [mobile, mobile.slice(4)])
    expect(await crossed(bare)).toMatchObject({ invalida: 1 })
    expect(await crossed(bare, '--area-code', mobile.slice(2, 4))).toMatchObject({ invalida: 0, ausente: 0 })
    for (const words of [
      ['--match', 'quase'],
      ['--area-code', '10'],
    ])
      expect(await run(['cruzar', old, '--sheet', 'Todos', '--out', out, ...words])).toMatchObject({ code: 2 })
  })

  test('takes the filters of a service, and notes what the sheet itself was read with', async () => {
    const { demo, run, phonesOf, out } = await place({ leads: 60 })
    await run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
    const leadPhones = phonesIn(await exportedLeads(demo))
    const list = await phonesOf('lista.csv', leadPhones)
    const words = ['cruzar', list, '--out', out, '--json', '--created-after', '2026-06-01']
    const offline = await run([...words, '--sheet', 'Todos'])
    expect(offline.err).toBe('')
    const online = await run([...words, '--connection', 'Atendimento'])
    expect(objectOf(offline).outcomes).toEqual(objectOf(online).outcomes)
    expect(objectOf(offline).outcomes.sem_conversa).toBeGreaterThan(0)
    const wider = await run(['cruzar', list, '--out', out, '--sheet', 'Todos', '--status', 'open'])
    expect(wider.err).toContain('“Todos” foi lida só com --created-after 2020-01-01.')
    expect(wider.err).toContain('a planilha só tem a conversa mais recente')
  })

  test('writes the same file and nothing else where it is not to be kept', async () => {
    const { demo, run, phonesOf, out, dataDir } = await place({ leads: 60 })
    await run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2000-01-01'])
    const leadPhones = phonesIn(await exportedLeads(demo))
    const list = await phonesOf('lista.csv', [...leadPhones, '11900000000'])
    const words = ['cruzar', list, '--sheet', 'Todos', '--out', out, '--json']
    const { seconds: _, ...unkept } = objectOf(await run([...words, '--no-keep']))
    const written = await readFile(out, 'utf8')
    expect(existsSync(path.join(dataDir, 'runs'))).toBe(false)
    const { seconds: __, ...kept } = objectOf(await run(words))
    expect(await readFile(out, 'utf8')).toBe(written)
    expect(kept).toEqual({ ...unkept, run: expect.any(String) })
    expect(unkept.run).toBeNull()
    expect(await run(['cruzar', list, '--connection', 'Atendimento', '--no-keep', '--out', out])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--no-keep'),
    })
  })
})

test('a passphrase that the screen would refuse makes no vault', async () => {
  const dataDir = await temporaryFolder()
  const short = await startCommand(['sheets'], { dataDir, env: { CRUZA_PASSPHRASE: 'curta77' } }).finished
  expect(short).toEqual({
    code: 1,
    signal: null,
    out: '',
    err: 'A senha do cofre precisa ter de 8 a 1024 caracteres. Nada foi criado; escolha outra.\n',
  })
})

describe('cruza runs check', () => {
  test('asks the service for keys that a sheet answered, and prints how far they agree, by name and as JSON', async () => {
    const { demo, run, phonesOf, out } = await place({ leads: 60 })
    await run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2000-01-01'])
    const leads = await exportedLeads(demo)
    const leadPhones = phonesIn(leads)
    const mobile = leadPhones.find((text) => /^55\d\d9[6-9]\d{7}$/.test(text)) ?? ''
    const old = mobile.slice(0, 4) + mobile.slice(5)
    const list = await phonesOf('lista.csv', [...leadPhones, old])
    await run(['cruzar', list, '--sheet', 'Todos', '--out', out])
    const whole = await run(['runs', 'check', 'lista.csv', '--all', '--json'])
    expect(whole).toMatchObject({ code: 0, err: expect.stringContaining('1 consulta') })
    expect(objectOf(whole)).toMatchObject({ state: 'finished', all: true, different: 1 })
    expect(objectOf(whole)).toMatchObject({ causes: [{ cause: 'variant', keys: 1 }] })
    expect(whole.out).not.toContain(old)
    const sample = await run(['runs', 'check', 'lista.csv', '--sample', '10', '--seed', '3'])
    expect(sample.out).toContain('por amostra de 10 das')
    const shown = await run(['runs', 'check', 'lista.csv', '--all', '--differences', '--json'])
    expect(objectOf(shown).differences).toMatchObject([{ key: old, cause: 'variant' }])
  })

  test('refuses a run that the service answered, and choices that contradict each other', async () => {
    const { run, phonesOf, out } = await place({ leads: 5 })
    await run(['cruzar', await phonesOf('lista.csv', phones(3)), '--connection', 'Atendimento', '--out', out])
    expect(await run(['runs', 'check', 'lista.csv'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('respondido pelo serviço'),
    })
    expect(await run(['runs', 'check', 'lista.csv', '--all', '--sample', '5'])).toMatchObject({ code: 2 })
    expect(await run(['runs', 'check', 'lista.csv', '--sample', '0'])).toMatchObject({ code: 2 })
  })
})
