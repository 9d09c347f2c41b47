import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createStagedLists } from '../../../main/cruzar/data/lists/staged-lists.ts'
import { recogniseKeys } from '../../../main/lists/keys.ts'
import type { ListPlan } from '../../../main/lists/plan.ts'
import { misfit, readKeys, readList, readWithRest, threadFor } from '../../../main/lists/read.ts'
import { readRestOfList } from '../../../main/lists/read-text.ts'
import { runsAll } from '../../kit/systems.ts'
import { randomNumbers, settings, withKeys } from './read-whole.ts'

const base: ListPlan = {
  file_kind: 'text',
  encoding: 'utf-8',
  delimiter: ';',
  sheet: null,
  joined: [],
  hidden_rows: 'read',
  header: true,
  rowsAbove: 1,
  names: ['fone', 'e-mail'],
  keyColumns: [
    { index: 0, kind: 'phone' },
    { index: 1, kind: 'email' },
  ],
  areaCode: null,
  columnTypes: new Map(),
}

const watch = { signal: new AbortController().signal, progress() {} }

const whole = async (bytes: Uint8Array, plan: ListPlan) =>
  recogniseKeys(readList({ name: '', bytes }, plan), plan).then(withKeys, (error: unknown) => error)

/** The same with the rows from a byte on read apart; `taken` says whether they could be. */
async function split(bytes: Uint8Array, plan: ListPlan, at: number) {
  const batches = readRestOfList({ bytes, from: at, plan })
  let taken = false
  async function next() {
    const { value = null } = await batches.next()
    taken = value === null
    return value
  }
  const found = await readWithRest({ name: '', bytes }, plan, { at, next }, watch).then(
    ({ keys }) => withKeys(keys),
    (error: unknown) => error,
  )
  return { found, taken }
}

it('a list in two parts has the keys of the whole, at whichever line end it is split', async () => {
  const random = randomNumbers(23)
  const pick = (of: readonly string[]) => of[random(of.length)] ?? ''
  const bits = ['11988887777', '(21) 97777-6666', 'ana@ex.com', '123', '""', ...'x""\'=\0é\ufeff']
  const ends = ['\n', '\n', '\r\n', '\r', '\n\n', '\r\r\n', ' \n', ';\n']
  let parts = 0
  for (let round = 0; round < (runsAll ? 10_000 : 500); round++) {
    const cell = () => {
      const text = Array.from({ length: random(3) }, () => pick(bits)).join('')
      return random(3) > 0 ? text : `"${text.replaceAll('"', '""')}${pick(['', '', '\n', '\r\n', '";'])}"`
    }
    const row = () => Array.from({ length: 1 + random(3) }, cell).join(';') + pick(ends)
    const text = pick(['', '', '\ufeff', 'sep=;\n']) + Array.from({ length: 2 + random(8) }, row).join('')
    const encoding = (['utf-8', 'utf-8', 'windows-1252', 'mixed'] as const)[random(4)] ?? 'utf-8'
    const bytes = Buffer.from(text)
    // Some bytes that are no UTF-8.
    if (random(2) === 0) bytes[random(bytes.length)] = 0xe3
    const plan = { ...base, encoding, rowsAbove: random(3) }
    const expected = await whole(bytes, plan)
    for (let at = 1; at < bytes.length; at++) {
      if (bytes[at - 1] !== 10 && bytes[at - 1] !== 13) continue
      const { found, taken } = await split(bytes, plan, at)
      expect([JSON.stringify(text), at, found]).toEqual([JSON.stringify(text), at, expected])
      if (taken) parts++
    }
  }
  expect(parts).toBeGreaterThan(100)
}, 120_000)

it('quotes that never close count in both parts together', async () => {
  const filler = 'nome;11988887777\n'.repeat(40_000)
  const plan = { ...base, keyColumns: [{ index: 1, kind: 'phone' as const }] }
  for (const [open, isTaken] of [
    [5, true],
    [12, false],
  ] as const) {
    const half = `${'"a;11977776666\n'.repeat(open)}${filler}`
    const bytes = Buffer.from(`${filler}${half}${half}${'"b;11966665555"\nc;11955554444\n'.repeat(2)}`)
    const { found, taken } = await split(bytes, plan, filler.length + half.length)
    expect(taken).toBe(isTaken)
    expect(found).toEqual(isTaken ? await whole(bytes, plan) : misfit)
  }
})

it('a long list is read as one where the part of another thread does not fit to the rows before it', async () => {
  const open = '"a;11977776666\n'.repeat(12)
  const filler = `nome;11988887777;${'x'.repeat(400)}\n`.repeat(22_000)
  const text = Buffer.from(`${open}${filler}${open}${'"b;11966665555\nc;11955554444\n'.repeat(2)}${filler}`)
  const bytes = new Uint8Array(new SharedArrayBuffer(text.length))
  bytes.set(text)
  const file = { name: '', bytes }
  const plan = { ...base, keyColumns: [{ index: 1, kind: 'phone' as const }] }
  const rows: number[] = []
  const thread = threadFor(file)
  expect(thread).not.toBeNull()
  const progress = (done: number) => rows.push(done)
  const { keys } = await readKeys(file, plan, { signal: watch.signal, progress, thread })
  expect(rows.some((done, at) => done < (rows[at - 1] ?? 0))).toBe(true)
  expect(withKeys(keys)).toEqual(await whole(bytes, plan))
}, 60_000)

it('a long file is counted as its bytes are, and cancelled at once', async () => {
  const random = randomNumbers(5)
  const lines = Array.from({ length: 120_000 }, (_, index) => {
    const name = random(20) === 0 ? `"Ana ""A""\r\nSouza; ${index}"` : `Pessoa ${index}`
    const phone = `(11) 9${8000 + random(1000)}-${1000 + random(9000)}`
    return `${name};${random(50) === 0 ? '123' : phone};p${random(50_000)}@exemplo.com`
  })
  const text = `nome;telefone;e-mail\r\n${lines.join('\r\n')}`
  expect(text.length).toBeGreaterThan(5_000_000)
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'cruza-split-')), 'lista.csv')
  writeFileSync(file, text)
  const { handlers } = createStagedLists({
    listOfRun: () => {
      throw new Error('no runs')
    },
    recognise: () => null,
    listOfTable: () => Promise.reject(new Error('no tables')),
  })
  const rows: number[] = []
  const calls = (signal: AbortSignal) => ({ signal, progress: (done: { rows: number }) => rows.push(done.rows) })
  const budgetOf = async (list: string, source: { path: string } | { bytes: Uint8Array }, cancel?: AbortController) => {
    const call = calls(cancel?.signal ?? new AbortController().signal)
    await handlers['lists.stage']({ list, name: 'lista.csv', source }, call)
    setImmediate(() => cancel?.abort())
    return handlers['lists.budget']({ list, settings: settings() }, call)
  }
  const counted = await budgetOf('bytes', { bytes: Buffer.from(text) })
  expect(counted.rows).toBe(120_000)
  rows.length = 0
  expect(await budgetOf('file', { path: file })).toEqual(counted)
  expect(rows.at(-1)).toBe(120_000)
  await expect(budgetOf('cancelled', { path: file }, new AbortController())).rejects.toMatchObject({
    code: 'cancelled',
  })
})
