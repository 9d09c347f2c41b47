import { describe, expect, test } from 'vitest'
import { markWords, readArticle, readIndex, readSearch } from '../../../main/documentation/read-answers.ts'
import { captivePortal, cut, proxyPage, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { demoReader, scriptedReader } from './documentation-kit.ts'

const article = { category: 'leads', slug: 'exportar', title: 'Exportar' }
const read = (json: unknown) => readIndex(JSON.stringify(json))
describe('the index', () => {
  test.each([
    ['bare', { categories: [{ slug: 'leads', name: 'Leads' }], articles: [article] }],
    ['wrapped in data', { data: { categories: [{ slug: 'leads', name: 'Leads' }], articles: [article] } }],
    ['wrapped in payload', { payload: { categories: { leads: { name: 'Leads' } }, articles: [article] } }],
    [
      'with Portuguese keys',
      {
        categorias: [{ slug: 'leads', nome: 'Leads' }],
        artigos: [{ categoria: 'leads', slug: 'exportar', titulo: 'Exportar' }],
      },
    ],
    [
      'with articles inside the categories',
      { categories: [{ slug: 'leads', name: 'Leads', articles: [{ slug: 'exportar', title: 'Exportar' }] }] },
    ],
    [
      'with categories by slug',
      { categories: { leads: { name: 'Leads', articles: [{ slug: 'exportar', title: 'Exportar' }] } } },
    ],
    [
      'with the category as an object',
      {
        categories: [{ slug: 'leads', name: 'Leads' }],
        articles: [{ ...article, category: { slug: 'leads', name: 'Leads' } }],
      },
    ],
    [
      'with addresses alone',
      {
        categories: [{ slug: 'leads', name: 'Leads' }],
        articles: [{ title: 'Exportar', url: 'https://x.example/api/docs/leads/exportar' }],
      },
    ],
  ])('is understood %s', (_, json) => {
    const index = read(json)
    expect(index.categories).toEqual([{ slug: 'leads', name: 'Leads' }])
    expect(index.articles).toMatchObject([{ category: 'leads', slug: 'exportar', title: 'Exportar' }])
  })

  test('is understood as a list alone, with the categories that its articles name', () => {
    expect(read([article, { ...article, category: 'ia' }]).categories).toEqual([
      { slug: 'leads', name: 'leads' },
      { slug: 'ia', name: 'ia' },
    ])
  })

  test('keeps the fields of an article, and leaves out entries without an address', () => {
    const described = {
      ...article,
      summary: 'Como',
      keywords: 'csv, planilha',
      updated_at: '2026-09-03',
      url: '/api/docs/leads/exportar',
    }
    const odd = [null, 'x', {}, { title: 'sem lugar' }, { category: '..', slug: 'a' }, { category: 'a', slug: '..' }]
    expect(read({ articles: [described, ...odd] }).articles).toEqual([{ ...described, keywords: ['csv', 'planilha'] }])
  })

  test.each([['{}'], ['null'], ['"texto"'], ['<html></html>'], [''], ['{"articles": 3}']])(
    'is not believed to be %s',
    (text) => {
      expect(() => readIndex(text)).toThrow('unexpected_body')
    },
  )
})
describe('an article', () => {
  const key = { category: 'leads', slug: 'exportar' }
  test.each([
    ['bare', JSON.stringify({ title: 'Exportar', body: '# Oi' })],
    ['wrapped', JSON.stringify({ data: { title: 'Exportar', body: '# Oi' } })],
    ['in its own key', JSON.stringify({ article: { title: 'Exportar', content: '# Oi' } })],
    ['with Portuguese keys', JSON.stringify({ artigo: { titulo: 'Exportar', conteudo: '# Oi' } })],
  ])('is understood %s, as the one that was asked for', (_, text) => {
    expect(readArticle(text, key)).toMatchObject({ ...key, body: '# Oi', article: { ...key, title: 'Exportar' } })
  })

  test('is understood as markdown alone', () => {
    expect(readArticle('[Um link](x) e texto', key)).toEqual({ ...key, body: '[Um link](x) e texto', article: null })
  })

  test.each([['{}'], ['[]'], ['{"title":"Só isto"}'], ['{"body": "cor'], ['']])('is not believed to be %s', (text) => {
    expect(() => readArticle(text, key)).toThrow('unexpected_body')
  })
})
describe('what a search found', () => {
  test.each([
    ['articles', { articles: [{ ...article, excerpt: 'como exportar' }] }],
    ['results', { results: [{ article, snippet: 'como exportar' }] }],
    ['a list', [{ ...article, trecho: 'como exportar' }]],
    ['data', { data: [{ ...article, highlight: 'como exportar' }] }],
  ])('is understood as %s', (_, json) => {
    expect(readSearch(JSON.stringify(json), 'exportar')).toMatchObject([
      {
        of: { category: 'leads', slug: 'exportar' },
        title: 'Exportar',
        excerpt: [{}, { text: 'exportar', marked: true }],
      },
    ])
  })

  test('has its words marked whatever their accents and case, and nothing of the excerpt is markup', () => {
    expect(markWords('No <mark>Período</mark> e nos periodos <b onclick="x">todos</b>', 'PERÍODO')).toEqual([
      { text: 'No ', marked: false },
      { text: 'Período', marked: true },
      { text: ' e nos ', marked: false },
      { text: 'periodos', marked: true },
      { text: ' todos', marked: false },
    ])
    const script = markWords('<script>alert(1)</script> telefone', 'telefone')
    expect(script.map(({ text }) => text).join('')).toBe('<script>alert(1)</script> telefone')
    expect(markWords('a'.repeat(100_000), 'a').reduce((sum, { text }) => sum + text.length, 0)).toBe(400)
  })
})
describe('answers that are none', () => {
  test.each([
    ['a page', captivePortal(), 'captive_portal'],
    ['a body that breaks off', cut(), expect.stringMatching(/offline|unexpected_body/)],
    ['a refusal', refused(403), 'forbidden'],
    ['a 404', refused(404), 'service_not_found'],
    ['a page of a proxy', proxyPage(), 'service_failed'],
  ])('%s is reported, and the stored articles stay', async (_, fault, code) => {
    const faults = faultPlan().on('/api/docs', { after: 2, times: 9, fault })
    const { ask } = await demoReader({ faults })
    // The check of the connection asks for the index too, when it is made.
    const stored = await ask('documentation.index', { fresh: true })
    await expect(ask('documentation.index', { fresh: true })).rejects.toMatchObject({ code })
    expect(await ask('documentation.index', { fresh: false })).toEqual(stored)
  })

  test('an article or file that the service does not have is gone, and no matter of the address', async () => {
    const { ask } = await scriptedReader({})
    const gone = { code: 'not_found' }
    const key = { category: 'a', slug: 'b' }
    await expect(ask('documentation.article', { ...key, fresh: true })).rejects.toMatchObject(gone)
    await expect(ask('documentation.file', { file: 'full', fresh: true })).rejects.toMatchObject(gone)
  })

  test('a page in place of a file is not kept, and markdown that begins with a tag is', async () => {
    const { ask } = await scriptedReader({
      '/llms.txt': '<!DOCTYPE html><html><body>Entre na rede</body></html>',
      '/llms-full.txt': '<details>\n\n# Tudo',
    })
    const file = (name: 'index' | 'full') => ask('documentation.file', { file: name, fresh: true })
    await expect(file('index')).rejects.toMatchObject({ code: 'captive_portal' })
    expect(await file('full')).toMatchObject({ text: '<details>\n\n# Tudo' })
  })
})
