import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { SavedView } from '../../../preload/contract/views.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { stateColumn } from '../../../renderer/entries/entry-table.ts'
import { InboxTools } from '../../../renderer/entries/query-tools.tsx'
import { type Answers, refuses } from '../../kit/fake-bridge.ts'
import { fill, render, user } from '../../kit/render.tsx'
import { submit } from '../../kit/screen-parts.ts'
import { openedEntries } from './entries-kit.tsx'

const texts = ptBR.tables.views
const view: SavedView = {
  id: 'v1',
  name: 'Urgentes',
  query: emptyQuery,
  columns: [],
  grouping: null,
  is_default: false,
}
const isSpam = { column: stateColumn, operator: 'in' as const, values: ['spam'] }

/** The tools above the list of entries, with these views. */
async function openTools(views = [view], answers: Answers = {}) {
  const made = await openedEntries()
  made.stored.views = views
  made.bridge.answerAll(answers)
  await act(() => made.rows.getState().loadViews())
  await render(
    made.inReview(
      <>
        <NoticeStrip />
        <InboxTools />
      </>,
    ),
  )
  return made
}

const tabs = () => within(screen.getByRole('list', { name: texts.list }))
const tab = (name: string) => tabs().getByRole('button', { name })
const choose = async (menu: string, item: string) => {
  await user.click(screen.getByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the views above the list of entries', () => {
  it('begin with the first that is saved, which holds the query of the list', async () => {
    const { filter, stored } = await openTools([])
    expect(screen.queryByRole('list', { name: texts.list })).toBeNull()
    await act(() => filter('spam'))
    await choose(texts.menu, texts.save)
    await fill(await screen.findByLabelText(texts.name), 'Prováveis spam')
    await submit()
    await waitFor(() => expect(tab('Prováveis spam').getAttribute('aria-current')).toBe('true'))
    expect(stored.views).toMatchObject([{ name: 'Prováveis spam', query: { filters: [isSpam] } }])
  })

  it('list the entries of a view, and are renamed, made the first and forgotten from its tab', async () => {
    const { rows, stored } = await openTools([{ ...view, query: { ...emptyQuery, filters: [isSpam] } }])
    await user.click(tab('Urgentes'))
    expect(rows.getState().query.filters).toEqual([isSpam])
    await choose(texts.actions('Urgentes'), texts.rename)
    await fill(await screen.findByLabelText(texts.name), 'Spam')
    await submit()
    await waitFor(() => tab('Spam'))
    await choose(texts.actions('Spam'), texts.makeDefault)
    await waitFor(() => expect(stored.views).toMatchObject([{ id: 'v1', name: 'Spam', is_default: true }]))
    await choose(texts.actions('Spam'), texts.forget)
    await waitFor(() => expect(screen.queryByRole('list', { name: texts.list })).toBeNull())
    expect(stored.views).toEqual([])
  })

  it('say why a name could not be saved or a view not be forgotten', async () => {
    const refused = { 'views.save': refuses('name_taken'), 'views.forget': refuses('disk_full') }
    await openTools([view], refused)
    await choose(texts.menu, texts.save)
    await fill(await screen.findByLabelText(texts.name), 'Urgentes')
    await submit()
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => within(dialog).getByRole('alert'))
    await user.click(within(dialog).getByRole('button', { name: ptBR.common.cancel }))
    await user.click(tab('Urgentes'))
    await choose(texts.actions('Urgentes'), texts.forget)
    await waitFor(() => expect(document.body.textContent).toContain('disco'))
    tab('Urgentes')
  })

  it('leave out those that name columns of another form', async () => {
    const city = { column: 'campo:cidade', operator: 'not_blank' as const }
    await openTools([view, { ...view, id: 'v2', name: 'De fora', query: { ...emptyQuery, filters: [city] } }])
    expect(tabs().queryByRole('button', { name: 'De fora' })).toBeNull()
  })

  it('open the table for a view with groups, which the list goes back from', async () => {
    const grouping = { by: [{ column: stateColumn, unit: null }], across: false, figures: [] }
    const { state, rows } = await openTools([{ ...view, name: 'Por estado', grouping }])
    await user.click(tab('Por estado'))
    expect([state().presentation, rows.getState().grouping]).toEqual(['table', grouping])
    await act(() => state().present('list'))
    expect(rows.getState().grouping).toBeNull()
  })

  it('stand beside what the app offers itself, one press away', async () => {
    const { rows } = await openTools()
    await user.click(tab('Urgentes'))
    await choose(texts.menu, ptBR.entries.filters.names.repeated)
    expect(rows.getState()).toMatchObject({ savedView: null, query: { filters: [{ column: 'duplicadas' }] } })
  })
})
