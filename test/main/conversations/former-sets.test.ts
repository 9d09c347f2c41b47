import path from 'node:path'
import { expect, test } from 'vitest'
import { openEncryptedFile } from '../../../main/engine/store/encrypted-file.ts'
import { fileKey, openDataFolder } from '../../kit/temporary-folder.ts'
import { conversationOf, open, pageOf } from './conversation-kit.ts'

/** Gives the file of a connection the column that its first version had. */
function toFirstVersion(file: string): void {
  // As many versions as the file has, so that none is added.
  const database = openEncryptedFile({ path: file, key: fileKey, schema: ['', ''] })
  database.exec('alter table conversations rename column parsed to told; pragma user_version = 1')
  database.close()
}

test('a set in a file of the first version shows its rows, and its reading goes on with the next page', async () => {
  const folder = openDataFolder()
  const one = { connection_id: 'c1', id: 's1' }
  const anyDay = { after: null, before: null }
  const question = { payload: [], days: { zone: 'UTC', created_at: anyDay, last_activity_at: anyDay } }
  const all = Array.from({ length: 30 }, (_, place) => conversationOf(place + 1))
  const bodyOf = (page: number) => JSON.stringify(pageOf(all, page).json)
  const rows = () => folder.ask('conversations.sets', one).then(([set]) => set?.rows)
  await folder.ask('conversations.create_set', { ...one, name: 'Todas', filter: open })
  await folder.ask('conversations.begin', { ...one, ...question })
  await folder.ask('conversations.store', { ...one, page: 1, body: bodyOf(1) })
  folder.close()
  toFirstVersion(path.join(folder.dir, 'platform', 'c1.platform'))
  folder.restart()

  expect(await rows()).toBe(25)
  expect(await folder.ask('conversations.begin', { ...one, ...question })).toMatchObject({ next_page: 2 })
  await folder.ask('conversations.store', { ...one, page: 2, body: bodyOf(2) })
  expect(await folder.ask('conversations.finish', one)).toMatchObject({ state: 'complete', rows: 30 })
  const read = (id: number) => folder.ask('conversations.stored', { connection_id: 'c1', set: 's1', id })
  expect([await read(1), await read(30)]).toMatchObject([
    { conversation: { id: 1, contact: { name: 'Pessoa 1' } } },
    { conversation: { id: 30, contact: { name: 'Pessoa 30' } } },
  ])
})
