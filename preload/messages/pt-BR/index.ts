import { app, demo, menu, settings, start } from './app.ts'
import { captain } from './captain.ts'
import { cli } from './cli.ts'
import { common } from './common.ts'
import { connections } from './connections.ts'
import { console } from './console.ts'
import { contacts, sending } from './contacts.ts'
import { conversations } from './conversations.ts'
import { cruzar } from './cruzar.ts'
import { differences } from './differences.ts'
import { documentation, guide } from './documentation.ts'
import { duplicates } from './duplicates.ts'
import { entries } from './entries.ts'
import { failures } from './failures.ts'
import { account, webhooks } from './form-service.ts'
import { forms } from './forms.ts'
import { notes } from './notes.ts'
import { recipes } from './recipes.ts'
import { datasets, reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { runCheck } from './run-check.ts'
import { schedules } from './schedules.ts'
import { sheets } from './sheets.ts'
import { activity, diagnostics, health, tasks } from './status.ts'
import { summaries } from './summaries.ts'
import { leads, tables } from './tables.ts'

export const ptBR = {
  common,
  failures,
  app,
  demo,
  settings,
  connections,
  leads,
  tables,
  sheets,
  summaries,
  cruzar,
  recipes,
  schedules,
  runCheck,
  differences,
  duplicates,
  forms,
  entries,
  reviews,
  webhooks,
  account,
  conversations,
  sending,
  activity,
  contacts,
  notes,
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
