import { describe, expect, test } from 'vitest'
import type { DocHit } from '../../../preload/contract/documentation.ts'
import { cut, proxyPage, refused, throttled } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { demoReader, scriptedReader } from './documentation-kit.ts'

const text = (hit: DocHit | undefined) => hit?.excerpt.map((piece) => piece.text).join('')
const marked = (hit: DocHit | undefined) => hit?.excerpt.filter((piece) => piece.marked).map((piece) => piece.text)
const key = { category: 'leads', slug: 'cruzar-lista' }

describe('what is asked of the service', () => {
  test('carries no token, no cookie and nothing else of the person, whatever is read', async () => {
    const { ask, service } = await scriptedReader({
      '/api/docs': { json: { articles: [{ category: 'a', slug: 'b', title: 'C' }] } },
      '/api/docs/a/b': { json: { body: '# C' } },
      '/api/docs/search': { json: { articles: [] } },
      '/llms.txt': 'índice',
      '/llms-full.txt': 'tudo',
    })
    const before = service.asked.length
    await ask('documentation.index', { fresh: true })
    await ask('documentation.article', { category: 'a', slug: 'b', fresh: true })
    await ask('documentation.search', { term: 'c', where: 'service' })
    await ask('documentation.file', { file: 'index', fresh: true })
    await ask('documentation.file', { file: 'full', fresh: true })
    await ask('documentation.fitting', { words: ['c'] })
    const requests = service.asked.slice(before)
    expect(new Set(requests.map(({ path }) => path))).toEqual(
      new Set(['/api/docs', '/api/docs/a/b', '/api/docs/search', '/llms.txt', '/llms-full.txt']),
    )
    for (const { method, headers, body } of requests) {
      expect(method).toBe('GET')
      expect(body).toBe('')
      expect(JSON.stringify(headers)).not.toContain('um-token-secreto')
      expect(Object.keys(headers).filter((name) => /token|auth|cookie|key|secret/i.test(name))).toEqual([])
    }
  })

  test('a search goes with its term, limit and category', async () => {
    const { ask, connection_id, demo } = await demoReader()
    const input = { connection_id, term: 'telefone', where: 'service', limit: 3, category: 'leads' } as const
    const hits = await ask('documentation.search', input)
    const request = demo.requests().findLast(({ path }) => path === '/api/docs/search')
    expect(new URLSearchParams(request?.query)).toEqual(
      new URLSearchParams({ q: 'telefone', limite: '3', categoria: 'leads' }),
    )
    expect(hits[0]).toMatchObject({ of: key, title: 'Cruzar uma lista de telefones com a base' })
    expect(marked(hits[0])).toEqual(expect.arrayContaining(['telefones']))
  })
})

describe('what was read', () => {
  test('stays readable without network, with the time of its reading', async () => {
    const { ask, wire, workspace } = await demoReader()
    expect(await ask('documentation.index', { fresh: false })).toMatchObject({
      articles: [],
      read_at: null,
      files: { index: null, full: null },
    })
    expect(await ask('documentation.article', { ...key, fresh: false })).toBeNull()
    const index = await ask('documentation.index', { fresh: true })
    const article = await ask('documentation.article', { ...key, fresh: true })
    const file = await ask('documentation.file', { file: 'index', fresh: true })
    expect(index.categories[0]).toEqual({ slug: 'primeiros-passos', name: 'Primeiros passos' })
    expect(article).toMatchObject({ title: 'Cruzar uma lista de telefones com a base', listed: true })
    expect(file?.text).toContain('# Ajuda da plataforma')

    wire.offline = true
    await workspace.reopen()
    const stored = await ask('documentation.index', { fresh: false })
    expect(stored.read_at).toBe(index.read_at)
    expect(stored.articles.find(({ slug }) => slug === key.slug)?.read_at).toBe(article?.read_at)
    expect(stored.articles.filter(({ read_at }) => read_at !== null)).toHaveLength(1)
    expect(await ask('documentation.article', { ...key, fresh: false })).toEqual(article)
    expect(await ask('documentation.file', { file: 'index', fresh: false })).toEqual(file)
    await expect(ask('documentation.article', { ...key, fresh: true })).rejects.toMatchObject({
      code: 'offline',
    })
  })

  test('is found without network by the beginnings of words, whatever their accents, with the words marked', async () => {
    const { ask, wire, workspace } = await demoReader()
    await workspace.ended(await ask('documentation.download', {}))
    wire.offline = true
    const find = (term: string, category: string | null = null) =>
      ask('documentation.search', { term, category, where: 'here' })
    const [first] = await find('mascara telef')
    expect(first).toMatchObject({ of: key, read_at: expect.any(String) })
    expect(text(first)).toContain('máscara')
    expect(marked(first)).toEqual(expect.arrayContaining(['máscara']))
    expect((await find('ATENDIDO'))[0]).toMatchObject({ of: key })
    expect(await find('mascara', 'conversas')).toEqual([])
    // The whole documentation in one file is found as well, after the articles.
    expect((await find('mascara')).map(({ of }) => of)).toEqual([key, { file: 'full' }])
  })

  test('a term is words and never a language of its own', async () => {
    const { ask } = await demoReader()
    await ask('documentation.index', { fresh: true })
    const find = (term: string) => ask('documentation.search', { term, where: 'here' })
    for (const term of ['"', '*', 'leads" OR "', 'NEAR(', 'title:x', '-', '()', "' or 1=1 --", '\u0000']) {
      await expect(find(term)).resolves.toBeInstanceOf(Array)
    }
    expect(await find('***')).toEqual([])
    expect((await find('(exportar) "leads"'))[0]).toMatchObject({ of: { slug: 'exportar-leads' } })
  })

  test('an article that the index names no more stays where it was read, and goes where it was not', async () => {
    const articles = [
      { category: 'a', slug: 'lido', title: 'Lido' },
      { category: 'a', slug: 'novo', title: 'Novo' },
    ]
    const answers: Record<string, unknown> = {
      '/api/docs': { json: { articles } },
      '/api/docs/a/lido': { json: { title: 'Lido', body: 'palavra guardada' } },
    }
    const { ask } = await scriptedReader(answers)
    await ask('documentation.index', { fresh: true })
    await ask('documentation.article', { category: 'a', slug: 'lido', fresh: true })
    answers['/api/docs'] = { json: { articles: [] } }
    const { articles: left } = await ask('documentation.index', { fresh: true })
    expect(left).toMatchObject([{ slug: 'lido', listed: false, title: 'Lido' }])
    expect(await ask('documentation.search', { term: 'novo', where: 'here' })).toEqual([])
    const [hit] = await ask('documentation.search', { term: 'guardada', where: 'here' })
    expect(hit).toMatchObject({ of: { category: 'a', slug: 'lido' } })
  })
})

