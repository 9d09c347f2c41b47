import type { CaptainResourceName } from '../../preload/values/captain-resources.ts'
import {
  type Answer,
  type Call,
  empty,
  isRecord,
  json,
  missing,
  onPage,
  pageOf,
  Refusal,
  type Routes,
  refusal,
} from './answer.ts'
import type { Base } from './base.ts'
import {
  assistantSeeds,
  type CaptainRecord,
  type Collection,
  type CollectionOptions,
  createCollection,
  customToolSeeds,
  documentSeeds,
  type Fields,
  mcpServerSeeds,
  prefix,
  responseSeeds,
  scenarioSeeds,
  tools,
} from './captain-collection.ts'
import { inboxes, type PlatformModes } from './workplace.ts'

/** Every documented route of the AI module (docs/services.md §7.1); bodies are assumptions throughout (§7.2). */
export function captainRoutes({ clock }: Base, mode?: PlatformModes['captain']): Routes {
  const isNested = mode === 'nested'
  const collection = (name: CaptainResourceName, options: CollectionOptions) => createCollection(name, options, clock)
  const assistants = collection(
    'assistants',
    listedBy(mode, assistantSeeds, (number) => ({ name: `Assistente ${number}` })),
  )
  const withAssistant = (record: CaptainRecord) => nested(record, assistants)
  const responses = collection('responses', {
    seeds: responseSeeds,
    listed: matchesResponse,
    status: 'approved',
    shown: isNested ? withAssistant : undefined,
  })
  const documents = collection('documents', {
    seeds: documentSeeds,
    status: 'in_progress',
    shown: isNested ? (record) => synced(withAssistant(record)) : undefined,
  })
  // The list of scenarios has only the enabled ones (docs/services.md §7.4).
  const scenarios = collection('scenarios', {
    ...listedBy(mode, scenarioSeeds, (number) => ({ title: `Cenário ${number}` })),
    listed: (record) => record.enabled !== false,
  })
  const linkedServer = { assistant_id: 1, captain_mcp_server_id: 1, enabled: true, tool_filters: {} }
  const linkedServers = collection('assistant_mcp_servers', { seeds: [linkedServer] })
  const toolSeeds = isNested ? customToolSeeds.map((seed) => ({ ...seed, assistant_id: 1 })) : customToolSeeds
  const customTools = collection('custom_tools', {
    ...listedBy(mode, toolSeeds, (number) => ({ title: `Ferramenta ${number}` })),
    byAssistant: isNested,
  })
  const mcpServers = collection('mcp_servers', { seeds: mcpServerSeeds })
  return {
    ...assistants.routes,
    ...assistantRoutes(assistants, mode),
    ...linkedInboxRoutes(assistants),
    ...responses.routes,
    [`POST ${prefix}/bulk_actions`]: (call) => changeTogether(responses, call),
    ...documents.routes,
    [`POST ${prefix}/documents/{id}/sync`]: (call) => json({ ...documents.of(call), status: 'in_progress' }),
    ...scenarios.routes,
    ...linkedServers.routes,
    ...customTools.routes,
    [`POST ${prefix}/custom_tools/test`](call) {
      if (isNested && call.query.get('assistant_id') === null) throw missing()
      const tool = call.json().custom_tool
      if (!isRecord(tool) || !URL.canParse(String(tool.endpoint_url))) throw refusal(422, 'endpoint_url inválido')
      return json({ status: 200, body: '{"situacao":"em transporte"}' })
    },
    ...mcpServers.routes,
    [`POST ${prefix}/mcp_servers/{id}/connect`](call) {
      if (mcpServers.of(call).enabled === false) throw refusal(422, 'Servidor desativado')
      return json({ status: 'connected', tools_count: 4 })
    },
    ...copilotRoutes(clock),
  }
}

function requiredText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw refusal(422, `${name} é obrigatório`)
  return value
}

function matchesResponse(record: Readonly<Record<string, unknown>>, query: URLSearchParams): boolean {
  const same = (name: string) => !query.get(name) || String(record[name]) === query.get(name)
  const search = query.get('search')?.toLowerCase() ?? ''
  const text = `${record.question} ${record.answer}`.toLowerCase()
  return same('assistant_id') && same('document_id') && same('status') && text.includes(search)
}

