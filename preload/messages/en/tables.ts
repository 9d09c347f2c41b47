import type { CopiedKeys } from '../../contract/tables.ts'
import type { KeyText } from '../params.ts'
import type * as portuguese from '../pt-BR/tables.ts'
import { count, number } from './common.ts'

const rows = (value: number) => count(value, 'row', 'rows')
const columns = (value: number) => count(value, 'column', 'columns')
const leftOut = (value: number) =>
  value === 0 ? '' : `; ${count(value, 'hidden column was', 'hidden columns were')} left out`

const notAmong = ({ repeated, without }: CopiedKeys, key: string) =>
  [
    repeated === 0 ? '' : `; ${count(repeated, `row repeats a ${key}`, `rows repeat a ${key}`)}`,
    without === 0 ? '' : `; ${rows(without)} without ${key}`,
  ].join('')

export const tables: typeof portuguese.tables = {
  searchLabel: 'Search this table',
  searchPlaceholder: 'Search name, phone, e-mail…  ( / )',
  goToRows: 'Go to the rows',
  found: (value) => (value === 0 ? 'no rows' : rows(value)),
  empty: 'No rows',
  emptyText: 'This table has no rows yet.',
  noneFound: 'No rows match this search and these filters',
  noneFoundText: 'Nothing was deleted: clear the filters to see every row.',
  shortcuts: (key: KeyText) => `${key('enter')} details · ${key('mod+a')} all · ${key('mod+c')} copy`,

  ariaRowSelect: 'Press Space to select this row',
  ariaRowDeselect: 'Press Space to deselect this row',

  counts: {
    shown: (shown, total) => `${number(shown)} of ${rows(total)}`,
    selected: (value) => count(value, 'selected', 'selected'),
    sum: (heading, value) => `sum of ${heading.toLocaleLowerCase()} ${number(value)}`,
  },

  heading: {
    sortedUp: 'sorted ascending',
    sortedDown: 'sorted descending',
    place: (place, of) => `sort ${place} of ${of}`,
    filtered: 'filtered',
    menu: (heading) => `Menu for the ${heading} column`,
    hint: (key: KeyText) =>
      `${key('enter')} sorts, ${key('shift+enter')} adds to the sort, ${key('alt+arrowdown')} opens the menu`,
  },
  menu: {
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    addAscending: 'Add to the sort, ascending',
    addDescending: 'Add to the sort, descending',
    unsort: 'Remove from the sort',
    filter: 'Filter…',
    changeFilter: 'Change the filter…',
    unfilter: 'Remove the filter',
    moveLeft: 'Move left',
    moveRight: 'Move right',
    pin: 'Pin left',
    unpin: 'Unpin',
    hide: 'Hide',
    fit: 'Fit to width',
  },
  columns: {
    button: 'Columns',
    hiddenCount: (value) => `${number(value)} hidden`,
    emptyCount: (value) => `${number(value)} empty`,
    empty: 'Empty',
    emptyHint: 'Columns that are empty in every row stay hidden until they have content.',
    showEmpty: 'Show empty columns',
    search: 'Find a column',
    none: 'No column with this name',
    moveUp: (heading) => `Move ${heading} up`,
    moveDown: (heading) => `Move ${heading} down`,
    showAll: 'Show all',
    restore: 'Reset columns',
    goTo: 'go to the column',
    showAndGo: 'show and go to the column',
    filterIt: 'filter the column',
    hideIt: 'hide the column',
  },

  filter: {
    title: (heading) => `Filter ${heading}`,
    apply: 'Filter',
    remove: (sentence) => `Remove the filter: ${sentence}`,
    change: (sentence) => `Change the filter: ${sentence}`,
    operator: 'Condition',
    operators: {
      contains: 'contains',
      not_contains: 'does not contain',
      equals: 'equals',
      starts_with: 'starts with',
      ends_with: 'ends with',
      between: 'between',
      blank: 'is empty',
      not_blank: 'is not empty',
    },
    textAsCame: 'Original text',
    from: 'From (day)',
    to: 'To (day)',
    days: { today: 'Today', last7: '7 days', last30: '30 days', month: 'This month' },
    lists: { in: 'Only these', not_in: 'All except these' },
    searchValues: 'Find a value',
    noValues: 'No value',
    moreValues: 'Only the 500 most frequent values are shown here: search to see others.',
    checkAll: 'Check all',
    uncheckAll: 'Uncheck all',
    chosen: (value) => count(value, 'checked', 'checked'),
  },
  day: {
    pattern: 'dd/mm/yyyy',
    impossible: 'This date does not exist: enter day, month and year, as in 20/11/2026.',
    unreadable: 'Enter a full date, as in 20/11/2026.',
    reversed: 'The last day is before the first.',
    future: 'This day is in the future.',
    mend: 'Correct the highlighted date first.',
    clear: (label) => `Clear ${label}`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
  },
  sentences: {
    contains: (heading, text) => `${heading} contains “${text}”`,
    not_contains: (heading, text) => `${heading} does not contain “${text}”`,
    equals: (heading, text) => `${heading} is “${text}”`,
    starts_with: (heading, text) => `${heading} starts with “${text}”`,
    ends_with: (heading, text) => `${heading} ends with “${text}”`,
    between: (heading, min, max) => `${heading}: ${min} to ${max}`,
    atLeast: (heading, min) => `${heading}: from ${min}`,
    atMost: (heading, max) => `${heading}: up to ${max}`,
    exactly: (heading, value) => `${heading}: ${value}`,
    in: (heading, values) => `${heading}: ${values}`,
    not_in: (heading, values) => `${heading}: not ${values}`,
    blank: (heading) => `${heading}: empty`,
    not_blank: (heading) => `${heading}: filled in`,
  },

  details: {
    title: 'Row details',
    previous: 'Previous row',
    next: 'Next row',
    close: 'Close details',
    open: 'Show all fields of the row',
    empty: '—',
    original: (text) => `original: ${text}`,
  },

  toggleRow: 'Select or deselect the row',
  openColumnMenu: 'Open the column menu',

  copy: {
    menu: 'Copy rows',
    key: 'Copy the cell or the selected rows',
    oneCell: 'Copy this cell',
    selected: (value) => (value === 0 ? 'Copy rows: select some first' : `Copy ${rows(value)}`),
    forExcel: 'Copy for Excel, with headings',
    forExcelHint: 'phones and leading zeros as text',
    selectAll: 'Select all rows',
    keys: {
      phone: {
        action: 'Copy only the phones',
        hint: 'one per line, no duplicates',
        copied: (copied) => `${count(copied.keys, 'phone', 'phones')} copied${notAmong(copied, 'phone')}`,
        none: (value) =>
          value === 1
            ? 'The row has no phone: nothing was copied.'
            : `None of the ${rows(value)} has a phone: nothing was copied.`,
      },
      email: {
        action: 'Copy only the e-mails',
        hint: 'one per line, no duplicates',
        copied: (copied) => `${count(copied.keys, 'e-mail', 'e-mails')} copied${notAmong(copied, 'e-mail')}`,
        none: (value) =>
          value === 1
            ? 'The row has no e-mail: nothing was copied.'
            : `None of the ${rows(value)} has an e-mail: nothing was copied.`,
      },
    },
    cell: (heading) => `Cell copied: ${heading}`,
    rows: (rowCount, columnCount, hidden) => `${rows(rowCount)} copied, ${columns(columnCount)}${leftOut(hidden)}`,
    emptyCell: 'The cell is empty: nothing was copied.',
    nothing: (key: KeyText) =>
      `Select a cell or rows before copying: click, ${key('shift')}+click, or ${key('mod+a')}.`,
    refused: 'The system blocked copying. Try again with this window in front.',
  },

  origin: {
    sheet: 'Origin',
    what: 'What',
    value: 'Value',
    labels: {
      exported_at: 'Exported at',
      time_zone: 'Time zone',
      app: 'Made with',
      kind: 'What it is',
      name: 'Name',
      service: 'Service',
      account: 'Account',
      list: 'Cross-checked list',
      answered_by: 'Answered by',
      sheets: 'Sheets used',
      rung: 'Loosest match accepted',
      made_of: 'Made from',
      call: 'Call',
      joined_by: 'Joined with leads by',
      reviews_of: 'Review',
      state: 'Completeness',
      reason: 'Reason',
      read_at: 'Read at',
      refreshed_at: 'Quick refresh at',
      reconciled_at: 'Deletions checked at',
      started_at: 'Started at',
      sheets_read_at: 'Oldest sheet read at',
      rows_read: 'Rows stored',
      service_total: 'Total on the service',
      repeated: 'Repeated',
      rejected: 'Not stored',
      unknown_counts: 'People whose conversations were not counted',
      outside: 'Outside the requested days',
      undated: 'Without a date',
      deleted_on_service: 'Deleted on the service',
      list_rows: 'Rows of the list',
      keys: 'Keys',
      answered_keys: 'Keys answered',
      search: 'Table search',
      filter: 'Table filters',
      sort: 'Sort order',
      selected_rows: 'Rows selected by hand',
      file: 'File',
      format: 'Format',
      rows: 'Rows in this file',
      columns: 'Columns in this file',
      sha256_of_rows: 'SHA-256 of the preceding sheets',
    },
    filters: {
      service: 'Filter, as returned by the service',
      request: 'Filter, as sent',
      sheets: 'Filter of the sheet',
      rows: 'Filter of the run',
    },
    values: {
      kind: {
        sheet: 'sheet of leads',
        run: 'cross-checked list',
        entries: 'entries of a form',
        newest_entries: 'newest entries of a form',
        conversations: 'set of conversations',
        dataset: 'data set',
        list: 'list',
        report: 'report',
      },
      service: { platform: 'agent platform', forms: 'forms' },
      answered_by: { service: 'the service', sheets: 'stored sheets' },
      made_of: { console: 'console response', report: 'report' },
      reviews_of: { team: 'team review', blind_review: 'blind second review' },
      state: {
        complete: 'complete',
        refreshed: 'complete, with a quick refresh afterwards',
        changed: 'changed while being read',
        partial: 'incomplete',
        reading: 'incomplete: still being read',
        damaged: 'damaged',
        finished: 'finished',
        running: 'incomplete: still running',
        interrupted: 'incomplete: interrupted',
        newest: 'only the newest',
        made: 'as received',
      },
      format: {
        xlsx: 'XLSX',
        'csv-excel': 'CSV for Excel in Portuguese',
        'csv-raw': 'CSV for systems',
        parquet: 'Parquet',
      },
    },
  },

  export: {
    what: 'What to export',
    scopes: { shown: 'What is on the screen', selection: 'Only the selection', all: 'Everything' },
    size: (rowCount, columnCount, hidden) =>
      `${rows(rowCount)}, ${columns(columnCount)}${hidden === 0 ? '' : `; ${count(hidden, 'hidden column is', 'hidden columns are')} left out`}`,
    noSelection: 'no rows selected',
    formats: {
      xlsx: 'Excel (XLSX)',
      'csv-excel': 'CSV for Excel in Portuguese',
      'csv-raw': 'CSV for systems',
      parquet: 'Parquet',
    },
    hints: {
      xlsx: 'phones as text, real numbers and dates',
      'csv-excel': 'semicolons, correct accents, formulas disabled; if your Excel is in another language, use XLSX',
      'csv-raw': 'commas, UTF-8, unchanged values',
      parquet: 'for DuckDB, Spark and pandas',
    },
    running: 'Exporting',
    oneAtATime: 'Another export is in progress. Wait for it to finish, or cancel it.',
    saved: (name, rowCount, hidden = 0) => `${name}: ${rows(rowCount)} exported${leftOut(hidden)}`,
    savedTitle: 'Export ready',
    withOrigin: 'Include where the data comes from',
    originHint:
      'account, filters, times and counts: in an extra sheet for XLSX, in a separate .origem.json file for CSV, in the metadata for Parquet',
    originHintBrowser:
      'account, filters, times and counts, in an extra sheet for XLSX or the metadata for Parquet; the browser can only receive one file, so a CSV goes without it',
    origins: {
      none: () => '',
      inside: (name) =>
        `Where the data comes from is in the ${name.endsWith('.parquet') ? 'metadata of the file' : 'last sheet'}.`,
      beside: (name) => `Where the data comes from is in ${name}.origem.json, next to it.`,
      unavailable: () =>
        'A CSV from the browser does not include where the data comes from, because only one file can be saved; XLSX includes it.',
      failed: () => '',
    },
    beyondHint: 'Excel opens only the first 1,048,576 rows; XLSX continues in another sheet',
    notes: ({ cut_cells, long_cells, cleaned_cells, rows_beyond, origin, logged }) => [
      ...(cut_cells > 0
        ? [
            `${count(cut_cells, 'cell was', 'cells were')} longer than a spreadsheet allows, so the text was cut. CSV for systems keeps everything.`,
          ]
        : []),
      ...(rows_beyond > 0
        ? [
            `Excel opens only the first 1,048,576 rows: ${count(rows_beyond, 'row', 'rows')} in the file will not be shown. XLSX continues in another sheet.`,
          ]
        : []),
      ...(long_cells > 0
        ? [
            `${count(long_cells, 'cell is', 'cells are')} longer than 32,767 characters: the file keeps everything, Excel does not show the whole text.`,
          ]
        : []),
      ...(cleaned_cells > 0
        ? [
            `${count(cleaned_cells, 'cell', 'cells')} lost control characters, which this format cannot hold. CSV for systems keeps everything.`,
          ]
        : []),
      ...(origin === 'failed'
        ? [
            'The .origem.json file could not be saved next to it. Check that you can write to the folder, and export again.',
          ]
        : []),
      ...(logged ? [] : ['The export could not be recorded in Activity.']),
    ],
  },
}

