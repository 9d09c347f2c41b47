import type { app as portuguese } from '../pt-BR/app.ts'

export const app: typeof portuguese = {
  skipToContent: 'Skip to content',
  navigation: {
    label: 'Navigation',
    sheets: 'Sheets',
    cruzar: 'Cross-check',
    connections: 'Connections',
    settings: 'Settings',
  },
}
