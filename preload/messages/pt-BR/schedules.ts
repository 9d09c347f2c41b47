import { count } from './common.ts'

const requests = (value: number) => count(value, 'consulta', 'consultas')

/** Of a weekday, 0 is Sunday. */
const days = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const

/** `does` is what happens then. */
const openHint = (does: string) =>
  `Só com o Cruza aberto, pelo relógio deste computador. Se estiver fechado no horário, ${does} uma vez quando abrir no mesmo dia.`

/** Lists that are crossed, and sheets that are refreshed, at a time of day. */
export const schedules = {
  /** By what is repeated. */
  of: {
    run: {
      more: 'Repetir todo dia…',
      title: (name: string) => `Repetir “${name}”`,
      on: 'Repetir esta lista',
      openHint: openHint('cruza'),
      sameHint: 'A mesma lista, com os mesmos filtros e quem responde. Cada vez fica guardada; nada é apagado.',
      every: (weekdays: readonly number[], time: string) => `Repete ${daysPhrase(weekdays)} às ${time}`,
      off: 'Repetição desligada',
      running: 'repetindo agora',
      /** Beside why. */
      failed: (moment: string) => `A repetição de ${moment} não chegou ao fim. O que já estava aqui continua.`,
      ended: (moment: string) => `O Cruza foi fechado durante a repetição de ${moment}.`,
    },
    sheet: {
      more: 'Atualizar todo dia…',
      title: (name: string) => `Atualizar “${name}” todo dia`,
      on: 'Atualizar esta planilha',
      openHint: openHint('atualiza'),
      sameHint: 'Depois, uma linha acima da planilha diz o que mudou.',
      every: (weekdays: readonly number[], time: string) => `Atualiza ${daysPhrase(weekdays)} às ${time}`,
      off: 'Atualização automática desligada',
      running: 'atualizando agora',
      failed: (moment: string) => `A atualização de ${moment} não chegou ao fim. O que já estava aqui continua.`,
      ended: (moment: string) => `O Cruza foi fechado durante a atualização de ${moment}.`,
    },
    summary: {
      more: 'Refazer todo dia…',
      title: (name: string) => `Refazer “${name}” sozinho`,
      on: 'Refazer este resumo',
      openHint: openHint('refaz'),
      sameHint: 'A planilha é atualizada rapidamente antes. A página nova fica no lugar da anterior.',
      every: (weekdays: readonly number[], time: string) => `Refaz ${daysPhrase(weekdays)} às ${time}`,
      off: 'Repetição desligada',
      running: 'refazendo agora',
      failed: (moment: string) => `O resumo de ${moment} não foi refeito. O anterior continua.`,
      ended: (moment: string) => `O Cruza foi fechado enquanto refazia o resumo de ${moment}.`,
    },
  },
  /** How a sheet is refreshed. */
  mode: 'Como atualizar',
  modes: { quick: 'Rápida, só o que se moveu', full: 'Tudo, lê de novo' },
  modeHints: { quick: 'Poucas consultas. Não vê quem saiu.', full: 'Todas as páginas. Vê também quem saiu.' },
  time: 'Horário',
  timeMissing: 'Escreva um horário, como 08:00.',
  weekdays: 'Dias',
  days: days as readonly string[],
  refresh: 'Atualizar as planilhas antes',
  refreshHint: 'Uma atualização rápida, que faz consultas conforme o que mudou na base.',
  /** Without it. */
  notRefreshed: 'As planilhas respondem com o que foi lido por último: sem atualizá-las, o resultado não muda.',
  cost: (requestCount: number, duration: string) => `Cada dia custa cerca de ${requests(requestCount)}, ~${duration}.`,
  confirm: 'Salvar',
  change: 'Mudar…',
  next: (moment: string) => `próxima ${moment}`,
  due: 'começa em instantes',
  last: (moment: string) => `última ${moment}`,
  lastFailed: (moment: string) => `última tentativa ${moment}, sem resultado`,
  /** The run that did not come to its end. */
  openRun: 'Ver o cruzamento',
  endedKept: 'O que já estava aqui continua.',
}

function daysPhrase(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'todo dia'
  if (weekdays.join() === '1,2,3,4,5') return 'de segunda a sexta'
  return weekdays.map((day) => days[day] ?? '').join(', ')
}
