import { type Answer, type Call, empty, isRecord, json, platformError, Refusal, type Route } from './answer.ts'
import type { Base } from './base.ts'
import {
  assistantSeeds,
  type CaptainRecord,
  type Collection,
  createCollection,
  customToolSeeds,
  documentSeeds,
  mcpServerSeeds,
  responseSeeds,
  scenarioSeeds,
  tools,
} from './captain-collection.ts'
import { copilotRoutes } from './captain-copilot.ts'
import { inboxes, type PlatformModes } from './workplace.ts'

const prefix = '/api/v1/accounts/{account_id}/captain'

/** Every row of agent-platform.md, "AI and MCP module routes"; bodies are assumptions throughout (features.md §8.8). */
export function captainRoutes(base: Base, mode?: PlatformModes['captain']): readonly Route[] {
  const { clock } = base
  const assistants = createCollection(
    {
      path: `${prefix}/assistants`,
      root: 'assistant',
      required: ['name'],
      ...listedBy(mode, assistantSeeds, (number) => ({ name: `Assistente ${number}` })),
    },
    clock,
  )
  const responses = createCollection(
    {
      path: `${prefix}/assistant_responses`,
      root: 'assistant_response',
      required: ['question', 'answer', 'assistant_id'],
      pageSize: 25,
      seeds: responseSeeds,
      listed: matchesResponse,
      ...(mode === 'nested' ? { shown: (record) => nested(record, assistants) } : {}),
      added: (fields) => ({ status: fields.status ?? 'approved' }),
    },
    clock,
  )
  const documents = createCollection(
    {
      path: `${prefix}/documents`,
      root: 'document',
      required: ['external_link', 'assistant_id'],
      pageSize: 25,
      seeds: documentSeeds,
      added: (fields) => ({ status: fields.status ?? 'in_progress' }),
      ...(mode === 'nested' ? { shown: (record) => synced(nested(record, assistants)) } : {}),
      methods: ['GET', 'POST', 'GET one', 'DELETE one'],
    },
    clock,
  )
  const mcpServers = createCollection(
    {
      path: `${prefix}/mcp_servers`,
      root: 'mcp_server',
      required: ['name', 'url'],
      pageSize: 15,
      seeds: mcpServerSeeds,
    },
    clock,
  )
  return [
    ...assistants.routes,
    ...assistantRoutes(assistants, mode),
    ...linkedInboxRoutes(assistants),
    ...responses.routes,
    bulkRoute(responses),
    ...documents.routes,
    {
      method: 'POST',
      path: `${prefix}/documents/{id}/sync`,
      handle: (call) => json({ ...documents.of(call), status: 'in_progress' }),
    },
    ...nestedRoutes(clock, mode),
    ...toolRoutes(clock, mode),
    ...mcpServers.routes,
    { method: 'POST', path: `${prefix}/mcp_servers/{id}/connect`, handle: (call) => connect(mcpServers, call) },
    ...copilotRoutes(prefix, clock),
  ]
}

function matchesResponse(record: Readonly<Record<string, unknown>>, query: URLSearchParams): boolean {
  const same = (name: string) => !query.get(name) || String(record[name]) === query.get(name)
  const search = query.get('search')?.toLowerCase() ?? ''
  const text = `${record.question} ${record.answer}`.toLowerCase()
  return same('assistant_id') && same('document_id') && same('status') && text.includes(search)
}

/** What one assistant offers besides its record. */
function assistantRoutes(assistants: Collection, mode: PlatformModes['captain']): readonly Route[] {
  const one = `${prefix}/assistants/{id}`
  return [
    { method: 'GET', path: `${prefix}/assistants/tools`, handle: () => json(tools) },
    { method: 'POST', path: `${one}/playground`, handle: (call) => playground(assistants, call) },
    { method: 'GET', path: `${one}/stats`, handle: (call) => json(stats(assistants.of(call).id, call, mode)) },
    {
      method: 'GET',
      path: `${one}/summary`,
      handle(call) {
        const assistant = assistants.of(call)
        const given = [...call.query.keys()].some((name) => name === 'stats' || name.startsWith('stats['))
        if (!given) throw new Refusal(platformError(422, 'stats é obrigatório'))
        return json({ message: `${assistant.name} respondeu sozinha a maior parte das conversas do período.` })
      },
    },
    { method: 'GET', path: `${one}/drilldown`, handle: (call) => drilldown(assistants, call, mode) },
  ]
}

