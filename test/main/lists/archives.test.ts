import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listInArchive } from '../../../main/lists/archive.ts'
import { buildOds, odsRow } from './build-ods.ts'
import { buildXlsx, buildZip, xlsxRow, type ZipPart } from './build-xlsx.ts'
import { readWhole, textFile } from './read-whole.ts'

const csv = 'nome;fone\nAna;11988887777\n'
const part = (name: string, bytes: string | Uint8Array = csv, more: Partial<ZipPart> = {}) => ({ name, bytes, ...more })
const open = (parts: readonly ZipPart[], name = 'lista.zip') =>
  listInArchive(textFile(buildZip(parts), name), 10_000_000, AbortSignal.timeout(60_000))
const ods = buildOds([{ name: 'A', rows: odsRow(['nome', 'fone']) + odsRow(['Ana', '11988887777']) }])
const ofSystems = ['__MACOSX/._lista.csv', '.DS_Store', 'Thumbs.db', 'LEIA-ME.txt', '~$lista.xlsx']
const rows = xlsxRow(1, ['nome', 'fone']) + xlsxRow(2, ['Ana', '11988887777'])

describe('a zip file with one list is read as that list', () => {
  it.each([
    ['a CSV', 'lista.csv', [part('lista.csv')]],
    ['in folders', 'Relatório.CSV', [part('a/', ''), part('a/b/', ''), part('a/b/Relatório.CSV')]],
    ['beside what systems add', 'lista.csv', [part('lista.csv'), ...ofSystems.map((name) => part(name, 'x'))]],
    ['beside pictures', 'lista.csv', [part('lista.csv'), part('logo.png', 'x'), part('b/sheet.css', 'x')]],
    ['an XLSX', 'lista.xlsx', [part('lista.xlsx', buildXlsx([{ name: 'A', rows }]))]],
    ['an ODS', 'lista.ods', [part('lista.ods', ods)]],
    ['a file of any name, alone', 'export', [part('export')]],
    ['with `\\` in its name', 'lista.csv', [part('a\\lista.csv')]],
  ])('%s', async (_, name, parts) => {
    const file = await open(parts)
    expect(file.name).toBe(name)
    expect((await readWhole(file)).rows).toEqual([['Ana', '11988887777']])
  })

  it('which is the chat where contacts were sent in it', async () => {
    const parts = [
      part('_chat.txt'),
      part('Bia.vcf', 'BEGIN:VCARD'),
      part('0001-PHOTO.jpg', 'x'),
      part('notas.txt', 'x'),
    ]
    expect((await open(parts)).name).toBe('_chat.txt')
  })

  it('and spreadsheets, which are zip files as well, stay as they came', async () => {
    for (const bytes of [buildXlsx([{ name: 'A', rows }]), buildOds([{ name: 'A', rows: odsRow(['1']) }])]) {
      const file = textFile(bytes, 'lista.zip')
      expect(await listInArchive(file, 1, AbortSignal.timeout(1000))).toBe(file)
    }
  })
})

describe('any other zip file is refused by its own name', () => {
  it.each([
    ['several lists', 'archive_several', [part('a.csv'), part('b.csv')]],
    ['no list', 'archive', [part('a.png', 'x'), part('b.mp4', 'x')]],
    ['nothing but what systems add', 'archive', [part('.DS_Store', 'x')]],
    ['another archive', 'archive_nested', [part('a.zip', buildZip([part('a.csv')]))]],
    ['other archives', 'archive_nested', [part('a.rar', 'x'), part('a.jpg', 'x')]],
    ['a password', 'archive_password', [part('a.csv', csv, { encrypted: true })]],
    ['a wrong checksum', 'archive_damaged', [part('a.csv', csv, { crc: 1 })]],
    ['bytes that do not inflate', 'archive_damaged', [part('a.csv', csv, { packed: Buffer.alloc(3, 0xff) })]],
  ])('%s', async (_, cause, parts) => {
    await expect(open(parts)).rejects.toMatchObject({ code: 'list_unreadable', params: { cause } })
  })

  it('a damaged one', async () => {
    const file = textFile(buildZip([part('a.csv')]).slice(0, 40), 'lista.zip')
    const opening = listInArchive(file, 1000, AbortSignal.timeout(1000))
    await expect(opening).rejects.toMatchObject({ params: { cause: 'archive_damaged' } })
  })

  it.each([
    ['as it says', 40_000_000],
    ['whatever it says', 100],
  ])('one that inflates to more than a list may have, %s', async (_, size) => {
    const bytes = Buffer.alloc(40_000_000, 'a;1\n')
    const parts = [part('a.csv', bytes, { packed: deflateRawSync(bytes), size })]
    await expect(open(parts)).rejects.toMatchObject({ code: 'file_too_large' })
  })
})
