import {
  type Answer,
  type Call,
  empty,
  invalidRecord,
  isRecord,
  json,
  platformError,
  Refusal,
  type Route,
} from './answer.ts'
import { account } from './workplace.ts'

export type CaptainRecord = Readonly<Record<string, unknown>> & { readonly id: number }

export interface CollectionOptions {
  /** The route of all records; records of one parent live under `/assistants/{assistant_id}/…`. */
  readonly path: string
  /** The key that wraps a record in a request body (features.md §8.8). */
  readonly root: string
  readonly required: readonly string[]
  /** Undefined when the list is not paged. */
  readonly pageSize?: number
  readonly seeds: readonly Readonly<Record<string, unknown>>[]
  /** Which records a list shows, beyond the parent's. */
  readonly listed?: (record: CaptainRecord, query: URLSearchParams) => boolean
  /** What else a new record gets. */
  readonly added?: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly methods?: readonly string[]
  /** A record as it is answered; by default as stored. */
  readonly shown?: (record: CaptainRecord) => Readonly<Record<string, unknown>>
  /** Every call has to name the assistant in its query, and sees the records of that one. */
  readonly byAssistant?: boolean
}

/** Records of one kind in memory, with the routes that read and write them. */
export interface Collection {
  readonly routes: readonly Route[]
  readonly records: Map<number, CaptainRecord>
  /** The record that a path names; refuses with 404. */
  of(call: Call): CaptainRecord
  add(fields: Readonly<Record<string, unknown>>): CaptainRecord
}

/**
 * Assumption: lists are `{payload, meta{total_count, page}}`, one record is its plain object, a body without its root
 * key is a 422, a deletion answers 204 without a body (features.md §8.8).
 */
export function createCollection(options: CollectionOptions, clock: () => number): Collection {
  const records = new Map<number, CaptainRecord>()
  let last = 0

  function add(fields: Readonly<Record<string, unknown>>): CaptainRecord {
    const record = {
      account_id: account.id,
      created_at: clock(),
      updated_at: clock(),
      ...fields,
      ...options.added?.(fields),
      id: ++last,
    }
    records.set(record.id, record)
    return record
  }
  for (const seed of options.seeds) add(seed)

  const answered = options.shown ?? ((record: CaptainRecord) => record)

  function of(call: Call): CaptainRecord {
    const record = records.get(Number(call.params.id))
    if (!record || !sameParent(record, call)) throw new Refusal(platformError(404, 'Resource could not be found'))
    return record
  }

  function list(call: Call): Answer {
    const shown = [...records.values()].filter(
      (record) => sameParent(record, call) && (options.listed?.(record, call.query) ?? true),
    )
    const page = Math.max(1, Number.parseInt(call.query.get('page') ?? '1', 10) || 1)
    const size = options.pageSize ?? Math.max(1, shown.length)
    return json({
      payload: shown.slice((page - 1) * size, page * size).map(answered),
      meta: { total_count: shown.length, page },
    })
  }

  function create(call: Call): Answer {
    const fields = { ...wrapped(call, options.root), ...parentOf(call) }
    const missing = options.required.filter((name) => isBlank(fields, name))
    if (missing.length > 0) throw new Refusal(invalidRecord(missing))
    return json(answered(add(fields)))
  }

  function update(call: Call): Answer {
    const record = of(call)
    const fields = wrapped(call, options.root)
    const emptied = options.required.filter((name) => name in fields && isBlank(fields, name))
    if (emptied.length > 0) throw new Refusal(invalidRecord(emptied))
    const changed = { ...record, ...fields, id: record.id, updated_at: clock() }
    records.set(record.id, changed)
    return json(answered(changed))
  }

  function remove(call: Call): Answer {
    records.delete(of(call).id)
    return empty(204)
  }

  const one = `${options.path}/{id}`
  const routes: readonly Route[] = [
    { method: 'GET', path: options.path, handle: list },
    { method: 'POST', path: options.path, handle: create },
    { method: 'GET', path: one, handle: (call) => json(answered(of(call))) },
    { method: 'PATCH', path: one, handle: update },
    { method: 'PUT', path: one, handle: update },
    { method: 'DELETE', path: one, handle: remove },
  ]
  const offered = routes.filter((route) => isOffered(route, options))
  return { routes: options.byAssistant ? offered.map(ofAssistant) : offered, records, of, add }
}

/** Assumption: without its assistant a tool is not found (features.md §8.8). */
function ofAssistant(route: Route): Route {
  return {
    ...route,
    handle(call) {
      const assistant_id = call.query.get('assistant_id')
      if (assistant_id === null) throw new Refusal(platformError(404, 'Resource could not be found'))
      return route.handle({ ...call, params: { ...call.params, assistant_id } })
    },
  }
}

function isOffered(route: Route, options: CollectionOptions): boolean {
  const name = `${route.method}${route.path === options.path ? '' : ' one'}`
  return options.methods?.includes(name) ?? true
}

function wrapped(call: Call, root: string): Readonly<Record<string, unknown>> {
  const fields = call.json()[root]
  if (!isRecord(fields)) throw new Refusal(platformError(422, `param is missing or the value is empty: ${root}`))
  return fields
}

function parentOf(call: Call): Readonly<Record<string, unknown>> {
  return call.params.assistant_id === undefined ? {} : { assistant_id: Number(call.params.assistant_id) }
}

