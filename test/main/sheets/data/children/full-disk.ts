import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openFolder } from '../../../../../main/data-folder.ts'
import { storeFailure } from '../../../../../main/engine/store/encrypted-file.ts'
import { failureOf } from '../../../../../main/kernel/failure.ts'
import { snapshotNumbers } from '../../../../../main/leads/sheet-file.ts'
import { filterOf, type Lead, manyLeads, pageOf, queryOf } from '../lead-pages.ts'

/**
 * `full-disk.ts DIR KEY`: reads the sheet `s1` on a small disk, which is full in the middle of a snapshot. That is once
 * where pages are stored, and once where all rows are written anew. Writes what there is after each step as JSON.
 */
const [dir = '', key = ''] = process.argv.slice(2)
const id = 's1'
const table = { kind: 'sheet', id } as const
const { handlers, close } = openFolder({ dir, key, now: () => new Date(), zone: () => 'America/Sao_Paulo' })
const call = { signal: new AbortController().signal, progress: () => undefined }
const ballast = path.join(dir, 'ballast')

function leaveRoom(bytes: number): void {
  const { bavail, bsize } = statfsSync(dir)
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes))
}

const begin = (mode: 'full' | 'quick') =>
  handlers['sheets.begin']({ id, mode, updated_after: mode === 'quick' ? '2026-01-01' : null }, call)
const store = (page: number, leads: readonly Lead[], more: boolean) => {
  const body = pageOf({ leads, page, perPage: leads.length, total: leads.length, more })
  return handlers['sheets.page']({ id, page, body: Buffer.from(body) })
}
const finish = () => handlers['sheets.finish']({ id, numbered: true }, call)

async function report(step: string, work: () => unknown): Promise<void> {
  let failure: string | null = null
  try {
    await work()
  } catch (error) {
    failure = failureOf(storeFailure(error)).code
  }
  const page = { table, query: queryOf(), from: 0, count: 1, columns: ['nome'] }
  const { rows, matching } = await handlers['tables.rows'](page)
  const snapshots = snapshotNumbers(path.join(dir, 'sheets', `${id}.sheet`)).sort((one, other) => one - other)
  console.log(JSON.stringify({ step, failure, rows: matching, name: rows[0]?.cells[0], snapshots }))
}

const named = (nome: string, count: number) => manyLeads(count).map((lead) => ({ ...lead, nome }))
await report('read', async () => {
  await handlers['sheets.create']({ id, name: 'Tudo', connection_id: 'c1', filter: filterOf() })
  await begin('full')
  await store(1, named('Primeira', 3000), false)
  await finish()
})
await begin('full')
await store(1, named('Segunda', 500), true)
leaveRoom(200_000)
await report('pages', async () => {
  await store(2, manyLeads(12_000).slice(500), false)
  await finish()
})
await report('pages again', finish)
rmSync(ballast)
await report('room for pages', finish)

await begin('quick')
await store(1, named('Terceira', 3000), false)
leaveRoom(400_000)
await report('rows anew', finish)
rmSync(ballast)
await report('room for rows', finish)
close()
