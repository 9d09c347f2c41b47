import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Demo, DemoOptions } from '../../../main/demo/demo.ts'
import type { LeadRow } from '../../../main/demo/leads.ts'
import { ask, leadsPath, noon, platform, startSmall } from './kit.ts'

const demo = await startSmall()
afterAll(() => demo.close())

async function another(options: DemoOptions = {}): Promise<Demo> {
  const other = await startSmall(options)
  onTestFinished(() => other.close())
  return other
}

const page = (query: string, from = demo) => platform(from, leadsPath(from, `?${query}`))

/** Reads every page, as a client does: while has_more is true, with the number that next_page gives. */
async function all(query: string, from = demo): Promise<LeadRow[]> {
  const rows: LeadRow[] = []
  let next: number | null = 1
  while (next !== null) {
    const { body }: { body: { leads: LeadRow[]; meta: { has_more: boolean; next_page: number | null } } } = await page(
      `${query}&per_page=500&page=${next}`,
      from,
    )
    rows.push(...body.leads)
    next = body.meta.has_more ? body.meta.next_page : null
  }
  return rows
}

describe('the lead export', () => {
  test('pages through all rows, each person once, a hundred a page by default, five hundred at most', async () => {
    const pageOf = async (query: string) => (await page(`created_after=2025-01-01${query}`)).body
    const first = { total: 1200, count: 500, page: 1, per_page: 500, has_more: true, next_page: 2 }
    expect(await pageOf('&per_page=500')).toMatchObject({ meta: first })
    expect(await pageOf('')).toMatchObject({ meta: { per_page: 100 } })
    expect(await pageOf('&per_page=900')).toMatchObject({ meta: { per_page: 500, count: 500 } })
    const past = { count: 0, has_more: false, next_page: null }
    expect(await pageOf('&page=99')).toMatchObject({ leads: [], meta: past })
    const rows = await all('created_after=2025-01-01')
    expect(rows).toHaveLength(1200)
    expect(new Set(rows.map((row) => row.contato_id)).size).toBe(1200)
  })

  test('echoes the filters, dates as the start and end of their day in Brasília', async () => {
    const query =
      'created_after=2026-01-01&created_before=2026-10-31&inbox_ids[]=11&inbox_ids[]=12&status[]=open&with_labels[]=boleto'
    expect((await page(query)).body.meta.filtros).toEqual({
      created_after: '2026-01-01T00:00:00-03:00',
      created_before: '2026-10-31T23:59:59-03:00',
      inbox_ids: [11, 12],
      assignee_ids: [],
      status: ['open'],
      with_labels: ['boleto'],
      without_labels: [],
      agrupar: 'contato',
    })
  })

  test.each([
    ['created_after=2026-06-01', (row: LeadRow) => (row.conversa_criada_em ?? '') >= '2026-06-01'],
    ['created_before=2026-06-01', (row: LeadRow) => (row.conversa_criada_em ?? '') < '2026-06-02'],
    ['updated_after=2026-11-01', (row: LeadRow) => (row.ultima_mensagem_em ?? '') >= '2026-11-01'],
    ['created_after=2025-01-01&inbox_ids[]=13&inbox_ids[]=15', (row: LeadRow) => [13, 15].includes(row.caixa_id ?? 0)],
    ['created_after=2025-01-01&assignee_ids[]=22', (row: LeadRow) => row.agente_id === 22],
    [
      'created_after=2025-01-01&status[]=open&status[]=snoozed',
      (row: LeadRow) => ['open', 'snoozed'].includes(row.status ?? ''),
    ],
    ['created_after=2025-01-01&with_labels[]=boleto', (row: LeadRow) => row.etiquetas_conversa.includes('boleto')],
    ['created_after=2025-01-01&without_labels[]=boleto', (row: LeadRow) => !row.etiquetas_conversa.includes('boleto')],
  ])('%s lets through exactly the conversations that fit', async (query, fits) => {
    const every = await all('created_after=2020-01-01&agrupar=conversa')
    const rows = await all(`${query}&agrupar=conversa`)
    const expected = every.filter(fits).map((row) => row.conversa_id)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(every.length)
    expect(rows.map((row) => row.conversa_id)).toEqual(expected)
  })

  test('a row for each person shows the most recent conversation of the period and how many there were', async () => {
    const query = 'created_after=2026-02-01&created_before=2026-09-30'
    const conversations = await all(`${query}&agrupar=conversa`)
    for (const row of await all(query)) {
      const conversationsOfPerson = conversations.filter((one) => one.contato_id === row.contato_id)
      expect(row.conversas_no_periodo).toBe(conversationsOfPerson.length)
      expect(row.conversa_criada_em).toBe(
        conversationsOfPerson
          .map((one) => one.conversa_criada_em ?? '')
          .sort()
          .at(-1),
      )
    }
  })

  test('holds what real bases hold: several writings, missing values, foreign numbers, odd names, people who are there twice', async () => {
    const rows = await all('created_after=2020-01-01', await another({ leads: 6000 }))
    const count = (test: (row: LeadRow) => boolean) => rows.filter(test).length
    const phone = (pattern: RegExp) => count((row) => pattern.test(row.telefone_digitos ?? ''))
    expect(phone(/^55\d{2}9\d{8}$/)).toBeGreaterThan(4500)
    expect(phone(/^55\d{2}[6-9]\d{7}$/)).toBeGreaterThan(100)
    expect(phone(/^55\d{2}[2-5]\d{7}$/)).toBeGreaterThan(200)
    expect(phone(/^(54911|3519|178)\d{8}$/)).toBeGreaterThan(20)
    expect(count((row) => row.telefone === null && row.email !== null)).toBeGreaterThan(100)
    expect(count((row) => row.email === null)).toBeGreaterThan(1000)
    expect(count((row) => row.nome.startsWith('='))).toBeGreaterThan(5)
    expect(count((row) => /[";]/.test(row.nome))).toBeGreaterThan(10)
    expect(count((row) => /[ãçéíóú]/.test(row.nome))).toBeGreaterThan(1500)
    expect(rows.every((row) => row.telefone === null || row.telefone === `+${row.telefone_digitos}`)).toBe(true)
    const phones = new Set(rows.map((row) => row.telefone_digitos))
    const hasTwin = (digits: string) =>
      /^55\d{2}[6-9]\d{7}$/.test(digits) && phones.has(`${digits.slice(0, 4)}9${digits.slice(4)}`)
    expect(count((row) => hasTwin(row.telefone_digitos ?? ''))).toBeGreaterThan(5)
  })

  test('times carry the offset of Brasília, never lie ahead, and keep their order', async () => {
    for (const row of await all('created_after=2020-01-01&agrupar=conversa')) {
      const times = [
        row.conversa_criada_em,
        row.primeira_mensagem_do_contato_em,
        row.ultima_mensagem_do_contato_em,
        row.ultima_mensagem_em,
      ]
      const presentTimes = times.filter((time) => time !== null)
      expect(presentTimes.every((time) => time.endsWith('-03:00') && Date.parse(time) <= noon.getTime())).toBe(true)
      expect(presentTimes).toEqual([...presentTimes].sort())
      expect(row.contato_criado_em <= (row.conversa_criada_em ?? '')).toBe(true)
    }
  })

  test('large answers are compressed for who takes it', async () => {
    const plain = await ask(`${demo.platform.url}/api/v1/accounts/7${leadsPath(demo, '?created_after=2025-01-01')}`, {
      headers: { accept: 'application/json', api_access_token: demo.platform.token, 'accept-encoding': 'identity' },
    })
    const packed = await page('created_after=2025-01-01')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.text).toBe(plain.text)
  })
})

describe('the same seed', () => {
  test('gives the same rows and secrets, another seed others', async () => {
    const [same, other] = [await another(), await another({ seed: 2 })]
    const query = 'created_after=2025-01-01&created_before=2026-11-01&per_page=20'
    const [mine, twin, stranger] = await Promise.all([page(query), page(query, same), page(query, other)])
    expect(twin.text).toBe(mine.text)
    expect(same.platform.token).toBe(demo.platform.token)
    expect(stranger.body.leads[0].nome).not.toBe(mine.body.leads[0].nome)
    expect(other.platform.token).not.toBe(demo.platform.token)
  })

  test('a page in the middle of a million people comes without the ones before it', async () => {
    const large = await another({ leads: 1_000_000 })
    const { body } = await page('created_after=2020-01-01&per_page=500&page=1000', large)
    expect(body.meta.total).toBe(1_000_000)
    expect(body.leads).toHaveLength(500)
    const keys = body.leads.map((lead: LeadRow) => lead.telefone ?? lead.email)
    const crossed = await platform(large, leadsPath(large, '/cruzar'), { body: { chaves: keys } })
    const ids = crossed.body.resultados.map((result: { lead: LeadRow }) => result.lead.contato_id)
    expect(ids).toEqual(body.leads.map((lead: LeadRow) => lead.contato_id))
  })
})

describe('while it runs', () => {
  test('people who write now come with updated_after of today, and the total of a created filter stays', async () => {
    const other = await another()
    const since = `updated_after=${encodeURIComponent(new Date(noon.getTime() - 1000).toISOString())}`
    expect(await all(since, other)).toHaveLength(0)
    const moved = other.touch(25)
    const rows = await all(since, other)
    expect(rows.map((row) => row.contato_id).sort()).toEqual([...moved].sort())
    expect(rows.every((row) => row.status === 'open')).toBe(true)
    expect((await page('created_after=2020-01-01', other)).body.meta.total).toBe(1200)
  })
})
