import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startScript } from '../../kit/command.ts'
import { writeFormerFiles } from '../../kit/former-files.ts'
import { posixOnly } from '../../kit/systems.ts'
import { fileKey, folderOfTest, openDataFolder } from '../../kit/temporary-folder.ts'
import { leadsOf } from '../sheets/data/lead-pages.ts'
import { sheetOf } from '../sheets/data/open-sheets.ts'

test('a read-only data folder can be read, and fails with its reason on a change', posixOnly('modes'), async () => {
  const folder = openDataFolder()
  const { dir } = folder
  await folder.ask('records.put', { collection: 'connections', id: 'c1', value: 'Conta' })
  await sheetOf(folder, leadsOf(5))
  folder.close()
  await protect(dir)
  onTestFinished(() => protect(dir, 0o700))
  const reader = await startScript('test/main/engine/children/read-folder.ts', [dir, fileKey]).finished
  expect(reader).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(reader.out)).toEqual({
    sheets: ['Planilha s1'],
    rows: 5,
    records: [{ id: 'c1', value: 'Conta' }],
    refused: 'no_permission',
  })
})

test('sheets of a former version in a read-only folder are read as they are', posixOnly('modes'), async () => {
  const dir = folderOfTest()
  const json = path.resolve('test/main/sheets/data/pages-as-blobs.json')
  writeFormerFiles(json, { dir: path.join(dir, 'sheets'), ending: '.sheet', key: fileKey })
  const folder = openDataFolder({ dir })
  await folder.ask('records.put', { collection: 'connections', id: 'c1', value: 'Conta' })
  folder.close()
  const names = await readdir(path.join(dir, 'sheets'))
  await protect(dir)
  onTestFinished(() => protect(dir, 0o700))
  const reader = await startScript('test/main/engine/children/read-folder.ts', [dir, fileKey]).finished
  expect(reader).toMatchObject({ code: 0, err: '' })
  const { sheets, rows, refused } = JSON.parse(reader.out)
  expect({ sheets, rows, refused }).toEqual({
    sheets: ['Planilha s1', 'Planilha s2'],
    rows: 10,
    refused: 'no_permission',
  })
  expect(await readdir(path.join(dir, 'sheets'))).toEqual(names)
})

/** Everybody may read all of it, and nobody write. */
async function protect(dir: string, mode = 0o555): Promise<void> {
  await chmod(dir, mode)
  for (const entry of await readdir(dir, { recursive: true })) await chmod(path.join(dir, entry), mode)
}
