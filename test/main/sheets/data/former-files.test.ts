import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEncryptedFile } from '../../../../main/engine/store/encrypted-file.ts'
import { formerSchema } from '../../../../main/leads/former-rows.ts'
import { writeFormerFiles } from '../../../kit/former-files.ts'
import { fileKey } from '../../../kit/temporary-folder.ts'
import { leadOf, leadsOf, pagesOf } from './lead-pages.ts'
import { beginPull, columnOf, finishPull, openSheets, storePage } from './open-sheets.ts'

/**
 * A folder with two sheets as Cruza wrote them while each page was stored alone and sealed later: `s1` read whole, with
 * a quick refresh that was interrupted. `s2` interrupted at page 6.
 */
function formerSheets() {
  const sheets = openSheets()
  sheets.close()
  const json = path.join(import.meta.dirname, 'pages-as-blobs.json')
  writeFormerFiles(json, { dir: path.join(sheets.dir, 'sheets'), ending: '.sheet', key: fileKey })
  sheets.restart()
  return sheets
}

describe('a file whose pages were stored alone', () => {
  it('shows the rows of its segments and pages, and goes on with the next page', async () => {
    const sheets = formerSheets()
    const leads = leadsOf(150)
    const names = (count: number) => leads.slice(0, count).map(({ nome }) => nome)
    expect(await columnOf(sheets, 'nome', {}, 's2')).toEqual(names(125))
    expect(await beginPull(sheets, 'full', 's2')).toMatchObject({ next_page: 6, rows: 125, total: 150 })
    const body = Buffer.from(pagesOf(leads, 25)[5] ?? '')
    expect(await sheets.ask('sheets.page', { id: 's2', page: 6, body })).toMatchObject({ repeated: 0 })
    const finished = await sheets.ask('sheets.finish', { id: 's2', numbered: true })
    expect(finished).toMatchObject({ rows: 150, badge: { kind: 'complete' } })
    sheets.restart()
    expect(await columnOf(sheets, 'nome', {}, 's2')).toEqual(names(150))
    expect(await columnOf(sheets, 'telefone_digitos', {}, 's2')).toEqual(leads.map((lead) => lead.telefone_digitos))
  })

  it('keeps what it showed, searched and ordered, and ends the refresh that was interrupted', async () => {
    const sheets = formerSheets()
    expect(await columnOf(sheets, 'contato_id')).toEqual(leadsOf(150).map(({ contato_id }) => contato_id))
    // Sets of labels were stored as JSON.
    const labels = leadsOf(150).map(({ etiquetas_contato }) => etiquetas_contato)
    expect(await columnOf(sheets, 'etiquetas_contato')).toEqual(labels)
    expect(await columnOf(sheets, 'extra')).toContain('{"mensagens":"muitas","plano":{"nome":"ouro"}}')
    const matches = leadsOf(150).filter(({ nome }) => /concei/i.test(String(nome))).length
    expect(matches).toBeGreaterThan(0)
    expect(await columnOf(sheets, 'nome', { search: 'CONCEIÇÃO' })).toHaveLength(matches)
    expect(await beginPull(sheets, 'quick')).toMatchObject({ next_page: 2, rows: 2 })
    await storePage(sheets, 2, pagesOf([leadOf(901)], 5)[0])
    expect(await finishPull(sheets)).toMatchObject({ rows: 152, badge: { kind: 'changed' } })
    const names = await columnOf(sheets, 'nome')
    expect([names[3], names.length]).toEqual(['Mudou', 152])
    const sorted = await columnOf(sheets, 'nome', { sort: [{ column: 'nome', descending: false }] })
    const order = new Intl.Collator('pt-BR')
    const texts = sorted.filter((name) => typeof name === 'string' && name !== '') as string[]
    expect(texts).toEqual([...texts].sort(order.compare))
  })
})

/** Changes the file of a sheet while nobody has it open. */
function editFile(sheets: ReturnType<typeof formerSheets>, id: string, sql: string): void {
  sheets.close()
  const file = path.join(sheets.dir, 'sheets', `${id}.sheet`)
  const database = openEncryptedFile({ path: file, key: fileKey, schema: formerSchema, oldest: 1 })
  database.exec(sql)
  database.close()
  sheets.restart()
}

describe('a file that has its rows itself', () => {
  const filesOf = ({ dir }: ReturnType<typeof formerSheets>) =>
    readdirSync(path.join(dir, 'sheets'))
      .filter((name) => /^s1\.sheet(\.\d+\.snapshot)?$/.test(name))
      .sort()

  it('gets files of snapshots when it is shown first, and gives the room of its rows back', async () => {
    const sheets = formerSheets()
    // Made for giving room back, as each was, and with rows that nothing names any more, as a killed process left them.
    editFile(
      sheets,
      's1',
      `pragma auto_vacuum = incremental; vacuum;
       insert into segment (generation, name, number, body) values (77, 'extra', 0, zeroblob(4000000))`,
    )
    const file = path.join(sheets.dir, 'sheets', 's1.sheet')
    const size = statSync(file).size
    const names = await columnOf(sheets, 'nome')
    expect(filesOf(sheets)).toHaveLength(3)
    expect(statSync(file).size).toBeLessThan(size / 4)
    const times = filesOf(sheets)
      .slice(1)
      .map((name) => statSync(path.join(sheets.dir, 'sheets', name)).mtimeMs)
    sheets.restart()
    expect(await columnOf(sheets, 'nome')).toEqual(names)
    expect(
      filesOf(sheets)
        .slice(1)
        .map((name) => statSync(path.join(sheets.dir, 'sheets', name)).mtimeMs),
    ).toEqual(times)
  })

  it('is moved anew where a process was killed while it moved them', async () => {
    const sheets = formerSheets()
    const unfinished = path.join(sheets.dir, 'sheets', 's1.sheet.1.snapshot')
    writeFileSync(unfinished, 'meio')
    expect(await columnOf(sheets, 'contato_id')).toEqual(leadsOf(150).map(({ contato_id }) => contato_id))
    expect(statSync(unfinished).size).toBeGreaterThan(1000)
  })

  it('is shown by two processes at the same time, one of which moves its rows', async () => {
    const sheets = formerSheets()
    const scheduled = openSheets(sheets.dir)
    const [here, there] = await Promise.all([columnOf(sheets, 'nome'), columnOf(scheduled, 'nome')])
    expect(here).toHaveLength(150)
    expect(there).toEqual(here)
  })

  it('without any row is shown, and is refreshed', async () => {
    const sheets = formerSheets()
    editFile(
      sheets,
      's1',
      `delete from segment; delete from page; delete from state where key = 'pull';
       update state set value = json_set(value, '$.rows', 0) where key = 'sheet'`,
    )
    expect(await columnOf(sheets, 'nome')).toEqual([])
    await beginPull(sheets, 'quick')
    await storePage(sheets, 1, pagesOf([leadOf(3)], 5)[0])
    expect(await finishPull(sheets)).toMatchObject({ rows: 1 })
    sheets.restart()
    expect(await columnOf(sheets, 'nome')).toEqual([leadOf(3).nome])
  })
})
