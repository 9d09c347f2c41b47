import { describe, expect, it } from 'vitest'
import {
  filterOfOutcomes,
  outcomeOrder,
  outcomesOf,
  rowsOf,
  sharePhrase,
  toggleOutcome,
} from '../../../renderer/cruzar/run-words.ts'
import { emptyQuery } from '../../../renderer/tables/query.ts'

describe('the five outcomes', () => {
  it('are always five, in one order', () => {
    expect(outcomeOrder).toEqual(['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta'])
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

  it('are chosen one at a time, and given up by the same press', () => {
    expect(toggleOutcome([], 'ausente', false)).toEqual(['ausente'])
    expect(toggleOutcome(['ausente'], 'ausente', false)).toEqual([])
    expect(toggleOutcome(['ausente', 'invalida'], 'ausente', false)).toEqual(['ausente'])
  })

  it('are joined with Ctrl or Shift, in their own order', () => {
    expect(toggleOutcome(['invalida'], 'ausente', true)).toEqual(['ausente', 'invalida'])
    expect(toggleOutcome(['ausente', 'invalida'], 'invalida', true)).toEqual(['ausente'])
  })

  it('add up to the rows of a choice', () => {
    const counts = { com_conversa: 1, sem_conversa: 2, ausente: 3, invalida: 4, sem_resposta: 5 }
    expect(rowsOf(counts, ['ausente', 'invalida'])).toBe(7)
    expect(rowsOf(counts, outcomeOrder)).toBe(15)
  })

  it('never round little to nothing, nor almost all to all', () => {
    expect(sharePhrase(0, 100)).toBe('0%')
    expect(sharePhrase(1, 10_000)).toBe('<1%')
    expect(sharePhrase(9999, 10_000)).toBe('>99%')
    expect(sharePhrase(100, 100)).toBe('100%')
    expect(sharePhrase(1, 3)).toBe('33%')
    expect(sharePhrase(0, 0)).toBe('0%')
  })
})
