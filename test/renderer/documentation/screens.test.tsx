import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { DocArticle, DocHit, DocIndex, DocText } from '../../../preload/contract/documentation.ts'
import type { Task } from '../../../preload/contract/tasks.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { DocumentationScreen } from '../../../renderer/documentation/documentation-screen.tsx'
import {
  createDocumentationStore,
  createHelpStore,
  type HelpPart,
  type Reading,
} from '../../../renderer/documentation/documentation-store.ts'
import { documentationFeature } from '../../../renderer/documentation/feature.tsx'
import { type Answers, createFakeBridge, createGate, refuses } from '../../kit/fake-bridge.ts'
import { createTestApp, fill, InApp, render, user } from '../../kit/render.tsx'
import { connectionWith, taskWith } from '../../kit/samples.ts'
import { articleWith, docIndexWith } from '../../kit/samples-platform.ts'
import { chooseItem, chooseOption, pressKey } from '../../kit/screen-parts.ts'

/** 15:00 UTC; what is read at 14:30 is not old, what was read at 11:12 is. */
const now = Date.parse('2026-11-20T15:00:00.000Z')
const recent = '2026-11-20T14:30:00.000Z'
const old = '2026-11-20T11:12:00.000Z'
const offline = refuses('offline', { host: 'atendimento.exemplo.com.br' })
const servers = articleWith({ slug: 'servidores', title: 'Ligar um servidor MCP', read_at: recent })
const token = articleWith({ category: 'contas', slug: 'token', title: 'Onde encontrar o token' })
const categories = [
  { slug: 'ia', name: 'Inteligência artificial' },
  { slug: 'contas', name: 'Contas' },
]
const indexWith = (change: Partial<DocIndex> = {}) =>
  docIndexWith({ categories, articles: [articleWith(), servers, token], read_at: recent, ...change })
const textOf = (article: DocArticle, body: string, read_at = recent): DocText => ({ ...article, body, read_at })
const hitWith = (change: Partial<DocHit> = {}): DocHit => ({
  of: { category: 'ia', slug: 'assistente' },
  title: 'Criar um assistente',
  excerpt: [
    { text: 'a ', marked: false },
    { text: 'máscara', marked: true },
  ],
  read_at: null,
  ...change,
})
const articles = () => document.querySelector<HTMLElement>('nav[aria-label="Artigos"]') ?? document.body
const pane = () => document.querySelector<HTMLElement>('article') ?? document.body

async function open(
  answers: Answers = {},
  { reading = null, tasks = [] }: { reading?: Reading | null; tasks?: Task[] } = {},
) {
  const main = createFakeBridge({
    'documentation.index': () => indexWith(),
    'documentation.article': ({ slug }) =>
      slug === 'servidores'
        ? textOf(servers, 'Primeiro, [crie um assistente](/api/docs/ia/assistente).\n\n![Tela do perfil](/tela.png)')
        : textOf(articleWith(), 'Dê um nome ao assistente.'),
    'documentation.search': () => [hitWith()],
    ...answers,
  })
  const store = createDocumentationStore({ ask: main.ask, now: () => now, debounceMs: 0 })
  const app = createTestApp(
    {
      documentation: { store },
      connections: { useInUse: () => connectionWith() },
      tasks: { useTaskProps: () => ({ tasks, taskWords: () => '', now: () => now, onCancelTask: () => undefined }) },
    },
    { now, place: { screen: 'documentation', ...(reading ?? { part: 'platform' }) } },
  )
  await render(
    <InApp app={app}>{(place) => place.screen === 'documentation' && <DocumentationScreen place={place} />}</InApp>,
  )
  return { main }
}

