import type { recipes as ptBR } from '../pt-BR/recipes.ts'
import { count, number } from './common.ts'

export const recipes: typeof ptBR = {
  title: 'List recipes',
  menu: 'Recipes',
  actionsOf: (name: string) => `Actions for ${name}`,
  applied: (name: string) => `Recipe “${name}” applied.`,
  offered: 'There is a recipe for lists like this one:',
  apply: (name: string) => `Apply “${name}”`,
  applyHint: 'for lists like this one',
  missing: (headings: readonly string[]) =>
    headings.length === 0 ? 'is for lists with other columns' : `missing from the list: ${headings.join(', ')}`,
  connectionGone: 'The connection used by this recipe is no longer here: check who answers.',
  saved: (name: string) => `Recipe “${name}” saved.`,
  save: {
    more: 'Save as recipe…',
    title: 'Save as list recipe',
    name: 'Recipe name',
    confirm: 'Save recipe',
    hint: 'Saves how this list is read and cross-checked, by column names; no cell values are saved. It is offered when you open another list with the same columns. A recipe with the same name is replaced.',
    answerer: (name: string) => `Also save who answers: ${name}`,
    withoutAnswerer: 'Unless you save who answers, the inboxes and agents in the filter are not saved.',
    export: 'Usual export',
    columns: (shown: number, hidden: number) =>
      hidden === 0
        ? `The ${count(shown, 'column', 'columns')} in the table, in this order.`
        : `The ${count(shown, 'column', 'columns')} shown in the table, in this order; ${count(hidden, 'hidden one is', 'hidden ones are')} left out.`,
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
  anyAnswerer: 'the connection in use',
  goneAnswerer: 'no longer here',
  noExport: 'as the table shows',
  everyRow: 'all rows',
  exportColumns: (value: number) => count(value, 'column', 'columns'),
  rename: { title: 'Rename recipe', name: 'Name', confirm: 'Rename' },
  forget: {
    title: (name: string) => `Forget the recipe “${name}”?`,
    lost: 'how lists with these columns are read, cross-checked and exported',
    kept: 'The lists and cross-checks made with it stay where they are.',
    confirm: 'Forget recipe',
  },
  export: {
    columns: 'Which columns',
    ofRecipe: (name: string, shown: number) => `Columns in the recipe “${name}” (${number(shown)})`,
    ofTable: (shown: number) => `Columns shown in the table (${number(shown)})`,
    keep: (name: string) => `Save these choices in the recipe “${name}”`,
  },
}
