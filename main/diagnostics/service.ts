import {
  type Diagnosis,
  diagnosis as diagnosisShape,
  type diagnostics,
  type Probe,
  type ProbeStep,
  probeStep,
} from '../../preload/contract/health.ts'
import { leadFilter } from '../../preload/contract/sheets.ts'
import { isOfVault } from '../../preload/values/failures.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import { withTarget } from '../kernel/host-files.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { parseJson } from '../kernel/json.ts'
import type { Handlers } from '../kernel/router.ts'
import { saveFile } from '../kernel/save-file.ts'
import { dayMs } from '../kernel/times.ts'
import type { Platform } from '../remotes/platform.ts'
import { clockSkew } from '../remotes/service-health.ts'
import type { Services } from '../services.ts'
import { bodyKind, csvStyle, filterAnswer, firstBytes, member } from './answer-shape.ts'

const factOf = (connection_id: string, host: string) =>
  ({ service: 'platform', connection_id, name: `diagnosis/${host}` }) as const

/** How one installation behaves where the document is silent: found by reading, stored, and exported for support. */
export function createDiagnosticsService(deps: Services): Handlers<typeof diagnostics> {
  const { data, now } = deps
  /** The current host, without its scheme, and whether it is the connection's second one. */
  const hostOf = async (id: string) => {
    const { host } = new URL((await deps.addressOf(id)).base_url)
    const { on_beta, beta_url } = await deps.connections.read(id)
    return { host, on_beta: on_beta && beta_url !== null }
  }

  /** The last diagnosis of the current host; each host of a connection has its own. */
  const lastOf = async (connection_id: string): Promise<Diagnosis | null> => {
    const { host } = await hostOf(connection_id)
    return (await readFact(data, factOf(connection_id, host), diagnosisShape)) ?? null
  }

  return {
    'diagnostics.read': ({ connection_id }) => lastOf(connection_id),

    async 'diagnostics.run'({ connection_id }, { signal, progress }) {
      const about = await hostOf(connection_id)
      const platform = await deps.platform(connection_id)
      const accountId = await deps.accountId(connection_id)
      const probes = await probePlatform({ platform, accountId, now, signal, report: progress })
      const diagnosis: Diagnosis = { ...about, checked_at: now().toISOString(), probes }
      await data.ask('facts.put', { ...factOf(connection_id, about.host), value: diagnosis })
      deps.changed('diagnostics')
      return diagnosis
    },

    async 'diagnostics.export'({ connection_id }, { signal }) {
      const diagnosis = await lastOf(connection_id)
      if (!diagnosis) throw new AppFailure('not_found')
      const report = { app: 'Cruza', version: deps.version, system: process.platform, ...diagnosis }
      const bytes = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
      const name = `cruza-diagnostico-${diagnosis.checked_at.slice(0, 10)}.json`
      const saved = await withTarget(deps.targets, name, (target) =>
        saveFile({ path: target.path, signal }, (sink) => sink.write(bytes)),
      )
      if (!saved) return { saved: false, name: '', bytes: 0, file: null }
      return { saved: true, name: saved.target.name, bytes: saved.value.bytes, file: saved.target.file ?? null }
    },
  }
}

interface ProbeDeps {
  readonly platform: Platform
  readonly accountId: number
  readonly now: () => Date
  readonly signal: AbortSignal
  report(probes: Probe[]): void
}

const enoughOfCsv = 65_536

const enoughOfReport = 4096

const reports = ['agents', 'summary', 'inboxes', 'teams', 'labels'] as const

/**
 * Finds out how one installation behaves where the document is silent (docs/services.md §13.7). It sends thirteen
 * requests, which only read. None reads more than one lead, one page or the beginning of a file. Throws the vault's
 * errors, and when it is cancelled.
 */