describe('the articles of the documentation', () => {
  it('are listed by category, with which of them can be read offline and when the list was read', async () => {
    await open()
    const headings = [...articles().querySelectorAll('h2')].map(({ textContent }) => textContent)
    expect(headings).toEqual(['Inteligência artificial', 'Contas'])
    expect(document.body.textContent).toMatch(/3 artigos · 1 pode ser lido sem internet · lista de hoje \d\d:30/)
    expect(screen.getByRole('img', { name: 'pode ser lido sem internet' })).toBeTruthy()
    expect(pane().textContent).toContain('Escolha um artigo')
  })

  it('are marked as complete once they are', async () => {
    await open({ 'documentation.index': () => indexWith({ articles: [servers] }) })
    expect(document.body.textContent).toContain('1 artigo · todos podem ser lidos sem internet')
  })

  it('that the service lists no longer stay readable in a group of their own', async () => {
    const gone = { ...servers, listed: false }
    await open({ 'documentation.index': () => indexWith({ articles: [articleWith(), gone] }) })
    const group = [...articles().querySelectorAll('section')].at(-1)
    expect(group?.textContent).toContain('Não está mais na lista')
    expect(group?.textContent).toContain('Ligar um servidor MCP')
  })

  it('teach that no key is sent for them while there is none, and are read by a press', async () => {
    const { main } = await open({ 'documentation.index': () => indexWith({ articles: [] }) })
    expect(document.body.textContent).toContain('Nenhum artigo ainda')
    expect(document.body.textContent).toContain('a sua chave de acesso não é enviada para lê-la')
    main.answer('documentation.index', () => indexWith())
    await user.click(
      within(document.querySelector('.empty-state') ?? document.body).getByRole('button', { name: 'Atualizar' }),
    )
    expect(articles().textContent).toContain('Criar um assistente')
  })

  it('that are old stay with their date when the service is away, and are requested again', async () => {
    const { main } = await open({
      'documentation.index': ({ fresh }) => (fresh ? offline() : indexWith({ read_at: old })),
    })
    const notice = screen.getByRole('alert')
    expect(notice.textContent).toMatch(/A lista na tela é a que foi lida hoje \d\d:12\./)
    expect(articles().textContent).toContain('Criar um assistente')
    main.answer('documentation.index', () => indexWith())
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('that were never read show why there are none', async () => {
    await open({
      'documentation.index': ({ fresh }) => (fresh ? offline() : indexWith({ read_at: null, articles: [] })),
    })
    expect(screen.getByRole('alert').textContent).toContain('Nada foi lido ainda.')
    expect(document.body.textContent).toContain('Nenhum artigo ainda')
  })

  it('are downloaded by a press; while they are, it is not offered again', async () => {
    const { main } = await open({ 'documentation.download': () => ({ task_id: 't1' }) })
    await user.click(screen.getByRole('button', { name: 'Baixar tudo' }))
    expect(main.inputs('documentation.download')).toEqual([{ connection_id: 'c1' }])
    const task = taskWith({ kind: 'documentation', subject: 'c1' })
    await open({}, { tasks: [task] })
    expect(screen.getByRole('button', { name: 'Baixando…' })).toHaveProperty('disabled', true)
  })
})

describe('an article', () => {
  it('that is kept and old is shown at once, and as the service has it when that comes', async () => {
    const fresh = createGate<DocText>()
    await open(
      { 'documentation.article': (request) => (request.fresh ? fresh.passed : textOf(servers, 'texto velho', old)) },
      { reading: { article: servers } },
    )
    expect(pane().textContent).toContain('texto velho')
    await act(async () => fresh.open(textOf(servers, 'texto novo')))
    expect(pane().textContent).toContain('texto novo')
    expect(pane().textContent).toMatch(/Inteligência artificial · atualizado em 02\/10\/2026 · lido hoje \d\d:30/)
  })

  it('that is kept stays with its date when the service is away', async () => {
    const { main } = await open(
      { 'documentation.article': ({ fresh }) => (fresh ? offline() : textOf(servers, 'texto velho', old)) },
      { reading: { article: servers } },
    )
    expect(screen.getByRole('alert').textContent).toMatch(/O texto na tela é o que foi lido hoje \d\d:12\./)
    expect(pane().textContent).toContain('texto velho')
    main.answer('documentation.article', () => textOf(servers, 'texto novo'))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(pane().textContent).toContain('texto novo')
  })

  it('that was never read shows why it is not here, and is requested again', async () => {
    const { main } = await open(
      { 'documentation.article': ({ fresh }) => (fresh ? offline() : null) },
      { reading: { article: token } },
    )
    expect(screen.getByRole('alert').textContent).toContain('Sem conexão com atendimento.exemplo.com.br')
    main.answer('documentation.article', () => textOf(token, 'No seu perfil.'))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(pane().textContent).toContain('No seu perfil.')
  })
})

it('the articles are narrowed to a category, and all of them are read in one file', async () => {
  const { main } = await open({ 'documentation.file': () => ({ text: '# Exportar leads', read_at: recent }) })
  await chooseOption(screen.getByRole('combobox', { name: 'Categoria' }), 'Contas')
  expect(articles().textContent).toContain('Onde encontrar o token')
  expect(articles().textContent).not.toContain('Ligar um servidor MCP')
  await chooseItem(ptBR.common.more, ptBR.documentation.file.full)
  await waitFor(() => expect(pane().textContent).toContain('Exportar leads'))
  expect(main.inputs('documentation.file')[0]).toMatchObject({ file: 'full' })
})

describe('the search of the documentation', () => {
  it('shows that nothing was found, and is emptied by its button and by Escape', async () => {
    await open({ 'documentation.search': () => [] })
    const field = screen.getByLabelText<HTMLInputElement>('Buscar na ajuda')
    for (const empty of [
      () => user.click(screen.getByRole('button', { name: 'Limpar a busca' })),
      () => pressKey(field, 'Escape'),
    ]) {
      await fill(field, 'nada assim')
      await waitFor(() => expect(articles().textContent).toContain('Nada com “nada assim”.'))
      await empty()
      expect(articles().textContent).toContain('Ligar um servidor MCP')
    }
  })
})

describe('the help beside a screen', () => {
  async function openHelp(answers: Answers, connection: string | null = 'c1', part: HelpPart = 'platform') {
    const main = createFakeBridge({ 'documentation.index': () => indexWith(), ...answers })
    const store = createHelpStore({ ask: main.ask })
    const app = createTestApp({ documentation: { help: store } }, { now })
    const Help = documentationFeature.slots?.help ?? (() => null)
    const open = () => act(async () => store.getState().open({ connection, words: ['cruzar'], section: 'complete' }))
    await open()
    await render(<InApp app={app}>{() => <Help />}</InApp>)
    await waitFor(() => expect(help()).not.toBeNull())
    if (part === 'platform') await user.click(screen.getByRole('button', { name: 'Plataforma' }))
    return { main, open, place: () => app.navigation.getState().place }
  }
  const help = () => document.querySelector<HTMLElement>('aside[aria-label="Ajuda"]')

  it('opens with the help on Cruza, which asks nobody and leads to its screens', async () => {
    const { main, place } = await openHelp({}, 'c1', 'cruza')
    expect(document.activeElement?.textContent).toBe('Ajuda')
    for (const outcome of Object.values(ptBR.cruzar.outcomes)) expect(help()?.textContent).toContain(outcome)
    for (const { title } of Object.values(ptBR.guide.sections)) expect(help()?.textContent).toContain(title)
    expect(main.asked).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Abrir Contatos' }))
    expect(place()).toEqual({ screen: 'contacts' })
  })

  it('shows the article that fits, what fits as well, and leads into the documentation', async () => {
    const { main, place, open } = await openHelp({
      'documentation.fitting': () => ({
        article: textOf(servers, 'Primeiro, copie o endereço.'),
        others: [hitWith()],
      }),
    })
    expect(main.inputs('documentation.fitting')).toEqual([{ connection_id: 'c1', words: ['cruzar'] }])
    expect(help()?.textContent).toContain('Primeiro, copie o endereço.')
    await user.click(screen.getByRole('button', { name: /Criar um assistente/ }))
    expect(place()).toMatchObject({ connection: 'c1', article: { category: 'ia', slug: 'assistente' } })
    expect(help()).toBeNull()
    await open()
    await user.click(screen.getByRole('button', { name: 'Plataforma' }))
    await user.click(screen.getByRole('button', { name: 'Ler na ajuda' }))
    expect(place()).toMatchObject({ connection: 'c1', article: { category: 'ia', slug: 'servidores' } })
  })

  it('shows that no article fits, and leads to all of them', async () => {
    const { place } = await openHelp({ 'documentation.fitting': () => ({ article: null, others: [] }) })
    expect(help()?.textContent).toContain('Nenhum artigo da plataforma fala desta tela.')
    await user.click(screen.getByRole('button', { name: 'Abrir a ajuda inteira' }))
    expect(place()).toEqual({ screen: 'documentation', connection: 'c1', part: 'platform' })
  })

  it('shows that a platform is needed where none is connected', async () => {
    const { main } = await openHelp({}, null)
    expect(help()?.textContent).toContain('Conecte uma conta para lê-la.')
    expect(main.asked).toEqual([])
  })

  it('that cannot be read shows why, and is requested again', async () => {
    const { main } = await openHelp({ 'documentation.fitting': offline })
    expect(help()?.textContent).toContain('Sem conexão com atendimento.exemplo.com.br')
    main.answer('documentation.fitting', () => ({ article: textOf(servers, 'Pronto.'), others: [] }))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(help()?.textContent).toContain('Pronto.')
  })
})
