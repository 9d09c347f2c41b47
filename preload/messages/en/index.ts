import { account } from './account.ts'
import { activity } from './activity.ts'
import { app } from './app.ts'
import { captain } from './captain.ts'
import { cli } from './cli.ts'
import { common } from './common.ts'
import { connections } from './connections.ts'
import { console } from './console.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { cruzar } from './cruzar.ts'
import { datasets } from './datasets.ts'
import { demo } from './demo.ts'
import { diagnostics } from './diagnostics.ts'
import { documentation } from './documentation.ts'
import { entries } from './entries.ts'
import { failures } from './failures.ts'
import { forms } from './forms.ts'
import { guide } from './guide.ts'
import { health } from './health.ts'
import { leads } from './leads.ts'
import { menu } from './menu.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { sending } from './sending.ts'
import { settings } from './settings.ts'
import { sheets } from './sheets.ts'
import { start } from './start.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { webhooks } from './webhooks.ts'

export const en: typeof import('../pt-BR/index.ts').ptBR = {
  common,
  failures,
  app,
  demo,
  settings,
  connections,
  leads,
  tables,
  sheets,
  cruzar,
  forms,
  entries,
  reviews,
  webhooks,
  account,
  conversations,
  sending,
  activity,
  contacts,
  reports,
  captain,
  console,
  datasets,
  documentation,
  guide,
  diagnostics,
  tasks,
  health,
  cli,
  start,
  menu,
}
