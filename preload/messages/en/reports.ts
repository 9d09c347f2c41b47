import type { Dataset } from '../../contract/reports.ts'
import type * as portuguese from '../pt-BR/reports.ts'
import { count, number } from './common.ts'

export const reports: typeof portuguese.reports = {
  title: 'Reports',
  names: {
    summary: 'Overall',
    agents: 'Agents',
    inboxes: 'Inboxes',
    teams: 'Teams',
    labels: 'Labels',
  },
  row: { summary: 'Account', agents: 'Agent', inboxes: 'Inbox', teams: 'Team', labels: 'Label' },
  which: 'Report',
  days: (since, until) => (since === until ? since : `${since} to ${until}`),
  comparedWith: (days) => `compared with ${days}`,
  presets: {
    today: 'Today',
    yesterday: 'Yesterday',
    last7: '7 days',
    last30: '30 days',
    month: 'This month',
    lastMonth: 'Last month',
    year: 'This year',
  },
  other: 'Other period',
  compare: 'Compare with the previous period',
  parametersSet: (value) => count(value, 'parameter', 'parameters'),
  parametersText:
    'Sent as they are, for anything else your service accepts besides the period (such as business_hours = true). An empty value removes the parameter that Cruza would send.',
  removeParameter: (name) => `Remove ${name}`,

  kept: (moment) => `Showing data from ${moment}.`,
  keptNothing: 'This report is not stored for this period yet.',
  keptList: 'Stored',
  keptNone: 'No reports are stored yet.',
  keptEntry: (name, days) => `${name} · ${days}`,
  neverRead: 'This report has not been read for this period yet',
  neverReadText: 'Once read, it opens instantly and works offline.',
  empty: 'The service has no data for this period',
  emptyText: 'Choose another period, or check whether there were conversations in it.',
  compareFailed: 'The previous period could not be read; the figures for this period are complete.',
  partOf: (shown, total) => `The first ${number(shown)} of ${number(total)} rows. Exports include them all.`,

  fields: {
    name: 'Name',
    email: 'E-mail',
    id: 'No.',
    key: 'Key',
    value: 'Value',
    timestamp: 'Time',
    conversations_count: 'Conversations',
    incoming_messages_count: 'Messages received',
    outgoing_messages_count: 'Messages sent',
    resolutions_count: 'Resolutions',
    resolved_conversations_count: 'Resolved conversations',
    avg_first_response_time: 'Average first response time',
    avg_resolution_time: 'Average resolution time',
    avg_reply_time: 'Average reply time',
    reply_time: 'Reply time',
  },
  inSeconds: (heading) => `${heading} (seconds)`,
  beforeHeading: (heading) => `${heading} (before)`,
  unnamed: 'no name',
  more: (percent) => `${percent} more`,
  less: (percent) => `${percent} less`,
  same: 'the same',
  nothing: 'no data',
  barsOf: (metric, row) => `${metric} by ${row.toLowerCase()}`,
  lineOf: (metric) => `${metric} over time`,
  lineSummary: (metric, points, highest) => `${metric}: ${count(points, 'point', 'points')}, the highest ${highest}`,
  nowLegend: 'this period',
  beforeLegend: 'previous period',
  tableOf: (name) => `Table: ${name}`,
  sortBy: (column) => `Sort by ${column}`,
  notes: 'What the service said',
  meta: 'Other figures in the response',
  exportXlsx: 'Excel (XLSX)',
  exportCsvExcel: 'CSV for Excel in Portuguese',
  exportCsvRaw: 'CSV for systems',
  exportPicture: 'Chart image (PNG)',
  saved: (name) => `${name} saved.`,
  savedRows: (name, rows) => `${name} saved, ${count(rows, 'row', 'rows')}.`,
  datasetSaved: (name) => `“${name}” was saved to the data sets.`,
  fileName: (report, since, until) =>
    since === until ? `${report} report ${since}` : `${report} report ${since} to ${until}`,

  byDay: 'New conversations by day, in the sheet chosen below',
  reconcile: {
    title: 'Check against the sheets',
    text: 'The same figures, counted from the rows stored here. Choose a number to see the rows behind it.',
    sheet: 'Sheet',
    none: 'No cached sheet covers this period',
    noneText:
      'Create a sheet with one row per conversation of these dates, without other filters, to check the figures.',
    teams: 'Lead rows do not include the team, so there is nothing to check here.',
    noFigures: 'The service’s response has no number of conversations or resolutions to check.',
    doubts: {
      one_per_person: 'The sheet has only the last conversation of each person: so it counts fewer than the service.',
      filtered: 'The sheet has other filters: so it counts fewer than the service.',
      read_before_end: 'The sheet was read before the period ended: anything later is missing.',
      incomplete: 'The sheet is not complete.',
    },
    resolvedHint:
      'The service counts what was resolved during the period; the sheet counts what started in it and is resolved now.',
    notComputable: (columns) => `Not checked, because lead rows do not include it: ${columns}.`,
    columns: {
      server: 'Service',
      sheet: 'Sheet',
      difference: 'Difference',
    },
    conversations: 'Conversations',
    resolved: 'Resolved',
    account: 'Whole account',
    blank: (row) => `(no ${row.toLowerCase()})`,
    equal: 'matches',
    onlyDifferent: 'Differences only',
    allEqual: 'All rows match.',
    rowsOf: (value, figure, name) => `See the ${value} rows: ${figure}, ${name}`,
  },
}

type JoinBy = NonNullable<Dataset['join']>['by']

export const datasets: typeof portuguese.datasets = {
  list: 'Data saved from this account',
  empty: 'No data set yet',
  emptyText: 'You can save any list from a console response, or a report, here and open it as a table.',
  columns: { origin: 'From', read: 'Read' },
  origins: { console: 'console', report: 'report' },
  page: (rows, total) =>
    total === null
      ? `one page only: ${count(rows, 'row', 'rows')}`
      : `one page only: ${number(rows)} of ${count(total, 'row', 'rows')}`,
  booleans: { true: 'yes', false: 'no' },
  gone: 'This data is no longer here',
  goneText: 'It may have been forgotten in another window.',
  backToList: 'See the saved data',
  search: 'Search in all columns…',
  noRows: 'The list is empty',
  noRowsText: 'The saved response had no items.',
  actions: {
    join: 'Join with leads',
    changeJoin: 'Change the join',
    more: (name) => `More actions for ${name}`,
  },
  joining: 'being joined with the leads…',
  joined: (column, by) => `joined with the leads by ${column} (${joinWords[by]})`,
  join: {
    title: 'Join with leads',
    text: 'Adds the columns of the same person’s lead next to each row, from the sheets on this computer, as they were when read.',
    column: 'Column that identifies the person',
    by: 'This column contains',
    ways: {
      contato_id: 'the contact’s number (contato_id), from this account’s sheets',
      telefone: 'the phone, with or without the ninth digit',
      email: 'the e-mail',
    },
    confirm: 'Join',
    remove: 'Remove the join',
  },
  rename: { title: 'Rename', name: 'Name', confirm: 'Save' },
  forget: {
    title: (name) => `Forget ${name}?`,
    lost: ({ rows }) => [
      `${count(rows, 'saved row', 'saved rows')} on this computer.`,
      'The column layout, the filters and the join.',
    ],
    kept: 'Nothing changes on the service.',
    confirm: 'Forget',
  },
}

const joinWords: Readonly<Record<JoinBy, string>> = {
  contato_id: 'contact’s number',
  telefone: 'phone',
  email: 'e-mail',
}
