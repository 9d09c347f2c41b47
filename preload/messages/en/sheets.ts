import type { sheets as portuguese } from '../pt-BR/sheets.ts'

export const sheets: typeof portuguese = {}
