import { describe, expect, it } from 'vitest'
import { compareLists } from '../../../../main/cruzar/data/lists/compare-lists.ts'
import { combineLists } from '../../../../main/cruzar/data/lists/set-operation.ts'
import { createYieldToEventLoop } from '../../../../main/kernel/schedule.ts'
import { recogniseKeys } from '../../../../main/lists/keys.ts'
import type { ListFile } from '../../../../main/lists/plan.ts'
import { readList } from '../../../../main/lists/read.ts'
import { inspectList } from '../../../../main/lists/recognise/inspect.ts'
import { phoneForms } from '../../../../main/phones/match-ladder.ts'
import type { ListSettings } from '../../../../preload/contract/cruzar.ts'
import { rowsOfSet, type SetOperation } from '../../../../preload/values/list-sets.ts'
import { keysOf, randomNumbers, readWhole, settings, textFile } from '../../lists/read-whole.ts'
import { hostileCells } from '../hostile-cells.ts'

const signal = new AbortController().signal

async function read(text: string | ListFile, chosen: Partial<ListSettings> = {}) {
  const file = typeof text === 'string' ? textFile(text) : text
  const { plan } = await inspectList(file, settings(chosen))
  return { file, plan, keys: await recogniseKeys(readList(file, plan), plan) }
}

/** What an operation makes of two lists: the new list, how it reads, and what was counted of it before. */
async function combined(
  how: SetOperation,
  one: string | ListFile,
  other: string | ListFile,
  chosen: Partial<ListSettings> = {},
) {
  const [a, b] = [await read(one, chosen), await read(other)]
  const places = await compareLists(a.keys, b.keys, createYieldToEventLoop(signal))
  const options = { signal, progress: () => undefined, most: 1_000_000 }
  const made = await combineLists(how, { ...a, places: places.one }, { ...b, places: places.other }, options)
  const file: ListFile = { name: 'nova', bytes: made.bytes, made: { header: made.header } }
  const key_columns = [...made.keyColumns]
  if (made.bytes.length === 0) return { file, rows: [], counts: places.counts, keys: [], names: [], key_columns }
  const { rows, plan } = await readWhole(file, { key_columns })
  expect(rows).toHaveLength(rowsOfSet(how, places.counts))
  const keys = rows.length > 0 ? (await keysOf(file, { key_columns })).keys : []
  return { file, rows, counts: places.counts, keys, names: plan.names, key_columns }
}

const rowsOf = async (how: SetOperation, one: string, other: string) => (await combined(how, one, other)).rows

describe('two lists', () => {
  const one = 'Nome;Telefone;E-mail\nAna;(11) 98888-7777;\nBia;;Bia@Exemplo.com\nCaio;21 7777-6666;\nDavi;;\n'
  const other = 'fone,nome\n551188887777,Ana S.\n+5521977776666,Caio\nbia@exemplo.com,Bia\n31 3333-4444,Eva\n,Fábio\n'

  it('share a person by the ninth digit, the 55 and e-mails in capitals', async () => {
    const { counts, rows } = await combined('and', one, other)
    expect(rows.map(([name]) => name)).toEqual(['Ana', 'Bia', 'Caio'])
    const { other: ofOther, ...ofOne } = counts
    expect(ofOne).toEqual({ rows: 4, both: 3, only: 0, keyless: 1 })
    expect(ofOther).toEqual({ rows: 5, both: 3, only: 1, keyless: 1, repeated: 0 })
  })

  it('leave the rows that are not in the other one, and those without a key', async () => {
    expect(await rowsOf('minus', one, other)).toEqual([['Davi', '', '']])
    const landline = 'fone\n11 3333-4444\n11 93333-4444\n'
    expect(await rowsOf('minus', landline, 'fone\n11 3333-4444\n')).toEqual([['11 93333-4444']])
  })

  it('become one with the columns of both, in which nobody is twice', async () => {
    const { rows, names, key_columns } = await combined('or', one, other)
    expect(names).toEqual(['Nome', 'Telefone', 'E-mail'])
    expect(rows.slice(4)).toEqual([
      ['Eva', '31 3333-4444', ''],
      ['Fábio', '', ''],
    ])
    expect(key_columns).toEqual([
      { index: 1, kind: 'phone' },
      { index: 2, kind: 'email' },
    ])
    const third =
      'Telefone;Cidade;Telefone 2\n11 97777-0000;Rio;\n11 97777-0001;Niterói;11 97777-0000\n11 97777-0001;;\n'
    const more = await combined('or', one, third)
    expect(more.names).toEqual(['Nome', 'Telefone', 'E-mail', 'Cidade', 'Telefone 2'])
    expect(more.rows.slice(4)).toEqual([
      ['', '11 97777-0000', '', 'Rio', ''],
      ['', '11 97777-0001', '', '', ''],
    ])
    expect(more.counts.other).toMatchObject({ only: 2, repeated: 1 })
  })

  it('keep the area codes of the other one beside its phones', async () => {
    const made = await combined('or', 'fone\n11988887777\n', 'DDD;fone\n21;3333-4444\n')
    expect(made.key_columns).toEqual([{ index: 0, kind: 'phone', area: 1 }])
    expect(made.rows).toEqual([
      ['11988887777', ''],
      ['3333-4444', '21'],
    ])
  })

  it('become one where they have no headings, or only the other one has', async () => {
    expect((await combined('or', '11988887777\n', '11988887777\n11977776666\n')).rows).toEqual([
      ['11988887777'],
      ['11977776666'],
    ])
    const { names, rows } = await combined('or', '11988887777\n', 'Nome;Celular\nBia;11977776666\n')
    expect(names).toEqual(['Celular', 'Nome'])
    expect(rows).toEqual([
      ['11988887777', ''],
      ['11977776666', 'Bia'],
    ])
  })

  it('keep every text as it is, also cells that have no heading', async () => {
    const cells = hostileCells.filter((cell) => !/[\r]/.test(cell))
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    const lines = cells.map((cell, index) => `1198888${7000 + index},${quoted(cell)},fim`)
    const list = textFile(`fone,obs\n${lines.join('\n')}\n`)
    const original = await readWhole(list)
    const minus = await combined('minus', list, 'fone\n21 97777-6666\n')
    expect(minus.rows).toEqual(original.rows)
    expect((await combined('or', minus.file, minus.file)).rows).toEqual(original.rows)
  })

  it('keep their first row as the heading, whatever the rows below it have', async () => {
    const list = textFile('x;y\n;nome cliente telefone\n11 98888-7777;a\n')
    const first = await combined(
      'minus',
      { ...list, bytes: Buffer.from('x,y\n,nome\n11 98888-7777,a\n'), made: { header: true } },
      'fone\n1133334444\n',
    )
    expect(first.names).toEqual(['x', 'y'])
    expect(first.rows).toHaveLength(2)
  })

  it('stop being compared and combined when that is cancelled', async () => {
    const [a, b] = [await read(one), await read(other)]
    const cancel = new AbortController()
    cancel.abort()
    const cancelled = { signal: cancel.signal, progress: () => undefined, most: 1_000_000 }
    const places = new Uint8Array(5)
    await expect(combineLists('or', { ...a, places }, { ...b, places }, cancelled)).rejects.toThrow()
    await expect(
      combineLists('or', { ...a, places }, { ...b, places }, { ...cancelled, signal, most: 20 }),
    ).rejects.toMatchObject({ code: 'file_too_large' })
  })
})

