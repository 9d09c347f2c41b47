import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal, refuses } from '../../kit/fake-bridge.ts'
import {
  chooseOption,
  findButton,
  findDialog,
  findField,
  findRow,
  hasDialog,
  menuItems,
  press,
  pressKey,
  rowCount,
  submit,
  write,
} from '../../kit/screen-parts.ts'
import { hostile, inbox, nina, openCaptain, page, read_at, record, teo } from './open-captain.tsx'

describe('the page of an assistant', () => {
  it('is opened from the list, shows every field as the service sent it, and leads back', async () => {
    const { screen, main } = await openCaptain({
      lists: { assistants: [record(1, { ...nina.fields, apelido: hostile })] },
    })
    await press(findButton('Abrir Nina'))
    expect(screen.byRole('heading', 'Nina')).toBeTruthy()
    for (const words of ['nº 1', 'Produto', 'Vitrine Móveis', 'Responda em português.', 'apelido', hostile]) {
      expect(screen.text()).toContain(words)
    }
    expect(document.querySelectorAll('dl :is(img, b, script)')).toHaveLength(0)
    expect(main.inputs('captain.read')).toMatchObject([{ resource: 'assistants', id: 1 }])
    await press(findButton('Voltar'))
    expect(findRow('Nina')).toBeTruthy()
  })

  it('sends of a change what differs, with the other settings, and shows it', async () => {
    const { screen, main } = await openCaptain({ place: { id: 1 } })
    await press(findButton('Editar…'))
    expect(findButton('Salvar').disabled).toBe(true)
    expect(findDialog().textContent).toContain('Nada mudou ainda.')
    await write(findField('Produto'), 'Vitrine Loja')
    await submit()
    expect(main.inputs('captain.change')).toEqual([
      {
        connection_id: 'c1',
        resource: 'assistants',
        parent: null,
        id: 1,
        method: 'PATCH',
        fields: { config: { product_name: 'Vitrine Loja', instructions: 'Responda em português.' } },
      },
    ])
    expect(hasDialog()).toBe(false)
    expect(screen.text()).toContain('Vitrine Loja')
    expect(screen.text()).toContain('Salvo.')
  })

  it('shows the list’s values and the failure when it cannot be read', async () => {
    const { screen } = await openCaptain({
      answers: { 'captain.read': refuses('timeout', { host: 'atendimento.exemplo' }) },
    })
    await press(findButton('Abrir Nina'))
    const notice = screen.byRole('alert', 'atendimento.exemplo não respondeu a tempo.')
    expect(notice.textContent).toContain('Ficha como veio na lista.')
    expect(screen.text()).toContain('Vitrine Móveis')
  })

  it('shows nothing of another one that answers late', async () => {
    const { screen, main } = await openCaptain()
    const late = main.hold('captain.read')
    await press(findButton('Abrir Nina'))
    await press(findButton('Voltar'))
    main.answer('captain.read', () => teo)
    await press(findButton('Abrir Téo'))
    await act(async () => late.open(record(1, { name: 'Nina', config: { product_name: 'Veio tarde' } })))
    expect(screen.byRole('heading', 'Téo')).toBeTruthy()
    expect(screen.text()).not.toContain('Veio tarde')
  })
})

describe('the form of an assistant', () => {
  it('stays open when a form that was closed before is saved late', async () => {
    const { main } = await openCaptain({ place: { id: 1 } })
    const late = main.hold('captain.change')
    await press(findButton('Editar…'))
    await write(findField('Nome'), 'Nina 2')
    await submit()
    await press(findButton('Cancelar', findDialog()))
    await press(findButton('Editar…'))
    await write(findField('Nome'), 'Nina 3')
    await act(async () => late.open({ record: null }))
    expect(findField('Nome').value).toBe('Nina 3')
  })

  it('that was closed before its refusal still shows why it was not saved', async () => {
    const { main, screen } = await openCaptain({ place: { id: 1 } })
    const late = main.hold('captain.change')
    await press(findButton('Editar…'))
    await write(findField('Nome'), 'Nina 2')
    await submit()
    await press(findButton('Cancelar', findDialog()))
    await act(async () => late.refuse(new Refusal({ code: 'forbidden', params: {} })))
    expect(screen.byRole('alert', 'O serviço não permite isto para a sua chave.')).toBeTruthy()
    await press(findButton('Fechar'))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })
})

