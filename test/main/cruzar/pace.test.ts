import { expect, test } from 'vitest'
import { throttled } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { movableClock, watchedFetch } from '../../kit/controls.ts'
import { everything, phones, startAccount, startDemoServices, startRun } from '../../kit/leads.ts'
import { until } from '../../kit/until.ts'
import { startWorkspace } from '../../kit/workspace.ts'

test('all long work of an account has as many requests in flight as one task, or as the person wants', async () => {
  const demo = await startDemoServices({ leads: 4000, latencyMs: 10 })
  const wire = watchedFetch()
  const workspace = await startWorkspace({ fetch: wire.fetch })
  await workspace.connect(demo.platform)
  const widest = async () => {
    const requestsBefore = wire.sent.length
    const pulls = ['Um', 'Dois'].map((name) =>
      workspace.ask('sheets.create', { filter: everything, name: `${name} ${requestsBefore}` }),
    )
    const run = startRun(workspace, { list: phones(4000).join('\n') })
    await Promise.all((await Promise.all([...pulls, run])).map((each) => workspace.ended(each)))
    return Math.max(...wire.sent.slice(requestsBefore).map(({ together }) => together))
  }
  expect(await widest()).toBe(4)
  workspace.preferences.write({ requests_at_once: 1 })
  expect(await widest()).toBe(1)
})

test('a throttle of one task holds the others of the account as well', async () => {
  const faults = faultPlan().on('/cruzar', { fault: throttled(600) })
  const clock = movableClock()
  const { now, resumes } = clock
  const wire = watchedFetch()
  const options = { fetch: wire.fetch, now, retryPolicy: { resumes } }
  const { connection_id, ...workspace } = await startAccount({ leads: 5000, faults }, options)
  // Two requests of the sheet are on their way until the run is throttled.
  wire.beforeSending = async (url) => {
    if (/[?&]page=[23]&/.test(url)) await until(() => expect(workspace.task(run)?.waiting_for).toBe('rate_limited'))
  }
  const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
  const run = await startRun(workspace, { list: phones(300).join('\n') })
  await expect.poll(() => workspace.task(sheet)?.waiting_for, { interval: 5 }).toBe('rate_limited')
  expect(faults.struck()).toBe(1)
  wire.beforeSending = async () => {}
  await clock.sleep(601_000)
  expect(await Promise.all([workspace.ended(sheet), workspace.ended(run)])).toMatchObject([
    { state: 'done' },
    { state: 'done' },
  ])
})
