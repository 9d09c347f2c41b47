import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Demo } from '../../main/demo/demo.ts'
import { sampleList } from '../../main/demo/sample-list.ts'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { formIds } from '../kit/forms.ts'
import { everything, startDemoServices, startRun } from '../kit/leads.ts'
import { startWorkspace, type TestWorkspace } from '../kit/workspace.ts'

const now = new Date('2026-11-20T15:00:00Z')
const account = '/api/v1/accounts/{account_id}'

/** A workspace in which each feature that stores something has stored it; the same on every run. */
export async function writeEverything(): Promise<{
  readonly workspace: TestWorkspace
  readonly demo: Demo
  /** The names of the secrets that were stored. */
  readonly secrets: ReadonlySet<string>
}> {
  const secrets = new Set<string>()
  const demo = await startDemoServices({ leads: 60, entries: 30, now })
  const workspace = await startWorkspace({ now: () => now, onSecret: (name) => secrets.add(name) })
  workspace.preferences.write({ theme: 'dark' })
  const connection_id = await workspace.connect(demo.platform)
  await workspace.ask('connections.check', { id: connection_id })
  await workspace.ask('connections.use', { id: connection_id })
  await writePlatform(workspace, connection_id, demo)
  await writeForms(workspace, demo)
  return { workspace, demo, secrets }
}

async function writePlatform(workspace: TestWorkspace, connection_id: string, demo: Demo): Promise<void> {
  const { ask, ended } = workspace
  const sheet = await ask('sheets.create', { connection_id, filter: everything, name: 'Base' })
  await ended(sheet)
  await ask('tables.arrange', {
    table: { kind: 'sheet', id: sheet.id },
    layout: { columns: [{ key: 'nome', width: 90 }] },
  })
  await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'quick' }))
  const forgotten = await workspace.readSheet({ connection_id, name: 'Antiga' })
  const list = sampleList(demo, 20)
  for (const answerer of [{}, { sheet_id: sheet.id }, { sheet_id: forgotten.id }]) {
    const run = await startRun(workspace, {
      connection_id,
      list,
      name: `lista ${Object.keys(answerer)}`,
      filter: everything,
      ...answerer,
    })
    // What a sheet answers has no task.
    if (run.task_id !== null) await ended(run)
    const chosen = { format: 'xlsx' as const, outcomes: [], columns: [{ column: 'c0', hidden: false }] }
    const from = { of: 'run' as const, run: run.id, answerer: true, export: chosen }
    await ask('recipes.save', { name: run.name, from })
    await ask('schedules.save', {
      target: { kind: 'run', id: run.id },
      on: true,
      time: '08:00',
      weekdays: [1],
      refresh_sheets: false,
    })
  }
  await ask('sheets.forget', { id: forgotten.id })
  const [forgetting] = (await ask('tasks.list', {})).filter(({ subject }) => subject === forgotten.id)
  await ended({ task_id: forgetting?.id ?? null })

  const filter = [{ attribute_key: 'status' as const, filter_operator: 'equal_to' as const, values: ['open'] }]
  await ended(await ask('conversations.keep', { connection_id, filter, name: 'Abertas' }))
  const view = { id: 'v', name: 'Abertas', query: {}, columns: [], grouping: null, filter, is_default: true }
  await ask('views.save', { of: { connection_id, kind: 'live_conversations' }, view })
  await ask('sending.save_text', { connection_id, text: { id: 't', name: 'Texto', text: 'Oi' } })
  const person = { connection_id, contact_id: 7, phones: ['11 98123-4567'], emails: ['ana@exemplo.com.br'] }
  await ask('notes.save', { ...person, text: 'Nota', tags: ['vip'] })
  const question = { connection_id, report: 'agents' as const, since: '2026-11-01', until: '2026-11-20' }
  await ask('reports.read', { ...question, fresh: true })
  await ask('reports.save', { ...question, table: 0, name: 'Agentes' })
  const place = { connection_id, resource: 'scenarios' as const, parent: 1 }
  const fields = { title: 'Frete', description: 'Pergunta', instruction: 'Peça o CEP.' }
  await ask('captain.create', { ...place, fields })
  const call = { connection_id, method: 'GET' as const, path: `${account}/captain/assistants`, query: [], body: null }
  const { id } = await ask('console.run', call)
  await ask('console.store', { connection_id, id, expression: '$.payload', name: 'Assistentes' })
  await ask('documentation.index', { connection_id, fresh: true })
}

async function writeForms(workspace: TestWorkspace, demo: Demo): Promise<void> {
  const { ask, ended } = workspace
  const draft = { service: 'forms' as const, name: 'Formulários', base_url: demo.forms.url, secret: demo.forms.key }
  const { connection } = await ask('connections.save', draft)
  const connection_id = connection.id
  await ask('forms.refresh', { connection_id })
  const kept = await ask('forms.keep', { connection_id, id: formIds.contact, keep: true })
  await ended(kept.find(({ id }) => id === formIds.contact) ?? { task_id: null })

  await ask('reviews.name_reviewer', { name: 'Ana' })
  const table = entriesTable({ connection_id, form_id: formIds.contact, set: '' })
  const { ids } = await ask('entries.ids', { table, query: {} })
  const select = { ids: ids.slice(0, 2) }
  const changes: ReviewChange[] = [
    { kind: 'state', state: 'rejeitada', comment: 'Repetida' },
    { kind: 'assign', assignee: 'Bia' },
    { kind: 'tag', add: ['vip'], remove: [] },
    { kind: 'note', text: 'Ligar' },
  ]
  for (const change of changes) await ask('reviews.change', { table, select, change })
  await ask('reviews.undo', { connection_id, batch: null })
  await ask('reviews.set_rules', { connection_id, rules: await ask('reviews.rules', { connection_id }) })
  await ask('reviews.ask_blind', { table, select, passphrase: 'uma frase longa', name: 'Dupla' })
  await ask('tables.arrange', { table, layout: { columns: [{ key: 'id', width: 90 }] } })
  const view = { id: 'v', name: 'Novas', query: {}, columns: [], grouping: null, is_default: false }
  await ask('views.save', { of: table, view })
  await ask('account.read', { connection_id, fresh: true })
  await ask('account.usage', { connection_id, period: 'current' })
  const fields = { nome: 'Pessoa', email: 'pessoa@exemplo.com', whatsapp: '11987654321' }
  await ask('entries.create', { connection_id, form_id: formIds.contact, fields, metadata: null })
}

/** The files below a folder that a schema may describe, by their path there with `/`, in order. */
export function everyFile(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.(db|json|sheet|run|forms|platform)$/.test(file))
    .sort((a, b) => (path.extname(a) + a < path.extname(b) + b ? -1 : 1))
}
