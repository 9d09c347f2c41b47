import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../preload/contract/connections.ts'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createCruzarStore } from '../../../renderer/cruzar/list-store.ts'
import type { Names } from '../../../renderer/cruzar/run-words.ts'
import { createRunsStore } from '../../../renderer/cruzar/runs-store.ts'
import { CruzarScreen } from '../../../renderer/cruzar/screen.tsx'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createTables } from '../../../renderer/tables/table-store.ts'
import { type Answer, createFakeBridge } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { render } from '../../kit/render.tsx'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'
import { inspectionWith, listBudgetWith, runWith, sheetWith } from '../../kit/samples-platform.ts'
import { submit } from '../../kit/screen-parts.ts'
import { until } from '../../kit/until.ts'
import { namesStore } from './names-store.ts'

const inspection = inspectionWith()
const budget = listBudgetWith()
const texts = ptBR.cruzar
const platform = connectionWith({ current: false })
const other = connectionWith({ id: 'c2', name: 'Equipe Suporte' })
const forms = formsConnectionWith()

interface Opened {
  readonly answers?: Readonly<Record<string, Answer>>
  readonly connections?: readonly Connection[]
  readonly sheets?: readonly Sheet[]
  readonly demo?: boolean
  readonly names?: Partial<Names>
}

async function open(options: Opened = {}) {
  const { answers = {}, connections = [platform, other, forms], sheets = [], demo = false, names = {} } = options

  const bridge = createFakeBridge({
    'cruzar.stage': () => ({ list: 'l1', inspection }),
    'cruzar.inspect': () => inspection,
    'cruzar.budget': () => budget,
    'cruzar.cost': () => ({ requests: 19, seconds: 12, measured: true }),
    'cruzar.start': () => runWith({ state: 'running' }),
    'cruzar.runs': () => [],
    ...answers,
  })
  const ask = createAsk(bridge)
  const tables = createTables({ ask })
  const opened: string[] = []
  const used: string[] = []
  const draft = createCruzarStore({
    ask,
    bridge,
    pastedName: () => 'Lista colada',
    use: (id) => used.push(id),
    onStarted: ({ id }) => opened.push(id),
  })
  const runs = createRunsStore({ ask })
  const shown = (inUse?: string) => (
    <CruzarScreen
      draft={draft}
      runs={runs}
      runTable={({ id }) => tables.of({ kind: 'run', id })}
      names={namesStore(names)}
      connections={
        inUse === undefined ? connections : connections.map((one) => ({ ...one, current: one.id === inUse }))
      }
      sheets={sheets}
      badgeOf={({ badge }) => <span>{badge.kind}</span>}
      demo={demo}
      now={() => Date.parse('2026-11-20T12:00:00.000Z')}
      onOpen={({ id }) => opened.push(id)}
      onConnect={() => opened.push('connect')}
    />
  )
  const screen = await render(shown())
  const input = (name: string) => bridge.asked.findLast((request) => request.name === name)?.input
  return { screen, draft, runs, bridge, opened, used, input, putInUse: (id: string) => screen.rerender(shown(id)) }
}

async function staged(options: Opened = {}) {
  const opened = await open(options)
  await act(() => opened.draft.getState().stageText('Telefone\n11988887777'))
  return opened
}

/** A paste event of the browser; happy-dom's own event carries no data. */
async function pasteInto(target: Element | Document, text: string, files: readonly File[] = []) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text, files } })
  await act(async () => target.dispatchEvent(event))
}

it('asks nothing about the shape of an address book, which has neither sheets nor a line of headings', async () => {
  const book = inspectionWith({ file_kind: 'vcard', encoding: null, delimiter: null })
  const { screen } = await staged({ answers: { 'cruzar.stage': () => ({ list: 'l1', inspection: book }) } })
  expect(screen.text()).toContain(texts.list.kinds.vcard)
  expect(screen.text()).not.toContain(texts.list.sheet)
  expect(screen.text()).not.toContain(texts.list.header)
})

