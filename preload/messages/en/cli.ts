import type { cli as portuguese } from '../pt-BR/cli.ts'

export const cli: typeof portuguese = {}
