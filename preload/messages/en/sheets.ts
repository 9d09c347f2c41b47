import type { sheets as portuguese } from '../pt-BR/sheets.ts'
import { count, number } from './common.ts'

const rows = (value: number) => count(value, 'row', 'rows')
const lostLeads = (runs: number) =>
  `the leads that ${count(runs, 'cross-check shows', 'cross-checks show')} from it, which are damaged and cannot be copied`

export const sheets: typeof portuguese = {
  title: 'Sheets',
  create: 'New sheet',
  count: (value) => count(value, 'sheet', 'sheets'),
  list: 'Sheets on this computer',
  empty: 'No sheets yet',
  emptyText:
    'A sheet stores the leads of a period on this computer, encrypted: it opens instantly, works offline and exports to Excel.',
  noConnection: 'First, connect your account',
  noConnectionText: 'Sheets come from the agent platform. Connect the account once, with an administrator’s key.',
  connect: 'Connect account',
  /** Instead of a name, for sheets whose connection is gone. */
  forgottenConnection: 'forgotten connection',

  badges: {
    complete: 'complete',
    refreshed: 'refreshed',
    changed: 'changed while being read',
    partial: 'partial',
    reading: 'reading',
    damaged: 'damaged',
  },
  reasons: {
    none: 'The rows, the distinct people and the service’s total all match.',
    total_changed: 'The service’s total no longer matches the rows read. Do a full refresh to make sure.',
    rows_repeated: 'The service repeated rows while the pages were read; duplicates were dropped.',
    rows_missing: 'Fewer rows were received than the service’s total. Refresh to make sure.',
    more_than_total: 'More rows were received than the service’s total. Refresh to make sure.',
    cancelled: 'Reading was cancelled before the end. What was read is saved.',
    failed: 'Reading stopped because of an error. What was read is saved.',
    ended: 'Cruza was closed while reading. What was read is saved.',
    not_numbered: 'The service did not number its pages as it should; the sheet was read one page at a time.',
    set_aside: 'The service sent some leads that cannot be stored. The others are here.',
    endless:
      'The service kept sending pages: it repeated earlier ones, or sent far more rows than its total. Reading stopped there, and each row is here once.',
    quick:
      'A quick refresh brings in recent activity. It misses people who no longer match the filter, deletions, and changes without a message (agent, label, contact data). Refresh everything to be sure.',
  },
  readingReason: 'The rows are being read now.',
  unknownCounts: (value: number) =>
    value === 1
      ? 'For 1 person, the number of conversations in the period is not known; the cell is empty.'
      : `For ${number(value)} people, the number of conversations in the period is not known; the cells are empty.`,
  refreshedAt: (moment: string) => `refreshed ${moment}`,
  aside: (value: number, contacts: readonly number[]) => {
    const named = contacts.length > 0 ? ` (contact ${contacts.join(', ')}${value > contacts.length ? ', …' : ''})` : ''
    return `${count(value, 'lead was', 'leads were')} left out${named}.`
  },
  repeated: (value) => `${count(value, 'repeated row', 'repeated rows')} dropped`,

  progress: (name) => `Reading ${name}`,
  resumeNamed: (name) => `Continue reading ${name}`,

  actions: {
    quick: 'Refresh (quick, recent activity only)',
    full: 'Refresh everything (read again)',
    cruzar: 'Cross-check',
    serverCsv: 'Save the service’s own CSV…',
  },

  partial: {
    title: 'This sheet is incomplete.',
    read: (value, total) => `${number(value)} of ${rows(total)} were read.`,
    readSome: (value) => `${rows(value)} were read.`,
    interrupted:
      'The last refresh stopped before the end. The rows shown are the complete ones from the previous reading.',
  },
  damaged: {
    unnamed: 'Damaged sheet',
    reason: 'The file of this sheet is damaged: its rows cannot be opened on this computer.',
    title: 'The file of this sheet is damaged',
    text: 'Its rows cannot be opened. Read it again from the service, with the same filter, or forget it.',
    orphan:
      'Its rows cannot be opened, and the connection they came from was forgotten. The sheet can only be forgotten.',
    readAgainNamed: (name: string) => `Read ${name} again`,
  },
  noRows: 'The service has no leads in this period',
  noRowsText: 'Reading finished with no rows. Create another sheet with different dates or fewer filters.',
  waitingRows: 'Rows appear here as soon as reading finishes',
  nothingRead: 'No rows have been read yet',
  gone: 'This sheet no longer exists',
  goneText: 'It was forgotten, or the data belongs to another account.',
  backToList: 'See the sheets',

  rename: { title: 'Rename sheet', name: 'Name', confirm: 'Rename' },
  forget: {
    title: (name) => `Forget “${name}”?`,
    lost: ({ rows: value, lost_runs }) => [
      `${rows(value)} downloaded to this computer`,
      'the sorting, filters and columns you set up in it',
      ...(lost_runs > 0 ? [lostLeads(lost_runs)] : []),
    ],
    kept: ({ lost_runs }) =>
      `${lost_runs > 0 ? 'Other cross-checks' : 'Cross-checks'} keep the leads they found in it. Nothing changes on the service: you can download it again.`,
    confirm: 'Forget sheet',
  },

  new: {
    connection: 'Connection',
    nameRequired: 'Give the sheet a name.',
    downloadRows: (value) => `Download ${rows(value)}`,
    planWaiting: 'Choose a date to see the size.',
    planning: 'Checking the size…',
    plan: (total, requests, duration, measured) =>
      `${rows(total)}, ${count(requests, 'request', 'requests')}, about ${duration}${measured ? '' : ' (first estimate)'}.`,
    planEmpty: 'No leads in this period with these filters: there is nothing to download.',
    serverCsv: 'Save the service’s own CSV',
    serverCsvHint: 'The file exactly as the service makes it, without storing it here.',
    names: {
      within: (period) => `Leads, ${period}`,
      between: (from, to) => `Leads from ${from} to ${to}`,
      from: (from) => `Leads since ${from}`,
      to: (to) => `Leads up to ${to}`,
      moved: (from) => `Leads active since ${from}`,
      none: 'Leads',
    },
  },
  csv: {
    running: 'Downloading the service’s CSV',
    received: (size) => `${size} received`,
    saved: (name, size) => `${name} saved (${size}), as the service made it.`,
  },
  shortcuts: { refresh: 'Refresh (quick)' },
}
