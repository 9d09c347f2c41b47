import { describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { outcomeOrder } from '../../../preload/values/outcomes.ts'
import {
  filterOfOutcomes,
  outcomesIn,
  outcomesOf,
  rowsOf,
  sharePhrase,
  toggleOutcome,
} from '../../../renderer/cruzar/runs.ts'

const counts = { com_conversa: 1, sem_conversa: 2, ausente: 3, invalida: 4, sem_resposta: 5, ambigua: 0 }

describe('the outcomes', () => {
  it('are in one order, ambiguous rows only where there are any', () => {
    const five = ['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta']
    expect(outcomesIn(counts)).toEqual(five)
    expect(outcomesIn({ ...counts, ambigua: 1 })).toEqual(outcomeOrder)
    expect(outcomeOrder).toEqual(five.toSpliced(2, 0, 'ambigua'))
  })

  it('filter rows by the column of the outcome, and not at all when none or all are selected', () => {
    expect(filterOfOutcomes(['ausente'])).toEqual({ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] })
    expect(filterOfOutcomes([])).toBeNull()
    expect(filterOfOutcomes(outcomeOrder)).toBeNull()
  })

  it('are read back from a query, also from a filter that was made in the column menu', () => {
    const filter = { column: 'cruzar_resultado', operator: 'in', values: ['invalida', null, 'ausente'] } as const
    expect(outcomesOf({ ...emptyQuery, filters: [{ ...filter, values: [...filter.values] }] })).toEqual([
      'ausente',
      'invalida',
    ])
    expect(outcomesOf(emptyQuery)).toEqual([])
  })

  it.each([
    ['alone', [], 'ausente', false, ['ausente']],
    ['given up by the same press', ['ausente'], 'ausente', false, []],
    ['alone after several', ['ausente', 'invalida'], 'ausente', false, ['ausente']],
    ['joined with Ctrl or Shift, in their order', ['invalida'], 'ausente', true, ['ausente', 'invalida']],
    ['taken out with Ctrl or Shift', ['ausente', 'invalida'], 'invalida', true, ['ausente']],
  ] as const)('are chosen %s', (_, chosen, pressed, added, next) => {
    expect(toggleOutcome(chosen, pressed, added)).toEqual(next)
  })

  it('add up to the rows of a choice', () => {
    expect(rowsOf(counts, ['ausente', 'invalida'])).toBe(7)
    expect(rowsOf(counts, outcomeOrder)).toBe(15)
  })

  it.each([
    [0, 100, '0%'],
    [1, 10_000, '<1%'],
    [9999, 10_000, '>99%'],
    [100, 100, '100%'],
    [1, 3, '33%'],
    [0, 0, '0%'],
  ])('never round little to nothing, nor almost all to all: %i of %i are %s', (rows, total, share) => {
    expect(sharePhrase(rows, total)).toBe(share)
  })
})
