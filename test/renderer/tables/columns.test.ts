import { describe, expect, it } from 'vitest'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import {
  arrangeColumns,
  changeColumn,
  everyColumn,
  hiddenCount,
  isCollapsed,
  layoutOf,
  moveColumn,
  orderColumns,
  plainDefaults,
} from '../../../renderer/tables/columns.ts'

const columns: readonly TableColumn[] = [
  { key: 'id', type: 'integer', heading: null },
  { key: 'nome', type: 'text', heading: null },
  { key: 'telefone', type: 'phone', heading: null },
  { key: 'status', type: 'status', heading: null },
]
const defaults = { ...plainDefaults, order: ['nome', 'telefone'], pinned: ['nome'], hidden: ['status'] }
const keys = (arranged: readonly { readonly key: string }[]) => arranged.map(({ key }) => key)
const shape = { columns: [...columns], empty: [] }
const standard = () => arrangeColumns(shape, { columns: [] }, defaults)

describe('columns that nobody has arranged', () => {
  it('stand in the order of the defaults, then in the order of the table', () => {
    expect(keys(standard())).toEqual(['nome', 'telefone', 'id', 'status'])
  })

  it('are pinned and hidden by default', () => {
    expect(standard().map(({ pinned, hidden }) => [pinned, hidden])).toEqual([
      ['left', false],
      [null, false],
      [null, false],
      [null, true],
    ])
  })
})

describe('columns whose keys nobody knows beforehand', () => {
  const hiding = { ...defaults, hides: ({ heading }: TableColumn) => heading !== null }
  const more = { columns: [...columns, { key: 'canal', type: 'text', heading: 'canal' } as const], empty: [] }

  it('wait hidden where the table does so, also in a layout from before they came', () => {
    const layouts = [{ columns: [] }, { columns: layoutOf(standard()) }]
    for (const layout of layouts) {
      const last = arrangeColumns(more, layout, hiding).at(-1)
      expect(last).toMatchObject({ key: 'canal', hidden: true, chosen: true })
    }
  })

  it('are seen once they were chosen', () => {
    const chosen = changeColumn(arrangeColumns(more, { columns: [] }, hiding), 'canal', { hidden: false })
    expect(arrangeColumns(more, { columns: layoutOf(chosen) }, hiding).at(-1)).toMatchObject({ hidden: false })
  })
})

describe('columns that the user arranged', () => {
  it('come back as they were left', () => {
    const arranged = changeColumn(moveColumn(standard(), 'telefone', 1), 'id', { width: 300 })
    expect(arrangeColumns(shape, { columns: layoutOf(arranged) }, defaults)).toEqual(arranged)
  })

  it('leave out what the table no longer has, and put last what is new', () => {
    const layout = { columns: [{ key: 'gone' }, { key: 'status' }, { key: 'id' }] }
    expect(keys(arrangeColumns(shape, layout, plainDefaults))).toEqual(['status', 'id', 'nome', 'telefone'])
  })
})

describe('moving a column', () => {
  it('jumps over hidden ones', () => {
    const hidden = changeColumn(standard(), 'id', { hidden: true })
    const shown = changeColumn(hidden, 'status', { hidden: false })
    expect(keys(moveColumn(shown, 'telefone', 1).filter((column) => !column.hidden))).toEqual([
      'nome',
      'status',
      'telefone',
    ])
  })

  it('never crosses the edge of the pinned ones', () => {
    expect(moveColumn(standard(), 'telefone', -1)).toEqual(standard())
  })

  it('by dragging keeps what was not named behind', () => {
    expect(keys(orderColumns(standard(), ['nome', 'id', 'telefone']))).toEqual(['nome', 'id', 'telefone', 'status'])
  })
})

describe('hiding a column', () => {
  it('does not hide the last one that is seen', () => {
    const one = { columns: columns.slice(0, 1), empty: [] }
    const arranged = arrangeColumns(one, { columns: [] }, plainDefaults)
    expect(changeColumn(arranged, 'id', { hidden: true })).toEqual(arranged)
  })

  it('and pinning puts a column at its edge', () => {
    expect(keys(changeColumn(standard(), 'status', { pinned: 'left' }))).toEqual(['nome', 'status', 'telefone', 'id'])
  })
})

