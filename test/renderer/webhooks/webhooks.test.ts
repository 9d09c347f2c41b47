import { describe, expect, it, vi } from 'vitest'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import {
  changesOfWebhook,
  draftOfWebhook,
  emptyWebhook,
  newWebhookOf,
  otherRefusals,
  unknownEvents,
  webhookProblems,
  webhookRefusals,
} from '../../../renderer/webhooks/webhook-form.tsx'
import { createWebhooksStore } from '../../../renderer/webhooks/webhooks-store.ts'
import { createFakeBridge, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { webhookWith } from '../../kit/samples-forms.ts'

const webhook = webhookWith({ events: ['entry.created', 'entry.moved'] })
const secret = 'whsec_de_teste'

describe('the webhooks of an account', () => {
  function setUp() {
    const bridge = createFakeBridge({
      'webhooks.list': () => ({ webhooks: [webhook], read_at: '2026-11-20T12:00:00Z' }),
      'webhooks.create': () => ({ webhook, secret }),
      'webhooks.replace': () => ({ webhook: { ...webhook, id: 81 }, secret }),
      'webhooks.update': () => webhook,
      'webhooks.delete': () => [],
    })
    const done = vi.fn(async () => undefined)
    const store = createWebhooksStore({ ask: createAsk(bridge), done })
    return { bridge, done, store, asked: bridge.inputs }
  }

  it('are shown as kept, then as the service has them', async () => {
    const { store, asked } = setUp()
    await store.getState().open('c1')
    expect(asked('webhooks.list')).toEqual([
      { connection_id: 'c1', fresh: false },
      { connection_id: 'c1', fresh: true },
    ])
    expect(readyValue(store.getState().list)?.webhooks).toEqual([webhook])
  })

  it('stay with the failure when the service does not answer', async () => {
    const { bridge, store } = setUp()
    bridge.answer('webhooks.list', ({ fresh }: { fresh: boolean }) => {
      if (fresh) throw new Refusal({ code: 'offline', params: {} })
      return { webhooks: [webhook], read_at: '2026-11-19T12:00:00Z' }
    })
    await store.getState().open('c1')
    expect(store.getState()).toMatchObject({ reading: { failure: { code: 'offline' }, working: null } })
    expect(readyValue(store.getState().list)?.webhooks).toHaveLength(1)
  })

  it('keep a secret only until it was shown', async () => {
    const { store } = setUp()
    await store.getState().open('c1')
    expect(await store.getState().create(newWebhookOf({ ...emptyWebhook, url: webhook.url }))).toBe('done')
    expect(store.getState().made).toMatchObject([{ connection: 'c1', secret }])
    store.getState().forgetSecret(webhook.id)
    expect(JSON.stringify(store.getState())).not.toContain(secret)
  })

  it('are replaced with a generated secret or an own one', async () => {
    const { store, asked } = setUp()
    await store.getState().open('c1')
    await store.getState().replace(71, null)
    await store.getState().replace(71, 'meu segredo')
    expect(asked('webhooks.replace')).toEqual([
      { connection_id: 'c1', id: 71 },
      { connection_id: 'c1', id: 71, secret: 'meu segredo' },
    ])
  })

  it('leave an unknown write to the ledger', async () => {
    const { bridge, store, done } = setUp()
    await store.getState().open('c1')
    bridge.answer('webhooks.delete', refuses('sent_unknown'))
    expect(await store.getState().remove(71)).toBe('unknown')
    expect(store.getState().failure).toBeNull()
    expect(done).toHaveBeenCalledOnce()
  })
})

describe('the draft of a webhook', () => {
  it('needs an https address, an event, and no blank secret', () => {
    const problems = (url: string) => webhookProblems({ ...emptyWebhook, url }).url
    expect([problems(''), problems('http://a.example'), problems('exemplo'), problems('https://a.example/x')]).toEqual([
      'urlRequired',
      'urlNotSecure',
      'urlWrong',
      undefined,
    ])
    expect(webhookProblems({ url: 'https://a.example', events: [], formId: null, secret: ' ' })).toEqual({
      events: 'eventsRequired',
      secret: 'secretRequired',
    })
  })

  it('sends only changes, and lists unknown events', () => {
    const draft = draftOfWebhook(webhook)
    expect(changesOfWebhook(webhook, draft)).toEqual({})
    expect(changesOfWebhook(webhook, { ...draft, events: ['entry.created', 'form.updated'] })).toEqual({
      events: ['entry.created', 'form.updated'],
    })
    expect(unknownEvents(webhook)).toEqual(['entry.moved'])
  })

  it('lists refusals of parts that are not shown', () => {
    const fields = { url: ['Não responde.'], limit: ['Plano cheio.'], 'secret.0': ['Fraco.'] }
    const failure = { code: 'validation_failed', params: {}, fields } as const
    expect(otherRefusals(failure, ['url', 'events'])).toEqual(['limit: Plano cheio.', 'secret: Fraco.'])
    expect(otherRefusals(null, [])).toEqual([])
  })

  it('gives each part its refusals', () => {
    const fields = { url: ['Não responde.'], 'events.0': ['Inválido.'], 'events.1': ['Repetido.'] }
    expect(webhookRefusals({ code: 'validation_failed', params: {}, fields })).toEqual({
      url: 'Não responde.',
      events: 'Inválido. Repetido.',
    })
  })
})
