import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { DataCalls } from '../../../main/data-calls.ts'
import { defaultRules } from '../../../main/entries/data/reviews/review-handlers.ts'
import { tableQuery } from '../../../preload/contract/table-queries.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { openDesk, setState } from './review-kit.ts'
import { connection_id, passphrase, service } from './review-names.ts'

function opened() {
  const { dir, ask } = openDataFolder()
  return { dir, ask, file: path.join(dir, 'forms', `${connection_id}.forms`) }
}

it('a connection of which nothing is here is empty, and no question about it leaves a file', async () => {
  const { dir, ask, file } = opened()
  const set = ''
  const table = entriesTable({ connection_id, form_id: null, set })
  const query = tableQuery.parse({})
  expect(await ask('reviews.batches', { connection_id, set })).toEqual([])
  expect(await ask('reviews.former_filters', { connection_id })).toEqual([])
  expect(await ask('reviews.rules', { connection_id })).toMatchObject({ blocked_words: [] })
  expect(await ask('reviews.sets', { connection_id })).toEqual([])
  expect(await ask('reviews.forget_set', { connection_id, set: 'uma' })).toEqual([])
  const undo = { connection_id, set, batch: null, who: 'Ana' }
  expect(await ask('reviews.undo', undo)).toEqual({ undone: null, ids: [] })
  await expect(ask('reviews.agreement', { connection_id, set: 'uma' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await ask('entries.ids', { table, query })).toMatchObject({ ids: [] })
  expect(await ask('forms.list', { connection_id })).toEqual([])
  expect(await ask('connections.deletion_impact', { connection_id })).toMatchObject({ entries: 0, reviewed: 0 })
  expect(await ask('facts.read', { service: 'forms', connection_id, prefix: '' })).toEqual([])
  const reading = { connection_id, form_id: 7, mode: 'auto', now: '2026-11-20T12:00:00.000Z' } as const
  await expect(ask('entries.begin', reading)).rejects.toMatchObject({ code: 'not_found' })
  expect(await ask('tables.shape', { table, query })).toMatchObject({ total: 0 })
  const counts = { total: 0, matching: 0, decided_today: 0 }
  expect(await ask('entries.counts', { table, query, zone: 'UTC' })).toMatchObject(counts)
  const figures = { total: 0, days: [], field: null, review_hours: { median: null } }
  expect(await ask('entries.figures', { table, query, field: null, zone: 'UTC' })).toMatchObject(figures)
  const change = { table, select: { ids: [1] }, change: setState('spam'), who: 'Ana' }
  expect(await ask('reviews.change', change)).toEqual({ batch: null, ids: [] })
  const packed = { connection_id, form_ids: null, passphrase, path: path.join(dir, 'vazio.cruza'), who: 'Ana', service }
  expect(await ask('reviews.export_package', packed)).toMatchObject({ entries: 0 })
  expect(existsSync(file)).toBe(false)
})

it('opening a package leaves no file; merging it is what is kept', async () => {
  const ana = openDesk('Ana')
  await ana.change([1, 2], setState('spam'))
  const packed = await ana.pack()
  const { ask, file } = opened()
  const source = { connection_id, source: { path: packed }, passphrase, service, who: 'Bruno' }
  const plan = await ask('reviews.open_package', source)
  expect(plan).toMatchObject({ entries: 2, unknown_entries: 2, new_events: 2, conflicts: [] })
  expect(existsSync(file)).toBe(false)
  const handle = (plan as DataCalls['reviews.open_package']['output']).package
  const merge = { connection_id, package: handle, choices: [], in_my_name: false, who: 'Bruno' }
  expect(await ask('reviews.merge_package', merge)).toMatchObject({ changed: 2 })
  expect(existsSync(file)).toBe(true)
})

it('what comes after a connection was forgotten makes no file again', async () => {
  const { ask, file } = opened()
  await ask('forms.store', { connection_id, forms: [{ id: 7, name: 'Contato' }] })
  const fact = { service: 'forms', connection_id, name: 'account', value: { id: 1 } } as const
  await ask('facts.put', fact)
  expect(existsSync(file)).toBe(true)
  await ask('connections.forget', { service: 'forms', connection_id })
  const late = { code: 'not_found' }
  await expect(ask('forms.store', { connection_id, forms: [{ id: 8, name: 'Outro' }] })).rejects.toMatchObject(late)
  await expect(ask('facts.put', fact)).rejects.toMatchObject(late)
  await expect(ask('reviews.set_rules', { connection_id, rules: defaultRules })).rejects.toMatchObject(late)
  expect(existsSync(file)).toBe(false)
  expect(await ask('forms.list', { connection_id })).toEqual([])
})