describe('columns that hold nothing in any row', () => {
  const collapsing = { ...defaults, collapsesEmpty: true as const }
  const partly = { columns: [...columns], empty: ['telefone', 'status'] }
  const collapsed = (arranged: ReturnType<typeof arrangeColumns>) => arranged.filter(isCollapsed).map(({ key }) => key)

  it('are collapsed where the table does so, and in no other', () => {
    const arranged = arrangeColumns(partly, { columns: [] }, collapsing)
    expect(collapsed(arranged)).toEqual(['telefone'])
    expect(arranged.filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual(['telefone', 'status'])
    expect(hiddenCount(arranged)).toBe(1)
    expect(collapsed(arrangeColumns(partly, { columns: [] }, defaults))).toEqual([])
  })

  it('show by themselves once they hold something, whatever else the person has arranged', () => {
    const widened = changeColumn(arrangeColumns(partly, { columns: [] }, collapsing), 'id', { width: 300 })
    const filled = arrangeColumns(shape, { columns: layoutOf(widened) }, collapsing)
    expect(filled.filter(({ hidden }) => !hidden).map(({ key }) => key)).toEqual(['nome', 'telefone', 'id'])
  })

  it('are collapsed again once they hold nothing any more', () => {
    const widened = changeColumn(arrangeColumns(shape, { columns: [] }, collapsing), 'telefone', { width: 300 })
    expect(collapsed(arrangeColumns(partly, { columns: layoutOf(widened) }, collapsing))).toEqual(['telefone'])
  })

  it('stay as the person has chosen, shown or hidden', () => {
    const shown = changeColumn(arrangeColumns(partly, { columns: [] }, collapsing), 'telefone', { hidden: false })
    const again = arrangeColumns(partly, { columns: layoutOf(shown) }, collapsing)
    expect(again.find(({ key }) => key === 'telefone')).toMatchObject({ hidden: false, chosen: true })
    const hidden = changeColumn(again, 'telefone', { hidden: true })
    const filled = arrangeColumns(shape, { columns: layoutOf(hidden) }, collapsing)
    expect(filled.find(({ key }) => key === 'telefone')).toMatchObject({ hidden: true, chosen: true })
  })

  it('are shown where nothing else would be', () => {
    const all = { columns: [...columns], empty: columns.map(({ key }) => key) }
    expect(collapsed(arrangeColumns(all, { columns: [] }, collapsing))).toEqual([])
  })
})

describe('derived columns', () => {
  const wait = { key: 'espera_horas', type: 'number', heading: null, beside: null } as const
  const more = { ...shape, derived: [wait] }
  const usual = () => arrangeColumns(more, { columns: [] }, defaults)
  const last = (arranged: ReturnType<typeof usual>) => arranged.find(({ key }) => key === wait.key)

  it('are hidden until they are wanted, count neither as hidden nor as empty, and are in no export of everything', () => {
    expect(last(usual())).toMatchObject({ hidden: true, chosen: false })
    expect([hiddenCount(usual()), usual().filter(isCollapsed)]).toEqual([1, []])
    expect(keys(everyColumn(usual()))).not.toContain(wait.key)
  })

  it('wait hidden in a layout from before they came, and stay as they were left', () => {
    expect(last(arrangeColumns(more, { columns: layoutOf(standard()) }, defaults))).toMatchObject({ hidden: true })
    const shown = changeColumn(usual(), wait.key, { hidden: false })
    const again = arrangeColumns(more, { columns: layoutOf(shown) }, defaults)
    expect(last(again)).toMatchObject({ hidden: false })
    expect(keys(everyColumn(again))).toContain(wait.key)
    const hidden = arrangeColumns(
      more,
      { columns: layoutOf(changeColumn(again, wait.key, { hidden: true })) },
      defaults,
    )
    expect([last(hidden)?.hidden, hiddenCount(hidden)]).toEqual([true, 1])
  })

  it('stand behind all others, or beside the column that they are about', () => {
    expect(keys(usual()).at(-1)).toBe(wait.key)
    const beside = { ...shape, derived: [{ ...wait, beside: 'nome' }] }
    const layouts = [{ columns: [] }, { columns: layoutOf(standard()) }]
    for (const layout of layouts) expect(keys(arrangeColumns(beside, layout, defaults))[1]).toBe(wait.key)
    const moved = orderColumns(arrangeColumns(beside, { columns: [] }, defaults), ['nome', 'telefone', wait.key])
    expect(keys(arrangeColumns(beside, { columns: layoutOf(moved) }, defaults))[2]).toBe(wait.key)
  })
})