/** The routes of one assistant besides its record. */
function assistantRoutes(assistants: Collection, mode: PlatformModes['captain']): Routes {
  const one = `${prefix}/assistants/{id}`
  return {
    [`GET ${prefix}/assistants/tools`]: () => json(tools),
    [`POST ${one}/playground`](call) {
      const { name } = assistants.of(call)
      const { assistant } = call.json()
      const message = requiredText(isRecord(assistant) ? assistant.message_content : undefined, 'message_content')
      return json({
        response: `Aqui é ${name}. Sobre “${message.slice(0, 80)}”: o prazo de entrega é de 10 dias úteis.`,
        reasoning: 'A pergunta combina com a política de entrega.',
        agent_name: name,
      })
    },
    [`GET ${one}/stats`]: (call) => json(stats(assistants.of(call).id, call, mode)),
    [`GET ${one}/summary`](call) {
      const { name } = assistants.of(call)
      const hasStats = [...call.query.keys()].some((key) => key === 'stats' || key.startsWith('stats['))
      if (!hasStats) throw refusal(422, 'stats é obrigatório')
      return json({ message: `${name} respondeu sozinha a maior parte das conversas do período.` })
    },
    [`GET ${one}/drilldown`]: (call) => drilldown(assistants.of(call).id, call, mode),
  }
}

const metrics = ['conversations_handled', 'auto_resolution_rate', 'handoff_rate', 'hours_saved']

function stats(assistant: number, call: Call, mode: PlatformModes['captain']) {
  const days = Number(call.query.get('range')) || 30
  if (mode === 'nested') {
    return {
      conversations_handled: { current: days * 10, previous: days * 8, trend: 25 },
      auto_resolution_rate: { current: 61.4, previous: 58.2, trend: 3.2 },
      handoff_rate: { current: 22.1, previous: 24.9, trend: -2.8 },
      reopen_rate: { current: 4, previous: 4, trend: 0 },
      conversation_depth: { current: 3.4, previous: 2.9, trend: 0.5 },
      knowledge: { approved: 48, suggestions: 12, documents: 3, coverage: 80 },
    }
  }
  return {
    range: days,
    conversations_handled: { current: days * (9 + assistant), previous: days * 8, trend: 12.5 },
    auto_resolution_rate: { current: 61.4, previous: 58.2, trend: 5.5 },
    handoff_rate: { current: 22.1, previous: 24.9, trend: -11.2 },
    hours_saved: { current: days * 1.4, previous: null, trend: null },
  }
}

function drilldown(assistant_id: number, call: Call, mode: PlatformModes['captain']): Answer {
  const metric = call.query.get('metric') ?? ''
  if (!metrics.includes(metric)) throw new Refusal(empty(422))
  const page = pageOf(call)
  const perPage = Math.min(50, Math.max(1, Number(call.query.get('per_page')) || 10))
  const rows = Array.from({ length: perPage }, (_, place) => {
    const conversation_id = 50_001 + ((page - 1) * perPage + place) * 4
    if (mode === 'nested') return drilled(conversation_id)
    return { conversation_id, assistant_id, outcome: place % 4 === 0 ? 'handoff' : 'resolved' }
  })
  return json({ metric, payload: rows, meta: { total_count: 120, page, per_page: perPage } })
}

/** Assumption: the records behind a number, each with its conversation (docs/services.md §7.6). */
function drilled(display_id: number) {
  const conversation = { id: display_id + 900_000, display_id, contact_name: 'Marina Lopes', status: 'resolved' }
  return { record_type: 'conversation', conversation, message: null, metric_value: null, occurred_at: 1_793_491_200 }
}

/** Assumption: a record of an assistant contains the assistant instead of its number (docs/services.md §7.4). */
function nested({ assistant_id, ...record }: CaptainRecord, assistants: Collection): CaptainRecord {
  return { ...record, assistant: assistants.records.get(Number(assistant_id)) ?? null }
}

/** Assumption: a document stays available while its latest reading failed (docs/services.md §7.4). */
function synced(record: CaptainRecord): CaptainRecord {
  const failed = record.id === 2
  return { ...record, sync_status: failed ? 'failed' : 'synced', last_sync_error_code: failed ? 'not_found' : null }
}

