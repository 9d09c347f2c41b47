import { describe, expect, test } from 'vitest'
import { settlingMs } from '../../../main/ledger.ts'
import type { Write } from '../../../preload/contract/writes.ts'
import { movableClock } from '../../kit/controls.ts'
import { type FormAccount, startFormAccount } from '../../kit/forms.ts'
import type { WorkspaceOptions } from '../../kit/workspace.ts'
import { recordedFetch } from './recorded-fetch.ts'

async function started(options: WorkspaceOptions = {}) {
  const wire = recordedFetch()
  const clock = movableClock()
  const account = await startFormAccount({ fetch: wire.fetch, now: clock.now, demo: { entries: 60 }, ...options })
  const { ask } = account
  const latest = async () => (await ask('forms.writes', {}))[0]
  const check = async () => ask('forms.check_write', { id: (await latest())?.id ?? '' })
  return { ...account, wire, clock, latest, check }
}
type Started = Awaited<ReturnType<typeof started>>

const webhook = { url: 'https://integra.exemplo.com/novo', events: ['entry.created' as const], form_id: 301 }

/** Each kind of write, and how its target reads in the ledger. */
const writeKinds: Readonly<Record<string, readonly [(account: Started) => Promise<unknown>, string]>> = {
  create_form: [({ ask }) => ask('forms.create', { name: 'Nova' }), 'Nova'],
  update_form: [
    ({ ask }) => {
      const fields = [{ id: 'fld_x', type: 'email', label: 'E-mail', required: true, placeholder: null }]
      const changes = { description: 'outra', settings: { tema: 'claro' }, fields }
      return ask('forms.update', { id: 301, changes })
    },
    'Contato do site',
  ],
  create_entry: [
    ({ ask }) => {
      const fields = { Nome: 'Ana', WhatsApp: '11987654321', Ambientes: ['sala', 'quarto'] }
      return ask('entries.create', { form_id: 302, fields, metadata: null })
    },
    'Pedido de orçamento',
  ],
  create_webhook: [({ ask }) => ask('webhooks.create', { ...webhook }), 'https://integra.exemplo.com/novo'],
  update_webhook: [
    ({ ask }) => ask('webhooks.update', { id: 71, is_active: false }),
    'https://integra.vitrine.example/formularios',
  ],
  delete_webhook: [({ ask }) => ask('webhooks.delete', { id: 72 }), 'https://antigo.vitrine.example/webhook'],
}

async function lost(kind: string, account: Started): Promise<Write> {
  await account.ask('webhooks.list', { fresh: true })
  const [send, target] = writeKinds[kind] ?? [async () => undefined, '']
  await expect(send(account)).rejects.toMatchObject({ code: 'sent_unknown' })
  const write = await account.latest()
  expect(write).toMatchObject({ kind, target, state: 'unknown', failure: 'sent_unknown' })
  expect(account.wire.writes).toHaveLength(1)
  if (!write) throw new Error('no write')
  return write
}

