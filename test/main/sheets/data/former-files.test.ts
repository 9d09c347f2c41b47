import path from 'node:path'
import { describe, expect, it } from 'vitest'
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
