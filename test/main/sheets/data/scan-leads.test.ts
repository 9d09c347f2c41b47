import { describe, expect, it } from 'vitest'
import { isRecord, type JsonRecord, recordOf } from '../../../../main/kernel/json.ts'
import { createLeadBuilder, type LeadParts } from '../../../../main/leads/lead-builder.ts'
import { leadColumnOf, leadColumns } from '../../../../main/leads/lead-columns.ts'
import { scanPage } from '../../../../main/leads/scan-leads.ts'
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

/** What the columns of these rows show, and what is known of all. */
function shown({ rows, columns, hasExtra, phonesDiffer }: LeadParts) {
  const values = leadColumns.map(({ key, type }) => {
    const part = columns.get(key)
    const column = part ? leadColumnOf(type, part) : null
    return [key, Array.from({ length: rows }, (_, row) => [column?.cell(row), column?.isEmpty(row)])]
  })
  return { values, hasExtra, phonesDiffer }
}

/** The slow way: every record by `JSON.parse`, row by row. Null where the text is no page. */
function reference(text: string) {
  try {
    const { leads } = recordOf(JSON.parse(text))
    if (!Array.isArray(leads)) return null
    const builder = createLeadBuilder()
    for (const lead of leads.filter(isRecord)) builder.append(lead as JsonRecord)
    return shown(builder.take())
  } catch {
    return null
  }
}

function scanned(body: Uint8Array) {
  try {
    const { list } = scanPage(body)
    if (!list) return null
    const builder = createLeadBuilder()
    builder.appendRows(list.leads)
    return shown(builder.take())
  } catch {
    return null
  }
}

describe('a page of leads that is read as bytes', () => {
  it('has the rows that JSON.parse gives, whatever its values, keys, spaces and escapes are', longEnough, () => {
    for (let seed = 0; seed < times; seed++) {
      const random = randomOf(seed)
      const leads = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) => oddLead(random, index))
      const list: unknown[] = random() < 0.1 ? [...leads, pick(random, odd)] : leads
      const meta = { total: 1, text: '} ], "leads": [', list: [1, { leads: [2] }] }
      const text = written(random, random() < 0.5 ? { meta, leads: list } : { leads: list, meta })
      expect(scanned(Buffer.from(text)), `seed ${seed}`).toEqual(reference(text))
    }
  })

  it('has no rows where its leads are an object, whatever that has', () => {
    expect(scanPage(Buffer.from('{"leads":[],"leads":{"leads":[],"hasKeys":true}}')).list).toBeNull()
  })

  it('is refused exactly where JSON.parse refuses it, wherever a byte is lost or changed', longEnough, () => {
    for (let seed = 0; seed < times * 5; seed++) {
      const random = randomOf(seed)
      const body = Buffer.from(written(random, { meta: { total: 2 }, leads: [oddLead(random, 1), leadOf(2)] }))
      const at = Math.floor(random() * body.length)
      const sign = pick(random, [...Buffer.from('"\\,:[]{}0a \n-.e'), 0, 0xc3, 0xff])
      const damaged = random() < 0.5 ? Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]) : Buffer.from(body)
      if (damaged.length === body.length) damaged[at] = sign
      const cut = random() < 0.1 ? damaged.subarray(0, at) : damaged
      expect(scanned(cut), `seed ${seed}`).toEqual(reference(cut.toString('utf8')))
    }
  })
})
