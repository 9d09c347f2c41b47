import type { account as portuguese } from '../pt-BR/account.ts'

export const account: typeof portuguese = {
  title: 'Account and usage',
}
