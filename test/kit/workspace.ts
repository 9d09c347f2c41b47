import path from 'node:path'
import { onTestFinished } from 'vitest'
import type * as z from 'zod'
import { createNodeFetch } from '../../main/hosts/node-fetch.ts'
import { startDataProcess } from '../../main/hosts/node-parts.ts'
import type { ChildPort } from '../../main/kernel/child-process.ts'
import { createFileTickets, diskTarget, type FileTickets } from '../../main/kernel/host-files.ts'
import type { Fetch } from '../../main/kernel/http.ts'
import { createPreferences, type PreferenceStore } from '../../main/kernel/preferences.ts'
import type { RetryPolicy } from '../../main/kernel/retry.ts'
import { createMemoryVault, type Vault } from '../../main/kernel/vault/vault.ts'
import type { AccountContract } from '../../main/services.ts'
import { openWorkspace, type Workspace } from '../../main/workspace.ts'
import { contract } from '../../preload/contract/index.ts'
import type { Input, Output, Progress } from '../../preload/contract/question.ts'
import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import type { TableRef } from '../../preload/contract/table-queries.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { type FormsAt, formsDraft, type PlatformAt, platformDraft } from './connection-drafts.ts'
import { startDataInProcess } from './in-process.ts'
import type { Serve } from './scripted-service.ts'
import { startService } from './service.ts'
import { temporaryFolder, zoneOfTests } from './temporary-folder.ts'

type Name = keyof AccountContract & string

/** The input of a question; the connection may be left out, which is then the last one that was saved. */
type OfConnection<T> = T extends { readonly connection_id: string }
  ? Omit<T, 'connection_id'> & { readonly connection_id?: string }
  : T

type SaveOutput = Output<AccountContract['connections.save']>

export interface TestWorkspace {
  readonly dir: string
  readonly fileTickets: FileTickets
  readonly preferences: PreferenceStore
  /** Where exports go; the name is the proposed one. */
  readonly saved: string
  /** Has what is due at this time of day done; resolves when it has ended. */
  tick(): Promise<void>
  /** Features that said they changed, in order. */
  readonly changes: readonly string[]
  /** The same with the ids of the records that changed, where they were given. */
  readonly pushes: readonly { readonly feature: string; readonly ids?: readonly string[] | undefined }[]
  ask<K extends Name>(
    name: K,
    input: OfConnection<Input<AccountContract[K]>>,
    call?: { readonly signal?: AbortSignal; readonly progress?: (value: Progress<AccountContract[K]>) => void },
  ): Promise<Output<AccountContract[K]>>
  /** Makes a connection and gives its id. */
  connect(at: PlatformAt): Promise<string>
  connectForms(at: FormsAt): Promise<string>
  /** Reads a sheet to its end, however that is: of all leads, by default. */
  readSheet(input?: Partial<Input<AccountContract['sheets.create']>>): Promise<Output<AccountContract['sheets.create']>>
  /** Drops a list as a file, which becomes a staged list. */
  stage(list: string | Uint8Array, name?: string): Promise<Output<AccountContract['cruzar.stage']>>
  /** Exports a whole table with all its columns, but for what is said; gives the answer, and where its file is. */
  exported(
    table: TableRef,
    format: ExportFormat,
    more?: Partial<Input<AccountContract['tables.export']>>,
  ): Promise<Output<AccountContract['tables.export']> & { readonly path: string }>
  /** The task of a sheet or run when it has ended, however it did. */
  ended(about: { readonly task_id: string | null }): Promise<Task>
  /** The task as it stands. */
  task(about: { readonly task_id: string | null }): Task | undefined
  /** Every row of a table in its own order, by column key. */
  rows(table: TableRef): Promise<Readonly<Record<string, unknown>>[]>
  /** Kills the data process, as a crash would; resolves when it is gone; only of one that is forked. */
  crash(): Promise<void>
  /** Closes everything and opens the same folder again, with the same secrets. */
  reopen(): Promise<void>
}

export interface WorkspaceOptions {
  /** A data process of its own, which can be killed, instead of one served in this process. */
  readonly forked?: boolean
  readonly retryPolicy?: Partial<RetryPolicy>
  readonly fetch?: Fetch
  /** Called with the name of each secret that is stored. */
  readonly onSecret?: (name: string, secret: string) => void
  readonly now?: () => Date
  /** How many entries are read one by one in idle time; none by default, so that tests know every request. */
  readonly mostIdleCalls?: number
  /** How long a deletion of entries can be taken back; 50 ms by default. */
  readonly undoWindowMs?: number
}

/** A workspace that is connected to a platform which answers as the test defines. */
export async function startPlatformThat(answer: Parameters<Serve>[0], options?: WorkspaceOptions) {
  const service = await startService(answer)
  const workspace = await startWorkspace(options)
  const connection_id = await workspace.connect({
    url: service.origin,
    accountId: 7,
    brand: 'vitrine',
    token: 'chave-1',
  })
  return { ...workspace, service, connection_id }
}

/** The same with a form service. */
export async function startFormServiceThat(answer: Parameters<Serve>[0], options?: WorkspaceOptions) {
  const service = await startService(answer)
  const workspace = await startWorkspace(options)
  const connection_id = await workspace.connectForms({ url: service.origin, key: 'chave-1' })
  return { ...workspace, service, connection_id }
}

