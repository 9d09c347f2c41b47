import { app } from './app.ts'
import { connections } from './connections.ts'
import { cruzar } from './cruzar.ts'
import { sheets } from './sheets.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'

/** Every question that the renderer may ask. A new feature adds its file here. */
export const contract = { ...app, ...connections, ...tables, ...sheets, ...cruzar, ...tasks }
export type AppContract = typeof contract
