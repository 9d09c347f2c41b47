import { expect, it } from 'vitest'
import { createDocumentationStore } from '../../../renderer/documentation/documentation-store.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { articleWith, docIndexWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const index = (read_at: string | null) => docIndexWith({ articles: [articleWith()], read_at })

async function open() {
  const main = createFakeBridge({
    'documentation.index': ({ fresh }) => index(fresh ? '2026-11-20T11:30:00Z' : null),
    'documentation.search': ({ where }) => [
      { of: { category: 'leads', slug: where }, title: where, excerpt: [], read_at: null },
    ],
    'documentation.file': () => null,
  })
  const { getState: state } = createDocumentationStore({ ask: main.ask, now: () => now, debounceMs: 1 })
  await state().open('c1')
  return { main, state }
}

it('the list of articles is asked of the service only where it is old', async () => {
  const { main, state } = await open()
  expect(main.inputs('documentation.index')).toMatchObject([{ fresh: false }, { fresh: true }])
  main.answer('documentation.index', () => index('2026-11-20T11:30:00Z'))
  await state().open('c1')
  expect(main.inputs('documentation.index')).toHaveLength(3)
})

it('articles are downloaded while the list is refreshed', async () => {
  const { main, state } = await open()
  const gate = createGate<ReturnType<typeof index>>()
  main.answer('documentation.index', ({ fresh }) => (fresh ? gate.passed : index(null)))
  main.answer('documentation.download', () => ({ task_id: 't1' }))
  const refreshing = state().refresh()
  await state().download()
  expect(main.inputs('documentation.download')).toHaveLength(1)
  gate.open(index(null))
  await refreshing
})

it('a search is answered here at once and by the service after, whose answer stays', async () => {
  const { main, state } = await open()
  state().find('expo', null)
  state().find('exportar ', 'leads')
  await until(() => expect(state().searching).toBe(false))
  expect(readyValue(state().results)).toMatchObject({
    term: 'exportar',
    where: 'service',
    hits: [{ title: 'service' }],
  })
  expect(main.inputs('documentation.search')).toMatchObject([
    { term: 'expo', where: 'here' },
    { term: 'exportar', where: 'here', category: 'leads' },
    { term: 'exportar', where: 'service', category: 'leads' },
  ])
  state().find('', 'leads')
  expect(state()).toMatchObject({ results: { status: 'idle' }, category: 'leads', searching: false })
})

it('another connection starts anew', async () => {
  const { state } = await open()
  state().find('x', null)
  await state().read({ file: 'index' })
  await state().open('c2')
  expect(state()).toMatchObject({ connection: 'c2', term: '', results: { status: 'idle' }, reading: null })
})
