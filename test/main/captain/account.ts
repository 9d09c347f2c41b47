import type { FaultRequest } from '../../../main/demo/http-server.ts'
import type { PlatformModes } from '../../../main/demo/workplace.ts'
import { faultSwitch, movableClock } from '../../kit/controls.ts'
import { startAccount } from '../../kit/leads.ts'
import type { Asked, Scripted } from '../../kit/service.ts'
import { startPlatformThat } from '../../kit/workspace.ts'

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
  const clock = movableClock()
  const { ask, demo } = await startAccount({ leads: 20, entries: 5, faults: plan, modes }, { now: clock.now })
  /** To the module: the connection itself was tried elsewhere when it was made. */
  const sent = (method: string) =>
    requests.filter((one) => one.method === method && one.path.includes('/captain/')).map(({ path }) => path)
  return { ask, demo, faults, requests, sent, clock }
}

/**
 * A service of the test's own making, for shapes that the demonstration never answers in. The module answers as
 * configured.
 */
export async function startAnswering() {
  let next: (asked: Asked) => Scripted = () => ({ json: {} })
  let status = 200
  const { ask, service } = await startPlatformThat(
    (asked) => (asked.path.includes('/captain/') ? next(asked) : { status, json: { payload: [] } }),
    { retryPolicy: { timeoutMs: 2000 } },
  )
  return {
    ask,
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
