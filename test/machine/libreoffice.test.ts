import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { officeOnly, officeProgram } from '../kit/systems.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { everyOutcome, phones } from '../main/cruzar/every-outcome.ts'
import { childrenOf, findIn, readXml, type XmlElement } from '../main/engine/export/read-xml.ts'

/** What another spreadsheet finds in our files: `npm test -- machine`, on a machine that has LibreOffice. */

/** A cell as LibreOffice has understood it. */
interface OfficeCell {
  readonly type: string | undefined
  readonly text: string
}

/**
 * How "CSV para Excel" is opened: `;`, UTF-8, Portuguese, and formulas of cells as a double click in Excel reads them.
 */
const csvFilter = 'CSV:59,34,76,1,,1046,false,false,false,false,false,-1,true'
const runProgram = promisify(execFile)

/** The rows of each sheet, by its name, without the empty ones at the end. */
async function openedByOffice(file: string): Promise<ReadonlyMap<string, readonly (readonly OfficeCell[])[]>> {
  const folder = await temporaryFolder()
  // A profile of its own: the person's may be open.
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`
  const filter = file.endsWith('.csv') ? [`--infilter=${csvFilter}`] : []
  const words = [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder, file]
  await runProgram(officeProgram() ?? 'soffice', words, { timeout: 120_000 })
  const xml = await readFile(path.join(folder, `${path.parse(file).name}.fods`), 'utf8')
  const declared = xml.replace(/^<\?xml[^>]*\?>\s*/, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n')
  const tables = childrenOf(findIn(readXml(declared), 'office:spreadsheet'), 'table:table')
  return new Map(tables.map((table) => [table.attributes['table:name'] ?? '', rowsOf(table)]))
}

function rowsOf(table: XmlElement): OfficeCell[][] {
  return childrenOf(table, 'table:table-row').flatMap((row) => {
    const cells = childrenOf(row, 'table:table-cell').flatMap((cell) =>
      repeated(cell, 'table:number-columns-repeated', {
        type: cell.attributes['office:value-type'],
        text: childrenOf(cell, 'text:p')
          .map(({ text }) => text)
          .join('\n'),
      }),
    )
    return cells.some(({ type }) => type !== undefined) ? repeated(row, 'table:number-rows-repeated', cells) : []
  })
}

/** The same so often; empty cells and rows are repeated to the end of the sheet. */
function repeated<T>({ attributes }: XmlElement, attribute: string, value: T): T[] {
  return new Array(Math.min(Number(attributes[attribute] ?? 1), 100)).fill(value)
}

describe('LibreOffice', () => {
  test.each(['xlsx', 'csv-excel'] as const)('finds phones and ids as texts in %s', officeOnly(), async (format) => {
    const { exported } = await everyOutcome()
    const [rows = []] = (await openedByOffice((await exported(format)).file)).values()
    expect(rows[0]?.slice(0, 4).map(({ text }) => text)).toEqual(['Nome', 'Telefone', 'Observação', 'Código'])
    for (const [index, phone] of phones.entries()) {
      const [, telephone, , code] = rows[index + 1] ?? []
      // Digits that no spreadsheet changes are written as they are in a CSV, and look the same as a number.
      const isPlain = format === 'csv-excel' && /^[1-9]\d{0,10}$/.test(phone)
      if (phone !== '') expect(telephone).toEqual({ type: isPlain ? 'float' : 'string', text: phone })
      expect(code).toEqual({ type: 'string', text: `000${index}` })
    }
  })

  test('finds the origin behind the rows, in texts', officeOnly(), async () => {
    const { exported } = await everyOutcome()
    const sheets = [...(await openedByOffice((await exported('xlsx')).file))]
    expect(sheets.map(([name]) => name)).toEqual(['Resultado', 'Origem'])
    for (const row of sheets[1]?.[1] ?? []) for (const { type } of row.slice(0, 2)) expect(type).toBe('string')
  })
})
