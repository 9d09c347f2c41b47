import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { fill, first, user } from '../../kit/render.tsx'
import { chooseItem, chooseOption, describedBy, menuItems, rowCount, submit } from '../../kit/screen-parts.ts'
import { guarantee, nina, openCaptain, page, record, stock, tool } from './open-captain.tsx'

describe('a list of the AI module', () => {
  it('shows each assistant with its product and its last change, how many there are and when they were read', async () => {
    await openCaptain()
    const cells = [...screen.getByRole('row', { name: /Nina/ }).children].map(({ textContent }) => textContent)
    expect(cells.slice(0, 3)).toEqual([
      'NinaAtende dúvidas de pedido',
      'Vitrine Móveis',
      expect.stringMatching(/^hoje \d\d:00$/),
    ])
    expect(document.body.textContent).toMatch(/2 assistentes · lista de hoje \d\d:12/)
  })

  it('teaches what its things are for while there is none, and offers to make one', async () => {
    await openCaptain({ place: { part: 'documents' } })
    expect(document.body.textContent).toContain('Nenhum documento. Indique páginas que os assistentes devem ler.')
    await user.click(first(screen.getAllByRole('button', { name: /Novo documento/ })))
    expect(screen.getByRole('dialog').textContent).toContain('Endereço da página')
  })

  it('that cannot be read shows why, and is read by “Tentar de novo”', async () => {
    const { main } = await openCaptain({ answers: { 'captain.list': refuses('forbidden') } })
    const notice = screen.getByRole('alert')
    expect(notice.textContent).not.toContain('A lista mostrada')
    expect(document.body.textContent).not.toContain('0 assistentes')
    main.answer('captain.list', () => page([nina]))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(screen.getByRole('row', { name: /Nina/ })).toBeTruthy()
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('is shown as it was kept, with its date, while the service is away', async () => {
    const yesterday = '2026-11-19T11:12:00.000Z'
    await openCaptain({
      answers: {
        'captain.list': ({ fresh }) =>
          fresh ? refuses('offline', { host: 'atendimento.exemplo.com.br' })() : page([nina], { read_at: yesterday }),
      },
    })
    const notice = screen.getByRole('alert')
    expect(notice.textContent).toMatch(/A lista mostrada é de ontem \d\d:12\./)
    expect(screen.getByRole('row', { name: /Nina/ })).toBeTruthy()
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
    await user.click(screen.getByRole('button', { name: 'Mostrar mais' }))
    await user.click(screen.getByRole('button', { name: 'Mostrar mais' }))
    expect(rowCount()).toBe(2)
    away = false
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(main.inputs('captain.list').at(-1)).toMatchObject({ page: 3 })
    expect(rowCount()).toBe(3)
  })

  it('that is being read for the first time is not shown as unread', async () => {
    const { main } = await openCaptain({ place: { part: 'mcp_servers' } })
    const late = main.hold('captain.list')
    await user.click(screen.getByRole('button', { name: 'Documentos' }))
    expect(document.body.textContent).not.toContain('Esta lista ainda não foi lida.')
    expect(document.body.textContent).toContain('Perguntando ao serviço…')
    await act(async () => late.open(page([guarantee])))
    expect(document.body.textContent).not.toContain('Perguntando ao serviço…')
    expect(screen.getByRole('row', { name: /Garantia e trocas/ })).toBeTruthy()
  })

  it('shows a thing without a number as one that nothing can be done with', async () => {
    await openCaptain({ lists: { assistants: [{ id: null, fields: { name: 'Sem número' } }] } })
    expect(screen.getByRole('row', { name: /Sem número/ }).querySelectorAll('button')).toHaveLength(1)
  })

  it('is dropped when its answer comes after its part was left', async () => {
    const { main } = await openCaptain({ place: { part: 'mcp_servers' } })
    const late = main.hold('captain.list')
    await user.click(screen.getByRole('button', { name: 'Documentos' }))
    main.answer('captain.list', ({ resource }) => page(resource === 'assistants' ? [nina] : []))
    await user.click(screen.getByRole('button', { name: 'Assistentes' }))
    await act(async () => late.open(page([guarantee])))
    expect(rowCount()).toBe(1)
    expect(document.body.textContent).not.toContain('Garantia e trocas')
  })
})

it.each([
  ['assistants', 'Nina', {}, ['Abrir', 'Editar…', 'Excluir…']],
  ['documents', 'Garantia e trocas', { documents: [guarantee] }, ['Abrir', 'Ler de novo', 'Excluir…']],
  ['custom_tools', 'Ver frete', { custom_tools: [tool] }, ['Abrir', 'Editar…', 'Testar…', 'Excluir…']],
  ['mcp_servers', 'Estoque', { mcp_servers: [stock] }, ['Abrir', 'Editar…', 'Conectar', 'Excluir…']],
])('the menu of one of the %s, %s, offers what it can do', async (part, name, lists, items) => {
  await openCaptain({ place: { part }, lists })
  await user.click(screen.getByRole('button', { name: `Mais ações de ${name}` }))
  expect(menuItems()).toEqual(items)
})

describe('the form of a new thing', () => {
  /** A document of assistant 1, whose number is typed: no assistant is known by name. */
  async function openForm(address: string, answers: Answers = {}) {
    const opened = await openCaptain({ place: { part: 'documents' }, lists: { assistants: [] }, answers })
    await user.click(first(screen.getAllByRole('button', { name: /Novo documento/ })))
    await fill(screen.getByLabelText('Endereço da página', { exact: false }), address)
    await fill(within(screen.getByRole('dialog')).getByLabelText('Assistente', { exact: false }), '1')
    return opened
  }
  const address = 'https://vitrine.example/montagem'

  it('shows below the field what is missing, and sends nothing', async () => {
    const { main } = await openForm('')
    expect(describedBy(screen.getByLabelText('Endereço da página', { exact: false }))).toBe('')
    await submit()
    expect(describedBy(screen.getByLabelText('Endereço da página', { exact: false }))).toBe('Preencha este campo.')
    expect(describedBy(screen.getByLabelText('Nome'))).toBe('')
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('takes a decimal comma for the sign of a decimal number', async () => {
    const { main } = await openCaptain()
    await user.click(screen.getByRole('button', { name: 'Novo assistente' }))
    await fill(screen.getByLabelText('Nome', { exact: false }), 'Lia')
    await fill(screen.getByLabelText('Temperatura'), '0,3')
    await submit()
    expect(main.inputs('captain.create')).toMatchObject([{ fields: { config: { temperature: 0.3 } } }])
  })

  it.each([
    ['Nina', 'Informe um número.'],
    ['-1.5', 'Informe um número inteiro, maior que zero.'],
  ])('shows below the field that “%s” is no number of a thing, and sends nothing', async (number, problem) => {
    const { main } = await openForm(address)
    await fill(within(screen.getByRole('dialog')).getByLabelText('Assistente', { exact: false }), number)
    await submit()
    expect(describedBy(within(screen.getByRole('dialog')).getByLabelText('Assistente', { exact: false }))).toContain(
      problem,
    )
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('shows below the field that it is no JSON', async () => {
    const { main } = await openCaptain({ place: { part: 'mcp_servers' } })
    await user.click(first(screen.getAllByRole('button', { name: /Novo servidor MCP/ })))
    await fill(screen.getByLabelText('Dados de acesso'), '{ "token"')
    await submit()
    expect(describedBy(screen.getByLabelText('Dados de acesso'))).toContain('Isto não é JSON válido.')
    expect(describedBy(screen.getByLabelText('Endereço', { exact: false }))).toBe('Preencha este campo.')
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('that the service refuses stays open with its fields and the reason, and can be sent again', async () => {
    const { main, reads } = await openForm(address, {
      'captain.create': refuses('service_refused', { reason: 'endereço repetido' }),
    })
    await submit()
    expect(screen.getByRole('dialog').textContent).toContain('O serviço recusou o pedido')
    expect(screen.getByLabelText<HTMLInputElement>('Endereço da página', { exact: false }).value).toBe(address)
    expect(reads('documents')).toBe(1)
    main.answer('captain.create', () => ({ record: null }))
    await submit()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).toContain('Criado.')
    expect(main.inputs('captain.create')).toHaveLength(2)
  })

  it('that nobody confirmed is not offered a second time, leads to the activity, and the list is read again', async () => {
    const { main, isAt, reads } = await openForm(address, { 'captain.create': refuses('sent_unknown') })
    await submit()
    expect(screen.getByRole('dialog').textContent).toContain(
      'Veja em Atividade o que aconteceu, antes de enviar de novo.',
    )
    expect(within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Criar' }).disabled).toBe(
      true,
    )
    expect(screen.getByLabelText<HTMLInputElement>('Endereço da página', { exact: false }).value).toBe(address)
    await submit()
    expect(main.inputs('captain.create')).toHaveLength(1)
    expect(reads('documents')).toBe(2)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Abrir Atividade' }))
    expect(isAt()).toBe('activity')
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('is left by “Cancelar” without sending anything', async () => {
    const { main } = await openForm(address)
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(main.inputs('captain.create')).toEqual([])
  })

  it('takes an assistant by its name and sends its number', async () => {
    const { main } = await openCaptain({ place: { part: 'documents' } })
    await user.click(first(screen.getAllByRole('button', { name: /Novo documento/ })))
    await fill(screen.getByLabelText('Endereço da página', { exact: false }), address)
    await chooseOption(within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Assistente' }), 'Téo')
    await submit()
    expect(main.inputs('captain.create')).toMatchObject([
      { resource: 'documents', fields: { external_link: address, assistant_id: 2 } },
    ])
    expect(screen.getByRole('row', { name: /montagem/ }).textContent).toContain('Téo')
  })
})

describe('a change of a thing', () => {
  const link = record(71, { captain_mcp_server_id: 31, name: 'Estoque', enabled: true })

  /** The form of a linked server: it has the fewest fields. */
  async function openForm(answers: Answers = {}) {
    const lists = { assistant_mcp_servers: [link] }
    const opened = await openCaptain({ place: { id: 1 }, lists, answers })
    await user.click(screen.getByRole('button', { name: 'Servidores MCP' }))
    await chooseItem('Mais ações de Estoque', 'Editar…')
    return opened
  }

  it('sends nothing of a field that was learnt since the form was opened', async () => {
    const { main, captain } = await openCaptain()
    await chooseItem('Mais ações de Nina', 'Editar…')
    main.answer('captain.list', () => page([nina, record(3, { name: 'Lia', strict: true })]))
    await act(() => captain.records.getState().refresh({ resource: 'assistants', parent: null }))
    expect(screen.getByRole('dialog').textContent).toContain('strict')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true)
  })

  it('keeps its fields under the reason when it is refused, and is not offered again when nobody confirmed it', async () => {
    const { main } = await openForm({ 'captain.change': refuses('service_failed', { status: 500 }) })
    await fill(screen.getByLabelText('Filtros de ferramentas'), '["consultar"]')
    await submit()
    expect(screen.getByRole('dialog').textContent).toContain('O serviço teve um erro interno (resposta 500).')
    expect(screen.getByLabelText<HTMLInputElement>('Filtros de ferramentas').value).toBe('["consultar"]')
    main.answer('captain.change', refuses('sent_unknown'))
    await submit()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Filtros de ferramentas').value).toBe('["consultar"]')
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
    await user.click(screen.getByRole('button', { name: 'Novo documento' }))
    await fill(screen.getByLabelText('Endereço da página', { exact: false }), 'https://a.example')
    await fill(within(screen.getByRole('dialog')).getByLabelText('Assistente', { exact: false }), '1')
    await submit()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    await chooseItem('Mais ações de Garantia e trocas', 'Excluir…')
    return late
  }

  async function ask(answers: Answers = {}) {
    const opened = await openCaptain({ answers })
    await chooseItem('Mais ações de Téo', 'Excluir…')
    return opened
  }

  it('names what goes and is sent once it is confirmed', async () => {
    const { main } = await ask()
    for (const words of [
      'Excluir “Téo”?',
      'o serviço não desfaz isto',
      'também os cenários e as ligações deste assistente',
    ]) {
      expect(screen.getByRole('dialog').textContent).toContain(words)
    }
    expect(main.inputs('captain.remove')).toEqual([])
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Excluir' }))
    expect(main.inputs('captain.remove')).toEqual([
      { connection_id: 'c1', resource: 'assistants', parent: null, id: 2 },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(rowCount()).toBe(1)
    expect(document.body.textContent).toContain('Excluído.')
  })

  it('leaves alone the dialog that was opened since its own was closed, whatever a creation answers late', async () => {
    const late = await askToDeleteWhileCreating()
    await act(async () => late.open({ record: record(90, {}) }))
    expect(screen.getByRole('dialog').textContent).toContain('Excluir “Garantia e trocas”?')
  })

  it('shows no late refusal of a creation in its dialog, but in the list behind it', async () => {
    const late = await askToDeleteWhileCreating()
    await act(async () => late.refuse(new Refusal({ code: 'sent_unknown', params: {} })))
    expect(screen.getByRole('dialog').textContent).not.toContain('Veja em Atividade')
    expect(
      within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Excluir' }).disabled,
    ).toBe(false)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('Veja em Atividade')
  })

  it('that the service refuses shows why in its dialog, and the row stays', async () => {
    const { main } = await ask({ 'captain.remove': refuses('forbidden') })
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Excluir' }))
    expect(screen.getByRole('dialog').textContent).toContain('O serviço não permite isto para a sua chave.')
    expect(rowCount()).toBe(2)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Excluir' }))
    expect(main.inputs('captain.remove')).toHaveLength(2)
  })

  it('that nobody confirmed is not offered a second time, and the list is read again', async () => {
    const { reads } = await ask({ 'captain.remove': refuses('sent_unknown') })
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Excluir' }))
    expect(
      within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Excluir' }).disabled,
    ).toBe(true)
    expect(screen.getByRole('dialog').textContent).toContain('Veja em Atividade o que aconteceu')
    expect(reads('assistants')).toBe(2)
  })

  it('whose dialog was closed before the refusal still shows why it was not done', async () => {
    const { main } = await ask()
    const late = main.hold('captain.remove')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Excluir' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    await act(async () => late.refuse(new Refusal({ code: 'forbidden', params: {} })))
    expect(screen.getByRole('alert').textContent).toContain('O serviço não permite isto para a sua chave.')
    await user.click(screen.getByRole('button', { name: 'Fechar' }))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })
})
