import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startDemo } from '../../../main/demo/demo.ts'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { createFileTickets } from '../../../main/kernel/host-files.ts'
import { createPreferences } from '../../../main/kernel/preferences.ts'
import { defaultRetryPolicy } from '../../../main/kernel/retry.ts'
import { openVault } from '../../../main/kernel/vault/open-vault.ts'
import type { PageFacts } from '../../../main/leads/sheet-calls.ts'
import type { AccountContract } from '../../../main/services.ts'
import { openWorkspace } from '../../../main/workspace.ts'
import { listSettings } from '../../../preload/contract/cruzar.ts'
import { contract } from '../../../preload/contract/index.ts'
import type { Input, Output } from '../../../preload/contract/question.ts'
import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import { leadFilter } from '../../../preload/contract/sheets.ts'
import type { TableQuery, TableRef } from '../../../preload/contract/table-queries.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import { formsDraft } from '../../kit/connection-drafts.ts'
import { environmentWithoutKeychain } from '../../kit/host-process.ts'
import { runNamed, type Side } from '../side.ts'
import { type LeadPages, passphrase, readPages, searched, sheetName } from './input.ts'
import {
  columns,
  everyRow,
  type InFolder,
  key,
  openData,
  root,
  sheetIn,
  startData,
  whileAsking,
  windowRows,
} from './our-data.ts'

/** Our sides: the questions of the contract and the built data process, or the built command line. */

const connectionName = 'Bancada'
/** Of a sheet that no account knows. */
const sheet = { id: 'bench', name: sheetName, connection_id: 'bench' }
const filter = leadFilter.parse({ created_after: '2020-01-01' })
/** The vault's own cost is 0.4 s a start on purpose, and none of what is measured. */
const cheap = { logN: 10, r: 8, p: 1 }
/** "Contato do site" of the demonstration. */
const formId = 301

/** The account over a folder of data with a passphrase, as a host opens it, with its data process running. */
async function openAccount({ dir, saveTo = '' }: InFolder & { readonly saveTo?: string }) {
  const now = () => new Date()
  const vault = await openVault({ dataDir: dir, platform: process.platform, passphrase, scryptCost: cheap })
  await vault.write('data-key', key)
  const fileTickets = createFileTickets()
  const workspace = await openWorkspace({
    version: '0.0.0',
    dir,
    vault,
    fetch: createNodeFetch(),
    startData,
    targets: { choose: async (name) => ({ path: saveTo, name, async done() {}, async discard() {} }) },
    fileTickets,
    preferences: createPreferences(dir, 'pt-BR'),
    retryPolicy: { ...defaultRetryPolicy, now },
    now,
    zone: () => 'America/Sao_Paulo',
    changed() {},
    showProgress() {},
    openOutside: async (url) => ({ page_opens: url }),
    exampleList: () => ({ name: '', text: '' }),
  })
  const call = { signal: new AbortController().signal, progress() {} }
  const ask = async <K extends keyof AccountContract & string>(
    name: K,
    input: Input<AccountContract[K]>,
  ): Promise<Output<AccountContract[K]>> => {
    // Typed by the contract name by name, as in the router.
    const handler = workspace.handlers[name] as (input: unknown, call: unknown) => Promise<never>
    return handler(contract[name].input.parse(input), call)
  }
  await ask('sheets.list', {})
  return {
    ask,
    ended: (about: { readonly task_id: string | null }) => workspace.tasks.ended(about.task_id ?? ''),
    /** Stages a list from its file, as the window does, and counts its keys. */
    async budget(file: string) {
      const ticket = fileTickets.put({ name: path.basename(file), source: { path: file } })
      const { list } = await ask('cruzar.stage', { from: 'file', ticket })
      const settings = listSettings.parse({})
      return { staged: { list, settings }, budget: await ask('cruzar.budget', { list, settings }) }
    },
    close: () => workspace.close(),
  }
}

/** Pages that are here already, into a new sheet, until it is shown as whole. */
const store: Side<InFolder & { pages: LeadPages }> = async ({ dir, pages }, measured) => {
  const data = openData(dir)
  await data.ask('sheets.list', {})
  const work = async () => {
    await data.ask('sheets.create', { ...sheet, filter })
    await data.ask('sheets.begin', { id: sheet.id, mode: 'full', updated_after: null })
    let page = 0
    for (const body of readPages(pages)) {
      await data.ask('sheets.page', { id: sheet.id, page: ++page, body })
    }
    const { badge, rows } = await data.ask('sheets.finish', { id: sheet.id, numbered: true })
    if (badge.kind !== 'complete') throw new Error(`the sheet is ${badge.kind}`)
    return { rows }
  }
  await measured(() => whileAsking(() => data.ask('records.list', { collection: 'bench' }), work))
  await data.close()
}

interface FromService extends InFolder {
  /** Answers `…/leads` with pages. */
  readonly url: string
}

