import { expect, it } from 'vitest'
import type { AppFailure } from '../../../main/kernel/failure.ts'
import { failureSentence } from '../../../preload/messages/catalogue.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { buildXlsx, buildZip, xlsxParts, xlsxRow } from './build-xlsx.ts'
import { readWhole, textFile } from './read-whole.ts'

const rows = xlsxRow(1, ['fone']) + xlsxRow(2, ['11988887777'])
const parts = xlsxParts([{ name: 'A', rows }])
const zip = (...names: string[]) => buildZip(names.map((name) => ({ name, bytes: 'x' })))
/** The start of a compound file and the name of a stream in its directory, as Office writes them. */
const ole = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')])
const binaryRelations = parts.map((part) =>
  part.name === '_rels/.rels' ? { ...part, bytes: String(part.bytes).replace('workbook.xml', 'workbook.bin') } : part,
)

it.each([
  ['a spreadsheet with a password', 'lista.xlsx', ole('EncryptedPackage'), 'password'],
  ['an encrypted part', 'lista.xlsx', buildZip(parts.map((part) => ({ ...part, encrypted: true }))), 'password'],
  ['an old .xls', 'lista.xls', ole('Workbook'), 'old_excel'],
  ['an old Word document', 'lista.doc', ole('WordDocument'), 'document'],
  ['the lock file of Excel', '~$lista.xlsx', Buffer.from('\x05Maria\0\0\0'), 'lock_file'],
  ['a web page under the name .xls', 'lista.xls', '\ufeff\n<html xmlns:x="urn:x"><table><tr><td>11', 'web_page'],
  ['a page with its head first', 'lista.xls', '<head><meta charset="utf-8"></head><table>', 'web_page'],
  ['a spreadsheet in XML of 2003', 'lista.xls', '<?xml version="1.0"?><Workbook>', 'web_page'],
  ['a web archive', 'lista.xls', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n', 'web_page'],
  ['a ZIP that holds a list', 'lista.zip', zip('lista.csv'), 'archive'],
  ['an empty ZIP', 'lista.zip', buildZip([]), 'archive'],
  ['a .xlsb', 'lista.xlsb', zip('xl/workbook.bin', 'xl/worksheets/sheet1.bin'), 'binary_excel'],
  [
    'a .xlsb with its relations',
    'lista.xlsb',
    buildZip([...binaryRelations, { name: 'xl/workbook.bin', bytes: '\0' }]),
    'binary_excel',
  ],
  ['a .numbers', 'lista.numbers', zip('Index/Document.iwa', 'Metadata/Properties.plist'), 'numbers'],
  ['a damaged .ods', 'lista.ods', zip('mimetype', 'content.xml'), 'damaged'],
  ['a .docx', 'lista.docx', zip('word/document.xml', '[Content_Types].xml'), 'document'],
  ['a PDF', 'lista.pdf', '%PDF-1.7\n…', 'document'],
  ['a picture', 'lista.png', Buffer.from('\x89PNG\r\n', 'latin1'), 'picture'],
  ['a damaged XLSX', 'lista.xlsx', buildXlsx([{ name: 'A', rows }]).slice(0, 400), 'damaged'],
  ['an XLSX that lost its start', 'lista.xlsx', buildXlsx([{ name: 'A', rows }]).slice(200), 'damaged'],
  ['no text at all', 'lista.csv', '\x01\x02\x03\x04\x05\x06\x07', 'not_text'],
])('%s is refused by its own name', async (_, name, content, cause) => {
  const file = textFile(typeof content === 'string' ? content : Uint8Array.from(content), name)
  const failure = await readWhole(file).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'list_unreadable', params: { cause } })
  const sentence = failureSentence(ptBR, failure as AppFailure)
  expect(sentence.includes('CSV ou XLSX')).toBe(cause === 'not_text' || cause === 'picture')
})

it('a text under the name .xlsx is read as what it is', async () => {
  const list = await readWhole(textFile('nome;fone\nAna;11988887777', 'lista.xlsx'))
  expect(list.rows).toEqual([['Ana', '11988887777']])
})
