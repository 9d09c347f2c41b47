import { closeSync, existsSync, mkdirSync, openSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../../main/data-folder.ts'
import { createConnectionFiles } from '../../../main/engine/store/connection-files.ts'
import { openEncryptedFile, storeFailure } from '../../../main/engine/store/encrypted-file.ts'
import { sqlitePath } from '../../../main/engine/store/file-lock.ts'
import { openRecords } from '../../../main/engine/store/records.ts'
import { failureOf } from '../../../main/kernel/failure.ts'
import { formerSchema } from '../../../main/leads/former-rows.ts'
import { fileKey as key, temporaryFolder } from '../../kit/temporary-folder.ts'
import { windowsFiles } from '../kernel/windows-files.ts'
import { leadsOf } from '../sheets/data/lead-pages.ts'
import { columnOf, openSheets, sheetWith } from '../sheets/data/open-sheets.ts'

/** Files that another program has open, as Windows treats them: nobody renames or deletes them. */

const schema = ['create table people (name text not null)']
const failureOfStore = (action: () => unknown) => {
  try {
    action()
  } catch (error) {
    return failureOf(storeFailure(error))
  }
  return undefined
}

test('a sheet that is forgotten while another process has it open is gone for both, and its file goes when that lets it go', async () => {
  const window = await sheetWith(leadsOf(20))
  windowsFiles()
  const scheduled = openSheets(window.dir)
  expect(await columnOf(scheduled, 'nome')).toHaveLength(20)
  await window.ask('sheets.forget', { id: 's1' })
  expect(await window.ask('sheets.list', {})).toEqual([])
  expect(await scheduled.ask('sheets.list', {})).toEqual([])
  expect(readdirSync(path.join(window.dir, 'sheets'))).toContain('s1.sheet')
  await expect(columnOf(scheduled, 'nome')).rejects.toMatchObject({ code: 'not_found' })
  expect(readdirSync(path.join(window.dir, 'sheets'))).toEqual([])
})

test('a sheet that both have open goes at the latest when the last of them ends', async () => {
  const window = await sheetWith(leadsOf(20))
  windowsFiles()
  const scheduled = openSheets(window.dir)
  await columnOf(scheduled, 'nome')
  await window.ask('sheets.forget', { id: 's1' })
  window.close()
  expect(readdirSync(path.join(window.dir, 'sheets'))).toContain('s1.sheet')
  scheduled.close()
  expect(readdirSync(path.join(window.dir, 'sheets'))).toEqual([])
})

test('the file of a forgotten connection goes at the next start when another program held it until then', async () => {
  const deps = { dir: await temporaryFolder(), key, name: 'forms', schema }
  const files = createConnectionFiles(deps)
  files.open('c1').prepare('insert into people values (?)').run('Ana')
  const system = windowsFiles()
  system.refuse('unlink', /^c1\.forms$/, { code: 'EPERM' })
  files.remove('c1')
  expect(files.has('c1')).toBe(false)
  files.close()
  expect(readdirSync(path.join(deps.dir, 'forms'))).toContain('c1.forms')
  system.restore()
  createConnectionFiles(deps).close()
  expect(readdirSync(path.join(deps.dir, 'forms'))).toEqual([])
})

test('a folder opens beside a process that makes a sheet at that moment, and clears what one that was killed has left', async () => {
  const dir = await temporaryFolder()
  mkdirSync(path.join(dir, 'sheets'))
  const stale = path.join(dir, 'sheets', 'old.sheet.making')
  const young = path.join(dir, 'sheets', 'young.sheet.making')
  for (const file of [stale, young]) writeFileSync(file, 'meio')
  utimesSync(stale, 0, 0)
  openFolder({ dir, key, now: () => new Date(), zone: () => 'America/Sao_Paulo' }).close()
  expect(readdirSync(path.join(dir, 'sheets'))).toEqual(['young.sheet.making'])
})

test('the copy of an older version that a scanner holds stops no opening', async () => {
  const file = path.join(await temporaryFolder(), 'pessoas.db')
  openEncryptedFile({ path: file, key, schema }).close()
  openEncryptedFile({ path: file, key, schema: [...schema, 'create table later (x)'] }).close()
  const system = windowsFiles()
  system.refuse('unlink', /\.old$/)
  openEncryptedFile({ path: file, key, schema: [...schema, 'create table later (x)'] }).close()
  expect(existsSync(`${file}.old`)).toBe(true)
})

test('a damaged app.db that another process has open is reported as in use, and is recovered when that has ended', async () => {
  const dir = await temporaryFolder()
  const file = path.join(dir, 'app.db')
  openRecords({ dir, key }).close()
  writeFileSync(file, Buffer.alloc(200_000, 0x5a))
  const system = windowsFiles()
  const other = openSync(file, 'r')
  expect(failureOfStore(() => openRecords({ dir, key }))).toMatchObject({ code: 'file_busy', params: { of: 'data' } })
  closeSync(other)
  system.restore()
  openRecords({ dir, key }).close()
  expect(existsSync(`${file}.damaged`)).toBe(true)
})

test('a sheet whose state cannot be read is not held open, and is renewed', async () => {
  const sheets = await sheetWith(leadsOf(20))
  sheets.restart()
  const file = path.join(sheets.dir, 'sheets', 's1.sheet')
  await sheets.ask('sheets.list', {})
  const database = openEncryptedFile({ path: file, key, schema: formerSchema })
  database.exec("delete from state where key = 'sheet'")
  database.close()
  windowsFiles()
  await expect(columnOf(sheets, 'nome')).rejects.toMatchObject({ code: 'file_damaged' })
  await sheets.ask('sheets.renew', { id: 's1' })
  expect(await sheets.ask('sheets.list', {})).toMatchObject([{ rows: 0 }])
})

test('data files work in a folder with accents and blanks, and in one whose path is longer than Windows’ old limit', async () => {
  const dir = path.join(await temporaryFolder(), 'Atenção à Conceição', 'a'.repeat(120), 'ç ã'.repeat(30))
  expect(path.join(dir, 'app.db').length).toBeGreaterThan(260)
  const { handlers, close } = openFolder({ dir, key, now: () => new Date(), zone: () => 'America/Sao_Paulo' })
  onTestFinished(close)
  handlers['records.put']({ collection: 'connections', id: 'c1', value: 'Conta' })
  expect(handlers['records.list']({ collection: 'connections' })).toEqual([{ id: 'c1', value: 'Conta' }])
})

test('SQLite gets a long path of Windows with the prefix that makes it work, and every other one as it is', () => {
  const long = `C:\\${'a'.repeat(250)}\\app.db`
  expect(sqlitePath(long, path.win32)).toBe(`\\\\?\\${long}`)
  expect(sqlitePath('C:\\Dados\\app.db', path.win32)).toBe('C:\\Dados\\app.db')
  expect(sqlitePath(`/${'a'.repeat(250)}/app.db`)).toBe(`/${'a'.repeat(250)}/app.db`)
})
