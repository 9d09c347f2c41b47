import * as z from 'zod'
import { type Webhook, webhook, type webhooks } from '../../preload/contract/form-service.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { wait } from '../kernel/schedule.ts'
import type { WriteCheck } from '../ledger.ts'
import { type FormsCall, interactive } from '../remotes/forms.ts'
import { identifiedOf, madeOf, pagesOf, type ServiceRecord, whole, words } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'

type NewWebhook = Pick<Webhook, 'url' | 'events' | 'form_id'> & { readonly secret?: string | undefined }

const fact = z.object({ webhooks: z.array(webhook), read_at: z.iso.datetime().nullable() })

type Fact = z.output<typeof fact>

/** Pauses between reads of the list until a replacement appears, in ms. */
const readDelaysMs = [0, 300, 700, 1500, 3000]

/** The webhooks of an account. A secret is passed on once, on creation, and never stored. */
export function createWebhooksService(deps: Services): Handlers<typeof webhooks> {
  const { data, ledger, now, changed } = deps
  const keyOf = (connection_id: string) => ({ service: 'forms', connection_id, name: 'webhooks' }) as const
  const stored = async (connectionId: string): Promise<Fact> =>
    (await readFact(data, keyOf(connectionId), fact)) ?? { webhooks: [], read_at: null }
  const store = async (connectionId: string, value: Fact) => {
    await data.ask('facts.put', { ...keyOf(connectionId), value })
    changed('webhooks')
    return value
  }
  const storeOne = async (connectionId: string, one: Webhook) => {
    const { webhooks, read_at } = await stored(connectionId)
    const at = webhooks.findIndex(({ id }) => id === one.id)
    await store(connectionId, { webhooks: at < 0 ? [...webhooks, one] : webhooks.with(at, one), read_at })
  }
  const read = async (connectionId: string, call: FormsCall): Promise<Fact> => {
    const account = await deps.forms(connectionId)
    const webhooksById = new Map<number, Webhook>()
    try {
      for await (const { records } of pagesOf((page) => account.webhooks(page, call))) {
        for (const sent of records) webhooksById.set(sent.id, webhookOf(sent))
      }
    } catch (error) {
      const { webhooks: previous, read_at } = await stored(connectionId)
      // It is unknown which ones are gone, so the previous ones stay.
      const updated = previous.map((one) => webhooksById.get(one.id) ?? one)
      const added = [...webhooksById.values()].filter(({ id }) => !previous.some((one) => one.id === id))
      if (webhooksById.size > 0) await store(connectionId, { webhooks: [...updated, ...added], read_at })
      throw error
    }
    return store(connectionId, { webhooks: [...webhooksById.values()], read_at: now().toISOString() })
  }
  const create = async (connectionId: string, { url, events, form_id, secret }: NewWebhook, call: FormsCall) => {
    checkAddress(url)
    const account = await deps.forms(connectionId)
    const ids = (await stored(connectionId)).webhooks.map(({ id }) => id)
    const check: WriteCheck = { by: 'new_webhook', url, events: [...events], form_id, known: ids }
    const body = { url, events, ...(form_id === null ? {} : { form_id }), ...(secret ? { secret } : {}) }
    const about = { kind: 'create_webhook' as const, target: shownAddress(url), check }
    const sent = await ledger.write(connectionId, about, async () =>
      madeOf((await account.createWebhook(body, call)).text),
    )
    const created = { ...webhookOf({ url, events, form_id, ...sent }), has_secret: false }
    await storeOne(connectionId, created)
    return { webhook: created, secret: secretOf(sent) ?? secret ?? null }
  }
  /** Despite any failure of the reads, the new secret must reach the person: it cannot be read again. */
  const seenActive = async (connectionId: string, id: number, call: FormsCall): Promise<Webhook | undefined> => {
    let webhook: Webhook | undefined
    for (const pause of readDelaysMs) {
      try {
        await wait(pause, call.signal)
        webhook = (await read(connectionId, call)).webhooks.find((one) => one.id === id)
      } catch {
        return webhook
      }
      if (webhook?.is_active) return webhook
    }
    return webhook
  }

  return {
    'webhooks.list': ({ connection_id, fresh }, { signal }) =>
      fresh ? read(connection_id, interactive(signal)) : stored(connection_id),

    'webhooks.create': ({ connection_id, ...fields }, { signal }) => create(connection_id, fields, interactive(signal)),

    async 'webhooks.update'({ connection_id, id, ...fields }, { signal }) {
      if (fields.url !== undefined) checkAddress(fields.url)
      const account = await deps.forms(connection_id)
      const previous = (await stored(connection_id)).webhooks.find((one) => one.id === id)
      const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const about = {
        kind: 'update_webhook',
        target: shownAddress(fields.url ?? previous?.url ?? `#${id}`),
        check: { by: 'changed_webhook', webhook_id: id, changes },
      } as const
      const { text } = await ledger.write(connection_id, about, () =>
        account.updateWebhook(id, changes, interactive(signal)),
      )
      const after = webhookOf({ ...previous, ...changes, ...identifiedOf(text), id })
      await storeOne(connection_id, { ...after, has_secret: previous?.has_secret ?? false })
      return after
    },

    async 'webhooks.delete'({ connection_id, id }, { signal }) {
      const account = await deps.forms(connection_id)
      const list = await stored(connection_id)
      const url = list.webhooks.find((one) => one.id === id)?.url ?? `#${id}`
      const check = { by: 'gone_webhook', webhook_id: id } as const
      const about = { kind: 'delete_webhook', target: shownAddress(url), check } as const
      await ledger.write(connection_id, about, () => account.deleteWebhook(id, interactive(signal)))
      const others = list.webhooks.filter((one) => one.id !== id)
      return (await store(connection_id, { ...list, webhooks: others })).webhooks
    },

    async 'webhooks.replace'({ connection_id, id, secret }, { signal }) {
      const call = interactive(signal)
      const old = (await read(connection_id, call)).webhooks.find((one) => one.id === id)
      if (!old) throw new AppFailure('not_found')
      const created = await create(connection_id, { ...old, secret }, call)
      const active = await seenActive(connection_id, created.webhook.id, call)
      // A webhook that the list never showed may not work, so the old one must not be paused for it.
      return { webhook: active ?? { ...created.webhook, is_active: false }, secret: created.secret }
    },
  }
}

