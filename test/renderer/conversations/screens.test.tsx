import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import {
  type ConversationFilter,
  type ConversationSet,
  type LastMessage,
  optionalParts,
} from '../../../preload/contract/conversations.ts'
import { type SavedView, savedView } from '../../../preload/contract/views.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { setReason } from '../../../renderer/conversations/conversation-sets.tsx'
import { type Answers, createGate, refuses } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { containing, fill, user } from '../../kit/render.tsx'
import {
  conversationPageOf,
  conversationSetWith,
  conversationWith,
  knownNames,
  messageWith,
  nothingRelated,
} from '../../kit/samples-platform.ts'
import { pressKey, submit } from '../../kit/screen-parts.ts'

const texts = ptBR.conversations

function opened(answers: Answers = {}, more: object = {}) {
  return openApp(
    {
      'conversations.known': () => knownNames,
      'views.list': () => [],
      'conversations.sets': () => [],
      'conversations.page': () => conversationPageOf([1, 2, 3], { has_more: false }),
      // What is stored of an open person is asked for after a delay.
      'contacts.related': () => nothingRelated,
      ...answers,
    },
    { place: { screen: 'conversations', connection: 'c1', ...more } },
  )
}

/** The screen with these conversations alone. */
const openedWith = (...conversations: ReturnType<typeof conversationWith>[]) =>
  opened({ 'conversations.page': () => conversationPageOf([], { conversations }) })

