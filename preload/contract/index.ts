import { account } from './account.ts'
import { app } from './app.ts'
import { connections } from './connections.ts'
import { cruzar } from './cruzar.ts'
import { entries } from './entries.ts'
import { forms } from './forms.ts'
import { reviews } from './reviews.ts'
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
  ...forms,
  ...entries,
  ...reviews,
  ...webhooks,
  ...account,
}
export type AppContract = typeof contract