function playground(assistants: Collection, call: Call): Answer {
  const assistant = assistants.of(call)
  const body = call.json().assistant
  const message = isRecord(body) ? body.message_content : undefined
  if (typeof message !== 'string' || message === '')
    throw new Refusal(platformError(422, 'message_content é obrigatório'))
  return json({
    response: `Aqui é ${assistant.name}. Sobre “${message.slice(0, 80)}”: o prazo de entrega é de 10 dias úteis.`,
    reasoning: 'A pergunta combina com a política de entrega.',
    agent_name: assistant.name,
  })
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

function drilldown(assistants: Collection, call: Call, mode: PlatformModes['captain']): Answer {
  const assistant = assistants.of(call)
  const metric = call.query.get('metric') ?? ''
  if (!metrics.includes(metric)) throw new Refusal(empty(422))
  const page = Math.max(1, Number(call.query.get('page')) || 1)
  const perPage = Math.min(50, Math.max(1, Number(call.query.get('per_page')) || 10))
  const rows = Array.from({ length: perPage }, (_, place) => {
    const display_id = 50_001 + ((page - 1) * perPage + place) * 4
    if (mode === 'nested') return drilled(display_id)
    return {
      conversation_id: display_id,
      assistant_id: assistant.id,
      outcome: place % 4 === 0 ? 'handoff' : 'resolved',
    }
  })
  return json({ metric, payload: rows, meta: { total_count: 120, page, per_page: perPage } })
}

/** Assumption: what a number was counted from, with the conversation inside (features.md §8.8). */
function drilled(display_id: number) {
  const conversation = { id: display_id + 900_000, display_id, contact_name: 'Marina Lopes', status: 'resolved' }
  return { record_type: 'conversation', conversation, message: null, metric_value: null, occurred_at: 1_793_491_200 }
}

/** Assumption: the assistant stands inside of what belongs to it, in place of its number (features.md §8.8). */
function nested({ assistant_id, ...record }: CaptainRecord, assistants: Collection): CaptainRecord {
  return { ...record, assistant: assistants.records.get(Number(assistant_id)) ?? null }
}

/** Assumption: a document stays available while its latest reading failed (features.md §8.8). */
function synced(record: CaptainRecord): CaptainRecord {
  const failed = record.id === 2
  return { ...record, sync_status: failed ? 'failed' : 'synced', last_sync_error_code: failed ? 'not_found' : null }
}

/** Inboxes that an assistant answers; a deletion names the inbox, not the link. */
function linkedInboxRoutes(assistants: Collection): readonly Route[] {
  const path = `${prefix}/assistants/{assistant_id}/inboxes`
  const linked = new Map<number, Set<number>>([[1, new Set([14])]])
  const of = (call: Call) => {
    const { id } = assistants.of({ ...call, params: { id: call.params.assistant_id ?? '' } })
    const known = linked.get(id) ?? new Set<number>()
    linked.set(id, known)
    return known
  }
  const shape = (inbox: (typeof inboxes)[number]) => ({ id: inbox.id, name: inbox.name, channel_type: inbox.channel })
  return [
    {
      method: 'GET',
      path,
      handle(call) {
        const known = of(call)
        return json({ payload: inboxes.filter((inbox) => known.has(inbox.id)).map(shape) })
      },
    },
    {
      method: 'POST',
      path,
      handle(call) {
        const known = of(call)
        const body = call.json().inbox
        const inbox = inboxes.find((one) => isRecord(body) && one.id === body.inbox_id)
        if (!inbox) throw new Refusal(platformError(404, 'Resource could not be found'))
        known.add(inbox.id)
        return json(shape(inbox))
      },
    },
    {
      method: 'DELETE',
      path: `${path}/{inbox_id}`,
      handle(call) {
        if (!of(call).delete(Number(call.params.inbox_id)))
          throw new Refusal(platformError(404, 'Resource could not be found'))
        return empty(204)
      },
    },
  ]
}

type Seed = Readonly<Record<string, unknown>>

/** The document shows no paging of these lists; an installation may page them all the same. */
function listedBy(
  mode: PlatformModes['captain'],
  seeds: readonly Seed[],
  named: (number: number) => Seed,
): { readonly seeds: readonly Seed[]; readonly pageSize?: number } {
  if (mode !== 'paged') return { seeds }
  const more = Array.from({ length: 40 - seeds.length }, (_, place) => ({
    ...seeds[0],
    ...named(seeds.length + place + 1),
  }))
  return { seeds: [...seeds, ...more], pageSize: 25 }
}

/** Scenarios and MCP servers of one assistant. The list of scenarios holds the enabled ones only (features.md §8.8). */
function nestedRoutes(clock: () => number, mode: PlatformModes['captain']): readonly Route[] {
  const path = `${prefix}/assistants/{assistant_id}`
  const scenarios = createCollection(
    {
      path: `${path}/scenarios`,
      root: 'scenario',
      required: ['title', 'description', 'instruction'],
      ...listedBy(mode, scenarioSeeds, (number) => ({ title: `Cenário ${number}` })),
      listed: (record) => record.enabled !== false,
    },
    clock,
  )
  const servers = createCollection(
    {
      path: `${path}/mcp_servers`,
      root: 'assistant_mcp_server',
      required: ['captain_mcp_server_id'],
      seeds: [{ assistant_id: 1, captain_mcp_server_id: 1, enabled: true, tool_filters: {} }],
      methods: ['GET', 'POST', 'PATCH one', 'PUT one', 'DELETE one'],
    },
    clock,
  )
  return [...scenarios.routes, ...servers.routes]
}

function toolRoutes(clock: () => number, mode: PlatformModes['captain']): readonly Route[] {
  const customTools = createCollection(
    {
      path: `${prefix}/custom_tools`,
      root: 'custom_tool',
      required: ['title', 'endpoint_url'],
      ...listedBy(
        mode,
        mode === 'nested' ? customToolSeeds.map((seed) => ({ ...seed, assistant_id: 1 })) : customToolSeeds,
        (number) => ({
          title: `Ferramenta ${number}`,
        }),
      ),
      byAssistant: mode === 'nested',
    },
    clock,
  )
  return [
    ...customTools.routes,
    {
      method: 'POST',
      path: `${prefix}/custom_tools/test`,
      handle(call) {
        if (mode === 'nested' && call.query.get('assistant_id') === null)
          throw new Refusal(platformError(404, 'Resource could not be found'))
        const tool = call.json().custom_tool
        const address = isRecord(tool) ? tool.endpoint_url : undefined
        if (typeof address !== 'string' || !URL.canParse(address))
          throw new Refusal(platformError(422, 'endpoint_url inválido'))
        return json({ status: 200, body: '{"situacao":"em transporte"}' })
      },
    },
  ]
}

/** `delete` destroys the answers for good, as the real one does. */
function bulkRoute(responses: Collection): Route {
  return {
    method: 'POST',
    path: `${prefix}/bulk_actions`,
    handle(call) {
      const { type, ids, fields } = call.json()
      const status = isRecord(fields) ? fields.status : undefined
      if (type !== 'AssistantResponse' || !Array.isArray(ids)) throw new Refusal(json({ success: false }, 422))
      const chosen = [...responses.records.values()].filter((record) => ids.map(Number).includes(record.id))
      if (status === 'delete') {
        for (const record of chosen) responses.records.delete(record.id)
        return json([])
      }
      const approved = chosen.map((record) => ({ ...record, status: 'approved' }))
      for (const record of approved) responses.records.set(record.id, record)
      return json(approved)
    },
  }
}

function connect(servers: Collection, call: Call): Answer {
  const server = servers.of(call)
  if (server.enabled === false) throw new Refusal(platformError(422, 'Servidor desativado'))
  return json({ status: 'connected', tools_count: 4 })
}