describe('a write whose answer was lost', () => {
  test.each(Object.keys(writeKinds))('%s is sent once, and is found to be done where it was', async (kind) => {
    const account = await started()
    account.wire.silent = true
    const { id } = await lost(kind, account)
    account.wire.silent = false
    expect(await account.check()).toMatchObject({ id, state: 'confirmed', failure: null })
    expect(await account.latest()).toMatchObject({ id, state: 'confirmed' })
    expect(account.wire.writes).toHaveLength(1)
  })

  test.each(Object.keys(writeKinds))(
    '%s is found not to be done where it was not, once it has settled',
    async (kind) => {
      const account = await started()
      account.wire.swallowing = true
      const { id, settles_at } = await lost(kind, account)
      account.wire.swallowing = false
      expect(Date.parse(settles_at ?? '') - account.clock.now().getTime()).toBeGreaterThan(settlingMs - 10_000)
      expect(await account.check()).toMatchObject({ id, state: 'unknown', settles_at })
      account.clock.pass(settlingMs)
      expect(await account.check()).toMatchObject({ id, state: 'not_done', failure: null, settles_at: null })
      expect(account.wire.writes).toHaveLength(1)
    },
  )

  test('stays as the person set it, whatever an earlier check returns', async () => {
    const account = await started()
    const { ask, wire, clock } = account
    wire.swallowing = true
    const { id } = await lost('create_entry', account)
    wire.swallowing = false
    clock.pass(settlingMs)
    const looks = ask('forms.check_write', { id })
    const settled = ask('forms.settle_write', { id, state: 'confirmed' })
    expect(await Promise.all([looks, settled])).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }])
    expect(await account.latest()).toMatchObject({ state: 'confirmed' })
  })

  test('that the service does late is found to be done, and was never called undone', async () => {
    const account = await started()
    const { ask, wire } = account
    wire.late = true
    const { id } = await lost('create_entry', account)
    expect(await account.check()).toMatchObject({ id, state: 'unknown' })
    await wire.arrive()
    expect(await account.check()).toMatchObject({ id, state: 'confirmed' })
    expect((await ask('forms.writes', {}))[0]).toMatchObject({ state: 'confirmed', settles_at: null })
  })

  test('delete_form keeps the form here until the service reports it as gone', async () => {
    for (const done of [true, false]) {
      const { ask, wire, clock, latest, check } = await started()
      const { id } = await ask('forms.create', { name: 'Engano' })
      const loss = done ? 'silent' : 'swallowing'
      wire[loss] = true
      await expect(ask('forms.delete', { id, name: 'Engano' })).rejects.toMatchObject({ code: 'sent_unknown' })
      wire[loss] = false
      expect(await latest()).toMatchObject({ kind: 'delete_form', state: 'unknown' })
      const ids = async () => (await ask('forms.list', {})).map((form) => form.id)
      expect(await ids()).toContain(id)
      clock.pass(settlingMs)
      expect((await check()).state).toBe(done ? 'confirmed' : 'not_done')
      expect((await ids()).includes(id)).toBe(!done)
    }
  })

  test('that was done shows in the list at once', async () => {
    const account = await started()
    account.wire.silent = true
    await lost('create_form', account)
    const names = async () => (await account.ask('forms.list', {})).map(({ name }) => name)
    expect(await names()).not.toContain('Nova')
    await account.check()
    expect(await names()).toContain('Nova')
  })

  test('is not mistaken for an older form of the same name', async () => {
    const account = await started()
    const { ask, wire } = account
    await ask('forms.create', { name: 'Nova' })
    wire.writes.length = 0
    wire.swallowing = true
    await lost('create_form', account)
    account.clock.pass(settlingMs)
    expect((await account.check()).state).toBe('not_done')
  })

  test('stays unknown while the service cannot be asked', async () => {
    const account = await started()
    account.wire.silent = true
    await lost('create_form', account)
    account.wire.offline = true
    await expect(account.check()).rejects.toMatchObject({ code: 'offline' })
    expect((await account.latest())?.state).toBe('unknown')
  })

  test('is unknown after the app has ended in its middle, and can still be checked', async () => {
    const account = await started({ forked: true })
    const { ask, wire, crash, reopen } = account
    wire.hanging = true
    void ask('forms.create', { name: 'Nova' }).catch(() => undefined)
    await expect.poll(() => wire.writes.length).toBe(1)
    expect((await account.latest())?.state).toBe('sending')
    crash()
    await reopen()
    expect(await account.latest()).toMatchObject({ state: 'unknown', failure: 'sent_unknown' })
    wire.hanging = false
    expect((await account.check()).state).toBe('unknown')
    account.clock.pass(settlingMs)
    expect((await account.check()).state).toBe('not_done')
  })
})

test('a write that was done stays done when the data process ends before it is noted', async () => {
  const { ask, wire, latest, crash } = await started({ forked: true })
  wire.afterWrite = crash
  const made = await ask('forms.create', { name: 'Nova' })
  expect(made.name).toBe('Nova')
  expect(await latest()).toMatchObject({ state: 'confirmed', target: 'Nova' })
})

test.each([
  ['create_form', '/forms', ({ ask }: FormAccount) => ask('forms.create', { name: 'Nova' })],
  ['create_webhook', '/webhooks', ({ ask }: FormAccount) => ask('webhooks.create', { ...webhook })],
  [
    'create_entry',
    '/entries',
    ({ ask }: FormAccount) =>
      ask('entries.create', { form_id: 301, fields: { Nome: 'Ana', Email: 'a@b.co' }, metadata: null }),
  ],
])('%s whose answer is not understood is unknown, not done', async (kind, path, send) => {
  const account = await startFormAccount({ demo: { entries: 10 } })
  account.rewrite(path, () => '{"ok":true}')
  await expect(send(account)).rejects.toMatchObject({ code: 'sent_unknown' })
  const [write] = await account.ask('forms.writes', {})
  expect(write).toMatchObject({ kind, state: 'unknown' })
})

test('a webhook whose making was lost is not taken for an older one like it', async () => {
  const account = await started()
  const { ask, wire } = account
  wire.swallowing = true
  const events = ['entry.created' as const, 'entry.deleted' as const]
  const like = { url: 'https://integra.vitrine.example/formularios', events, form_id: null }
  await expect(ask('webhooks.create', { ...like })).rejects.toMatchObject({ code: 'sent_unknown' })
  account.clock.pass(settlingMs)
  expect(await account.check()).toMatchObject({ kind: 'create_webhook', state: 'not_done' })
})

test('a write that surely was not sent has failed, and nothing is left to look after', async () => {
  const { ask, wire, latest, check } = await started()
  wire.offline = true
  await expect(ask('forms.create', { name: 'Nova' })).rejects.toMatchObject({ code: 'offline' })
  expect(await latest()).toMatchObject({ state: 'failed', failure: 'offline' })
  expect((await check()).state).toBe('failed')
})

test('a write that the ledger does not know is not checked', async () => {
  const { ask } = await started()
  await expect(ask('forms.check_write', { id: 'x' })).rejects.toMatchObject({ code: 'not_found' })
})
