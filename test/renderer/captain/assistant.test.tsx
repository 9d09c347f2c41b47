import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { type Answers, refuses } from '../../kit/fake-bridge.ts'
import { fill, user } from '../../kit/render.tsx'
import { chooseOption, menuItems, pressKey, rowCount, submit } from '../../kit/screen-parts.ts'
import { hostile, inbox, nina, openCaptain, page, read_at, record, teo } from './open-captain.tsx'

describe('the page of an assistant', () => {
  it('is opened from the list, shows every field as the service sent it, and leads back', async () => {
    const { main } = await openCaptain({
      lists: { assistants: [record(1, { ...nina.fields, apelido: hostile })] },
    })
    await user.click(screen.getByRole('button', { name: 'Abrir Nina' }))
    expect(screen.getByRole('heading', { name: 'Nina' })).toBeTruthy()
    for (const words of ['nº 1', 'Produto', 'Vitrine Móveis', 'Responda em português.', 'apelido', hostile]) {
      expect(document.body.textContent).toContain(words)
    }
    expect(document.querySelectorAll('dl :is(img, b, script)')).toHaveLength(0)
    expect(main.inputs('captain.read')).toMatchObject([{ resource: 'assistants', id: 1 }])
    await user.click(screen.getByRole('button', { name: 'Voltar' }))
    expect(screen.getByRole('row', { name: /Nina/ })).toBeTruthy()
  })

  it.each([
    ['PATCH', false],
    ['PUT', true],
  ])('sends by %s what differs, with the other settings, and shows it', async (method, whole) => {
    const { main } = await openCaptain({ place: { id: 1 } })
    await user.click(screen.getByRole('button', { name: 'Editar…' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true)
    expect(screen.getByRole('dialog').textContent).toContain('Nada mudou ainda.')
    await fill(screen.getByLabelText('Produto'), 'Vitrine Loja')
    if (whole) await user.click(screen.getByRole('checkbox', { name: /PUT/ }))
    await submit()
    const fields = { config: { product_name: 'Vitrine Loja', instructions: 'Responda em português.' } }
    const change = { connection_id: 'c1', resource: 'assistants', parent: null, id: 1, method, fields }
    expect(main.inputs('captain.change')).toEqual([change])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).toContain('Vitrine Loja')
    expect(document.body.textContent).toContain('Salvo.')
  })

  it('shows the list’s values and the failure when it cannot be read', async () => {
    await openCaptain({
      answers: { 'captain.read': refuses('timeout', { host: 'atendimento.exemplo' }) },
    })
    await user.click(screen.getByRole('button', { name: 'Abrir Nina' }))
    const notice = screen.getByRole('alert')
    expect(notice.textContent).toContain('Ficha como veio na lista.')
    expect(document.body.textContent).toContain('Vitrine Móveis')
  })

  it('shows nothing of another one that answers late', async () => {
    const { main } = await openCaptain()
    const late = main.hold('captain.read')
    await user.click(screen.getByRole('button', { name: 'Abrir Nina' }))
    await user.click(screen.getByRole('button', { name: 'Voltar' }))
    main.answer('captain.read', () => teo)
    await user.click(screen.getByRole('button', { name: 'Abrir Téo' }))
    await act(async () => late.open(record(1, { name: 'Nina', config: { product_name: 'Veio tarde' } })))
    expect(screen.getByRole('heading', { name: 'Téo' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('Veio tarde')
  })
})

it('the form of an assistant stays open when one that was closed before is saved late', async () => {
  const { main } = await openCaptain({ place: { id: 1 } })
  const late = main.hold('captain.change')
  await user.click(screen.getByRole('button', { name: 'Editar…' }))
  await fill(screen.getByLabelText('Nome', { exact: false }), 'Nina 2')
  await submit()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
  await user.click(screen.getByRole('button', { name: 'Editar…' }))
  await fill(screen.getByLabelText('Nome', { exact: false }), 'Nina 3')
  await act(async () => late.open({ record: null }))
  expect(screen.getByLabelText<HTMLInputElement>('Nome', { exact: false }).value).toBe('Nina 3')
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
    await user.click(screen.getByRole('button', { name: 'Cenários' }))
    expect(screen.getByRole('row', { name: /Entrega atrasada/ }).textContent).toContain('handoff e add_label')
    expect([...screen.getByRole('row', { name: /Entrega atrasada/ }).children].at(-3)?.textContent).toBe('sim')
    expect([...screen.getByRole('row', { name: /Cancelamento/ }).children].at(-3)?.textContent).toBe('não')
  })

  it('is a scenario that the list leaves out: opened by its number, and edited only once it was read', async () => {
    const { main } = await openCaptain({
      place: { id: 1 },
      answers: {
        'captain.list': () => page([]),
        'captain.read': ({ resource }) => (resource === 'scenarios' ? refuses('service_not_found')() : nina),
      },
    })
    await user.click(screen.getByRole('button', { name: 'Cenários' }))
    await fill(screen.getByLabelText('Número do cenário'), '2')
    await user.click(screen.getByRole('button', { name: 'Abrir pelo número' }))
    expect(main.inputs('captain.read').at(-1)).toMatchObject({ resource: 'scenarios', parent: 1, id: 2 })
    expect(screen.getByRole('dialog').textContent).not.toContain('Ficha como veio na lista.')
    expect(screen.getByRole('dialog').textContent).not.toContain('Editar…')
    main.answer('captain.read', () => disabled)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tentar de novo' }))
    expect(screen.getByRole('dialog').textContent).toContain('A pessoa quer cancelar')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Editar…' }))
    expect(screen.getByLabelText<HTMLInputElement>('Título', { exact: false }).value).toBe('Cancelamento')
  })

  it('is an inbox, linked by its name', async () => {
    const { main } = await openCaptain({ place: { id: 1 }, lists: { inboxes: [inbox] } })
    await user.click(screen.getByRole('button', { name: 'Caixas de entrada' }))
    await user.click(screen.getByRole('button', { name: 'Ligar caixa' }))
    await chooseOption(screen.getByRole('combobox', { name: 'Caixa de entrada' }), 'WhatsApp da loja')
    await submit()
    expect(main.inputs('captain.create')).toEqual([
      { connection_id: 'c1', resource: 'inboxes', parent: 1, fields: { inbox_id: 11 } },
    ])
    expect(rowCount()).toBe(2)
  })

  it('is unlinked once the user has seen that the inbox stays', async () => {
    const { main } = await openCaptain({ place: { id: 1 }, lists: { inboxes: [inbox] } })
    await user.click(screen.getByRole('button', { name: 'Caixas de entrada' }))
    await user.click(screen.getByRole('button', { name: 'Mais ações de Chat do site' }))
    expect(menuItems()).toEqual(['Abrir', 'Desligar…'])
    await user.click(screen.getByRole('menuitem', { name: 'Desligar…' }))
    expect(screen.getByRole('dialog').textContent).toContain(
      'a ligação com este assistente; a caixa ou o servidor continua existindo',
    )
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Desligar' }))
    expect(main.inputs('captain.remove')).toEqual([{ connection_id: 'c1', resource: 'inboxes', parent: 1, id: 14 }])
    expect(document.body.textContent).toContain('Desligado.')
    expect(document.body.textContent).toContain('este assistente não responde a ninguém')
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
    await user.click(screen.getByRole('button', { name: 'Testar' }))
    const field = screen.getByLabelText<HTMLInputElement>('Mensagem para o assistente')
    const send = async (message: string) => {
      await fill(field, message)
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
    await fill(field, 'Oi')
    await pressKey(field, 'Enter', { shiftKey: true })
    await send('  ')
    expect(main.inputs('captain.play')).toEqual([])
  })

  it('that is refused shows why, and accepts the next message', async () => {
    const { main, send } = await openChat({ 'captain.play': refuses('forbidden') })
    await send('Oi')
    expect(screen.getByRole('alert').textContent).toContain('O serviço não permite isto para a sua chave.')
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
    await user.click(screen.getByRole('button', { name: 'Parar de esperar' }))
    await act(async () => late.open(answer))
    expect(log()?.textContent).toContain('Você parou de esperar.')
    expect(log()?.textContent).not.toContain('O prazo é de 10 dias úteis.')
    expect(main.cancelled).toHaveLength(1)
  })

  it('begins anew on request, teaches how to begin, and shows that no contact sees it', async () => {
    const { send } = await openChat()
    expect(document.body.textContent).toContain('Nada disto chega a um contato.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' }).disabled).toBe(true)
    await send('Oi')
    await user.click(screen.getByRole('button', { name: 'Começar de novo' }))
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
    await user.click(screen.getByRole('button', { name: 'Desempenho' }))
    return opened
  }
  const figures = () => document.querySelector('section[aria-label="Números do período"]')

  it('are requested for a period that the user chooses, and stand under it when they are reopened', async () => {
    const { main } = await openFigures()
    expect(main.inputs('captain.ask')).toEqual([])
    expect(figures()).toBeNull()
    await fill(screen.getByRole('combobox', { name: 'Período, em dias' }), '7')
    await user.click(screen.getByRole('button', { name: 'Consultar' }))
    expect(main.inputs('captain.ask')).toEqual([
      { connection_id: 'c1', question: 'stats', id: 1, slug: null, query: { range: '7' } },
    ])
    await user.click(screen.getByRole('button', { name: 'Ficha' }))
    await user.click(screen.getByRole('button', { name: 'Desempenho' }))
    expect(figures()?.textContent).toContain('300')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Período, em dias' }).value).toBe('7')
  })

  it('are shown by name with what they were before and how they changed', async () => {
    await openFigures()
    await user.click(screen.getByRole('button', { name: 'Consultar' }))
    expect(figures()?.textContent).toContain('Conversas atendidas300antes 250+20%')
    expect(figures()?.textContent).toContain('Horas poupadas41,3-3%')
    expect(figures()?.textContent).toContain('Transferidas (%)22,1antes 24,9-2,8 p.p.')
    expect(figures()?.textContent).toContain('Respostas aprovadas48')
  })

  it('that cannot be had show why, and are requested again', async () => {
    const { main } = await openFigures(refuses('rate_limited'))
    await user.click(screen.getByRole('button', { name: 'Consultar' }))
    expect(screen.getByRole('alert').textContent).toContain('O serviço pediu para esperar.')
    main.answer('captain.ask', answerOf)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(figures()?.textContent).toContain('300')
  })

  it('are put into words by the service from the figures shown, whatever period is typed since', async () => {
    const { main } = await openFigures()
    await user.click(screen.getByRole('button', { name: 'Consultar' }))
    await fill(screen.getByRole('combobox', { name: 'Período, em dias' }), '7')
    await user.click(screen.getByRole('button', { name: 'Pedir o resumo' }))
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({
      question: 'summary',
      id: 1,
      query: { range: '30', 'stats[conversations_handled][current]': '300', 'stats[hours_saved][trend]': '-3' },
    })
    expect(document.body.textContent).toContain('Nina respondeu sozinha a maior parte.')
    expect(figures()?.textContent).toContain('Período consultado: 30 dias')
  })

  it('lead to the conversations behind one of them, page by page, also after one could not be read', async () => {
    const { main } = await openFigures()
    await user.click(screen.getByRole('button', { name: 'Consultar' }))
    await user.click(screen.getByRole('button', { name: 'Ver as conversas' }))
    expect(document.body.textContent).toContain('Página 1')
    expect(rowCount()).toBe(25)
    expect(document.body.textContent).not.toMatch(/\bconversation\b|record_type/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Anterior' }).disabled).toBe(true)
    main.answer('captain.ask', refuses('rate_limited'))
    await user.click(screen.getByRole('button', { name: 'Próxima' }))
    expect(rowCount()).toBe(25)
    expect(document.body.textContent).toContain('Página 1')
    main.answer('captain.ask', answerOf)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(document.body.textContent).toContain('Página 2')
    expect(rowCount()).toBe(1)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima' }).disabled).toBe(true)
    expect(main.inputs('captain.ask').at(-1)).toMatchObject({
      question: 'drilldown',
      id: 1,
      query: { metric: 'conversations_handled', range: '30', page: '2', per_page: '25' },
    })
  })
})