describe('what belongs to an assistant', () => {
  const scenario = record(1, {
    title: 'Entrega atrasada',
    description: 'A pessoa reclama do prazo',
    instruction: 'Peça o número do pedido.',
    enabled: true,
    tools: ['handoff', 'add_label'],
  })
  const disabled = record(2, { title: 'Cancelamento', description: 'A pessoa quer cancelar', enabled: false })

  it('are its scenarios, with their tools and whether they are active', async () => {
    await openCaptain({ place: { id: 1 }, lists: { scenarios: [scenario, disabled] } })
    await press(findButton('Cenários'))
    expect(findRow('Entrega atrasada').textContent).toContain('handoff e add_label')
    expect([...findRow('Entrega atrasada').children].at(-3)?.textContent).toBe('sim')
    expect([...findRow('Cancelamento').children].at(-3)?.textContent).toBe('não')
  })

  it('is a scenario that the list leaves out: opened by its number, and edited only once it was read', async () => {
    const { main } = await openCaptain({
      place: { id: 1 },
      answers: {
        'captain.list': () => page([]),
        'captain.read': ({ resource }) => (resource === 'scenarios' ? refuses('service_not_found')() : nina),
      },
    })
    await press(findButton('Cenários'))
    await write(findField('Número do cenário'), '2')
    await press(findButton('Abrir pelo número'))
    expect(main.inputs('captain.read').at(-1)).toMatchObject({ resource: 'scenarios', parent: 1, id: 2 })
    expect(findDialog().textContent).not.toContain('Ficha como veio na lista.')
    expect(findDialog().textContent).not.toContain('Editar…')
    main.answer('captain.read', () => disabled)
    await press(findButton('Tentar de novo', findDialog()))
    expect(findDialog().textContent).toContain('A pessoa quer cancelar')
    await press(findButton('Editar…', findDialog()))
    expect(findField('Título').value).toBe('Cancelamento')
  })

  it('is an inbox, linked by its name', async () => {
    const { main } = await openCaptain({ place: { id: 1 }, lists: { inboxes: [inbox] } })
    await press(findButton('Caixas de entrada'))
    await press(findButton('Ligar caixa'))
    await chooseOption(findField('Caixa de entrada'), 'WhatsApp da loja')
    await submit()
    expect(main.inputs('captain.create')).toEqual([
      { connection_id: 'c1', resource: 'inboxes', parent: 1, fields: { inbox_id: 11 } },
    ])
    expect(rowCount()).toBe(2)
  })

  it('is unlinked once the user has seen that the inbox stays', async () => {
    const { main, screen } = await openCaptain({ place: { id: 1 }, lists: { inboxes: [inbox] } })
    await press(findButton('Caixas de entrada'))
    await press(findButton('Mais ações de Chat do site'))
    expect(menuItems()).toEqual(['Abrir', 'Desligar…'])
    await press(screen.byRole('menuitem', 'Desligar…'))
    expect(findDialog().textContent).toContain(
      'a ligação com este assistente; a caixa ou o servidor continua existindo',
    )
    await press(findButton('Desligar', findDialog()))
    expect(main.inputs('captain.remove')).toEqual([{ connection_id: 'c1', resource: 'inboxes', parent: 1, id: 14 }])
    expect(screen.text()).toContain('Desligado.')
    expect(screen.text()).toContain('este assistente não responde a ninguém')
  })
})

describe('a trial conversation with an assistant', () => {
  const answer = {
    answer: { response: 'O prazo é de 10 dias úteis.', reasoning: 'Combina com a política de entrega.' },
    text: `O prazo é de 10 dias úteis. ${hostile}`,
    agent: 'Nina',
    read_at,
  }
  const log = () => document.querySelector('[role="log"]')

  async function openChat(answers: Answers = {}) {
    const opened = await openCaptain({ place: { id: 1 }, answers: { 'captain.play': () => answer, ...answers } })
    await press(findButton('Testar'))
    const field = findField('Mensagem para o assistente')
    const send = async (message: string) => {
      await write(field, message)
      await pressKey(field, 'Enter')
    }
    return { ...opened, field, send }
  }

  it('sends a message by Enter with the earlier messages, and shows the answer as text', async () => {
    const { main, send, field } = await openChat()
    await send('Qual é o prazo?')
    expect(field.value).toBe('')
    expect(log()?.textContent).toContain('VocêQual é o prazo?')
    expect(log()?.textContent).toContain(`NinaO prazo é de 10 dias úteis. ${hostile}`)
    expect(log()?.querySelectorAll('img, b, script')).toHaveLength(0)
    await send('E no interior?')
    expect(main.inputs('captain.play')).toMatchObject([
      { connection_id: 'c1', assistant: 1, message: 'Qual é o prazo?', history: [] },
      {
        message: 'E no interior?',
        history: [
          { role: 'user', content: 'Qual é o prazo?' },
          { role: 'assistant', agent_name: 'Nina' },
        ],
      },
    ])
  })

  it('takes Shift Enter and an empty message for no message', async () => {
    const { main, field, send } = await openChat()
    await write(field, 'Oi')
    await pressKey(field, 'Enter', { shiftKey: true })
    await send('  ')
    expect(main.inputs('captain.play')).toEqual([])
  })

  it('that is refused shows why, and accepts the next message', async () => {
    const { main, send, screen } = await openChat({ 'captain.play': refuses('forbidden') })
    await send('Oi')
    expect(screen.byRole('alert', 'O serviço não permite isto para a sua chave.')).toBeTruthy()
    main.answer('captain.play', () => answer)
    await send('Qual é o prazo?')
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(log()?.textContent).toContain('O prazo é de 10 dias úteis.')
  })

  it('is no longer awaited after “cancel”, and drops a later answer', async () => {
    const { main, send } = await openChat()
    const late = main.hold('captain.play')
    await send('Oi')
    expect(log()?.textContent).toContain('O assistente está pensando. Pode levar minutos.')
    await press(findButton('Parar de esperar'))
    await act(async () => late.open(answer))
    expect(log()?.textContent).toContain('Você parou de esperar.')
    expect(log()?.textContent).not.toContain('O prazo é de 10 dias úteis.')
    expect(main.cancelled).toHaveLength(1)
  })

  it('begins anew on request, teaches how to begin, and shows that no contact sees it', async () => {
    const { send, screen } = await openChat()
    expect(screen.text()).toContain('Nada disto chega a um contato.')
    expect(findButton('Enviar').disabled).toBe(true)
    await send('Oi')
    await press(findButton('Começar de novo'))
    expect(log()?.textContent).toBe('Escreva como se fosse um contato.')
  })
})

