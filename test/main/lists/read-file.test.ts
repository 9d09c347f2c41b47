import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { failureOf } from '../../../main/kernel/failure.ts'
import { readBytes, readFailure, readFileWhole } from '../../../main/lists/read-file.ts'
import { failureSentence } from '../../../preload/messages/catalogue.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

test('a file is read whole, a folder and a missing file are what they are', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'lista.csv')
  for (const text of ['', 'a', 'abcde'.repeat(99_999)]) {
    await writeFile(file, text)
    expect(Buffer.from(await readFileWhole(file, 1e6)).toString()).toBe(text)
  }
  await mkdir(path.join(folder, 'pasta'))
  await expect(readFileWhole(file, 1000)).rejects.toMatchObject({ code: 'file_too_large' })
  await expect(readFileWhole(path.join(folder, 'pasta'), 1e6)).rejects.toMatchObject({ params: { cause: 'folder' } })
  await expect(readFileWhole(path.join(folder, 'nada'), 1e6)).rejects.toMatchObject({ code: 'file_unreadable' })
})

test.each([
  ['no byte at all, as of a placeholder of a cloud', 0, { params: { cause: 'not_downloaded' } }],
  ['some of its bytes, as of one that is cut off', 1, { code: 'file_unreadable' }],
])('a file gives %s', async (_, bytesRead, failure) => {
  const counts = [bytesRead]
  const read = async () => ({ bytesRead: counts.pop() ?? 0, buffer: new Uint8Array(0) })
  await expect(readBytes({ read } as unknown as Parameters<typeof readBytes>[0], 1000)).rejects.toMatchObject(failure)
})

test.each([
  ['EBUSY', 'file_busy', 'Excel'],
  ['EACCES', 'no_permission', 'Sem permissão para ler'],
  ['EPERM', 'no_permission', 'Sem permissão para ler'],
  ['EIO', 'list_unreadable', 'OneDrive'],
  ['UNKNOWN', 'list_unreadable', 'OneDrive'],
  ['ETIMEDOUT', 'list_unreadable', 'iCloud'],
  ['ENOENT', 'file_unreadable', 'existe'],
  ['EMFILE', 'file_unreadable', 'existe'],
])('%s of the system is %s', (code, failure, words) => {
  const failed = readFailure(Object.assign(new Error(code), { code }))
  expect(failed.code).toBe(failure)
  expect(failureSentence(ptBR, failureOf(failed))).toContain(words)
})
