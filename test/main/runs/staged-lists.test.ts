import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { asIs, createRunKit, quiet, type RunKit } from './run-kit.ts'

let kit: RunKit

beforeEach(() => {
  kit = createRunKit()
})
afterEach(() => kit.remove())

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action()
  } catch (error) {
    return error instanceof AppFailure ? error.code : String(error)
  }
  return 'nothing thrown'
}

function stage(list: string, source: { path: string } | { bytes: Uint8Array }, name = 'lista.csv') {
  return kit.lists()['lists.stage']({ list, name, source }, quiet)
}

describe('a staged list', () => {
  it('comes from a file or from bytes, and is looked at again with other settings', async () => {
    const file = path.join(kit.dir, 'lista.csv')
    writeFileSync(file, 'Nome;Fone\nJoão;11 98888-7777\n', 'latin1')
    const inspection = await stage('a', { path: file })
    expect(inspection).toMatchObject({ name: 'lista.csv', encoding: 'windows-1252', delimiter: ';', header: true })
    expect(inspection.preview).toEqual([['João', '11 98888-7777']])
    const other = await kit
      .lists()
      ['lists.inspect']({ list: 'a', settings: { ...asIs, header: false as never } }, quiet)
    expect(other.preview).toHaveLength(2)
    expect(await stage('b', { bytes: Buffer.from('Nome;Fone\nAna;11 98888-7777') })).toMatchObject({
      encoding: 'utf-8',
    })
  })

  it('is one row a key when it was pasted side by side', async () => {
    const inspection = await stage('a', { bytes: Buffer.from('11 98888-7777; 11 97777-6666') }, '')
    expect(inspection.preview).toHaveLength(2)
  })

  it('tells before anything is sent what would be, and which cells cannot', async () => {
    const text = 'Nome,\nAna,11 98888-7777\nBia,(11) 98888-7777\nCaio,"5,51199E+12"\nDavi,\n'
    await stage('a', { bytes: Buffer.from(text) })
    const settings = { ...asIs, header: true as never, key_columns: [{ index: 1, kind: 'phone' }] as never }
    const rows: number[] = []
    const watch = { ...quiet, progress: (value: { rows: number }) => rows.push(value.rows) }
    expect(await kit.lists()['lists.budget']({ list: 'a', settings }, watch)).toEqual({
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
        { row: 4, column: 'B', reason: 'damaged_by_excel', text: '5,51199E+12' },
        { row: 5, column: 'B', reason: 'empty', text: '' },
      ],
    })
    expect(rows.at(-1)).toBe(4)
  })

  it('is gone once it is dropped, and the oldest makes room for a fifth', async () => {
    for (const list of ['a', 'b', 'c', 'd', 'e']) await stage(list, { bytes: Buffer.from('fone\n11988887777') })
    const inspect = (list: string) => codeOf(() => kit.lists()['lists.inspect']({ list, settings: asIs }, quiet))
    expect(await inspect('a')).toBe('not_found')
    expect(await inspect('b')).toBe('nothing thrown')
    await kit.lists()['lists.drop']({ list: 'b' }, quiet)
    expect(await inspect('b')).toBe('not_found')
  })

  it('says why it cannot be had', async () => {
    mkdirSync(path.join(kit.dir, 'folder.csv'))
    expect(await codeOf(() => stage('a', { path: path.join(kit.dir, 'missing.csv') }))).toBe('file_unreadable')
    expect(await codeOf(() => stage('a', { path: path.join(kit.dir, 'folder.csv') }))).toBe('file_unreadable')
    expect(await codeOf(() => stage('a', { bytes: Buffer.from('\n\n') }))).toBe('list_empty')
    expect(
      await codeOf(() => kit.lists()['lists.stage']({ list: 'a', name: 'x', source: { run: 'none' } }, quiet)),
    ).toBe('not_found')
  })
})
