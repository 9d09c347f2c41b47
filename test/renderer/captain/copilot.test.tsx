import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { CaptainRecord } from '../../../preload/contract/captain.ts'
import { type Answers, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { fill, user } from '../../kit/render.tsx'
import { chooseOption, pressKey } from '../../kit/screen-parts.ts'
import { type Lists, openCaptain, page, record } from './open-captain.tsx'

const chatMessage = (id: number, type: 'user' | 'assistant', content: string): CaptainRecord =>
  record(id, { message_type: type, message: { content } })
const question = chatMessage(5, 'user', 'Como explico o atraso?')
const answer = chatMessage(6, 'assistant', 'Confirme o número do pedido.')
const thread = record(3, { title: 'Como explico o atraso?', created_at: '2026-11-20T11:12:00Z' })

const log = () => document.querySelector<HTMLElement>('[role="log"]')
const threads = () => document.querySelector('nav[aria-label="Conversas com o copiloto"]')

async function open({ id, lists = {}, answers = {} }: { id?: number; lists?: Lists; answers?: Answers } = {}) {
  const opened = await openCaptain({
    place: { part: 'copilot', ...(id === undefined ? {} : { id }) },
    lists,
    answers: {
      'captain.create': ({ resource, fields }) => ({ record: record(resource === 'threads' ? 3 : 7, fields) }),
      'captain.await_answer': () => ({ messages: [question, answer], answered: true }),
      ...answers,
    },
  })
  const send = async (message: string) => {
    const field = screen.getByLabelText<HTMLInputElement>('Pergunta ao copiloto')
    await fill(field, message)
    await pressKey(field, 'Enter')
  }
  return { ...opened, send }
}

describe('the copilot', () => {
  it('teaches what it is for while nothing was asked', async () => {
    await open()
    expect(document.body.textContent).toContain('Nenhuma conversa com o copiloto. Pergunte algo ao lado.')
    expect(document.body.textContent).toContain('pergunte sobre uma conversa ou peça um texto')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Perguntar' }).disabled).toBe(true)
  })

  it('is asked by a new conversation, is waited for, and answers in it', async () => {
    const { main, send } = await open()
    const waited = main.hold('captain.await_answer')
    await chooseOption(screen.getByRole('combobox', { name: 'Assistente que responde' }), 'Téo')
    await fill(screen.getByLabelText('Número da conversa (opcional)'), '501')
    await send(' Como explico o atraso? ')
    expect(main.inputs('captain.create')).toEqual([
      {
        connection_id: 'c1',
        resource: 'threads',
        parent: null,
        fields: { message: 'Como explico o atraso?', assistant_id: 2, conversation_id: 501 },
      },
    ])
    expect(log()?.textContent).toContain('VocêComo explico o atraso?')
    expect(log()?.textContent).toContain('O copiloto está pensando…')
    await act(async () => waited.open({ messages: [question, answer], answered: true }))
    expect(log()?.textContent).toContain('CopilotoConfirme o número do pedido.')
    expect(log()?.textContent).not.toContain('está pensando')
  })

  it('that has not answered in time is requested again by its button', async () => {
    const { main, send } = await open({
      id: 3,
      answers: { 'captain.await_answer': () => ({ messages: [question], answered: false }) },
    })
    await send('Como explico o atraso?')
    expect(log()?.textContent).toContain('O copiloto ainda não respondeu.')
    main.answer('captain.await_answer', () => ({ messages: [question, answer], answered: true }))
    await user.click(screen.getByRole('button', { name: 'Ver se já respondeu' }))
    expect(log()?.textContent).toContain('Confirme o número do pedido.')
    expect(main.inputs('captain.create')).toHaveLength(1)
    expect(main.inputs('captain.await_answer')).toMatchObject([
      { thread: 3, after: 7 },
      { thread: 3, after: 5 },
    ])
  })

  it.each(['Parar de esperar', 'Documentos'])('is not waited for after “%s”', async (button) => {
    const { main, send } = await open({ id: 3 })
    main.hold('captain.await_answer')
    await send('Como explico o atraso?')
    await user.click(screen.getByRole('button', { name: button }))
    expect(log()?.textContent ?? '').not.toContain('está pensando')
    expect(main.cancelled).toHaveLength(1)
  })

  it('lists its conversations, opens one of them, and marks it', async () => {
    const { main } = await open({
      lists: { threads: [thread, record(4, {})], messages: [question, answer] },
    })
    expect(threads()?.textContent).toMatch(/Como explico o atraso\?hoje \d\d:12/)
    expect(threads()?.textContent).toContain('Conversa sem título')
    await user.click(screen.getByRole('button', { name: /Como explico o atraso\?/ }))
    expect(screen.getByRole('button', { name: /Como explico o atraso\?/ }).getAttribute('aria-current')).toBe('page')
    expect(log()?.textContent).toContain('Confirme o número do pedido.')
    expect(main.inputs('captain.list')).toContainEqual(expect.objectContaining({ resource: 'messages', parent: 3 }))
    await user.click(screen.getByRole('button', { name: 'Nova conversa' }))
    expect(log()).toBeNull()
  })

  it('whose conversations cannot be read shows why, and reads them again', async () => {
    const { main } = await open({ answers: { 'captain.list': refuses('forbidden') } })
    expect(threads()?.textContent).toContain('O serviço não permite isto para a sua chave.')
    expect(threads()?.textContent).not.toContain('Nenhuma conversa')
    main.answer('captain.list', ({ resource }) => page(resource === 'threads' ? [thread] : []))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(threads()?.textContent).toContain('Como explico o atraso?')
  })

  it('whose messages cannot be read shows why, and reads them again', async () => {
    const { main } = await open({ id: 3, answers: { 'captain.list': refuses('offline', { host: 'a.exemplo' }) } })
    expect(log()?.textContent).toContain('Sem conexão com a.exemplo.')
    main.answer('captain.list', ({ resource }) => page(resource === 'messages' ? [question, answer] : []))
    await user.click(within(log() ?? document.body).getByRole('button', { name: 'Tentar de novo' }))
    expect(log()?.textContent).toContain('Confirme o número do pedido.')
  })

  it('that takes no question shows why', async () => {
    const { send, main } = await open({ answers: { 'captain.create': refuses('forbidden') } })
    await send('Oi')
    expect(screen.getByRole('alert').textContent).toContain('O serviço não permite isto para a sua chave.')
    expect(main.inputs('captain.create')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Fechar' }))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it.each([{}, { id: 3 }])('leaves a question that could not be sent in its field, at %o', async (place) => {
    const { send } = await open({ ...place, answers: { 'captain.create': refuses('offline', { host: 'a' }) } })
    await send('Uma pergunta longa')
    expect(screen.getByLabelText<HTMLInputElement>('Pergunta ao copiloto').value).toBe('Uma pergunta longa')
  })

  it('has a question in the field of its conversation that could not be sent while another was open', async () => {
    const other = record(4, { title: 'Outra' })
    const { main, send } = await open({ id: 3, lists: { threads: [thread, other] } })
    const late = main.hold('captain.create')
    await send('Uma pergunta longa')
    await user.click(screen.getByRole('button', { name: 'Outra' }))
    expect(screen.getByLabelText<HTMLInputElement>('Pergunta ao copiloto').value).toBe('')
    await act(async () => late.refuse(new Refusal({ code: 'offline', params: { host: 'a' } })))
    await user.click(screen.getByRole('button', { name: /Como explico o atraso\?/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Pergunta ao copiloto').value).toBe('Uma pergunta longa')
  })

  it('whose new conversation was left before it was made leads nobody there', async () => {
    const { main, send } = await open()
    const made = main.hold('captain.create')
    await send('Oi')
    await user.click(screen.getByRole('button', { name: 'Documentos' }))
    await act(async () => made.open({ record: record(3, {}) }))
    expect(document.body.textContent).toContain('Nenhum documento.')
  })

  it('draws the markdown of its answers, and leaves what the user wrote as it is', async () => {
    const list = '**Prazo**\n\n- 10 dias\n- [regras](https://vitrine.example/prazo)'
    const request = chatMessage(5, 'user', '**Qual** o prazo?')
    await open({ id: 3, lists: { threads: [thread], messages: [request, chatMessage(6, 'assistant', list)] } })
    expect(log()?.querySelector('strong')?.textContent).toBe('Prazo')
    expect(log()?.querySelectorAll('li')).toHaveLength(2)
    expect(log()?.textContent).toContain('**Qual** o prazo?')
  })
})
