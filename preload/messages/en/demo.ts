import type { demo as portuguese } from '../pt-BR/demo.ts'

export const demo: typeof portuguese = {
  platformName: 'Support (demonstration)',
  formsName: 'Forms (demonstration)',
  sheetName: 'Leads of this year',
  exampleListName: 'example-campaign.csv',
}