/** Throws `not_secure_address` for plain HTTP and `bad_address` for what is not an address. */
function checkAddress(text: string): void {
  if (!URL.canParse(text)) throw new AppFailure('bad_address')
  const { protocol, username, password } = new URL(text)
  if (protocol === 'http:') throw new AppFailure('not_secure_address')
  if (protocol !== 'https:' || username || password) throw new AppFailure('bad_address')
}

/** The address without its query, where people put tokens. */
function shownAddress(text: string): string {
  if (!URL.canParse(text)) return text.slice(0, 200)
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`.slice(0, 200)
}

const body = z.object({
  id: z.int(),
  url: z.string().catch(''),
  events: z
    .array(z.unknown())
    .transform((events) => events.filter((event) => typeof event === 'string'))
    .catch([]),
  form_id: whole,
  is_active: z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)]).catch(true),
  secret: words,
  created_at: words,
  updated_at: words,
})

/** A webhook from the service, without its secret. A missing `is_active` is that of a new one. */
function webhookOf(sent: ServiceRecord & { readonly id: number }): Webhook {
  const { secret, ...received } = body.parse(sent)
  return { ...received, has_secret: Boolean(secret) }
}

/** The secret, which the service shows only when a webhook is made. */
function secretOf(sent: ServiceRecord): string | null {
  return words.parse(sent.secret) || null
}
