import type { Demo } from '../../../main/demo/demo.ts'
import type { ConversationFilter, ConversationSet } from '../../../preload/contract/conversations.ts'
import type { Asked, Scripted } from '../../kit/service.ts'
import { startPlatformThat, type TestWorkspace, type WorkspaceOptions } from '../../kit/workspace.ts'

export type Json = Record<string, unknown>

export const open: ConversationFilter = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }]
/** Every conversation that has a status. */
export const any: ConversationFilter = [
  { attribute_key: 'status', filter_operator: 'equal_to', values: ['open', 'pending', 'resolved', 'snoozed'] },
]

/**
 * A workspace that is connected to a service whose filter answers as the test defines; whatever else it asks has no
 * body.
 */
export function startFilter(
  answer: (page: number, asked: Asked) => Scripted | Promise<Scripted>,
  options?: WorkspaceOptions,
) {
  return startPlatformThat(
    (asked) =>
      asked.path.endsWith('/conversations/filter') && asked.headers.api_access_token !== undefined
        ? answer(Number(asked.query.get('page')), asked)
        : { json: {} },
    options,
  )
}

/** A conversation with little in it, moved at this second of 2026-11-01. */
export const conversationOf = (id: number, second = 10_000 - id): Json => ({
  id,
  status: 'open',
  labels: [],
  created_at: 1_793_491_200,
  last_activity_at: 1_793_491_200 + second,
  meta: { sender: { id: id * 10, name: `Pessoa ${id}` } },
})

/** A page of these conversations in the usual wrap. */
export const pageOf = (all: readonly Json[], page: number, all_count: number | null = all.length) => ({
  json: { meta: all_count === null ? {} : { all_count }, payload: all.slice((page - 1) * 25, page * 25) },
})

/** All conversations of a filter, asked of the service without the app. */
export async function allConversations(demo: Demo, payload: readonly Json[]): Promise<Json[]> {
  const { url, accountId, token } = demo.platform
  const all: Json[] = []
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/api/v1/accounts/${accountId}/conversations/filter?page=${page}`, {
      method: 'POST',
      headers: { accept: 'application/json', api_access_token: token, 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
    })
    const { payload: found } = (await response.json()) as { payload: Json[] }
    if (found.length === 0) return all
    all.push(...found)
  }
}

/** The pages of the filter that were asked for, in the order of their answers. */
export const pagesAsked = (demo: Demo): number[] =>
  demo
    .requests()
    .filter(({ path }) => path.endsWith('/conversations/filter'))
    .map(({ query }) => Number(new URLSearchParams(query).get('page')))

/** The set as its list has it. */
export async function setOf({ ask }: TestWorkspace, { id }: Pick<ConversationSet, 'connection_id' | 'id'>) {
  const sets = await ask('conversations.sets', {})
  return sets.find((set) => set.id === id)
}
