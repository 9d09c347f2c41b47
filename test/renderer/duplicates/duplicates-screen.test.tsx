import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { DuplicateSummary } from '../../../preload/contract/duplicates.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { type Answers, Refusal } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { user } from '../../kit/render.tsx'
import { tableShapeWith } from '../../kit/samples.ts'
import { sheetWith } from '../../kit/samples-platform.ts'

const texts = ptBR.duplicates
const pairs: DuplicateSummary = {
  contacts: 18_204,
  sheets: [{ name: 'Leads desde janeiro', read_at: '2026-11-20T11:00:00.000Z' }],
  pairs: 312,
  reasons: [
    { reason: 'same_phone', pairs: 20 },
    { reason: 'email_case', pairs: 2 },
    { reason: 'ninth', pairs: 290 },
  ],
  left_out: 0,
}
const shape = tableShapeWith({
  columns: [
    { key: 'par_motivo', type: 'code', heading: null },
    { key: 'um_nome', type: 'text', heading: null },
    { key: 'outro_nome', type: 'text', heading: null },
  ],
  total: 312,
  matching: 312,
})

function open(
  summary: Partial<DuplicateSummary> = {},
  answers: Answers = {},
  place: { readonly id?: string } = { id: 's1' },
) {
  const all: Answers = {
    'sheets.list': () => [sheetWith(), sheetWith({ id: 's2', name: 'Outra' })],
    'duplicates.summary': () => ({ ...pairs, ...summary }),
    'tables.shape': () => shape,
    ...answers,
  }
  return openApp(all, { place: { screen: 'duplicates', connection: 'c1', ...place } })
}

describe('duplicates in the base', () => {
  it('are counted in words, with what was compared and when it was read', async () => {
    const { inputs } = await open()
    expect(document.body.textContent).toContain(
      '312 pares: 290 pelo nono dígito, 20 pelo mesmo telefone, 2 pelo e-mail em maiúsculas e minúsculas',
    )
    expect(document.body.textContent).toMatch(/18\.204 contatos comparados · Leads desde janeiro · lida hoje/)
    expect(document.body.textContent).toContain(texts.first)
    expect(inputs('duplicates.summary')).toEqual([{ connection_id: 'c1', sheet_id: 's1' }])
  })

  it('show the pairs of a reason that is pressed, and all again by a second press', async () => {
    const { inputs } = await open()
    const ninth = () => screen.getByRole<HTMLButtonElement>('button', { name: texts.figure(texts.reasons.ninth, 290) })
    await user.click(ninth())
    expect(ninth().getAttribute('aria-pressed')).toBe('true')
    const last = () => inputs('tables.rows').at(-1)
    expect(last()).toMatchObject({ query: { filters: [{ column: 'par_motivo', operator: 'in', values: ['ninth'] }] } })
    await user.click(ninth())
    expect(last()).toMatchObject({ query: { filters: [] } })
  })

  it('lead from a pair to either contact', async () => {
    const columns = ['um_contato_id', 'outro_contato_id'].map(
      (key) => ({ key, type: 'integer', heading: null }) as const,
    )
    const { feature, place } = await open(
      {},
      {
        'tables.shape': () => ({ ...shape, columns }),
        'tables.rows': () => ({ rows: [{ row: 0, cells: [7, 9] }], matching: 312, version: '1' }),
      },
    )
    await act(() => feature('tables').of({ kind: 'duplicates', id: 'c1:s1' }).getState().openDetails(0))
    await user.click(screen.getByRole('button', { name: texts.openContact(2) }))
    expect(place()).toEqual({ screen: 'contact', connection: 'c1', id: 9 })
  })

  it('say what was compared where there are none', async () => {
    await open({ pairs: 0, reasons: [] })
    expect(document.body.textContent).toContain(texts.none)
    expect(document.body.textContent).toContain(
      'Nos 18.204 contatos não há dois com o mesmo telefone, com ou sem o 55, zero, operadora ou nono dígito, nem com o mesmo e-mail, em maiúsculas ou minúsculas.',
    )
    expect(screen.getByRole('button', { name: ptBR.common.export }).hasAttribute('disabled')).toBe(true)
  })

  it('lead to the sheets where there is nothing to compare', async () => {
    const { place } = await open({ pairs: 0, reasons: [], contacts: 0, sheets: [] }, {}, {})
    await user.click(screen.getByRole('button', { name: texts.goToSheets }))
    expect(place()).toEqual({ screen: 'sheets' })
  })

  it('say how many pairs are left out', async () => {
    await open({ left_out: 202 })
    expect(document.body.textContent).toContain(
      'Ficam de fora 202 pares: há um telefone ou e-mail em contatos demais (mais de 1.000), ou mais de 200.000 pares.',
    )
  })

  it('are those of all sheets of the account on demand', async () => {
    const { inputs, place } = await open()
    await user.click(screen.getByRole('button', { name: texts.allSheets }))
    expect(place()).toEqual({ screen: 'duplicates', connection: 'c1' })
    expect(inputs('duplicates.summary').at(-1)).toEqual({ connection_id: 'c1', sheet_id: null })
  })

  it('can be found again after a failure', async () => {
    let isBroken = true
    await open(
      {},
      {
        'duplicates.summary': () => {
          if (isBroken) throw new Refusal({ code: 'file_damaged', params: {} })
          return pairs
        },
      },
    )
    isBroken = false
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    expect(document.body.textContent).toContain('312 pares')
  })
})
