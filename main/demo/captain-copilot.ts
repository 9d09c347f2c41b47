import { type Call, json, platformError, Refusal, type Route } from './answer.ts'

interface Thread {
  readonly id: number
  readonly title: string
  readonly owner: string
  readonly createdAt: number
  readonly messages: Message[]
}

interface Message {
  readonly id: number
  readonly message_type: 'user' | 'assistant'
  readonly message: { readonly content: string }
  readonly created_at: number
  /** Milliseconds of the epoch: an answer is there only after a while, so that a client has to poll for it. */
  readonly readableAt: number
}

const threadsOnPage = 5
const messagesOnPage = 1000
const thinking = 700

/** Assumption: the copilot writes Markdown, as language models do. */
const suggestion = [
  'Sugestão: confirme o número do pedido e ofereça a nova data de entrega.',
  '1. **Confirme** o pedido e o CEP.\n2. Ofereça a **nova data** por escrito.',
  '> Seu pedido sai amanhã e chega em até 3 dias úteis.',
  '| Situação | Prazo |\n|---|---|\n| Em estoque | 3 dias úteis |\n| Sob medida | 15 dias úteis |',
  'Veja a [política de entrega](https://vitrine.example/entrega).',
].join('\n\n')

/**
 * Copilot threads and their messages. Assumption: people see their own threads, five a page; a question echoes itself
 * and its answer comes later (features.md §8.8).
 */
export function copilotRoutes(prefix: string, clock: () => number): readonly Route[] {
  const threads = new Map<number, Thread>()
  let last = 0
  const owner = (call: Call) => call.header('api_access_token') ?? ''

  function threadOf(call: Call): Thread {
    const thread = threads.get(Number(call.params.copilot_thread_id))
    if (!thread || thread.owner !== owner(call)) throw new Refusal(platformError(404, 'Resource could not be found'))
    return thread
  }

  function ask(thread: Thread, content: string): Message {
    const now = Date.now()
    const question: Message = {
      id: ++last,
      message_type: 'user',
      message: { content },
      created_at: clock(),
      readableAt: now,
    }
    thread.messages.push(question, {
      id: ++last,
      message_type: 'assistant',
      message: { content: suggestion },
      created_at: clock() + 1,
      readableAt: now + thinking,
    })
    return question
  }

  const question = (call: Call): string => {
    const { message } = call.json()
    if (typeof message !== 'string' || message === '') throw new Refusal(platformError(422, 'message é obrigatório'))
    return message
  }
  const shape = ({ id, title, createdAt }: Thread) => ({ id, title, created_at: createdAt, user: { type: 'user' } })
  const visible = ({ readableAt: _readableAt, ...message }: Message) => message
  const pageOf = (call: Call) => Math.max(1, Number(call.query.get('page')) || 1)
  const path = `${prefix}/copilot_threads`

  return [
    {
      method: 'GET',
      path,
      handle(call) {
        const own = [...threads.values()].filter((thread) => thread.owner === owner(call)).reverse()
        const page = pageOf(call)
        const shown = own.slice((page - 1) * threadsOnPage, page * threadsOnPage)
        return json({ payload: shown.map(shape), meta: { total_count: own.length, page } })
      },
    },
    {
      method: 'POST',
      path,
      handle(call) {
        const content = question(call)
        const thread = { id: ++last, title: content.slice(0, 60), owner: owner(call), createdAt: clock(), messages: [] }
        threads.set(thread.id, thread)
        ask(thread, content)
        return json(shape(thread))
      },
    },
    {
      method: 'GET',
      path: `${path}/{copilot_thread_id}/copilot_messages`,
      handle(call) {
        const readable = threadOf(call).messages.filter((message) => message.readableAt <= Date.now())
        const page = pageOf(call)
        return json({ payload: readable.slice((page - 1) * messagesOnPage, page * messagesOnPage).map(visible) })
      },
    },
    {
      method: 'POST',
      path: `${path}/{copilot_thread_id}/copilot_messages`,
      handle: (call) => json(visible(ask(threadOf(call), question(call)))),
    },
  ]
}
