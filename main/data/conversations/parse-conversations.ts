import type { Conversation } from '../../../preload/contract/conversations.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/json.ts'
import { readConversation } from './read-conversation.ts'

/** An answer with conversations. */
export interface ReceivedConversations {
  /** Those that have a number, in the answer's order. */
  readonly conversations: readonly Conversation[]
  /** `meta.all_count`; null where the answer does not count. */
  readonly all_count: number | null
  /** How many items the answer had. */
  readonly items: number
}

/** Where services put the list, the usual place first (features.md §8.3): wrapped, wrapped twice, or bare. */
const listKeys = ['payload', 'data', 'conversations', 'results', 'items'] as const
const countKeys = ['all_count', 'total_count', 'total'] as const
const mostDepth = 3

/**
 * Reads an answer of the conversation filter or of a contact's conversations. Throws `unexpected_body` for what is no JSON,
 * has no list, or whose items are no conversations.
 */
export function parseConversations(body: string): ReceivedConversations {
  const answer = parsed(body)
  const list = listIn(answer, 0)
  if (!list) throw new AppFailure('unexpected_body', {}, 'the answer has no list')
  const conversations = list.flatMap((item) => readConversation(item) ?? [])
  if (list.length > 0 && conversations.length === 0) {
    throw new AppFailure('unexpected_body', {}, 'the list has no conversations')
  }
  return { conversations, all_count: countIn(answer, 0), items: list.length }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new AppFailure('unexpected_body', {}, 'not JSON')
  }
}

function listIn(value: unknown, depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth === mostDepth) return null
  for (const key of listKeys) {
    const found = key in value ? listIn(value[key], depth + 1) : null
    if (found) return found
  }
  return null
}

function countIn(value: unknown, depth: number): number | null {
  if (!isRecord(value) || depth === mostDepth) return null
  const meta = isRecord(value.meta) ? value.meta : value
  for (const key of countKeys) {
    const told = meta[key]
    const count = typeof told === 'string' && /^\d{1,15}$/.test(told) ? Number(told) : told
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count
  }
  return countIn(value.data ?? value.payload, depth + 1)
}
