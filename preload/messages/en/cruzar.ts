import type { ListInspection } from '../../contract/cruzar.ts'
import type { Outcome } from '../../values/outcomes.ts'
import type { KeyText } from '../params.ts'
import type { cruzar as portuguese } from '../pt-BR/cruzar.ts'
import { count, number } from './common.ts'
import { damaged } from './damaged-keys.ts'

const rows = (value: number) => count(value, 'row', 'rows')
const keys = (value: number) => count(value, 'key', 'keys')
const columns = (value: number) => count(value, 'column', 'columns')
const requests = (value: number) => count(value, 'request', 'requests')
const staying = (value: number, all: number) => {
  if (all === 1) return value === 0 ? 'The only row goes' : 'The only row stays'
  return value === 0
    ? `None of ${rows(all)} stays`
    : `${number(value)} of ${rows(all)} ${value === 1 ? 'stays' : 'stay'}`
}
const keySheets = (sheets: readonly ListInspection['key_sheets'][number][]) =>
  sheets.map((sheet) => `“${sheet.name}” (${rows(sheet.rows)}${sheet.is_whole ? '' : ' or more'})`).join(', ')
const each = (value: number, none: string, one: string, several: string) =>
  value === 0 ? none : `${number(value)} ${value === 1 ? one : several}`
const withoutKey = (value: number) =>
  `${rows(value)} without a usable phone or e-mail, and it is unknown whether ${value === 1 ? 'it is' : 'they are'} in the other list`

