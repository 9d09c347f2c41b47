import { count } from './common.ts'

const requests = (value: number) => count(value, 'consulta', 'consultas')

/** Of a weekday, 0 is Sunday. */
const days = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const

/** Lists that are crossed again at a time of day. */
export const schedules = {
  more: 'Repetir todo dia…',
  title: (name: string) => `Repetir “${name}”`,
  on: 'Repetir esta lista',
  time: 'Horário',
  timeMissing: 'Escreva um horário, como 08:00.',
  weekdays: 'Dias',
  days: days as readonly string[],
  refresh: 'Atualizar as planilhas antes',
  refreshHint: 'Uma atualização rápida, que faz consultas conforme o que mudou na base.',
  /** Without it. */
  notRefreshed: 'As planilhas respondem com o que foi lido por último: sem atualizá-las, o resultado não muda.',
  cost: (requestCount: number, duration: string) => `Cada dia custa cerca de ${requests(requestCount)}, ~${duration}.`,
  openHint:
    'Só com o Cruza aberto, pelo relógio deste computador. Se estiver fechado no horário, cruza uma vez quando abrir no mesmo dia.',
  sameHint: 'A mesma lista, com os mesmos filtros e quem responde. Cada vez fica guardada; nada é apagado.',
  confirm: 'Salvar',
  change: 'Mudar…',
  every: (weekdays: readonly number[], time: string) => `Repete ${daysPhrase(weekdays)} às ${time}`,
  off: 'Repetição desligada',
  next: (moment: string) => `próxima ${moment}`,
  due: 'começa em instantes',
  running: 'repetindo agora',
  last: (moment: string) => `última ${moment}`,
  lastFailed: (moment: string) => `última tentativa ${moment}, sem resultado`,
  /** Beside why. */
  failed: (moment: string) => `A repetição de ${moment} não chegou ao fim. O que já estava aqui continua.`,
  ended: (moment: string) => `O Cruza foi fechado durante a repetição de ${moment}.`,
  /** The run that did not come to its end. */
  openRun: 'Ver o cruzamento',
  endedKept: 'O que já estava aqui continua.',
}

function daysPhrase(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'todo dia'
  if (weekdays.join() === '1,2,3,4,5') return 'de segunda a sexta'
  return weekdays.map((day) => days[day] ?? '').join(', ')
}
