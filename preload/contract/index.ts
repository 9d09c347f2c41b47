import { account } from './account.ts'
import { activity } from './activity.ts'
import { app } from './app.ts'
import { captain } from './captain.ts'
import { connections } from './connections.ts'
import { console } from './console.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { cruzar } from './cruzar.ts'
import { datasets } from './datasets.ts'
import { diagnostics } from './diagnostics.ts'
import { documentation } from './documentation.ts'
import { entries } from './entries.ts'
import { forms } from './forms.ts'
import { health } from './health.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { sending } from './sending.ts'
import { sheets } from './sheets.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { webhooks } from './webhooks.ts'

/** Every question that the renderer may ask. A new feature adds its file here. */
export const contract = {
  ...app,
  ...connections,
  ...tables,
  ...sheets,
  ...cruzar,
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
  ...reports,
  ...captain,
  ...console,
  ...datasets,
  ...documentation,
  ...diagnostics,
}
export type AppContract = typeof contract
