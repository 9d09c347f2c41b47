import type { settings as portuguese } from '../pt-BR/settings.ts'

export const settings: typeof portuguese = {}
