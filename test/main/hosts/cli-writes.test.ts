import { expect, test } from 'vitest'
import { hang } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startCommandProcess, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

test('a write that another process still sends is not called unknown; once that process is gone, it is not yet known', {
  timeout: 60_000,
}, async () => {
  const faults = faultPlan().on('/forms', { method: 'POST', times: 9, fault: hang() })
  const demo = await startDemoServices({ leads: 20, entries: 5, faults })
  const { dataDir, run, connectForms } = await startPlace()
  await connectForms(demo.forms)
  const writes = async () => JSON.parse((await run(['writes', '--json'])).out).writes
  expect(await run(['writes'])).toMatchObject({ code: 0, out: 'Nada ficou sem confirmação.\n' })

  const body = JSON.stringify({ name: 'Nova', status: 'draft' })
  const sending = startCommandProcess(['call', 'POST', '/forms', '--body', body, '--yes'], { dataDir })
  await expect.poll(() => demo.requests().some(({ method }) => method === 'POST'), { timeout: 30_000 }).toBe(true)
  expect(await writes()).toMatchObject([{ target: 'POST /forms', state: 'sending', settles_at: null }])

  await sending.kill()
  const settles_at = expect.any(String)
  expect(await writes()).toMatchObject([{ connection: 'Formulários', kind: 'call', state: 'unknown', settles_at }])
  const checked = await run(['writes', '--connection', 'Formulários'])
  expect(checked).toMatchObject({
    code: 1,
    out: expect.stringContaining('ainda não se sabe; só a partir de'),
    err: expect.stringContaining('De 1 envio ainda não se sabe'),
  })
})
