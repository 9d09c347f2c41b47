import { onTestFinished } from 'vitest'
import { type Demo, type DemoOptions, startDemo } from '../../main/demo/demo.ts'
import type { Fault, FaultPlan, FaultRequest } from '../../main/demo/http-server.ts'
import type { ListSettings } from '../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { PhoneRung } from '../../preload/values/rungs.ts'
import { startWorkspace, type TestWorkspace, type WorkspaceOptions } from './workspace.ts'

export type LeadRow = Readonly<Record<string, unknown>>

/** The demonstration services for one test, without the throttle of a minute. */
export async function startDemoServices(options: DemoOptions = {}): Promise<Demo> {
  const demo = await startDemo({ leads: 1200, entries: 30, limits: { platform: 1_000_000, forms: 10_000 }, ...options })
  onTestFinished(() => demo.close())
  return demo
}

/** A workspace that is connected to the demonstration's platform. */
export async function startAccount(options: DemoOptions = {}, workspaceOptions: WorkspaceOptions = {}) {
  const demo = await startDemoServices(options)
  const workspace = await startWorkspace(workspaceOptions)
  return { ...workspace, demo, connection_id: await workspace.connect(demo.platform) }
}

/** A day before everything that the demonstration knows. */
export const everything = { created_after: '2020-01-01' }

/** Strikes every page from this one on, whichever request of two at once arrives first. */
export function fromPage(first: number, fault: Fault): FaultPlan {
  const isStruck = ({ query }: FaultRequest) => query.get('per_page') === '500' && Number(query.get('page')) >= first
  return { next: (request) => (isStruck(request) ? fault : undefined) }
}

/** All rows of the lead export, read page by page without the app. */
export async function exportedLeads(demo: Demo, query = 'created_after=2020-01-01'): Promise<LeadRow[]> {
  const rows: LeadRow[] = []
  const { url, accountId, brand, token } = demo.platform
  for (let page: number | null = 1; page !== null; ) {
    const response = await fetch(
      `${url}/api/v1/accounts/${accountId}/${brand}/leads?${query}&per_page=500&page=${page}`,
      { headers: { accept: 'application/json', api_access_token: token } },
    )
    const { leads, meta } = (await response.json()) as { leads: LeadRow[]; meta: { next_page: number | null } }
    rows.push(...leads)
    page = meta.next_page
  }
  return rows
}

/** The pages of the lead export that were asked for, in the order of their answers. */
export function pagesAsked(demo: Demo): number[] {
  return demo
    .requests()
    .filter(({ method, path }) => method === 'GET' && path.endsWith('/leads'))
    .map(({ query }) => new URLSearchParams(query))
    .filter((query) => query.get('per_page') === '500')
    .map((query) => Number(query.get('page')))
}

/** Different mobile numbers of São Paulo, as keys: digits with the code of the country. */
export function phones(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `55119${String(61_234_567 + at * 37)}`)
}

export interface RunOptions {
  readonly connection_id?: string
  /** The cached sheet that answers in place of the service. */
  readonly sheet_id?: string
  readonly sheet_ids?: readonly string[]
  /** The text of a CSV file, or the bytes of a spreadsheet. */
  readonly list: string | Uint8Array
  readonly name?: string
  readonly filter?: Partial<LeadFilter>
  readonly settings?: Partial<ListSettings>
  readonly match?: PhoneRung
  /** Without it a service is asked once for each key. */
  readonly other_ninth?: boolean
  /** Without it the list is a new one, whatever was crossed before. */
  readonly list_id?: string
}

/** Drops a list as a file and starts the run. */
export async function startRun({ ask, stage }: TestWorkspace, options: RunOptions) {
  const {
    list,
    name = 'lista.csv',
    filter = {},
    settings = {},
    list_id = null,
    sheet_ids = [],
    other_ninth = false,
    ...answerer
  } = options
  const staged = await stage(list, name)
  const chosen = { settings, filter, name, list_id, sheet_ids: [...sheet_ids], other_ninth, ...answerer }
  return ask('cruzar.start', { list: staged.list, ...chosen })
}

/** The same, when it has ended: its task, the run and its rows. */
export async function finishRun(workspace: TestWorkspace, options: RunOptions) {
  const started = await startRun(workspace, options)
  // What a sheet answers has no task.
  const task = started.task_id === null ? null : await workspace.ended(started)
  const run = await workspace.ask('cruzar.run', { id: started.id })
  return { task, run, rows: await workspace.rows({ kind: 'run', id: run.id }) }
}
