import type { Fault, FaultPlan, FaultRequest } from '../../main/demo/http-server.ts'

/** When a scripted fault strikes; the requests counted are those of this rule alone. */
interface Strike {
  readonly fault: Fault
  /** Matching requests that pass before; 0 unless said. */
  readonly after?: number
  /** How many requests are struck; 1 unless said. */
  readonly times?: number
  readonly method?: string
  /**
   * Only pages from this one on: pages asked side by side arrive in any order, so that counting them would strike any.
   */
  readonly fromPage?: number
}

/** A plan that is written down at the call site: `faultPlan().on('/leads', { after: 3, times: 2, fault: reset() })`. */
export interface ScriptedPlan extends FaultPlan {
  /** `route` is the end of a path, or a pattern for it. The first rule that strikes decides. */
  on(route: string | RegExp, strike: Strike): ScriptedPlan
  /** How many requests have been struck so far. */
  struck(): number
}

export function faultPlan(): ScriptedPlan {
  const rules: { route: string | RegExp; strike: Strike; requests: number }[] = []
  let struck = 0
  const plan: ScriptedPlan = {
    on(route, strike) {
      rules.push({ route, strike, requests: 0 })
      return plan
    },
    struck: () => struck,
    next(request) {
      let fault: Fault | undefined
      for (const rule of rules) {
        if (!matches(rule.route, rule.strike, request)) continue
        const { after = 0, times = 1 } = rule.strike
        const turn = rule.requests++
        if (fault === undefined && turn >= after && turn < after + times) fault = rule.strike.fault
      }
      if (fault) struck++
      return fault
    },
  }
  return plan
}

function matches(route: string | RegExp, strike: Strike, request: FaultRequest): boolean {
  if (strike.method !== undefined && strike.method !== request.method) return false
  if (strike.fromPage !== undefined && Number(request.query.get('page')) < strike.fromPage) return false
  return typeof route === 'string' ? request.path.endsWith(route) : route.test(request.path)
}
