import type { schedules as portuguese } from '../pt-BR/schedules.ts'
import { count } from './common.ts'

const requests = (value: number) => count(value, 'request', 'requests')

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

export const schedules: typeof portuguese = {
  more: 'Repeat every day…',
  title: (name: string) => `Repeat “${name}”`,
  on: 'Repeat this list',
  time: 'Time',
  timeMissing: 'Write a time, such as 08:00.',
  weekdays: 'Days',
  days,
  refresh: 'Refresh the sheets first',
  refreshHint: 'A quick refresh, which makes requests by what changed in the base.',
  notRefreshed: 'The sheets answer with what was read last: unless they are refreshed, the result does not change.',
  cost: (requestCount: number, duration: string) => `Each day costs about ${requests(requestCount)}, ~${duration}.`,
  openHint:
    'Only while Cruza is open, by the clock of this computer. If it is closed at the time, it crosses once when it opens on the same day.',
  sameHint: 'The same list, with the same filters and whoever answers. Each time is kept; nothing is deleted.',
  confirm: 'Save',
  change: 'Change…',
  every: (weekdays: readonly number[], time: string) => `Repeats ${daysPhrase(weekdays)} at ${time}`,
  off: 'Repeating is off',
  next: (moment: string) => `next ${moment}`,
  due: 'starts in a moment',
  running: 'repeating now',
  last: (moment: string) => `last ${moment}`,
  lastFailed: (moment: string) => `last try ${moment}, without a result`,
  failed: (moment: string) => `Repeating ${moment} did not come to its end. What was here stays.`,
  ended: (moment: string) => `Cruza was closed while it repeated the list ${moment}.`,
  openRun: 'See the cross-check',
  endedKept: 'What was here stays.',
}

function daysPhrase(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'every day'
  if (weekdays.join() === '1,2,3,4,5') return 'from Monday to Friday'
  return weekdays.map((day) => days[day] ?? '').join(', ')
}
