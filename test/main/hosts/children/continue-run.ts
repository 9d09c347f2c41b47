import { createApp } from '../../../../main/app.ts'
import { createNodeFetch, startDataProcess, takePassphrase } from '../../../../main/hosts/node-parts.ts'

/** `node continue-run.ts DATA-DIR RUN`: "continuar" of one run, as a window would, in a process that can be killed. */
const [dataDir = '', id = ''] = process.argv.slice(2)

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
const call = { signal: new AbortController().signal, progress() {} }
const run = await app.handlers()['cruzar.resume']({ id }, call)
const task = await app.workspace().tasks.ended(run.task_id ?? '')
console.log(JSON.stringify({ state: task?.state, run: await app.handlers()['cruzar.run']({ id }, call) }))
await app.close()
