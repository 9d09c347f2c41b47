import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../../preload/contract/cruzar.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { openApp } from '../../kit/open-app.tsx'
import { user } from '../../kit/render.tsx'
import { runWith } from '../../kit/samples-platform.ts'

const texts = ptBR.cruzar.changes
const counts = { com_conversa: 0, sem_conversa: 0, ausente: 0, invalida: 0, sem_resposta: 0, ambigua: 0 }

/** A run of the same list on this day of November. */
function runOf(day: string, rows: number, com_conversa: number, more: Partial<Run> = {}): Run {
  const outcomes = { ...counts, com_conversa, ausente: rows - com_conversa }
  return runWith({ id: `r${day}`, started_at: `2026-11-${day}T15:00:00.000Z`, rows, outcomes, list_id: 'l1', ...more })
}

/** The newest first, as main gives them. */
const three = [runOf('18', 400, 300), runOf('11', 200, 100), runOf('04', 100, 25)]

function open(runs: readonly Run[], id = 'r18') {
  const answers = { 'cruzar.runs': () => runs, 'cruzar.changes': () => null }
  return openApp(answers, { place: { screen: 'run', id } })
}

const panelSwitch = () => screen.queryByRole('button', { name: texts.panels.history })
const showHistory = () => user.click(screen.getByRole('button', { name: texts.panels.history }))
const tableRows = () =>
  within(screen.getByRole('region', { name: texts.history.label }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('the outcomes of a list over time', () => {
  it('are shown on demand, as shares of the rows of each run, the newest first, the open run marked', async () => {
    await open(three)
    expect(screen.queryByRole('region', { name: texts.history.label })).toBeNull()
    await showHistory()
    expect(panelSwitch()?.getAttribute('aria-expanded')).toBe('true')
    expect(tableRows()).toEqual([
      ['Quando', 'Com conversa', 'Sem conversa', 'Ausentes', 'Linhas'],
      [expect.stringMatching(/^18\/11\/2026 .*\(este\)$/), '75%', '0%', '25%', '400'],
      [expect.stringMatching(/^11\/11\/2026 /), '50%', '0%', '50%', '200'],
      [expect.stringMatching(/^04\/11\/2026 /), '25%', '0%', '75%', '100'],
    ])
    await showHistory()
    expect(screen.queryByRole('region', { name: texts.history.label })).toBeNull()
  })

  it('open another run by a press, where they stay shown', async () => {
    const { place } = await open(three)
    await showHistory()
    await user.click(screen.getByRole('button', { name: /^04\/11\/2026/ }))
    expect(place()).toEqual({ screen: 'run', id: 'r04' })
    expect(tableRows().map(([when]) => when?.endsWith('(este)'))).toEqual([false, false, false, true])
  })

  it('are those of runs alone that finished, of this list and with the same question', async () => {
    const others = [
      runOf('17', 400, 1, { state: 'interrupted' }),
      runOf('16', 400, 2, { match: 'exact' }),
      runOf('15', 400, 3, { list_id: 'l2' }),
      runOf('14', 400, 4, { connection_id: 'c2' }),
    ]
    await open([...others, ...three])
    await showHistory()
    expect(tableRows()).toHaveLength(4)
  })

  it('are not offered for fewer than three such runs', async () => {
    await open([...three.slice(0, 2), runOf('03', 400, 4, { match: 'exact' })])
    expect(panelSwitch()).toBeNull()
  })
})
