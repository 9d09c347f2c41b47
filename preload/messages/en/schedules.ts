import type { schedules as portuguese } from '../pt-BR/schedules.ts'
import { count } from './common.ts'

const requests = (value: number) => count(value, 'request', 'requests')

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** `done` is what happens then. */
const openHint = (done: string) =>
  `Only while Cruza is open, by this computer’s clock. If it is closed at that time, ${done} once when Cruza opens later the same day.`

export const schedules: typeof portuguese = {
  of: {
    run: {
      more: 'Repeat every day…',
      title: (name: string) => `Repeat “${name}”`,
      on: 'Repeat this list',
      openHint: openHint('the list is cross-checked'),
      sameHint: 'Same list, same filters, same source of answers. Every result is kept; nothing is deleted.',
      every: (weekdays: readonly number[], time: string) => `Repeats ${daysPhrase(weekdays)} at ${time}`,
      off: 'Repeating is off',
      running: 'repeating now',
      failed: (moment: string) => `The repeat ${moment} did not finish. Earlier results are unchanged.`,
      ended: (moment: string) => `Cruza was closed while repeating the list ${moment}.`,
    },
    sheet: {
      more: 'Refresh every day…',
      title: (name: string) => `Refresh “${name}” every day`,
      on: 'Refresh this sheet',
      openHint: openHint('the sheet is refreshed'),
      sameHint: 'Afterwards a line above the sheet says what changed.',
      every: (weekdays: readonly number[], time: string) => `Refreshes ${daysPhrase(weekdays)} at ${time}`,
      off: 'Automatic refresh is off',
      running: 'refreshing now',
      failed: (moment: string) => `The refresh ${moment} did not finish. What was here is unchanged.`,
      ended: (moment: string) => `Cruza was closed during the refresh ${moment}.`,
    },
    summary: {
      more: 'Make every day…',
      title: (name) => `Make “${name}” by itself`,
      on: 'Make this summary anew',
      openHint: openHint('the summary is made'),
      sameHint: 'The sheet is refreshed quickly first. The new page takes the place of the one before.',
      every: (weekdays, time) => `Made ${daysPhrase(weekdays)} at ${time}`,
      off: 'Repetition switched off',
      running: 'being made now',
      failed: (moment) => `The summary of ${moment} was not made. The one before stays.`,
      ended: (moment) => `Cruza was closed while it made the summary of ${moment}.`,
    },
  },
  mode: 'How to refresh',
  modes: { quick: 'Quick, only what moved', full: 'Everything, read again' },
  modeHints: { quick: 'Few requests. Does not see who left.', full: 'All pages. Also sees who left.' },
  time: 'Time',
  timeMissing: 'Enter a time, such as 08:00.',
  weekdays: 'Days',
  days,
  refresh: 'Refresh the sheets first',
  refreshHint: 'A quick refresh; the number of requests depends on what changed.',
  notRefreshed: 'Sheets answer with what was last read: the result will not change unless they are refreshed.',
  cost: (requestCount: number, duration: string) => `Each day uses about ${requests(requestCount)}, ~${duration}.`,
  confirm: 'Save',
  change: 'Change…',
  next: (moment: string) => `next ${moment}`,
  due: 'starts in a moment',
  last: (moment: string) => `last ${moment}`,
  lastFailed: (moment: string) => `last attempt ${moment}, no result`,
  openRun: 'See the cross-check',
  endedKept: 'Earlier results are unchanged.',
}

function daysPhrase(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'every day'
  if (weekdays.join() === '1,2,3,4,5') return 'from Monday to Friday'
  return weekdays.map((day) => days[day] ?? '').join(', ')
}
