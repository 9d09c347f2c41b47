import { longestViewName, type SavedView, savedView, type ViewOwner, type views } from '../../preload/contract/views.ts'
import { readEntriesTable } from '../../preload/values/entries-table.ts'
import type { Data } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { type FormerFilters, formerFiltersOf } from './former-filters.ts'

const collection = 'views'
/** More than a person keeps apart; a list of them stays short. */
const mostViews = 200

interface SavedViewsDeps extends Pick<Services, 'changed'> {
  readonly data: Pick<Data, 'ask'>
}

/** The views of tables, a record each in app.db, named after the account and the kind of table that they serve. */
export function createSavedViews({ data, changed }: SavedViewsDeps): Handlers<typeof views> {
  /** By owner: whether the filters of former versions are views. */
  const adoptions = new Map<string, Promise<void>>()

  const list = async (owner: string): Promise<SavedView[]> => {
    const records = await data.ask('records.list', { collection })
    return records
      .filter(({ id }) => id.startsWith(owner))
      .flatMap(({ value }) => savedView.safeParse(value).data ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
  }
  const put = (owner: string, view: SavedView) =>
    data.ask('records.put', { collection, id: owner + view.id, value: view })

  /** Each view has the id of its filter: what was interrupted is done again, and makes no second view. */
  const adopt = async (owner: string, former: FormerFilters) => {
    const filters = await former.read()
    if (filters.length === 0) return
    const stored = await list(owner)
    const names = new Set(stored.map(({ name }) => name))
    for (const filter of filters) {
      if (stored.some(({ id }) => id === filter.id)) continue
      const name = freeName(filter.name, names)
      names.add(name)
      await put(owner, { ...filter, name })
    }
    await former.remove()
  }
  const adoptOnce = async (owner: string, former: FormerFilters) => {
    const adoption = adoptions.get(owner) ?? adopt(owner, former)
    adoptions.set(owner, adoption)
    await adoption.catch((error: unknown) => {
      adoptions.delete(owner)
      throw error
    })
  }

  /** What the ids of an owner's records begin with. A blind review has views of its own: it shows nothing else. */
  const ownerOf = async (of: ViewOwner) => {
    const set = 'id' in of ? (readEntriesTable(of)?.set ?? '') : ''
    const { connection_id } = 'id' in of ? await data.ask('tables.about', { table: of }) : of
    if (set !== '') return `${connection_id} ${of.kind}:${set} `
    const owner = `${connection_id} ${of.kind} `
    const former = formerFiltersOf(data, connection_id, of.kind)
    if (former) await adoptOnce(owner, former)
    return owner
  }

  return {
    'views.list': async ({ of }) => list(await ownerOf(of)),

    async 'views.save'({ of, view }) {
      const owner = await ownerOf(of)
      const others = (await list(owner)).filter(({ id }) => id !== view.id)
      if (others.some(({ name }) => name === view.name)) throw new AppFailure('name_taken')
      if (others.length >= mostViews) throw new AppFailure('bad_request', {}, 'too many views')
      const former = view.is_default ? others.filter(({ is_default }) => is_default) : []
      for (const one of former) await put(owner, { ...one, is_default: false })
      await put(owner, view)
      changed('views')
      return list(owner)
    },

    async 'views.forget'({ of, id }) {
      const owner = await ownerOf(of)
      await data.ask('records.remove', { collection, id: owner + id })
      changed('views')
      return list(owner)
    },

    async 'views.forget_all'({ connection_id, except }) {
      for (const { id } of await data.ask('records.list', { collection })) {
        const [account, kind] = id.split(/[ :]/)
        const stays = except.some((one) => one === kind)
        if (account === connection_id && !stays) await data.ask('records.remove', { collection, id })
      }
      return {}
    },
  }
}

/** A name that no other view has: "…", then "… (2)". */
function freeName(name: string, names: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const free = name.slice(0, longestViewName - end.length) + end
    if (!names.has(free)) return free
  }
}
