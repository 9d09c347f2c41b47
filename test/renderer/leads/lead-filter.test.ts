import { describe, expect, it } from 'vitest'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyFilter, onDay } from '../../../preload/values/lead-filters.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import {
  canMove,
  dateProblem,
  filterPhrase,
  moving,
  presetDays,
  presetOf,
  withDates,
  withoutHalfDays,
  withPreset,
} from '../../../renderer/leads/lead-filter.ts'

const filterWith = (change: Partial<LeadFilter>): LeadFilter => ({ ...emptyFilter, ...change })

describe('a lead filter as a sentence', () => {
  const names = {
    inboxes: [{ id: 11, name: 'WhatsApp', rows: 3 }],
    agents: [{ id: 21, name: 'Bruna', rows: 3 }],
    labels: [],
  }

  it.each([
    [
      'conversas criadas de 01/01/2026 a 20/11/2026, WhatsApp, abertas',
      { created_after: '2026-01-01', created_before: '2026-11-20', inbox_ids: [11], status: ['open'] },
    ],
    ['conversas criadas desde 01/01/2026', { created_after: '2026-01-01' }],
    ['conversas criadas até 01/01/2026', { created_before: '2026-01-01' }],
    ['conversas movimentadas desde 01/01/2026', { updated_after: '2026-01-01' }],
    [
      'conversas criadas desde 01/01/2026, movimentadas desde 01/02/2026',
      { created_after: '2026-01-01', updated_after: '2026-02-01' },
    ],
    ['todas as conversas, de Bruna ou agente 22', { assignee_ids: [21, 22] }],
    [
      'todas as conversas, com vip, sem a, b, c ou mais 2, uma linha por conversa',
      { with_labels: ['vip'], without_labels: ['a', 'b', 'c', 'd', 'e'], agrupar: 'conversa' },
    ],
  ] satisfies [string, Partial<LeadFilter>][])('is “%s”', (sentence, change) => {
    const words = { messages: ptBR, format: createFormat('pt-BR'), known: names }
    expect(filterPhrase(filterWith(change), words)).toBe(sentence)
  })

  it('speaks English', () => {
    const words = { messages: en, format: createFormat('en'), known: undefined }
    expect(filterPhrase(filterWith({ created_after: '2026-01-01', inbox_ids: [11] }), words)).toBe(
      'conversations created since 01/01/2026, inbox 11',
    )
  })
})

describe('a preset', () => {
  it.each([
    ['year', [2026, 2, 5], { from: '2026-01-01', to: null }],
    ['month', [2026, 2, 5], { from: '2026-03-01', to: null }],
    ['lastMonth', [2026, 2, 5], { from: '2026-02-01', to: '2026-02-28' }],
    ['lastMonth', [2026, 0, 31], { from: '2025-12-01', to: '2025-12-31' }],
    ['last30', [2026, 2, 5], { from: '2026-02-04', to: null }],
  ] as const)('%s on %j has its days, and is recognised by them', (preset, [year, month, day], days) => {
    const today = new Date(year, month, day)
    expect(presetDays(preset, today)).toEqual(days)
    expect(presetOf(days, today)).toBe(preset)
  })
})

describe('days that move with the calendar', () => {
  const today = new Date(2026, 10, 20)
  const last30 = { name: 'last_days', count: 30 } as const

  it('are those of a period on this day, and are said with it', () => {
    const fixed = withPreset(filterWith({}), 'last30', today)
    expect(canMove(fixed, today)).toBe(true)
    const moved = moving(fixed, today, true)
    expect(moved).toEqual({ ...fixed, created_within: last30 })
    expect(onDay(moved, '2026-11-20')).toEqual(moved)
    expect(onDay(moved, '2026-12-24')).toMatchObject({ created_after: '2026-11-25' })
    expect(filterPhrase(moved, { messages: ptBR, format: createFormat('pt-BR'), known: undefined })).toBe(
      'conversas criadas desde 22/10/2026 (últimos 30 dias, na última leitura)',
    )
    expect(moving(moved, today, false)).toEqual(fixed)
  })

  it.each([
    [
      { created_after: '2026-11-14', created_before: '2026-11-20' },
      { name: 'last_days', count: 7 },
    ],
    [{ created_after: '2026-11-09', created_before: '2026-11-15' }, { name: 'last_week' }],
    [{ created_after: '2026-11-19', created_before: '2026-11-19' }, { name: 'yesterday' }],
    [{ created_after: '2026-11-09', created_before: '2026-11-14' }, undefined],
    [{ created_after: '2020-01-01' }, undefined],
    [{ created_after: '2026-11-14', created_before: '2026-11-20', updated_after: '2026-11-14' }, undefined],
  ] as const)('are those that end today or are a whole period: %j', (days, period) => {
    const filter = filterWith(days)
    expect(canMove(filter, today)).toBe(period !== undefined)
    expect(moving(filter, today, true).created_within).toEqual(period)
  })

  it('stay with another preset that has a period, and go with other days', () => {
    const moved = moving(withPreset(filterWith({}), 'last30', today), today, true)
    expect(withPreset(moved, 'lastMonth', today)).toMatchObject({ created_within: { name: 'last_month' } })
    expect(withPreset(moved, 'year', today)).not.toHaveProperty('created_within')
    expect(withDates(moved, { created_after: '2026-11-01' })).not.toHaveProperty('created_within')
    expect(withDates(moved, { updated_after: '2026-11-01' })).toMatchObject({ created_within: last30 })
  })
})

describe('the dates of a filter', () => {
  it.each([
    ['required', {}, true],
    [null, {}, false],
    [null, { updated_after: '2026-01-01' }, true],
    ['reversed', { created_after: '2026-02-01', created_before: '2026-01-01' }, true],
    ['no_day', { created_after: '2026-02-01', created_before: '2026-01-01', updated_after: '31/04/2026' }, true],
  ] as const)('have the problem %s: %j', (problem, change, required) => {
    expect(dateProblem(filterWith(change), required)).toBe(problem)
  })

  it('are left out of the filter when they are open or no day', () => {
    const filter = filterWith({ created_before: '2020-01-01', updated_after: '31/04/2026' })
    const dated = withDates(filter, { created_after: '2026-01-01', created_before: null })
    expect(withoutHalfDays(dated)).toStrictEqual(filterWith({ created_after: '2026-01-01' }))
  })
})
