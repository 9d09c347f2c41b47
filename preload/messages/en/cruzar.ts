import type { cruzar as portuguese } from '../pt-BR/cruzar.ts'

export const cruzar: typeof portuguese = {}
