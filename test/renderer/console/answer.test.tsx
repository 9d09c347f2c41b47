import { cleanup, screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { ConsoleCall } from '../../../preload/contract/console.ts'
import { type Answers, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { fill, user } from '../../kit/render.tsx'
import { callWith, datasetWith } from '../../kit/samples-platform.ts'
import { chooseItem, chooseOption, describedBy, pressKey, submit } from '../../kit/screen-parts.ts'
import { openConsole } from './open-console.tsx'

const hostile = '<img src="https://mal.exemplo/x.png" onerror="alert(1)"><script>alert(1)</script>'

/** The pane of the answer. */
const pane = () => document.querySelector<HTMLElement>('section[aria-label="Resposta"]') ?? document.body
const inPane = (name: string) => within(pane()).getByRole<HTMLButtonElement>('button', { name })

const otherCall = callWith({
  id: 'c2',
  path: '/api/v1/accounts/7/captain/documents',
  route: 'GET /api/v1/accounts/{account_id}/captain/documents',
})

/** What an expression finds: a list or an object of a size. */
const lookOf = (kind: 'list' | 'object', size: number, table: { columns: string[]; rows: number } | null = null) => ({
  matches: 1,
  root: { key: '$', kind, size, text: '' },
  table,
  lists: [],
})

/** Opens the answer of a call that was made. */
async function openAnswer(call: ConsoleCall = callWith(), answers: Answers = {}) {
  const opened = await openConsole({ answers })
  const look = (other: ConsoleCall) => act(async () => opened.store.getState().show(other))
  await look(call)
  const view = (name: string) => user.click(within(pane()).getByLabelText(name))
  return { ...opened, look, view }
}

describe('an answer as a tree', () => {
  it('shows the first branches with how much is below each, and opens and closes them', async () => {
    const { main } = await openAnswer()
    expect(pane().textContent).toContain('$ 2 campos')
    expect(pane().textContent).toContain('payload 2 itens')
    expect(pane().textContent).toContain('count 2')
    await user.click(inPane('payload 2 itens'))
    expect(pane().textContent).toContain('0 Ana')
    expect(pane().textContent).toContain('1 ""')
    expect(main.inputs('console.nodes').at(-1)).toMatchObject({ place: ['payload'], from: 0, count: 100 })
    await user.click(inPane('payload 2 itens'))
    expect(pane().textContent).not.toContain('0 Ana')
  })

  it('keeps a branch closed that was closed before its parts came', async () => {
    const { main } = await openAnswer()
    const nodes = main.hold('console.nodes')
    await user.click(inPane('payload 2 itens'))
    await user.click(inPane('payload 2 itens'))
    await act(async () => nodes.open([{ key: 0, kind: 'text', size: 0, text: 'Ana' }]))
    expect(pane().textContent).not.toContain('0 Ana')
  })

  it('reads a long branch piece by piece', async () => {
    const { main } = await openAnswer(callWith(), {
      'console.inspect': () => lookOf('list', 2),
      'console.nodes': ({ from }) => [{ key: from, kind: 'text', size: 0, text: `nó ${from}` }],
    })
    await user.click(inPane('mostrar mais (1)'))
    expect(main.inputs('console.nodes')).toMatchObject([{ from: 0 }, { from: 1 }])
    expect(pane().textContent).toContain('0 nó 01 nó 1')
    expect(() => inPane('mostrar mais (1)')).toThrow()
  })

  it('is narrowed by JSONPath, which keeps what was found last while it is none', async () => {
    const { main } = await openAnswer()
    const path = screen.getByLabelText<HTMLInputElement>('JSONPath')
    await fill(path, '$.payload[*]')
    await pressKey(path, 'Enter')
    expect(main.inputs('console.inspect').at(-1)).toMatchObject({ expression: '$.payload[*]' })
    expect(pane().textContent).toContain('1 achado')
    main.answer('console.inspect', refuses('bad_request', { place: 'expression' }))
    await fill(path, '$.payload[?(')
    await pressKey(path, 'Enter')
    expect(describedBy(path)).toBe('Não é um JSONPath válido.')
    expect(path.value).toBe('$.payload[?(')
    expect(pane().textContent).toContain('payload 2 itens')
    main.answer('console.inspect', refuses('bad_request', { place: 'expression_cost' }))
    await pressKey(path, 'Enter')
    expect(describedBy(path)).toContain('demora ou acha demais')
  })

  it('shows what the last JSONPath finds, though an earlier one is answered after it', async () => {
    const { main } = await openAnswer()
    const path = screen.getByLabelText<HTMLInputElement>('JSONPath')
    const matchesOf = (matches: number) => ({ ...lookOf('list', matches), matches })
    const late = main.hold('console.inspect')
    await fill(path, '$..id')
    await pressKey(path, 'Enter')
    main.answer('console.inspect', () => matchesOf(2))
    await fill(path, '$.payload[*]')
    await pressKey(path, 'Enter')
    await act(async () => late.open(matchesOf(7)))
    expect(pane().textContent).toContain('2 achados')
    expect(pane().textContent).not.toContain('7 achados')
    expect(pane().textContent).toContain('payload 2 itens')
  })

  it('is narrowed to one of its lists, and widened again', async () => {
    const { main } = await openAnswer()
    await chooseOption(screen.getByRole('combobox', { name: 'Listas na resposta' }), '$.payload · 2 linhas')
    expect(main.inputs('console.inspect').at(-1)).toMatchObject({ expression: '$.payload' })
    await chooseOption(screen.getByRole('combobox', { name: 'Listas na resposta' }), 'Tudo')
    expect(main.inputs('console.inspect').at(-1)).toMatchObject({ expression: '$' })
  })
})

describe('an answer as a table', () => {
  it('reads a long list piece by piece', async () => {
    const { view } = await openAnswer(callWith(), {
      'console.inspect': () => lookOf('list', 2, { columns: ['id'], rows: 2 }),
      'console.rows': ({ from }) => [[`linha ${from}`]],
    })
    await view('Tabela')
    await user.click(inPane('Mostrar mais linhas'))
    expect([...pane().querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['linha 0', 'linha 1'])
    expect(() => inPane('Mostrar mais linhas')).toThrow()
  })

  it('shows that it is no list, or an empty one', async () => {
    const { main, view } = await openAnswer(callWith(), {
      'console.inspect': () => lookOf('object', 0),
    })
    await view('Tabela')
    expect(pane().textContent).toContain('Isto não é uma lista')
    main.answer('console.inspect', () => lookOf('object', 0, { columns: [], rows: 0 }))
    await fill(screen.getByLabelText('JSONPath'), '$.vazia')
    await pressKey(screen.getByLabelText('JSONPath'), 'Enter')
    expect(pane().textContent).toContain('A lista está vazia')
    expect(inPane('Guardar como dados').disabled).toBe(true)
  })

  it('stays a table from answer to answer', async () => {
    const { view, look } = await openAnswer()
    await view('Tabela')
    await look(otherCall)
    expect(within(pane()).getByRole('radio', { name: 'Tabela' })).toHaveProperty('checked', true)
  })
})

describe('an answer as text', () => {
  it('is read piece by piece, and never taken for markup', async () => {
    const { view, main } = await openAnswer(callWith(), {
      'console.text': ({ from }) => ({ text: from === 0 ? hostile : ' fim', total: hostile.length + 4 }),
    })
    await view('Texto')
    expect(pane().querySelector('pre')?.textContent).toBe(hostile)
    await user.click(inPane('Mostrar mais do texto'))
    expect(pane().querySelector('pre')?.textContent).toBe(`${hostile} fim`)
    expect(main.inputs('console.text')).toMatchObject([{ from: 0 }, { from: hostile.length }])
    expect(() => inPane('Mostrar mais do texto')).toThrow()
    expect(pane().querySelectorAll('pre :is(img, script)')).toHaveLength(0)
  })

  it('that is an HTML page is marked so, and is offered neither as tree nor as table', async () => {
    await openAnswer(callWith({ kind: 'page', status: 504 }))
    expect(pane().textContent).toContain('Veio uma página, não dados')
    expect(pane().textContent).toContain('504')
    expect(within(pane()).queryByLabelText('Árvore')).toBeNull()
    expect(() => inPane('Guardar como dados')).toThrow()
  })

  it('that is none shows why: without a body, of binary data, or lost', async () => {
    const kinds = [
      [{ kind: 'empty', bytes: 0 }, 'O servidor respondeu sem corpo.'],
      [{ kind: 'binary' }, 'São dados binários. Eles podem ser salvos em um arquivo.'],
      [{ kind: 'empty', status: null, failure: 'timeout', bytes: 0 }, 'Não veio resposta.'],
    ] as const
    for (const [change, words] of kinds) {
      await openAnswer(callWith(change))
      expect(pane().textContent).toContain(words)
      cleanup()
    }
  })

  it('that was cut shows that only its beginning is kept', async () => {
    await openAnswer(callWith({ cut: true }))
    expect(pane().textContent).toContain('cortada: só o começo foi guardado')
  })
})

const learnt = {
  answers: 3,
  since: '2026-11-19T12:00:00.000Z',
  fields: [
    { path: '', kinds: ['object'], always: true },
    { path: 'payload[].phone_number', kinds: ['text', 'null'], always: false },
  ],
}

it.each([
  ['Árvore', 'console.inspect', lookOf('object', 2), 'payload 2 itens'],
  ['Texto', 'console.text', { text: 'enfim', total: 5 }, 'enfim'],
  ['Tipo', 'console.type', learnt, 'Aprendido com 3 respostas'],
] as const)(
  'an answer as “%s” that cannot be read shows why, and is read again on request',
  async (name, question, value, words) => {
    const { main, view } = await openAnswer(callWith(), { [question]: refuses('data_process_ended') })
    await view(name)
    expect(screen.getByRole('alert').textContent).toContain('A parte do Cruza que guarda os dados parou')
    main.answer(question, () => value)
    await user.click(inPane('Tentar de novo'))
    expect(pane().textContent).toContain(words)
    expect(pane().querySelector('[role="alert"]')).toBeNull()
  },
)

describe('the type of the answers of a route', () => {
  it('teaches how it is learnt while nothing is known', async () => {
    const { view } = await openAnswer()
    await view('Tipo')
    expect(pane().textContent).toContain('Nada se sabe ainda desta rota')
  })

  it('is a field a line, with what it held and whether it was always there', async () => {
    const { view } = await openAnswer(callWith(), { 'console.type': () => learnt })
    await view('Tipo')
    expect(pane().textContent).toMatch(/Aprendido com 3 respostas desta rota, desde ontem \d\d:00\./)
    const cells = [...pane().querySelectorAll('td')].map(({ textContent }) => textContent)
    expect(cells).toEqual([
      '(resposta inteira)',
      'objeto',
      'sempre',
      'payload[].phone_number',
      'texto | vazio',
      'às vezes',
    ])
  })

  it('is forgotten on request', async () => {
    const { view, main } = await openAnswer(callWith(), {
      'console.type': () => learnt,
      'console.forget_type': () => null,
    })
    await view('Tipo')
    main.answer('console.type', () => ({ answers: 0, since: null, fields: [] }))
    await user.click(inPane('Esquecer e aprender de novo'))
    expect(main.inputs('console.forget_type')).toEqual([{ connection_id: 'c1', route: callWith().route }])
    expect(pane().textContent).toContain('Nada se sabe ainda desta rota')
  })

  it('that an answer drifted from is shown beside it, and leads to the type', async () => {
    const drift = {
      added: ['a', 'b', 'c', 'd', 'e'],
      missing: ['payload[].email'],
      changed: [{ path: 'count', before: ['integer'], now: ['text', 'null'] }],
    }
    await openAnswer(callWith({ drift }), { 'console.type': () => learnt })
    expect(pane().textContent).toContain(
      'A resposta mudou de forma. novo: a, b, c, d e mais 1 · faltou: payload[].email · count: era inteiro, veio texto | vazio',
    )
    await user.click(inPane('Ver o tipo'))
    expect(pane().textContent).toContain('Aprendido com 3 respostas')
  })
})

describe('the head of an answer', () => {
  it('is shown line by line, or shown as empty', async () => {
    const { view } = await openAnswer(callWith({ headers: [['content-type', 'application/json']] }))
    await view('Cabeçalhos')
    expect([...pane().querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
      'content-type',
      'application/json',
    ])
    cleanup()
    const other = await openAnswer(callWith())
    await other.view('Cabeçalhos')
    expect(pane().textContent).toContain('Nenhum cabeçalho')
  })
})

describe('an answer that is kept', () => {
  const dataset = datasetWith({ name: 'Contatos achados', origin: 'console', rows: 2, columns: ['id', 'name'] })

  it('is saved as a data set of its longest list under a name, which leads to it', async () => {
    const { main, place } = await openAnswer(callWith(), { 'console.store': () => dataset })
    await user.click(inPane('Guardar como dados'))
    expect(screen.getByRole('dialog').textContent).toContain('Guarda 2 linhas neste computador')
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Listar assistentes')
    await fill(screen.getByLabelText('Nome'), ' ')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    await fill(screen.getByLabelText('Nome'), 'Contatos achados')
    await submit()
    expect(main.inputs('console.store')).toEqual([
      { connection_id: 'c1', id: 'c1', expression: '$.payload', name: 'Contatos achados' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).toContain('“Contatos achados” guardado')
    await user.click(screen.getByRole('button', { name: 'Abrir' }))
    expect(place()).toEqual({ screen: 'dataset', connection: 'c1', id: 'd1' })
  })

  it('that cannot be saved as a data set keeps the dialog, the name and the reason', async () => {
    const { main } = await openAnswer(callWith(), { 'console.store': refuses('disk_full') })
    await user.click(inPane('Guardar como dados'))
    await fill(screen.getByLabelText('Nome'), 'Contatos')
    await submit()
    expect(screen.getByRole('dialog').textContent).toContain('O disco está cheio.')
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Contatos')
    await submit()
    expect(main.inputs('console.store')).toHaveLength(2)
  })

  it('is stored once by whoever opens its dialog again before it is stored', async () => {
    const { main } = await openAnswer()
    const late = main.hold('console.store')
    await user.click(inPane('Guardar como dados'))
    await fill(screen.getByLabelText('Nome'), 'Primeiro')
    await submit()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    await user.click(inPane('Guardar como dados'))
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Primeiro')
    await submit()
    expect(main.inputs('console.store')).toHaveLength(1)
    await act(async () => late.open(datasetWith({ name: 'Primeiro' })))
    expect(document.body.textContent).toContain('“Primeiro” guardado')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens its dialog without the failure of something else', async () => {
    await openAnswer(callWith(), { 'console.save': refuses('disk_full') })
    await chooseItem('Mais ações da resposta', 'Salvar em arquivo')
    await user.click(inPane('Guardar como dados'))
    expect(screen.getByRole('dialog').textContent).not.toContain('O disco está cheio')
  })

  it('as a file is named; one that was not chosen shows nothing, one that cannot be written shows why', async () => {
    const { main } = await openAnswer(callWith(), { 'console.save': () => null })
    await chooseItem('Mais ações da resposta', 'Salvar em arquivo')
    expect(document.body.textContent).not.toContain('salvo')
    main.answer('console.save', () => ({ name: 'resposta.json', bytes: 100, file: null }))
    await chooseItem('Mais ações da resposta', 'Salvar em arquivo')
    expect(main.inputs('console.save').at(-1)).toEqual({ connection_id: 'c1', id: 'c1' })
    expect(document.body.textContent).toContain('resposta.json salvo')
    main.answer('console.save', refuses('no_permission'))
    await chooseItem('Mais ações da resposta', 'Salvar em arquivo')
    expect(screen.getByRole('alert').textContent).toContain('Sem permissão para gravar nesta pasta.')
    await user.click(inPane('Fechar'))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })
})

it('the rows and the text of an answer are shown once, though their views were opened twice before they came', async () => {
  const { main, view } = await openAnswer(callWith(), {
    'console.inspect': () => lookOf('list', 1, { columns: ['id'], rows: 1 }),
  })
  const [rows, text] = [main.hold('console.rows'), main.hold('console.text')]
  for (const name of ['Tabela', 'Texto', 'Tabela', 'Texto']) await view(name)
  await act(async () => {
    rows.open([['um']])
    text.open({ text: 'um', total: 2 })
  })
  expect(pane().querySelector('pre')?.textContent).toBe('um')
  await view('Tabela')
  expect([...pane().querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['um'])
})

describe('an answer that was left', () => {
  type Opened = Awaited<ReturnType<typeof openAnswer>>
  const findPart = async () => {
    await fill(screen.getByLabelText('JSONPath'), '$.payload[*]')
    await pressKey(screen.getByLabelText('JSONPath'), 'Enter')
  }

  it.each([
    ['another answer', ({ look }: Opened) => look(otherCall)],
    ['another part of it', findPart],
  ])('shows nothing of its branches in the same branch of %s', async (_, leave) => {
    const opened = await openAnswer()
    const late = opened.main.hold('console.nodes')
    await user.click(inPane('payload 2 itens'))
    opened.main.answer('console.nodes', ({ place }) => [
      place.length === 0
        ? { key: 'payload', kind: 'list', size: 2, text: '' }
        : { key: 'nova', kind: 'null', size: 0, text: 'null' },
    ])
    await leave(opened)
    await user.click(inPane('payload 2 itens'))
    await act(async () => late.open([{ key: 'velha', kind: 'null', size: 0, text: 'null' }]))
    expect(pane().textContent).toContain('nova')
    expect(pane().textContent).not.toContain('velha')
  })

  it('shows none of its rows in another part of it', async () => {
    const { main, view } = await openAnswer(callWith(), {
      'console.inspect': () => lookOf('list', 1, { columns: ['id'], rows: 1 }),
    })
    const late = main.hold('console.rows')
    await view('Tabela')
    const rows = main.hold('console.rows')
    await findPart()
    await act(async () => late.open([['velha']]))
    await act(async () => rows.open([['nova']]))
    expect([...pane().querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['nova'])
  })

  it('shows no failure of what was asked about it beside the one that is open now', async () => {
    const { main, look } = await openAnswer()
    const late = main.hold('console.save')
    await chooseItem('Mais ações da resposta', 'Salvar em arquivo')
    await look(otherCall)
    await act(async () => late.refuse(new Refusal({ code: 'disk_full', params: {} })))
    expect(pane().textContent).toContain('payload 2 itens')
    expect(pane().querySelector('[role="alert"]')).toBeNull()
  })
})