/** The account with a connection to the service. */
async function openConnected({ dir, url }: FromService) {
  const account = await openAccount({ dir })
  const facts = { account_id: 1, brand: 'marca', beta_url: null, secret: 'chave' }
  const input = { service: 'platform' as const, name: connectionName, base_url: url, ...facts }
  const { connection } = await account.ask('connections.save', input)
  return { ...account, connection_id: connection.id }
}

/** Readings of one sheet, one after another, all of which stay. */
const storeAll: Side<InFolder & { readings: readonly LeadPages[] }> = async ({ dir, readings }, measured) => {
  const data = openData(dir)
  await measured(async () => {
    await data.ask('sheets.create', { ...sheet, filter })
    for (const pages of readings) {
      await data.ask('sheets.begin', { id: sheet.id, mode: 'full', updated_after: null })
      let page = 0
      for (const body of readPages(pages)) await data.ask('sheets.page', { id: sheet.id, page: ++page, body })
      await data.ask('sheets.finish', { id: sheet.id, numbered: true, versions: readings.length })
    }
    return {}
  })
  await data.close()
}

const pull: Side<FromService> = async (input, measured) => {
  const { ask, ended, close, connection_id } = await openConnected(input)
  await measured(async () => {
    const started = await ask('sheets.create', { connection_id, name: sheet.name, filter })
    await ended(started)
    const [pulled] = await ask('sheets.list', {})
    if (pulled?.badge.kind !== 'complete') throw new Error(`the sheet is ${pulled?.badge.kind}`)
    return { rows: pulled.rows }
  })
  await close()
}

/**
 * The loop that the document shows (docs/services.md §2.7), into the same store: request a page, store it, request
 * `meta.next_page`.
 */
const pullSerially: Side<FromService> = async ({ dir, url }, measured) => {
  const data = openData(dir)
  await data.ask('sheets.list', {})
  await measured(async () => {
    await data.ask('sheets.create', { ...sheet, filter })
    await data.ask('sheets.begin', { id: sheet.id, mode: 'full', updated_after: null })
    for (let page: number | null = 1; page !== null; ) {
      const answer = await fetch(`${url}/leads?per_page=500&page=${page}`)
      const body = new Uint8Array(await answer.arrayBuffer())
      const facts: PageFacts = await data.ask('sheets.page', { id: sheet.id, page, body })
      page = facts.next_page
    }
    const { rows } = await data.ask('sheets.finish', { id: sheet.id, numbered: true })
    return { rows }
  })
  await data.close()
}

/** Entries of a form, read from the demonstration's service, as many as are asked for or some more. */
const readEntries: Side<InFolder & { entries: number }> = async ({ dir, entries }, measured) => {
  // Of three forms the first has six of ten entries.
  const demo = await startDemo({ leads: 1000, entries: Math.ceil(entries / 0.6), limits: { forms: 1_000_000 } })
  const { ask, close } = await openAccount({ dir })
  const saved = await ask('connections.save', formsDraft(demo.forms))
  const connection_id = saved.connection.id
  await ask('forms.refresh', { connection_id })
  await measured(async () => {
    const form = async () => (await ask('forms.list', { connection_id })).find(({ id }) => id === formId)
    await ask('forms.keep', { connection_id, id: formId, keep: true })
    while ((await form())?.sync.kind !== 'complete') await setTimeout(200)
    const { matching } = await ask('tables.rows', {
      table: entriesTable({ connection_id, form_id: formId, set: '' }),
      query: everyRow,
      from: 0,
      count: 1,
      columns: ['id'],
    })
    return { entries: matching }
  })
  await close()
  await demo.close()
}

/** A list that was dropped, until the counts of its keys are shown. */
const keys: Side<InFolder & { list: string }> = async ({ dir, list }, measured) => {
  const { budget, close } = await openAccount({ dir })
  await measured(async () => {
    const { rows, keys: distinct, unusable_rows } = (await budget(list)).budget
    return { rows, keys: distinct, unusable: unusable_rows }
  })
  await close()
}

/** A list that was dropped, counted and started against the sheet, until the first rows of the stored run are shown. */
const run: Side<InFolder & { list: string }> = async ({ dir, list }, measured) => {
  const { ask, ended, budget, close } = await openAccount({ dir })
  const [cached] = await ask('sheets.list', {})
  if (!cached) throw new Error('there is no sheet')
  let id = ''
  const work = async () => {
    const start = performance.now()
    const { staged } = await budget(list)
    const counted = performance.now()
    const { connection_id } = cached
    const started = await ask('cruzar.start', {
      ...staged,
      connection_id,
      sheet_id: cached.id,
      filter: {},
      name: 'run',
    })
    id = started.id
    if (started.task_id !== null) await ended(started)
    const { outcomes, rows } = await ask('cruzar.run', { id })
    if (outcomes.sem_resposta > 0) throw new Error(`${outcomes.sem_resposta} rows have no answer`)
    const table: TableRef = { kind: 'run', id }
    const shape = await ask('tables.shape', { table, query: everyRow })
    const shown = shape.columns.map((column) => column.key)
    await ask('tables.rows', { table, query: everyRow, from: 0, count: windowRows, columns: shown })
    return { rows, ...outcomes, counted: (counted - start) / 1000 }
  }
  await measured(() => whileAsking(() => ask('tables.layout', { table: { kind: 'sheet', id: cached.id } }), work))
  await ask('cruzar.forget', { id })
  await close()
}