export const leads: typeof portuguese.leads = {
  fields: {
    contato_id: 'Contact no.',
    nome: 'Name',
    telefone: 'Phone',
    telefone_digitos: 'Phone (digits)',
    email: 'E-mail',
    identificador: 'Identifier',
    contato_criado_em: 'Contact created',
    etiquetas_contato: 'Contact labels',
    conversa_id: 'Conversation no.',
    conversa_criada_em: 'Conversation created',
    ultima_mensagem_em: 'Last message',
    ultima_mensagem_do_contato_em: 'Last message from the contact',
    primeira_mensagem_do_contato_em: 'First message from the contact',
    mensagens: 'Messages',
    status: 'Status',
    agente: 'Agent',
    agente_id: 'Agent no.',
    agente_email: 'Agent e-mail',
    caixa: 'Inbox',
    caixa_id: 'Inbox no.',
    origem: 'Origin',
    etiquetas_conversa: 'Conversation labels',
    conversas_no_periodo: 'Conversations in the period',
  },
  status: { open: 'Open', pending: 'Pending', resolved: 'Resolved', snoozed: 'Snoozed' },
  statuses: { open: 'open', pending: 'pending', resolved: 'resolved', snoozed: 'snoozed' },

  phrase: {
    between: (from, to) => `conversations created from ${from} to ${to}`,
    from: (from) => `conversations created since ${from}`,
    to: (to) => `conversations created up to ${to}`,
    moved: (from) => `conversations active since ${from}`,
    movedToo: (from) => `active since ${from}`,
    none: 'all conversations',
    withLabels: (labels) => `with ${labels}`,
    withoutLabels: (labels) => `without ${labels}`,
    inbox: (id) => `inbox ${id}`,
    agent: (id) => `agent ${id}`,
    agents: (names) => `handled by ${names}`,
    byConversation: 'one row per conversation',
  },
  filter: {
    presets: {
      year: 'This year',
      last30: 'Last 30 days',
      month: 'This month',
      lastMonth: 'Last month',
    },
    createdAfter: 'Conversation created from',
    createdBefore: 'Conversation created up to',
    updatedAfter: 'Conversation active since',
    updatedHint:
      'Activity since this day, even in an old conversation. Changes without a message (agent, label, contact data) may not count.',
    periodRequired: 'Choose at least one date: the service only exports leads for a period.',
    inboxes: 'Inboxes',
    agents: 'Agents',
    withLabels: 'With any of these labels',
    withoutLabels: 'Without these labels',
    status: 'Conversation status',
    any: 'all',
    anyAgent: 'all',
    typeId: 'Name or number',
    nothingKnown: 'No names yet: type the number shown in the service’s address.',
    rows: (value) => `${number(value)} ${value === 1 ? 'row' : 'rows'}`,
    group: 'One row per',
    groups: { contato: 'person', conversa: 'conversation' },
    groupHints: {
      contato: 'Each person’s latest conversation, with their total for the period.',
      conversa: 'Someone with three conversations appears three times.',
    },
  },
}
