/**
 * The documented routes of the AI module and the two discovery routes (docs/services.md §7.1) as data. Main calls
 * them, the console lists them, and the screens show what each row has. No Zod here: the screens read it. One more
 * resource or action is one more entry.
 */

export type CaptainOneMethod = 'GET' | 'PATCH' | 'PUT' | 'DELETE'
type Query = Readonly<Record<string, 'integer' | 'text'>>
type Example = Readonly<Record<string, unknown>>

/**
 * How a field is filled in. `reference`: the number of a record of `captainReferences`; `tools`: words of known tools.
 */
export type CaptainFieldKind = 'line' | 'text' | 'number' | 'flag' | 'list' | 'json' | 'choice' | 'tools' | 'reference'

export interface CaptainField {
  /** A key of the record, or of its `config` behind a dot. */
  readonly path: string
  readonly kind: CaptainFieldKind
  readonly required?: true
  readonly choices?: readonly string[]
}

/** Where and how the records of one kind are read and written, and what the screens show of them. */
export interface CaptainResource {
  /** After the prefix of the module; `{parent}` is the number of the assistant or copilot thread that it belongs to. */
  readonly path: string
  /** How the documents name `{parent}` and, where it is not `id`, the number of a record. */
  readonly names?: { readonly parent: string; readonly id?: string }
  /** The key that wraps the fields in a body (docs/services.md §7.2); null where nothing does. */
  readonly root: string | null
  /** The methods that a single record has, by its number. */
  readonly one: readonly CaptainOneMethod[]
  /**
   * How many records a page has where the answer does not count; null where there are no pages (docs/services.md
   * §7.2).
   */
  readonly pageSize: number | null
  /** Parameters of the list. */
  readonly query?: Query
  /** A body to start from in the console, without its root key. */
  readonly example: Example
  /** What can be done with one of them. */
  readonly action?: 'sync' | 'connect' | 'test'
  /** It links its parent with another record. It is unlinked, not deleted, and has no fields but these. */
  readonly isLink?: true
  /** The service sets its status, and nobody else. */
  readonly readOnlyStatus?: true
  /** The first of these fields that a record has is its name. */
  readonly title: readonly string[]
  /** The first of these fields that a record has, and that is not its title, is shown below it. */
  readonly subtitle: readonly string[]
  /** Columns of the list after the title, with their widths in CSS pixels. */
  readonly columns: readonly { readonly path: string; readonly width: number }[]
  /** The likely fields (docs/services.md §7.2), in the order of a form. Others are inferred from answers. */
  readonly fields: readonly CaptainField[]
}

const all = ['GET', 'PATCH', 'PUT', 'DELETE'] as const
const field = <const K extends CaptainFieldKind>(path: string, kind: K) => ({ path, kind })
const required = <const K extends CaptainFieldKind>(path: string, kind: K) => ({ path, kind, required: true }) as const
const choice = (path: string, ...choices: readonly string[]) => ({ path, kind: 'choice', choices }) as const
const changed = { path: 'updated_at', width: 160 }
const ofAssistant = { path: 'assistant_id', width: 150 }
const status = { path: 'status', width: 130 }
const enabled = { path: 'enabled', width: 110 }

