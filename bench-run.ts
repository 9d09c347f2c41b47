import { monitorEventLoopDelay } from 'node:perf_hooks'
const loop = monitorEventLoopDelay({ resolution: 1 }); loop.enable()
import { openFolder } from './main/data/handlers.ts'
import { leadFilter } from './preload/contract/sheets.ts'
import { listSettings } from './preload/contract/cruzar.ts'
import { rmSync } from 'node:fs'
const dir = '/tmp/data/folder'
rmSync(dir + '/runs', { recursive: true, force: true })
const { handlers, close } = openFolder({ dir, key: '11'.repeat(32), now: () => new Date() })
const quiet = { signal: new AbortController().signal, progress: () => undefined }
let t = performance.now()
let c = process.cpuUsage(); const lap = (what: string) => { const m = process.memoryUsage(); const u = process.cpuUsage(c); console.log(what.padEnd(8), (performance.now() - t) | 0, 'ms cpu', (u.user/1000)|0, (u.system/1000)|0, 'rss', (m.rss / 1e6) | 0, 'buffers', m.arrayBuffers/1e6|0, 'heap', m.heapUsed/1e6|0); console.log('   longest block', loop.max/1e6|0, 'ms'); loop.reset(); t = performance.now(); c = process.cpuUsage() }
const settings = listSettings.parse({})
for (let i = 0; i < Number(process.argv[2] ?? 1); i++) {
  const list = 'l' + i, id = 'run' + i
  await handlers['lists.stage']({ list, name: 'list.csv', source: { path: '/tmp/data/list.csv' } } as never, quiet); lap('stage')
  await handlers['lists.budget']({ list, settings }, quiet); lap('budget')
  await handlers['runs.create']({ id, list, settings, name: 'x', connection_id: 'c', sheet_id: 'big', sheet_ids: [], filter: leadFilter.parse({}) }, quiet); lap('create')
  const run = await handlers['runs.answer_from_sheets']({ id }, quiet); lap('answer')
  console.log(JSON.stringify(run.outcomes), run.bytes / 1e6 | 0, 'MB')
  await handlers['tables.shape']({ table: { kind: 'run', id }, query: { search: '', filters: [], sort: [] } } as never, quiet); lap('shape')
  console.log('max', process.resourceUsage().maxRSS / 1e3 | 0)
}
close()