describe('where a list comes in', () => {
  it('offers the example list in the demonstration only', async () => {
    const { screen } = await open()
    expect(screen.text()).not.toContain(texts.drop.example)
    await screen.unmount()
    const inDemo = await open({ demo: true })
    await inDemo.screen.click(inDemo.screen.byRole('button', texts.drop.example))
    expect(inDemo.input('cruzar.stage')).toEqual({ from: 'example' })
  })

  it('takes what is pasted anywhere on the screen', async () => {
    const { input } = await open()
    await pasteInto(document.body, '11988887777\n21977776666')
    expect(input('cruzar.stage')).toEqual({ from: 'text', text: '11988887777\n21977776666' })
  })

  it('takes the text of copied cells, not the picture that comes with it, and a copied file when there is no text', async () => {
    const { input, bridge } = await open()
    await pasteInto(document.body, '11988887777', [new File([''], 'image.png')])
    expect(input('cruzar.stage')).toMatchObject({ from: 'text' })
    await pasteInto(document.body, '', [new File([''], 'lista.csv')])
    expect(bridge.offered).toEqual(['lista.csv'])
  })

  it('leaves what is pasted into a field to the field', async () => {
    const { screen, input } = await open()
    await screen.click(screen.byRole('button', texts.drop.paste))
    const field = document.querySelector('textarea')
    if (field) await pasteInto(field, '11988887777')
    expect(input('cruzar.stage')).toBeUndefined()
  })

  it('shows why a list could not be read, and stays ready for another', async () => {
    const { screen } = await staged({ answers: { 'cruzar.stage': refuses('list_unreadable') } })
    expect(screen.byRole('alert', ptBR.failures.list_unreadable({}))).toBeDefined()
    expect(screen.text()).toContain(texts.drop.title)
  })

  it('lists the earlier runs with their state and opens one', async () => {
    const outcomes = { ...runWith().outcomes, sem_resposta: 12 }
    const { screen, opened } = await open({ answers: { 'cruzar.runs': () => [runWith({ outcomes })] } })
    expect(screen.text()).toContain(texts.unansweredState(12))
    expect(screen.byRole('img', 'Com conversa 5.000')).toBeDefined()
    await screen.click(screen.byRole('button', 'Campanha de novembro'))
    expect(opened).toEqual(['r1'])
  })
})

describe('the question before a run is forgotten', () => {
  it('names the answers that have arrived since it was asked', async () => {
    let answered_keys = 500
    const { screen, runs } = await open({
      answers: { 'cruzar.runs': () => [runWith({ state: 'running', answered_keys })] },
    })
    await screen.click(screen.byRole('button', texts.runs.actionsOf('Campanha de novembro')))
    await screen.click(screen.byRole('menuitem', texts.runs.forget))
    await screen.until(() => expect(screen.text()).toContain(texts.forget.answers(500)))
    answered_keys = 900
    await act(() => runs.getState().load())
    expect(screen.text()).toContain(texts.forget.answers(900))
  })
})

