import { type CaptainResourceName, captainResource } from '../../preload/values/captain-resources.ts'
import {
  type Call,
  empty,
  type Handler,
  invalidRecord,
  isRecord,
  json,
  missing,
  onPage,
  pageOf,
  type Routes,
  refusal,
} from './answer.ts'
import { account } from './workplace.ts'

export type Fields = Readonly<Record<string, unknown>>
export type CaptainRecord = Fields & { readonly id: number }

export const prefix = '/api/v1/accounts/{account_id}/captain'

/** The properties of a resource that the documents leave open. */
export interface CollectionOptions {
  readonly seeds: readonly Fields[]
  /** For an installation that pages a list which the documents show without pages. */
  readonly pageSize?: number
  /** Which of the parent's records a list shows. */
  readonly listed?: (record: CaptainRecord, query: URLSearchParams) => boolean
  /** The status of a new record that names none. */
  readonly status?: string
  /** The form in which a record is answered; by default as stored. */
  readonly shown?: ((record: CaptainRecord) => Fields) | undefined
  /** Every call has to name the assistant in its query, and sees only that assistant's records. */
  readonly byAssistant?: boolean
}

export interface Collection {
  readonly routes: Routes
  readonly records: Map<number, CaptainRecord>
  /** The record that a path names; refuses with 404. */
  of(call: Call): CaptainRecord
}

/**
 * The routes of one resource. Paths, root keys and required fields are those of the table that the app itself calls by.
 *
 * Assumption: lists are `{payload, meta{total_count, page}}`, and one record is its plain object. A body without its
 * root key is a 422, and a deletion answers 204 without a body (docs/services.md §7.3).
 */
export function createCollection(
  name: CaptainResourceName,
  { seeds, listed, status, shown = (record) => record, byAssistant = false, ...options }: CollectionOptions,
  clock: () => number,
): Collection {
  const { path, root, one, pageSize, fields: resourceFields } = captainResource(name)
  const required = resourceFields.filter((field) => field.required).map((field) => field.path)
  const records = new Map<number, CaptainRecord>()
  let last = 0

  function add(fields: Fields): CaptainRecord {
    const defaults = { account_id: account.id, created_at: clock(), updated_at: clock(), ...(status ? { status } : {}) }
    const record = { ...defaults, ...fields, id: ++last }
    records.set(record.id, record)
    return record
  }
  for (const seed of seeds) add(seed)

  function of(call: Call): CaptainRecord {
    const record = records.get(Number(call.params.id))
    if (!record || !sameParent(record, call)) throw missing()
    return record
  }

  function refuseBlank(names: readonly string[], fields: Fields): void {
    const blank = names.filter((name) => (fields[name] ?? '') === '')
    if (blank.length > 0) throw invalidRecord(blank)
  }

  const update: Handler = (call) => {
    const fields = wrapped(call, String(root))
    const changed = { ...of(call), ...fields, id: of(call).id, updated_at: clock() }
    refuseBlank(
      required.filter((name) => name in fields),
      fields,
    )
    records.set(changed.id, changed)
    return json(shown(changed))
  }

  const oneHandlers: Readonly<Record<(typeof one)[number], Handler>> = {
    GET: (call) => json(shown(of(call))),
    PATCH: update,
    PUT: update,
    DELETE(call) {
      records.delete(of(call).id)
      return empty(204)
    },
  }
  const all = prefix + path.replace('{parent}', '{assistant_id}')
  const routes: Routes = {
    [`GET ${all}`](call) {
      const matches = [...records.values()].filter(
        (record) => sameParent(record, call) && (listed?.(record, call.query) ?? true),
      )
      const size = options.pageSize ?? pageSize ?? Math.max(1, matches.length)
      const page = pageOf(call)
      return json({ payload: onPage(matches, page, size).map(shown), meta: { total_count: matches.length, page } })
    },
    [`POST ${all}`](call) {
      const fields = { ...wrapped(call, String(root)), ...parentOf(call) }
      refuseBlank(required, fields)
      return json(shown(add(fields)))
    },
    ...Object.fromEntries(one.map((method) => [`${method} ${all}/{id}`, oneHandlers[method]])),
  }
  const ofAssistant = Object.entries(routes).map(([route, handle]) => [route, withAssistant(handle)])
  return { routes: byAssistant ? Object.fromEntries(ofAssistant) : routes, records, of }
}

/** Assumption: without its assistant a tool is not found (docs/services.md §7.4). */
function withAssistant(handle: Handler): Handler {
  return (call) => {
    const assistant_id = call.query.get('assistant_id')
    if (assistant_id === null) throw missing()
    return handle({ ...call, params: { ...call.params, assistant_id } })
  }
}

/** The object under this key of the body. */
function wrapped(call: Call, root: string): Fields {
  const fields = call.json()[root]
  if (!isRecord(fields)) throw refusal(422, `param is missing or the value is empty: ${root}`)
  return fields
}

function parentOf({ params }: Call): Fields {
  return params.assistant_id === undefined ? {} : { assistant_id: Number(params.assistant_id) }
}

function sameParent(record: CaptainRecord, { params }: Call): boolean {
  return params.assistant_id === undefined || record.assistant_id === Number(params.assistant_id)
}

/** The AI module of the demonstration at its start, with assumed shapes (docs/services.md §7.2). */
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
export const responseSeeds = Array.from({ length: 60 }, (_, index) => {
  const [question, answer] = questions[index % questions.length] ?? questions[0]
  const round = Math.floor(index / questions.length)
  return {
    question: round === 0 ? question : `${question} (variação ${round})`,
    answer,
    assistant_id: 1 + (index % 2),
    document_id: index % 3 === 0 ? 1 + (index % 2) : null,
    status: index % 5 === 0 ? 'pending' : 'approved',
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
