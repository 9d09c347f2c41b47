import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEncryptedFile } from '../../../../main/engine/store/encrypted-file.ts'
import { recordSchema } from '../../../../main/engine/store/records.ts'
import { newSheet } from '../../../../main/leads/sheet-file.ts'
import { createSheetNotes } from '../../../../main/sheets/data/sheet-folder.ts'
import { fileKey, folderOfTest, openDataFolder } from '../../../kit/temporary-folder.ts'
import { filterOf, leadsOf, pagesOf } from './lead-pages.ts'
import { beginPull, columnOf, createSheet, pull, sheetOf, sheetWith } from './open-sheets.ts'

describe('the file of a sheet', () => {
  it('of another key is shown as such, stays unchanged, and does not open', async () => {
    const other = openDataFolder({ key: 'ff'.repeat(32) })
    await sheetOf(other, leadsOf(30))
    other.close()
    const sheets = await createSheet()
    sheets.close()
    const [foreign, file] = [other, sheets].map(({ dir }) => path.join(dir, 'sheets', 's1.sheet')) as [string, string]
    copyFileSync(foreign, file)
    sheets.restart()
    expect(await sheets.ask('sheets.list', {})).toMatchObject([
      { id: 's1', name: 'Planilha s1', rows: 0, badge: { kind: 'damaged', failure: 'key_missing' } },
    ])
    await expect(beginPull(sheets)).rejects.toMatchObject({ code: 'key_missing' })
    await expect(columnOf(sheets, 'nome')).rejects.toMatchObject({ code: 'key_missing' })
    sheets.close()
    expect(readFileSync(file).equals(readFileSync(foreign))).toBe(true)
    other.restart()
    expect(await columnOf(other, 'nome')).toHaveLength(30)
  })

  it('needs no note in app.db, which a full disk does not take', () => {
    const file = path.join(folderOfTest(), 'notes.db')
    const database = openEncryptedFile({ path: file, key: fileKey, schema: recordSchema })
    const notes = createSheetNotes(database)
    database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`)
    const named = { id: 's1', name: 'N'.repeat(1_000_000), connection_id: 'c1', filter: filterOf(), created_at: '' }
    notes.write(newSheet(named))
    notes.remove('s1')
    expect(notes.read('s1')).toBeNull()
    database.close()
  })

  it('with damaged rows can be renamed, and is made anew with its name and filter, and read again whole', async () => {
    const sheets = await sheetWith(leadsOf(30))
    sheets.close()
    const folder = path.join(sheets.dir, 'sheets')
    const rows = path.join(folder, 's1.sheet.1.snapshot')
    // What the sheet is can still be read.
    writeFileSync(rows, readFileSync(rows).fill(0x5a, 1000))
    sheets.restart()
    await expect(columnOf(sheets, 'nome')).rejects.toThrow()
    expect(await sheets.ask('sheets.list', {})).toMatchObject([
      { name: 'Planilha s1', badge: { kind: 'damaged', failure: 'file_damaged' } },
    ])
    const renamed = await sheets.ask('sheets.rename', { id: 's1', name: 'Outra' })
    expect(renamed).toMatchObject({ name: 'Outra', badge: { kind: 'damaged', failure: 'file_damaged' } })
    await sheets.ask('sheets.renew', { id: 's1' })
    expect(readdirSync(folder)).toContain('s1.sheet.damaged')
    expect(await pull(sheets, pagesOf(leadsOf(30), 500))).toMatchObject({ name: 'Outra', rows: 30 })
    expect(await columnOf(sheets, 'nome')).toHaveLength(30)
    expect(readdirSync(folder)).not.toContain('s1.sheet.damaged')
  })

  it('is listed by its name as damaged beside the good ones, and can be forgotten', async () => {
    const sheets = await sheetWith(leadsOf(30))
    await createSheet(sheets, 's2')
    sheets.close()
    const file = path.join(sheets.dir, 'sheets', 's2.sheet')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0x5a, 64, bytes.length))
    sheets.restart()
    const listed = await sheets.ask('sheets.list', {})
    expect(listed.find(({ id }) => id === 's2')).toMatchObject({
      name: 'Planilha s2',
      connection_id: 'c1',
      badge: { kind: 'damaged', reason: 'failed', failure: 'file_damaged' },
    })
    expect(listed.find(({ id }) => id === 's1')).toMatchObject({ rows: 30, badge: { kind: 'complete' } })
    for (const sheet of listed) expect(await sheets.ask('sheets.read', { id: sheet.id })).toEqual(sheet)
    expect(await sheets.ask('sheets.known', { connection_id: 'c1' })).not.toEqual({
      inboxes: [],
      agents: [],
      labels: [],
    })
    await sheets.ask('sheets.forget', { id: 's2' })
    expect(await sheets.ask('sheets.list', {})).toHaveLength(1)
    await expect(async () => sheets.ask('sheets.read', { id: 's2' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
