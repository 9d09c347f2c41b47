import type { cli as portuguese } from '../pt-BR/cli.ts'
import { count, number } from './common.ts'

export const cli: typeof portuguese = {
  description: 'Cruza without a window: leads, lists, forms, conversations, contacts, reports and help.',
  dataDir: 'folder of the data',
  json: 'one JSON object on standard output',
  quiet: 'no notices and no progress bar',
  parser: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    globalOptions: 'Options of every command:',
    commands: 'Commands:',
    anyOptions: 'options',
    anyCommand: 'command',
    help: 'shows this help',
    version: 'shows the version',
    /** Options of the same name mean the same in every command. */
    shared: {
      url: 'address of the service',
      account: 'number of the account',
      brand: 'segment of the brand in the addresses of leads',
      connection: 'name of the connection',
      out: 'file to write, .xlsx, .csv or .parquet',
      format: 'format of the file, where its name says none',
      mode: 'which CSV, for Excel or for systems',
      createdAfter: 'conversations created from this day on, such as 2026-01-31',
      createdBefore: 'conversations created up to this day',
      updatedAfter: 'conversations moved from this day on',
      inbox: 'numbers of inboxes, separated by commas',
      assignee: 'numbers of agents, separated by commas',
      status: 'statuses separated by commas: open, resolved, pending, snoozed',
      withLabel: 'only with these labels, separated by commas',
      withoutLabel: 'without these labels, separated by commas',
      group: 'one row a contact or one a conversation',
    },
    wrong: {
      help: () => 'A command is missing: choose one of those above.',
      missingArgument: (name: string) => `<${name}> is missing. See the usage with --help.`,
      optionMissingArgument: (option: string) => `The value after ${option} is missing.`,
      missingMandatoryOptionValue: (option: string) => `${option} is missing. See the usage with --help.`,
      unknownOption: (option: string) => `There is no option ${option} here.`,
      excessArguments: (command: string) => `“${command}” was given too many words. Put names with spaces in quotes.`,
      unknownCommand: (command: string) => `There is no command “${command}”. See those there are with --help.`,
      invalidArgument: (option: string) => `The value of ${option} does not fit. See the usage with --help.`,
    },
    wrongUsage: 'The words of the command make no sense together. See the usage with --help.',
    didYouMean: (words: string) => `These fit: ${words}.`,
    dayForm: 'A day is year-month-day, like 2026-11-20.',
  },
  connect: 'makes or changes a connection and checks it',
  betaUrl: 'second address that serves the same account (beta)',
  connectPlatform: 'connection to the platform; the access key comes from CRUZA_SECRET or standard input',
  connectForms: 'connection to the form service; the access key comes from CRUZA_SECRET or standard input',
  check: 'checks a connection',
  pull: 'reads a sheet of leads, or goes on where it stopped',
  sheets: 'lists the sheets',
  export: 'exports a sheet to .xlsx or .csv',
  cruzar: 'cross-checks a list with your contacts and writes the result',
  runs: 'lists the cross-checks made',
  list: 'only the cross-checks of this list: the name of one of them, of its file, or the number of the list',
  since:
    'with --list, what has changed in the newest cross-check: “last” since the one before, or the number of another; --out writes only the rows that changed',
  sinceOfList: '--since needs --list, and --out needs --since.',
  noList: (name) => `There is no cross-checked list named “${name}”. “cruza runs” shows those that there are.`,
  severalLists: (name, lists) =>
    `There is more than one list named “${name}”. Use the number of one: ${lists.join(', ')}.`,
  nothingBefore: 'This list has no earlier cross-check, finished and of the same connection, to compare with.',
  runsContinue: 'goes on with a cross-check whose keys are not all answered; its number or its name',
  lists: {
    command: 'works on lists without cross-checking them',
    combine:
      'combines two lists by phones and e-mails and writes the new one; each is a file, sheet:NAME (a cached sheet) or run:NAME (a cross-check)',
    how: 'who stays: only who is not in the second (minus), only who is in both (and), or everybody, nobody twice (or)',
    outcome: 'of the second, which is a cross-check, only the rows with these outcomes',
    noRunForOutcomes: '--outcome only applies where the second list is a cross-check (run:NAME).',
  },
  runCheck: {
    command: 'checks with the service what cached sheets answered; the number or name of the cross-check',
    all: 'asks for every key',
    sample: 'how many keys are drawn; 200 without it',
    seed: 'number of the draw: the same one draws the same keys',
    differences: 'prints the keys that differ as well, a thousand at most',
    together: '--all goes with neither --sample nor --seed.',
    notOffline: 'Only what cached sheets answered is checked; the service answered this cross-check.',
  },
  sheet: 'cached sheet that answers, offline; may be given more than once',
  noKeep:
    'only with --sheet: the result is not kept among the cross-checks; what stays is the output file, noted in Activity',
  keepsAnswers: '--no-keep goes with --sheet only: what the service answers is kept.',
  noRun: (run) => `There is no cross-check of the name or number “${run}”. “cruza runs” lists them.`,
  severalRuns: (run) => `There is more than one cross-check named “${run}”. Use the number that “cruza runs” shows.`,
  column: 'columns with the keys, by name or number',
  areaCode: 'area code of phones that have none',
  match: 'what still counts as the same person: exact, country, trunk, ninth or area',
  otherNinth:
    'with --connection only: asks with or without the ninth digit as well for mobiles that are absent or without a conversation; the default',
  noOtherNinth: 'asks only as the phone is written',
  otherNinthOfService:
    '--other-ninth and --no-other-ninth go with --connection only, and without --match, which decides the ninth digit.',
  notCompared: (moment, differences, run) =>
    `The time before, ${moment}, had ${differences}: the difference would not be one of people. To compare all the same: --since ${run}.`,
  noOrigin:
    'without where the rows come from (account, filters, times, counts): another sheet of XLSX, a file .origem.json beside a CSV, the metadata of Parquet',
  allSheets: 'reads all sheets (or tables) with phones or e-mails as one list',
  otherSheets: (sentence) => `${sentence} To read all of them as one list: --all-sheets.`,
  visibleOnly: 'without the rows that are hidden or filtered in the spreadsheet',
  columns: {
    read: (columns: string, left: string) => `Read: ${columns}.${left === '' ? '' : ` Left: ${left}.`}`,
    reasons: {
      others: 'of somebody else by its heading',
      repeated: 'the same values on many rows',
      no_keys: 'no phone or e-mail',
      other_digits: 'numbers that look like codes, dates or documents',
      fax: 'fax',
    },
    digits: (column: string) =>
      `The numbers of ${column} look like codes, dates or documents, not phones. If they are phones, name the column with --column of “cruza cruzar”, or on the screen.`,
    unsure: (column: string) =>
      `It is not certain whose the phones or e-mails of ${column} are, which were left out. If they are those of the people of the list, name the columns with --column of “cruza cruzar”, or on the screen.`,
  },
  hiddenRead: (rows: number) =>
    `${count(rows, 'row is', 'rows are')} hidden or filtered in the spreadsheet and ${rows === 1 ? 'was' : 'were'} read too; --visible-only leaves them out.`,
  outcome: 'only these outcomes, separated by commas',
  summaries: {
    command: 'makes a summary anew and shows its figures',
    noRefresh: 'without refreshing the sheet first',
    out: 'file with the lines of the summary',
    unknown: (name: string, names: readonly string[]) =>
      names.length === 0
        ? `There is no summary named “${name}”. Create one under Reports, Summaries.`
        : `There is no summary named “${name}”. There are: ${names.join(', ')}.`,
  },
  recipes: {
    option: 'list recipe that says what no option does: columns, filters, who answers, what goes into the file',
    unknown: (name: string, names: readonly string[]) =>
      names.length === 0
        ? `There is no list recipe named “${name}”. Save one on the Cross-check screen, with a list open.`
        : `There is no list recipe named “${name}”. There are: ${names.join(', ')}.`,
    noFit: (name: string, missing: readonly string[]) =>
      missing.length === 0
        ? `The recipe “${name}” is for lists with other columns.`
        : `The list lacks what the recipe “${name}” looks for in the header: ${missing.join(', ')}.`,
    sheetsGone: (name: string) =>
      `A sheet that answers in the recipe “${name}” is no longer here. Say who answers with --connection or --sheet.`,
  },
  asking: 'macOS is asking for your permission for Cruza to read the keychain. Answer the window of the system.',
  askListPassword: (file) => `“${file}” opens with a password alone. Type it and press Enter:`,
  askSecret: 'Paste the access key and press Enter:',
  noConnection: (name) => `There is no connection named “${name}”. Check the name, or make it with “cruza connect”.`,
  notPlatform: (name) => `“${name}” is a connection to forms; leads come from the agent platform.`,
  noSecret: 'The access key is missing: pass it in CRUZA_SECRET or on standard input.',
  noSheet: (name) => `There is no sheet named “${name}”. “cruza sheets” lists them.`,
  noFolder: (folder) => `The folder “${folder}” does not exist. Make it, or choose another one for the file.`,
  badAccount: 'The account number must be a whole number, such as 3.',
  changes: {
    command: 'what changed in a sheet between its last two readings, or those that the options name',
    from: 'the earlier reading, by its number',
    to: 'the later reading, by its number',
    with: 'another sheet of the same account: compares this one with its last reading',
    change: 'in the file only these changes, with commas between them, such as nova,saiu_da_base,resolvida',
    toOrWith: '--to does not go with --with.',
    reading: (value) => `reading ${value}`,
    noReading: (text, numbers) => `No reading ${text} is stored. There are: ${numbers.join(', ')}.`,
    nothingBefore: 'There are no two different stored readings to compare.',
    badChange: (word, kinds) => `“${word}” is no change. There are: ${kinds.join(', ')}.`,
  },
  partitionBy: 'only with --format parquet: a folder with a file for each month in which conversations were created',
  partitionsOfParquet: '--partition-by goes with --format parquet only.',
  partitionsOfRows: '--partition-by is for rows and does not go with groups.',
  tables: {
    command:
      'lists the views saved for tables like this one: the name of a sheet, run:NAME (a cross-check) or form:NAME (a form)',
    noViews: 'There are no views for tables of this kind in this account. Save one in the table, under View.',
    view: 'saved view: its rows, order, columns and groups',
    groupBy:
      'writes groups in place of rows: one to three columns with commas between them; those of moments with a unit, as ultima_mensagem_em:week',
    figures: 'figures of each group, as sum:mensagens,distinct:contato_id; goes with --group-by',
    across: 'puts the values of the second column of --group-by side by side',
    onlyOfGroups: '--figures and --across go with --group-by only.',
    noView: (name, names) =>
      names.length === 0
        ? `There is no view named “${name}”, nor any other for tables of this kind. Save one in the table, under View.`
        : `There is no view named “${name}”. There are: ${names.join(', ')}.`,
    viewLacks: (name, columns) =>
      `The view “${name}” was used without what this table does not have: ${columns.join(', ')}.`,
    groupsLack: (name, columns) =>
      `This table does not have the columns of the groups of the view “${name}”: ${columns.join(', ')}.`,
    wrongFields: '--group-by takes one to three columns, none of them twice.',
    acrossTwo: '--across goes with two columns in --group-by.',
    noColumn: (name, columns) => `The table has no column “${name}”. There are: ${columns.join(', ')}.`,
    badUnit: (word, units) => `“${word}” is no unit. Use ${units.join(', ')}.`,
    noMoments: (column) => `The column “${column}” has no moments: use it without a unit.`,
    badFigure: (word, figures) => `“${word}” is no figure of groups. Use ${figures.join(', ')}, as sum:mensagens.`,
    noNumbers: (figure, column) => `The column “${column}” does not fit ${figure}.`,
  },
  badExtension: 'The output file must end in .xlsx, .csv or .parquet, and --format cannot say otherwise.',
  badRung: (word) => `“${word}” is no rung. Use exact, country, trunk, ninth or area.`,
  badAreaCode: (word) => `“${word}” is no area code.`,
  badOutcome: (word) =>
    `“${word}” is no outcome. Use com_conversa, sem_conversa, ambigua, ausente, invalida or sem_resposta.`,
  unknownColumn: (column) => `The list has no column “${column}”. Use the heading's name or the column's number.`,
  createdWithin:
    'conversations created within this period, which moves with the calendar at each reading: today, yesterday, this-week, last-week, this-month, last-month, last-30-days',
  withinOrDays: 'Use --created-within or the days of --created-after and --created-before, not both.',
  badPeriod: (word) =>
    `“${word}” is no period. Use today, yesterday, this-week, last-week, this-month, last-month or last-30-days.`,
  sheetDiffers: (name) =>
    `The sheet “${name}” exists already with another connection or other filters. Use another name, or repeat without the filters.`,
  pulled: (name, rows, badge) => `${name}: ${count(rows, 'row', 'rows')}, ${badge}`,
  entries: 'entries of forms',
  entriesPull: 'reads the entries of a form that are not here yet, or goes on where it stopped',
  entriesPlan: 'shows what keeping a form costs: period, entries, requests, time and share of the plan',
  entriesNewest: 'writes the newest 100 entries of a form that is not kept; nothing is kept',
  period: {
    since: 'entries from this day on, such as 2026-01-31',
    until: 'entries until this day, inclusive',
    last: 'entries of the last days, such as 30, and those that arrive',
    all: 'the whole form, also where only a period is kept',
    together: 'Use --last, --all or the days of --since and --until, not more than one of them.',
    badDay: (word) => `“${word}” is not a day. Use year-month-day, such as 2026-11-20.`,
    badLast: (word) => `“${word}” is not a number of days. Use a whole number, such as 30.`,
    reversed: (first, last) => `The day of ${last} comes before the day of ${first}.`,
    future: (option) => `The day of ${option} is in the future.`,
  },
  keptAlready: (form) => `“${form}” is kept here: use “cruza entries pull” and “cruza entries export”.`,
  onlyPeriod: (form, period) => `Of “${form}” is kept ${period}; the rest is on the service alone.`,
  newestExported: (file, rows, total) =>
    `${file}: partial, only the newest ${number(rows)} of ${count(total, 'entry', 'entries')}`,
  entriesExport: 'exports the kept entries, with review and lead, to .xlsx or .csv',
  entriesCruzar: 'cross-checks the stored entries with your contacts, or with a cached sheet, and writes the result',
  onlyConnection: 'connection to forms; may be left out when there is only one',
  state: 'only these states of the review, separated by commas',
  notForms: (name) => `“${name}” is a connection to the platform; entries come from the form service.`,
  noFormsConnection: 'There is no connection to forms. Make it with “cruza connect forms”.',
  severalFormsConnections: 'There are several connections to forms. Say which one by its name.',
  noForm: (form) => `There is no form with the name or number “${form}”.`,
  severalForms: (form) => `Several forms are named “${form}”. Use its number.`,
  notKept: (form) => `The entries of “${form}” are not kept here. Read them first with “cruza entries pull”.`,
  badState: (word) => `“${word}” is no state of a review. Use new, in_review, approved, doubt, rejected or spam.`,
  oneAnswerer: 'Say who answers: --connection with a connection, or --sheet with a cached sheet.',
  entriesPulled: (form, entries, fresh, state) =>
    `${form}: ${count(entries, 'entry', 'entries')}, ${fresh} new, ${state}`,
  onlyPlatform: 'connection to the platform; may be left out when there is only one',
  docs: {
    command: 'the public documentation of the platform',
    search: 'finds articles; without the service, in what was read on this computer',
    category: 'only this category',
    limit: 'at most this many results (10)',
    badLimit: 'The limit must be a whole number from 1 to 100.',
    here: 'The service did not answer: these results are of what was read on this computer.',
    nothing: (term) => `Nothing with “${term}”.`,
  },
  usage: {
    command: 'shows what a forms account used in a month, and its limits',
    period: 'current (this month), previous (the one before) or a month such as 2026-11',
    badPeriod: (word) => `“${word}” is not a period. Use current, previous or a month such as 2026-11.`,
    plan: (plan, period) => `Plan ${plan}, ${period}`,
    measures: { forms: 'Forms', entries: 'Entries', api_calls: 'API calls', storage_mb: 'Storage (MB)' },
    of: (limit, percent) => `of ${limit} (${percent}%)`,
    unlimited: '(no limit)',
  },
  reports: {
    command: 'reads a report (summary, agents, inboxes, teams or labels) and writes its table',
    since: 'first day, such as 2026-11-01',
    until: 'last day, inclusive',
    compare: 'with the period before beside it',
    param: 'another parameter of the request; may be repeated; an empty value takes out one that Cruza sends',
    badReport: (word) => `“${word}” is no report. Use summary, agents, inboxes, teams or labels.`,
    badParam: (word) => `“${word}” is no parameter. Use name=value.`,
  },
  noPlatformConnection: 'There is no connection to the agent platform. Make it with “cruza connect platform”.',
  severalPlatformConnections: 'There are several connections to agent platforms. Say which with --connection.',
  notes: {
    command: 'shows the notes about people of a connection, which exist only on this computer',
    none: 'No notes.',
  },
  contacts: {
    command: 'looks contacts up by name, phone in any form, or e-mail',
    otherNinth: 'looks for the same number with or without the ninth digit as well',
    all: 'every page, not only the first',
    tooShort: 'Write at least two characters.',
    more: 'There are more contacts than these. Use --all for all of them.',
    repeated: (value: number) =>
      value === 1
        ? '1 contact came again and is here once.'
        : `${number(value)} contacts came again and are here once.`,
  },
  call: {
    command: 'makes a call to one of the services and shows the answer, its secrets covered',
    connection: 'connection; may be left out when there is only one',
    query: 'parameter of the query, name=value; may be repeated',
    body: 'body as JSON; with -, it comes from standard input',
    yes: 'confirms a call that changes or deletes data',
    needsYes: (called) => `This changes data on the server and is sent with --yes only: ${called}`,
    badMethod: (word) => `“${word}” is no method. Use GET, POST, PUT, PATCH or DELETE.`,
    badQuery: (word) => `“${word}” is no parameter. Use name=value.`,
    noConnection: 'There is no connection. Make one with “cruza connect platform” or “cruza connect forms”.',
    severalConnections: 'There is more than one connection. Say which with --connection.',
    secret: (secret) => `Secret of the webhook, shown this once: ${secret}`,
    answered: (status, kind, ms) => `${status} · ${kind} · ${number(ms)} ms`,
  },
  erase: {
    command: 'erases all data of Cruza and the access keys from this computer; nothing changes on the services',
    yes: 'confirms that everything will be erased',
    needsYes: (losses, folder) =>
      `This erases for good, and with --yes only: ${losses.join('; ')}. Close Cruza first. Data folder: ${folder}`,
    erased: 'Erased from this computer:',
  },
  writes: {
    command: 'checks, by reading alone, what was sent in the last 30 days and never confirmed; nothing is sent again',
    connection: 'only what was sent through this connection',
    nothing: 'Everything that was sent is confirmed.',
    notYet: (from) => `not known yet; only from ${from.toLocaleString('en-GB')} on can it be said that it was not done`,
    stillUnknown: (writes) =>
      writes === 1
        ? 'It is not known yet what became of 1 write. Do not repeat it; check again later.'
        : `It is not known yet what became of ${number(writes)} writes. Do not repeat them; check again later.`,
    lost: 'The request was sent, but the service did not confirm it. Do not repeat it: “cruza writes” finds out what became of it.',
  },
  conversations: {
    command: 'reads all conversations of a filter and writes the table',
    where:
      'condition: status=open, inbox!=Sales, mail_subject~invoice, "created_at>2026-01-01", "last_activity_at>3d" (more than 3 days), team? (has one), team!? (has none); may be repeated, all hold',
    set: 'keeps the conversations on this computer under this name; without it they are forgotten once written',
    whichOnes: 'Say which conversations: --where with a condition, or --view with the name of a view of the list.',
    setDiffers: (name: string) => `The conversations “${name}” are kept with another filter. Use another name.`,
    wrong: {
      grammar: (word: string) => `“${word}” is no condition. Write, for example, status=open.`,
      attribute: (word: string) =>
        `“${word}” is no field of the filter. Use status, assignee, inbox, team, contact, priority, display, campaign, labels, created_at, last_activity_at or mail_subject.`,
      operator: (word: string) => `The comparison “${word}” does not fit this field.`,
      value: (word: string) => `“${word}” is no value of this field.`,
      name: (word: string) => `The name “${word}” is not known here. Use the number.`,
    },
  },
  notWhole: (name, state) =>
    `“${name}” is not whole here (${state}): only what is kept counts. Read the rest before you trust the figures.`,
  exported: (file, rows) => `${file}: ${count(rows, 'row exported', 'rows exported')}`,
}
