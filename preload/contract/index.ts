import { app } from './app.ts'
import { captain } from './captain.ts'
import { connections } from './connections.ts'
import { console } from './console.ts'
import { contacts, sending } from './contacts.ts'
import { conversations } from './conversations.ts'
import { cruzar } from './cruzar.ts'
import { documentation } from './documentation.ts'
import { duplicates } from './duplicates.ts'
import { entries } from './entries.ts'
import { account, webhooks } from './form-service.ts'
import { forms } from './forms.ts'
import { diagnostics, health } from './health.ts'
import { notes } from './notes.ts'
import { recipes } from './recipes.ts'
import { datasets, reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { schedules } from './schedules.ts'
import { sheets } from './sheets.ts'
import { summaries } from './summaries.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { views } from './views.ts'
import { activity } from './writes.ts'

/** Every question of the renderer to main. A new feature adds its file here. */
export const contract = {
  ...app,
  ...connections,
  ...tables,
  ...views,
  ...sheets,
  ...cruzar,
  ...recipes,
  ...schedules,
  ...duplicates,
  ...tasks,
  ...health,
  ...forms,
  ...entries,
  ...reviews,
  ...webhooks,
  ...account,
  ...conversations,
  ...sending,
  ...activity,
  ...contacts,
  ...notes,
  ...reports,
  ...summaries,
  ...captain,
  ...console,
  ...datasets,
  ...documentation,
  ...diagnostics,
}
export type AppContract = typeof contract