async function probePlatform(deps: ProbeDeps): Promise<Probe[]> {
  const { platform, signal } = deps
  const probes = createProbes(deps)
  await probes.run(
    'documentation',
    () => platform.probeHost(signal),
    ({ text }) => knownResult(parseJson(text) === undefined ? 'documentation_other' : 'documentation_open'),
  )
  const account = await probes.run(
    'token',
    () => platform.probeAccount(signal),
    () => knownResult('token_accepted'),
  )
  if (!account) return probes.end('not_asked')
  probes.set('clock', clockOf(account, deps.now()))
  const { shape } = filterAnswer(account.text)
  probes.set('filter_shape', shape === 'other' ? unknown('filter_other') : knownResult(`filter_${shape}`))
  const lead = await newestLead(probes, deps)
  if (lead) {
    await probes.run('conversation_number', () => conversationNumber(lead, deps), asResult)
    await probes.run('lead_csv', () => leadCsv(lead, deps), asResult)
  } else {
    probes.set('conversation_number', unknown('no_lead'))
    probes.set('lead_csv', unknown('no_lead'))
  }
  for (const report of reports) await probes.run(`report_${report}`, () => reportKind(report, deps), asResult)
  return probes.end('not_asked')
}

const asResult = (result: ProbeResult) => result

function clockOf({ headers }: HttpAnswer, now: Date): ProbeResult {
  const minutes = clockSkew(headers, now)
  if (minutes === null) return unknown('clock_unknown')
  return minutes === 0 ? knownResult('clock_ok') : knownResult('clock_skewed', { minutes })
}

interface Lead {
  readonly contact: number | null
  readonly conversation: number
  /** `YYYY-MM-DD`, as the service wrote it. */
  readonly day: string
}

/** One lead of the last year shows whether the token is an administrator's, and the zone of the days. */
async function newestLead(probes: Probes, { platform, now, signal }: ProbeDeps): Promise<Lead | null> {
  const yearAgo = new Date(now().getTime() - 365 * dayMs).toISOString().slice(0, 10)
  const page = await probes.run(
    'administrator',
    () => platform.leadPage(leadFilter.parse({ created_after: yearAgo, agrupar: 'conversa' }), 1, 1, signal),
    () => knownResult('administrator'),
  )
  if (!page) return null
  const body = parseJson(page.text)
  const echoed = member(body, 'meta', 'filtros', 'created_after')
  const zone = typeof echoed === 'string' ? /(?:Z|[+-]\d\d:?\d\d)$/.exec(echoed)?.[0] : undefined
  probes.set('period_zone', zone === undefined ? unknown('period_zone_unknown') : knownResult('period_zone', { zone }))
  return leadIn(body)
}

function leadIn(body: unknown): Lead | null {
  const leads = member(body, 'leads')
  const row: unknown = Array.isArray(leads) ? leads[0] : undefined
  const conversation = member(row, 'conversa_id')
  const contact = member(row, 'contato_id')
  const created = member(row, 'conversa_criada_em')
  if (typeof conversation !== 'number' || typeof created !== 'string') return null
  const day = /^\d{4}-\d\d-\d\d/.exec(created)?.[0]
  return day === undefined ? null : { conversation, contact: typeof contact === 'number' ? contact : null, day }
}

/** The conversation with the lead's number must be the lead's, else the numbers differ (docs/services.md §4.8). */
async function conversationNumber(lead: Lead, { platform, signal }: ProbeDeps): Promise<ProbeResult> {
  const item = {
    attribute_key: 'display_id',
    filter_operator: 'equal_to',
    values: [lead.conversation],
    query_operator: null,
  }
  const { text } = await platform.filterConversations([item], 1, signal)
  const { shape, conversations } = filterAnswer(text)
  if (shape === 'other') return unknown('conversation_unsure')
  const [conversation] = conversations
  if (conversation === undefined) return knownResult('conversation_not_found')
  const sender = member(conversation, 'meta', 'sender', 'id')
  if (typeof sender !== 'number' || lead.contact === null) return unknown('conversation_unsure')
  return knownResult(sender === lead.contact ? 'conversation_display' : 'conversation_other')
}

