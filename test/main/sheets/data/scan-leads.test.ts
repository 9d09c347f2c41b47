import { describe, expect, it } from 'vitest'
import { createTimeBuilder, createTimeColumn } from '../../../../main/engine/columns/time-column.ts'
import { isDeeper, isRecord, type JsonRecord, mostLevels, recordOf } from '../../../../main/kernel/json.ts'
import { createLeadBuilder, type LeadBuilder, type LeadParts } from '../../../../main/leads/lead-builder.ts'
import { leadColumnOf, leadColumns } from '../../../../main/leads/lead-columns.ts'
import { leadFields } from '../../../../preload/values/lead-fields.ts'
import { runsAll } from '../../../kit/systems.ts'
import { type Lead, leadOf, randomOf } from './lead-pages.ts'

const times = runsAll ? 2000 : 150
const longEnough = { timeout: 300_000 }

/** Values that a service may send anywhere. */
const odd: readonly unknown[] = [
  null, '', ' ', '0', '007', '17', '123456789012345', '1234567890123456', '-5', '1e3', 'João "aspas" \\ barra', 'linha\nnova', '\u0000', '\ud800',
  '😊', 0, -0, 1.5, -3, 1e21, 123456789012345, 1234567890123456, true, false, [], [''], ['a'], ['a', 'b'], ['[x]'], [1, 'dois'], [null], [['a']],
  {}, { a: { b: ['c', {}] } }, '2024-02-30T10:00:00Z', '2024-02-29T23:59:59.999-03:00', '2024-02-29T24:00:00.000-03:00', '2024-02-29',
  '2024-02-29 10:00:00', '2024-02-29T10:00:00.12345Z', '1700000000', 1_700_000_000, 1_700_000_000_123, '+5511988887777', '5511988887777',
] // biome-ignore format: a list of values

type Random = () => number
const pick = <Value>(random: Random, values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value

function oddLead(random: Random, index: number): Lead {
  const lead: Lead = leadOf(index)
  const kind = random()
  if (kind < 0.5) return lead
  const names = Object.keys(lead)
  const changes = kind < 0.8 ? 1 : 6
  for (let change = 0; change < changes; change++) lead[pick(random, names)] = pick(random, odd)
  if (random() < 0.3) delete lead[pick(random, names)]
  if (random() < 0.2) lead[pick(random, ['novo', 'nome ', '__proto__', 'contato'])] = pick(random, odd)
  if (random() < 0.2) return Object.fromEntries(Object.entries(lead).sort(() => random() - 0.5))
  return lead
}

/** As JSON, with spaces and escapes as some services write them. */
function written(random: Random, value: unknown): string {
  const text = JSON.stringify(value, null, random() < 0.2 ? 2 : undefined)
  return random() < 0.2
    ? text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text
}

/** As services should not write it: a key twice, a key in escapes, keys that are indexes. */
function unusual(random: Random, text: string): string {
  const changes = [
    text.replace('{"contato_id":', '{"nome":"outro","contato_id":'),
    text.replace('{"contato_id":', '{"contato_id":[1],"contato_id":'),
    text.replace('"email":', '"\\u0065mail":'),
    text.replace('{"contato_id":', '{"novo":1,"7":{"b":1,"2":[ 1.0, -0.5e1 ]},"novo":{"__proto__":1},"contato_id":'),
    text.replace('{"contato_id":', '{"novo \\"a\\"":"\\u00e9\\/","contato_id":'),
    text.replace('{"contato_id":', `{"fundo":${'['.repeat(120)}${']'.repeat(120)},"contato_id":`),
  ]
  return pick(random, changes)
}

type Read = (value: unknown) => unknown
const choiceOf: Read = (value) => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined)
/** Texts are stored in UTF-8, which has no half characters. */
const textOf: Read = (value) => {
  const text = choiceOf(value)
  return text === undefined ? undefined : Buffer.from(String(text)).toString()
}
const numberOf: Read = (value) => {
  if (typeof value === 'number') return value
  if (value === '') return null
  return typeof value === 'string' && /^-?(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : undefined
}
const timeOf: Read = (value) => {
  const builder = createTimeBuilder()
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  builder.append(value)
  return createTimeColumn(builder.take()).cell(0)
}
const labelsOf: Read = (value) => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  const isList = Array.isArray(value) && value.every((label) => ['string', 'number'].includes(typeof label))
  return isList ? value.map(String) : undefined
}
/** What a value shows by the type of its field; undefined where it does not fit. */
const readers = {
  integer: numberOf, text: textOf, phone: textOf, choice: choiceOf, status: choiceOf, time: timeOf, list: labelsOf,
} as const // biome-ignore format: a table

