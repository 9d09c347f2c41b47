import type { CaptainResourceName } from '../../preload/contract/captain-resources.ts'

/** How a field is filled in; `assistant`, `document`, `server`, `inbox` are numbers that people choose by name. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'flag'
  | 'list'
  | 'json'
  | 'choice'
  | 'tools'
  | 'assistant'
  | 'document'
  | 'server'
  | 'inbox'

export interface Field {
  /** A key of the record, or of its `config` behind a dot. */
  readonly path: string
  readonly kind: FieldKind
  readonly required?: true
  readonly choices?: readonly string[]
  /** Seen in what the service answered: no document names it. */
  readonly learnt?: true
}

const line = (path: string): Field => ({ path, kind: 'line' })
const text = (path: string): Field => ({ path, kind: 'text' })
const flag = (path: string): Field => ({ path, kind: 'flag' })
const list = (path: string): Field => ({ path, kind: 'list' })
const json = (path: string): Field => ({ path, kind: 'json' })
const needed = (field: Field): Field => ({ ...field, required: true })
const assistant = needed({ path: 'assistant_id', kind: 'assistant' })

/** The fields that features.md §8.8 tells of, in the order of a form. What a service shows beside them is learnt. */
export const knownFields: Readonly<Record<CaptainResourceName, readonly Field[]>> = {
  assistants: [
    needed(line('name')),
    text('description'),
    line('config.product_name'),
    text('config.instructions'),
    text('config.welcome_message'),
    text('config.handoff_message'),
    text('config.resolution_message'),
    { path: 'config.temperature', kind: 'number' },
    flag('config.feature_faq'),
    flag('config.feature_memory'),
    flag('config.feature_citation'),
    list('response_guidelines'),
    list('guardrails'),
  ],
  responses: [
    needed(text('question')),
    needed(text('answer')),
    assistant,
    { path: 'status', kind: 'choice', choices: ['approved', 'pending'] },
  ],
  documents: [line('name'), needed(line('external_link')), assistant],
  scenarios: [
    needed(line('title')),
    needed(text('description')),
    needed(text('instruction')),
    { path: 'tools', kind: 'tools' },
    flag('enabled'),
  ],
  custom_tools: [
    needed(line('title')),
    text('description'),
    needed(line('endpoint_url')),
    { path: 'http_method', kind: 'choice', choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    text('request_template'),
    text('response_template'),
    { path: 'auth_type', kind: 'choice', choices: ['none', 'bearer', 'basic', 'api_key'] },
    json('auth_config'),
    json('headers'),
    json('param_schema'),
    flag('enabled'),
  ],
  mcp_servers: [
    needed(line('name')),
    text('description'),
    needed(line('url')),
    { path: 'auth_type', kind: 'choice', choices: ['none', 'bearer', 'basic', 'api_key', 'oauth'] },
    json('auth_config'),
    flag('enabled'),
  ],
  assistant_mcp_servers: [
    needed({ path: 'captain_mcp_server_id', kind: 'server' }),
    flag('enabled'),
    json('tool_filters'),
  ],
  inboxes: [needed({ path: 'inbox_id', kind: 'inbox' })],
  threads: [
    needed(text('message')),
    { path: 'assistant_id', kind: 'assistant' },
    { path: 'conversation_id', kind: 'number' },
  ],
  messages: [needed(text('message'))],
}
