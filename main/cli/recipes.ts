import type { ListSettings } from '../../preload/contract/cruzar.ts'
import type { Recipe } from '../../preload/contract/recipes.ts'
import type { ResultOptions, ResultOrder } from './options.ts'
import { CommandError, type Session, UsageError } from './session.ts'
import { warnUnlessWhole } from './sheets.ts'

/** The columns that a recipe exports; null for those of the table. */
export type RecipeColumns = NonNullable<Recipe['export']>['columns']

/** The recipe of this name. Throws `CommandError`, which names the existing recipes. */
export async function recipeNamed({ ask, messages }: Session, name: string): Promise<Recipe> {
  const all = await ask('recipes.list', {})
  const recipe = all.find((one) => one.name === name)
  if (recipe) return recipe
  const names = all.map((one) => one.name)
  throw new CommandError(messages.cli.recipes.unknown(name, names))
}

/**
 * Reads a staged list as the recipe says, and returns the reading and the list. Throws `CommandError` for a list that
 * lacks the recipe's columns.
 */
export async function readByRecipe({ ask, messages }: Session, list: string, { id, name }: Recipe) {
  const fits = await ask('recipes.for_list', { list })
  const fit = fits.find(({ recipe }) => recipe.id === id)
  const settings: ListSettings | null = fit?.settings ?? null
  if (!settings) throw new CommandError(messages.cli.recipes.noFit(name, fit?.missing ?? []))
  return { settings, inspection: await ask('cruzar.inspect', { list, settings }) }
}

/**
 * Who answers by the recipe, for a run; null where the recipe leaves that open. Throws `CommandError` for deleted
 * sheets.
 */
export async function answererOf(session: Session, { name, answerer }: Recipe, isKept: boolean) {
  if (!answerer) return null
  if (answerer.by === 'service') {
    if (!isKept) throw new UsageError(session.messages.cli.keepsAnswers)
    return { connection_id: answerer.connection_id }
  }
  const sheets = await session.ask('sheets.list', {})
  const present = answerer.sheet_ids.flatMap((id) => sheets.find((sheet) => sheet.id === id) ?? [])
  const [first, ...others] = present
  if (!first || present.length < answerer.sheet_ids.length) {
    throw new CommandError(session.messages.cli.recipes.sheetsGone(name))
  }
  for (const sheet of present) warnUnlessWhole(session, sheet)
  return {
    connection_id: first.connection_id,
    sheet_id: first.id,
    sheet_ids: others.map(({ id }) => id),
    kept: isKept,
  }
}

/** The result with missing options filled in by the recipe: the rows, the columns, and which of the two CSVs. */
export function withRecipe(result: ResultOrder, { mode, outcome }: ResultOptions, recipe: Recipe | null) {
  const chosen = recipe?.export
  if (!chosen) return result
  const isRaw = mode === undefined && result.format === 'csv-excel' && chosen.format === 'csv-raw'
  return {
    ...result,
    outcomes: outcome === undefined ? chosen.outcomes : result.outcomes,
    format: isRaw ? chosen.format : result.format,
    arranged: chosen.columns,
  }
}
