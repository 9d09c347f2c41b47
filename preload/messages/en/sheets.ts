import type { sheets as portuguese } from '../pt-BR/sheets.ts'
import { count, number } from './common.ts'

const rows = (value: number) => count(value, 'row', 'rows')

export const sheets: typeof portuguese = {
  title: 'Sheets',
  create: 'New sheet',
  count: (value) => count(value, 'sheet', 'sheets'),
  list: 'Sheets kept on this computer',
  empty: 'No sheets yet',
  emptyText:
    'A sheet keeps the leads of a period on this computer, encrypted: it opens at once, offline, and goes to Excel.',
  noConnection: 'First, connect your account',
  noConnectionText:
    'Sheets come from the service platform. Connect the account once, with the key of an administrator.',
  connect: 'Connect account',
  /** Instead of a name, for sheets whose connection is gone. */
  forgottenConnection: 'forgotten connection',

  badges: {
    complete: 'complete',
    refreshed: 'refreshed',
    changed: 'changed while read',
    partial: 'partial',
    reading: 'reading',
    damaged: 'damaged',
  },
  reasons: {
    none: 'The rows, the distinct people and the total of the service agree.',
    total_changed: 'The total of the service is no longer that of the rows read. Refresh fully to make sure.',
    rows_repeated: 'The service repeated rows while the pages were read; the repeated ones were dropped.',
    rows_missing: 'Fewer rows came than the total of the service. Refresh to make sure.',
    more_than_total: 'More rows came than the total of the service. Refresh to make sure.',
    cancelled: 'Reading was cancelled before the end. What was read is kept.',
    failed: 'Reading stopped because of a failure. What was read is kept.',
    ended: 'Cruza was closed while reading. What was read is kept.',
    not_numbered: 'The service did not number its pages as it should; the sheet was read one page at a time.',
    set_aside: 'The service sent leads in a way that cannot be kept. The others are here.',
    endless:
      'The service gave its pages no end: it repeated those that had come, or brought far more rows than it counts. Reading ended there, and each row is here once.',
    quick:
      'A quick refresh brings what has moved. It does not see who left the filter, what was deleted, or changes without a message (agent, label, registration). Refresh everything to be sure.',
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
    quick: 'Refresh (quick, only what moved)',
    full: 'Refresh everything (read again)',
    cruzar: 'Cross-check',
    serverCsv: 'Save the CSV of the service itself…',
  },

  partial: {
    title: 'This sheet is incomplete.',
    read: (value, total) => `${number(value)} of ${rows(total)} were read.`,
    readSome: (value) => `${rows(value)} were read.`,
    interrupted: 'The last refresh stopped before the end. The rows shown are those of the reading before, whole.',
  },
  damaged: {
    unnamed: 'Damaged sheet',
    reason: 'The file of this sheet is damaged: its rows cannot be opened on this computer.',
    title: 'The file of this sheet is damaged',
    text: 'Its rows cannot be opened. Read it again from the service, with the same filter, or forget it.',
    orphan:
      'Its rows cannot be opened, and the connection that they came from was forgotten. The sheet can only be forgotten.',
    readAgainNamed: (name: string) => `Read ${name} again`,
  },
  noRows: 'The service has no leads in this period',
  noRowsText: 'Reading ended and no row came. Create another sheet with other dates or fewer filters.',
  waitingRows: 'The rows appear here as soon as reading ends',
  nothingRead: 'No row was read yet',
  gone: 'This sheet does not exist any more',
  goneText: 'It was forgotten, or the data belong to another account.',
  backToList: 'See the sheets',

  rename: { title: 'Rename sheet', name: 'Name', confirm: 'Rename' },
  forget: {
    title: (name) => `Forget “${name}”?`,
    lost: ({ rows: value }) => [
      `${rows(value)} downloaded to this computer`,
      'the order, filters and columns that you arranged in it',
    ],
    kept: 'Nothing changes in the service: it can be downloaded again.',
    confirm: 'Forget sheet',
  },

  new: {
    connection: 'Connection',
    nameRequired: 'Give the sheet a name.',
    downloadRows: (value) => `Download ${rows(value)}`,
    planWaiting: 'Choose a date to see the size.',
    planning: 'Looking at the size…',
    plan: (total, requests, duration, measured) =>
      `${rows(total)}, ${count(requests, 'request', 'requests')}, about ${duration}${measured ? '' : ' (first estimate)'}.`,
    planEmpty: 'No lead in this period with these filters: there is nothing to download.',
    serverCsv: 'Save the CSV of the service itself',
    serverCsvHint: 'The file as the service makes it, without keeping it here.',
    names: {
      between: (from, to) => `Leads from ${from} to ${to}`,
      from: (from) => `Leads since ${from}`,
      to: (to) => `Leads up to ${to}`,
      moved: (from) => `Leads active since ${from}`,
      none: 'Leads',
    },
  },
  csv: {
    running: 'Receiving the CSV of the service',
    received: (size) => `${size} received`,
    saved: (name, size) => `${name} saved (${size}), as the service made it.`,
  },
  shortcuts: { refresh: 'Refresh (quick)' },
}
