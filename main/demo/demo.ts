import { createBase, type Drift } from './base.ts'
import { createForms } from './forms.ts'
import type { FormBounds } from './forms-records.ts'
import { type FaultPlan, type RequestRecord, type Service, startServer } from './http-server.ts'
import { createPlatform, type PlatformLimits } from './platform.ts'
import { mix } from './random.ts'
import { account, type PlatformModes } from './workplace.ts'

export interface DemoOptions {
  /**
   * The number of people with at least one conversation; some 14 % more are registered without one. 20,000 by default,
   * at most 1,000,000.
   */
  readonly leads?: number
  /** The same seed gives the same people, conversations, entries and secrets. Default 1. */
  readonly seed?: number
  /** Ports of the two services; by default any free one. */
  readonly port?: number
  readonly formsPort?: number
  /** The delay before each answer. */
  readonly latencyMs?: number
  readonly faults?: FaultPlan
  /** How the platform differs from the plainest one. */
  readonly modes?: PlatformModes
  /** How the form service reads the bounds of a list of entries; moments by default. */
  readonly formBounds?: FormBounds
  /** The start of the account's clock; the data go back about fourteen months from it. */
  readonly now?: Date
  /** Entries of the three forms together; 2,000 by default. */
  readonly entries?: number
  /**
   * Requests a minute, per key or account. By default the form service's documented 100 and assumed limits of the
   * platform.
   */
  readonly limits?: Partial<DemoLimits>
  /** The length of the form service's rate windows in whole seconds, for tests that need many; 60 by default. */
  readonly formsWindowSeconds?: number
}

interface DemoLimits extends PlatformLimits {
  readonly forms: number
}

/** Assumption: the platform's throttles (docs/services.md §1.10); the form service documents its own. */
const defaultLimits: DemoLimits = { forms: 100, platform: 3000, contactSearch: 100, reports: 100 }

export interface Demo {
  /** The seed of the options, so that `sampleList` accepts a running demonstration. */
  readonly seed: number
  readonly leads: number
  readonly platform: {
    /** Origin, without a slash at its end. */
    readonly url: string
    readonly accountId: number
    /** The path segment before `/leads`. */
    readonly brand: string
    /** The token of an administrator. */
    readonly token: string
    /** The token of an agent who is no administrator. */
    readonly agentToken: string
  }
  readonly forms: {
    /** Ends with `/api/v1`. */
    readonly url: string
    readonly key: string
    /** The key of a plan without API access: every answer is 403. */
    readonly keyWithoutAccess: string
  }
  /** The latest requests of both services, oldest first, at most 20,000. */
  requests(): readonly RequestRecord[]
  /** Lets this many people write now; returns their `contato_id`. */
  touch(count: number): readonly number[]
  /** Changes the list of leads: new people, removed ones, another order. */
  drift(change: Drift): void
  close(): Promise<void>
}

const defaultLeads = 20_000
const defaultEntries = 2000
const mostRecords = 20_000

/** Starts both documented services on 127.0.0.1, over plain HTTP. Rejects when a port is in use. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const seed = options.seed ?? 1
  const leads = options.leads ?? defaultLeads
  const base = createBase({ seed, leads, now: options.now ?? new Date() })
  const tokens = { administrator: secret(seed, 1), agent: secret(seed, 2) }
  const keys = { full: `fk_${secret(seed, 3)}`, withoutAccess: `fk_${secret(seed, 4)}` }
  const records: RequestRecord[] = []
  const http = {
    latencyMs: options.latencyMs ?? 0,
    faults: options.faults,
    drift: base.drift,
    record(line: RequestRecord) {
      records.push(line)
      if (records.length > mostRecords) records.splice(0, mostRecords / 10)
    },
  }
  const limits = { ...defaultLimits, ...options.limits }
  const formsOptions = {
    entries: options.entries ?? defaultEntries,
    limit: limits.forms,
    windowSeconds: options.formsWindowSeconds ?? 60,
    bounds: options.formBounds ?? 'moments',
  }
  const serve = (service: Service, port = 0) => startServer(service, { ...http, port })
  const platform = await serve(createPlatform(base, tokens, limits, options.modes), options.port)
  const forms = await serve(createForms(base, keys, formsOptions), options.formsPort).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  return {
    seed,
    leads,
    platform: {
      url: platform.origin,
      accountId: account.id,
      brand: account.brand,
      token: tokens.administrator,
      agentToken: tokens.agent,
    },
    forms: { url: `${forms.origin}/api/v1`, key: keys.full, keyWithoutAccess: keys.withoutAccess },
    requests: () => [...records],
    touch: base.touch,
    drift: base.drift,
    async close() {
      await Promise.all([platform.close(), forms.close()])
    },
  }
}

/** A text in the form of a token. It protects nothing, since it only opens invented data. */
function secret(seed: number, use: number): string {
  const parts = [1, 2, 3].map((part) => mix(seed, part, 900 + use).toString(36))
  return parts.map((part) => part.padStart(7, '0')).join('')
}
