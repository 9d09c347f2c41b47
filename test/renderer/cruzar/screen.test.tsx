import { cleanup, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../preload/contract/connections.ts'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyFilter } from '../../../preload/values/lead-filters.ts'
import { type Answers, type Name, refuses } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { user } from '../../kit/render.tsx'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'
import { inspectionWith, listBudgetWith, runWith, sheetWith } from '../../kit/samples-platform.ts'
import { chooseValue, submit } from '../../kit/screen-parts.ts'

const inspection = inspectionWith()
const budget = listBudgetWith()
const texts = ptBR.cruzar

interface Opened {
  readonly answers?: Answers
  /** Of the platform. The second is in use, unless another is put in use. */
  readonly connections?: readonly Connection[]
  readonly sheets?: readonly Sheet[]
  readonly demo?: boolean
}

async function open({ answers = {}, connections, sheets = [], demo = false }: Opened = {}) {
  let inUse = 'c2'
  const all = connections ?? [connectionWith(), connectionWith({ id: 'c2', name: 'Equipe Suporte' })]
  const list = () => [...all.map((one) => ({ ...one, current: one.id === inUse })), formsConnectionWith()]
  const app = await openApp(
    {
      'connections.list': list,
      'connections.use': ({ id }) => {
        inUse = id
        return list()
      },
      'sheets.list': () => sheets,
      'cruzar.stage': () => ({ list: 'l1', inspection }),
      'cruzar.inspect': () => inspection,
      'cruzar.budget': () => budget,
      'cruzar.cost': () => ({ requests: 19, seconds: 12, measured: true }),
      'cruzar.start': () => runWith({ state: 'running' }),
      'cruzar.runs': () => [],
      ...answers,
    },
    { place: { screen: 'cruzar' }, state: { demo } },
  )
  const { draft } = app.feature('cruzar')
  const input = (name: Name) => app.inputs(name).at(-1)
  const isSendable = () => !screen.getByRole('button', { name: texts.start.confirm }).hasAttribute('disabled')
  return { ...app, draft, input, isSendable }
}

async function staged(options: Opened = {}) {
  const opened = await open(options)
  await act(() => opened.draft.getState().stage({ from: 'text', text: 'Telefone\n11988887777' }))
  return opened
}

/** A paste event of the browser; happy-dom's own event carries no data. */
async function pasteInto(target: Element | Document, text: string, files: readonly File[] = []) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text, files } })
  await act(async () => target.dispatchEvent(event))
}

describe('a list that cannot be started', () => {
  const silent = (code: 'secret_missing' | 'offline' | 'list_too_large'): Answers => ({
    'cruzar.start': (input) =>
      input.sheet_id ? runWith({ state: 'running', sheet_id: input.sheet_id }) : refuses(code)(),
  })
  const sheets = [
    sheetWith({ id: 's1', name: 'De ontem', connection_id: 'c2', read_at: '2026-11-19T11:00:00.000Z' }),
    sheetWith({ id: 's2', name: 'De hoje', connection_id: 'c2', read_at: '2026-11-20T11:00:00.000Z' }),
    sheetWith({ id: 's3', name: 'De outra conta', connection_id: 'c1', read_at: '2026-11-20T11:30:00.000Z' }),
  ]

  it.each(['secret_missing', 'offline'] as const)(
    'is answered by the newest sheet of the account after %s',
    async (code) => {
      const { isSendable, inputs, place } = await staged({ answers: silent(code), sheets })
      await waitFor(() => expect(isSendable()).toBe(true))
      await user.click(screen.getByRole('button', { name: texts.start.confirm }))
      expect(inputs('cruzar.start')).toMatchObject([{ connection_id: 'c2' }])
      expect(inputs('cruzar.start')[0]).not.toHaveProperty('sheet_id')
      await waitFor(() => expect(document.body.textContent).toContain('De hoje'))
      await user.click(screen.getByRole('button', { name: texts.offer.answer }))
      await waitFor(() => expect(inputs('cruzar.start')).toHaveLength(2))
      expect(inputs('cruzar.start').at(-1)).toMatchObject({ connection_id: 'c2', sheet_id: 's2' })
      expect(place()).toMatchObject({ screen: 'run' })
    },
  )

  it('is not offered a sheet where the list itself is refused, or the account has none', async () => {
    const ofList = await staged({ answers: silent('list_too_large'), sheets })
    await waitFor(() => expect(ofList.isSendable()).toBe(true))
    await user.click(screen.getByRole('button', { name: texts.start.confirm }))
    await waitFor(() => screen.getByRole('alert'))
    expect(document.body.textContent).not.toContain(texts.offer.answer)
    cleanup()
    const without = await staged({ answers: silent('offline'), sheets: sheets.slice(2) })
    await waitFor(() => expect(without.isSendable()).toBe(true))
    await user.click(screen.getByRole('button', { name: texts.start.confirm }))
    await waitFor(() => screen.getByRole('alert'))
    expect(document.body.textContent).not.toContain(texts.offer.answer)
  })
})

