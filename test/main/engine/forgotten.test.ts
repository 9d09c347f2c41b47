import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { TableRef } from '../../../preload/contract/table-queries.ts'
import { conversationsTable } from '../../../preload/values/conversation-fields.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { conversationOf, open } from '../conversations/conversation-kit.ts'
import { lead } from '../people/links-kit.ts'
import { filterOf, pagesOf, queryOf } from '../sheets/data/lead-pages.ts'
import { createSheet, pull } from '../sheets/data/open-sheets.ts'

type Folder = ReturnType<typeof openDataFolder>

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What columns take, with what nobody holds left out. */
async function columnBytes(): Promise<number> {
  // What ran just now holds its values until the event loop has turned, and buffers go with the collection after
  // theirs.
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate()
    collect()
  }
  return process.memoryUsage().arrayBuffers
}

const count = 5000
const text = (row: number) => `${row} ${'texto '.repeat(40)}`
const set = { connection_id: 'c1', id: 's1' }

const kinds: readonly [string, TableRef, (folder: Folder) => Promise<unknown>, (folder: Folder) => Promise<unknown>][] =
  [
    [
      'a sheet',
      { kind: 'sheet', id: 's1' },
      async (folder) => {
        await createSheet(folder, 's1', filterOf('conversa'))
        const leads = Array.from({ length: count }, (_, row) => lead({ contato_id: row + 1, nome: text(row) }))
        await pull(folder, pagesOf(leads, count))
      },
      (folder) => folder.ask('sheets.forget', { id: 's1' }),
    ],
    [
      'a data set',
      { kind: 'dataset', id: 'c1:s1' },
      (folder) => {
        const records = Array.from({ length: count }, (_, row) => ({ texto: text(row) }))
        const about = { origin: 'console', source: 'GET /dados', read_at: '2026-11-20T12:00:00.000Z' } as const
        return folder.ask('datasets.store', { ...set, ...about, name: 'Dados', records })
      },
      (folder) => folder.ask('datasets.forget', set),
    ],
    [
      'a set of conversations',
      conversationsTable(set),
      async (folder) => {
        const anyDay = { after: null, before: null }
        await folder.ask('conversations.create_set', { ...set, name: 'Todas', filter: open })
        const days = { zone: 'UTC', created_at: anyDay, last_activity_at: anyDay }
        await folder.ask('conversations.begin', { ...set, payload: [], days })
        const payload = Array.from({ length: count }, (_, row) => ({
          ...conversationOf(row + 1),
          meta: { sender: { id: row + 1, name: text(row) } },
        }))
        const body = JSON.stringify({ meta: { all_count: count }, payload })
        await folder.ask('conversations.store', { ...set, page: 1, body })
      },
      (folder) => folder.ask('conversations.forget_set', set),
    ],
  ]

it.each(kinds)('the memory of the table of %s is released when it is forgotten', async (_, table, make, forget) => {
  const folder = openDataFolder()
  await make(folder)
  const bytesBefore = await columnBytes()
  expect(await folder.ask('tables.shape', { table, query: queryOf() })).toMatchObject({ total: count })
  const loaded = (await columnBytes()) - bytesBefore
  expect(loaded).toBeGreaterThan(count * 100)
  await forget(folder)
  // The collector takes large buffers on a thread of its own.
  await expect.poll(async () => (await columnBytes()) - bytesBefore, { timeout: 20_000 }).toBeLessThan(loaded / 4)
})