describe('the figures of an assistant', () => {
  const stats = {
    range: 30,
    conversations_handled: { current: 300, previous: 250, trend: 20 },
    hours_saved: { current: 41.26, previous: null, trend: -3 },
    handoff_rate: { current: 22.1, previous: 24.9, trend: -2.8 },
    knowledge: { approved: 48, documents: 3 },
  }
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({ record_type: 'conversation', conversation_id: from + place }))

  /** Page 1 holds as many rows as a page can, page 2 the last. */
  const answerOf: NonNullable<Answers['captain.ask']> = ({ question, query }) => {
    if (question === 'stats') return { answer: stats, read_at }
    if (question === 'summary') return { answer: { summary: 'Nina respondeu sozinha a maior parte.' }, read_at }
    const payload = query.page === '1' ? rows(1, 25) : rows(26, 1)
    return { answer: { payload, meta: { total_count: 26 } }, read_at }
  }

  async function openFigures(answer = answerOf) {
    const opened = await openCaptain({ place: { id: 1 }, answers: { 'captain.ask': answer } })
    await press(findButton('Desempenho'))
    return opened
  }
  const figures = () => document.querySelector('section[aria-label="Números do período"]')

  it('are requested for a period that the user chooses, and stand under it when they are reopened', async () => {
    const { main } = await openFigures()
    expect(main.inputs('captain.ask')).toEqual([])
    expect(figures()).toBeNull()
    await write(findField('Período, em dias'), '7')
    await press(findButton('Consultar'))
    expect(main.inputs('captain.ask')).toEqual([
      { connection_id: 'c1', question: 'stats', id: 1, slug: null, query: { range: '7' } },
    ])
    await press(findButton('Ficha'))
    await press(findButton('Desempenho'))
    expect(figures()?.textContent).toContain('300')
    expect(findField('Período, em dias').value).toBe('7')
  })

  it('are shown by name with what they were before and how they changed', async () => {
    await openFigures()
    await press(findButton('Consultar'))
    expect(figures()?.textContent).toContain('Conversas atendidas300antes 250+20%')
    expect(figures()?.textContent).toContain('Horas poupadas41,3-3%')
    expect(figures()?.textContent).toContain('Transferidas (%)22,1antes 24,9-2,8 p.p.')
    expect(figures()?.textContent).toContain('Respostas aprovadas48')
  })

  it('that cannot be had show why, and are requested again', async () => {
    const { main, screen } = await openFigures(refuses('rate_limited'))
    await press(findButton('Consultar'))
    expect(screen.byRole('alert', 'O serviço pediu para esperar.')).toBeTruthy()
    main.answer('captain.ask', answerOf)
    await press(findButton('Tentar de novo'))
    expect(figures()?.textContent).toContain('300')
  })

  it('are put into words by the service from the figures shown, whatever period is typed since', async () => {
    const { main, screen } = await openFigures()
    await press(findButton('Consultar'))
    await write(findField('Período, em dias'), '7')
    await press(findButton('Pedir o resumo'))
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({
      question: 'summary',
      id: 1,
      query: { range: '30', 'stats[conversations_handled][current]': '300', 'stats[hours_saved][trend]': '-3' },
    })
    expect(screen.text()).toContain('Nina respondeu sozinha a maior parte.')
    expect(figures()?.textContent).toContain('Período consultado: 30 dias')
  })

  it('lead to the conversations behind one of them, page by page, also after one could not be read', async () => {
    const { main, screen } = await openFigures()
    await press(findButton('Consultar'))
    await press(findButton('Ver as conversas'))
    expect(screen.text()).toContain('Página 1')
    expect(rowCount()).toBe(25)
    expect(screen.text()).not.toMatch(/\bconversation\b|record_type/)
    expect(findButton('Anterior').disabled).toBe(true)
    main.answer('captain.ask', refuses('rate_limited'))
    await press(findButton('Próxima'))
    expect(rowCount()).toBe(25)
    expect(screen.text()).toContain('Página 1')
    main.answer('captain.ask', answerOf)
    await press(findButton('Tentar de novo'))
    expect(screen.text()).toContain('Página 2')
    expect(rowCount()).toBe(1)
    expect(findButton('Próxima').disabled).toBe(true)
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({
      question: 'drilldown',
      id: 1,
      query: { metric: 'conversations_handled', range: '30', page: '2', per_page: '25' },
    })
  })
})
