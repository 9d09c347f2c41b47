import { noFileNotes } from '../../preload/contract/saved-files.ts'
import type { LeadFilter, Sheet, SheetBadge, SheetPlan, sheets } from '../../preload/contract/sheets.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { dayFilterNames, onDay } from '../../preload/values/lead-filters.ts'
import { isUnderWay, type RowProgress } from '../../preload/values/progress.ts'
import { forwardToData } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpStream } from '../kernel/http.ts'
import { looksLikeHtml } from '../kernel/http-failures.ts'
import type { Handlers } from '../kernel/router.ts'
import { type SaveTarget, saveFile } from '../kernel/save-file.ts'
import { dayIn } from '../kernel/times.ts'
import type { StoredSheet } from '../leads/sheet-calls.ts'
import type { Platform } from '../remotes/platform.ts'
import { type RequestsOf, withMeasuredPauses } from '../request-times.ts'
import type { Services } from '../services.ts'
import { mostInFlight, parseCount, plannedPages } from './page-reader.ts'
import { type PullDeps, pull } from './pull.ts'

/** Offline sheets of leads: planned, read, refreshed, named, forgotten. */
export function createSheetsService(deps: Services): Handlers<typeof sheets> {
  const { data, tasks, platform, changed } = deps
  const ofToday = (filter: LeadFilter) => onDay(filter, dayIn(deps.zone(), deps.now()))

  const nameOf = ({ name }: StoredSheet) => name || catalogues[deps.language()].sheets.damaged.unnamed
  const shown = (sheet: StoredSheet, connections: ReadonlyMap<string, string>): Sheet => {
    const task = tasks.list().find(({ subject }) => subject === sheet.id)
    const task_id = task?.kind === 'pull' && isUnderWay(task) ? task.id : null
    const lost_runs = task?.failure?.code === 'leads_lost' ? Number(task.failure.params.runs) : 0
    const connection_name = connections.get(sheet.connection_id) ?? ''
    return {
      ...sheet,
      name: nameOf(sheet),
      badge: badgeOf(sheet, task_id !== null),
      connection_name,
      task_id,
      lost_runs,
    }
  }
  const list = async (): Promise<Sheet[]> => {
    const [sheets, connections] = await Promise.all([data.ask('sheets.list', {}), deps.connectionNames()])
    return sheets.map((sheet) => shown(sheet, connections))
  }
  const stored = (id: string) => data.ask('sheets.read', { id })
  const read = async (id: string): Promise<Sheet> => {
    const [sheet, connections] = await Promise.all([stored(id), deps.connectionNames()])
    return shown(sheet, connections)
  }

  /** What a pull requests, each request reported to the host. */
  const requestsTo = (account: Platform): Pick<PullDeps, 'page' | 'cruzar'> => ({
    page(...request) {
      deps.requested?.()
      return account.leadPage(...request)
    },
    async cruzar(...request) {
      deps.requested?.()
      return (await account.cruzar(...request)).text
    },
  })

  /** Starts reading as a task; `account` is opened before, so that a missing secret fails at once. */
  const start = async (sheet: StoredSheet, mode: 'full' | 'quick', account: Platform) => {
    if (sheet.badge.kind === 'damaged') await data.ask('sheets.renew', { id: sheet.id })
    const measuring = deps.times.measure(leadPages(sheet.connection_id))
    tasks.start({ kind: 'pull', subject: sheet.id, name: nameOf(sheet) }, async (work) => {
      try {
        const { retryPolicy, sheetVersions: versions } = deps
        const pullDeps = { data, retryPolicy, versions, measuring, ...requestsTo(account) }
        await pull(sheet, mode, pullDeps, withMeasuredPauses(work, measuring))
      } finally {
        await measuring.keep()
        changed('sheets')
      }
    })
    changed('sheets')
    return read(sheet.id)
  }

  return {
    'sheets.list': list,

    async 'sheets.plan'({ connection_id, filter }, { signal }): Promise<SheetPlan> {
      const account = await platform(connection_id)
      const answer = await account.leadPage(requirePeriod(ofToday(filter)), 1, 1, signal)
      const { total, echoed } = parseCount(answer.text)
      const atOnce = await deps.shareOf(connection_id, mostInFlight)
      const cost = await deps.times.estimate(leadPages(connection_id), plannedPages(total, atOnce, answer.ms))
      return { total, ...cost, echoed }
    },

    ...forwardToData(data, ['sheets.known', 'sheets.difference']),

    async 'sheets.create'({ connection_id, filter, name }) {
      const dated = requirePeriod(ofToday(filter))
      const account = await deps.longWork(connection_id)
      if ((await list()).some((sheet) => sheet.name === name)) throw new AppFailure('name_taken')
      const sheet = await data.ask('sheets.create', { id: crypto.randomUUID(), name, connection_id, filter: dated })
      return start(sheet, 'full', account)
    },

    async 'sheets.resume'({ id }) {
      const sheet = await stored(id)
      return start(sheet, sheet.interrupted ?? 'full', await deps.longWork(sheet.connection_id))
    },

    async 'sheets.refresh'({ id, mode }) {
      const sheet = await stored(id)
      return start(sheet, mode, await deps.longWork(sheet.connection_id))
    },

    async 'sheets.rename'({ id, name }) {
      if ((await list()).some((sheet) => sheet.name === name && sheet.id !== id)) throw new AppFailure('name_taken')
      await data.ask('sheets.rename', { id, name })
      changed('sheets')
      return read(id)
    },

    'sheets.snapshots': ({ id }) => data.ask('sheets.snapshots', { id, versions: deps.sheetVersions() }),

    async 'sheets.keep_snapshots'({ id, keep }) {
      const snapshots = await data.ask('sheets.keep_snapshots', { id, keep, versions: deps.sheetVersions() })
      changed('sheets')
      return snapshots
    },

    async 'sheets.forget'({ id, lose_leads }) {
      await tasks.endOn(id)
      const leads = await data.ask('runs.leads_of_sheet', { id })
      if (leads === 0) await data.ask('sheets.forget', { id, lose_leads })
      else {
        tasks.start({ kind: 'forget', subject: id, name: nameOf(await stored(id)) }, async ({ signal, report }) => {
          report(0, leads)
          const progress = ({ rows, total }: RowProgress) => report(rows, total)
          await data.ask('sheets.forget', { id, lose_leads }, { signal, progress }).finally(() => changed('sheets'))
          report(leads, leads)
        })
      }
      changed('sheets')
      return list()
    },

    async 'sheets.save_server_csv'({ connection_id, filter, name }, { signal, progress }) {
      const dated = requirePeriod(ofToday(filter))
      const account = await platform(connection_id)
      return deps.exports.save(`${name}.csv`, async ({ path }) => {
        const bytes = await saveServerCsv(() => account.leadCsv(dated, signal), { path, signal }, progress)
        const about = { kind: 'server_csv' as const, name, format: 'csv', connection_id, rows: null }
        return { written: { rows: 0, bytes, ...noFileNotes }, about }
      })
    },
  }
}

