import { waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { TableRef } from '../../../preload/contract/table-queries.ts'
import { differenceTable } from '../../../preload/values/sheet-differences.ts'
import type { Place } from '../../../renderer/kernel/navigation.ts'
import { readSource, sourceFiles } from '../../architecture/sources.ts'
import type { Answers } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { tableShapeWith, taskWith } from '../../kit/samples.ts'
import { entryCountsWith, formDetailWith, formWith, unkeptFormWith } from '../../kit/samples-forms.ts'
import { conversationSetWith, datasetWith, runWith, sheetWith } from '../../kit/samples-platform.ts'

interface Screen {
  readonly file: string
  readonly place: Place
  readonly table: TableRef
  readonly answers: Answers
  /** Whose change main pushes; the version of the rows and the progress change with it. */
  readonly feature: string
  readonly asTable?: true
}

const now = '2026-11-20T12:00:00.000Z'
const readings = { from: { sheet: 's1', number: 1 }, to: { sheet: 's1', number: 2 } }
const forms = {
  'forms.list': () => [formWith({ connection_id: 'f1' })],
  'forms.read': () => formDetailWith({ connection_id: 'f1' }),
  'entries.ids': () => ({ ids: [3, 2, 1], version: 'v' }),
  'entries.counts': () => entryCountsWith({ total: 3 }),
  'entries.briefs': () => [],
  'views.list': () => [],
}

/** Every screen that shows a table. */
const screens: readonly Screen[] = [
  {
    file: 'renderer/cruzar/run-screen.tsx',
    place: { screen: 'run', id: 'r1' },
    table: { kind: 'run', id: 'r1' },
    answers: { 'cruzar.runs': () => [runWith({ state: 'running', finished_at: null })] },
    feature: 'cruzar',
  },
  {
    file: 'renderer/sheets/sheet-screen.tsx',
    place: { screen: 'sheet', id: 's1' },
    table: { kind: 'sheet', id: 's1' },
    answers: { 'sheets.list': () => [sheetWith()] },
    feature: 'sheets',
  },
  {
    file: 'renderer/sheets/difference-screen.tsx',
    place: { screen: 'changes', id: 's1' },
    table: differenceTable(readings),
    answers: {
      'sheets.list': () => [sheetWith()],
      'sheets.snapshots': () => ({
        snapshots: [2, 1].map((number) => ({ number, rows: 3, read_at: now, badge: null, bytes: 9, runs: 0 })),
        keep: null,
        standard: 2,
        stays: [],
      }),
      'sheets.difference': () => ({
        from: { ...readings.from, name: 'Leads', read_at: now, rows: 3, whole: true },
        to: { ...readings.to, name: 'Leads', read_at: now, rows: 3, whole: true },
        rows: 3,
        new: 3,
        gone: 0,
        changed: 0,
        kinds: [{ kind: 'nova', rows: 3 }],
        moves: { status: [], agente: [] },
        labels: [],
        unclear: { later: 0, earlier: 0 },
        without_key: 0,
        quick: false,
      }),
    },
    feature: 'sheets',
  },
  {
    file: 'renderer/conversations/set-screen.tsx',
    place: { screen: 'conversation-set', connection: 'c1', id: 's1' },
    table: { kind: 'conversations', id: 'c1:s1' },
    answers: { 'conversations.sets': () => [conversationSetWith()] },
    feature: 'conversations',
  },
  {
    file: 'renderer/datasets/dataset-screen.tsx',
    place: { screen: 'dataset', connection: 'c1', id: 'd1' },
    table: { kind: 'dataset', id: 'c1:d1' },
    answers: { 'datasets.list': () => [datasetWith()] },
    feature: 'datasets',
  },
  {
    file: 'renderer/duplicates/duplicates-screen.tsx',
    place: { screen: 'duplicates', connection: 'c1', id: 's1' },
    table: { kind: 'duplicates', id: 'c1:s1' },
    answers: {
      'sheets.list': () => [sheetWith()],
      'duplicates.summary': () => ({
        contacts: 18_204,
        sheets: [{ name: 'Leads', read_at: now }],
        pairs: 3,
        left_out: 0,
        reasons: [{ reason: 'ninth', pairs: 3 }],
      }),
    },
    feature: 'sheets',
  },
  {
    file: 'renderer/entries/screen.tsx',
    place: { screen: 'form', connection: 'f1', id: 301 },
    table: { kind: 'entries', id: 'f1:301:' },
    answers: forms,
    feature: 'entries',
    asTable: true,
  },
  {
    file: 'renderer/entries/screen.tsx',
    place: { screen: 'form', connection: 'f1', id: 302, newest: true },
    table: { kind: 'newest_entries', id: 'f1:302' },
    answers: {
      'forms.list': () => [unkeptFormWith({ connection_id: 'f1', id: 302 })],
      'forms.read': () => formDetailWith({ ...unkeptFormWith({ connection_id: 'f1', id: 302 }) }),
      'entries.newest': () => ({
        table: { kind: 'newest_entries', id: 'f1:302' },
        rows: 3,
        aside: 0,
        total: 9,
        read_at: now,
      }),
    },
    feature: 'forms',
  },
]

async function open({ place, answers, asTable }: Screen) {
  const main = { version: 1, done: 100 }
  const shape = () =>
    tableShapeWith({
      columns: [
        { key: 'nome', type: 'text', heading: null },
        { key: 'id', type: 'integer', heading: null },
      ],
      keys: ['phone'],
      total: 3,
      matching: 3,
      version: `v${main.version}`,
    })
  const app = await openApp(
    {
      'tables.shape': shape,
      'tables.rows': () => ({
        rows: [1, 2, 3].map((row) => ({ row, cells: [`Pessoa ${row}`, row] })),
        matching: 3,
        version: `v${main.version}`,
      }),
      'tasks.list': () => ['r1', 's1', 'c1:s1'].map((subject) => taskWith({ id: subject, subject, done: main.done })),
      ...answers,
    },
    { place },
  )
  if (asTable)
    await act(async () =>
      app.feature('entries').of({ connection_id: 'f1', form_id: 301, set: '' }).getState().present('table'),
    )
  const grid = () => document.querySelector('.table-grid > *')
  await waitFor(() => expect(grid()).not.toBeNull())
  return { ...app, main, grid }
}

describe('the grid of a table', () => {
  it.each(screens)('$table.kind in $file stays through a click, a push and a progress', async (screen) => {
    const { feature, bridge, main, grid } = await open(screen)
    const made = grid()
    const table = feature('tables').of(screen.table).getState
    expect(table().view).not.toBeNull()

    await act(async () => table().select({ row: 2, cells: {} }))
    expect(document.body.textContent).toContain('1 selecionada')
    expect(grid() === made).toBe(true)

    await act(async () => bridge.push({ kind: 'changed', feature: screen.feature }))
    expect(grid() === made).toBe(true)

    main.version += 1
    main.done += 100
    await act(async () => bridge.push({ kind: 'changed', feature: screen.feature }))
    await act(async () => bridge.push({ kind: 'changed', feature: 'tasks' }))
    await act(() => table().reload())
    expect(table().view?.revision).toBe(1)
    expect(grid() === made).toBe(true)
  })

  it('is watched on every screen that shows one', () => {
    const shown = sourceFiles('renderer').filter((file) => /<TableView\b/.test(readSource(file)))
    expect(new Set(screens.map(({ file }) => file))).toEqual(new Set(shown))
  })
})