export const captainResources = {
  assistants: {
    path: '/assistants',
    root: 'assistant',
    one: all,
    pageSize: null,
    example: { name: '', description: '', config: { product_name: '' } },
    readOnlyStatus: true,
    title: ['name'],
    subtitle: ['description'],
    columns: [{ path: 'config.product_name', width: 220 }, changed],
    fields: [
      required('name', 'line'),
      field('description', 'text'),
      field('config.product_name', 'line'),
      field('config.instructions', 'text'),
      field('config.welcome_message', 'text'),
      field('config.handoff_message', 'text'),
      field('config.resolution_message', 'text'),
      field('config.temperature', 'number'),
      field('config.feature_faq', 'flag'),
      field('config.feature_memory', 'flag'),
      field('config.feature_citation', 'flag'),
      field('response_guidelines', 'list'),
      field('guardrails', 'list'),
    ],
  },
  responses: {
    path: '/assistant_responses',
    root: 'assistant_response',
    one: all,
    pageSize: 25,
    query: { assistant_id: 'integer', document_id: 'integer', search: 'text', page: 'integer' },
    example: { question: '', answer: '', assistant_id: 1 },
    title: ['question'],
    subtitle: ['answer'],
    columns: [ofAssistant, status, changed],
    fields: [
      required('question', 'text'),
      required('answer', 'text'),
      required('assistant_id', 'reference'),
      choice('status', 'approved', 'pending'),
    ],
  },
  documents: {
    path: '/documents',
    root: 'document',
    one: ['GET', 'DELETE'],
    pageSize: 25,
    query: { assistant_id: 'integer', page: 'integer' },
    example: { name: '', external_link: 'https://', assistant_id: 1 },
    action: 'sync',
    readOnlyStatus: true,
    title: ['name', 'external_link'],
    subtitle: ['external_link'],
    columns: [ofAssistant, status, changed],
    fields: [field('name', 'line'), required('external_link', 'line'), required('assistant_id', 'reference')],
  },
  scenarios: {
    path: '/assistants/{parent}/scenarios',
    names: { parent: 'assistant_id' },
    root: 'scenario',
    one: all,
    pageSize: null,
    example: { title: '', description: '', instruction: '', enabled: true, tools: [] },
    title: ['title'],
    subtitle: ['description', 'instruction'],
    columns: [{ path: 'tools', width: 220 }, enabled, changed],
    fields: [
      required('title', 'line'),
      required('description', 'text'),
      required('instruction', 'text'),
      field('tools', 'tools'),
      field('enabled', 'flag'),
    ],
  },
  custom_tools: {
    path: '/custom_tools',
    root: 'custom_tool',
    one: all,
    pageSize: null,
    query: { page: 'integer' },
    example: { title: '', description: '', endpoint_url: 'https://', http_method: 'GET', auth_type: 'none' },
    action: 'test',
    title: ['title', 'slug'],
    subtitle: ['description'],
    columns: [{ path: 'http_method', width: 90 }, { path: 'endpoint_url', width: 280 }, enabled],
    fields: [
      required('title', 'line'),
      field('description', 'text'),
      required('endpoint_url', 'line'),
      choice('http_method', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      field('request_template', 'text'),
      field('response_template', 'text'),
      choice('auth_type', 'none', 'bearer', 'basic', 'api_key'),
      field('auth_config', 'json'),
      field('headers', 'json'),
      field('param_schema', 'json'),
      field('enabled', 'flag'),
    ],
  },
  mcp_servers: {
    path: '/mcp_servers',
    root: 'mcp_server',
    one: all,
    pageSize: 15,
    query: { page: 'integer' },
    example: { name: '', description: '', url: 'https://', auth_type: 'none', enabled: true },
    action: 'connect',
    readOnlyStatus: true,
    title: ['name', 'slug'],
    subtitle: ['description'],
    columns: [{ path: 'url', width: 280 }, status, enabled],
    fields: [
      required('name', 'line'),
      field('description', 'text'),
      required('url', 'line'),
      choice('auth_type', 'none', 'bearer', 'basic', 'api_key', 'oauth'),
      field('auth_config', 'json'),
      field('enabled', 'flag'),
    ],
  },
  assistant_mcp_servers: {
    path: '/assistants/{parent}/mcp_servers',
    names: { parent: 'assistant_id' },
    root: 'assistant_mcp_server',
    one: ['PATCH', 'PUT', 'DELETE'],
    pageSize: null,
    example: { captain_mcp_server_id: 1, enabled: true, tool_filters: [] },
    isLink: true,
    title: ['name', 'captain_mcp_server_id'],
    subtitle: ['description'],
    columns: [{ path: 'tool_filters', width: 220 }, enabled],
    fields: [required('captain_mcp_server_id', 'reference'), field('enabled', 'flag'), field('tool_filters', 'json')],
  },
  /** A deletion names the inbox, not the link (docs/services.md §7.3). */
  inboxes: {
    path: '/assistants/{parent}/inboxes',
    names: { parent: 'assistant_id', id: 'inbox_id' },
    root: 'inbox',
    one: ['DELETE'],
    pageSize: null,
    example: { inbox_id: 1 },
    isLink: true,
    title: ['name'],
    subtitle: [],
    columns: [{ path: 'channel_type', width: 220 }],
    fields: [required('inbox_id', 'reference')],
  },
  threads: {
    path: '/copilot_threads',
    root: null,
    one: [],
    pageSize: 5,
    query: { page: 'integer' },
    example: { message: '', assistant_id: 1 },
    title: ['title', 'message'],
    subtitle: [],
    columns: [],
    fields: [required('message', 'text'), field('assistant_id', 'reference'), field('conversation_id', 'number')],
  },
  messages: {
    path: '/copilot_threads/{parent}/copilot_messages',
    names: { parent: 'copilot_thread_id' },
    root: null,
    one: [],
    pageSize: 1000,
    example: { message: '' },
    title: [],
    subtitle: [],
    columns: [],
    fields: [required('message', 'text')],
  },
} as const satisfies Readonly<Record<string, CaptainResource>>
export type CaptainResourceName = keyof typeof captainResources

/** The row of a resource, with all that a row may have. */
export function captainResource(name: CaptainResourceName): CaptainResource {
  return captainResources[name]
}

/** The resource whose numbers stand under these keys. */
export const captainReferences: Readonly<Record<string, 'assistants' | 'documents' | 'mcp_servers' | 'inboxes'>> = {
  assistant_id: 'assistants',
  document_id: 'documents',
  captain_mcp_server_id: 'mcp_servers',
  inbox_id: 'inboxes',
}

const period = { range: 'text', timezone_offset: 'text' } as const

/** Other questions, each a GET. Those that begin with `/.well-known` are outside of the account. */
export const captainQuestions = {
  stats: { path: '/assistants/{id}/stats', query: period },
  summary: { path: '/assistants/{id}/summary', query: { ...period, stats: 'text' } },
  drilldown: {
    path: '/assistants/{id}/drilldown',
    query: { metric: 'text', ...period, page: 'integer', per_page: 'integer' },
  },
  tools: { path: '/assistants/tools' },
  discover_server: { path: '/.well-known/oauth-authorization-server/oauth/mcp/{account_id}' },
  discover_resource: { path: '/.well-known/oauth-protected-resource/mcp/{account_id}/{slug}' },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly query?: Query }>>
export type CaptainQuestion = keyof typeof captainQuestions

/** Actions besides making, changing and deleting, each a POST. `example`: a body to start from in the console. */
export const captainActions = {
  playground: {
    path: '/assistants/{id}/playground',
    example: { assistant: { message_content: '', message_history: [] } },
  },
  sync: { path: '/documents/{id}/sync' },
  connect: { path: '/mcp_servers/{id}/connect' },
  test: { path: '/custom_tools/test', example: { custom_tool: captainResources.custom_tools.example } },
  /** It can delete responses, each of them for good. */
  bulk: { path: '/bulk_actions', example: { type: 'AssistantResponse', ids: [], fields: { status: 'approve' } } },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly example?: Example }>>