/** The file of one day, of which only the beginning is read. */
async function leadCsv(lead: Lead, { platform, signal }: ProbeDeps): Promise<ProbeResult> {
  const day = { created_after: lead.day, created_before: lead.day }
  const stream = await platform.leadCsv(leadFilter.parse({ ...day, agrupar: 'conversa' }), signal)
  const bytes = await firstBytes(stream, enoughOfCsv)
  const kind = bodyKind(stream.headers.get('content-type'), bytes)
  if (kind !== 'csv') return knownResult('csv_other', { kind })
  const { bom, encoding, delimiter, phones } = csvStyle(bytes)
  return knownResult('csv', { bom: bom ? 'yes' : 'no', encoding, delimiter, phones: phones ?? 'unseen' })
}

/** A report of the last seven days. Only the format of its figures is read, not the figures. */
async function reportKind(report: (typeof reports)[number], deps: ProbeDeps): Promise<ProbeResult> {
  const { platform, accountId, now, signal } = deps
  const until = Math.floor(now().getTime() / 1000)
  const stream = await platform.exchange({
    method: 'GET',
    path: `/api/${report === 'agents' ? 'v1' : 'v2'}/accounts/${accountId}/reports/${report}`,
    query: [
      ['since', String(until - (7 * dayMs) / 1000)],
      ['until', String(until)],
      ...(report === 'summary' ? ([['type', 'account']] as const) : []),
    ],
    signal,
  })
  const bytes = await firstBytes(stream, enoughOfReport)
  const { status } = stream
  if (status === 401 || status === 403) return failed(new AppFailure('not_administrator', { status }))
  if (status < 200 || status >= 300) return failed(new AppFailure(refusalOf(status), { status }))
  return knownResult('report', { kind: bodyKind(stream.headers.get('content-type'), bytes) })
}

function refusalOf(status: number) {
  if (status === 404) return 'service_not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'service_failed' : 'service_refused'
}

type ProbeResult = Pick<Probe, 'state' | 'finding' | 'params' | 'failure'>
/** A known fact about the service. Values are from Cruza's own lists, numbers, or short codes, never a person's. */
const knownResult = (finding: string, params: Probe['params'] = {}): ProbeResult => ({
  state: 'known',
  finding,
  params,
  failure: null,
})
const unknown = (finding: string): ProbeResult => ({ state: 'unknown', finding, params: {}, failure: null })
/** Only the code and a status, since a service's failure may name people. */
const failed = ({ code, params }: AppFailure): ProbeResult => ({
  state: 'failed',
  finding: 'failed',
  params: typeof params.status === 'number' ? { status: params.status } : {},
  failure: code,
})

/** The list of probes. Every change is reported with the whole list. */
interface Probes {
  set(step: ProbeStep, result: ProbeResult): void
  /**
   * Runs one probe and returns its answer, or null where it failed: a failure of the service is a finding. A cancel, or
   * a vault without a token, is thrown.
   */
  run<T>(step: ProbeStep, work: () => Promise<T>, resultOf: (answer: T) => ProbeResult): Promise<T | null>
  /** Gives every probe without a result this finding. */
  end(finding: string): Probe[]
}

function createProbes({ signal, report }: { readonly signal: AbortSignal; report(probes: Probe[]): void }): Probes {
  const results = new Map<ProbeStep, ProbeResult>(
    probeStep.options.map((step) => [step, { state: 'waiting', finding: 'waiting', params: {}, failure: null }]),
  )
  const list = () => [...results].map(([step, one]): Probe => ({ step, ...one }))
  const set = (step: ProbeStep, one: ProbeResult) => {
    results.set(step, one)
    report(list())
  }
  return {
    set,
    async run(step, work, describe) {
      set(step, { state: 'running', finding: 'waiting', params: {}, failure: null })
      try {
        const answer = await work()
        set(step, describe(answer))
        return answer
      } catch (error) {
        if (signal.aborted || !(error instanceof AppFailure) || isOfVault(error.code)) throw error
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