/** What is stored of leads, value by value: a field that fits is a cell, all else is text of `extra`. */
function reference(records: readonly JsonRecord[]) {
  const texts = (value: unknown) => (typeof value === 'string' ? value : '')
  const rows = records.map((record) => {
    const cells = leadFields.map(({ key, type }) => {
      const value = record[key] ?? null
      const cell = value === null ? null : readers[type](value)
      return [key, cell ?? (type === 'list' ? [] : null), cell === undefined]
    })
    const misfits = cells.flatMap(([key, , isMisfit]) => (isMisfit ? [key] : []))
    const isField = (name: string) => leadFields.some(({ key }) => key === name)
    const extra = Object.entries(record).filter(([name]) => !isField(name) || misfits.includes(name))
    return [...cells.map(([, cell]) => cell), extra.length === 0 ? null : JSON.stringify(Object.fromEntries(extra))]
  })
  const phonesDiffer = records.some(({ telefone, telefone_digitos }) => {
    const [whole, digits] = [texts(telefone), texts(telefone_digitos)]
    return whole !== `+${digits}` && whole.replace(/\D/g, '') !== digits
  })
  return { rows, hasExtra: rows.some((row) => row.at(-1) !== null), phonesDiffer }
}

/** What the columns show, and what is known of all. */
function shown({ rows, columns, hasExtra, phonesDiffer }: LeadParts) {
  const all = leadColumns.map(({ key, type }) => {
    const part = columns.get(key)
    return part ? leadColumnOf(type, part) : null
  })
  const cells = Array.from({ length: rows }, (_, row) => all.map((column) => column?.cell(row)))
  return { rows: cells, hasExtra, phonesDiffer }
}

/** The leads of a page by `JSON.parse`; null where the text is no page. */
function parsedLeads(text: string): readonly JsonRecord[] | null {
  try {
    const { leads } = recordOf(JSON.parse(text))
    if (!Array.isArray(leads)) return null
    return leads.filter((lead) => isRecord(lead) && !isDeeper(JSON.stringify(lead), mostLevels))
  } catch {
    return null
  }
}

/** Appends a page; false where it is none. */
function append(builder: LeadBuilder, body: Uint8Array): boolean {
  const { rows } = builder
  try {
    if (builder.appendPage(body).list) return true
  } catch {}
  expect(builder.rows).toBe(rows)
  return false
}

function scanned(body: Uint8Array) {
  const builder = createLeadBuilder()
  return append(builder, body) ? shown(builder.take()) : null
}

function expectSame(body: Uint8Array, seed: number) {
  const records = parsedLeads(body.toString())
  expect(scanned(body), `seed ${seed}`).toEqual(records && reference(records))
}

describe('a page of leads that is read as bytes', () => {
  const pageAt = (random: Random) => {
    const leads = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) => oddLead(random, index))
    const list: unknown[] = random() < 0.1 ? [...leads, pick(random, odd)] : leads
    const meta = { total: 1, text: '} ], "leads": [', list: [1, { leads: [2] }] }
    const text = written(random, random() < 0.5 ? { meta, leads: list } : { leads: list, meta })
    return Buffer.from(random() < 0.3 ? unusual(random, text) : text)
  }

  it('has the values that JSON.parse gives, whatever its values, keys, spaces and escapes are', longEnough, () => {
    for (let seed = 0; seed < times; seed++) expectSame(pageAt(randomOf(seed)), seed)
  })

  it('stands behind the pages before it, and leaves no value where it is refused', longEnough, () => {
    for (let seed = 0; seed < times / 5; seed++) {
      const random = randomOf(seed)
      const builder = createLeadBuilder()
      const records: JsonRecord[] = []
      for (let page = 0; page < 12; page++) {
        const whole = pageAt(random)
        const body = random() < 0.4 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole
        const leads = parsedLeads(body.toString())
        expect(append(builder, body)).toBe(leads !== null)
        records.push(...(leads ?? []))
        if (random() < 0.2) {
          records.length = Math.floor(random() * records.length)
          builder.truncate(records.length)
        }
        if (random() < 0.2) {
          const lead = JSON.parse(JSON.stringify(oddLead(random, page))) as JsonRecord
          builder.append(lead)
          records.push(lead)
        }
      }
      const ids = records.map(({ contato_id }) => numberOf(contato_id ?? null) ?? Number.NaN)
      expect([...builder.numbers('contato_id', 3)]).toEqual(ids.slice(3))
      expect(shown(builder.take()), `seed ${seed}`).toEqual(reference(records))
    }
  })

  it('has the leads of the last list where it has several, and none where that is an object', () => {
    const builder = createLeadBuilder()
    expect(builder.appendPage(Buffer.from('{"leads":[],"leads":{"leads":[],"hasKeys":true}}')).list).toBeNull()
    const { list, hasKeys } = builder.appendPage(Buffer.from('{"leads":[{"contato_id":1}],"leads":[{"nome":"Ana"}]}'))
    expect([builder.rows, list?.length, hasKeys]).toEqual([1, 1, false])
  })

  it('is refused exactly where JSON.parse refuses it, wherever a byte is lost or changed', longEnough, () => {
    for (let seed = 0; seed < times * 5; seed++) {
      const random = randomOf(seed)
      const body = Buffer.from(written(random, { meta: { total: 2 }, leads: [oddLead(random, 1), leadOf(2)] }))
      const at = Math.floor(random() * body.length)
      const sign = pick(random, [...Buffer.from('"\\,:[]{}0a \n-.e'), 0, 0xc3, 0xff])
      const damaged = random() < 0.5 ? Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]) : Buffer.from(body)
      if (damaged.length === body.length) damaged[at] = sign
      expectSame(random() < 0.1 ? damaged.subarray(0, at) : damaged, seed)
    }
  })
})
