import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, refuses } from '../../kit/fake-bridge.ts'
import { fill, first, user } from '../../kit/render.tsx'
import { chooseItem, chooseOption, rowCount, submit } from '../../kit/screen-parts.ts'
import { guarantee, type OpenCaptain, openCaptain, page, read_at, record, stock, tool } from './open-captain.tsx'

describe('a document, tool or server', () => {
  it.each([
    ['mcp_servers', 'Estoque', 'Conectar', 'connect', 31, 'O que o servidor respondeu'],
    ['documents', 'Garantia e trocas', 'Ler de novo', 'sync', 5, 'O que o serviço respondeu'],
  ] as const)(
    'of the %s, %s, does by its menu “%s” at once, and shows what came of it or why it failed',
    async (...row) => {
      const [part, name, item, action, id, heading] = row
      const { main } = await openCaptain({
        place: { part },
        lists: { mcp_servers: [stock], documents: [guarantee] },
        answers: { 'captain.act': refuses('service_refused', { reason: 'token inválido' }) },
      })
      await chooseItem(`Mais ações de ${name}`, item)
      expect(screen.getByRole('dialog').textContent).toContain('O serviço recusou o pedido')
      expect(screen.getByRole('dialog').textContent).not.toContain(heading)
      expect(main.inputs('captain.act')).toEqual([{ connection_id: 'c1', action, id }])
      main.answer('captain.act', () => ({ answer: { status: 'conectado' }, read_at }))
      await user.click(first(within(screen.getByRole('dialog')).getAllByRole('button', { name: /Fechar/ })))
      await chooseItem(`Mais ações de ${name}`, item)
      expect(screen.getByRole('dialog').textContent).toContain(heading)
      expect(screen.getByRole('dialog').textContent).toContain('conectado')
    },
  )

  it('that is a tool shows its secrets covered, and shows that they stay', async () => {
    await openCaptain({ place: { part: 'custom_tools' }, lists: { custom_tools: [tool] } })
    await user.click(screen.getByRole('button', { name: 'Abrir Ver frete' }))
    expect(screen.getByRole('dialog').textContent).toContain(
      'Os segredos aparecem como •••••• e continuam como estão no serviço',
    )
  })

  it('that is a tool shows nothing of another tool that answers late', async () => {
    const other = record(22, { title: 'Ver estoque', endpoint_url: 'https://b.example' })
    const { main } = await openCaptain({
      place: { part: 'custom_tools' },
      lists: { custom_tools: [tool, other] },
    })
    const late = main.hold('captain.test')
    await chooseItem('Mais ações de Ver frete', 'Testar…')
    await user.click(screen.getByRole('button', { name: 'Chamar agora' }))
    await user.click(first(within(screen.getByRole('dialog')).getAllByRole('button', { name: /Fechar/ })))
    await chooseItem('Mais ações de Ver estoque', 'Testar…')
    await act(async () => late.open({ answer: { frete: 'R$ 20' }, read_at }))
    expect(screen.getByRole('dialog').textContent).not.toContain('R$ 20')
  })

  it('that is a tool is not called a second time where nobody confirmed the first', async () => {
    await openCaptain({
      place: { part: 'custom_tools' },
      lists: { custom_tools: [tool] },
      answers: { 'captain.test': refuses('sent_unknown') },
    })
    await chooseItem('Mais ações de Ver frete', 'Testar…')
    await user.click(screen.getByRole('button', { name: 'Chamar agora' }))
    expect(screen.getByRole('dialog').textContent).toContain('Veja em Atividade o que aconteceu')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Chamar agora' }).disabled).toBe(true)
  })

  it('that is one of the tools of every assistant stands in a list of its own, which shows why it is not there', async () => {
    const { main } = await openCaptain({
      place: { part: 'custom_tools' },
      answers: { 'captain.ask': refuses('timeout', { host: 'atendimento.exemplo' }) },
    })
    const region = document.querySelector('section[aria-label="Ferramentas que os assistentes podem usar"]')
    expect(region?.textContent).toContain('atendimento.exemplo não respondeu a tempo.')
    main.answer('captain.ask', () => ({ answer: [{ id: 'handoff', title: 'Transferir para a equipe' }], read_at }))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(screen.getByRole('row', { name: /Transferir para a equipe/ }).textContent).toContain('handoff')
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({ question: 'tools' })
  })
})

