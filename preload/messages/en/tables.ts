import type { tables as portuguese } from '../pt-BR/tables.ts'

export const tables: typeof portuguese = {}
