import { expect, test } from 'vitest'
import { startAccount } from '../../kit/leads.ts'
import { any, conversationOf, open, startFilter } from './conversation-kit.ts'

test('names come from cached leads and from conversations, each id once, and stay when the network is gone', async () => {
  const { ask, demo, readSheet, reopen } = await startAccount({ leads: 200 })
  expect(await ask('conversations.known', {})).toEqual({ inboxes: [], agents: [], teams: [], labels: [] })
  const page = () => ask('conversations.page', { filter: any, page: 1 })
  const { conversations } = await page()
  // Conversations tell the number of an inbox alone.
  expect(conversations.every(({ inbox }) => inbox.id !== null && inbox.name === null)).toBe(true)
  const facts = await ask('conversations.known', {})
  expect(facts.inboxes).toEqual([])
  expect(facts.agents).toContainEqual({ id: 22, name: 'Rogério Antunes' })
  expect(facts.teams.map(({ name }) => name)).toEqual(['pós-venda', 'suporte', 'vendas'])
  expect(facts.labels).toContain('boleto')

  await readSheet({ name: 'Base' })
  const names = await ask('conversations.known', {})
  expect(names.inboxes).toContainEqual({ id: 11, name: 'WhatsApp Vendas' })
  expect(names.agents).toHaveLength(9)
  expect(names.labels).toContain('vip')
  expect((await page()).conversations.every(({ inbox }) => inbox.name !== null)).toBe(true)
  await demo.close()
  await reopen()
  expect(await ask('conversations.known', {})).toEqual(names)
})

test('a new name of an agent takes the place of the old one', async () => {
  let name = 'Ana'
  const { ask } = await startFilter(() => ({ json: [{ ...conversationOf(1), meta: { assignee: { id: 5, name } } }] }))
  const look = () => ask('conversations.page', { filter: open, page: 1 })
  await look()
  name = 'Ana Maria'
  await look()
  const { agents } = await ask('conversations.known', {})
  expect(agents).toEqual([{ id: 5, name: 'Ana Maria' }])
})
