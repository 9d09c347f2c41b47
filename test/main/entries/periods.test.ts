import { describe, expect, it } from 'vitest'
import { formIds, type ServedEntry, startFormAccount } from '../../kit/forms.ts'

const { contact, event } = formIds
type Account = Awaited<ReturnType<typeof startFormAccount>>

/** Moments that leave the newest tenth, and the oldest tenth, of a form's entries out; those between, sorted. */
async function middleOf(account: Account, form: number) {
  const entries = await account.service.entries(form)
  const tenth = Math.floor(entries.length / 10)
  const moment = (place: number) => new Date(Date.parse(entries[place]?.created_at ?? '')).toISOString()
  const period = { from: moment(entries.length - tenth), to: moment(tenth) }
  return { period, inside: idsIn(entries, period) }
}

function idsIn(entries: readonly ServedEntry[], { from, to }: { from: string | null; to: string | null }): number[] {
  return entries
    .filter(({ created_at }) => from === null || Date.parse(created_at) >= Date.parse(from))
    .filter(({ created_at }) => to === null || Date.parse(created_at) < Date.parse(to))
    .map(({ id }) => id)
    .sort((one, other) => one - other)
}

async function keepFor(account: Account, id: number, period: { from: string | null; to: string | null } | null) {
  const { ask, ended } = account
  const forms = await ask('forms.keep', { id, keep: true, period })
  const form = forms.find((each) => each.id === id)
  if (!form) throw new Error('no such form')
  return ended(form)
}

describe('what keeping a form will cost', () => {
  it.each([600, 0])('is estimated as what a reading of %d entries then requests', async (entries) => {
    const account = await startFormAccount({ demo: { entries: entries === 0 ? 0 : 1000, leads: 50 } })
    const plan = await account.ask('forms.plan_keep', { id: contact, period: null })
    expect(plan).toMatchObject({
      period: null,
      entries,
      wider: false,
      single_reads: 0,
      seconds: expect.any(Number),
      api_calls: { used: expect.any(Number), limit: 100_000 },
    })
    expect((await account.form(contact)).kept).toBe(false)
    account.requests.length = 0
    await account.keep(contact)
    expect(account.requests).toHaveLength(plan.requests ?? 0)
  })

  it('is as long as the requests of a minute make it, also for a service that does not report its usage', async () => {
    const account = await startFormAccount({ demo: { limits: { forms: 100 } } })
    account.rewrite('/account/usage', () => '{"error":"no"}')
    account.rewrite('per_page=1&', (body) => body.replace('"total":100,', '"total":60000,'))
    const plan = await account.ask('forms.plan_keep', { id: event, period: null })
    expect(plan).toMatchObject({ entries: 60_000, requests: 603, api_calls: null })
    expect(plan.seconds).toBe(360)
  })
})

describe.each(['moments', 'days', 'since', 'none'] as const)(
  'a form kept for a period, of a service of %s',
  (formBounds) => {
    it('has the entries of that period alone, is marked so, and keeps it when it is read again', async () => {
      const account = await startFormAccount({ demo: { formBounds } })
      const { period, inside } = await middleOf(account, contact)

      const plan = await account.ask('forms.plan_keep', { id: contact, period })
      expect(plan).toMatchObject({ period, wider: formBounds !== 'moments' })
      expect(await keepFor(account, contact, period)).toMatchObject({ state: 'done' })
      const whole = { entries: inside.length, sync: { kind: 'complete', total: inside.length, period } }
      expect(await account.form(contact)).toMatchObject(whole)
      expect(await account.here(contact)).toEqual(inside)

      await account.service.create(contact)
      await account.service.remove(inside[3] ?? 0)
      for (const reconcile of [false, true]) await account.sync(contact, reconcile)
      const remaining = inside.filter((id) => id !== inside[3])
      expect(await account.here(contact)).toEqual(remaining)
      expect(await account.form(contact)).toMatchObject({
        gone: 1,
        sync: { kind: 'complete', total: remaining.length, period },
      })
    })
  },
)

