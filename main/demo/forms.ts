import { type Answer, accepts, type Call, Refusal, sendsJson } from './answer.ts'
import type { Base } from './base.ts'
import { accountRoutes } from './forms-account.ts'
import { entryRoutes, type FormBounds } from './forms-entries.ts'
import { formsError } from './forms-errors.ts'
import { formRoutes } from './forms-records.ts'
import { createFormsStore } from './forms-store.ts'
import { webhookRoutes } from './forms-webhooks.ts'
import type { Service } from './http-server.ts'
import { type Allowance, createRateWindow } from './rate-window.ts'
import { createRoutes } from './routes.ts'

export interface FormsKeys {
  readonly full: string
  /** Of a plan without API access, which answers 403. */
  readonly withoutAccess: string
}

export interface FormsOptions {
  /** The number of its seeded entries. */
  readonly entries: number
  /** Requests a window and key, and the length of a window in whole seconds. */
  readonly limit: number
  readonly windowSeconds: number
  readonly bounds: FormBounds
}

/** The service of form-collection.md. */
export function createForms(base: Base, keys: FormsKeys, options: FormsOptions): Service {
  const store = createFormsStore(base, options.entries)
  const allowance = createRateWindow(options.limit, options.windowSeconds)
  let calls = 0
  const match = createRoutes([
    ...formRoutes(store),
    ...entryRoutes(store, options.bounds),
    ...webhookRoutes(store),
    ...accountRoutes(store, () => calls),
  ])

  function bearer(call: Call): string | undefined {
    return /^Bearer (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
  }

  async function answerTo(call: Call, key: string | undefined, allowed: Allowance): Promise<Answer> {
    if (!allowed.allowed) {
      const more = { retry_after: allowed.wait }
      const refused = formsError(429, 'rate_limit_exceeded', 'Rate limit exceeded. Try again later.', more)
      return { ...refused, headers: { ...refused.headers, 'retry-after': String(allowed.wait) } }
    }
    if (key === keys.withoutAccess) return formsError(403, 'forbidden', 'Your plan does not include API access.')
    if (key !== keys.full) return formsError(401, 'unauthorized', 'Missing or invalid API key.')
    if (!accepts(call, 'application/json') || !sendsJson(call))
      return formsError(400, 'bad_request', 'Accept and Content-Type must be application/json.')
    calls++
    const found = match(call.method, call.path)
    if (!found) return formsError(404, 'resource_not_found', 'Resource not found.')
    return found.route.handle({ ...call, params: found.params })
  }

  return {
    name: 'forms',
    malformed: () => formsError(400, 'bad_request', 'The request body is not valid JSON.'),
    failed: () => formsError(500, 'internal_error', 'Unexpected server error.'),
    async answer(call) {
      const key = bearer(call)
      const allowed = allowance(key ?? '')
      const answer = await answerTo(call, key, allowed).catch((error: unknown) => {
        if (error instanceof Refusal) return error.answer
        return formsError(500, 'internal_error', 'Unexpected server error.')
      })
      return { ...answer, headers: { ...answer.headers, ...rateHeaders(allowed) } }
    },
  }
}

function rateHeaders(allowed: Allowance): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(allowed.limit),
    'x-ratelimit-remaining': String(allowed.remaining),
    'x-ratelimit-reset': String(allowed.reset),
  }
}
