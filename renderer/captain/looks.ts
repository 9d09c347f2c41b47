import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { CaptainResourceName } from '../../preload/contract/captain-resources.ts'

/** What a line of a list shows of a thing. */
export interface Look {
  /** The first that is there names it. */
  readonly title: readonly string[]
  /** The first that is there, and is not the title, stands below. */
  readonly sentence: readonly string[]
  readonly columns: readonly LookColumn[]
}

export interface LookColumn {
  readonly path: string
  /** CSS pixels. */
  readonly width: number
}

const changed: LookColumn = { path: 'updated_at', width: 160 }
const ofAssistant: LookColumn = { path: 'assistant_id', width: 150 }
const state: LookColumn = { path: 'status', width: 130 }
const enabled: LookColumn = { path: 'enabled', width: 110 }

export const looks: Readonly<Record<CaptainResourceName, Look>> = {
  assistants: {
    title: ['name'],
    sentence: ['description'],
    columns: [{ path: 'config.product_name', width: 220 }, changed],
  },
  responses: { title: ['question'], sentence: ['answer'], columns: [ofAssistant, state, changed] },
  documents: { title: ['name', 'external_link'], sentence: ['external_link'], columns: [ofAssistant, state, changed] },
  scenarios: {
    title: ['title'],
    sentence: ['description', 'instruction'],
    columns: [{ path: 'tools', width: 220 }, enabled, changed],
  },
  custom_tools: {
    title: ['title', 'slug'],
    sentence: ['description'],
    columns: [{ path: 'http_method', width: 90 }, { path: 'endpoint_url', width: 280 }, enabled],
  },
  mcp_servers: {
    title: ['name', 'slug'],
    sentence: ['description'],
    columns: [{ path: 'url', width: 280 }, state, enabled],
  },
  assistant_mcp_servers: {
    title: ['name', 'captain_mcp_server_id'],
    sentence: ['description'],
    columns: [{ path: 'tool_filters', width: 220 }, enabled],
  },
  inboxes: { title: ['name'], sentence: [], columns: [{ path: 'channel_type', width: 220 }] },
  threads: { title: ['title', 'message'], sentence: [], columns: [] },
  messages: { title: [], sentence: [], columns: [] },
}

/** Only the number of a thing is known: it was opened by that, and not read yet. */
export function isBare({ fields }: CaptainRecord): boolean {
  return Object.keys(fields).length === 0
}

/** The words that name a thing, or null where it has none. */
export function titleOf(resource: CaptainResourceName, { fields }: CaptainRecord): string | null {
  return firstText(fields, [...looks[resource].title, 'name', 'title', 'value'])
}

export function sentenceOf(resource: CaptainResourceName, record: CaptainRecord): string | null {
  const sentence = firstText(record.fields, looks[resource].sentence)
  return sentence === titleOf(resource, record) ? null : sentence
}

function firstText(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}