describe('where a list comes in', () => {
  it('offers the example list in the demonstration only', async () => {
    await open()
    expect(document.body.textContent).not.toContain(texts.drop.example)
    cleanup()
    const inDemo = await open({ demo: true })
    await user.click(screen.getByRole('button', { name: texts.drop.example }))
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
    const { input } = await open()
    await user.click(screen.getByRole('button', { name: texts.drop.paste }))
    const field = document.querySelector('textarea')
    if (field) await pasteInto(field, '11988887777')
    expect(input('cruzar.stage')).toBeUndefined()
  })

  it('shows why a list could not be read, and stays ready for another', async () => {
    await staged({ answers: { 'cruzar.stage': refuses('list_unreadable') } })
    expect(document.body.textContent).toContain(
      'Este arquivo não é texto nem planilha que se possa ler. Salve a lista como CSV ou XLSX e tente de novo.',
    )
    expect(document.body.textContent).toContain(texts.drop.title)
  })

  it('lists the earlier runs with their state and opens one', async () => {
    const outcomes = { ...runWith().outcomes, sem_resposta: 12 }
    const { place } = await open({ answers: { 'cruzar.runs': () => [runWith({ outcomes })] } })
    expect(document.body.textContent).toContain('12 sem resposta')
    expect(screen.getByRole('img', { name: /Com conversa 5\.000/ })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Campanha de novembro' }))
    expect(place()).toEqual({ screen: 'run', id: 'r1' })
  })
})

describe('a list before it is sent', () => {
  it('shows what it comes to and what it will cost', async () => {
    await staged()
    for (const words of ['10.000 linhas', '9.412 chaves', '388 repetidas', '200 inválidas', '19 consultas, ~12 s']) {
      expect(document.body.textContent).toContain(words)
    }
    expect(document.body.textContent).toContain(texts.hints.ragged_rows)
  })

  it('costs what the connection in use takes, and is a first estimate where that was never measured', async () => {
    const cost = ({ connection_id }: { readonly connection_id: string }) => ({
      requests: 19,
      seconds: 40,
      measured: connection_id === 'c2',
    })
    const { input } = await staged({ answers: { 'cruzar.cost': cost } })
    expect(document.body.textContent).toContain('19 consultas, ~40 s')
    expect(document.body.textContent).not.toContain('primeira estimativa')
    await chooseValue('connection c1')
    await waitFor(() => expect(document.body.textContent).toContain('19 consultas, ~40 s (primeira estimativa)'))
    expect(input('cruzar.cost')).toEqual({ connection_id: 'c1', keys: 9412 })
  })

  it('of an address book is asked nothing about sheets and headings, which it does not have', async () => {
    const book = inspectionWith({ file_kind: 'vcard', encoding: null, delimiter: null })
    await staged({ answers: { 'cruzar.stage': () => ({ list: 'l1', inspection: book }) } })
    expect(document.body.textContent).toContain(texts.list.kinds.vcard)
    expect(document.body.textContent).not.toContain(texts.list.sheet)
    expect(document.body.textContent).not.toContain(texts.list.header)
  })

  it('of a chat is asked nothing, one of a web page for its table and its accents', async () => {
    const chat = inspectionWith({ file_kind: 'whatsapp', encoding: 'utf-8', delimiter: null })
    const of = (value: typeof inspection) =>
      staged({ answers: { 'cruzar.stage': () => ({ list: 'l1', inspection: value }) } })
    await of(chat)
    expect(document.body.textContent).toContain(texts.list.kinds.whatsapp)
    expect(document.body.textContent).not.toContain(texts.list.header)
    expect(document.body.textContent).not.toContain(texts.list.encoding)
    const page = inspectionWith({ file_kind: 'html', delimiter: null, sheet_names: ['1', '2'], sheet: '2' })
    await of(page)
    for (const words of [texts.list.table, texts.list.encoding, texts.list.header])
      expect(document.body.textContent).toContain(words)
    expect(document.body.textContent).not.toContain(texts.list.delimiter)
  })

  it('asks whose the e-mails of two columns are, with examples, and reads the chosen one', async () => {
    const column = (index: number, name: string, sample: string, kind: 'email' | 'other') => ({
      index,
      name,
      kind,
      area: null,
      samples: [sample],
      type: 'email' as const,
      filled: 1,
      misfits: 0,
      left: kind === 'other' ? ('repeated' as const) : null,
    })
    const doubtful = inspectionWith({
      columns: [column(0, 'E-mail', 'b@loja.com', 'other'), column(1, 'E-mail do cliente', 'a@b.com', 'email')],
      question: { kind: 'email', left: 0, taken: [1] },
    })
    const { input } = await staged({
      answers: { 'cruzar.stage': () => ({ list: 'l1', inspection: doubtful }) },
    })
    expect(document.body.textContent).toContain('Estas duas colunas têm e-mails. Qual é da pessoa?')
    await user.click(screen.getByRole('button', { name: 'E-mail: b@loja.com' }))
    expect(input('cruzar.inspect')).toMatchObject({ settings: { key_columns: [{ index: 0, kind: 'email' }] } })
    expect(document.body.textContent).not.toContain(texts.list.question.which('email'))
  })

  it('shows how many rows were hidden in the spreadsheet, and leaves them out when asked', async () => {
    const answers: Answers = {
      'cruzar.budget': () => ({ ...budget, hidden_rows: 12 }),
      'cruzar.inspect': ({ settings }) =>
        inspectionWith({ file_kind: 'xlsx', hidden_rows: settings.hidden_rows ?? 'read' }),
    }
    const { input, isSendable } = await staged({ answers })
    expect(document.body.textContent).toContain(
      '12 linhas estão ocultas ou filtradas na planilha, e entram também. Em “Linhas ocultas” você pode deixá-las de fora.',
    )
    await chooseValue('skip')
    await waitFor(() =>
      expect(document.body.textContent).toContain('12 linhas estão ocultas ou filtradas na planilha, e ficam de fora.'),
    )
    expect(input('cruzar.budget')).toMatchObject({ settings: { hidden_rows: 'skip' } })
    expect(isSendable()).toBe(true)
  })

  it('shows why cells cannot be used, with row and text', async () => {
    await staged()
    const why = screen.getByRole('button', { name: texts.budget.why })
    expect(why.getAttribute('aria-expanded')).toBe('false')
    await user.click(why)
    expect(why.getAttribute('aria-expanded')).toBe('true')
    for (const words of ['150 abreviada pelo Excel', '5,51199E+12', ptBR.common.blank]) {
      expect(document.body.textContent).toContain(words)
    }
  })

  it('names numbers that are damaged as a group, by kind, with what to do', async () => {
    const problems = [
      { reason: 'bad_email', cells: 3 },
      { reason: 'damaged_by_excel', cells: 5 },
      { reason: 'no_area_code', cells: 2 },
    ] as const
    const hints: Answers = { 'cruzar.inspect': () => ({ ...inspection, hints: ['damaged_by_excel'] }) }
    await staged({ answers: { ...hints, 'cruzar.budget': () => ({ ...budget, problems }) } })
    const { damaged } = texts
    const lines = [damaged.cells(7), `5 abreviados pelo Excel: ${damaged.advice.damaged_by_excel}`, '2 sem DDD: ']
    for (const words of lines) expect(document.body.textContent).toContain(words)
    expect(document.body.textContent).not.toContain(texts.hints.damaged_by_excel)
    expect(document.body.textContent).toContain(texts.match.areaCode)
  })

  it('goes to the connection of the platform in use, and the choice of another puts that one in use', async () => {
    const { input } = await staged()
    await chooseValue('connection c1')
    expect(input('connections.use')).toEqual({ id: 'c1' })
    await submit(document.body)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c1', name: 'campanha novembro' })
  })

  it('asks for a connection where there is none', async () => {
    const { place, isSendable } = await staged({ connections: [] })
    expect(isSendable()).toBe(false)
    await user.click(screen.getByRole('button', { name: ptBR.common.connectAccount }))
    expect(place()).toEqual({ screen: 'connections', create: true })
  })

  it('cannot be sent without a key, and shows what to do', async () => {
    const nothing = listBudgetWith({ keys: 0, problems: [{ reason: 'empty', cells: 3 }] })
    const { isSendable } = await staged({ answers: { 'cruzar.budget': () => nothing } })
    expect(document.body.textContent).toContain(texts.budget.nothing)
    expect(isSendable()).toBe(false)
  })

  it('of a workbook names the other sheets with people, and reads all of them when that is pressed', async () => {
    const sheet = (name: string, rows: number, is_read: boolean) => ({ name, rows, is_whole: true, is_read })
    const both = [sheet('Loja A', 12, true), sheet('Loja B', 120, false)]
    const of = { file_kind: 'xlsx' as const, sheet_names: ['Loja A', 'Loja B'], sheet: 'Loja A', key_sheets: both }
    const { input } = await staged({
      answers: { 'cruzar.stage': () => ({ list: 'l1', inspection: inspectionWith(of) }) },
    })
    expect(document.body.textContent).toContain('“Loja B” (120 linhas)')
    await user.click(screen.getByRole('button', { name: texts.list.readAll }))
    expect(input('cruzar.inspect')).toMatchObject({ settings: { sheet: null, sheets: 'all' } })
  })

  it('of which nobody can be asked says so with the reasons before the start, and its result can be kept', async () => {
    const problems = [{ reason: 'placeholder' as const, cells: 9 }]
    const keyless = listBudgetWith({ keys: 0, rows: 9, problems })
    const { input } = await staged({ answers: { 'cruzar.budget': () => keyless } })
    expect(document.body.textContent).toContain(texts.budget.nobody(9, problems))
    expect(document.body.textContent).not.toContain(texts.budget.nothing)
    await user.click(screen.getByRole('button', { name: texts.start.keep }))
    expect(input('cruzar.start')).toMatchObject({ list: 'l1' })
  })

  it('cannot be sent by settings that it cannot be read by, until they are taken back', async () => {
    const { draft, bridge, isSendable } = await staged()
    bridge.answer('cruzar.inspect', refuses('list_unreadable'))
    await act(() => draft.getState().changeSettings({ encoding: 'utf-16le' }))
    expect(isSendable()).toBe(false)
    bridge.answer('cruzar.inspect', () => inspection)
    await user.click(screen.getByRole('button', { name: texts.list.reset }))
    expect(isSendable()).toBe(true)
  })

  it('shows no figures of a count that failed, and the way to count again', async () => {
    const { draft, bridge, isSendable } = await staged()
    bridge.answer('cruzar.budget', refuses('data_process_ended'))
    await act(() => draft.getState().changeSettings({ header: false }))
    expect(document.body.textContent).not.toContain('9.412 chaves')
    expect(isSendable()).toBe(false)
    bridge.answer('cruzar.budget', () => budget)
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    expect(isSendable()).toBe(true)
  })

  it('has the button under the keyboard once it can be pressed', async () => {
    await staged()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.start.confirm }))
  })

  it('shows which filters are chosen, by name', async () => {
    const names = { inboxes: [{ id: 11, name: 'WhatsApp', rows: 3 }], agents: [], labels: [] }
    const { draft } = await staged({ answers: { 'sheets.known': () => names } })
    expect(document.body.textContent).toContain('Filtros: nenhum')
    await act(async () => draft.getState().setFilter({ ...draft.getState().filter, inbox_ids: [11] }))
    expect(document.body.textContent).toContain('WhatsApp')
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
  const openStaged = async (options: Opened = {}) => {
    const opened = await staged({ sheets, ...options })
    await act(() => opened.feature('sheets').store.getState().load())
    return opened
  }

  it('answers again with all the sheets of the run before, and shows which are gone', async () => {
    const second = sheetWith({ id: 's2', name: 'Leads de outubro' })
    const { draft, input } = await openStaged({ sheets: [...sheets, second] })
    await act(() => draft.getState().stageRun(runWith({ sheet_id: 's1', sheet_ids: ['forgotten'] })))
    const chosen = () => select()?.selectedOptions[0]?.textContent
    expect(chosen()).toBe('Planilha guardada: Leads de novembro (offline)')
    expect(document.body.textContent).toContain('Uma planilha que respondeu da outra vez não está mais aqui.')
    await act(() => draft.getState().stageRun(runWith({ sheet_id: 's1', sheet_ids: ['s2'] })))
    expect(chosen()).toBe('Planilhas guardadas: Leads de novembro, Leads de outubro (offline)')
    await submit(document.body)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c1', sheet_id: 's1', sheet_ids: ['s2'] })
  })

  it('can be chosen beside the connections, where the sheet has rows', async () => {
    await openStaged()
    const offers = [...(select()?.options ?? [])].map(({ textContent }) => textContent)
    expect(offers).toEqual(['Equipe Vendas', 'Equipe Suporte', texts.start.sheet('Leads de novembro')])
  })

  it('shows how old and how whole the sheet is, costs no request, and asks the sheet with the filters', async () => {
    const { input, draft } = await openStaged()
    expect(document.body.textContent).toContain('Filtros: nenhum')
    await chooseValue('sheets s1')
    for (const words of ['Lida hoje', ptBR.sheets.badges.changed, texts.budget.offline, texts.start.staying(9412)]) {
      expect(document.body.textContent).toContain(words)
    }
    expect(document.body.textContent).not.toContain('19 consultas')
    const read = '“Leads de novembro” foi lida só com conversas criadas desde 01/01/2026, '
    expect(document.body.textContent).toContain(read)
    expect(document.body.textContent).not.toContain(texts.start.newestOnly)
    const filter = { ...emptyFilter, created_after: '2026-11-01', inbox_ids: [11] }
    act(() => draft.getState().setFilter(filter))
    expect(document.body.textContent).not.toContain(read)
    expect(document.body.textContent).toContain(texts.start.newestOnly)
    await submit(document.body)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c1', sheet_id: 's1', filter })
  })

  it('needs no connection', async () => {
    const { input } = await openStaged({ connections: [] })
    expect(document.body.textContent).not.toContain(texts.start.noConnection)
    await submit(document.body)
    expect(input('cruzar.start')).toMatchObject({ sheet_id: 's1' })
  })

  it('goes to a connection again when one is chosen after all', async () => {
    const { input } = await openStaged()
    await chooseValue('sheets s1')
    await chooseValue('connection c2')
    await submit(document.body)
    expect(input('cruzar.start')).toMatchObject({ connection_id: 'c2' })
    expect(input('cruzar.start')).not.toHaveProperty('sheet_id')
  })
})
