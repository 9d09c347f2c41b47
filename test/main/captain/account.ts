import { onTestFinished } from 'vitest'
import { type Demo, startDemo } from '../../../main/demo/demo.ts'
import type { FaultRequest } from '../../../main/demo/http-server.ts'
import type { PlatformModes } from '../../../main/demo/workplace.ts'
import { faultSwitch, movableClock } from '../../kit/controls.ts'
import { type Asked, type Scripted, startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'

/** An account of the demonstration in a workspace, with faults that a test switches on and every request that came. */
export async function startCaptain(modes: PlatformModes = {}) {
  const faults = faultSwitch()
  const requests: FaultRequest[] = []
  const plan = {
    next(request: FaultRequest) {
      requests.push(request)
      return faults.next(request)
    },
  }
  const demo: Demo = await startDemo({ leads: 20, entries: 5, faults: plan, modes })
  onTestFinished(() => demo.close())
  const clock = movableClock()
  const workspace = await startWorkspace({ now: clock.now })
  const connection_id = await workspace.connect(demo.platform)
  /** To the module: the connection itself was tried elsewhere when it was made. */
  const sent = (method: string) =>
    requests.filter((one) => one.method === method && one.path.includes('/captain/')).map(({ path }) => path)
  return { demo, faults, requests, sent, clock, workspace, ask: workspace.ask, connection_id }
}

/** A service of the test's own making, for shapes that the demonstration never answers in. The module answers as configured. */
export async function startAnswering() {
  let next: (asked: Asked) => Scripted = () => ({ json: {} })
  let status = 200
  const service = await startService((asked) =>
    asked.path.includes('/captain/') ? next(asked) : { status, json: { payload: [] } },
  )
  const workspace = await startWorkspace({ retryPolicy: { timeoutMs: 2000 } })
  const at = { url: service.origin, accountId: 7, brand: 'marca', token: 'chave-de-teste' }
  const connection_id = await workspace.connect(at)
  return {
    ask: workspace.ask,
    connection_id,
    /** Every request to the module, oldest first. */
    asked: () => service.asked.filter(({ path }) => path.includes('/captain/')),
    answer(answers: typeof next) {
      next = answers
    },
    /** What a cheap route of the account answers. */
    accountAnswers(one: number) {
      status = one
    },
  }
}
