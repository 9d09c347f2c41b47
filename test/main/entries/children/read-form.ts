import { createApp } from '../../../../main/app.ts'
import { createNodeFetch, startDataProcess, takePassphrase } from '../../../../main/hosts/node-parts.ts'
import { entriesTable } from '../../../../preload/contract/entries-table.ts'
import { tableQuery } from '../../../../preload/contract/tables.ts'

/**
 * `node read-form.ts DATA-DIR FORM`: keeps the form of the only forms connection offline, or reads all of its pages again
 * once it is whole, as a window would, in a process that can be killed.
 */
const [dataDir = '', form = ''] = process.argv.slice(2)
const id = Number(form)

const app = await createApp({
  host: { kind: 'cli', targets: { choose: async () => null }, push() {}, showProgress() {} },
  dataDir,
  version: '0.0.0',
  language: 'pt-BR',
  fetch: createNodeFetch(),
  startData: startDataProcess,
  startKeychain: () => ({ post() {}, onMessage() {}, onExit: (receive) => queueMicrotask(receive), kill() {} }),
  ...takePassphrase(),
  log() {},
})
const ask = app.handlers()
const call = { signal: new AbortController().signal, progress() {} }
const [connection] = await ask['connections.list']({}, call)
const connection_id = connection?.id ?? ''
const { forms } = await ask['forms.refresh']({ connection_id, status: null, search: '' }, call)
const isWhole = forms.find((one) => one.id === id)?.sync.kind === 'complete'
const list = isWhole
  ? await ask['forms.sync']({ connection_id, ids: [id], reconcile: true }, call)
  : await ask['forms.keep']({ connection_id, id, keep: true }, call)
const task = await app.workspace().tasks.ended(list.find((one) => one.id === id)?.task_id ?? '')
const { fields: _, ...detail } = await ask['forms.read']({ connection_id, id, fresh: false }, call)
const table = entriesTable({ connection_id, form_id: id, set: '' })
const { ids } = await ask['entries.ids']({ table, query: tableQuery.parse({}) }, call)
console.log(JSON.stringify({ state: task?.state, form: detail, ids }))
await app.close()