describe('the discovery of the MCP server of the account', () => {
  it('asks about a resource by its name, and shows why it failed with a way on', async () => {
    const { main } = await openCaptain({
      place: { part: 'mcp_servers' },
      answers: { 'captain.ask': refuses('service_not_found') },
    })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Consultar o recurso' }).disabled).toBe(true)
    await fill(screen.getByRole('combobox', { name: 'Identificador do recurso' }), ' estoque ')
    await user.click(screen.getByRole('button', { name: 'Consultar o recurso' }))
    expect(screen.getByRole('alert').textContent).toContain('O serviço respondeu que este endereço não existe.')
    main.answer('captain.ask', () => ({ answer: { resource: 'https://a.example/mcp/7/estoque' }, read_at }))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(document.body.textContent).toContain('/mcp/7/estoque')
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({ question: 'discover_resource', slug: 'estoque' })
    await user.click(screen.getByRole('button', { name: 'Consultar o servidor de autorização' }))
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({ question: 'discover_server', slug: null })
  })
})

describe('the responses', () => {
  const shop = record(11, { question: 'Vocês têm loja?', answer: 'Sim.', assistant_id: 1, status: 'pending' })
  const gift = record(12, { question: 'Tem brinde?', answer: 'Não.', assistant: { id: 2 }, status: 'approved' })
  const both = { responses: [shop, gift] }

  const openResponses = (how: OpenCaptain = {}) => openCaptain({ place: { part: 'responses' }, lists: both, ...how })
  const toolbar = () => document.querySelector<HTMLElement>('[role="toolbar"]') ?? document.body

  it('are shown with their assistant by name and their state in words', async () => {
    await openResponses()
    expect(screen.getByRole('row', { name: /Vocês têm loja\?/ }).textContent).toContain('Ninapendente')
    expect(screen.getByRole('row', { name: /Tem brinde\?/ }).textContent).toContain('Téoaprovada')
  })

  it('are asked for once typing in the search rests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { main, reads } = await openResponses({
      answers: { 'captain.list': ({ filter }) => page(filter.search === 'brinde' ? [] : [shop]) },
    })
    for (const text of ['br', 'brinde']) await fill(screen.getByLabelText('Buscar nas respostas'), text)
    expect(reads('responses')).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(350))
    expect(main.inputs('captain.list').at(-1)).toMatchObject({ resource: 'responses', filter: { search: 'brinde' } })
    expect(reads('responses')).toBe(2)
    expect(document.body.textContent).toContain('Nada encontrado com este filtro.')
  })

  it('are narrowed by state, assistant and document together', async () => {
    const { main } = await openResponses({ lists: { ...both, documents: [guarantee] } })
    await chooseOption(screen.getByRole('combobox', { name: 'Estado' }), 'aprovada')
    await chooseOption(screen.getByRole('combobox', { name: 'Assistente' }), 'Téo')
    await chooseOption(screen.getByRole('combobox', { name: 'Documento' }), 'Garantia e trocas')
    const filter = { status: 'approved', assistant_id: '2', document_id: '5' }
    expect(main.inputs('captain.list').at(-1)).toMatchObject({ resource: 'responses', page: 1, filter })
  })

  it('that were chosen are counted, and let go again', async () => {
    await openResponses()
    expect(document.querySelector('[role="toolbar"]')).toBeNull()
    await user.click(screen.getByLabelText('Escolher todas as mostradas'))
    expect(toolbar().textContent).toContain('2 respostas escolhidas')
    await user.click(screen.getByLabelText('Escolher Tem brinde?'))
    expect(toolbar().textContent).toContain('1 resposta escolhida')
    await user.click(screen.getByRole('button', { name: 'Não escolher nenhuma' }))
    expect(document.querySelector('[role="toolbar"]')).toBeNull()
  })

  it('that were chosen are approved at once, but for those that a filter took away', async () => {
    const { main } = await openResponses({
      answers: {
        'captain.list': ({ resource, filter }) => {
          if (resource !== 'responses') return page([])
          return page(filter.status === 'approved' ? [gift] : [shop, gift])
        },
        'captain.bulk': () => ({ answer: null, read_at }),
      },
    })
    await user.click(screen.getByLabelText('Escolher Vocês têm loja?'))
    await chooseOption(screen.getByRole('combobox', { name: 'Estado' }), 'aprovada')
    expect(document.querySelector('[role="toolbar"]')).toBeNull()
    await user.click(screen.getByLabelText('Escolher todas as mostradas'))
    await user.click(screen.getByRole('button', { name: 'Aprovar' }))
    expect(main.inputs('captain.bulk')).toMatchObject([
      { connection_id: 'c1', action: 'approve', records: [{ id: 12 }] },
    ])
    expect(document.body.textContent).toContain('1 resposta aprovada.')
    expect(document.querySelector('[role="toolbar"]')).toBeNull()
  })

  it('whose approval nobody confirmed are not offered to be approved a second time', async () => {
    const { main } = await openResponses({ answers: { 'captain.bulk': refuses('sent_unknown') } })
    await user.click(screen.getByLabelText('Escolher Vocês têm loja?'))
    await user.click(screen.getByRole('button', { name: 'Aprovar' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Aprovar' }).disabled).toBe(true)
    expect(within(toolbar()).getByRole<HTMLButtonElement>('button', { name: 'Excluir…' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Aprovar' }))
    expect(main.inputs('captain.bulk')).toHaveLength(1)
  })

  it('whose deletion nobody confirmed, but which are gone, are chosen no longer', async () => {
    let gone = false
    await askToDelete({
      'captain.list': ({ resource }) => page(resource === 'responses' && !gone ? [shop, gift] : []),
      'captain.bulk': () => {
        gone = true
        return refuses('sent_unknown')()
      },
    })
    await fill(screen.getByLabelText(word), 'excluir')
    await submit()
    expect(document.querySelector('[role="toolbar"]')).toBeNull()
  })

  it('whose approval is refused stay chosen, under the reason', async () => {
    await openResponses({ answers: { 'captain.bulk': refuses('forbidden') } })
    await user.click(screen.getByLabelText('Escolher Vocês têm loja?'))
    await user.click(screen.getByRole('button', { name: 'Aprovar' }))
    expect(screen.getByRole('alert').textContent).toContain('O serviço não permite isto para a sua chave.')
    expect(toolbar().textContent).toContain('1 resposta escolhida')
  })

  /** Chooses both responses and opens the question whether to delete them. */
  async function askToDelete(answers: Answers) {
    const opened = await openResponses({ answers })
    await user.click(screen.getByLabelText('Escolher todas as mostradas'))
    await user.click(within(toolbar()).getByRole('button', { name: 'Excluir…' }))
    return opened
  }
  const word = 'Digite “excluir” para confirmar'

  it('are deleted once the word is typed, and a copy of them is named', async () => {
    const { main } = await askToDelete({ 'captain.bulk': () => ({ answer: null, read_at }) })
    expect(screen.getByRole('dialog').textContent).toContain(
      'Será apagado do serviço, para toda a equipe: 2 respostas.',
    )
    expect(screen.getByRole('dialog').textContent).toContain('o Cruza guarda uma cópia')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Excluir 2 respostas' }).disabled).toBe(true)
    await submit()
    expect(main.inputs('captain.bulk')).toEqual([])
    await fill(screen.getByLabelText(word), 'Excluir')
    await submit()
    const name = expect.stringMatching(/^Respostas da IA excluídas em 20\/11\/2026 \d\d:00$/)
    expect(main.inputs('captain.bulk')).toEqual([
      { connection_id: 'c1', action: 'delete', records: [shop, gift], name },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).toContain('2 respostas excluídas. Uma cópia ficou nos conjuntos de dados.')
  })

  it('whose deletion is refused stay, and the dialog shows why with the word still typed', async () => {
    await askToDelete({ 'captain.bulk': refuses('disk_full') })
    await fill(screen.getByLabelText(word), 'excluir')
    await submit()
    expect(screen.getByRole('dialog').textContent).toContain('O disco está cheio.')
    expect(screen.getByLabelText<HTMLInputElement>(word).value).toBe('excluir')
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(rowCount()).toBe(2)
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('whose deletion nobody confirmed are read again, and the dialog is gone', async () => {
    const { main, isAt, reads } = await askToDelete({ 'captain.bulk': refuses('sent_unknown') })
    await fill(screen.getByLabelText(word), 'excluir')
    await submit()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('Veja em Atividade o que aconteceu')
    await user.click(screen.getByRole('button', { name: 'Abrir Atividade' }))
    expect(isAt()).toBe('activity')
    expect(main.inputs('captain.bulk')).toHaveLength(1)
    expect(reads('responses')).toBe(2)
  })
})

describe('records inside of records', () => {
  const nina = { id: 7, name: 'Nina da loja', config: { product_name: 'x' } }

  it('are shown by name, in lists, sheets and tables', async () => {
    const rows = [{ record_type: 'conversation', conversation: { id: 9, display_id: 501, contact_name: 'Marina' } }]
    const answered = record(5, {
      question: 'Qual o prazo?',
      assistant: nina,
      documentable: { id: 2, name: 'Política' },
    })
    await openCaptain({ place: { part: 'responses' }, lists: { responses: [answered] } })
    expect(screen.getByRole('row', { name: /Qual o prazo\?/ }).textContent).toContain('Nina da loja')
    await user.click(screen.getByRole('button', { name: 'Abrir Qual o prazo?' }))
    expect(screen.getByRole('dialog').textContent).toContain('AssistenteNina da loja')
    expect(screen.getByRole('dialog').textContent).toContain('OrigemPolítica')
    expect(screen.getByRole('dialog').textContent).not.toContain('product_name')

    await openCaptain({
      place: { part: 'custom_tools' },
      answers: { 'captain.ask': () => ({ answer: rows, read_at }) },
    })
    expect(document.querySelector('.captain-table')?.textContent).toContain('nº 501, Marina')
  })
})

describe('a document whose latest reading failed', () => {
  it('is not shown as available', async () => {
    const failed = { ...guarantee, fields: { ...guarantee.fields, sync_status: 'failed' } }
    await openCaptain({ place: { part: 'documents' }, lists: { documents: [failed] } })
    expect(screen.getByRole('row', { name: /Garantia e trocas/ }).textContent).toContain('a leitura falhou')
    expect(screen.getByRole('row', { name: /Garantia e trocas/ }).textContent).not.toContain('disponível')
  })
})

describe('tools that are kept by assistant', () => {
  it('are those of the first one, until the user chooses another', async () => {
    const { main } = await openCaptain({
      place: { part: 'custom_tools' },
      answers: {
        'captain.list': ({ resource, parent, fresh }) => {
          if (resource === 'assistants') return page([record(1, { name: 'Nina' }), record(2, { name: 'Téo' })])
          if (!fresh) return { records: [], total: null, read_at: null }
          return parent === null ? refuses('service_not_found')() : page(parent === 1 ? [tool] : [])
        },
        'captain.test': () => ({ answer: { status: 200 }, read_at }),
      },
    })
    expect(screen.getByRole('row', { name: /Ver frete/ }).textContent).toContain('Ver frete')
    await chooseItem('Mais ações de Ver frete', 'Testar…')
    await user.click(screen.getByRole('button', { name: 'Chamar agora' }))
    expect(main.inputs('captain.test')).toMatchObject([{ id: 21, parent: 1 }])
    await user.click(first(within(screen.getByRole('dialog')).getAllByRole('button', { name: /Fechar/ })))
    await chooseOption(screen.getByRole('combobox', { name: 'Assistente' }), 'Téo')
    expect(main.inputs('captain.list').at(-1)).toMatchObject({ resource: 'custom_tools', parent: 2 })
    expect(rowCount()).toBe(0)
  })
})
