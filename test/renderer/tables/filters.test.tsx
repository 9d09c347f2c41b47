import { describe, expect, it, vi } from 'vitest'
import type { ColumnFilter, ColumnType } from '../../../preload/contract/tables.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { TimeFilter } from '../../../renderer/tables/filter-form.tsx'
import { TableContext } from '../../../renderer/tables/table-context.ts'
import type { ArrangedColumn } from '../../../renderer/tables/table-state.ts'
import { ValuesFilter } from '../../../renderer/tables/values-filter.tsx'
import { leadWords } from '../../../renderer/tables/words.ts'
import { Refusal } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
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
  const screen = await render(
    <TableContext value={{ store, words: leadWords(ptBR) }}>
      <ValuesFilter column={columnOf('cidade', 'choice')} filter={filter} onChange={onChange} />
    </TableContext>,
  )
  return {
    searches: () => inputs('tables.values').map((input) => (input as { search: string }).search),
    onChange,
    screen,
  }
}

const field = (label: string) => {
  const found = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  if (!found) throw new Error(`no field “${label}”`)
  return found
}

describe('a filter of values', () => {
  it('leaves the checked ones out where all but these are selected', async () => {
    const { screen, onChange } = await valuesFilter()
    await until(() => expect(screen.text()).toContain('Recife'))
    await screen.click(screen.byLabel('Recife'))
    await screen.click(screen.byLabel(texts.lists.not_in))
    expect(onChange.mock.calls.at(-1)?.[0]).toEqual({ column: 'cidade', operator: 'not_in', values: ['Recife'] })
  })

  it('searches all values where more than the shown ones are there, and keeps what was checked', async () => {
    const { screen, searches } = await valuesFilter({ column: 'cidade', operator: 'in', values: ['Recife'] })
    await until(() => expect(screen.text()).toContain('Recife'))
    await screen.type(field(texts.searchValues), 'olin')
    // While it is searched for, nobody knows that there is none.
    expect(screen.text()).not.toContain(texts.noValues)
    await until(() => expect(screen.text()).toContain('Olinda'))
    expect(searches()).toEqual(['', 'olin'])
    await screen.type(field(texts.searchValues), '')
    await until(() => expect(screen.text()).toContain('Recife'))
    expect(screen.text()).not.toContain('Olinda')
  })
})

it('a search of values that fails keeps the list and is tried again', async () => {
  let fails = true
  const { screen } = await valuesFilter(null, () => fails)
  await until(() => expect(screen.text()).toContain('Recife'))
  await screen.type(field(texts.searchValues), 'i')
  await screen.until(() => expect(screen.text()).toContain(ptBR.common.tryAgain))
  expect(screen.text()).toContain('Recife')
  fails = false
  await screen.click(screen.byRole('button', ptBR.common.tryAgain))
  await screen.until(() => expect(screen.text()).toContain('Olinda'))
})

it('a filter of times is none while its days are impossible or reversed', async () => {
  const onChange = vi.fn()
  const screen = await render(<TimeFilter column={columnOf('em', 'time')} filter={null} onChange={onChange} />)
  await screen.type(screen.byLabel(texts.from), '31/04/2026')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  await screen.type(screen.byLabel(texts.from), '20/11/2026')
  expect(onChange.mock.calls.at(-1)?.[0]).toMatchObject({ operator: 'between', days: { from: '2026-11-20', to: null } })
  await screen.type(screen.byLabel(texts.to), '19/11/2026')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

it('a filter of times takes a part of what came where it is no date', async () => {
  const onChange = vi.fn()
  const filter = { column: 'em', operator: 'contains', text: 'ont' } as const
  const screen = await render(<TimeFilter column={columnOf('em', 'time')} filter={filter} onChange={onChange} />)
  const input = document.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')
  expect(input?.value).toBe('ont')
  if (input) await screen.type(input, 'ontem')
  expect(onChange).toHaveBeenLastCalledWith({ column: 'em', operator: 'contains', text: 'ontem' })
})
