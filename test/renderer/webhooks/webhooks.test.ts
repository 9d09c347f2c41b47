import { expect, it, vi } from 'vitest'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { changesOfWebhook, draftOfWebhook, webhookProblems } from '../../../renderer/webhooks/webhook-form.tsx'
import { createWebhooksStore } from '../../../renderer/webhooks/webhooks-store.ts'
import { createFakeBridge, refuses } from '../../kit/fake-bridge.ts'
import { webhookWith } from '../../kit/samples-forms.ts'

const webhook = webhookWith({ events: ['entry.created', 'entry.moved'] })
const empty = draftOfWebhook(null)
const secret = 'whsec_de_teste'

async function setUp(fresh = () => [webhook]) {
  const { ask, answer, inputs } = createFakeBridge({
    'webhooks.list': (input) => ({ webhooks: input.fresh ? fresh() : [webhook], read_at: '2026-11-20T12:00:00Z' }),
    'webhooks.replace': () => ({ webhook: { ...webhook, id: 81 }, secret }),
  })
  const onSettled = vi.fn(async () => undefined)
  const { getState: state } = createWebhooksStore({ ask, done: onSettled })
  await state().open('c1')
  return { answer, done: onSettled, state, asked: inputs }
}

it('webhooks are shown as kept, then as the service has them, and stay with its failure', async () => {
  const { state, asked } = await setUp()
  expect(asked('webhooks.list')).toMatchObject([{ fresh: false }, { fresh: true }])
  expect(readyValue(state().list)?.webhooks).toEqual([webhook])
  const { state: left } = await setUp(refuses('offline'))
  expect(left()).toMatchObject({ reading: { failure: { code: 'offline' } }, list: { value: { webhooks: [webhook] } } })
})

it('a webhook is replaced with a generated secret or an own one', async () => {
  const { state, asked } = await setUp()
  await state().replace(71, null)
  await state().replace(71, 'meu segredo')
  expect(asked('webhooks.replace')).toEqual([
    { connection_id: 'c1', id: 71 },
    { connection_id: 'c1', id: 71, secret: 'meu segredo' },
  ])
})

it('an unknown write is left to the ledger', async () => {
  const { answer, state, done } = await setUp()
  answer('webhooks.delete', refuses('sent_unknown'))
  expect(await state().remove(71)).toBe('unknown')
  expect(state().failure).toBeNull()
  expect(done).toHaveBeenCalledOnce()
})

it.each([
  ['', 'urlRequired'],
  ['http://a.example', 'urlNotSecure'],
  ['exemplo', 'urlWrong'],
  ['https://a.example/x', undefined],
])('the address “%s” has the problem %s', (url, problem) => {
  expect(webhookProblems({ ...empty, url }).url).toBe(problem)
})

it('a webhook needs an event, and no blank secret', () => {
  expect(webhookProblems({ url: 'https://a.example', events: [], form_id: null, secret: ' ' })).toEqual({
    events: 'eventsRequired',
    secret: 'secretRequired',
  })
})

it('only changes are sent', () => {
  const draft = draftOfWebhook(webhook)
  expect(changesOfWebhook(webhook, draft)).toEqual({})
  const events = ['entry.created', 'form.updated'] as const
  expect(changesOfWebhook(webhook, { ...draft, events })).toEqual({ events })
})