describe('the download of everything', () => {
  test('reads each article and both files once, and only what is new the next time', async () => {
    const { ask, connection_id, demo, workspace } = await demoReader()
    const reads = () => demo.requests().filter(({ path }) => /^\/(api\/docs|llms)/.test(path)).length
    const before = reads()
    const all = async () => workspace.ended(await ask('documentation.download', {}))
    expect(await all()).toMatchObject({ state: 'done', kind: 'documentation', subject: connection_id })
    const { articles, files } = await ask('documentation.index', { fresh: false })
    expect(articles.every(({ read_at }) => read_at !== null)).toBe(true)
    expect(files).toEqual({ index: expect.any(String), full: expect.any(String) })
    expect(reads() - before).toBe(articles.length + 3)
    const first = reads()
    expect(await all()).toMatchObject({ state: 'done', done: articles.length, total: articles.length })
    expect(reads() - first).toBe(3)
  })

  test('goes on after faults, and passes over what the service does not have', async () => {
    const faults = faultPlan()
      .on('/api/docs', { times: 1, fault: proxyPage() })
      .on(/status-da-conversa/, { times: 1, fault: cut() })
      .on(/papeis/, { times: 1, fault: throttled(0) })
      .on(/criar-assistente/, { times: 9, fault: refused(404) })
      .on('/llms.txt', { times: 9, fault: refused(404) })
    const { ask, workspace } = await demoReader({ faults })
    const ended = await workspace.ended(await ask('documentation.download', {}))
    expect(ended).toMatchObject({ state: 'done' })
    const { articles, files } = await ask('documentation.index', { fresh: false })
    expect(articles.filter(({ read_at }) => read_at === null).map(({ slug }) => slug)).toEqual(['criar-assistente'])
    expect(files).toEqual({ index: null, full: expect.any(String) })
  })

  test('reads the others where one article cannot be read, and reports it', async () => {
    const brief = (slug: string) => ({ categoria: 'guia', slug, title: slug })
    const { ask, workspace } = await scriptedReader({
      '/api/docs': { json: { articles: [brief('a'), brief('b')] } },
      '/api/docs/guia/a': { json: { titulo: 'sem texto' } },
      '/api/docs/guia/b': { json: { body: '# B' } },
      '/llms.txt': '# tudo',
    })
    const ended = await workspace.ended(await ask('documentation.download', {}))
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'unexpected_body' } })
    const { articles, files } = await ask('documentation.index', { fresh: false })
    expect(articles.map(({ slug, read_at }) => [slug, read_at !== null])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(files.index).not.toBeNull()
  })

  test('that is cancelled keeps what came, and the next one reads the rest', async () => {
    const { ask, demo, workspace } = await demoReader({ latencyMs: 40 })
    const started = await ask('documentation.download', {})
    await expect.poll(() => workspace.task(started)?.done ?? 0).toBeGreaterThan(1)
    await ask('tasks.cancel', { id: started.task_id })
    expect(await workspace.ended(started)).toMatchObject({ state: 'cancelled' })
    const storedArticles = (await ask('documentation.index', { fresh: false })).articles
    const here = storedArticles.filter(({ read_at }) => read_at !== null).length
    expect(here).toBeGreaterThan(1)
    const before = demo.requests().length
    await workspace.ended(await ask('documentation.download', {}))
    // The answer that nobody waited for any more may be in the record only now, and its article is retried.
    const paths = new Set(
      demo
        .requests()
        .slice(before)
        .map(({ path }) => path),
    )
    expect(paths.size).toBe(storedArticles.length - here + 3)
  })
})

describe('the article that fits', () => {
  test('is that of the first words that find one; the index is read for it where it was not', async () => {
    const { ask, wire } = await demoReader()
    const fits = (...words: string[]) => ask('documentation.fitting', { words })
    const fitting = await fits('nada disso', 'filtrar conversas', 'leads')
    expect(fitting.article).toMatchObject({ slug: 'filtrar-conversas', body: expect.stringContaining('25 conversas') })
    wire.offline = true
    expect((await fits('filtrar conversas')).article?.slug).toBe('filtrar-conversas')
    await expect(fits('exportar leads')).rejects.toMatchObject({ code: 'offline' })
    expect(await fits('nada disso')).toEqual({ article: null, others: [] })
  })
})
