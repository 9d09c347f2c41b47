import { describe, expect, it } from 'vitest'
import type { DocText } from '../../../preload/contract/documentation.ts'
import { createDocumentationStore, createHelpStore } from '../../../renderer/documentation/documentation-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { articleWith, docIndexWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const brief = articleWith({ category: 'leads', slug: 'exportar' })
const article: DocText = { ...brief, read_at: '2026-11-20T11:59:00Z', body: 'texto' }
const index = (read_at: string | null) => docIndexWith({ articles: [brief], read_at })
const offline = refuses('offline')
const hit = (title: string) => ({ of: { category: 'leads', slug: title }, title, excerpt: [], read_at: null })

function setUp(table: Parameters<typeof createFakeBridge>[0] = {}) {
  const bridge = createFakeBridge({
    'documentation.index': ({ fresh }: { fresh: boolean }) => index(fresh ? '2026-11-20T12:00:00Z' : null),
    'documentation.article': () => article,
    'documentation.search': ({ where }: { where: string }) => [hit(where)],
    ...table,
  })
  const store = createDocumentationStore({ ask: createAsk(bridge), now: () => now, debounceMs: 1 })
  return { bridge, store, asked: bridge.inputs }
}

describe('the documentation', () => {
  it('shows what is kept and asks the service only where that is old', async () => {
    const { store, asked, bridge } = setUp()
    await store.getState().open('c1')
    expect(asked('documentation.index')).toMatchObject([{ fresh: false }, { fresh: true }])
    expect(readyValue(store.getState().index)?.read_at).toBe('2026-11-20T12:00:00Z')
    bridge.answer('documentation.index', () => index('2026-11-20T11:30:00Z'))
    await store.getState().open('c1')
    expect(asked('documentation.index')).toHaveLength(3)
  })

  it('keeps the list beside the reason why there is no newer one', async () => {
    const { store } = setUp({
      'documentation.index': ({ fresh }: { fresh: boolean }) => (fresh ? offline() : index('2026-11-01T12:00:00Z')),
    })
    await store.getState().open('c1')
    expect(store.getState()).toMatchObject({ failure: { code: 'offline' }, working: null })
    expect(readyValue(store.getState().index)?.articles).toHaveLength(1)
    store.getState().dismissFailure()
    expect(store.getState().failure).toBeNull()
  })

  it('downloads while the list is refreshed', async () => {
    const gate = createGate<unknown>()
    const { store, asked } = setUp({
      'documentation.index': async ({ fresh }: { fresh: boolean }) => {
        if (fresh) await gate.passed
        return index(null)
      },
      'documentation.download': () => ({}),
    })
    const opened = store.getState().open('c1')
    await until(() => expect(store.getState().working).toBe('refresh'))
    await store.getState().download()
    expect(asked('documentation.download')).toHaveLength(1)
    gate.open(null)
    await opened
  })

  it('of one platform shows nothing of a download that failed in another', async () => {
    const gate = createGate<unknown>()
    const { store } = setUp({ 'documentation.download': () => gate.passed })
    await store.getState().open('c1')
    const downloading = store.getState().download()
    await store.getState().open('c2')
    gate.refuse(new Refusal({ code: 'offline', params: {} }))
    await downloading
    expect(store.getState().failure).toBeNull()
  })

  it('shows a kept text at once, and a newer one when it comes', async () => {
    const gate = createGate<DocText>()
    const old = { ...article, read_at: '2026-11-01T12:00:00Z', body: 'velho' }
    const { store } = setUp({
      'documentation.article': ({ fresh }: { fresh: boolean }) => (fresh ? gate.passed : old),
    })
    await store.getState().open('c1')
    const reading = store.getState().read({ article: { category: 'leads', slug: 'exportar' } })
    await until(() => expect(readyValue(store.getState().text)?.body).toBe('velho'))
    expect(store.getState().textRefresh.working).toBe('refresh')
    gate.open(article)
    await reading
    expect(readyValue(store.getState().text)?.body).toBe('texto')
    expect(store.getState().textRefresh.working).toBeNull()
  })

  it('drops the text of an article that the user has left meanwhile', async () => {
    const gate = createGate<DocText>()
    const { store } = setUp({
      'documentation.article': ({ slug }: { slug: string }) => (slug === 'lento' ? gate.passed : article),
    })
    await store.getState().open('c1')
    const slow = store.getState().read({ article: { category: 'leads', slug: 'lento' } })
    await store.getState().read({ article: { category: 'leads', slug: 'exportar' } })
    gate.open({ ...article, body: 'atrasado' })
    await slow
    expect(readyValue(store.getState().text)?.body).toBe('texto')
  })

  it('finds here at once and at the service after, whose answer is the one that stays', async () => {
    const { store, asked } = setUp()
    await store.getState().open('c1')
    store.getState().find('expo', null)
    store.getState().find('exportar ', 'leads')
    await until(() => expect(store.getState().searching).toBe(false))
    expect(readyValue(store.getState().results)).toMatchObject({
      term: 'exportar',
      where: 'service',
      hits: [{ title: 'service' }],
    })
    expect(asked('documentation.search')).toMatchObject([
      { term: 'expo', where: 'here' },
      { term: 'exportar', where: 'here', category: 'leads' },
      { term: 'exportar', where: 'service', category: 'leads' },
    ])
    store.getState().find('', 'leads')
    expect(store.getState()).toMatchObject({ results: { status: 'idle' }, category: 'leads', searching: false })
  })

  it('stays with what is found here when the service does not answer', async () => {
    const { store } = setUp({
      'documentation.search': ({ where }: { where: string }) => (where === 'here' ? [hit('here')] : offline()),
    })
    await store.getState().open('c1')
    store.getState().find('exportar', null)
    await until(() => expect(store.getState().searching).toBe(false))
    expect(store.getState()).toMatchObject({ results: { value: { where: 'here' }, failure: { code: 'offline' } } })
  })

  it('of another connection starts anew', async () => {
    const { store } = setUp()
    await store.getState().open('c1')
    store.getState().find('x', null)
    await store.getState().read({ file: 'index' })
    await store.getState().open('c2')
    expect(store.getState()).toMatchObject({ connection: 'c2', term: '', results: { status: 'idle' }, reading: null })
  })
})

describe('the help beside a screen', () => {
  it('asks for the article that fits, and shows why where there is none to ask', async () => {
    const bridge = createFakeBridge({
      'documentation.fitting': () => ({ article, others: [hit('outro')] }),
      'documentation.index': () => index(null),
    })
    const help = createHelpStore({ ask: createAsk(bridge) })
    help.getState().open({ connection: 'c1', words: ['exportar leads', 'leads'], section: 'complete' })
    await help.getState().show('platform')
    expect(bridge.asked[0]).toMatchObject({ input: { connection_id: 'c1', words: ['exportar leads', 'leads'] } })
    expect(help.getState()).toMatchObject({ opened: true, match: { status: 'ready', value: { connection: 'c1' } } })
    help.getState().open({ connection: null, words: ['leads'], section: 'complete' })
    await help.getState().show('platform')
    expect(help.getState()).toMatchObject({ opened: true, match: { status: 'idle' } })
    bridge.answer('documentation.fitting', offline)
    help.getState().open({ connection: 'c1', words: ['leads'], section: 'complete' })
    await help.getState().show('platform')
    expect(help.getState().match).toMatchObject({ status: 'failed', failure: { code: 'offline' } })
    help.getState().close()
    expect(help.getState().opened).toBe(false)
  })
})