describe('operations on any two lists', () => {
  const random = randomNumbers(7)
  const one = <T>(items: readonly T[]): T => items[random(items.length)] as T
  /** Few people, so that lists share many, in the ways in which phones are written. */
  const phone = () => {
    const number = 70_000_000 + random(12)
    const ninth = one(['', '9'])
    return one([
      `(11) ${ninth}${number}`,
      `+55 11 ${ninth}${number}`,
      `011${ninth}${number}`,
      `55(11)${ninth}${number}`,
    ])
  }
  const email = () => one(['ana@x.com', 'ANA@x.com', 'bia@x.com ', 'caio@x.com'])
  const cell = () => one(['', '', 'a,b', '"', 'Rio', "'=1"])
  const lineOf = (keys: number) => {
    const key =
      keys === 0
        ? ['', '']
        : one([
            [phone(), ''],
            ['', email()],
          ])
    return [cell(), keys > 1 ? phone() : key[0], keys > 1 ? email() : key[1]]
  }
  const quoted = (line: readonly (string | undefined)[]) =>
    line.map((text = '') => `"${text.replaceAll('"', '""')}"`).join(',')
  const listOf = (mostKeys: number) => {
    const lines = Array.from({ length: 1 + random(12) }, () => lineOf(random(mostKeys + 1)))
    // A row of blanks is no row, and a list without a key is none.
    const filled = [...lines, lineOf(1)].map(([text, ...keys], index) => [text || `r${index}`, ...keys])
    return `nome,telefone,email\n${filled.map(quoted).join('\n')}\n`
  }
  /** The person of a key, found slowly. */
  const person = (key: string) =>
    key.includes('@') ? key : [...phoneForms(key).exact, ...phoneForms(key).otherNinth].sort().at(-1)
  const people = (keys: readonly string[]) => [...new Set(keys.map(person))].sort()

  it('divide the first one into who is in the other and who is not', async () => {
    for (let round = 0; round < 60; round++) {
      const [a, b] = [listOf(2), listOf(2)]
      const whole = (await readWhole(textFile(a))).rows
      const [minus, and] = [await combined('minus', a, b), await combined('and', a, b)]
      expect([...minus.rows, ...and.rows].sort()).toEqual([...whole].sort())
      const inOther = new Set(people((await keysOf(textFile(b))).keys))
      for (const key of minus.keys) expect(inOther).not.toContain(person(key))
      expect(people(minus.keys).filter((each) => people(and.keys).includes(each) && inOther.has(each))).toEqual([])
      const itself = await combined('minus', a, a)
      expect(itself.keys).toEqual([])
      expect((await combined('and', a, a)).rows).toHaveLength(whole.length - itself.rows.length)
    }
  })

  it('reach the same people in either order, where a row has one key', async () => {
    for (let round = 0; round < 60; round++) {
      const [a, b] = [listOf(1), listOf(1)]
      for (const how of ['and', 'or'] as const) {
        expect(people((await combined(how, a, b)).keys)).toEqual(people((await combined(how, b, a)).keys))
      }
    }
  })

  it('leave nobody of the other one out of both together, and add nobody twice', async () => {
    for (let round = 0; round < 60; round++) {
      const [a, b] = [listOf(2), listOf(2)]
      const { rows, file, key_columns, counts } = await combined('or', a, b)
      const [own, all] = [(await readWhole(textFile(a))).rows, people((await keysOf(file, { key_columns })).keys)]
      expect(rows.slice(0, own.length)).toEqual(own)
      expect((await combined('or', file, b, { key_columns })).counts.other).toMatchObject({ only: 0, repeated: 0 })
      expect(counts.other.both + counts.other.only + counts.other.keyless + counts.other.repeated).toBe(
        counts.other.rows,
      )
      expect(all).toEqual(expect.arrayContaining(people((await keysOf(textFile(a))).keys)))
    }
  })
})
