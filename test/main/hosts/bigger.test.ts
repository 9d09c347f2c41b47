import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { rungNames } from '../../../preload/values/rungs.ts'
import { duckDbOnly, openDuckDb } from '../../bench/duckdb.ts'
import { objectOf, recordsOf, startPlace } from '../../kit/command.ts'
import type { PlatformAt } from '../../kit/connection-drafts.ts'
import { exportedLeads, startDemoServices } from '../../kit/leads.ts'
import { startPlatformWith } from '../cruzar/platform-with-leads.ts'
import { readParquet } from '../engine/export/read-parquet.ts'
import { type Lead, leadOf } from '../sheets/data/lead-pages.ts'

const leads = 3000

/** A place with a sheet "Todos" of this platform, and its export by months. */
async function startPartitioned(platform: PlatformAt) {
  const place = await startPlace()
  await place.connect(platform)
  await place.run(['pull', 'Todos', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
  const sheet = place.fileOf('lago/sheet=todos')
  await mkdir(sheet, { recursive: true })
  const folder = path.join(sheet, 'day=2026-11-28')
  const words = ['export', 'Todos', folder, '--format', 'parquet', '--partition-by', 'month', '--json']
  return { ...place, folder, exported: objectOf(await place.run(words)), again: () => place.run(words) }
}

type Place = Awaited<ReturnType<typeof startPartitioned>>
type Answer = readonly [outcome: unknown, rung: unknown, contact: unknown]

async function answersOfCommand({ run, fileOf }: Place, list: string): Promise<Answer[]> {
  const out = fileOf('resultado.csv')
  expect(await run(['cruzar', list, '--sheet', 'Todos', '--out', out, '--mode', 'raw'])).toMatchObject({ code: 0 })
  const rows = await recordsOf(out)
  return rows.map((row) => [row.cruzar_resultado, row.cruzar_degrau || null, row.lead_contato_id || null])
}

/** What the SQL of the guide says of the same list. */
async function answersOfGuide({ fileOf }: Place, list: string): Promise<Answer[]> {
  const guide = await readFile('docs/bigger.md', 'utf8')
  const blocks = [...guide.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)
  const sql = blocks
    .join('\n')
    .replace("'lago/", `'${fileOf('lago')}/`)
    .replace("'lista.csv'", `'${list}'`)
  const duckdb = await openDuckDb()
  await duckdb.run(sql)
  const rows = (await duckdb.runAndReadAll('FROM crossed ORDER BY line')).getRowObjectsJson()
  duckdb.closeSync()
  return rows.map(({ outcome, rung, contato_id }) => [
    outcome,
    rung === null ? null : rungNames[Number(rung)],
    contato_id,
  ])
}

test('an export by month has a file for each month of its conversations, and no folder is written over', async () => {
  const demo = await startDemoServices({ leads })
  const { folder, exported, again, run, fileOf } = await startPartitioned(demo.platform)
  expect(exported).toMatchObject({ file: folder, rows: leads, origin: 'inside', logged: true, complete: true })
  const all = await exportedLeads(demo)
  const months = new Set(
    all.map(({ conversa_criada_em: at }) => (at ? new Date(String(at)).toISOString().slice(0, 7) : 'none')),
  )
  expect(months.size).toBeGreaterThan(2)
  const account = path.join(folder, 'account=Atendimento')
  expect(await readdir(account)).toEqual([...months].sort().map((month) => `month=${month}`))
  let bytes = 0
  for (const month of await readdir(account)) {
    expect(await readdir(path.join(account, month))).toEqual(['leads.parquet'])
    bytes += (await stat(path.join(account, month, 'leads.parquet'))).size
  }
  expect(exported.bytes).toBe(bytes)
  expect(await again()).toMatchObject({ code: 1, err: expect.stringContaining('Já existe algo com este nome') })
  const csv = await run(['export', 'Todos', fileOf('a.csv'), '--partition-by', 'month'])
  expect(csv).toMatchObject({ code: 2, err: `${ptBR.cli.partitionsOfParquet}\n` })
})

test('all files of an export by month have the columns of its texts that are no times', async () => {
  const odd = contact(3, '5511988880003', 3)
  const leadsOfMonths = [contact(1, '5511988880001', 1), contact(2, '5511988880002', null)]
  const service = await startPlatformWith([...leadsOfMonths, { ...odd, conversa_criada_em: 'ontem' }])
  const { folder } = await startPartitioned(service.at)
  const [dated, none] = await Promise.all(
    ['2026-11', 'none'].map((month) =>
      readParquet(path.join(folder, 'account=Atendimento', `month=${month}`, 'leads.parquet')),
    ),
  )
  const namesOf = (file: typeof dated) => file?.metadata.schema.map(({ name }) => name)
  expect(namesOf(dated)).toContain('conversa_criada_em_original')
  expect(namesOf(none)).toEqual(namesOf(dated))
  expect(none?.rows.map((row) => row.conversa_criada_em_original)).toEqual([null, 'ontem'])
})

test('the SQL of docs/bigger.md answers the list of the demonstration as cruza cruzar does', duckDbOnly(), async () => {
  const demo = await startDemoServices({ leads })
  const place = await startPartitioned(demo.platform)
  const phones = (await exportedLeads(demo)).flatMap(({ telefone_digitos: digits }) =>
    /^55\d{10,11}$/.test(String(digits)) ? [String(digits).slice(2)] : [],
  )
  const odd = phones.slice(0, 200).map((phone, at) => {
    const forms = [`0 15 ${phone}`, `0055${phone}`, `+55 (0)${phone}`, `55 ${phone}`, `5555${phone}`]
    return `Alguém;${forms[at % forms.length]};;`
  })
  const list = await place.listOf('lista.csv', `${sampleList(demo, 2000)}${odd.join('\r\n')}\r\n`)
  const expected = await answersOfCommand(place, list)
  expect(new Set(expected.map(([outcome]) => outcome))).toEqual(new Set(['com_conversa', 'ausente', 'invalida']))
  expect(new Set(expected.map(([, rung]) => rung))).toEqual(new Set(['exact', 'country', 'trunk', 'ninth', null]))
  expect(await answersOfGuide(place, list)).toEqual(expected)
})

/** A contact with a phone as its base has it, and the day of November of its conversation; null for none. */
function contact(contato_id: number, telefone_digitos: string, day: number | null, email = ''): Lead {
  const at = day === null ? null : `2026-11-${String(day).padStart(2, '0')}T12:00:00.000-03:00`
  const conversation = { conversa_id: day === null ? null : contato_id, conversa_criada_em: at }
  return { ...leadOf(contato_id), contato_id, telefone_digitos, email, ...conversation }
}

test('the SQL of docs/bigger.md means the same contact among several that match', duckDbOnly(), async () => {
  const service = await startPlatformWith([
    ...[contact(1, '5511988880001', 1), contact(2, '5511988880001', 2)],
    ...[contact(3, '5511988880002', 1), contact(4, '551188880002', 2)],
    ...[contact(5, '5511988880003', 2), contact(6, '551188880003', 1)],
    ...[contact(7, '11988880004', 3), contact(8, '5511988880004', 1), contact(9, '551188880004', 9)],
    ...[contact(10, '5511988880005', null), contact(11, '551188880006', null, 'Ana@Exemplo.com.br')],
    ...[contact(12, '551188880007', 1), contact(13, '551188880007', 2), contact(14, '5511988880007', 3)],
    ...[contact(15, '5511988880008', null, 'bia@exemplo.com.br'), contact(16, '', 5, 'caio@exemplo.com.br')],
    ...[contact(17, '17868905491', 4), contact(18, '011988880009', 4), contact(19, '551133334444', 4)],
  ])
  const place = await startPartitioned(service.at)
  const phones = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((last) => [
    `1198888000${last}`,
    `551198888000${last}`,
    `(11) 8888-000${last}`,
    `0 11 98888-000${last}`,
  ])
  const cells = [
    ...phones.map((phone) => `${phone};`),
    ...['(11) 98888-0008;caio@exemplo.com.br', '(11) 98888-0001;bia@exemplo.com.br', ';ANA@exemplo.com.br'],
    ...['+1 786 890 5491;', '(11) 3333-4444;', '(11) 93333-4444;', ';caio@exemplo.com.br', '(11) 99999-9999;'],
  ]
  const list = await place.listOf('lista.csv', `Telefone;E-mail\r\n${cells.join('\r\n')}\r\n`)
  const expected = await answersOfCommand(place, list)
  const outcomes = ['com_conversa', 'sem_conversa', 'ambigua', 'ausente', 'invalida']
  expect(new Set(expected.map(([outcome]) => outcome))).toEqual(new Set(outcomes))
  expect(await answersOfGuide(place, list)).toEqual(expected)
})
