import type { Check, CheckStep } from '../../preload/contract/connections.ts'
import { leadFilter } from '../../preload/contract/sheets.ts'
import { type FailureCode, factsOf, isOfOneRoute, isOfVault } from '../../preload/values/failures.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { isRecord, parseJson } from '../kernel/json.ts'
import type { Forms } from '../remotes/forms.ts'
import type { Platform } from '../remotes/platform.ts'
import { clockSkew } from '../remotes/service-health.ts'

type StepName = CheckStep['step']
type Finding = Pick<CheckStep, 'finding' | 'params'>

export interface CheckDeps {
  readonly now: () => Date
  readonly signal: AbortSignal
  report(steps: CheckStep[]): void
  /** False where the stored data surely belong to another account than the one that just answered. */
  belongs(): Promise<boolean>
}

/**
 * Checks a platform connection step by step, reading only. After a failed step the later ones are not run, except the
 * clock, which any answer has. Nothing is stored or deleted, whatever the result.
 */
export async function checkPlatform(platform: Platform, today: string, deps: CheckDeps): Promise<Check> {
  const steps = createSteps(['reachable', 'service', 'token', 'account', 'lead_export', 'clock'], deps)
  const host = await steps.run('reachable', () => reach(platform, deps.signal), finding('reached'))
  if (!host) return steps.end()
  steps.clock(host.headers)
  const account = await steps.runAll(
    ['service', 'token', 'account'],
    () => accountOrLeads(platform, today, deps.signal),
    placeAccountFailure,
  )
  if (!account) return steps.end()
  steps.clock(account.headers)
  if (!looksLikeConversations(account.text)) {
    steps.fail('service', finding('not_this_service'))
    return steps.end()
  }
  steps.pass('service', finding('service_recognised'))
  steps.pass('token', finding('token_accepted'))
  if (!(await deps.belongs())) {
    steps.fail('account', finding('other_data'))
    return steps.end()
  }
  steps.pass('account', finding('account_allowed'))
  await steps.runAll(
    ['lead_export'],
    async () => {
      const page = await oneLead(platform, today, deps.signal)
      steps.pass('lead_export', finding('lead_export_allowed'))
      return page
    },
    placeExportFailure,
  )
  return steps.end()
}

/** Checks a form service connection: GET /account shows whether the key is valid and the plan allows the API. */
export async function checkForms(forms: Forms, deps: CheckDeps): Promise<Check> {
  const steps = createSteps(['reachable', 'service', 'token', 'account', 'clock'], deps)
  const answer = await steps.runAll(
    ['reachable', 'service', 'token', 'account'],
    () => forms.account({ signal: deps.signal, priority: 'interactive' }),
    placeFormsFailure,
  )
  if (!answer) return steps.end()
  steps.clock(answer.headers)
  steps.pass('reachable', finding('reached'))
  if (!/"plan"\s*:/.test(answer.text)) {
    steps.fail('service', finding('not_this_service'))
    return steps.end()
  }
  steps.pass('service', finding('service_recognised'))
  steps.pass('token', finding('token_accepted'))
  if (/"api_access"\s*:\s*false/.test(answer.text)) steps.fail('account', finding('forms_api_refused'))
  else if (!(await deps.belongs())) steps.fail('account', finding('other_account'))
  else steps.pass('account', finding('account_allowed'))
  return steps.end()
}

/** The smallest request that the lead export answers. */
async function oneLead(platform: Platform, today: string, signal: AbortSignal): Promise<HttpAnswer> {
  const page = await platform.leadPage(leadFilter.parse({ created_after: today }), 1, 1, signal)
  if (!/"meta"\s*:/.test(page.text)) throw new AppFailure('unexpected_body')
  return page
}

/** The account's cheapest route. Where a service does not answer it, the leads show what it allows. */
async function accountOrLeads(platform: Platform, today: string, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    return await platform.probeAccount(signal)
  } catch (error) {
    if (!(error instanceof AppFailure) || !isOfOneRoute(error.code)) throw error
    if (factsOf(error.code).ends === 'permission') throw error
    return oneLead(platform, today, signal).catch(() => {
      throw error
    })
  }
}

/** Any answer shows that the host exists, even a 404 of the documentation route. */
async function reach(platform: Platform, signal: AbortSignal): Promise<Pick<HttpAnswer, 'headers'>> {
  try {
    return await platform.probeHost(signal)
  } catch (error) {
    if (error instanceof AppFailure && hasAnswered(error)) return { headers: new Headers() }
    throw error
  }
}

/** True also for a shield's or another page, but not where nothing can be read as an answer. */
function hasAnswered({ code }: AppFailure): boolean {
  if (code === 'unexpected_body') return false
  const { service } = factsOf(code)
  return service === 'answers' || service === 'refuses' || service === 'elsewhere'
}

const finding = (name: string, params: Finding['params'] = {}): Finding => ({ finding: name, params })

type Placed = readonly [StepName, Finding]