describe('the conversations on the service', () => {
  it('stand under the filter as a sentence, with how many there are', async () => {
    await opened()
    expect(document.body.textContent).toContain('Conversas em que a situação é aberta')
    expect(document.body.textContent).toContain('3 de 60 conversas')
    expect(screen.getByRole('option', { name: /Pessoa 2/ }).textContent).toContain('(11) 98888-7777')
  })

  it('show one with everything that the service sends, and what is absent as absent', async () => {
    const bare = conversationWith({
      id: 1,
      status: null,
      labels: [],
      assignee: { id: null, name: null },
      inbox: { id: 11, name: null },
      last_message: null,
      created_at: null,
    })
    const { place, feature } = await openedWith(bare)
    await user.click(screen.getByRole('option', { name: /Pessoa 1/ }))
    const panel = document.querySelector(`aside[aria-label="${texts.detail.label}"]`)
    for (const text of [texts.detail.noMessage, ptBR.common.nobody, 'nº 11', ptBR.common.notGiven]) {
      expect(panel?.textContent).toContain(text)
    }
    await user.click(screen.getByRole('button', { name: texts.detail.reply }))
    expect(feature('sending').getState().target).toMatchObject({ conversation: 1, contact: 9001 })
    await user.click(screen.getByRole('button', { name: texts.detail.showRaw }))
    expect(panel?.querySelector('pre')?.textContent).toContain('além do documento')
    await user.click(screen.getByRole('button', { name: texts.detail.contact }))
    expect(place()).toEqual({ screen: 'contact', connection: 'c1', id: 9001 })
  })

  it('show what is a note, what was not delivered, and what is only attached', async () => {
    const lasts: Partial<LastMessage>[] = [
      { from: 'note', content: 'ligar antes' },
      { from: 'team', content: 'Oi', delivery: 'failed' },
      { content: null, attachments: ['image', 'hologram'] },
      { from: 'team', content: 'Olá', delivery: 'read' },
    ]
    const conversations = lasts.map((last, place) =>
      conversationWith({ id: place + 1, last_message: messageWith(last) }),
    )
    await openedWith(...conversations)
    const line = (id: number) => screen.getByRole('option', { name: containing(`Pessoa ${id}`) }).textContent
    expect(line(1)).toContain('Nota interna: ligar antes')
    expect(line(2)).toContain('Não entregue · Equipe: Oi')
    expect(line(3)).toContain('Imagem, hologram')
    expect(line(3)).not.toContain(texts.list.noMessage)
    expect(line(4)).not.toContain('Não entregue')
    for (const [id, words] of [
      [1, 'Nota interna · '],
      [2, 'Não entregue'],
      [3, 'Imagem, hologram'],
    ] as const) {
      await user.click(screen.getByRole('option', { name: containing(`Pessoa ${id}`) }))
      expect(document.querySelector('figure')?.textContent).toContain(words)
    }
  })

  it('show who waits for an answer, and list those first who wait longest of what was read', async () => {
    const wrote = (id: number, day: string, from: LastMessage['from']) =>
      conversationWith({ id, last_message: messageWith({ from, at: `2026-11-${day}T11:00:00.000Z` }) })
    const conversations = [
      wrote(1, '20', 'contact'),
      wrote(2, '19', 'team'),
      wrote(3, '16', 'contact'),
      wrote(4, '15', 'team'),
    ]
    const { bridge } = await opened({ 'conversations.page': () => conversationPageOf([], { conversations }) })
    const order = () =>
      screen.getAllByRole('option').map(({ textContent }) => /Pessoa (\d)/.exec(textContent ?? '')?.[1])
    expect(order()).toEqual(['1', '2', '3', '4'])
    expect(screen.getByRole('option', { name: /Pessoa 3/ }).textContent).toContain('espera há')
    expect(screen.getByRole('option', { name: /Pessoa 2/ }).textContent).not.toContain('espera há')
    await user.click(screen.getByRole('radio', { name: texts.list.orders.wait }))
    expect(order()).toEqual(['3', '1', '2', '4'])
    expect(document.body.textContent).toContain(texts.list.orderOfRead(4))
    await user.click(screen.getByRole('option', { name: /Pessoa 3/ }))
    await user.click(screen.getByRole('button', { name: texts.detail.next }))
    expect(screen.getByText(texts.detail.title(1))).toBeTruthy()
    bridge.answer('conversations.page', () => conversationPageOf([5], { page: 2, has_more: false }))
    await user.click(screen.getByRole('button', { name: texts.list.more }))
    await waitFor(() => expect(order()).toEqual(['3', '1', '5', '2', '4']))
    expect(document.body.textContent).not.toContain('Ordem só das')
  })

  it('show that the channel is closed for the team', async () => {
    await openedWith(conversationWith({ id: 1, can_reply: false }))
    await user.click(screen.getByRole('option', { name: /Pessoa 1/ }))
    expect(document.body.textContent).toContain(texts.detail.cannotReply)
  })

  it('that cannot be had lead to what is kept, and are requested again', async () => {
    const { bridge } = await opened({
      'conversations.page': refuses('offline', { host: 'atendimento.exemplo.com.br' }),
      'conversations.sets': () => [conversationSetWith()],
    })
    expect(screen.getByRole('button', { name: texts.list.seeSets })).toBeTruthy()
    bridge.answer('conversations.page', () => conversationPageOf([5], { has_more: false }))
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    expect(screen.getByRole('option', { name: /Pessoa 5/ })).toBeTruthy()
  })

  it('that a row leads to is not taken for that of another contact', async () => {
    await opened(
      { 'conversations.read': () => ({ state: 'read', conversation: conversationWith({ id: 77 }) }) },
      { conversation: 77, contact: 5 },
    )
    expect(screen.getByRole('alert').textContent).toContain(
      'Atenção: a conversa 77 deste serviço é de outro contato. O número que a planilha traz não é o das conversas.',
    )
  })

  it('that the service does not show by its number is said so, with when it was seen', async () => {
    const at = '2026-11-20T11:12:00.000Z'
    const answer = { state: 'seen', conversation: conversationWith({ id: 77 }), read_at: at } as const
    const { bridge, go } = await opened({ 'conversations.read': () => answer }, { conversation: 77, contact: 9077 })
    expect(document.body.textContent).toContain('O serviço não mostra esta conversa pelo número: aqui está como veio')
    expect(document.body.textContent).toContain('Mensagem 77')
    bridge.answer('conversations.read', () => ({ state: 'unknown' }))
    await go({ screen: 'conversations', connection: 'c1', conversation: 78, contact: 5 })
    expect(document.body.textContent).toContain('O serviço não mostra a conversa 78 pelo número')
    expect(document.body.textContent).not.toContain(texts.detail.gone(78))
    expect(screen.getByRole('button', { name: texts.detail.ofContact })).toBeTruthy()
  })

  it.each([
    ['says nothing of agent, team, priority, labels and message', true],
    ['says that there is none of them', false],
  ])('of a service that %s are shown so', async (_, isSilent) => {
    const none = { id: null, name: null }
    const nothing = { assignee: none, team: none, priority: null, last_message: null }
    await openedWith(
      conversationWith({ id: 1, ...nothing, labels: [], unreported: isSilent ? [...optionalParts] : [] }),
    )
    await user.click(screen.getByRole('option', { name: /Pessoa 1/ }))
    const words = [texts.list.noAgent, texts.list.noMessage, texts.detail.none, ptBR.common.nobody]
    for (const word of words) expect.soft(document.body.textContent.includes(word), word).toBe(!isSilent)
    expect(document.body.textContent.includes(texts.detail.unreportedMessage)).toBe(isSilent)
  })

  it('of days are counted without those outside, and at most while pages are unread', async () => {
    const filter: ConversationFilter = [
      { attribute_key: 'created_at', filter_operator: 'is_greater_than', values: ['2026-11-01'] },
    ]
    const first = conversationPageOf([1, 2, 3], { all_count: 9, outside: 2, has_more: true })
    const later = createGate('conversations.page')
    const { bridge, feature } = await opened()
    bridge.answer('conversations.page', ({ page }) => (page === 1 ? first : later.passed))
    await act(() => feature('conversations').store.getState().search(filter))
    expect(document.body.textContent).toContain('até 7 conversas')
    expect(document.body.textContent).toContain('3 de até 7 conversas')
    expect(document.body.textContent).toContain('2 fora dos dias pedidos, deixadas de fora')
    bridge.answer('conversations.page', () =>
      conversationPageOf([1, 2, 3], { all_count: 5, outside: 2, has_more: false }),
    )
    await act(() => feature('conversations').store.getState().refresh())
    expect(document.body.textContent).toContain('3 de 3 conversas')
    expect(document.body.textContent).not.toContain('até')
    const undated = conversationWith({ id: 1, created_at: null })
    bridge.answer('conversations.page', () => conversationPageOf([], { conversations: [undated], has_more: false }))
    await act(() => feature('conversations').store.getState().refresh())
    expect(document.body.textContent).toContain(
      '1 sem data informada pelo serviço: podem ser de um dia antes ou depois',
    )
  })

  it('of a set are said to be undated or repeated in the words of the live list', () => {
    const set = conversationSetWith({
      state: 'changed',
      failure: 'endless_pages',
      outside: 2,
      undated: 3,
      repeated: 25,
    })
    const reason = setReason(set, ptBR)
    expect(reason).toContain(
      'O serviço não dava fim às páginas: repetia as que já tinham vindo, ou trazia muito mais do que conta. A leitura parou aí, com cada registro uma vez só. Avise quem cuida do serviço.',
    )
    for (const words of [texts.repeated(25), texts.outside(2), texts.undated(3)]) expect(reason).toContain(`${words}.`)
  })

  it('that the service has not lead to those of the contact', async () => {
    const { bridge } = await opened(
      { 'conversations.read': () => ({ state: 'absent' }) },
      { conversation: 77, contact: 5 },
    )
    expect(document.body.textContent).toContain('O serviço não tem a conversa 77 nesta conta.')
    await user.click(screen.getByRole('button', { name: texts.detail.ofContact }))
    expect(bridge.inputs('conversations.page').at(-1)).toMatchObject({
      filter: [{ attribute_key: 'contact_id', filter_operator: 'equal_to', values: [5] }],
    })
  })

  it('are kept as a set once the user has named it and seen what it costs', async () => {
    const { bridge, place } = await opened({ 'conversations.keep': () => conversationSetWith({ id: 's9' }) })
    await user.click(screen.getByRole('button', { name: texts.sets.fetch }))
    expect(document.body.textContent).toContain('60 conversas, 3 consultas de 25. Dá para parar e continuar depois.')
    expect(screen.getByLabelText<HTMLInputElement>(ptBR.common.fields.name).value).toBe(texts.builtIn.open)
    await submit()
    await waitFor(() => expect(place()).toEqual({ screen: 'conversation-set', connection: 'c1', id: 's9' }))
    expect(bridge.inputs('conversations.keep')).toMatchObject([{ connection_id: 'c1', name: texts.builtIn.open }])
  })

  it('lead nobody away who has closed the dialog of a set while it was made', async () => {
    const gate = createGate('conversations.keep')
    const { bridge, feature, place } = await opened({ 'conversations.keep': () => gate.passed })
    await user.click(screen.getByRole('button', { name: texts.sets.fetch }))
    await submit()
    expect(bridge.inputs('conversations.keep')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    gate.open(conversationSetWith({ id: 's9' }))
    await waitFor(() => expect(feature('conversations').sets.getState().working).toBeNull())
    expect(place().screen).toBe('conversations')
  })
})

describe('the views above the list', () => {
  const words = ptBR.tables.views
  const tabs = () => within(screen.getByRole('list', { name: words.list }))
  const tab = (name: string) => tabs().getByRole('button', { name })
  const choose = async (menu: string, item: string) => {
    await user.click(screen.getByRole('button', { name: menu }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const stored = () => {
    let views: readonly SavedView[] = []
    return opened({
      'views.list': () => views,
      'views.save'({ view }) {
        views = [...views.filter(({ id }) => id !== view.id), savedView.parse(view)]
        return views
      },
      'views.forget'({ id }) {
        views = views.filter((view) => view.id !== id)
        return views
      },
    })
  }

  it('begin with the first that is saved, and are renamed, made the first and forgotten', async () => {
    const { inputs } = await stored()
    expect(screen.queryByRole('list', { name: words.list })).toBeNull()
    await choose(words.menu, texts.builtIn.pending)
    await choose(words.menu, words.save)
    await fill(await screen.findByLabelText(words.name), 'Pendentes')
    await submit()
    await waitFor(() => expect(tab('Pendentes').getAttribute('aria-current')).toBe('true'))
    await user.click(tab(texts.builtIn.open))
    expect(tab(texts.builtIn.open).getAttribute('aria-current')).toBe('true')
    await user.click(tab('Pendentes'))
    expect(inputs('conversations.page').at(-1)).toMatchObject({ filter: [{ values: ['pending'] }] })
    await choose(words.actions('Pendentes'), words.rename)
    await fill(await screen.findByLabelText(words.name), 'À espera')
    await submit()
    await waitFor(() => tab('À espera'))
    await choose(words.actions('À espera'), words.makeDefault)
    await waitFor(() => expect(inputs('views.save').at(-1)).toMatchObject({ view: { is_default: true } }))
    await choose(words.actions('À espera'), words.forget)
    await waitFor(() => expect(screen.queryByRole('list', { name: words.list })).toBeNull())
  })

  it('say why one could not be saved, and keep what was typed', async () => {
    await opened({ 'views.save': refuses('name_taken') })
    await choose(words.menu, words.save)
    await fill(await screen.findByLabelText(words.name), 'Abertas')
    await submit()
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => within(dialog).getByRole('alert'))
    expect(within(dialog).getByLabelText<HTMLInputElement>(words.name).value).toBe('Abertas')
  })
})

describe('the filter builder', () => {
  async function built(...filter: ConversationFilter) {
    const { inputs, feature } = await opened()
    await act(() => feature('conversations').store.getState().search(filter))
    await user.click(screen.getByRole('button', { name: texts.filter.edit }))
    const requests = inputs('conversations.page').length
    /** The filters that were applied. */
    const applied = () =>
      inputs('conversations.page')
        .slice(requests)
        .map((input) => Reflect.get(Object(input), 'filter'))
    return { applied }
  }
  const field = (label: string) => {
    const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
    if (!input) throw new Error(`no field “${label}”`)
    return input
  }

  it('takes agents by name, and gives the number', async () => {
    const { applied } = await built({ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] })
    await user.click(screen.getByRole('button', { name: texts.filter.add }))
    await user.click(field(texts.filter.value(2)))
    await user.click(screen.getByRole('option', { name: 'Bruno' }))
    await submit(document.body)
    expect(applied()).toEqual([
      [
        { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] },
        { attribute_key: 'assignee_id', filter_operator: 'equal_to', values: [22] },
      ],
    ])
  })

  it('takes a status or priority that is in no document', async () => {
    const { applied } = await built({ attribute_key: 'priority', filter_operator: 'equal_to', values: ['low'] })
    const other = field(texts.filter.otherWordLabel(texts.filter.value(1)))
    await fill(other, ' P1 ')
    await pressKey(other, 'Enter')
    expect(applied()).toEqual([])
    await submit(document.body)
    expect(applied()).toMatchObject([[{ attribute_key: 'priority', values: ['low', 'P1'] }]])
  })

  it('takes a number that no name has, and nothing else for an id', async () => {
    const { applied } = await built({ attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [] })
    await fill(field(texts.filter.value(1)), 'não é número')
    expect(document.body.textContent).toContain(texts.filter.noneFits)
    await fill(field(texts.filter.value(1)), '15')
    await user.click(screen.getByRole('option', { name: ptBR.common.useId(15) }))
    await submit(document.body)
    expect(applied()).toMatchObject([[{ values: [15] }]])
  })

  it('shows which condition lacks its value, and asks for nothing meanwhile', async () => {
    const { applied } = await built({ attribute_key: 'labels', filter_operator: 'equal_to', values: [] })
    expect(document.body.textContent).not.toContain(texts.filter.missing)
    await submit(document.body)
    expect(screen.getByRole('alert').textContent).toContain(texts.filter.missing)
    await user.click(screen.getByRole('button', { name: texts.filter.remove(1) }))
    await submit(document.body)
    expect(screen.getByRole('alert').textContent).toContain(texts.filter.missingOne)
    expect(applied()).toEqual([])
  })

  it('offers of an attribute only the operators that fit it', async () => {
    await built({
      attribute_key: 'created_at',
      filter_operator: 'is_less_than',
      values: ['2026-11-01'],
    })
    await user.click(field(texts.filter.operator(1)))
    const options = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
    const { is_greater_than, is_less_than, days_before } = texts.filter.operators
    expect(options.filter((option) => Object.values(texts.filter.operators).includes(option ?? ''))).toEqual([
      is_greater_than,
      is_less_than,
      days_before,
    ])
  })
})

describe('kept conversations', () => {
  const partial = conversationSetWith({ state: 'partial', failure: 'offline', rows: 25, read_at: null })

  it('are listed with their state and the way to go on', async () => {
    const answers = { 'conversations.sets': () => [partial], 'conversations.refresh': () => partial }
    const { inputs } = await opened(answers, { part: 'sets' })
    expect(document.body.textContent).toContain(texts.sets.states.partial)
    expect(inputs('conversations.page')).toEqual([])
    await user.click(screen.getByRole('button', { name: texts.sets.resumeNamed('Abertas') }))
    expect(inputs('conversations.refresh')).toEqual([{ connection_id: 'c1', id: 's1' }])
  })

  it('teach one thing and lead to the filter while there are none', async () => {
    const { place } = await opened({}, { part: 'sets' })
    await user.click(screen.getByRole('button', { name: texts.sets.makeFilter }))
    expect(place()).toEqual({ screen: 'conversations', connection: 'c1', part: undefined })
  })

  const sets = { screen: 'conversations', connection: 'c1', part: 'sets' }
  const openedSet = (set: ConversationSet, answers: Answers = {}) =>
    opened({ 'conversations.sets': () => [set], ...answers }, { screen: 'conversation-set', id: 's1' })

  it('that are not whole show how many were read, why, and how to go on', async () => {
    const { inputs } = await openedSet(partial, { 'conversations.refresh': () => partial })
    expect(document.body.textContent).toContain('Foram lidas 25 de 60 conversas.')
    await user.click(screen.getByRole('button', { name: texts.sets.resume }))
    expect(inputs('conversations.refresh')).toHaveLength(1)
  })

  it('are forgotten once the user has seen what goes', async () => {
    const answers = { 'conversations.forget_set': () => [] }
    const { inputs, place } = await openedSet(conversationSetWith(), answers)
    await user.click(screen.getByRole('button', { name: ptBR.common.more }))
    await waitFor(() => screen.getByRole('menuitem', { name: ptBR.common.forgetMore }))
    await user.click(screen.getByRole('menuitem', { name: ptBR.common.forgetMore }))
    await waitFor(() => screen.getByRole('button', { name: texts.sets.dialogs.forget.confirm }))
    expect(document.body.textContent).toContain('60 conversas guardadas neste computador')
    await user.click(screen.getByRole('button', { name: texts.sets.dialogs.forget.confirm }))
    expect(inputs('conversations.forget_set')).toEqual([{ connection_id: 'c1', id: 's1' }])
    await waitFor(() => expect(place()).toEqual(sets))
  })

  it('show one whole, as it was when the set was read', async () => {
    const read_at = '2026-11-20T11:12:00.000Z'
    const { feature, place } = await openedSet(conversationSetWith(), {
      'conversations.stored': () => ({ conversation: conversationWith({ id: 4 }), read_at }),
    })
    await act(() => feature('conversations').stored.getState().open({ connection_id: 'c1', set: 's1', id: 4 }))
    await waitFor(() => expect(document.body.textContent).toContain('guardada hoje'))
    expect(document.body.textContent).toContain('Mensagem 4')
    await user.click(screen.getByRole('button', { name: texts.detail.live }))
    expect(place()).toEqual({ screen: 'conversations', connection: 'c1', conversation: 4 })
  })

  it('that are gone lead back to the list', async () => {
    const { place } = await openedSet(conversationSetWith({ id: 'another' }))
    await user.click(screen.getByRole('button', { name: texts.list.seeSets }))
    expect(place()).toEqual(sets)
  })
})
