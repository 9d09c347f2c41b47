import { expect, it } from 'vitest'
import type { SpamRules } from '../../../../preload/contract/reviews.ts'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { connection, field, type OpenEntries, openEntries, tableOf } from './entry-kit.ts'

const account = { connection_id: connection }
const rules: SpamRules = { blocked_words: ['Grátis', 'renda extra'], links: 2, repeated: 3, seconds: 30, off: [] }
const long = 'Oferecemos serviços de divulgação para a sua empresa, responda já.'

async function withSpam(): Promise<OpenEntries> {
  const app = openEntries()
  const fields = [field('fld_1', 'Nome'), field('fld_2', 'Mensagem', 'textarea'), field('fld_3', 'Assunto', 'select')]
  await app.form(1, 'Contato', fields)
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1) + seconds * 1000).toISOString()
  const entry = (id: number, mensagem: string, more: object = {}) => ({
    id,
    created_at: at(id * 3600),
    fields: { nome: 'Ana', mensagem, assunto: 'Um assunto comprido que todos os formulários têm' },
    ...more,
  })
  await app.entries(1, [
    entry(1, 'veja http://a.example e www.b.example'),
    entry(2, 'veja http://a.example'),
    entry(3, long),
    entry(4, long.toUpperCase()),
    entry(5, `  ${long}`),
    entry(6, '[url=http://x.example]x[/url]'),
    entry(7, 'Продвижение сайтов недорого'),
    entry(8, 'um', { created_at: at(100_000), metadata: { ip: '1.2.3.4' } }),
    entry(9, 'dois', { created_at: at(100_020), metadata: { ip: '1.2.3.4' } }),
    entry(10, 'três', { created_at: at(100_100), metadata: { ip: '1.2.3.4' } }),
    entry(11, 'É GRATIS mesmo?'),
    entry(12, 'gratisdade não é palavra'),
    entry(13, 'uma RENDA  extra para você'),
    entry(14, 'Gostaria de um orçamento'),
  ])
  await app.ask('reviews.set_rules', { ...account, rules })
  return app
}

async function hintsOf(app: OpenEntries): Promise<Record<number, string[]>> {
  const { ids } = await app.ask('entries.ids', { table: tableOf(null), query: queryOf() })
  const byEntry: Record<number, string[]> = {}
  for (const id of ids) {
    const { hints } = await app.read(id)
    if (hints.length > 0) byEntry[id] = hints.map(({ hint, detail }) => `${hint}: ${detail}`)
  }
  return byEntry
}

it('each hint of spam has its reason', async () => {
  const app = await withSpam()
  expect(await hintsOf(app)).toEqual({
    1: ['links: 2'],
    3: ['texto_repetido: 3'],
    4: ['texto_repetido: 3'],
    5: ['texto_repetido: 3'],
    6: ['padrao_conhecido: [url='],
    7: ['padrao_conhecido: Продви'],
    8: ['velocidade: 20'],
    9: ['velocidade: 20'],
    11: ['palavra_bloqueada: gratis'],
    13: ['palavra_bloqueada: renda  extra'],
  })
})

it('entries whose texts are too short to be compared are counted', async () => {
  const app = await withSpam()
  await app.entries(1, [{ id: 15, created_at: '2026-11-20T12:00:00Z', fields: { nome: 'Sem texto' } }])
  // All but the three of the same long text, and the one without any.
  expect(await app.ask('entries.short_texts', account)).toEqual({ shortest: 40, entries: 11, all: 14 })
})

it('the team’s rules count at once, and what it does not want is off', async () => {
  const app = await withSpam()
  await app.ask('reviews.set_rules', {
    ...account,
    rules: { ...rules, blocked_words: [], links: 1, repeated: 4, seconds: 0, off: ['padrao_conhecido'] },
  })
  expect(await hintsOf(app)).toEqual({ 1: ['links: 2'], 2: ['links: 1'], 6: ['links: 1'] })
  const { ids } = await app.ask('entries.ids', {
    table: tableOf(1),
    query: queryOf({ filters: [{ column: 'indicios', operator: 'in', values: ['links'] }] }),
  })
  expect(ids.toSorted()).toEqual([1, 2, 6])
})

it('words with signs of patterns are words', async () => {
  const app = await withSpam()
  await app.ask('reviews.set_rules', { ...account, rules: { ...rules, blocked_words: ['www.b', 'mesmo?', '(x'] } })
  const hints = await hintsOf(app)
  expect(hints[1]).toContain('palavra_bloqueada: www.b')
  expect(hints[11]).toEqual(['palavra_bloqueada: mesmo?'])
})

it('a text of brackets without end is read, which would take minutes with a step that is not linear', async () => {
  const app = openEntries()
  await app.form(1, 'Contato', [])
  await app.entries(1, [
    { id: 1, fields: { mensagem: '<a '.repeat(60_000) } },
    { id: 2, fields: { mensagem: '+1 '.repeat(60_000) } },
  ])
  expect(await app.column('id')).toEqual([2, 1])
})