export const cruzar: typeof portuguese = {
  outcomes: {
    com_conversa: 'With conversation',
    sem_conversa: 'No conversation',
    ausente: 'Absent',
    invalida: 'Invalid',
    sem_resposta: 'Unanswered',
    ambigua: 'Ambiguous',
  },
  reasons: {
    empty: 'empty',
    too_short: 'too short',
    too_long: 'too long',
    no_digits: 'no digits',
    damaged_by_excel: 'abbreviated by Excel',
    bad_email: 'invalid e-mail',
    service_number: 'service number (0800, 4004, short)',
    bad_number: 'number that cannot exist',
    rounded: 'rounded by Excel',
    no_area_code: 'no area code',
    lost_start: 'the first digit seems to be missing',
    lost_plus: 'seems to be from another country, without the +',
    placeholder: 'made up to fill a field (99999-9999, 1234…)',
    fax: 'fax number',
    masked: 'masked: some digits are hidden',
    messenger_id: 'messaging app ID, without a phone',
    hidden_link: 'link that hides the phone: open it and copy the number',
    document_number: 'CPF or CNPJ',
    match_exact: 'exact match',
    match_without_country: 'found with the 55',
    match_with_country: 'found without the 55',
    match_trunk: 'found, ignoring the zero, carrier code or 00',
    match_without_ninth: 'found with the ninth digit',
    match_with_ninth: 'found without the ninth digit',
    match_area: 'found with the missing area code',
    match_folded: 'found, ignoring capitals and spaces',
    several_candidates: 'several contacts match equally well',
    two_cards: 'two contacts, with and without the ninth digit',
    cancelled: 'cancelled before the answer',
    offline: 'no connection',
    timeout: 'the service took too long',
    rate_limited: 'the service asked Cruza to wait',
    unauthorized: 'key not accepted',
    forbidden: 'not allowed',
    service_failed: 'the service failed',
    service_refused: 'the service refused',
    too_large: 'request too large',
    unexpected_body: 'unreadable response from the service',
    key_refused: 'the service fails on this key',
    key_not_answered: 'the service returned nothing for this key',
    answer_ambiguous: 'the service’s response fits more than one key in the list',
    filter_breaks: 'the service cannot use the filter',
    route_missing: 'not available in this installation',
    endless_pages: 'the service kept sending pages without end',
    header_dropped: 'the key does not reach the service',
    shield_page: 'a firewall in front of the service responded with a page',
    captive_portal: 'the network responded with a sign-in page',
    proxy_login: 'the network proxy asks for a password',
    proxy_failed: 'the network proxy blocked the request',
    certificate_unknown: 'certificate from an unknown issuer',
    certificate_dates: 'certificate not valid now',
    certificate_name: 'certificate for another address',
    redirected: 'the service redirected to another address',
    not_administrator: 'the key does not belong to an administrator',
    payment_required: 'the plan does not include this',
    service_not_found: 'the service does not know the address of the connection',
    not_this_service: 'not the service that was expected',
    no_connection: 'the connection was forgotten',
    secret_missing: 'the connection has no key',
    vault_locked: 'keychain locked',
    vault_unavailable: 'keychain is not responding',
    vault_asking: 'macOS asks for permission',
    vault_denied: 'macOS denied permission',
    vault_no_session: 'Windows session without a vault',
    secret_too_long: 'key too long',
    vault_needs_passphrase: 'vault locked',
    data_process_ended: 'Cruza was closed before the answer',
    passphrase_length: 'the passphrase of the vault has the wrong length',
    data_process_failed: 'Cruza was closed before the answer',
    already_running: 'already running elsewhere',
    disk_full: 'disk full',
    no_permission: 'not allowed to write',
    file_busy: 'file in use',
    file_gone: 'file moved or deleted',
    file_no_program: 'no program opened the file',
    file_damaged: 'file damaged',
    not_found: 'the cross-check or the sheet no longer exists',
    other_account: 'key for another account',
    account_kept: 'connection for another account',
    other_data: 'address with other data',
    data_uncompared: 'address not confirmed',
    validation_failed: 'refused by the service',
    sent_unknown: 'not confirmed',
    name_mismatch: 'name does not match',
    copy_incomplete: 'copy incomplete',
    form_moved: 'form changed',
    comment_required: 'reason missing',
    package_unreadable: 'unreadable package',
    package_foreign: 'package from another account',
    other_contact: 'conversation with another person',
    other_host: 'connection at another address',
    cannot_reply: 'channel closed to messages',
    conversation_hidden: 'conversation that the service does not show',
    internal: 'unexpected error',
    out_of_memory: 'not enough memory',
  },
  damaged,
  columns: {
    cruzar_resultado: 'Outcome',
    cruzar_chave: 'Key sent',
    cruzar_motivo: 'Reason',
    cruzar_degrau: 'Match',
    cruzar_candidatos: 'Candidates',
    cruzar_outro_nome: 'Other name in the base',
    cruzar_antes: 'Before',
    cruzar_mudanca: 'What changed',
  },
  changeKinds: {
    linha_nova: 'new row',
    respondeu: 'replied',
    novo_cadastro: 'newly registered',
    nova_conversa: 'new conversation',
    resolvida: 'resolved',
    reaberta: 'reopened',
    outro_agente: 'different agent',
    perdeu_conversa: 'no longer has a conversation',
    saiu_da_base: 'no longer a contact',
    outro_resultado: 'different outcome',
  },
  rungs: {
    exact: 'exact',
    country: 'with or without 55',
    trunk: 'zero or carrier code',
    ninth: 'ninth digit',
    area: 'default area code',
    folded: 'e-mail, ignoring capitals',
  },
  match: {
    label: 'Accept as the same person',
    names: {
      exact: 'Identical digits only',
      country: 'Also with or without 55',
      trunk: 'Also with zero, carrier code or 00',
      ninth: 'Also with or without the ninth digit',
      area: 'Also with the missing area code',
    },
    hints: {
      exact: 'Numbers written any other way come out as absent.',
      country: 'Brazil’s 55 does not count: 55 11 98888-7777 is 11 98888-7777.',
      trunk: 'A zero, carrier code or 00 before it does not count: 0 15 11 98888-7777 is 11 98888-7777.',
      ninth: 'Mobiles only: 11 8888-7777 is 11 98888-7777. Landlines and 0800 never get the nine.',
      area: 'Phones without an area code get the one in the column, or the one you choose.',
    },
    areaColumn: 'Area code column',
    ownAreaColumns: 'the one of each phone',
    noAreaColumn: 'none',
    areaCode: 'Area code when missing',
    noAreaCode: 'none: they come out as invalid',
  },
  leadHeading: (heading: string) => `${heading} (lead)`,

  madeHeadings: {
    vcard: ['Name', 'Phone', 'E-mail', 'Company'],
    whatsapp: ['Name', 'Phone', 'Messages', 'Last message'],
    sheet: 'Sheet',
  },
  title: 'Cross-check',
  intro: 'Find out who on a list already has a conversation, who is only registered and who is unknown.',
  keys,
  columnCount: columns,

  drop: {
    title: 'Drop the list here',
    hint: 'A spreadsheet (Excel, LibreOffice, CSV), an HTML table, contacts (VCF), a WhatsApp chat (TXT) or a ZIP with one of them. Nothing is sent until you have reviewed it.',
    choose: 'Choose file',
    paste: 'Paste phones',
    pasteHint: (key: KeyText) => `or paste with ${key('mod+v')} anywhere on this screen`,
    example: 'Use the example list',
    reading: 'Reading the list…',
  },
  password: {
    title: 'Spreadsheet password',
    text: (file: string) =>
      `“${file}” is password-protected. The password is only used to read it now and is not stored; the file does not change.`,
    label: 'Password',
    wrong: 'This password does not open the spreadsheet. Check upper and lower case.',
    confirm: 'Open',
  },
  paste: {
    title: 'Paste phones or e-mails',
    label: 'One per line, or copied from a spreadsheet with any number of columns',
    placeholder: '(11) 98888-7777\n21 97777-6666\nana@example.com',
    lines: (value: number) => (value === 0 ? 'nothing pasted yet' : rows(value)),
    confirm: 'Review the list',
    shortcut: (key: KeyText) => `Paste phones (${key('mod+v')} pastes right away)`,
    name: (moment: string) => `Pasted list ${moment}`,
  },

  fromTable: {
    selected: (value: number) =>
      value === 0
        ? 'Send to cross-check: select rows first'
        : `Send ${count(value, 'selected row', 'selected rows')} to cross-check`,
    filtered: (value: number) => `Send ${count(value, 'filtered row', 'filtered rows')} to cross-check`,
    all: (value: number) => `Send ${rows(value)} to cross-check`,
  },

  combine: {
    action: 'Combine with another list…',
    shown: (value: number) => `Combine only the ${rows(value)} shown by the search and filters…`,
    shortAction: 'Combine with…',
    title: (name: string) => `Combine “${name}”`,
    other: 'With which list',
    kinds: { run: 'A cross-check', sheet: 'A cached sheet', file: 'A file' },
    run: 'Cross-check',
    sheet: 'Cached sheet',
    choose: 'Choose one',
    outcomes: 'Only rows with the outcome',
    noRuns: 'There are no cross-checks to combine yet.',
    noSheets: 'There are no cached sheets yet.',
    noOutcomes: 'Choose at least one outcome that has rows.',
    chooseFile: 'Choose a file',
    otherFile: 'Another file',
    dropHint: 'or drop it on this window',
    drop: { title: 'Combine with this list', hint: 'Nothing changes before you confirm.' },
    otherFacts: (rowCount: number, keyless: number) =>
      keyless === 0 ? rows(rowCount) : `${rows(rowCount)}, ${number(keyless)} without a usable phone or e-mail`,
    how: 'Who stays in the new list',
    ways: {
      minus: 'Only people not in the other list',
      and: 'Only people in both lists',
      or: 'Everyone, without repeats',
    },
    facts: {
      minus: ({ rows: all, only, keyless, both }) =>
        `${staying(only + keyless, all)}; ${each(both, 'none is in the other list', 'is in the other list and goes', 'are in the other list and go')}.`,
      and: ({ rows: all, only, both }) =>
        `${staying(both, all)}; ${each(only, 'none goes for not being in the other', 'is not in the other list and goes', 'are not in the other list and go')}.`,
      or: ({ rows: all, other }) => {
        const enter = each(
          other.only + other.keyless,
          'none of the other joins',
          'of the other joins',
          'of the other join',
        )
        const left = each(
          other.both + other.repeated,
          'none there is repeated',
          'there is repeated and left out',
          'there are repeated and left out',
        )
        return `${rows(all)} of this list ${all === 1 ? 'stays' : 'stay'} and ${enter}; ${left}.`
      },
    },
    keyless: {
      minus: (value: number) => `${withoutKey(value)}: ${value === 1 ? 'it stays' : 'they stay'}.`,
      and: (value: number) => `${withoutKey(value)}: ${value === 1 ? 'it goes' : 'they go'}.`,
      or: (value: number) => `${withoutKey(value)}: ${value === 1 ? 'it stays' : 'they stay'}.`,
    },
    nothing: 'No rows are left: choose another list, or another way to combine.',
    samePerson: 'Rows that share a phone or an e-mail are the same person, with or without 55 and the ninth digit.',
    columns: 'Columns with the same heading are merged; columns that only the other list has come last.',
    confirm: 'Combine',
    names: {
      minus: (one: string, other: string) => `${one} without ${other}`,
      and: (one: string, other: string) => `${one} and ${other}`,
      or: (one: string, other: string) => `${one} or ${other}`,
    },
    made: 'This list was combined here and has not been saved to a file yet.',
    save: 'Save as a file',
  },

  leave: {
    title: 'Leave this list?',
    lost: {
      pasted: 'the pasted list, which is not saved to a file',
      settings: 'your choices on how the list is read',
      combined: 'the combined list, which is not saved to a file',
      choices: 'the name, the filters or who answers, as you chose them',
    },
    kept: 'Nothing was sent. Files and earlier cross-checks are not affected.',
    confirm: 'Leave the list',
  },
  list: {
    change: 'Another list',
    fromRun: (name: string, moment: string) => `The list from “${name}”, cross-checked ${moment}.`,
    /** Names of lists that are entries of forms. */
    filteredRows: (table: string) => `${table} – filtered rows`,
    goneRows: (name: string) => `${name} – left the list`,
    selectedRows: (table: string) => `${table} – selected rows`,
    rowsOfOutcomes: (run: string, outcomes: readonly string[]) => `${run} – ${outcomes.join(', ')}`,
    entriesOf: (form: string) => `Entries of ${form}`,
    allEntries: 'Entries of all forms',
    settings: 'How the list was read',
    kinds: {
      text: 'text',
      xlsx: 'XLSX spreadsheet',
      xls: 'XLS spreadsheet',
      ods: 'ODS spreadsheet',
      html: 'HTML table',
      vcard: 'address book (vCard)',
      whatsapp: 'WhatsApp chat',
    },
    encoding: 'Encoding',
    encodings: {
      'utf-8': 'UTF-8',
      'utf-8-bom': 'UTF-8 with BOM',
      'windows-1252': 'Windows-1252',
      mixed: 'UTF-8 and Windows-1252, line by line',
      'utf-16le': 'UTF-16 LE',
      'utf-16be': 'UTF-16 BE',
    },
    delimiter: 'Delimiter',
    delimiters: {
      ',': 'comma ,',
      ';': 'semicolon ;',
      '\t': 'tab',
      '|': 'bar |',
      none: 'none: a single column',
    },
    header: 'First row',
    headers: { yes: 'contains headings', no: 'contains data' },
    hiddenRows: 'Hidden rows',
    hiddenChoices: { read: 'are read', skip: 'are left out' },
    hiddenRead: (value: number) =>
      value === 1
        ? '1 row is hidden or filtered in the spreadsheet, and is read too. “Hidden rows” lets you leave it out.'
        : `${rows(value)} are hidden or filtered in the spreadsheet, and are read too. “Hidden rows” lets you leave them out.`,
    hiddenSkipped: (value: number) =>
      value === 1
        ? '1 row is hidden or filtered in the spreadsheet, and is left out.'
        : `${rows(value)} are hidden or filtered in the spreadsheet, and are left out.`,
    sheet: 'Sheet',
    table: 'Table',
    allSheets: (value) => `all ${number(value)} with phones or e-mails`,
    readAll: 'Read them all together',
    otherSheets: (kind, sheets) =>
      `The file has ${kind === 'html' ? count(sheets.length, 'more table', 'more tables') : count(sheets.length, 'more sheet', 'more sheets')} with phones or e-mails, which ${sheets.length === 1 ? 'is' : 'are'} left out: ${keySheets(sheets)}.`,
    joinedSheets: (sheets) =>
      `${keySheets(sheets)}: read as one list. Columns with the same heading are joined, and the last one shows where each row comes from.`,
    recognised: 'detected',
    chosen: 'chosen by you',
    reset: 'Detect again',
    preview: (shown: number, columnCount: number) => `First ${rows(shown)}, ${columns(columnCount)}, as in the file`,
    unnamed: (place: number) => `Column ${number(place)}`,
    use: (column: string) => `What is in ${column}`,
    uses: { phone: 'phone', email: 'e-mail', other: 'not a key' },
    type: (column) => `Type of ${column}`,
    types: {
      text: 'text',
      phone: 'phone',
      email: 'e-mail',
      number: 'number',
      money: 'money',
      day: 'date',
      yes_no: 'yes or no',
    },
    recogniseType: 'recognise the type',
    misfits: (type, cells, filled) => `${number(cells)} of ${number(filled)} ${cells === 1 ? 'is' : 'are'} not ${type}`,
    question: {
      which: (kind) =>
        `These two columns have ${kind === 'phone' ? 'phones' : 'e-mails'}. Which one belongs to the person?`,
      repeated: (kind, column, example) =>
        `The ${kind === 'phone' ? 'phones' : 'e-mails'} of “${column}” (${example}) may belong to someone else and were left out. Do they belong to the people in the list?`,
      digits: (column, example) =>
        `The numbers of “${column}” (${example}) look like codes, dates or document numbers. Are they phones of the people in the list?`,
      notPhones: 'They are not phones',
      column: (column, example) => `${column}: ${example}`,
      both: 'Both',
      yes: 'Yes, they are theirs',
      no: 'No, someone else’s',
    },
    keyColumns: keyColumnsSentence,
  },
  hints: {
    double_encoded: 'Accents were already garbled in the file (JoÃ£o). Phones are not affected.',
    replaced_characters: 'Some characters cannot be read with this encoding. Try Windows-1252.',
    mixed_encodings: 'The file mixes lists from different programs; the accents of each line were read separately.',
    several_sheets: 'The file has several sheets; only the chosen one is cross-checked.',
    phones_in_messages:
      'The messages also mention phones. The list only includes people in the chat: to check the others, paste them.',
    cut_off:
      'The file ends in the middle of the table: the download may have been interrupted. Check the last rows, or download it again.',
    several_people_in_rows:
      'There seem to be several people in each row. Each row counts as one person: put each person in a separate row.',
    no_key_column: 'No column seems to have phones or e-mails. Choose one in the headings below.',
    area_code_column: 'The area code is in a separate column and is added before each phone.',
    message_sides:
      'This is a list of messages sent and received: the other person’s phone counts in each. Your own number, which appears on every row, is left out.',
    ragged_rows: 'Not all rows have the same number of columns. Check the delimiter.',
    damaged_by_excel:
      'Excel damaged some phones (5.51199E+12). The missing digits cannot be recovered: ask for the list again, with the column formatted as text.',
  },

  budget: {
    label: 'What will be sent',
    repeated: (value: number) => `${number(value)} repeated`,
    unusable: (value: number) => `${number(value)} invalid`,
    cost: (requestCount: number, duration: string, measured: boolean) =>
      `${requests(requestCount)}, ~${duration}${measured ? '' : ' (first estimate)'}`,
    otherCost: (requestCount: number, duration: string) =>
      `at most ${requests(requestCount)} more, ~${duration}, for the ninth digit`,
    offline: 'no requests, offline',
    nothing: 'Nothing to look up. Choose the column with the phones or e-mails.',
    nobody: (rowCount, problems) => {
      const byCount = problems.toSorted((one, other) => other.cells - one.cells)
      const why = byCount.map(({ reason, cells }) => `${cruzar.reasons[reason]}: ${number(cells)}`).join('; ')
      const come = rowCount === 1 ? 'the only row comes' : `the ${rows(rowCount)} come`
      return `There is nobody to look up in this list. What the cells contain: ${why}. Nothing is sent; ${come} out as “Invalid”, with the reason.`
    },
    why: 'Why?',
    unusableTitle: (cells: number) => (cells === 1 ? '1 cell is not usable' : `${number(cells)} cells are not usable`),
    withoutKey: (value: number) =>
      `${rows(value)} ${value === 1 ? 'has no key and comes' : 'have no key and come'} out as “Invalid”, with the reason.`,
    withOtherKey: 'Rows with another usable phone or e-mail are looked up by that.',
    hasOtherKey: 'the row has another phone or e-mail',
    firstOnes: (value: number) => `The first ${number(value)} cells.`,
    row: 'Row',
    column: 'Column',
    reason: 'Reason',
    text: 'Cell content',
  },
  start: {
    connection: 'Who answers',
    sheet: (name: string) => `Cached sheet: ${name} (offline)`,
    sheets: (names: readonly string[]) => `Cached sheets: ${names.join(', ')} (offline)`,
    sheetsGone: (value: number) =>
      value === 1
        ? 'A sheet used last time is no longer here.'
        : `${number(value)} sheets used last time are no longer here.`,
    ownSheet: (name) => `The cached sheet “${name}” answers (offline).`,
    sheetRead: (moment: string) => `Read ${moment}.`,
    sheetNeverWhole: 'Not completely read yet.',
    sheetHint: 'Only what is in the sheet counts: “absent” means not in the sheet.',
    sheetReadWith: (name: string, filters: string) => `“${name}” only contains ${filters}. It has nothing beyond that.`,
    newestOnly:
      'The sheet only has each person’s most recent conversation: people with only an older one within the filters show as “no conversation”.',
    severalAccounts:
      'The sheets are from different accounts: you can only filter by inbox and agent within one account.',
    noConnection: 'You need a connection to the agent platform.',
    nameMissing: 'Give this cross-check a name.',
    noFilters: 'none',
    otherNinth: 'Also try with or without the ninth digit',
    otherNinthHint:
      'Only for mobiles that are absent or have no conversation. People with two contacts count by the one with a conversation.',
    noOtherNinth: 'ninth digit only as written',
    filtersHint: 'With filters, “with conversation” means a conversation within them.',
    confirm: 'Cross-check',
    keep: 'Save the result',
    sending: (value: number) => `Sends ${keys(value)} to the chosen connection. Nothing is written there.`,
    staying: (value: number) => `Looks up ${keys(value)} in the cached sheet. Nothing leaves this computer.`,
  },

  offer: {
    text: (name: string, moment: string) =>
      `The sheet “${name}”, read ${moment}, can answer the same list now, offline.`,
    answer: 'Answer with the cached sheet',
  },
  runs: {
    title: 'Earlier cross-checks',
    outcomes: 'Outcome',
    answerer: 'Answered by',
    state: 'State',
    figure: (outcome: string, value: number) => `${number(value)} ${outcome.toLocaleLowerCase('en')}`,
    earlier: (value: number) => count(value, 'earlier run of this list', 'earlier runs of this list'),
    actionsOf: (name: string) => `Actions for ${name}`,
    again: 'Cross-check again',
    filterPlaceholder: 'Find by name or list',
    noneFound: 'No cross-check has this name.',
    gone: 'This cross-check no longer exists',
    goneText: 'It was forgotten, or the data belongs to another account.',
    backToList: 'See the cross-checks',
    showAll: (value: number) => `Show all ${number(value)}`,
  },
  changes: {
    since: (moment: string) => `Since ${moment}`,
    sinceRun: (moment: string, name: string) => `${moment} · ${name}`,
    chooseSince: 'Compare with',
    label: 'What changed; choose one to see only its rows',
    counts: {
      linha_nova: (value) => count(value, 'new row', 'new rows'),
      respondeu: (value) => `${number(value)} replied`,
      novo_cadastro: (value) => `${number(value)} newly registered`,
      nova_conversa: (value) => count(value, 'new conversation', 'new conversations'),
      resolvida: (value) => `${number(value)} resolved`,
      reaberta: (value) => `${number(value)} reopened`,
      outro_agente: (value) => `${number(value)} with a different agent`,
      perdeu_conversa: (value) => `${number(value)} no longer with a conversation`,
      saiu_da_base: (value) => `${number(value)} no longer a contact`,
      outro_resultado: (value) => `${number(value)} with a different outcome`,
    },
    gone: (value: number) => `${number(value)} left the list`,
    none: 'nothing changed',
    comparing: 'Comparing with the previous cross-check…',
    all: (value: number) => `everything that changed (${number(value)})`,
    export: 'Export what changed',
    fileName: (name: string) => `${name} - what changed`,
    panels: { flow: 'Movements', history: 'Over time' },
    history: {
      label: 'Result of each cross-check of this list',
      note: 'In % of the rows, only cross-checks made the same way. Click a point to open its cross-check.',
      open: 'this one',
      openRun: (moment: string) => `${moment} (this one)`,
    },
    flowLabel: 'Where each row came from and where it is now',
    before: 'Before',
    now: 'Now',
    newRows: 'New rows',
    move: (from: string, to: string, value: number) => `From ${from} to ${to}: ${rows(value)}`,
    stayed: (value: number) => `${rows(value)} with the same outcome`,
    knownAt: (moment: string) => `The sheet used then had been read ${moment}: changes are counted from that moment.`,
    differences: {
      answerer: 'a different source (service or sheet)',
      sheets: 'different sheets',
      filter: 'different filters',
      match: 'a different match setting',
      other_ninth: 'a different ninth digit setting',
    },
    notCompared: (moment: string, differences: string) =>
      `Not compared with the previous cross-check, ${moment}, which used ${differences}: the results would not be comparable.`,
    compareAnyway: 'Compare anyway',
    asked: (differences: string) =>
      `The earlier cross-check used ${differences}: “with a different outcome” may be due to that rather than a real change.`,
    withoutKey: (value: number) =>
      value === 1 ? '1 row without a key cannot be compared.' : `${rows(value)} without a key cannot be compared.`,
    goneTitle: (value: number) =>
      `${rows(value)} from the previous cross-check ${value === 1 ? 'is' : 'are'} no longer in the list`,
    goneFirst: (value: number) => `The first ${number(value)}.`,
    goneBefore: 'Before',
    goneList: 'Make a list from these',
  },
  recognised: {
    label: (name: string) => `Continue the list “${name}”`,
    asBefore: 'Same source and filters as last time.',
    hint: (times: number, moment: string, share: string) =>
      `Cross-checked ${count(times, 'time', 'times')}, last ${moment}${share === '' ? '' : `; ${share} of the keys in common`}. The result shows what has changed since then.`,
  },
  states: {
    running: 'in progress',
    finished: 'done',
    interrupted: 'interrupted',
  },
  unansweredState: (value: number) => `${number(value)} unanswered`,

  otherNames: {
    rows: (value: number) => count(value, 'different name', 'different names'),
    show: 'Show only rows whose name in the list has no word in common with the one in the base',
    showAll: 'Show all rows',
  },
  otherMatches: {
    rows: (value: number) => count(value, 'found in another format', 'found in another format'),
    show: 'Show only these rows',
    showAll: 'Show all rows',
  },
  run: {
    figures: {
      com_conversa: 'With conversation',
      sem_conversa: 'No conversation',
      ausente: 'Absent',
      invalida: 'Invalid',
      sem_resposta: 'Unanswered',
      ambigua: 'Ambiguous',
    },
    hints: {
      com_conversa: 'already in touch with the team',
      sem_conversa: 'only registered',
      ausente: 'not a contact',
      invalida: 'no usable phone or e-mail',
      sem_resposta: 'not known yet',
      ambigua: 'match several contacts',
    },
    within: (filters: string) => `within the filters: ${filters}`,
    noneWithin: (filters: string) => `no conversation within the filters: ${filters}`,
    notInSheet: 'not in the sheet',
    notInSheets: 'not in these sheets',
    waitingFigure: 'waiting for an answer',
    figuresLabel: 'Outcome by row; choose one to see only its rows',
    figure: (label: string, value: number, share: string) => `${label}: ${rows(value)}, ${share}`,
    bar: (parts: string) => `Share of the list: ${parts}`,
    barPart: (label: string, value: number, share: string) => `${label} ${number(value)} (${share})`,
    table: (name: string) => `Rows of ${name}`,
    facts: {
      filters: (sentence: string) => `filters: ${sentence}`,
      noFilters: 'no filters',
      sheet: (name: string, moment: string) => `answered by the sheet “${name}”, read ${moment}`,
      sheetNeverWhole: (name: string) => `answered by the sheet “${name}”, which had not been completely read`,
      requests: (value: number, duration: string) => `${requests(value)} in ${duration}`,
      match: (rung: string) => `matching: ${rung}`,
    },
    otherForms: (value: number) =>
      value === 1
        ? '1 key that is absent or has no conversation may be registered with or without the ninth digit.'
        : `${keys(value)} that are absent or have no conversation may be registered with or without the ninth digit.`,
    askOtherForms: 'Look these up too',
    candidates: (value: number) => `${number(value)} contacts match this row`,
    firstCandidates: (value: number) => `The first ${number(value)}.`,
    /** Of a row with a conversation. */
    unseenCard:
      'Only the number as written in the list was looked up. If the person has another contact, with or without the ninth digit, it is not shown here.',
    progressLabel: 'Keys answered',
    said: (percent: number) => `${number(percent)}% of the keys are answered`,
    saidDone: (name: string) => `Done: ${name} was cross-checked`,
    starting: 'Starting…',
    cancelled: 'You stopped it before the end.',
    ended: 'Cruza was closed before the end.',
    kept: (done: number, total: number) =>
      `${number(done)} of ${keys(total)} are answered and saved; the others show as “Unanswered”.`,
    unanswered: (value: number) =>
      value === 1
        ? '1 row got no answer: the service did not say whether it is a contact.'
        : `${rows(value)} got no answer: the service did not say whether they are contacts.`,
    unansweredKept: 'They do not count as absent. The other answers are saved.',
    unansweredWhy: (value: number, reason: string, examples: readonly string[]) =>
      `${keys(value)}: ${reason} (${examples.join(', ')}${value > examples.length ? ', …' : ''})`,
    shortcut: (label: string) => `Only: ${label}`,
    inSheet: {
      show: 'See in the sheet',
      gone: (value, name) =>
        value === 1
          ? `The sheet “${name}” is no longer on this computer.`
          : 'None of the sheets used is still on this computer.',
      absent: (value, name) =>
        value === 1
          ? `This contact is no longer in the sheet “${name}”.`
          : 'This contact is no longer in the sheets used that are still on this computer.',
      nowhere: 'This contact is not in any sheet of this account on this computer.',
    },
  },

  export: {
    some: (outcomes: readonly Outcome[]) => {
      const [only, ...others] = outcomes
      if (!only) return 'Export rows'
      return others.length === 0 ? `Export ${exportedWords[only]}` : 'Export selected'
    },
    counted: (words: string, value: number | null) => (value === null ? words : `${words} (${number(value)})`),
    shown: (value: number | null) =>
      value === null
        ? 'Only what the search and filters show'
        : `Only the ${rows(value)} shown by the search and filters`,
    every: (value: number) => `Everything, ignoring search and filters: ${rows(value)}`,
    ofQuery: 'What the search and filters show',
    counting: 'Counting the rows…',
    title: (name: string) => `Export “${name}”`,
    which: 'Which rows',
    all: 'All',
    columnsHint:
      'Your own columns come first, unchanged, followed by the others shown in the table. “CSV for systems” has all of them, with technical names.',
    chosen: (value: number) => (value === 0 ? 'No rows match this choice.' : `${rows(value)} in the file`),
    fileName: (name: string, parts: string) => (parts === '' ? name : `${name} - ${parts}`),
    fileNameOfQuery: (name: string) => `${name} (filtered)`,
  },
  rename: {
    title: 'Rename the cross-check',
    name: 'Name',
    confirm: 'Rename',
  },
  forget: {
    title: (name) => `Forget “${name}”?`,
    lost: (run) => [
      `the list, with ${rows(run.rows)}`,
      `the answers about ${keys(run.answered_keys)}`,
      ...(run.state === 'running' ? ['the cross-check in progress, which will be cancelled'] : []),
    ],
    kept: 'Nothing changes on the service or in files you have exported.',
    confirm: 'Forget',
  },
}

const exportedWords: Readonly<Record<Outcome, string>> = {
  com_conversa: 'with conversation',
  sem_conversa: 'no conversation',
  ausente: 'absent',
  invalida: 'invalid',
  sem_resposta: 'unanswered',
  ambigua: 'ambiguous',
}

function keyColumnsSentence(phones: number, emails: number): string {
  const parts = [
    phones > 0 ? count(phones, 'phone column', 'phone columns') : '',
    emails > 0 ? count(emails, 'e-mail column', 'e-mail columns') : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' and ') : 'no key column'
}
