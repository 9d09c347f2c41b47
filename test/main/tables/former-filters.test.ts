import { describe, expect, it } from 'vitest'
import { execute } from '../../../main/engine/store/sql.ts'
import { createFormsFolder } from '../../../main/entries/data/forms-folder.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import type { Call } from '../../../main/kernel/router.ts'
import { createSavedViews } from '../../../main/tables/saved-views.ts'
import type { SavedView } from '../../../preload/contract/views.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { type DataFolder, fileKey, openDataFolder } from '../../kit/temporary-folder.ts'

const connection_id = 'c1'
const query = { ...emptyQuery, search: 'ana' }
const open = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }]
const ofEntries = { connection_id, kind: 'entries' } as const
const ofConversations = { connection_id, kind: 'live_conversations' } as const
const call: Call = { signal: new AbortController().signal, progress: () => undefined }

/** Stores filters of entries as the version before views did. */
function storeFilters(dir: string, filters: readonly { readonly id: string; readonly name: string }[]) {
  const forms = createFormsFolder({ dir, key: fileKey })
  for (const { id, name } of filters) {
    const json = JSON.stringify({ id, name, form_id: 7, query })
    execute(forms.open(connection_id))`insert into filters (id, json) values (${id}, ${json})`
  }
  forms.close()
}

/** Main over a folder, as after each start; `refused` names a call of the data process that fails. */
function start(folder: DataFolder, refused?: string) {
  const ask: DataFolder['ask'] = async (name, ...rest) => {
    if (name === refused) throw new AppFailure('disk_full')
    return folder.ask(name, ...rest)
  }
  const views = createSavedViews({ data: { ask }, changed: () => undefined })
  return {
    list: (of: typeof ofEntries | typeof ofConversations) => views['views.list']({ of }, call),
    save: (view: SavedView) => views['views.save']({ of: ofEntries, view }, call),
    forget: (id: string) => views['views.forget']({ of: ofEntries, id }, call),
  }
}

const named = (views: readonly SavedView[]) => views.map(({ id, name }) => [id, name])

describe('the filters of a version without views', () => {
  it('of entries are views with the same ids, each with a name of its own', async () => {
    const folder = openDataFolder()
    storeFilters(folder.dir, [
      { id: 'f1', name: 'Urgentes' },
      { id: 'f2', name: 'Urgentes' },
      { id: 'f3', name: 'x'.repeat(80) },
    ])
    const views = await start(folder).list(ofEntries)
    expect(named(views)).toEqual([
      ['f1', 'Urgentes'],
      ['f2', 'Urgentes (2)'],
      ['f3', 'x'.repeat(60)],
    ])
    expect(views[0]).toEqual({ id: 'f1', name: 'Urgentes', query, columns: [], grouping: null, is_default: false })
    expect(await folder.ask('reviews.former_filters', { connection_id })).toEqual([])
  })

  it('of conversations are views with the filter of the service', async () => {
    const folder = openDataFolder()
    const fact = { service: 'platform', connection_id, name: 'conversation_filters' } as const
    await folder.ask('facts.put', { ...fact, value: [{ id: 'f1', name: 'Do Hugo', filter: open }] })
    const views = await start(folder).list(ofConversations)
    expect(views).toMatchObject([{ id: 'f1', name: 'Do Hugo', filter: open, query: emptyQuery }])
    expect(await start(folder).list(ofConversations)).toEqual(views)
  })

  it('stay where they are until all of them are views, and are none twice after a crash', async () => {
    const folder = openDataFolder()
    storeFilters(folder.dir, [
      { id: 'f1', name: 'Urgentes' },
      { id: 'f2', name: 'Novas' },
    ])
    await expect(start(folder, 'records.put').list(ofEntries)).rejects.toMatchObject({ code: 'disk_full' })
    expect(await folder.ask('reviews.former_filters', { connection_id })).toHaveLength(2)
    await expect(start(folder, 'reviews.drop_former_filters').list(ofEntries)).rejects.toMatchObject({
      code: 'disk_full',
    })
    folder.restart()
    const later = start(folder)
    expect(named(await later.list(ofEntries))).toEqual([
      ['f2', 'Novas'],
      ['f1', 'Urgentes'],
    ])
    await later.forget('f1')
    expect(named(await start(folder).list(ofEntries))).toEqual([['f2', 'Novas']])
  })

  it('do not take the name of a view that is there', async () => {
    const folder = openDataFolder()
    const view = { id: 'v1', name: 'Urgentes', query, columns: [], grouping: null, is_default: true }
    await start(folder).save(view)
    storeFilters(folder.dir, [{ id: 'f1', name: 'Urgentes' }])
    const views = await start(folder).list(ofEntries)
    expect(named(views)).toEqual([
      ['v1', 'Urgentes'],
      ['f1', 'Urgentes (2)'],
    ])
  })
})