function sameParent(record: CaptainRecord, call: Call): boolean {
  return call.params.assistant_id === undefined || record.assistant_id === Number(call.params.assistant_id)
}

function isBlank(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  return fields[name] === undefined || fields[name] === null || fields[name] === ''
}

/** What the AI module of the demonstration holds at its start; shapes as features.md §8.8. */
export const assistantSeeds = [
  {
    name: 'Nina',
    description: 'Atende dúvidas de pedido, entrega e montagem',
    config: {
      product_name: 'Vitrine Móveis',
      feature_faq: true,
      feature_memory: true,
      feature_citation: false,
      welcome_message: 'Olá! Sou a Nina, da Vitrine Móveis. Como posso ajudar?',
      handoff_message: 'Vou chamar uma pessoa da equipe.',
      resolution_message: 'Fico por aqui. Até logo!',
      instructions: 'Responda em português, de forma breve. Nunca prometa prazo que não esteja nos documentos.',
      temperature: 0.3,
    },
    response_guidelines: ['Chame a pessoa pelo nome', 'Uma pergunta por vez'],
    guardrails: ['Não fale de concorrentes'],
  },
  {
    name: 'Téo',
    description: 'Qualifica pedidos de orçamento',
    config: {
      product_name: 'Vitrine Planejados',
      feature_faq: true,
      instructions: 'Descubra ambiente, medidas e prazo.',
    },
    response_guidelines: [],
    guardrails: [],
  },
] as const

const questions = [
  ['Qual o prazo de entrega?', 'Capitais em até 10 dias úteis; interior em até 20.'],
  ['Vocês montam os móveis?', 'Sim, a montagem está incluída e é marcada após a entrega.'],
  ['Como peço a segunda via do boleto?', 'Envie o CPF do titular e mandamos o link por aqui.'],
  ['Posso trocar a cor depois do pedido?', 'Sim, até 48 horas depois da confirmação.'],
  ['Qual a garantia?', 'Cinco anos para a estrutura e um ano para ferragens.'],
  ['Vocês têm loja física?', 'Sim, em Campinas e em Curitiba.'],
  ['Aceitam cartão em quantas vezes?', 'Em até doze vezes sem juros.'],
] as const

/** Sixty answers, so that their list has more than one page. */
export const responseSeeds = Array.from({ length: 60 }, (_, place) => {
  const [question, answer] = questions[place % questions.length] ?? questions[0]
  const round = Math.floor(place / questions.length)
  return {
    question: round === 0 ? question : `${question} (variação ${round})`,
    answer,
    assistant_id: 1 + (place % 2),
    document_id: place % 3 === 0 ? 1 + (place % 2) : null,
    status: place % 5 === 0 ? 'pending' : 'approved',
  }
})

export const documentSeeds = [
  {
    name: 'Política de entrega',
    external_link: 'https://vitrine.example/entrega',
    assistant_id: 1,
    status: 'available',
  },
  {
    name: 'Garantia e trocas',
    external_link: 'https://vitrine.example/garantia',
    assistant_id: 1,
    status: 'available',
  },
  {
    name: 'Catálogo 2026',
    external_link: 'https://vitrine.example/catalogo.pdf',
    assistant_id: 2,
    status: 'in_progress',
  },
] as const

export const scenarioSeeds = [
  {
    assistant_id: 1,
    title: 'Entrega atrasada',
    description: 'A pessoa reclama do prazo',
    instruction: 'Peça o número do pedido, consulte o andamento e chame a equipe se passar de 5 dias.',
    enabled: true,
    tools: ['handoff', 'add_label_to_conversation'],
  },
  {
    assistant_id: 1,
    title: 'Cancelamento',
    description: 'A pessoa quer cancelar',
    instruction: 'Chame a equipe de pós-venda.',
    enabled: false,
    tools: ['handoff'],
  },
] as const

export const customToolSeeds = [
  {
    title: 'Consultar pedido',
    slug: 'custom_consultar_pedido',
    description: 'Situação de um pedido pelo número',
    endpoint_url: 'https://erp.vitrine.example/pedidos/{{ numero }}',
    http_method: 'GET',
    request_template: null,
    response_template: '{{ response.situacao }}',
    auth_type: 'bearer',
    auth_config: { token: 'exemplo-de-segredo-do-erp' },
    headers: {},
    enabled: true,
    param_schema: [{ name: 'numero', type: 'string', description: 'Número do pedido', required: true }],
  },
] as const

export const mcpServerSeeds = [
  {
    name: 'Estoque',
    slug: 'estoque',
    description: 'Consulta de estoque das lojas',
    url: 'https://mcp.vitrine.example/estoque',
    auth_type: 'bearer',
    auth_config: { token: 'exemplo-de-segredo-do-estoque' },
    enabled: true,
    status: 'connected',
  },
] as const

export const tools = [
  {
    id: 'handoff',
    title: 'Transferir para a equipe',
    description: 'Passa a conversa para uma pessoa',
    icon: 'user-switch',
  },
  { id: 'add_label_to_conversation', title: 'Etiquetar', description: 'Põe uma etiqueta na conversa', icon: 'tag' },
  { id: 'update_priority', title: 'Mudar prioridade', description: 'Define a prioridade da conversa', icon: 'flag' },
] as const