/** Runs the built command line on a folder of data and gives what it prints with `--json`. */
async function cruza(dir: string, words: readonly string[]): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [path.join('main', 'hosts', 'cli.ts'), '--data-dir', dir, '--json', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environmentWithoutKeychain(), CRUZA_PASSPHRASE: passphrase },
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`cruza ${words[0]} ended with ${code}`)
  return JSON.parse(out)
}

/** From the start of the process until the result is written; a run that it keeps is forgotten afterwards. */
const cruzarCommand: Side<InFolder & { list: string; out: string; keep: boolean }> = async (input, measured) => {
  const { dir, list, out, keep } = input
  let id: unknown
  await measured(async () => {
    const words = ['cruzar', list, '--sheet', sheet.name, ...(keep ? [] : ['--no-keep']), '--out', out]
    const { run: stored, outcomes, rows } = await cruza(dir, words)
    id = stored
    return { rows: Number(rows), ...(outcomes as Record<string, number>), bytes: statSync(out).size }
  })
  if (typeof id !== 'string') return
  const { ask, close } = await openAccount({ dir })
  await ask('cruzar.forget', { id })
  await close()
}

const pullCommand: Side<FromService> = async (input, measured) => {
  const { close } = await openConnected(input)
  await close()
  await measured(async () => {
    const filters = ['--created-after', filter.created_after ?? '']
    const { rows, complete } = await cruza(input.dir, ['pull', sheet.name, '--connection', connectionName, ...filters])
    if (complete !== true) throw new Error('the sheet is not complete')
    return { rows: Number(rows) }
  })
}

const exportCommand: Side<InFolder & { out: string }> = async ({ dir, out }, measured) => {
  await measured(async () => {
    const { rows } = await cruza(dir, ['export', sheet.name, out, '--mode', 'raw'])
    return { rows: Number(rows), bytes: statSync(out).size }
  })
}

/** What a command takes that has nothing to do. */
const listSheets: Side<InFolder> = async ({ dir }, measured) => {
  await measured(async () => {
    await cruza(dir, ['sheets'])
    return {}
  })
}

interface Exported extends InFolder {
  readonly out: string
  readonly format: ExportFormat
  /** A column; without it the rows come in the order of the sheet. */
  readonly order?: string
}

const exportSheet: Side<Exported> = async ({ dir, out, format, order }, measured) => {
  const data = openData(dir)
  const table = await sheetIn(data)
  const work = async () => {
    const { written } = await data.ask('tables.export', {
      table,
      query: order === undefined ? everyRow : { ...everyRow, sort: [{ column: order, descending: false }] },
      rows: null,
      columns: columns.map((name) => ({ key: name, heading: name })),
      format,
      account_folders: null,
      path: out,
      sheet_name: sheet.name,
      words: { status: {}, outcome: {}, reason: {}, codes: {} },
      zone: 'America/Sao_Paulo',
      origin: {
        words: { ...ptBR.tables.origin, filterNames: {} },
        version: '0',
        exported_at: new Date().toISOString(),
        file: path.basename(out),
        accounts: {},
        beside: true,
        sentences: [],
      },
    })
    return { rows: written.rows, bytes: written.bytes }
  }
  await measured(() => whileAsking(() => data.ask('records.list', { collection: 'bench' }), work))
  await data.close()
}

/** The start of the data process, the first rows, rows from the middle of an order, the first search. */
const open: Side<InFolder> = async ({ dir }, measured) => {
  await measured(async () => {
    const start = performance.now()
    const data = openData(dir)
    const table = await sheetIn(data)
    const show = (query: TableQuery, from: number) =>
      data.ask('tables.rows', { table, query, from, count: windowRows, columns: [...columns] })
    const { matching: rows } = await show(everyRow, 0)
    const first = performance.now()
    const byMoment = [{ column: 'ultima_mensagem_em', descending: true }]
    await show({ ...everyRow, sort: byMoment }, Math.floor(rows / 2))
    const sorted = performance.now()
    const { matching } = await show({ ...everyRow, search: searched.words.join(' ') }, 0)
    const searchEnd = performance.now()
    await data.close()
    const seconds = (from: number, to: number) => (to - from) / 1000
    return {
      rows,
      matching,
      first: seconds(start, first),
      open: seconds(start, sorted),
      search: seconds(sorted, searchEnd),
    }
  })
}

await runNamed({
  store,
  storeAll,
  pull,
  pullSerially,
  pullCommand,
  readEntries,
  keys,
  run,
  cruzarCommand,
  exportCommand,
  listSheets,
  exportSheet,
  open,
})
