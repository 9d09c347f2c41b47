/**
 * The rows of agent-platform.md, "AI and MCP module routes", and the two discovery routes, as data: main calls them and the
 * screens offer what each row has. No Zod here: the screens read it. One more resource or action is one more entry.
 */

/** Where and how things of one kind are read and written. */
export interface CaptainResource {
  /** After the prefix of the module; `{parent}` is the number of the assistant or copilot thread that it belongs to. */
  readonly path: string
  /** The key that wraps the fields in a body (features.md §8.8); null where they stand alone. */
  readonly root: string | null
  readonly creates: boolean
  /** What one of them, by its number, answers. */
  readonly one: readonly CaptainOneMethod[]
  /** How many a page holds where the answer does not count; null where there are no pages (features.md §8.8). */
  readonly pageSize: number | null
}
export type CaptainOneMethod = 'GET' | 'PATCH' | 'PUT' | 'DELETE'

const whole = ['GET', 'PATCH', 'PUT', 'DELETE'] as const

export const captainResources = {
  assistants: { path: '/assistants', root: 'assistant', creates: true, one: whole, pageSize: null },
  responses: { path: '/assistant_responses', root: 'assistant_response', creates: true, one: whole, pageSize: 25 },
  documents: { path: '/documents', root: 'document', creates: true, one: ['GET', 'DELETE'], pageSize: 25 },
  scenarios: { path: '/assistants/{parent}/scenarios', root: 'scenario', creates: true, one: whole, pageSize: null },
  custom_tools: { path: '/custom_tools', root: 'custom_tool', creates: true, one: whole, pageSize: null },
  mcp_servers: { path: '/mcp_servers', root: 'mcp_server', creates: true, one: whole, pageSize: 15 },
  assistant_mcp_servers: {
    path: '/assistants/{parent}/mcp_servers',
    root: 'assistant_mcp_server',
    creates: true,
    one: ['PATCH', 'PUT', 'DELETE'],
    pageSize: null,
  },
  /** A deletion names the inbox, not the link (features.md §8.8). */
  inboxes: { path: '/assistants/{parent}/inboxes', root: 'inbox', creates: true, one: ['DELETE'], pageSize: null },
  threads: { path: '/copilot_threads', root: null, creates: true, one: [], pageSize: 5 },
  messages: {
    path: '/copilot_threads/{parent}/copilot_messages',
    root: null,
    creates: true,
    one: [],
    pageSize: 1000,
  },
} as const satisfies Readonly<Record<string, CaptainResource>>
export type CaptainResourceName = keyof typeof captainResources

/** Questions beside the resources: a GET each. Those that begin with `/.well-known` stand outside of the account. */
export const captainQuestions = {
  stats: '/assistants/{id}/stats',
  summary: '/assistants/{id}/summary',
  drilldown: '/assistants/{id}/drilldown',
  tools: '/assistants/tools',
  discover_server: '/.well-known/oauth-authorization-server/oauth/mcp/{account_id}',
  discover_resource: '/.well-known/oauth-protected-resource/mcp/{account_id}/{slug}',
} as const
export type CaptainQuestion = keyof typeof captainQuestions

/** What is done beside making, changing and deleting: a POST each. */
export const captainActions = {
  playground: '/assistants/{id}/playground',
  sync: '/documents/{id}/sync',
  connect: '/mcp_servers/{id}/connect',
  test: '/custom_tools/test',
  bulk: '/bulk_actions',
} as const
