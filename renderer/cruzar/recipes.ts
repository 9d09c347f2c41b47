import type { AppContract } from '../../preload/contract/index.ts'
import type { Input } from '../../preload/contract/question.ts'
import type { Recipe } from '../../preload/contract/recipes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { longestFileName } from '../../preload/values/names.ts'
import type { CollectionTexts } from '../collections/collection-dialogs.tsx'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'

type SaveFrom = Input<AppContract['recipes.save']>['from']
/** The exported part of a run, and its format. */
export type RunExport = Input<AppContract['recipes.set_export']>['export']

interface RecipeActions {
  /** Gives null when it could not be saved. */
  save(name: string, from: SaveFrom): Promise<Recipe | null>
  /** Stores the export of a run as that of the recipe. */
  setExport(id: string, run: string, chosen: RunExport): Promise<boolean>
}

export type RecipesStore = ReturnType<typeof createRecipesStore>

export function createRecipesStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<Recipe, RecipeActions>(
    {
      list: () => ask('recipes.list', {}),
      rename: ({ id }, name) => ask('recipes.rename', { id, name }),
      forget: ({ id }) => ask('recipes.forget', { id }),
    },
    ({ mutation }) => ({
      save: (name, from) => mutation.run('save', () => ask('recipes.save', { name, from })),
      setExport: (id, run, chosen) =>
        mutation.succeeds(id, () => ask('recipes.set_export', { id, run, export: chosen })),
    }),
  )
}

export function recipeTexts({ recipes }: Messages): CollectionTexts<Recipe> {
  const { lost, ...forget } = recipes.forget
  return { rename: recipes.rename, longestName: longestFileName, forget: { ...forget, lost: () => [lost] } }
}

/** What a recipe reads of a list: its key columns, the area code, the sheet. */
export function readingPhrase({ mapping }: Recipe, { recipes }: Messages): string {
  const { key_columns, area_column, area_code, sheet, sheets, hidden_rows } = mapping
  const headingOf = ({ heading, nth }: { heading: string; nth: number }) => heading || recipes.unnamed(nth + 1)
  return joinFacts([
    ...(['phone', 'email'] as const).map((kind) => {
      const headings = key_columns.filter((column) => column.kind === kind).map(headingOf)
      return headings.length === 0 ? '' : recipes.key[kind](headings.join(', '))
    }),
    area_column === null || area_column === 'none' ? '' : recipes.area(headingOf(area_column)),
    area_code === null ? '' : recipes.areaCode(area_code),
    sheet === null ? '' : recipes.sheet(sheet),
    sheets === 'all' ? recipes.allSheets : '',
    hidden_rows === 'skip' ? recipes.visibleOnly : '',
  ])
}

export function exportPhrase({ export: chosen }: Recipe, { recipes, tables, cruzar }: Messages): string {
  if (!chosen) return recipes.noExport
  const { format, outcomes, columns } = chosen
  const rows = outcomes.map((outcome) => cruzar.run.figures[outcome]).join(', ')
  const shown = columns?.filter(({ hidden }) => !hidden).length ?? 0
  return joinFacts([
    rows === '' ? recipes.everyRow : rows,
    shown === 0 ? '' : recipes.exportColumns(shown),
    tables.export.formats[format],
  ])
}
