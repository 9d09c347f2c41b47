import { expect, test } from 'vitest'
import { startFormAccount } from '../../kit/forms.ts'
import { startFormServiceThat } from '../../kit/workspace.ts'

const started = () => startFormAccount({ demo: { entries: 60 } })

test('the account is read with its plan, and is there without network', async () => {
  const { ask, demo } = await started()
  expect(await ask('account.read', { fresh: false })).toBeNull()
  const read = await ask('account.read', { fresh: true })
  expect(read).toMatchObject({ id: 512, plan: { forms_limit: -1, entries_limit: 50_000, api_access: true } })
  await demo.close()
  expect(await ask('account.read', { fresh: false })).toEqual(read)
  await expect(ask('account.read', { fresh: true })).rejects.toMatchObject({ code: 'offline' })
})

test('usage is asked for by period, and every month that was seen stays, oldest first', async () => {
  const { ask, demo } = await started()
  const current = await ask('account.usage', { period: 'current' })
  const previous = await ask('account.usage', { period: 'previous' })
  const old = await ask('account.usage', { period: '2020-02' })
  expect(current.period).toBe(new Date().toISOString().slice(0, 7))
  expect(current.api_calls?.used).toBeGreaterThan(0)
  expect(current.forms).toMatchObject({ limit: -1 })
  expect(previous.period < current.period).toBe(true)
  expect(old).toMatchObject({ period: '2020-02', entries: { used: 0, limit: 50_000 } })
  await ask('account.usage', { period: current.period })
  await demo.close()
  const months = await ask('account.months', {})
  expect(months.map(({ period }) => period)).toEqual(['2020-02', previous.period, current.period])
})

test('an account with missing fields is shown with those it has', async () => {
  const { ask } = await startFormServiceThat(() => ({
    json: { id: '9', name: 'Casa', plan: 'Livre', extra: { deep: true } },
  }))
  expect(await ask('account.read', { fresh: true })).toMatchObject({
    id: 9,
    name: 'Casa',
    email: null,
    plan: { name: null, forms_limit: null, entries_limit: null, api_access: null },
  })
})

test('usage that does not name its month gets it from the service’s clock; numbers may be texts', async () => {
  const date = 'Fri, 01 Jan 2027 00:30:00 GMT'
  const body = { data: { forms: { used: '3', limit: '-1' }, entries: { used: 'muitas' }, storage_mb: null } }
  const { ask } = await startFormServiceThat(() => ({ json: body, headers: { date } }))
  const read = await ask('account.usage', { period: 'previous' })
  expect(read).toMatchObject({ period: '2026-12', forms: { used: 3, limit: -1 }, entries: null, storage_mb: null })
  expect((await ask('account.usage', { period: 'current' })).period).toBe('2027-01')
})

test('what is no account at all is not kept', async () => {
  const { ask } = await startFormServiceThat(() => ({ json: [] }))
  await expect(ask('account.read', { fresh: true })).rejects.toMatchObject({ code: 'unexpected_body' })
  expect(await ask('account.read', { fresh: false })).toBeNull()
})
