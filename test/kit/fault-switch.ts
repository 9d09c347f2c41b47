import type { FaultPlan } from '../../main/demo/http-server.ts'

/** A plan that a test sets and takes away while the services run. */
export interface FaultSwitch extends FaultPlan {
  /** From now on these faults; without any, none. */
  set(plan?: FaultPlan): void
}

export function faultSwitch(): FaultSwitch {
  let current: FaultPlan | undefined
  return {
    set(plan) {
      current = plan
    },
    next: (request) => current?.next(request),
  }
}
