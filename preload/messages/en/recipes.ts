import type { recipes as ptBR } from '../pt-BR/recipes.ts'
import { count, number } from './common.ts'

export const recipes: typeof ptBR = {
  title: 'List recipes',
  menu: 'Recipes',
  actionsOf: (name: string) => `Actions of ${name}`,
  applied: (name: string) => `Recipe “${name}” applied.`,
  offered: 'There is a recipe for lists like this one:',
  apply: (name: string) => `Apply “${name}”`,
  applyHint: 'for lists like this one',
  missing: (headings: readonly string[]) =>
    headings.length === 0 ? 'is for lists with other columns' : `the list lacks: ${headings.join(', ')}`,
  connectionGone: 'The connection that answered in this recipe is no longer here: check who answers.',
  saved: (name: string) => `Recipe “${name}” saved.`,
  save: {
    more: 'Save as recipe…',
    title: 'Save as list recipe',
    name: 'Name of the recipe',
    confirm: 'Save recipe',
    hint: 'Keeps how this list is read and crossed, by the names of its columns; no cell. It is offered when another list with the same columns comes in. A recipe of the same name is replaced.',
    answerer: (name: string) => `Keep who answers as well: ${name}`,
    withoutAnswerer: 'Without who answers, the inboxes and agents of the filter are not kept.',
    export: 'Usual export',
    columns: (shown: number, hidden: number) =>
      hidden === 0
        ? `The ${count(shown, 'column', 'columns')} of the table, in this order.`
        : `The ${count(shown, 'column', 'columns')} that the table shows, in this order; ${count(hidden, 'hidden one is', 'hidden ones are')} left out.`,
  },
  columns: {
    reads: 'What it reads',
    answerer: 'Who answers',
    export: 'Exports',
  },
  key: { phone: (heading: string) => `phone: ${heading}`, email: (heading: string) => `e-mail: ${heading}` },
  area: (heading: string) => `area code: ${heading}`,
  areaCode: (code: string) => `area code ${code}`,
  sheet: (name: string) => `sheet ${name}`,
  allSheets: 'all sheets with phones or e-mails',
  visibleOnly: 'without hidden rows',
  unnamed: (place: number) => `column ${number(place)}`,
  anyAnswerer: 'whoever is in use',
  goneAnswerer: 'no longer here',
  noExport: 'as the table shows',
  everyRow: 'all rows',
  exportColumns: (value: number) => count(value, 'column', 'columns'),
  rename: { title: 'Rename recipe', name: 'Name', confirm: 'Rename' },
  forget: {
    title: (name: string) => `Forget the recipe “${name}”?`,
    lost: 'how lists of these columns are read, crossed and exported',
    kept: 'The lists and cross-checks made with it stay where they are.',
    confirm: 'Forget recipe',
  },
  export: {
    columns: 'Which columns',
    ofRecipe: (name: string, shown: number) => `Those of the recipe “${name}” (${number(shown)})`,
    ofTable: (shown: number) => `Those that the table shows (${number(shown)})`,
    keep: (name: string) => `Keep these choices in the recipe “${name}”`,
  },
}