/** Node keeps what it compiled between the many starts of the data process: half of the time of each. */
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/node-compile')
const quickRetries: RetryPolicy = { delays: [5, 10, 20, 40], timeoutMs: 5000, now: () => new Date() }

/** A whole workspace in a temporary folder: a vault in memory, quick retries. Ends with the test. */
export async function startWorkspace(options: WorkspaceOptions = {}): Promise<TestWorkspace> {
  const dir = await temporaryFolder()
  const saved = await temporaryFolder()
  const fileTickets = createFileTickets()
  const changes: string[] = []
  const pushes: { feature: string; ids: readonly string[] | undefined }[] = []
  const vault = lastingVault(options.onSecret)
  const children = new Set<ChildPort>()
  const start = options.forked ? startDataProcess : startDataInProcess
  const now = options.now ?? (() => new Date())

  const preferences = createPreferences(dir, 'pt-BR')
  let tick = async () => {}
  const open = () =>
    openWorkspace({
      dir,
      version: '0.0.0',
      vault,
      fetch: options.fetch ?? createNodeFetch(),
      startData() {
        const child = start()
        children.add(child)
        child.onExit(() => children.delete(child))
        return child
      },
      targets: {
        choose: async (name) => diskTarget(path.join(saved, name)),
      },
      fileTickets,
      preferences,
      retryPolicy: { ...quickRetries, now, ...options.retryPolicy },
      now,
      zone: () => zoneOfTests,
      mostIdleCalls: options.mostIdleCalls ?? 0,
      undoWindowMs: options.undoWindowMs ?? 50,
      ticker: (next) => {
        tick = next
      },
      changed(feature, ids) {
        changes.push(feature)
        pushes.push({ feature, ids })
      },
      showProgress() {},
      openOutside: async (url) => ({ page_opens: url }),
      exampleList: () => ({ name: 'lista.csv', text: 'telefone\n11987654321\n' }),
    })
  let workspace: Workspace = await open()
  let lastSaved: string | undefined
  onTestFinished(() => workspace.close())

  const test: TestWorkspace = {
    dir,
    fileTickets,
    preferences,
    saved,
    tick: () => tick(),
    changes,
    pushes,
    async ask(name, input, call = {}) {
      // Typed by the contract name by name, as in the router.
      const handler = workspace.handlers[name] as (input: unknown, call: unknown) => Promise<never>
      const signal = call.signal ?? new AbortController().signal
      const schema: z.ZodType = contract[name].input
      const whole = schema.safeParse(input)
      const parsed = whole.success ? whole.data : schema.parse({ connection_id: lastSaved, ...input })
      const output = await handler(parsed, { signal, progress: call.progress ?? (() => undefined) })
      if (name === 'connections.save') lastSaved = (output as SaveOutput).connection.id
      return output
    },
    async connect(at) {
      const { connection } = await test.ask('connections.save', platformDraft(at, `conta ${crypto.randomUUID()}`))
      return connection.id
    },
    async connectForms(at) {
      const { connection } = await test.ask('connections.save', formsDraft(at, `formulários ${crypto.randomUUID()}`))
      return connection.id
    },
    async readSheet(input) {
      const sheet = await test.ask('sheets.create', { filter: { created_after: '2020-01-01' }, name: 'Tudo', ...input })
      await test.ended(sheet)
      return sheet
    },
    stage(list, name = 'lista.csv') {
      const ticket = fileTickets.put({ name, source: { bytes: Buffer.from(list) } })
      return test.ask('cruzar.stage', { from: 'file', ticket })
    },
    async exported(table, format, more) {
      const answer = await test.ask('tables.export', {
        table,
        query: {},
        columns: null,
        format,
        name: 'saída',
        ...more,
      })
      return { ...answer, path: path.join(saved, answer.name) }
    },
    async ended({ task_id }) {
      const task = await workspace.tasks.ended(task_id ?? '')
      if (!task) throw new Error('no such task')
      return task
    },
    task: ({ task_id }) => workspace.tasks.list().find(({ id }) => id === task_id),
    rows: (table) => allRows(test, table),
    async crash() {
      if (!options.forked) throw new Error('only a workspace that is forked can crash')
      const gone = [...children].map((child) => new Promise<void>((resolve) => child.onExit(resolve)))
      for (const child of children) child.kill()
      await Promise.all(gone)
    },
    async reopen() {
      await workspace.close()
      workspace = await open()
    },
  }
  return test
}

async function allRows({ ask }: TestWorkspace, table: TableRef): Promise<Record<string, unknown>[]> {
  const { columns, total } = await ask('tables.shape', { table, query: {} })
  const keys = columns.map(({ key }) => key)
  const records: Record<string, unknown>[] = []
  while (records.length < total) {
    const window = { table, query: {}, from: records.length, count: 1000, columns: keys }
    const { rows } = await ask('tables.rows', window)
    if (rows.length === 0) break
    for (const { cells } of rows) records.push(Object.fromEntries(keys.map((key, place) => [key, plain(cells[place])])))
  }
  return records
}

/** A time as the text that the service sent. */
function plain(cell: unknown): unknown {
  return typeof cell === 'object' && cell !== null && 'original' in cell ? cell.original : cell
}

/** Closing the workspace closes its vault; these secrets stay until the test ends. */
function lastingVault(onSecret: (name: string, secret: string) => void = () => undefined): Vault {
  const vault = createMemoryVault()
  return {
    ...vault,
    write(name, secret) {
      onSecret(name, secret)
      return vault.write(name, secret)
    },
    close() {},
  }
}
