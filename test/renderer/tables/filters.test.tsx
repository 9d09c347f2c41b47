import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ColumnFilter, ColumnType } from '../../../preload/contract/table-queries.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { FilterFields } from '../../../renderer/tables/filter-form.tsx'
import { TableContext } from '../../../renderer/tables/table-context.ts'
import type { ArrangedColumn } from '../../../renderer/tables/table-state.ts'
import { leadWords } from '../../../renderer/tables/words.ts'
import { Refusal } from '../../kit/fake-bridge.ts'
import { fill, render, user } from '../../kit/render.tsx'
import { until } from '../../kit/until.ts'
import { openSheetTable } from './sheet-table.ts'

const texts = ptBR.tables.filter
const columnOf = (key: string, type: ColumnType) => ({ key, type, heading: null }) as ArrangedColumn

/** A filter of values over a column that has more of them than are shown at once. */
async function valuesFilter(filter: ColumnFilter | null = null, searchFails = () => false) {
  const { store, bridge, inputs } = await openSheetTable()
  bridge.answer('tables.values', ({ search }) => {
    if (search !== '' && searchFails()) throw new Refusal({ code: 'timeout', params: {} })
    return search === ''
      ? { values: [{ value: 'Recife', rows: 9 }], more: true }
      : { values: [{ value: 'Olinda', rows: 1 }], more: false }
  })
  const onChange = vi.fn()
  await render(
    <TableContext value={{ store, words: leadWords(ptBR) }}>
      <FilterFields column={columnOf('cidade', 'choice')} filter={filter} onChange={onChange} />
    </TableContext>,
  )
  return {
    searches: () => inputs('tables.values').map((input) => (input as { search: string }).search),
    onChange,
    screen,
  }
}

const field = (label: string) => {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  if (!input) throw new Error(`no field “${label}”`)
  return input
}

describe('a filter of values', () => {
  it('leaves the checked ones out where all but these are selected', async () => {
    const { onChange } = await valuesFilter()
    await until(() => expect(document.body.textContent).toContain('Recife'))
    await user.click(screen.getByLabelText('Recife'))
    await user.selectOptions(screen.getByLabelText(texts.operator), 'not_in')
    expect(onChange.mock.calls.at(-1)?.[0]).toEqual({ column: 'cidade', operator: 'not_in', values: ['Recife'] })
  })

  it('searches all values where more than the shown ones are there, and keeps what was checked', async () => {
    const { searches } = await valuesFilter({ column: 'cidade', operator: 'in', values: ['Recife'] })
    await until(() => expect(document.body.textContent).toContain('Recife'))
    await fill(field(texts.searchValues), 'olin')
    // While it is searched for, nobody knows that there is none.
    expect(document.body.textContent).not.toContain(texts.noValues)
    await until(() => expect(document.body.textContent).toContain('Olinda'))
    expect(searches()).toEqual(['', 'olin'])
    await fill(field(texts.searchValues), '')
    await until(() => expect(document.body.textContent).toContain('Recife'))
    expect(document.body.textContent).not.toContain('Olinda')
  })
})

it('a search of values that fails keeps the list and is tried again', async () => {
  let fails = true
  await valuesFilter(null, () => fails)
  await until(() => expect(document.body.textContent).toContain('Recife'))
  await fill(field(texts.searchValues), 'i')
  await waitFor(() => expect(document.body.textContent).toContain(ptBR.common.tryAgain))
  expect(document.body.textContent).toContain('Recife')
  fails = false
  await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
  await waitFor(() => expect(document.body.textContent).toContain('Olinda'))
})

it('a filter of times is none while its days are impossible or reversed', async () => {
  const onChange = vi.fn()
  await render(<FilterFields column={columnOf('em', 'time')} filter={null} onChange={onChange} />)
  await user.selectOptions(screen.getByLabelText(texts.operator), 'between')
  await fill(screen.getByLabelText(texts.from), '31/04/2026')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  await fill(screen.getByLabelText(texts.from), '20/11/2026')
  expect(onChange.mock.calls.at(-1)?.[0]).toMatchObject({ operator: 'between', days: { from: '2026-11-20', to: null } })
  await fill(screen.getByLabelText(texts.to), '19/11/2026')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

it('a filter of times takes a part of what came where it is no date', async () => {
  const onChange = vi.fn()
  const filter = { column: 'em', operator: 'contains', text: 'ont' } as const
  await render(<FilterFields column={columnOf('em', 'time')} filter={filter} onChange={onChange} />)
  const input = document.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')
  expect(input?.value).toBe('ont')
  if (input) await fill(input, 'ontem')
  expect(onChange).toHaveBeenLastCalledWith({ column: 'em', operator: 'contains', text: 'ontem' })
})

it('a filter of times moves with the calendar: seven days unless another period is chosen', async () => {
  const onChange = vi.fn()
  await render(<FilterFields column={columnOf('em', 'time')} filter={null} onChange={onChange} />)
  await user.selectOptions(screen.getByLabelText(texts.period), 'before_days')
  expect(onChange).toHaveBeenLastCalledWith({
    column: 'em',
    operator: 'period',
    period: { name: 'before_days', count: 7 },
  })
  await fill(screen.getByLabelText(texts.count), '30')
  expect(onChange).toHaveBeenLastCalledWith({
    column: 'em',
    operator: 'period',
    period: { name: 'before_days', count: 30 },
  })
  await user.selectOptions(screen.getByLabelText(texts.period), 'today')
  expect(onChange).toHaveBeenLastCalledWith({ column: 'em', operator: 'period', period: { name: 'today' } })
})

it('a filter of days before or after a day leaves that day out', async () => {
  const onChange = vi.fn()
  await render(<FilterFields column={columnOf('em', 'time')} filter={null} onChange={onChange} />)
  await user.selectOptions(screen.getByLabelText(texts.operator), 'before')
  await fill(screen.getByLabelText(texts.day), '20/11/2026')
  expect(onChange.mock.calls.at(-1)?.[0]).toMatchObject({ days: { from: null, to: '2026-11-19' } })
  await user.selectOptions(screen.getByLabelText(texts.operator), 'after')
  expect(onChange.mock.calls.at(-1)?.[0]).toMatchObject({ days: { from: '2026-11-21', to: null } })
  await user.selectOptions(screen.getByLabelText(texts.operator), 'on')
  expect(onChange.mock.calls.at(-1)?.[0]).toMatchObject({ days: { from: '2026-11-20', to: '2026-11-20' } })
})

it('a filter of numbers compares with one number', async () => {
  const onChange = vi.fn()
  await render(<FilterFields column={columnOf('mensagens', 'integer')} filter={null} onChange={onChange} />)
  await user.selectOptions(screen.getByLabelText(texts.operator), 'more')
  expect(onChange).toHaveBeenLastCalledWith(null)
  await fill(screen.getByLabelText(texts.number), '10')
  expect(onChange).toHaveBeenLastCalledWith({ column: 'mensagens', operator: 'more', value: 10 })
})