/** The step that a failure of the account probe belongs to, and its finding. */
function placeAccountFailure(failure: AppFailure): Placed {
  // The service answers 401 for both; its text distinguishes them (docs/services.md §1.6).
  const isOfAccount = failure.code === 'unauthorized' && /account|conta/i.test(String(failure.params.reason ?? ''))
  if (isOfAccount) return ['account', finding('account_refused')]
  // In case the service does not accept the hyphenated header either, which reveals a dropped one
  // (remotes/platform.ts).
  if (failure.code === 'unauthorized') return ['token', finding('token_refused', { header: 'api_access_token' })]
  if (failure.code === 'header_dropped') return ['token', finding('header_dropped', failure.params)]
  return placeOtherAccountFailure(failure)
}

function placeOtherAccountFailure(failure: AppFailure): Placed {
  const { ends } = factsOf(failure.code)
  if (ends === 'permission') return ['account', finding('account_refused')]
  if (failure.code === 'service_not_found') return ['account', finding('account_unknown')]
  return ['service', networkFinding(failure)]
}

function placeExportFailure(failure: AppFailure): Placed {
  const { ends, service } = factsOf(failure.code)
  if (ends === 'permission' || service === 'refuses') return ['lead_export', finding('lead_export_refused')]
  return ['lead_export', ends === 'route' ? finding('brand_unknown') : networkFinding(failure)]
}

/**
 * Anything that reads as an answer shows that the host was reached: also a throttle or a page of a shield or network.
 */
function placeFormsFailure(failure: AppFailure): Placed {
  const { ends, service } = factsOf(failure.code)
  if (service === 'refuses') return ['token', finding('token_refused')]
  if (ends === 'permission') return ['account', finding('forms_api_refused')]
  const isAnswer = service === 'answers' || service === 'elsewhere' || failure.code === 'captive_portal'
  return [isAnswer ? 'service' : 'reachable', networkFinding(failure)]
}

/** The finding for a failure of the network or the host, in any step. */
function networkFinding({ code, details, params }: AppFailure): Finding {
  if (code === 'offline') return finding(details === 'TLS' ? 'tls_failed' : 'unreachable')
  if (code === 'service_failed') return finding(code, { status: params.status ?? 0 })
  if (code === 'rate_limited') return finding(code, { seconds: params.seconds ?? 0 })
  if (/^(proxy|certificate|shield)_/.test(code)) return finding(code, params)
  return finding(networkFindings[code] ?? 'not_this_service')
}

const networkFindings: Readonly<Partial<Record<FailureCode, string>>> = {
  timeout: 'timed_out',
  redirected: 'redirected',
  captive_portal: 'html_answer',
}

/** Wrapped, bare and list shapes are all accepted (docs/services.md §4.5). */
function looksLikeConversations(text: string): boolean {
  const body = parseJson(text)
  return Array.isArray(body) || (isRecord(body) && ('payload' in body || 'data' in body || 'meta' in body))
}

/** The list of steps. Every change is reported with the whole list. */
function createSteps(names: readonly StepName[], { now, signal, report }: CheckDeps) {
  const steps = new Map<StepName, CheckStep>(
    names.map((step) => [step, { step, state: 'waiting', finding: 'waiting', params: {} }]),
  )
  const list = () => [...steps.values()]
  const set = (step: StepName, state: CheckStep['state'], result: Finding) => {
    steps.set(step, { step, state, ...result })
    report(list())
  }
  const pass = (step: StepName, result: Finding) => set(step, 'passed', result)
  const fail = (step: StepName, result: Finding) => set(step, 'failed', result)

  /**
   * Runs `work` with the steps shown as running. A failure is assigned to its step; the steps before it have passed.
   */
  const runAll = async <T>(
    running: readonly StepName[],
    work: () => Promise<T>,
    place: (failure: AppFailure) => readonly [StepName, Finding],
  ): Promise<T | undefined> => {
    for (const step of running) set(step, 'running', finding('waiting'))
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !(error instanceof AppFailure) || isOfVault(error.code)) throw error
      const [failed, result] = place(error)
      for (const step of running.slice(0, Math.max(0, running.indexOf(failed)))) pass(step, finding('ok'))
      for (const step of running.slice(running.indexOf(failed) + 1)) set(step, 'waiting', finding('waiting'))
      fail(failed, result)
      return undefined
    }
  }

  return {
    pass,
    fail,
    runAll,
    async run<T>(step: StepName, work: () => Promise<T>, result: Finding): Promise<T | undefined> {
      const value = await runAll([step], work, (failure) => [step, networkFinding(failure)])
      if (value !== undefined) pass(step, result)
      return value
    },
    /** Any answer has the service's time. */
    clock(headers: Headers) {
      const minutes = clockSkew(headers, now())
      if (minutes === 0) pass('clock', finding('clock_ok'))
      else if (minutes !== null) fail('clock', finding('clock_skewed', { minutes }))
    },
    end(): Check {
      for (const { step, state } of list()) {
        if (state !== 'waiting' && state !== 'running') continue
        set(step, 'skipped', finding(step === 'clock' ? 'clock_unknown' : 'skipped'))
      }
      // A wrong clock deserves a sentence, but does not make the connection useless.
      const passed = list().every(({ step, state }) => state !== 'failed' || step === 'clock')
      const reached = list().every(({ step, state }) => state !== 'skipped' || step === 'clock')
      return { passed: passed && reached, steps: list(), checked_at: now().toISOString() }
    },
  }
}
