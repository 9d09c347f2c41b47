import { expect, test } from 'vitest'
import { startFormAccount } from '../../kit/forms.ts'
import { finishRun, phones, startDemoServices } from '../../kit/leads.ts'
import { open } from '../conversations/conversation-kit.ts'

test('what was sent has the writes of both services and the lists that a service was asked for, of every account', async () => {
  const account = await startFormAccount()
  const { ask, connection_id: forms } = account
  const demo = await startDemoServices({ leads: 60 })
  const platform = await account.connect(demo.platform)
  const names = new Map((await ask('connections.list', {})).map(({ id, name }) => [id, name]))
  expect(await ask('activity.sent', {})).toEqual({ writes: [], lists: [] })

  await ask('forms.create', { connection_id: forms, name: 'Novo' })
  const [first] = (await ask('conversations.page', { connection_id: platform, filter: open, page: 1 })).conversations
  const message = { once: crypto.randomUUID(), content: 'Olá', insist: true }
  const target = { conversation: first?.id ?? 0, contact_id: null }
  await ask('sending.send', { connection_id: platform, ...target, ...message })
  const list = `telefone\n${phones(5).join('\n')}\n`
  const { run } = await finishRun(account, { connection_id: platform, list, name: 'campanha.csv' })
  const sheet = await account.readSheet({ name: 'Todos', connection_id: platform })
  await finishRun(account, { connection_id: platform, list, sheet_id: sheet.id, name: 'offline.csv' })

  const { writes, lists } = await ask('activity.sent', {})
  expect(writes).toMatchObject([
    { kind: 'send_message', service: 'platform', connection_id: platform, account: names.get(platform) },
    { kind: 'create_form', service: 'forms', connection_id: forms, account: names.get(forms), target: 'Novo' },
  ])
  // A list that sheets answered left no phone to a service.
  expect(lists).toMatchObject([{ run_id: run.id, name: run.name, account: names.get(platform), keys: 5 }])
})