function leadPages(connection_id: string): RequestsOf {
  return { service: 'platform', connection_id, kind: 'lead_pages' }
}

/** Only tasks know who reads now: the file may lag behind, or lack the end of a reader that was killed. */
function badgeOf({ badge, read_at }: StoredSheet, isRead: boolean): SheetBadge {
  if (isRead && read_at === null) return { kind: 'reading', reason: 'none', failure: null }
  return badge.kind === 'reading' && !isRead ? { kind: 'partial', reason: 'ended', failure: null } : badge
}

/** A period is required (docs/services.md §2.4). */
function requirePeriod(filter: LeadFilter): LeadFilter {
  if (dayFilterNames.every((name) => !filter[name])) throw new AppFailure('period_required')
  return filter
}

const progressEveryBytes = 256 * 1024

/**
 * Requests the service's own spreadsheet, saves it byte by byte as it comes, and gives its size. The page of a captive
 * portal or a JSON answer is never saved, whatever its type claims: its first bytes are checked too (docs/services.md
 * §13.2). Throws `captive_portal`, `unexpected_body`, what the network fails with, and what `saveFile` throws.
 */
async function saveServerCsv(
  request: () => Promise<HttpStream>,
  target: SaveTarget,
  progress: (value: { bytes: number }) => void,
): Promise<number> {
  const { bytes } = await saveFile(target, async (sink) => {
    const { headers, body } = await request()
    let reported = 0
    for await (const block of body) {
      if (sink.length === 0) requireCsv(headers, block)
      await sink.write(block)
      if (sink.length - reported < progressEveryBytes) continue
      reported = sink.length
      progress({ bytes: reported })
    }
    // Nothing came at all: even an export without rows has its headings.
    if (sink.length === 0) throw new AppFailure('unexpected_body', { place: 'csv' })
  })
  progress({ bytes })
  return bytes
}

function requireCsv(headers: Headers, block: Uint8Array): void {
  const kind = headers.get('content-type') ?? ''
  const start = new TextDecoder().decode(block.subarray(0, 200))
  if (/html/i.test(kind) || looksLikeHtml(start)) throw new AppFailure('captive_portal')
  if (/json/i.test(kind) || /^\s*[{[]/.test(start)) throw new AppFailure('unexpected_body', { place: 'content-type' })
}
