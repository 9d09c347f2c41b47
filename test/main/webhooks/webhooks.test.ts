import { describe, expect, test } from 'vitest'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startFormAccount } from '../../kit/forms.ts'
import { startFormServiceThat } from '../../kit/workspace.ts'

async function started(faults?: ReturnType<typeof faultPlan>) {
  const account = await startFormAccount({ demo: { entries: 10, ...(faults ? { faults } : {}) } })
  const list = async (fresh: boolean) => (await account.ask('webhooks.list', { fresh })).webhooks
  return { ...account, list }
}

const newWebhook = { url: 'https://integra.exemplo.com/novo', events: ['entry.created' as const], form_id: 301 }

describe('webhooks', () => {
  test('are listed without a secret, and are there without network', async () => {
    const { ask, list, demo } = await started()
    expect(await ask('webhooks.list', { fresh: false })).toEqual({ webhooks: [], read_at: null })
    const read = await list(true)
    expect(read.map(({ id, form_id, is_active, has_secret }) => [id, form_id, is_active, has_secret])).toEqual([
      [71, null, true, false],
      [72, 302, false, false],
    ])
    await demo.close()
    expect(await list(false)).toEqual(read)
    await expect(list(true)).rejects.toMatchObject({ code: 'offline' })
  })

  test('are made with a secret that is returned once and kept nowhere', async () => {
    const { ask, list } = await started()
    const { webhook, secret } = await ask('webhooks.create', { ...newWebhook })
    expect(webhook).toMatchObject({ ...newWebhook, is_active: true })
    expect(secret).toMatch(/^whsec_/)
    const ownSecret = await ask('webhooks.create', { ...newWebhook, form_id: null, secret: ' segredo-proprio' })
    expect(ownSecret).toMatchObject({ secret: ' segredo-proprio', webhook: { form_id: null } })
    const stored = JSON.stringify([await list(false), await list(true), await ask('forms.writes', {})])
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain('segredo-proprio')
    expect(await list(false)).toHaveLength(4)
  })

  test('whose secret the service shows in its list keep it in main', async () => {
    const shown = { id: 5, url: 'https://a.example/x', events: ['entry.created', 'novo.evento'], secret: 'whsec_visto' }
    const { ask } = await startFormServiceThat(() => ({ json: [shown] }))
    const { webhooks } = await ask('webhooks.list', { fresh: true })
    expect(webhooks).toEqual([
      {
        id: 5,
        url: shown.url,
        events: shown.events,
        form_id: null,
        is_active: true,
        has_secret: true,
        created_at: null,
        updated_at: null,
      },
    ])
  })

  test('that a service gives in pages are read to the last one, each once', async () => {
    const hook = (id: number) => ({ id, url: `https://a.example/${id}`, events: ['entry.created'] })
    const { ask } = await startFormServiceThat(({ path, query }) => {
      if (!path.endsWith('/webhooks')) return { json: { data: {} } }
      const page = Number(query.get('page') ?? 1)
      return { json: { data: [hook(page), hook(page + 1)], meta: { current_page: page, total: 4, last_page: 3 } } }
    })
    const { webhooks } = await ask('webhooks.list', { fresh: true })
    expect(webhooks.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  test('whose last page comes again for ever end with a sentence, and stay as they came', async () => {
    let endless = false
    let asked = 0
    const hook = (id: number) => ({ id, url: `https://a.example/${id}`, events: ['entry.created'] })
    const { ask } = await startFormServiceThat(({ path }) => {
      if (!path.endsWith('/webhooks')) return { json: { data: {} } }
      asked += 1
      if (!endless) return { json: { data: [hook(1), hook(9)] } }
      return { json: { data: [hook(1), hook(2)], meta: { current_page: 1, last_page: 1e6 } } }
    })
    await ask('webhooks.list', { fresh: true })
    endless = true
    await expect(ask('webhooks.list', { fresh: true })).rejects.toMatchObject({ code: 'endless_pages' })
    expect(asked).toBeLessThan(10)
    const { webhooks } = await ask('webhooks.list', { fresh: false })
    expect(webhooks.map(({ id }) => id)).toEqual([1, 9, 2])
  })

  test.each([
    ['http://a.example/x', 'not_secure_address'],
    ['a.example/x', 'bad_address'],
    ['ftp://a.example/x', 'bad_address'],
    ['https://ana:senha@a.example/x', 'bad_address'],
  ])('are not made for %s', async (url, code) => {
    const { ask, requests } = await started()
    await expect(ask('webhooks.create', { ...newWebhook, url })).rejects.toMatchObject({ code })
    await expect(ask('webhooks.update', { id: 71, url })).rejects.toMatchObject({ code })
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('that the service finds fault with say where', async () => {
    const { ask } = await started()
    await expect(ask('webhooks.create', { ...newWebhook, form_id: 1 })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { form_id: [expect.any(String)] },
    })
  })

  test('are paused and changed, each in what was given alone', async () => {
    const { ask, list } = await started()
    await list(true)
    const paused = await ask('webhooks.update', { id: 71, is_active: false })
    expect(paused).toMatchObject({ id: 71, is_active: false, events: ['entry.created', 'entry.deleted'] })
    await ask('webhooks.update', { id: 71, events: ['form.updated'] })
    const stored = (await list(false)).find(({ id }) => id === 71)
    expect(stored).toMatchObject({ is_active: false, events: ['form.updated'] })
    expect((await list(true)).find(({ id }) => id === 71)).toEqual(stored)
  })

  test('are deleted', async () => {
    const { ask, list } = await started()
    await list(true)
    expect((await ask('webhooks.delete', { id: 72 })).map(({ id }) => id)).toEqual([71])
    expect((await list(true)).map(({ id }) => id)).toEqual([71])
  })

  test('leave no query of their address in the ledger, where tokens are put', async () => {
    const { ask } = await started()
    await ask('webhooks.create', { ...newWebhook, url: 'https://a.example/x?token=abc' })
    expect(JSON.stringify(await ask('forms.writes', {}))).not.toContain('token')
  })
})

describe('replacing a webhook', () => {
  test('makes another one for the same, sees it work, and leaves the old one as it is', async () => {
    const { ask, list } = await started()
    const { webhook, secret } = await ask('webhooks.replace', { id: 71 })
    const old = (await list(true)).find(({ id }) => id === 71)
    const { url, events, form_id } = webhook
    expect({ url, events, form_id }).toEqual({ url: old?.url, events: old?.events, form_id: old?.form_id })
    expect([webhook.id === 71, webhook.is_active, old?.is_active]).toEqual([false, true, true])
    expect(secret).toMatch(/^whsec_/)
  })

  test('gives the secret even when the new one cannot be seen, and then does not call it active', async () => {
    const faults = faultPlan().on('/webhooks', { method: 'GET', after: 1, times: 20, fault: fault.refused(500) })
    const { ask } = await started(faults)
    const { webhook, secret } = await ask('webhooks.replace', { id: 71 })
    expect(secret).toMatch(/^whsec_/)
    expect(webhook.is_active).toBe(false)
  })

  test('of one that is not there fails with not_found', async () => {
    const { ask } = await started()
    await expect(ask('webhooks.replace', { id: 5 })).rejects.toMatchObject({ code: 'not_found' })
  })
})
