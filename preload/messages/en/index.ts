import { app } from './app.ts'
import { cli } from './cli.ts'
import { common } from './common.ts'
import { connections } from './connections.ts'
import { cruzar } from './cruzar.ts'
import { demo } from './demo.ts'
import { failures } from './failures.ts'
import { leads } from './leads.ts'
import { menu } from './menu.ts'
import { settings } from './settings.ts'
import { sheets } from './sheets.ts'
import { start } from './start.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'

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
  tasks,
  cli,
  start,
  menu,
}
