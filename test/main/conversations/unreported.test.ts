import { expect, test } from 'vitest'
import { contactPage } from '../../../preload/contract/contacts.ts'
import { optionalParts } from '../../../preload/contract/conversations.ts'
import { conversationsTable } from '../../../preload/values/conversation-fields.ts'
import { startAccount } from '../../kit/leads.ts'
import { any, conversationOf, open, startFilter } from './conversation-kit.ts'

test('what an answer says nothing of is unknown, and what it says to be empty is none', async () => {
  const bare = { id: 1, status: 'open' }
  const none = { priority: null, labels: [], messages: [], meta: { assignee: null, team: null } }
  const byNumbers = { assignee_id: null, team_id: 4, priority: 'high', labels: null }
  const { ask } = await startFilter(() => ({
    json: [bare, { ...bare, id: 2, ...none }, { ...bare, id: 3, ...byNumbers, last_non_activity_message: null }],
  }))
  const { conversations } = await ask('conversations.page', { filter: open, page: 1 })
  expect(conversations.map(({ unreported }) => unreported)).toEqual([[...optionalParts], [], []])
  expect(conversations[2]).toMatchObject({ team: { id: 4, name: null }, priority: 'high', assignee: { id: null } })
})

test('a message without a type is nobody’s in particular, and its time is that of the last activity', async () => {
  const at = 1_793_491_200
  const last = { ...conversationOf(1), last_activity_at: undefined, last_non_activity_message: { created_at: at } }
  const { ask } = await startFilter(() => ({ json: [last] }))
  const { conversations } = await ask('conversations.page', { filter: open, page: 1 })
  const time = new Date(at * 1000).toISOString()
  expect(conversations[0]).toMatchObject({ last_activity_at: time, last_message: { at: time, from: null } })
})

test('of a service that tells no more than the document locates, pages and sets show that alone', async () => {
  const workspace = await startAccount({ leads: 60, modes: { conversations: 'silent' } })
  const { conversations } = await workspace.ask('conversations.page', { filter: any, page: 1 })
  for (const one of conversations) {
    expect(one.last_activity_at).toBe(one.last_message?.at)
    expect(one.contact.name).toBeTruthy()
    expect(one.unreported).toEqual(expect.arrayContaining(['team', 'priority']))
    expect(one.unreported.includes('assignee')).toBe(one.assignee.name === null)
  }
  const set = await workspace.ask('conversations.keep', { filter: any, name: 'Todas' })
  await workspace.ended(set)
  const [row] = await workspace.rows(conversationsTable(set))
  expect(row).toMatchObject({ equipe: null, prioridade: null, ultima_mensagem_de: null })
  expect(row?.ultima_atividade_em).toBe(row?.ultima_mensagem_em)
})

test('a page of a contact that was stored before this was told stays readable', async () => {
  const { ask } = await startFilter(() => ({ json: [conversationOf(1)] }))
  const [conversation] = (await ask('conversations.page', { filter: open, page: 1 })).conversations
  const { unreported: _, ...former } = conversation ?? {}
  const page = contactPage.parse({ contact: null, conversations: [former], read_at: '2026-11-20T11:12:00.000Z' })
  expect(page.conversations[0]?.unreported).toEqual([...optionalParts])
})
