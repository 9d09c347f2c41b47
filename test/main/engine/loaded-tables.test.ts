import { describe, expect, it } from 'vitest'
import { createTextColumn } from '../../../main/engine/columns/text-column.ts'
import { textPartOf } from '../../../main/engine/columns/text-part.ts'
import type { Table, TableSource } from '../../../main/engine/tables/table.ts'
import { createLoadedTables } from '../../../main/engine/tables/views.ts'

const present = { now: () => new Date(), zone: () => 'America/Sao_Paulo' }

const columnBytes = createTextColumn('text', textPartOf(['x'.repeat(1000)])).bytes
/** Tables of about a kilobyte each, made when they are loaded. */
function smallTables() {
  const loads: string[] = []
  const versions = new Map<string, string>()
  const version = (id: string) => versions.get(id) ?? '1'
  const tableOf = (id: string): Table => ({
    columns: new Map([['a', createTextColumn('text', textPartOf(['x'.repeat(1000)]))]]),
    order: [{ key: 'a', type: 'text', heading: null }],
    length: 1,
    version: version(id),
    searchable: ['a'],
  })
  const source: TableSource = {
    version,
    load: async (id) => {
      loads.push(id)
      if (id === 'broken' && loads.length === 1) throw new Error('not yet')
      return tableOf(id)
    },
    origin: (id) => ({
      kind: 'sheet',
      name: id,
      connection_id: '',
      read_at: null,
      state: 'made',
      filters: null,
      counts: {},
    }),
    layout: () => ({ columns: [] }),
    arrange: (_, layout) => layout,
  }
  return { loads, versions, source }
}
const everyKind = (source: TableSource) => ({
  sheet: source,
  run: source,
  entries: source,
  newest_entries: source,
  conversations: source,
  dataset: source,
  difference: source,
  duplicates: source,
})

describe('loaded tables', () => {
  it('are released when they are gone, and no other is', async () => {
    const { loads, source } = smallTables()
    const tables = createLoadedTables(everyKind(source), present)
    for (const id of ['a', 'b']) await tables.open({ kind: 'run', id })
    tables.release({ kind: 'run', id: 'a' })
    for (const id of ['a', 'b']) await tables.open({ kind: 'run', id })
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('are cached while there is room, the one that was used longest ago going first', async () => {
    const { loads, source } = smallTables()
    const tables = createLoadedTables(everyKind(source), present, columnBytes * 2)
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await tables.open({ kind: 'sheet', id })
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
    await tables.open({ kind: 'run', id: 'a' })
    expect(loads).toEqual(['a', 'b', 'c', 'b', 'a'])
  })

  it('are read once for many who open them at a time, and anew when their rows change', async () => {
    const { loads, versions, source } = smallTables()
    const tables = createLoadedTables(everyKind(source), present, columnBytes)
    const ref = { kind: 'sheet' as const, id: 'a' }
    const [one, other] = await Promise.all([tables.open(ref), tables.open(ref)])
    expect(one).toBe(other)
    versions.set('a', '2')
    expect((await tables.open(ref)).version).toBe('2')
    expect(loads).toEqual(['a', 'a'])
  })

  it('are tried again after a failure', async () => {
    const { source } = smallTables()
    const tables = createLoadedTables(everyKind(source), present, columnBytes)
    const ref = { kind: 'sheet' as const, id: 'broken' }
    await expect(tables.open(ref)).rejects.toThrow('not yet')
    expect((await tables.open(ref)).length).toBe(1)
  })
})