/** Inboxes that an assistant answers; a deletion names the inbox, not the link. */
function linkedInboxRoutes(assistants: Collection): Routes {
  const path = `${prefix}/assistants/{assistant_id}/inboxes`
  const linked = new Map<number, Set<number>>([[1, new Set([14])]])
  const of = (call: Call) => {
    const { id } = assistants.of({ ...call, params: { id: call.params.assistant_id ?? '' } })
    const ids = linked.get(id) ?? new Set<number>()
    linked.set(id, ids)
    return ids
  }
  const shape = (inbox: (typeof inboxes)[number]) => ({ id: inbox.id, name: inbox.name, channel_type: inbox.channel })
  return {
    [`GET ${path}`](call) {
      const ids = of(call)
      return json({ payload: inboxes.filter((inbox) => ids.has(inbox.id)).map(shape) })
    },
    [`POST ${path}`](call) {
      const ids = of(call)
      const { inbox: named } = call.json()
      const inbox = inboxes.find((one) => isRecord(named) && one.id === named.inbox_id)
      if (!inbox) throw missing()
      ids.add(inbox.id)
      return json(shape(inbox))
    },
    [`DELETE ${path}/{inbox_id}`](call) {
      if (!of(call).delete(Number(call.params.inbox_id))) throw missing()
      return empty(204)
    },
  }
}

/** The document shows no pages for these lists, but an installation may page them. */
function listedBy(
  mode: PlatformModes['captain'],
  seeds: readonly Fields[],
  named: (number: number) => Fields,
): Pick<CollectionOptions, 'seeds' | 'pageSize'> {
  if (mode !== 'paged') return { seeds }
  const more = Array.from({ length: 40 - seeds.length }, (_, place) => ({
    ...seeds[0],
    ...named(seeds.length + place + 1),
  }))
  return { seeds: [...seeds, ...more], pageSize: 25 }
}

/** `delete` removes the answers for good, as the real service does. */
function changeTogether(responses: Collection, call: Call): Answer {
  const { type, ids, fields } = call.json()
  if (type !== 'AssistantResponse' || !Array.isArray(ids)) throw new Refusal(json({ success: false }, 422))
  const chosen = [...responses.records.values()].filter((record) => ids.map(Number).includes(record.id))
  if (isRecord(fields) && fields.status === 'delete') {
    for (const record of chosen) responses.records.delete(record.id)
    return json([])
  }
  const approved = chosen.map((record) => ({ ...record, status: 'approved' }))
  for (const record of approved) responses.records.set(record.id, record)
  return json(approved)
}

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
  /** Milliseconds of the epoch. An answer is available only after a while, so a client has to poll for it. */
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
 * and its answer comes later (docs/services.md §7.5).
 */
function copilotRoutes(clock: () => number): Routes {
  const threads = new Map<number, Thread>()
  let last = 0
  const owner = (call: Call) => call.header('api_access_token') ?? ''

  function threadOf(call: Call): Thread {
    const thread = threads.get(Number(call.params.copilot_thread_id))
    if (!thread || thread.owner !== owner(call)) throw missing()
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

  const question = (call: Call) => requiredText(call.json().message, 'message')
  const shape = ({ id, title, createdAt }: Thread) => ({ id, title, created_at: createdAt, user: { type: 'user' } })
  const visible = ({ readableAt: _readableAt, ...message }: Message) => message
  const path = `${prefix}/copilot_threads`
  const messages = `${path}/{copilot_thread_id}/copilot_messages`
  return {
    [`GET ${path}`](call) {
      const userThreads = [...threads.values()].filter((thread) => thread.owner === owner(call)).reverse()
      const page = pageOf(call)
      return json({
        payload: onPage(userThreads, page, threadsOnPage).map(shape),
        meta: { total_count: userThreads.length, page },
      })
    },
    [`POST ${path}`](call) {
      const content = question(call)
      const thread = { id: ++last, title: content.slice(0, 60), owner: owner(call), createdAt: clock(), messages: [] }
      threads.set(thread.id, thread)
      ask(thread, content)
      return json(shape(thread))
    },
    [`GET ${messages}`](call) {
      const readable = threadOf(call).messages.filter((message) => message.readableAt <= Date.now())
      return json({ payload: onPage(readable, pageOf(call), messagesOnPage).map(visible) })
    },
    [`POST ${messages}`]: (call) => json(visible(ask(threadOf(call), question(call)))),
  }
}
