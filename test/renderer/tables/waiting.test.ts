import { expect, it } from 'vitest'
import type { Conversation } from '../../../preload/contract/conversations.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { waitWord } from '../../../renderer/tables/waiting.ts'
import { conversationWith, messageWith } from '../../kit/samples-platform.ts'

const at = '2026-11-20T11:12:00.000Z'
const after = (minutes: number, change: Partial<Conversation> = {}) =>
  waitWord(
    conversationWith({ last_message: messageWith({ at, from: 'contact' }), ...change }),
    Date.parse(at) + minutes * 60_000,
    ptBR,
  )

it.each([
  [-5, 'espera há 1 min'],
  [0, 'espera há 1 min'],
  [59, 'espera há 59 min'],
  [60, 'espera há 1 h'],
  [47 * 60 + 59, 'espera há 47 h'],
  [48 * 60, 'espera há 2 dias'],
  [1300 * 24 * 60, 'espera há 1.300 dias'],
])('after %i minutes a contact who wrote last waits as in "%s"', (minutes, word) => {
  expect(after(minutes)).toBe(word)
})

it.each([
  ['the team wrote last', { last_message: messageWith({ at, from: 'team' }) }],
  ['the last message is a note', { last_message: messageWith({ at, from: 'note' }) }],
  ['nobody knows who wrote last', { last_message: messageWith({ at, from: null }) }],
  ['the last message has no time', { last_message: messageWith({ at: null, from: 'contact' }) }],
  ['there is no message', { last_message: null }],
  ['the conversation is resolved', { status: 'resolved' }],
  ['the status is missing', { status: null }],
] as const)('nobody waits where %s', (_, change) => {
  expect(after(90, change)).toBeNull()
})
