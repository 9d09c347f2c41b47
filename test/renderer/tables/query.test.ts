import { describe, expect, it } from 'vitest'
import type { TableQuery } from '../../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { filterBy, filterOf, narrows, nextSort, sortBy, sortOf } from '../../../renderer/tables/query.ts'

describe('the order', () => {
  it('of a heading goes up, down and away', () => {
    const up = nextSort(emptyQuery, 'nome', false)
    const down = nextSort(up, 'nome', false)
    expect(sortOf(up, 'nome')).toEqual({ descending: false, place: 1, of: 1 })
    expect(sortOf(down, 'nome')?.descending).toBe(true)
    expect(nextSort(down, 'nome', false).sort).toEqual([])
  })

  it('by another heading alone replaces the order, and added keeps it', () => {
    const first = nextSort(emptyQuery, 'nome', false)
    expect(nextSort(first, 'status', false).sort).toEqual([{ column: 'status', descending: false }])
    expect(sortOf(nextSort(first, 'status', true), 'status')).toEqual({ descending: false, place: 2, of: 2 })
  })

  it('keeps the place of a column whose direction changes', () => {
    const both = sortBy(sortBy(emptyQuery, 'nome', 'ascending', true), 'status', 'ascending', true)
    expect(nextSort(both, 'nome', true).sort).toEqual([
      { column: 'nome', descending: true },
      { column: 'status', descending: false },
    ])
  })

  it('has at most the eight columns that the contract takes', () => {
    const many = 'abcdefghij'
      .split('')
      .reduce<TableQuery>((query, column) => sortBy(query, column, 'ascending', true), emptyQuery)
    expect(many.sort).toHaveLength(8)
  })
})

describe('a filter', () => {
  it('replaces the one that its column had, in its place', () => {
    const one = filterBy(emptyQuery, 'nome', { column: 'nome', operator: 'blank' })
    const two = filterBy(one, 'email', { column: 'email', operator: 'blank' })
    const changed = filterBy(two, 'nome', { column: 'nome', operator: 'not_blank' })
    expect(changed.filters.map(({ column, operator }) => `${column} ${operator}`)).toEqual([
      'nome not_blank',
      'email blank',
    ])
    expect(filterOf(filterBy(changed, 'nome', null), 'nome')).toBeNull()
  })

  it('or a search leaves rows out; spaces alone do not', () => {
    expect(narrows(emptyQuery)).toBe(false)
    expect(narrows({ ...emptyQuery, search: '  ' })).toBe(false)
    expect(narrows({ ...emptyQuery, search: 'silva' })).toBe(true)
  })
})
