import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildZip } from '../../lists/build-xlsx.ts'
import { asIs, createRunKit, type RunKit, runOf } from './run-kit.ts'

let kit: RunKit

beforeEach(() => {
  kit = createRunKit()
})

type Source = { path: string } | { bytes: Uint8Array } | { run: string }
const coded = (code: string) => expect.objectContaining({ code })
const stage = (list: string, source: string | Source, name = 'lista.csv') =>
  kit.ask('lists.stage', { list, name, source: typeof source === 'string' ? { bytes: Buffer.from(source) } : source })

describe('a staged list', () => {
  it('is read from a file or from bytes, and inspected again with other settings', async () => {
    const file = path.join(kit.dir, 'lista.csv')
    writeFileSync(file, 'Nome;Fone\nJoão;11 98888-7777\n', 'latin1')
    const inspection = await stage('a', { path: file })
    expect(inspection).toMatchObject({ name: 'lista.csv', encoding: 'windows-1252', delimiter: ';', header: true })
    expect(inspection.preview).toEqual([['João', '11 98888-7777']])
    const other = await kit.ask('lists.inspect', { list: 'a', settings: { ...asIs, header: false } })
    expect(other.preview).toHaveLength(2)
    expect(await stage('b', 'Nome;Fone\nAna;11 98888-7777')).toMatchObject({ encoding: 'utf-8' })
  })

  it('is one row a key when they are side by side, pasted, in bytes or in a file', async () => {
    const text = '11 98888-7777; 11 97777-6666'
    expect((await stage('a', text, '')).preview).toHaveLength(2)
    expect((await stage('b', text)).preview).toHaveLength(2)
    const file = path.join(kit.dir, 'lista.csv')
    writeFileSync(file, text)
    expect((await stage('c', { path: file })).preview).toHaveLength(2)
  })

  it('is the one list of a zip file, under its own name, and once more where a run is made of it', async () => {
    const bytes = buildZip([
      { name: 'Pasta/Relatório.csv', bytes: 'Nome;Fone\nAna;11 98888-7777' },
      { name: '__MACOSX/x', bytes: 'x' },
    ])
    expect(await stage('a', { bytes }, 'lista.zip')).toMatchObject({ name: 'Relatório.csv', delimiter: ';' })
    const run = await kit.ask('runs.create', runOf('a'))
    expect(run.list_name).toBe('Relatório.csv')
    expect((await stage('b', { run: run.id }, run.list_name)).preview).toEqual([['Ana', '11 98888-7777']])
  })

  it('gives the keys that would be sent and the cells that cannot', async () => {
    await stage('a', 'Nome,\nAna,11 98888-7777\nBia,(11) 98888-7777\nCaio,"5,51199E+12"\nDavi,\n')
    const settings = { ...asIs, header: true, key_columns: [{ index: 1, kind: 'phone' as const }] }
    const rows: number[] = []
    const progress = (value: { rows: number }) => rows.push(value.rows)
    expect(await kit.ask('lists.budget', { list: 'a', settings }, { progress })).toEqual({
      recognised: null,
      other_forms: 1,
      rows: 4,
      keys: 1,
      repeated: 1,
      hidden_rows: 0,
      unusable_rows: 2,
      problems: [
        { reason: 'empty', cells: 1 },
        { reason: 'damaged_by_excel', cells: 1 },
      ],
      unusable: [
        { row: 4, column: 'B', reason: 'damaged_by_excel', text: '5,51199E+12', has_key: false },
        { row: 5, column: 'B', reason: 'empty', text: '', has_key: false },
      ],
    })
    expect(rows.at(-1)).toBe(4)
  })

  it('is not found once a run was made of it, or after four newer ones', async () => {
    for (const list of ['a', 'b', 'c', 'd', 'e']) await stage(list, 'fone\n11988887777')
    const inspect = (list: string) => kit.ask('lists.inspect', { list, settings: asIs })
    await expect(inspect('a')).rejects.toEqual(coded('not_found'))
    await inspect('b')
    await kit.ask('runs.create', runOf('b'))
    await expect(inspect('b')).rejects.toEqual(coded('not_found'))
  })

  it('that cannot be read fails with the reason', async () => {
    mkdirSync(path.join(kit.dir, 'folder.csv'))
    const fileAt = (name: string) => ({ path: path.join(kit.dir, name) })
    await expect(stage('a', fileAt('missing.csv'))).rejects.toEqual(coded('file_unreadable'))
    await expect(stage('a', fileAt('folder.csv'))).rejects.toMatchObject({ params: { cause: 'folder' } })
    await expect(stage('a', '\n\n')).rejects.toEqual(coded('list_empty'))
    await expect(stage('a', { run: 'none' })).rejects.toEqual(coded('not_found'))
  })
})
