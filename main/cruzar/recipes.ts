import type { ParsedInput } from '../../preload/contract/question.ts'
import { type Recipe, type RecipeExport, recipe, type recipes } from '../../preload/contract/recipes.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { withoutAccount } from '../../preload/values/lead-filters.ts'
import { type ListColumn, listColumns } from '../../preload/values/list-headings.ts'
import { AppFailure, orNotFound } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { StoredRun } from '../leads/sheet-calls.ts'
import type { Services } from '../services.ts'

type SaveInput = ParsedInput<(typeof recipes)['recipes.save']>
type ExportOfRun = ParsedInput<(typeof recipes)['recipes.set_export']>['export']

const collection = 'recipes'

/** The recipes of lists, a record each in app.db: how lists of one shape are read, crossed and exported. */
export function createRecipesService({ data, changed, language }: Services): Handlers<typeof recipes> {
  const list = async (): Promise<Recipe[]> => {
    const records = await data.ask('records.list', { collection })
    return records
      .flatMap(({ value }) => recipe.safeParse(value).data ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
  }
  const read = async (id: string): Promise<Recipe> => orNotFound((await list()).find((one) => one.id === id))
  const put = async (value: Recipe): Promise<Recipe> => {
    await data.ask('records.put', { collection, id: value.id, value })
    changed('recipes')
    return value
  }
  /** Names the columns of a run's table by their headings. */
  const exportOf = async (run: string, { columns, ...choices }: ExportOfRun): Promise<RecipeExport> => {
    if (columns === null) return { ...choices, columns }
    const listHeadings = listColumns(await data.ask('runs.headings', { id: run }))
    return {
      ...choices,
      columns: columns.map(({ column, hidden }) => ({ column: stored(column, listHeadings), hidden })),
    }
  }
  const made = async (from: SaveInput['from']): Promise<Omit<Recipe, 'id' | 'name'>> => {
    if (from.of === 'list') {
      const { settings, answerer, match, filter, other_ninth } = from
      const mapping = await data.ask('lists.mapping', { list: from.list, settings })
      return { mapping, match, other_ninth, answerer, filter: filterFor(answerer, filter), export: null }
    }
    const run = await data.ask('runs.read', { id: from.run })
    const headings = catalogues[language()].cruzar.madeHeadings
    const mapping = await data.ask('runs.mapping', { id: run.id, made: headings })
    const answerer = from.answerer ? answererOf(run) : null
    const { match, filter, other_ninth } = run
    return {
      mapping,
      match,
      other_ninth,
      answerer,
      filter: filterFor(answerer, filter),
      export: await exportOf(run.id, from.export),
    }
  }

  return {
    'recipes.list': list,

    async 'recipes.save'({ name, from }) {
      const value = await made(from)
      const namesake = (await list()).find((one) => one.name === name)
      return put({
        ...value,
        id: namesake?.id ?? crypto.randomUUID(),
        name,
        export: value.export ?? namesake?.export ?? null,
      })
    },

    async 'recipes.set_export'({ id, run, export: chosen }) {
      const previous = await read(id)
      return put({ ...previous, export: await exportOf(run, chosen) })
    },

    async 'recipes.rename'({ id, name }) {
      const all = await list()
      if (all.some((one) => one.name === name && one.id !== id)) throw new AppFailure('name_taken')
      return put({ ...(await read(id)), name })
    },

    async 'recipes.forget'({ id }) {
      await data.ask('records.remove', { collection, id })
      changed('recipes')
      return list()
    },

    async 'recipes.for_list'({ list: staged }, { signal }) {
      const all = await list()
      if (all.length === 0) return []
      const mappings = all.map(({ mapping }) => mapping)
      const fits = await data.ask('lists.fit', { list: staged, mappings }, { signal })
      return all.flatMap((one, place) => {
        const fit = fits[place]
        return fit ? [{ ...fit, recipe: one }] : []
      })
    },
  }
}

/** `c3` is the fourth column of the list; every other key is the same in all runs. */
function stored(key: string, listHeadings: readonly ListColumn[]): ListColumn | string {
  return (/^c\d+$/.test(key) && listHeadings[Number(key.slice(1))]) || key
}

function answererOf({ connection_id, sheet_id, sheet_ids }: StoredRun): Recipe['answerer'] {
  if (sheet_id === null) return { by: 'service', connection_id }
  return { by: 'sheets', sheet_ids: [sheet_id, ...sheet_ids] }
}

/** Sheets take no filter. Numbers of inboxes and agents mean nothing without their account. */
function filterFor(answerer: Recipe['answerer'], filter: LeadFilter): LeadFilter {
  return answerer ? filter : withoutAccount(filter)
}
