import type { ServerResponse } from 'node:http'
import { type Asked, type Scripted, type ScriptedService, startService } from '../../kit/service.ts'
import { startWorkspace, type TestWorkspace, type WorkspaceOptions } from '../../kit/workspace.ts'

/** A message as the service sends it. */
interface ServiceMessage {
  readonly id: number
  readonly content: string
  /** Epoch seconds. */
  readonly created_at: number
  /** 0 from the contact, 1 from the team. */
  readonly message_type: number
}

/** One conversation on a real server, which answers messages as a test defines. */
export interface ChatService {
  readonly service: ScriptedService
  /** Every request that carried a message, whatever its answer. */
  readonly posts: readonly Asked[]
  /** What the conversation has, oldest first. */
  readonly messages: ServiceMessage[]
  /** How it answers a message; the usual answer by default. `stored`: whether the conversation gets it. */
  onMessage: { readonly stored: boolean; readonly answer: Scripted | null }
  /** More of the conversation than the usual. */
  conversation: Readonly<Record<string, unknown>>
  /** Answers of the conversation filter are refused while true. */
  broken: boolean
}

export const chatAccount = 7
export const chatNumber = 1042
export const chatContact = { id: 55, name: 'Maria Souza', phone_number: '+5511987654321', email: 'maria@exemplo.com' }

const toMaria = { conversation: chatNumber, contact_id: chatContact.id, insist: false }

export async function startChat(now: () => Date = () => new Date()): Promise<ChatService> {
  const messages: ServiceMessage[] = [
    { id: 900, content: 'Bom dia!', created_at: Math.floor(now().getTime() / 1000) - 600, message_type: 0 },
  ]
  const posts: Asked[] = []
  const answerMessage = (asked: Asked): Scripted => {
    posts.push(asked)
    const { content } = JSON.parse(asked.body) as { content: string }
    const message = { id: 901 + posts.length, content, created_at: Math.floor(now().getTime() / 1000), message_type: 1 }
    if (chat.onMessage.stored) messages.push(message)
    return chat.onMessage.answer ?? { json: { ...message, status: 'sent', private: false } }
  }
  const service = await startService((asked) => {
    if (asked.path.endsWith(`/conversations/${chatNumber}/messages`)) return answerMessage(asked)
    if (!asked.path.endsWith('/conversations/filter') || chat.broken) return { status: 500, json: { error: 'x' } }
    const [condition] = (JSON.parse(asked.body) as { payload: { values: unknown[] }[] }).payload
    const matches = condition?.values[0] === chatNumber ? [conversation()] : []
    return { json: { meta: { all_count: matches.length }, payload: matches } }
  })
  const conversation = () => ({
    id: chatNumber,
    status: 'open',
    inbox_id: 3,
    created_at: 1_760_000_000,
    can_reply: true,
    meta: { sender: chatContact },
    messages: messages.slice(-1),
    last_non_activity_message: messages.at(-1) ?? null,
    ...chat.conversation,
  })
  const chat: ChatService = {
    service,
    posts,
    messages,
    onMessage: { stored: true, answer: null },
    conversation: {},
    broken: false,
  }
  return chat
}

export interface Chat extends ChatService {
  readonly workspace: TestWorkspace
  readonly connection_id: string
  send(
    content: string,
    more?: Partial<{ once: string; contact_id: number | null; insist: boolean; signal: AbortSignal }>,
  ): Promise<{ message_id: number | null; status: string | null }>
  /** The newest write of the ledger. */
  latest(): ReturnType<typeof latestOf>
}

const latestOf = async (workspace: TestWorkspace) => (await workspace.ask('activity.list', {}))[0]

/** The service with a workspace that is connected to it. */
export async function openChat(options: WorkspaceOptions = {}): Promise<Chat> {
  const chat = await startChat(options.now)
  const workspace = await startWorkspace(options)
  const at = { url: chat.service.origin, accountId: chatAccount, brand: 'house', token: 'token-de-teste' }
  const connection_id = await workspace.connect(at)
  return Object.assign(chat, {
    workspace,
    connection_id,
    send: (content: string, { signal, ...more }: Parameters<Chat['send']>[1] = {}) =>
      workspace.ask(
        'sending.send',
        { ...toMaria, once: crypto.randomUUID(), content, ...more },
        signal ? { signal } : {},
      ),
    latest: () => latestOf(workspace),
  })
}

/** The answer never comes. */
export const hangs = (): void => undefined

/** The connection ends before a byte of the answer. */
export const resets = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}

/** The head of an answer, and then nothing but the end of the connection. */
export const cutsAfterHead = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.flushHeaders()
  response.write('{', () => response.socket?.destroy())
}

/** An answer that ends in its middle, though its length announced all of it. */
export const cutsInBody = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
  response.write('{"id": 902, "content": "', () => response.socket?.resetAndDestroy())
}

/** The head at once, the body never. */
export const hangsInBody = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
  response.write('{"id": 902')
}
