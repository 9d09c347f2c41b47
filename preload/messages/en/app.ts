import type { app as portuguese } from '../pt-BR/app.ts'

export const app: typeof portuguese = {}
