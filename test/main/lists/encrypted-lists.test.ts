import { describe, expect, it } from 'vitest'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { xlsRow, xlsStream } from './build-xls.ts'
import { buildXlsx, buildZip, xlsxRow } from './build-xlsx.ts'
import { encryptAgile, encryptStandard, encryptXls } from './encrypt-workbook.ts'
import { outcomeOf, settings } from './read-whole.ts'

const rows = Array.from({ length: 400 }, (_, at) => [`Pessoa ${at}`, `119${80000000 + at}`])
const xlsx = buildXlsx([
  { name: 'A', rows: [['Nome', 'Telefone'], ...rows].map((row, at) => xlsxRow(at + 1, row)).join('') },
])
const xls = xlsStream([
  { name: 'Pessoas', records: [['Nome', 'Telefone'], ...rows].flatMap((row, at) => xlsRow(at, row)) },
])
const kinds = {
  'an .xlsx of Excel 2007': (password: string) => encryptStandard(xlsx, password),
  'an .xlsx of today': (password: string) => encryptAgile(xlsx, password),
  'an .xls with RC4 of Office 97': (password: string) => encryptXls(xls, password, 'office97'),
  'an .xls with RC4 of the CryptoAPI': (password: string) => encryptXls(xls, password, 'cryptoapi'),
}

async function staged(bytes: Uint8Array, password?: string, name = 'lista.xlsx') {
  const { ask } = openDataFolder()
  const { preview } = await ask('lists.stage', { list: 'a', name, source: { bytes }, password })
  const budget = await ask('lists.budget', { list: 'a', settings: settings() })
  return { preview, rows: budget.rows, keys: budget.keys }
}

describe.each(Object.entries(kinds))('%s', (_, encrypted) => {
  it('opens without a question where Excel encrypted it by its own password', async () => {
    const list = await staged(encrypted('VelvetSweatshop'))
    expect(list.preview.slice(0, 2)).toEqual(rows.slice(0, 2))
    expect(list).toMatchObject({ rows: 400, keys: 400 })
  })

  it('asks for a password of a person, and opens by it alone', async () => {
    const bytes = encrypted('açaí 7')
    await expect(staged(bytes)).rejects.toMatchObject({ params: { cause: 'password' } })
    await expect(staged(bytes, 'Açaí 7')).rejects.toMatchObject({ params: { cause: 'wrong_password' } })
    expect(await staged(bytes, 'açaí 7')).toMatchObject({ rows: 400, keys: 400 })
  })

  it('with any part changed is read or refused, and nothing else happens', async () => {
    const whole = encrypted('VelvetSweatshop')
    for (let at = 512; at < whole.length; at += 509) {
      const bytes = whole.slice()
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      expect(['read', 'list_unreadable', 'list_empty', 'list_too_large']).toContain(await outcomeOf(staged(bytes)))
    }
  }, 120_000)
})

it('an encrypted workbook in a ZIP opens too', async () => {
  const zip = buildZip([{ name: 'lista.xlsx', bytes: encryptAgile(xlsx, 'VelvetSweatshop') }])
  expect(await staged(zip, undefined, 'lista.zip')).toMatchObject({ rows: 400 })
})

it('a password that takes longer to check than any program makes it is refused at once', async () => {
  const slow = encryptAgile(xlsx, 'VelvetSweatshop', 10_000_000)
  await expect(staged(slow)).rejects.toMatchObject({ params: { cause: 'encrypted' } })
})

it('another encryption than a password is named', async () => {
  const bytes = encryptXls(xls, 'x', 'office97')
  const record = Buffer.from(bytes).indexOf(Buffer.from([0x2f, 0, 54, 0]))
  bytes[record + 4] = 0
  await expect(staged(bytes)).rejects.toMatchObject({ params: { cause: 'encrypted' } })
})
