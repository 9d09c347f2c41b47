import { type Probe, type ProbeStep, probeStep } from '../../preload/contract/diagnostics.ts'
import { AppFailure } from '../kernel/failure.ts'

export type Found = Pick<Probe, 'state' | 'finding' | 'params' | 'failure'>

/** Something is known of the service. Values are those of Cruza's own lists, numbers, or short codes: never a person's. */
export const known = (finding: string, params: Probe['params'] = {}): Found => ({
  state: 'known',
  finding,
  params,
  failure: null,
})
export const unknown = (finding: string): Found => ({ state: 'unknown', finding, params: {}, failure: null })

/** Only the code and a status: what a service says in its failures may name people. */
export const failed = ({ code, params }: AppFailure): Found => ({
  state: 'failed',
  finding: 'failed',
  params: typeof params.status === 'number' ? { status: params.status } : {},
  failure: code,
})

/** The probes as they fill: every change is reported whole. */
export interface Probes {
  list(): Probe[]
  set(step: ProbeStep, found: Found): void
  /**
   * Runs one probe, and gives its answer, or null where it failed: a failure of the service is what was found. A cancel,
   * or a vault that gives no token, goes through.
   */
  run<T>(step: ProbeStep, work: () => Promise<T>, found: (answer: T) => Found): Promise<T | null>
  /** Says of everything that was not asked why. */
  end(finding: string): Probe[]
}

export function createProbes({
  signal,
  report,
}: {
  readonly signal: AbortSignal
  report(probes: Probe[]): void
}): Probes {
  const found = new Map<ProbeStep, Found>(
    probeStep.options.map((step) => [step, { state: 'waiting', finding: 'waiting', params: {}, failure: null }]),
  )
  const list = () => [...found].map(([step, one]): Probe => ({ step, ...one }))
  const set = (step: ProbeStep, one: Found) => {
    found.set(step, one)
    report(list())
  }
  return {
    list,
    set,
    async run(step, work, told) {
      set(step, { state: 'running', finding: 'waiting', params: {}, failure: null })
      try {
        const answer = await work()
        set(step, told(answer))
        return answer
      } catch (error) {
        if (signal.aborted || !(error instanceof AppFailure) || isOfTheVault(error)) throw error
        set(step, failed(error))
        return null
      }
    },
    end(finding) {
      for (const { step, state } of list()) {
        if (state === 'waiting' || state === 'running') set(step, unknown(finding))
      }
      return list()
    },
  }
}

function isOfTheVault({ code }: AppFailure): boolean {
  return code.startsWith('vault') || code === 'secret_missing' || code === 'key_missing'
}
