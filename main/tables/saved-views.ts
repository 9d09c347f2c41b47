import { type SavedView, savedView, type TableRef, type tables } from '../../preload/contract/tables.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

const collection = 'views'
/** More than a person keeps apart; a list of them stays short. */
const mostViews = 200

type ViewQuestions = Pick<typeof tables, 'tables.views' | 'tables.save_view' | 'tables.forget_view'>

/** The views of tables, a record each in app.db, named after the account and the kind of table that they serve. */
export function createSavedViews({ data, changed }: Pick<Services, 'data' | 'changed'>): Handlers<ViewQuestions> {
  const ownerOf = async (table: TableRef) => {
    const { connection_id } = await data.ask('tables.about', { table })
    return `${connection_id} ${table.kind} `
  }
  const list = async (owner: string): Promise<SavedView[]> => {
    const records = await data.ask('records.list', { collection })
    return records
      .filter(({ id }) => id.startsWith(owner))
      .flatMap(({ value }) => savedView.safeParse(value).data ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
  }
  const put = (owner: string, view: SavedView) =>
    data.ask('records.put', { collection, id: owner + view.id, value: view })

  return {
    'tables.views': async ({ table }) => list(await ownerOf(table)),

    async 'tables.save_view'({ table, view }) {
      const owner = await ownerOf(table)
      const others = (await list(owner)).filter(({ id }) => id !== view.id)
      if (others.some(({ name }) => name === view.name)) throw new AppFailure('name_taken')
      if (others.length >= mostViews) throw new AppFailure('bad_request', {}, 'too many views')
      const former = view.is_default ? others.filter(({ is_default }) => is_default) : []
      for (const one of former) await put(owner, { ...one, is_default: false })
      await put(owner, view)
      changed('views')
      return list(owner)
    },

    async 'tables.forget_view'({ table, id }) {
      const owner = await ownerOf(table)
      await data.ask('records.remove', { collection, id: owner + id })
      changed('views')
      return list(owner)
    },
  }
}
