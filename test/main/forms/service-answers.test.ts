import { describe, expect, onTestFinished, test } from 'vitest'
import { type DemoOptions, startDemo } from '../../../main/demo/demo.ts'
import type { Fault } from '../../../main/demo/http-server.ts'
import type { Waiting } from '../../../main/kernel/retry.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { watchedFetch } from '../../kit/controls.ts'
import { closedPort, type Scripted, startService } from '../../kit/service.ts'
import { call, clientOf } from './forms-client.ts'

async function started(options: DemoOptions = {}) {
  const demo = await startDemo({ leads: 1200, entries: 200, limits: { forms: 10_000 }, ...options })
  onTestFinished(() => demo.close())
  return { demo, ...clientOf(demo.forms) }
}
const struck = (what: Fault, times = 1, route: string | RegExp = /./) =>
  started({ faults: faultPlan().on(route, { times, fault: what }) })
const answering = async (answer: Scripted) => {
  const service = await startService(() => answer)
  return { service, ...clientOf({ url: `${service.origin}/api/v1`, key: 'chave' }) }
}
const field = { id: null, type: 'text', label: 'Nome', required: true, placeholder: null }

describe('a refusal of the service', () => {
  test('of a key that is wrong, or of a plan without the API, is named', async () => {
    const { demo } = await started()
    const wrong = clientOf({ ...demo.forms, key: 'fk_errada' }).forms
    const without = clientOf({ ...demo.forms, key: demo.forms.keyWithoutAccess }).forms
    await expect(wrong.account(call('interactive'))).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(without.account(call('interactive'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('distinguishes a deleted record from a wrong address', async () => {
    const { forms } = await started()
    await expect(forms.form(1, call('interactive'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(forms.entry(1, call('interactive'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(forms.deleteWebhook(1, call('interactive'))).rejects.toMatchObject({ code: 'not_found' })
    const other = await answering({ status: 404, json: { message: 'Not Found' } })
    await expect(other.forms.form(1, call('interactive'))).rejects.toMatchObject({ code: 'service_not_found' })
  })

  test.each([[null], [[]], ['nada'], [{ name: { code: 'x' } }]])(
    'is understood where its details are %j',
    async (details) => {
      const error = { code: 'resource_not_found', message: 'Not found', details }
      const { forms } = await answering({ status: 404, json: { error } })
      await expect(forms.form(1, call('interactive'))).rejects.toMatchObject({ code: 'not_found' })
    },
  )

  test('a 422 names each wrong field with its reason', async () => {
    const { forms } = await started()
    const body = { name: 'a', fields: [{ ...field, type: 'nada' }] }
    await expect(forms.createForm(body, call('interactive'))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'fields.0.type': ['The selected type is invalid.'] },
    })
  })

  test('a 422 may give one text a field, and passes on nobody’s data', async () => {
    const details = { 'fields.email': 'ana@casa.example é inválido', name: ['curto', 3] }
    const { forms } = await answering({ status: 422, json: { error: { code: 'validation_error', details } } })
    await expect(forms.createEntry({}, call('interactive'))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'fields.email': ['… é inválido'], name: ['curto'] },
    })
  })
})

describe('a read', () => {
  test.each([
    ['a reset connection', fault.reset()],
    ['a body that breaks off', fault.cut()],
    ['a 500', fault.refused(500)],
    ['a page of a proxy', fault.proxyPage(502)],
  ])('goes on by itself after %s', async (_what, struckBy) => {
    const { forms, demo } = await struck(struckBy, 4)
    const seenWaits: (Waiting | null)[] = []
    const answer = await forms.form(301, call('background', { waiting: (waiting) => seenWaits.push(waiting) }))
    expect(JSON.parse(answer.text).data.id).toBe(301)
    expect(demo.requests()).toHaveLength(5)
    expect(seenWaits.filter((one) => one === null)).toHaveLength(4)
  })

  test('for a person is tried two times more, and shortly', async () => {
    const { forms, demo } = await struck(fault.refused(500), 9)
    await expect(forms.form(301, call('interactive'))).rejects.toMatchObject({ code: 'service_failed' })
    expect(demo.requests()).toHaveLength(3)
    const closed = await answering({ status: 503, json: {}, headers: { 'retry-after': '120' } })
    await expect(closed.forms.form(301, call('interactive'))).rejects.toMatchObject({ code: 'service_failed' })
    expect(closed.service.asked).toHaveLength(1)
  })

  test('does not wait for the end of the window after a 500, although its head has it', async () => {
    const reset = String(Math.floor(Date.now() / 1000) + 50)
    const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '90', 'x-ratelimit-reset': reset }
    const { forms, service } = await answering({ status: 500, json: { error: { code: 'internal_error' } }, headers })
    await expect(forms.form(1, call('interactive'))).rejects.toMatchObject({ code: 'service_failed' })
    expect(service.asked).toHaveLength(3)
    await expect(forms.form(1, call('background'))).rejects.toMatchObject({ params: { seconds: 0 } })
    expect(service.asked).toHaveLength(8)
  })

  test('waits as long as a 429 requires, in its head or in its body', async () => {
    const heads: Scripted[] = [
      { status: 429, json: { error: { code: 'rate_limit_exceeded' } }, headers: { 'retry-after': '1' } },
      { status: 429, json: { error: { code: 'rate_limit_exceeded', retry_after: 1 } } },
    ]
    for (const refusal of heads) {
      const times: number[] = []
      const service = await startService((): Scripted => {
        times.push(performance.now())
        return times.length === 1 ? refusal : { json: { data: { id: 1 } } }
      })
      const { forms } = clientOf({ url: service.origin, key: 'chave' }, { windowMs: 900 })
      await forms.form(1, call('interactive'))
      // A timer may be a moment early.
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
    }
  })
})

describe('a write', () => {
  const writes = {
    createForm: (forms) => forms.createForm({ name: 'Nova' }, call('interactive')),
    updateForm: (forms) => forms.updateForm(301, { name: 'Outro' }, call('interactive')),
    deleteForm: (forms) => forms.deleteForm(303, call('interactive')),
    createEntry: (forms) => forms.createEntry({ form_id: 302, fields: {} }, call('interactive')),
    deleteEntry: (forms) => forms.deleteEntry(9001, call('interactive')),
    createWebhook: (forms) => forms.createWebhook({}, call('interactive')),
    updateWebhook: (forms) => forms.updateWebhook(71, { is_active: false }, call('interactive')),
    deleteWebhook: (forms) => forms.deleteWebhook(72, call('interactive')),
  } satisfies Record<string, (forms: ReturnType<typeof clientOf>['forms']) => Promise<unknown>>

  test.each(Object.entries(writes))('%s is sent once, whatever becomes of its answer', async (_name, send) => {
    for (const struckBy of [fault.reset(), fault.cut(), fault.hang(), fault.proxyPage(502), fault.proxyPage(504)]) {
      const demo = await startDemo({
        leads: 1200,
        entries: 30,
        faults: faultPlan().on(/./, { times: 9, fault: struckBy }),
      })
      onTestFinished(() => demo.close())
      const wire = watchedFetch()
      const { forms } = clientOf(demo.forms, { fetch: wire.fetch, retryPolicy: { timeoutMs: 300 } })
      const host = new URL(demo.forms.url).host
      await expect(send(forms)).rejects.toMatchObject({ code: 'sent_unknown', params: { host } })
      expect(wire.sent).toHaveLength(1)
    }
  })

  const page = { text: '<!doctype html><title>Entrar</title>', headers: { 'content-type': 'text/html' } }
  test.each<[string, Scripted]>([
    ['a redirect', { status: 302, text: '', headers: { location: '/entrar' } }],
    ['a page with 200', { ...page, status: 200 }],
    ['a page with 403', { ...page, status: 403 }],
    ['a page with 500', { ...page, status: 500 }],
    ['a page with 503', { ...page, status: 503 }],
  ])('that is answered by %s may have been done, and is sent once', async (_name, answer) => {
    const { service, forms } = await answering(answer)
    await expect(writes.createEntry(forms)).rejects.toMatchObject({ code: 'sent_unknown' })
    expect(service.asked).toHaveLength(1)
  })

  test('that surely was not sent is offline', async () => {
    const gone = clientOf({ url: await closedPort(), key: 'chave' }).forms
    await expect(writes.createForm(gone)).rejects.toMatchObject({ code: 'offline' })
    const unknown = clientOf({ url: 'http://nao-existe.invalid/api/v1', key: 'chave' }).forms
    await expect(writes.createForm(unknown)).rejects.toMatchObject({ code: 'offline' })
  })

  test('that a person no longer waits for may have been done; one that was not sent was not', async () => {
    const { forms, demo } = await struck(fault.hang())
    const stop = new AbortController()
    const sent = forms.createForm({ name: 'Nova' }, call('interactive', { signal: stop.signal }))
    await expect.poll(() => demo.requests().length).toBe(1)
    stop.abort()
    await expect(sent).rejects.toMatchObject({ code: 'sent_unknown' })
    const unsent = forms.createForm({ name: 'Nova' }, call('interactive', { signal: AbortSignal.abort() }))
    await expect(unsent).rejects.toMatchObject({ name: 'AbortError' })
    expect(demo.requests()).toHaveLength(1)
  })

  test('that was throttled was not done, and goes on by itself', async () => {
    const { forms, demo } = await struck(fault.throttled(1), 1)
    const { text } = await forms.createForm({ name: 'Nova' }, call('interactive'))
    expect(JSON.parse(text).data.name).toBe('Nova')
    expect(demo.requests().map(({ status }) => status)).toEqual([429, 201])
  })

  test.each([
    [500, 'service_failed'],
    [503, 'service_failed'],
    [403, 'forbidden'],
  ])('that the service refuses with %d is not sent again', async (status, code) => {
    const { forms, demo } = await struck(fault.refused(status), 9)
    await expect(writes.createForm(forms)).rejects.toMatchObject({ code })
    expect(demo.requests()).toHaveLength(1)
  })
})
