import { describe, expect, test } from 'vitest'
import { createBase } from '../../../main/demo/base.ts'
import { type Entry, seedEntries, seedForms } from '../../../main/demo/forms-store.ts'
import { noon } from './kit.ts'

const now = noon.getTime() / 1000
const entries = seed(2000)
function seed(count: number): Entry[] {
  return seedEntries(createBase({ seed: 1, leads: 20_000, now: noon }), now, count)
}
function keysOf(entry: Entry): string[] {
  return Object.keys(entry.fields)
}
function groupedBy<Key>(all: readonly Entry[], keyOf: (entry: Entry) => Key): Map<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>()
  for (const entry of all) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry])
  return groups
}
describe('the entries of the demonstration', () => {
  test('are the same for the same seed, oldest first, all in the past', () => {
    expect(seed(2000)).toEqual(entries)
    const times = entries.map(({ created_at }) => Date.parse(created_at) / 1000)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBeLessThan(now)
  })

  test('hold about two of a hundred from machines, several in seconds from one address', () => {
    const byIp = groupedBy(entries, ({ metadata }) => String(metadata.ip))
    const bursts = [...byIp.values()].filter((own) => own.length > 2)
    expect(bursts.flat().length / entries.length).toBeCloseTo(0.02, 2)
    for (const burst of bursts) {
      const times = burst.map(({ created_at }) => Date.parse(created_at) / 1000)
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(30)
    }
    expect(new Set(bursts.flat().map(({ form_id }) => form_id))).toEqual(new Set([301, 302, 303]))
  })

  test('are keyed by names, by labels and by ids of the fields', () => {
    const labels = new Set(seedForms(now).flatMap(({ fields }) => fields.map(({ label }) => label)))
    const ids = new Set(seedForms(now).flatMap(({ fields }) => fields.map(({ id }) => id)))
    const count = (names: ReadonlySet<string>) =>
      entries.filter((entry) => keysOf(entry).some((key) => names.has(key))).length
    expect(count(labels)).toBeGreaterThan(50)
    expect(count(ids)).toBeGreaterThan(50)
    expect(entries.filter((entry) => keysOf(entry).includes('nome')).length).toBeGreaterThan(1500)
  })

  test('have values of every type, hostile ones, and very long texts', () => {
    const values = entries.flatMap(({ fields }) => Object.values(fields))
    const types = new Set(values.map((value) => (Array.isArray(value) ? 'array' : typeof value)))
    expect([...types].sort()).toEqual(['array', 'boolean', 'number', 'object', 'string'])
    expect(values).toContain(null)
    const texts = values.filter((value) => typeof value === 'string')
    for (const part of ['<img src=x onerror', '=HYPERLINK', '<script>']) {
      expect(texts.some((text) => text.includes(part))).toBe(true)
    }
    expect(Math.max(...texts.map((text) => text.length))).toBeGreaterThan(4000)
  })

  test('come twice from some people, in one form and across forms', () => {
    const digits = ({ fields }: Entry) => {
      const phone = fields.telefone ?? fields.whatsapp ?? fields.celular
      return typeof phone === 'string' && phone.length > 0 ? phone.replace(/\D/g, '').slice(-8) : null
    }
    const people = groupedBy(entries, digits)
    people.delete(null)
    const twice = [...people.values()].filter((own) => own.length > 1)
    const forms = twice.map((own) => new Set(own.map(({ form_id }) => form_id)).size)
    expect(forms.filter((count) => count === 1).length).toBeGreaterThan(5)
    expect(forms.filter((count) => count > 1).length).toBeGreaterThan(5)
  })

  test('come from nobody who can be reached now and then', () => {
    const unreachable = entries.filter(({ fields }) => fields.email === '' && fields.telefone === '')
    expect(unreachable.length).toBeGreaterThan(10)
  })
})
