import { expect, test } from 'vitest'
import { everything, startDemoServices } from '../../kit/leads.ts'
import { startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { open } from '../conversations/conversation-kit.ts'

async function lacking(route: string) {
  const demo = await startDemoServices({ leads: 100, modes: { lacks: route } })
  const workspace = await startWorkspace()
  return { ...workspace, host: new URL(demo.platform.url).host, connection_id: await workspace.connect(demo.platform) }
}

test('a route that answers 404 with a page is missing, where the account is there', async () => {
  const { ask, connection_id, host } = await lacking('/contacts/search')
  await expect(ask('contacts.search', { connection_id, text: 'Maria' })).rejects.toMatchObject({
    code: 'route_missing',
    params: { host },
  })
  expect(await ask('conversations.page', { connection_id, filter: open, page: 1 })).toMatchObject({ page: 1 })
})

test('leads that answer 404 with a page lead to the brand of the connection', async () => {
  const { ask, connection_id, ended } = await lacking('/leads')
  const sheet = await ask('sheets.create', { connection_id, filter: everything, name: 'Base' })
  expect(await ended(sheet)).toMatchObject({ failure: { code: 'route_missing', params: { brand: 'vitrine' } } })
})

test('an address where every route answers 404 with a page is not this service', async () => {
  const service = await startService(() => ({
    status: 404,
    text: '<!doctype html><html></html>',
    headers: { 'content-type': 'text/html' },
  }))
  const { ask, connect } = await startWorkspace()
  const connection_id = await connect({ url: service.origin, accountId: 7, brand: 'vitrine', token: 'x' })
  await expect(ask('contacts.search', { connection_id, text: 'Maria' })).rejects.toMatchObject({
    code: 'not_this_service',
  })
})
