import type { connections as portuguese } from '../pt-BR/connections.ts'

export const connections: typeof portuguese = {}