describe('a list before it is sent', () => {
  it('shows what it comes to and what it will cost', async () => {
    const { screen } = await staged()
    for (const words of ['10.000 linhas', '9.412 chaves', '388 repetidas', '200 inválidas', '19 consultas, ~12 s']) {
      expect(screen.text()).toContain(words)
    }
    expect(screen.text()).toContain(texts.hints.ragged_rows)
  })

  it('costs what the connection in use takes, and is a first estimate where that was never measured', async () => {
    const cost = (input: unknown) => ({
      requests: 19,
      seconds: 40,
      measured: Reflect.get(Object(input), 'connection_id') === 'c1',
    })
    const { screen, putInUse, input } = await staged({ answers: { 'cruzar.cost': cost } })
    await putInUse('c1')
    await until(() => expect(screen.text()).toContain('19 consultas, ~40 s'))
    expect(screen.text()).not.toContain('primeira estimativa')
    await putInUse('c2')
    await until(() => expect(screen.text()).toContain('19 consultas, ~40 s (primeira estimativa)'))
    expect(input('cruzar.cost')).toEqual({ connection_id: 'c2', keys: 9412 })
  })

  it('shows how many rows were hidden in the spreadsheet, and leaves them out when asked', async () => {
    const reading = (input: unknown) => ({
      ...inspection,
      file_kind: 'xlsx',
      hidden_rows: Reflect.get(Object(Reflect.get(Object(input), 'settings')), 'hidden_rows') ?? 'read',
    })
    const answers = { 'cruzar.budget': () => ({ ...budget, hidden_rows: 12 }), 'cruzar.inspect': reading }
    const { screen, draft, input } = await staged({ answers })
    expect(screen.text()).toContain(texts.list.hiddenRead(12))
    const select = [...document.querySelectorAll('select')].find(({ value }) => value === 'read')
    await act(async () => {
      Reflect.set(select ?? {}, 'value', 'skip')
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await until(() => expect(screen.text()).toContain(texts.list.hiddenSkipped(12)))
    expect(input('cruzar.budget')).toMatchObject({ settings: { hidden_rows: 'skip' } })
    expect(draft.getState().counting.status).toBe('counted')
  })

  it('shows why cells cannot be used, with row and text', async () => {
    const { screen } = await staged()
    const why = screen.byRole('button', texts.budget.why)
    expect(why.getAttribute('aria-expanded')).toBe('false')
    await screen.click(why)
    expect(why.getAttribute('aria-expanded')).toBe('true')
    expect(screen.text()).toContain('150 estragada pelo Excel')
    expect(screen.text()).toContain('5,51199E+12')
    expect(screen.text()).toContain(texts.budget.blank)
  })

  it('goes to the connection of the platform in use, and the choice of another puts that one in use', async () => {
    const { input, used, putInUse } = await staged()
    const select = [...document.querySelectorAll('select')].find(({ value }) => value === 'connection c2')
    await act(async () => {
      Reflect.set(select ?? {}, 'value', 'connection c1')
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    expect(used).toEqual(['c1'])
    await putInUse('c1')
    await submit(document)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c1', name: 'campanha novembro' })
  })

  it('asks for a connection where there is none', async () => {
    const { screen, opened } = await staged({ connections: [forms] })
    expect(screen.byRole('button', texts.start.confirm).hasAttribute('disabled')).toBe(true)
    await screen.click(screen.byRole('button', texts.start.connect))
    expect(opened).toEqual(['connect'])
  })

  it('cannot be sent without a key, and shows what to do', async () => {
    const { screen } = await staged({ answers: { 'cruzar.budget': () => ({ ...budget, keys: 0 }) } })
    expect(screen.text()).toContain(texts.budget.nothing)
    expect(screen.byRole('button', texts.start.confirm).hasAttribute('disabled')).toBe(true)
  })

  it('cannot be sent by settings that it cannot be read by, until they are taken back', async () => {
    const { screen, draft, bridge } = await staged()
    bridge.answer('cruzar.inspect', refuses('list_unreadable'))
    await act(() => draft.getState().changeSettings({ encoding: 'utf-16le' }))
    expect(screen.byRole('button', texts.start.confirm).hasAttribute('disabled')).toBe(true)
    bridge.answer('cruzar.inspect', () => inspection)
    await screen.click(screen.byRole('button', texts.list.reset))
    expect(screen.byRole('button', texts.start.confirm).hasAttribute('disabled')).toBe(false)
  })

  it('has the button under the keyboard once it can be pressed', async () => {
    const { screen } = await staged()
    expect(document.activeElement).toBe(screen.byRole('button', texts.start.confirm))
  })

  it('shows which filters are chosen, by name', async () => {
    const known = { c2: { inboxes: [{ id: 11, name: 'WhatsApp', rows: 3 }], agents: [], labels: [] } }
    const { screen, draft } = await staged({ names: { known } })
    expect(screen.text()).toContain('Filtros: nenhum')
    await act(async () => draft.getState().setFilter({ ...draft.getState().filter, inbox_ids: [11] }))
    expect(screen.text()).toContain('WhatsApp')
  })
})

describe('a list that a cached sheet answers', () => {
  const sheets = [
    sheetWith({ id: 'never', name: 'Vazia', rows: 0, read_at: null }),
    sheetWith({ id: 'reading', name: 'Chegando', badge: { kind: 'reading', reason: 'none', failure: null } }),
    sheetWith({
      id: 's1',
      name: 'Leads de novembro',
      badge: { kind: 'changed', reason: 'total_changed', failure: null },
    }),
  ]
  const select = () => document.querySelector<HTMLSelectElement>('.start-panel select')
  const offers = () => [...(select()?.options ?? [])].map(({ textContent }) => textContent)
  const choose = (value: string) =>
    act(async () => {
      Reflect.set(select() ?? {}, 'value', value)
      select()?.dispatchEvent(new Event('change', { bubbles: true }))
    })

  it('answers again with all the sheets of the run before, and shows which are gone', async () => {
    const second = sheetWith({ id: 's2', name: 'Leads de outubro' })
    const { screen, draft, input } = await staged({ sheets: [...sheets, second] })
    await act(() => draft.getState().stageRun(runWith({ sheet_id: 's1', sheet_ids: ['s2'] })))
    const chosen = () => select()?.selectedOptions[0]?.textContent
    expect(chosen()).toBe(texts.start.sheets(['Leads de novembro', 'Leads de outubro']))
    await submit(document)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c1', sheet_id: 's1', sheet_ids: ['s2'] })
    await act(() => draft.getState().stageRun(runWith({ sheet_id: 's1', sheet_ids: ['forgotten'] })))
    expect(chosen()).toBe(texts.start.sheet('Leads de novembro'))
    expect(screen.text()).toContain(texts.start.sheetsGone(1))
  })

  it('can be chosen beside the connections, where the sheet has rows', async () => {
    await staged({ sheets })
    expect(offers()).toEqual(['Equipe Vendas', 'Equipe Suporte', texts.start.sheet('Leads de novembro')])
  })

  it('shows how old and how whole the sheet is, costs no request, takes no filters, and asks the sheet', async () => {
    const { screen, input } = await staged({ sheets })
    expect(screen.text()).toContain('Filtros: nenhum')
    await choose('sheet s1')
    expect(screen.text()).toContain('Lida hoje')
    expect(screen.text()).toContain('changed')
    expect(screen.text()).toContain(texts.budget.offline)
    expect(screen.text()).toContain(texts.start.staying(9412))
    expect(screen.text()).not.toContain('19 consultas')
    expect(screen.text()).not.toContain('Filtros: nenhum')
    await submit(document)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c1', sheet_id: 's1' })
  })

  it('needs no connection', async () => {
    const { screen, input } = await staged({ sheets, connections: [] })
    expect(screen.text()).not.toContain(texts.start.noConnection)
    await submit(document)
    expect(input('cruzar.start')).toMatchObject({ sheet_id: 's1' })
  })

  it('goes to a connection again when one is chosen after all', async () => {
    const { input } = await staged({ sheets })
    await choose('sheet s1')
    await choose('connection c2')
    await submit(document)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c2' })
    expect(input('cruzar.start')).not.toHaveProperty('sheet_id')
  })
})
