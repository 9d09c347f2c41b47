import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import {
  emptyFilter,
  noPeriod,
  periodOf,
  periodProblem,
  presetOf,
  presetPeriod,
  withPeriod,
} from '../../../renderer/leads/lead-filter.ts'
import { proposedName } from '../../../renderer/sheets/new-sheet-store.ts'

const today = new Date(2026, 2, 5)

describe('a preset', () => {
  it('of this year or month leaves the end open', () => {
    expect(presetPeriod('year', today)).toEqual({ ...noPeriod, createdAfter: '2026-01-01' })
    expect(presetPeriod('month', today)).toEqual({ ...noPeriod, createdAfter: '2026-03-01' })
  })

  it('of the last month has both ends, in a short month and over the year', () => {
    expect(presetPeriod('lastMonth', today)).toMatchObject({ createdAfter: '2026-02-01', createdBefore: '2026-02-28' })
    expect(presetPeriod('lastMonth', new Date(2026, 0, 31))).toMatchObject({
      createdAfter: '2025-12-01',
      createdBefore: '2025-12-31',
    })
  })

  it('of thirty days counts today', () => {
    expect(presetPeriod('last30', today).createdAfter).toBe('2026-02-04')
  })

  it('is recognised by its dates', () => {
    expect(presetOf(presetPeriod('last30', today), today)).toBe('last30')
    expect(presetOf({ ...noPeriod, updatedAfter: '2026-01-01' }, today)).toBeNull()
  })
})

describe('a period', () => {
  it('needs a date where the service requires one', () => {
    expect(periodProblem(noPeriod, true)).toBe('required')
    expect(periodProblem(noPeriod, false)).toBeNull()
    expect(periodProblem({ ...noPeriod, updatedAfter: '2026-01-01' }, true)).toBeNull()
  })

  it('cannot end before it begins', () => {
    const wrong = { ...noPeriod, createdAfter: '2026-02-01', createdBefore: '2026-01-01' }
    expect(periodProblem(wrong, true)).toBe('reversed')
    expect(periodProblem({ ...wrong, updatedAfter: '31/04/2026' }, true)).toBe('no_day')
  })

  it('goes into the filter and comes back, open dates left out', () => {
    const period = { createdAfter: '2026-01-01', createdBefore: null, updatedAfter: '2026-02-01' }
    const filter = withPeriod({ ...emptyFilter, created_before: '2020-01-01' }, period)
    expect('created_before' in filter).toBe(false)
    expect(periodOf(filter)).toEqual(period)
  })

  it('proposes a name that is not taken', () => {
    const taken = new Set(['Leads até 31/12/2025', 'Leads até 31/12/2025 (2)'])
    const name = (filter: object) => proposedName({ ...emptyFilter, ...filter }, taken, ptBR, createFormat('pt-BR'))
    expect(name({ created_after: '2026-01-01' })).toBe('Leads desde 01/01/2026')
    expect(name({ created_after: '2026-01-01', created_before: '2026-02-01' })).toBe('Leads de 01/01/2026 a 01/02/2026')
    expect(name({ updated_after: '2026-01-01' })).toBe('Leads movimentados desde 01/01/2026')
    expect(name({})).toBe('Leads')
    expect(name({ created_before: '2025-12-31' })).toBe('Leads até 31/12/2025 (3)')
  })
})
