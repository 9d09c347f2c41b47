import type { tasks as portuguese } from '../pt-BR/tasks.ts'

export const tasks: typeof portuguese = {}
