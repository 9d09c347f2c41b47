import type { Dataset } from '../../contract/datasets.ts'
import type { datasets as portuguese } from '../pt-BR/datasets.ts'
import { count } from './common.ts'

type JoinBy = NonNullable<Dataset['join']>['by']

export const datasets: typeof portuguese = {
  title: 'Saved data',
  list: 'Data saved from this account',
  count: (sets) => count(sets, 'data set', 'data sets'),
  empty: 'No data set yet',
  emptyText: 'Any list of an answer in the console, or a report, can be saved here and opened as a table.',
  columns: { name: 'Name', origin: 'From', rows: 'Rows', size: 'Size', read: 'Read', actions: 'Actions' },
  origins: { console: 'console', report: 'report' },
  booleans: { true: 'yes', false: 'no' },
  readAt: (moment) => `read ${moment}`,
  gone: 'This data is no longer here',
  goneText: 'It may have been forgotten in another window.',
  backToList: 'See the saved data',
  search: 'Search in all columns…',
  noRows: 'The list came empty',
  noRowsText: 'The answer that was saved had no items.',
  actions: {
    open: 'Open',
    export: 'Export',
    join: 'Join with leads',
    changeJoin: 'Change the join',
    rename: 'Rename',
    forget: 'Forget…',
    more: (name) => `More actions for ${name}`,
  },
  joining: 'being joined with the leads…',
  joined: (column, by) => `joined with the leads by ${column} (${joinWords[by]})`,
  join: {
    title: 'Join with leads',
    text: 'Beside each row come the columns of the same person’s lead, from the sheets kept on this computer, as they were when they were read.',
    column: 'Column with the person',
    by: 'This column has',
    ways: {
      contato_id: 'the contact’s number (contato_id), from this account’s sheets',
      telefone: 'the phone, with or without the ninth digit',
      email: 'the e-mail',
    },
    confirm: 'Join',
    remove: 'Undo the join',
  },
  rename: { title: 'Rename', name: 'Name', confirm: 'Save' },
  forget: {
    title: (name) => `Forget ${name}?`,
    loses: (rows) => `${count(rows, 'saved row', 'saved rows')} on this computer.`,
    losesArrangement: 'How the columns are arranged, the filters and the join.',
    keeps: 'Nothing changes in the service.',
    confirm: 'Forget',
  },
}

const joinWords: Readonly<Record<JoinBy, string>> = {
  contato_id: 'contact’s number',
  telefone: 'phone',
  email: 'e-mail',
}
