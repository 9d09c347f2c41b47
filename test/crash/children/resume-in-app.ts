import { createApp } from '../../../main/app.ts'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { startDataProcess } from '../../../main/hosts/node-parts.ts'
import { takeSecrets } from '../../../main/kernel/child-process.ts'
import { tableQuery } from '../../../preload/contract/table-queries.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'

/**
 * What only a window resumes, in a process that can be killed. `resume-in-app.ts DATA-DIR run ID` asks for the keys of
 * a cruzar run that have no answer. `resume-in-app.ts DATA-DIR form ID` reads a form of the only forms connection to
 * its end, then all of its pages again. Writes one JSON object when it is done.
 */
const [dataDir = '', what = '', id = ''] = process.argv.slice(2)

const app = await createApp({
  host: { kind: 'cli', targets: { choose: async () => null }, push() {}, showProgress() {} },
  dataDir,
  version: '0.0.0',
  language: 'pt-BR',
  fetch: createNodeFetch(),
  startData: startDataProcess,
  startKeychain: () => ({ post() {}, onMessage() {}, onExit: (receive) => queueMicrotask(receive), kill() {} }),
  ...takeSecrets(),
  log() {},
})
const ask = app.handlers()
const call = { signal: new AbortController().signal, progress() {} }
const stateAtEnd = async (taskId: string | null = null) => (await app.workspace().tasks.ended(taskId ?? ''))?.state

async function resumeRun() {
  const { task_id } = await ask['cruzar.resume']({ id }, call)
  return { state: await stateAtEnd(task_id), run: await ask['cruzar.run']({ id }, call) }
}

async function readForm(form_id: number) {
  const [connection] = await ask['connections.list']({}, call)
  const connection_id = connection?.id ?? ''
  const { forms } = await ask['forms.refresh']({ connection_id, status: null, search: '' }, call)
  const taskOf = (list: typeof forms) => list.find((form) => form.id === form_id)?.task_id
  const isWhole = forms.find((form) => form.id === form_id)?.sync.kind === 'complete'
  const states = []
  if (!isWhole)
    states.push(await stateAtEnd(taskOf(await ask['forms.keep']({ connection_id, id: form_id, keep: true }, call))))
  states.push(
    await stateAtEnd(taskOf(await ask['forms.sync']({ connection_id, ids: [form_id], reconcile: true }, call))),
  )
  const { fields: _, ...form } = await ask['forms.read']({ connection_id, id: form_id, fresh: false }, call)
  const table = entriesTable({ connection_id, form_id, set: '' })
  const { ids } = await ask['entries.ids']({ table, query: tableQuery.parse({}) }, call)
  return { states, form, ids }
}

console.log(JSON.stringify(what === 'run' ? await resumeRun() : await readForm(Number(id))))
await app.close()
