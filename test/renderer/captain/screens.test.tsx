import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal, refuses } from '../../kit/fake-bridge.ts'
import {
  chooseItem,
  chooseOption,
  describedBy,
  findButton,
  findDialog,
  findField,
  findRow,
  hasDialog,
  menuItems,
  press,
  rowCount,
  submit,
  write,
} from '../../kit/screen-parts.ts'
import { guarantee, hostile, nina, openCaptain, page, record, stock, tool } from './open-captain.tsx'

describe('a list of the AI module', () => {
  it('shows each assistant with its product and its last change, how many there are and when they were read', async () => {
    const { screen } = await openCaptain()
    const cells = [...findRow('Nina').children].map(({ textContent }) => textContent)
    expect(cells.slice(0, 3)).toEqual([
      'NinaAtende dúvidas de pedido',
      'Vitrine Móveis',
      expect.stringMatching(/^hoje \d\d:00$/),
    ])
    expect(screen.text()).toMatch(/2 assistentes · lista de hoje \d\d:12/)
  })

  it('teaches what its things are for while there is none, and offers to make one', async () => {
    const { screen } = await openCaptain({ place: { part: 'documents' } })
    expect(screen.text()).toContain('Nenhum documento. Indique páginas que os assistentes devem ler.')
    await press(screen.byRole('button', 'Novo documento'))
    expect(findDialog().textContent).toContain('Endereço da página')
  })

  it('that cannot be read shows why, and is read by “Tentar de novo”', async () => {
    const { screen, main } = await openCaptain({ answers: { 'captain.list': refuses('forbidden') } })
    const notice = screen.byRole('alert', 'O serviço não permite isto para a sua chave.')
    expect(notice.textContent).not.toContain('A lista mostrada')
    expect(screen.text()).not.toContain('0 assistentes')
    main.answer('captain.list', () => page([nina]))
    await press(findButton('Tentar de novo'))
    expect(findRow('Nina')).toBeTruthy()
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('is shown as it was kept, with its date, while the service is away', async () => {
    const yesterday = '2026-11-19T11:12:00.000Z'
    const { screen } = await openCaptain({
      answers: {
        'captain.list': ({ fresh }) =>
          fresh ? refuses('offline', { host: 'atendimento.exemplo.com.br' })() : page([nina], { read_at: yesterday }),
      },
    })
    const notice = screen.byRole('alert', 'Sem conexão com atendimento.exemplo.com.br')
    expect(notice.textContent).toMatch(/A lista mostrada é de ontem \d\d:12\./)
    expect(findRow('Nina')).toBeTruthy()
  })

  it('asks for the next page again where that could not be read, and keeps those before', async () => {
    let away = true
    const { main } = await openCaptain({
      place: { part: 'documents' },
      answers: {
        'captain.list': ({ resource, fresh, page: requested }) => {
          if (resource !== 'documents' || !fresh) return page([], { read_at: null })
          if (requested === 3 && away) return refuses('rate_limited')()
          return page([record(requested, { name: `Documento ${requested}` })], { total: 3 })
        },
      },
    })
    await press(findButton('Mostrar mais'))
    await press(findButton('Mostrar mais'))
    expect(rowCount()).toBe(2)
    away = false
    await press(findButton('Tentar de novo'))
    expect(main.inputs('captain.list').at(-1)).toMatchObject({ page: 3 })
    expect(rowCount()).toBe(3)
  })

  it('that is being read for the first time is not shown as unread', async () => {
    const { main, screen } = await openCaptain({ place: { part: 'mcp_servers' } })
    const late = main.hold('captain.list')
    await press(findButton('Documentos'))
    expect(screen.text()).not.toContain('Esta lista ainda não foi lida.')
    expect(screen.text()).toContain('Perguntando ao serviço…')
    await act(async () => late.open(page([guarantee])))
    expect(screen.text()).not.toContain('Perguntando ao serviço…')
    expect(findRow('Garantia e trocas')).toBeTruthy()
  })

  it('shows hostile names and descriptions as text', async () => {
    await openCaptain({ lists: { assistants: [record(1, { name: hostile, description: `${hostile}!` })] } })
    expect(findButton(`Abrir ${hostile}`).textContent).toBe(hostile)
    expect(document.querySelectorAll('tbody :is(img, b, script)')).toHaveLength(0)
  })

  it('shows a thing without a number as one that nothing can be done with', async () => {
    await openCaptain({ lists: { assistants: [{ id: null, fields: { name: 'Sem número' } }] } })
    expect(findRow('Sem número').querySelectorAll('button')).toHaveLength(1)
  })

  it('is dropped when its answer comes after its part was left', async () => {
    const { main, screen } = await openCaptain({ place: { part: 'mcp_servers' } })
    const late = main.hold('captain.list')
    await press(findButton('Documentos'))
    main.answer('captain.list', ({ resource }) => page(resource === 'assistants' ? [nina] : []))
    await press(findButton('Assistentes'))
    await act(async () => late.open(page([guarantee])))
    expect(rowCount()).toBe(1)
    expect(screen.text()).not.toContain('Garantia e trocas')
  })
})

it.each([
  ['assistants', 'Nina', {}, ['Abrir', 'Editar…', 'Excluir…']],
  ['documents', 'Garantia e trocas', { documents: [guarantee] }, ['Abrir', 'Ler de novo', 'Excluir…']],
  ['custom_tools', 'Ver frete', { custom_tools: [tool] }, ['Abrir', 'Editar…', 'Testar…', 'Excluir…']],
  ['mcp_servers', 'Estoque', { mcp_servers: [stock] }, ['Abrir', 'Editar…', 'Conectar', 'Excluir…']],
])('the menu of one of the %s, %s, offers what it can do', async (part, name, lists, items) => {
  await openCaptain({ place: { part }, lists })
  await press(findButton(`Mais ações de ${name}`))
  expect(menuItems()).toEqual(items)
})

describe('the form of a new thing', () => {
  /** A document of assistant 1, whose number is typed: no assistant is known by name. */
  async function openForm(address: string, answers: Answers = {}) {
    const opened = await openCaptain({ place: { part: 'documents' }, lists: { assistants: [] }, answers })
    await press(findButton('Novo documento'))
    await write(findField('Endereço da página'), address)
    await write(findField('Assistente', findDialog()), '1')
    return opened
  }
  const address = 'https://vitrine.example/montagem'

  it('shows below the field what is missing, and sends nothing', async () => {
    const { main } = await openForm('')
    expect(describedBy(findField('Endereço da página'))).toBe('')
    await submit()
    expect(describedBy(findField('Endereço da página'))).toBe('Preencha este campo.')
    expect(describedBy(findField('Nome'))).toBe('')
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('takes a decimal comma for the sign of a decimal number', async () => {
    const { main } = await openCaptain()
    await press(findButton('Novo assistente'))
    await write(findField('Nome'), 'Lia')
    await write(findField('Temperatura'), '0,3')
    await submit()
    expect(main.inputs('captain.create')).toMatchObject([{ fields: { config: { temperature: 0.3 } } }])
  })

  it.each([
    ['Nina', 'Informe um número.'],
    ['-1.5', 'Informe um número inteiro, maior que zero.'],
  ])('shows below the field that “%s” is no number of a thing, and sends nothing', async (number, problem) => {
    const { main } = await openForm(address)
    await write(findField('Assistente', findDialog()), number)
    await submit()
    expect(describedBy(findField('Assistente', findDialog()))).toContain(problem)
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('shows below the field that it is no JSON', async () => {
    const { main } = await openCaptain({ place: { part: 'mcp_servers' } })
    await press(findButton('Novo servidor MCP'))
    await write(findField('Dados de acesso'), '{ "token"')
    await submit()
    expect(describedBy(findField('Dados de acesso'))).toContain('Isto não é JSON válido.')
    expect(describedBy(findField('Endereço'))).toBe('Preencha este campo.')
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('that the service refuses stays open with its fields and the reason, and can be sent again', async () => {
    const { main, screen, reads } = await openForm(address, {
      'captain.create': refuses('service_refused', { reason: 'endereço repetido' }),
    })
    await submit()
    expect(findDialog().textContent).toContain('O serviço recusou o pedido')
    expect(findField('Endereço da página').value).toBe(address)
    expect(reads('documents')).toBe(1)
    main.answer('captain.create', () => ({ record: null }))
    await submit()
    expect(hasDialog()).toBe(false)
    expect(screen.text()).toContain('Criado.')
    expect(main.inputs('captain.create')).toHaveLength(2)
  })

  it('that nobody confirmed is not offered a second time, leads to the activity, and the list is read again', async () => {
    const { main, isAt, reads } = await openForm(address, { 'captain.create': refuses('sent_unknown') })
    await submit()
    expect(findDialog().textContent).toContain('Veja em Atividade o que aconteceu, antes de enviar de novo.')
    expect(findButton('Criar', findDialog()).disabled).toBe(true)
    expect(findField('Endereço da página').value).toBe(address)
    await submit()
    expect(main.inputs('captain.create')).toHaveLength(1)
    expect(reads('documents')).toBe(2)
    await press(findButton('Abrir Atividade', findDialog()))
    expect(isAt()).toBe('activity')
    await press(findButton('Cancelar'))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('is left by “Cancelar” without sending anything', async () => {
    const { main } = await openForm(address)
    await press(findButton('Cancelar'))
    expect(hasDialog()).toBe(false)
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('takes an assistant by its name and sends its number', async () => {
    const { main } = await openCaptain({ place: { part: 'documents' } })
    await press(findButton('Novo documento'))
    await write(findField('Endereço da página'), address)
    await chooseOption(findField('Assistente', findDialog()), 'Téo')
    await submit()
    expect(main.inputs('captain.create')).toMatchObject([
      { resource: 'documents', fields: { external_link: address, assistant_id: 2 } },
    ])
    expect(findRow('montagem').textContent).toContain('Téo')
  })
})

describe('a change of a thing', () => {
  const link = record(71, { captain_mcp_server_id: 31, name: 'Estoque', enabled: true })

  /** The form of a linked server: it has the fewest fields. */
  async function openForm(answers: Answers = {}) {
    const lists = { assistant_mcp_servers: [link] }
    const opened = await openCaptain({ place: { id: 1 }, lists, answers })
    await press(findButton('Servidores MCP'))
    await chooseItem('Mais ações de Estoque', 'Editar…')
    return opened
  }

  it('sends nothing of a field that was learnt since the form was opened', async () => {
    const { main, captain } = await openCaptain()
    await chooseItem('Mais ações de Nina', 'Editar…')
    main.answer('captain.list', () => page([nina, record(3, { name: 'Lia', strict: true })]))
    await act(() => captain.records.getState().refresh({ resource: 'assistants', parent: null }))
    expect(findDialog().textContent).toContain('strict')
    expect(findButton('Salvar').disabled).toBe(true)
  })

  it('keeps its fields under the reason when it is refused, and is not offered again when nobody confirmed it', async () => {
    const { main } = await openForm({ 'captain.change': refuses('service_failed', { status: 500 }) })
    await write(findField('Filtros de ferramentas'), '["consultar"]')
    await submit()
    expect(findDialog().textContent).toContain('O serviço teve um erro interno (resposta 500).')
    expect(findField('Filtros de ferramentas').value).toBe('["consultar"]')
    main.answer('captain.change', refuses('sent_unknown'))
    await submit()
    expect(findButton('Salvar').disabled).toBe(true)
    expect(findField('Filtros de ferramentas').value).toBe('["consultar"]')
    expect(main.inputs('captain.change')).toHaveLength(2)
  })
})

describe('a deletion', () => {
  /** The dialog of a deletion, opened while a creation is on its way whose dialog was closed. */
  async function askToDeleteWhileCreating() {
    const { main } = await openCaptain({
      place: { part: 'documents' },
      lists: { assistants: [], documents: [guarantee] },
    })
    const late = main.hold('captain.create')
    await press(findButton('Novo documento'))
    await write(findField('Endereço da página'), 'https://a.example')
    await write(findField('Assistente', findDialog()), '1')
    await submit()
    await press(findButton('Cancelar', findDialog()))
    await chooseItem('Mais ações de Garantia e trocas', 'Excluir…')
    return late
  }

  async function ask(answers: Answers = {}) {
    const opened = await openCaptain({ answers })
    await chooseItem('Mais ações de Téo', 'Excluir…')
    return opened
  }

  it('names what goes and is sent once it is confirmed', async () => {
    const { main, screen } = await ask()
    for (const words of [
      'Excluir “Téo”?',
      'o serviço não desfaz isto',
      'também os cenários e as ligações deste assistente',
    ]) {
      expect(findDialog().textContent).toContain(words)
    }
    expect(main.inputs('captain.remove')).toEqual([])
    await press(findButton('Excluir', findDialog()))
    expect(main.inputs('captain.remove')).toEqual([
      { connection_id: 'c1', resource: 'assistants', parent: null, id: 2 },
    ])
    expect(hasDialog()).toBe(false)
    expect(rowCount()).toBe(1)
    expect(screen.text()).toContain('Excluído.')
  })

  it('leaves alone the dialog that was opened since its own was closed, whatever a creation answers late', async () => {
    const late = await askToDeleteWhileCreating()
    await act(async () => late.open({ record: record(90, {}) }))
    expect(findDialog().textContent).toContain('Excluir “Garantia e trocas”?')
  })

  it('shows no late refusal of a creation in its dialog, but in the list behind it', async () => {
    const late = await askToDeleteWhileCreating()
    await act(async () => late.refuse(new Refusal({ code: 'sent_unknown', params: {} })))
    expect(findDialog().textContent).not.toContain('Veja em Atividade')
    expect(findButton('Excluir', findDialog()).disabled).toBe(false)
    await press(findButton('Cancelar', findDialog()))
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('Veja em Atividade')
  })

  it('that the service refuses shows why in its dialog, and the row stays', async () => {
    const { main } = await ask({ 'captain.remove': refuses('forbidden') })
    await press(findButton('Excluir', findDialog()))
    expect(findDialog().textContent).toContain('O serviço não permite isto para a sua chave.')
    expect(rowCount()).toBe(2)
    await press(findButton('Excluir', findDialog()))
    expect(main.inputs('captain.remove')).toHaveLength(2)
  })

  it('that nobody confirmed is not offered a second time, and the list is read again', async () => {
    const { reads } = await ask({ 'captain.remove': refuses('sent_unknown') })
    await press(findButton('Excluir', findDialog()))
    expect(findButton('Excluir', findDialog()).disabled).toBe(true)
    expect(findDialog().textContent).toContain('Veja em Atividade o que aconteceu')
    expect(reads('assistants')).toBe(2)
  })

  it('whose dialog was closed before the refusal still shows why it was not done', async () => {
    const { screen, main } = await ask()
    const late = main.hold('captain.remove')
    await press(findButton('Excluir', findDialog()))
    await press(findButton('Cancelar', findDialog()))
    await act(async () => late.refuse(new Refusal({ code: 'forbidden', params: {} })))
    expect(screen.byRole('alert', 'O serviço não permite isto para a sua chave.')).toBeTruthy()
    await press(findButton('Fechar'))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })
})