describe('a form kept for a period', () => {
  it('shows its period beside every entry, and takes no entry that is made outside of it', async () => {
    const account = await startFormAccount()
    const { period } = await middleOf(account, event)
    await keepFor(account, event, period)
    const idsBefore = await account.here(event)
    const staged = { from: 'table', table: account.table(event), select: { query: {} } } as const
    const { inspection } = await account.ask('cruzar.stage', staged)
    expect(inspection.name).toMatch(/^Respostas de Inscrição Black Friday \(só de [\d-]+ a [\d-]+\)$/)
    const rows = await account.rows(account.table(event))
    const last = new Date(Date.parse(period.to) - 1).toISOString()
    expect(rows[0]).toMatchObject({ periodo_de: period.from, periodo_ate: last })
    const fields = { Nome: 'Ana', Email: 'ana@exemplo.com', Celular: '11987654321' }
    await account.ask('entries.create', { form_id: event, fields, metadata: null })
    expect(await account.here(event)).toEqual(idsBefore)
    await account.sync(event)
    expect(await account.form(event)).toMatchObject({ sync: { kind: 'complete', period } })
  })

  it('is read from its start on where that alone is set, with what arrives', async () => {
    const account = await startFormAccount()
    const { period } = await middleOf(account, event)
    const open = { from: period.from, to: null }
    await keepFor(account, event, open)
    const made = await account.service.create(event)
    await account.sync(event)
    expect(await account.here(event)).toEqual(idsIn(await account.service.entries(event), open))
    expect(await account.here(event)).toContain(made)
  })

  it('goes on within the same bounds after its reading was stopped', async () => {
    const account = await startFormAccount()
    const { period, inside } = await middleOf(account, contact)
    const { ask } = account
    account.before('page=2', async () => {
      const { task_id } = await account.form(contact)
      await ask('tasks.cancel', { id: task_id ?? '' })
    })
    expect(await keepFor(account, contact, period)).toMatchObject({ state: 'cancelled' })
    expect(await account.form(contact)).toMatchObject({ entries: 100, sync: { kind: 'partial', period } })
    account.requests.length = 0
    expect(await account.sync(contact)).toMatchObject({ state: 'done' })
    expect(account.pages()[0]).toMatch(/^301 page=2&.*since=.*until=/)
    expect(await account.here(contact)).toEqual(inside)
  })

  it('is kept for longer without losing a review, and never for less', async () => {
    const account = await startFormAccount()
    const { period, inside } = await middleOf(account, event)
    const { ask } = account
    await keepFor(account, event, period)
    const [id = 0] = inside
    const approve = { kind: 'state', state: 'aprovada', comment: '' } as const
    await ask('reviews.change', { table: account.table(event), select: { ids: [id] }, change: approve })
    const later = { from: period.to, to: null }
    const joined = { from: period.from, to: null }
    expect(await ask('forms.plan_keep', { id: event, period: later })).toMatchObject({ period: joined })
    await keepFor(account, event, later)
    expect(await account.form(event)).toMatchObject({ sync: { kind: 'complete', period: joined } })
    await keepFor(account, event, null)
    const whole = { entries: 100, sync: { kind: 'complete', total: 100, period: null } }
    expect(await account.form(event)).toMatchObject(whole)
    expect(await ask('entries.read', { id })).toMatchObject({ state: 'aprovada' })
    await keepFor(account, event, period)
    expect(await account.form(event)).toMatchObject({ entries: 100, sync: { period: null } })
    expect((await account.rows(account.table(event)))[0]).not.toHaveProperty('periodo_de')
  })

  it('is not deleted on the service while the copy is not of the whole form', async () => {
    const account = await startFormAccount()
    const { period } = await middleOf(account, event)
    const place = { connection_id: account.connection_id, id: event, name: (await account.form(event)).name }
    await keepFor(account, event, { from: null, to: period.to })
    await keepFor(account, event, { from: '2000-01-01T00:00:00.000Z', to: null })
    expect(await account.form(event)).toMatchObject({ entries: 100, sync: { kind: 'complete', period: null } })
    await account.ask('forms.keep', { id: event, keep: false })
    await keepFor(account, event, { from: '2000-01-01T00:00:00.000Z', to: null })
    expect(await account.form(event)).toMatchObject({ entries: 100, sync: { kind: 'complete' } })
    await expect(account.ask('forms.delete', place)).rejects.toMatchObject({ code: 'copy_incomplete' })
  })
})

describe('the newest entries of a form that is not kept', () => {
  it('are shown with the labels of its fields, are marked as a part in every row and export, and nothing is kept', async () => {
    const account = await startFormAccount()
    const { ask } = account
    account.requests.length = 0
    const preview = await ask('entries.newest', { form_id: contact })
    expect(preview).toMatchObject({ rows: 100, aside: 0, total: 600 })
    expect(account.requests.map(({ path }) => path)).toEqual(['/forms/301', '/forms/301/entries?page=1&per_page=100'])
    const newest = (await account.service.entries(contact)).slice(0, 100)
    const rows = await account.rows(preview.table)
    expect(rows.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
    expect(rows[0]).toMatchObject({ recorte: 'mais_recentes', 'campo:nome': newest[0]?.fields.nome })
    expect(rows[0]).not.toHaveProperty('revisao_estado')

    expect(await account.form(contact)).toMatchObject({ kept: false, entries: 0, sync: { kind: 'none' } })
    expect(await account.here(contact)).toEqual([])
    await account.reopen()
    await expect(account.rows(preview.table)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are not mixed with those of a kept form, nor shown beside them', async () => {
    const account = await startFormAccount()
    await account.ask('entries.newest', { form_id: event })
    await account.keep(contact)
    expect(await account.rows(account.table(null))).toHaveLength(600)
    await expect(account.ask('entries.newest', { form_id: contact })).rejects.toMatchObject({ code: 'bad_request' })
  })
})
