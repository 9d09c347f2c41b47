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
  `${rows(value)} without a usable phone or e-mail, and nobody knows whether ${value === 1 ? 'it is' : 'they are'} in the other list`

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
    bad_number: 'number that does not exist',
    rounded: 'rounded by Excel',
    no_area_code: 'without area code',
    lost_start: 'the first digit seems to be missing',
    lost_plus: 'seems to be of another country, without the +',
    placeholder: 'made up to fill a field (99999-9999, 1234…)',
    fax: 'fax number',
    masked: 'masked: digits are missing',
    messenger_id: 'identity of a messenger, without a phone',
    hidden_link: 'link that hides the phone: open it and copy the number',
    document_number: 'CPF or CNPJ',
    match_exact: 'same as in the base',
    match_without_country: 'found with the 55',
    match_with_country: 'found without the 55',
    match_trunk: 'found but for the zero, carrier or 00',
    match_without_ninth: 'found with the ninth digit',
    match_with_ninth: 'found without the ninth digit',
    match_area: 'found with the missing area code',
    match_folded: 'found but for capitals and blanks',
    several_candidates: 'several contacts match alike',
    two_cards: 'two contacts, with and without the ninth digit',
    cancelled: 'cancelled before the answer',
    offline: 'no connection',
    timeout: 'the service took too long',
    rate_limited: 'the service asked to wait',
    unauthorized: 'key not accepted',
    forbidden: 'not allowed',
    service_failed: 'the service failed',
    service_refused: 'the service refused',
    too_large: 'request too large',
    unexpected_body: 'answer that cannot be understood',
    key_refused: 'the service fails when it gets the key',
    key_not_answered: 'the service said nothing about the key',
    answer_ambiguous: 'the service gave the key back in a form that fits more than one of the list',
    filter_breaks: 'the service cannot use the filter',
    route_missing: 'the installation does not have this',
    endless_pages: 'the service gave its pages no end',
    header_dropped: 'the key does not reach the service',
    shield_page: 'a protection in front of the service answered with a page',
    captive_portal: 'the network answered with a page',
    proxy_login: 'the network proxy asks for a password',
    proxy_failed: 'the network proxy let nothing through',
    certificate_unknown: 'certificate of unknown origin',
    certificate_dates: 'certificate not valid now',
    certificate_name: 'certificate of another address',
    redirected: 'the service led to another address',
    not_administrator: 'the key is not an administrator’s',
    payment_required: 'the plan does not include this',
    service_not_found: 'the service does not know the address of the connection',
    not_this_service: 'not the service that was expected',
    no_connection: 'the connection was forgotten',
    secret_missing: 'the connection has no key',
    vault_locked: 'keychain locked',
    vault_unavailable: 'keychain does not answer',
    vault_asking: 'macOS asks for permission',
    vault_denied: 'macOS denied permission',
    vault_no_session: 'Windows session without a vault',
    secret_too_long: 'key too long',
    vault_needs_passphrase: 'vault closed',
    data_process_ended: 'Cruza was closed before the answer',
    passphrase_length: 'the passphrase of the vault has the wrong length',
    data_process_failed: 'Cruza was closed before the answer',
    already_running: 'under way elsewhere',
    disk_full: 'disk full',
    no_permission: 'not allowed to write',
    file_busy: 'file in use',
    file_gone: 'file moved or deleted',
    file_no_program: 'no program opened the file',
    file_damaged: 'file damaged',
    not_found: 'the cross-check or the sheet is gone',
    other_account: 'key of another account',
    account_kept: 'connection of another account',
    other_data: 'address with other data',
    data_uncompared: 'address not confirmed',
    validation_failed: 'refused by the service',
    sent_unknown: 'not confirmed',
    name_mismatch: 'name does not match',
    copy_incomplete: 'copy not whole',
    form_moved: 'form changed',
    comment_required: 'reason missing',
    package_unreadable: 'unreadable package',
    package_foreign: 'package of another account',
    other_contact: 'conversation of another person',
    other_host: 'connection at another address',
    cannot_reply: 'channel closed to messages',
    conversation_hidden: 'conversation that the service does not show',
    internal: 'unexpected error',
  },
  damaged,
  columns: {
    cruzar_resultado: 'Outcome',
    cruzar_chave: 'Key sent',
    cruzar_motivo: 'Reason',
    cruzar_degrau: 'Rung',
    cruzar_candidatos: 'Candidates',
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
    outro_agente: 'other agent',
    perdeu_conversa: 'no conversation any more',
    saiu_da_base: 'left the base',
    outro_resultado: 'other outcome',
  },
  rungs: {
    exact: 'exact',
    country: 'with or without 55',
    trunk: 'zero or carrier code',
    ninth: 'ninth digit',
    area: 'default area code',
    folded: 'e-mail without capitals',
  },
  match: {
    label: 'Accept as the same person',
    names: {
      exact: 'Equal digits only',
      country: 'Also with or without 55',
      trunk: 'Also with zero, carrier code or 00',
      ninth: 'Also with or without the ninth digit',
      area: 'Also with the missing area code',
    },
    hints: {
      exact: 'Whoever is written in another way comes out as absent.',
      country: 'Brazil’s 55 does not count: 55 11 98888-7777 is 11 98888-7777.',
      trunk: 'A zero, carrier code or 00 before it does not count: 0 15 11 98888-7777 is 11 98888-7777.',
      ninth: 'Mobiles only: 11 8888-7777 is 11 98888-7777. Landlines and 0800 never get the nine.',
      area: 'Phones without an area code get that of the column or the one you choose.',
    },
    areaColumn: 'Column of the area code',
    ownAreaColumns: 'the one of each phone',
    noAreaColumn: 'none',
    areaCode: 'Area code of those without',
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
    hint: 'A spreadsheet (Excel, LibreOffice, CSV), an HTML table, contacts (VCF), a WhatsApp chat (TXT) or a ZIP with one of them. Nothing is sent before you have looked at it.',
    choose: 'Choose file',
    paste: 'Paste phones',
    pasteHint: (key: KeyText) => `or paste with ${key('mod+v')} anywhere on this screen`,
    example: 'Use the example list',
    reading: 'Reading the list…',
  },
  password: {
    title: 'Password of the spreadsheet',
    text: (file: string) =>
      `“${file}” opens with a password alone. It serves this reading and is not kept; the file does not change.`,
    label: 'Password',
    wrong: 'This password does not open the spreadsheet. Check capitals.',
    confirm: 'Open',
  },
  paste: {
    title: 'Paste phones or e-mails',
    label: 'One a line, or straight from a spreadsheet, with as many columns as you like',
    placeholder: '(11) 98888-7777\n21 97777-6666\nana@example.com',
    lines: (value: number) => (value === 0 ? 'nothing pasted yet' : rows(value)),
    confirm: 'Look at the list',
    shortcut: (key: KeyText) => `Paste phones (${key('mod+v')} pastes at once)`,
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
    shown: (value: number) => `Combine only ${rows(value)} of the search and filters…`,
    shortAction: 'Combine with…',
    title: (name: string) => `Combine “${name}”`,
    other: 'With which list',
    kinds: { run: 'A cross-check', sheet: 'A cached sheet', file: 'A file' },
    run: 'Cross-check',
    sheet: 'Cached sheet',
    choose: 'Choose one',
    outcomes: 'Only those who came out as',
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
    ways: { minus: 'Only who is not in the other', and: 'Only who is in both', or: 'Everybody, nobody twice' },
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
    nothing: 'No row is left: choose another list, or another way to combine.',
    samePerson: 'Who shares a phone or an e-mail is the same person, with or without 55 and the ninth digit.',
    columns: 'Columns with the same heading become one; those that only the other list has come last.',
    confirm: 'Combine',
    names: {
      minus: (one: string, other: string) => `${one} without ${other}`,
      and: (one: string, other: string) => `${one} and ${other}`,
      or: (one: string, other: string) => `${one} or ${other}`,
    },
    made: 'This list was combined here and is in no file yet.',
    save: 'Save as a file',
  },

  leave: {
    title: 'Leave this list?',
    lost: {
      pasted: 'the pasted list, which is in no file',
      settings: 'what you chose about how the list is read',
      combined: 'the combined list, which is in no file',
      choices: 'the name, the filters or who answers, as you chose them',
    },
    kept: 'Nothing was sent. The files and the earlier runs stay where they are.',
    confirm: 'Leave the list',
  },
  list: {
    change: 'Another list',
    fromRun: (name: string, moment: string) => `The list of “${name}”, cross-checked ${moment}.`,
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
    headers: { yes: 'is the heading', no: 'is data already' },
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
    readAll: 'Read all of them together',
    otherSheets: (kind, sheets) =>
      `The file has ${kind === 'html' ? count(sheets.length, 'more table', 'more tables') : count(sheets.length, 'more sheet', 'more sheets')} with phones or e-mails, which ${sheets.length === 1 ? 'is' : 'are'} left out: ${keySheets(sheets)}.`,
    joinedSheets: (sheets) =>
      `${keySheets(sheets)}: read as one list. Columns with the same heading are joined, and the last one says where each row is from.`,
    recognised: 'recognised',
    chosen: 'chosen by you',
    reset: 'Recognise again',
    preview: (shown: number, columnCount: number) => `First ${rows(shown)}, ${columns(columnCount)}, as in the file`,
    unnamed: (place: number) => `Column ${number(place)}`,
    use: (column: string) => `What is in ${column}`,
    uses: { phone: 'phone', email: 'e-mail', other: 'not a key' },
    question: {
      which: (kind) => `These two columns have ${kind === 'phone' ? 'phones' : 'e-mails'}. Which is the person’s?`,
      repeated: (kind, column, example) =>
        `The ${kind === 'phone' ? 'phones' : 'e-mails'} of “${column}” (${example}) may be of somebody else and were left out. Are they of the people of the list?`,
      digits: (column, example) =>
        `The numbers of “${column}” (${example}) look like codes, dates or documents. Are they phones of the people of the list?`,
      notPhones: 'They are no phones',
      column: (column, example) => `${column}: ${example}`,
      both: 'Both',
      yes: 'Yes, they are theirs',
      no: 'No, of somebody else',
    },
    keyColumns: keyColumnsSentence,
  },
  hints: {
    double_encoded: 'Accents were already garbled in the file (JoÃ£o). Phones are not affected.',
    replaced_characters: 'Some characters cannot be read with this encoding. Try Windows-1252.',
    mixed_encodings: 'The file joins lists of different programs; the accents of each line were read on their own.',
    several_sheets: 'The file has several sheets; only the chosen one is cross-checked.',
    phones_in_messages:
      'The messages name phones, too. The list has only those who take part in the chat: to check the others, paste them.',
    cut_off:
      'The file ends within the table: the download may have been interrupted. Check the last rows, or download it again.',
    several_people_in_rows:
      'There seem to be several people in each row. A row counts as one person: if they are several, put one in each row.',
    no_key_column: 'No column seems to have phones or e-mails. Choose one in the headings below.',
    area_code_column: 'The area code has a column of its own and goes before each phone.',
    message_sides:
      'This is a list of messages sent and received: the phone of the other side of each counts. The number that is on all rows, yours, is left out.',
    ragged_rows: 'The rows do not all have the same number of columns. Check the delimiter.',
    damaged_by_excel:
      'Excel damaged some phones (5.51199E+12). The missing digits cannot be had back: ask for the list again with the column as text.',
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
    nothing: 'No key to send. Choose the column with the phones or the e-mails.',
    nobody: (rowCount, problems) => {
      const most = problems.toSorted((one, other) => other.cells - one.cells)
      const why = most.map(({ reason, cells }) => `${cruzar.reasons[reason]}: ${number(cells)}`).join('; ')
      const come = rowCount === 1 ? 'the only row comes' : `the ${rows(rowCount)} come`
      return `There is nobody to ask for in this list. What the cells hold: ${why}. Nothing is sent; ${come} out as “Invalid”, with the reason.`
    },
    why: 'Why?',
    unusableTitle: (cells: number) => (cells === 1 ? '1 cell is no key' : `${number(cells)} cells are no keys`),
    withoutKey: (value: number) =>
      `${rows(value)} ${value === 1 ? 'has no key and comes' : 'have no key and come'} out as “Invalid”, with the reason.`,
    withOtherKey: 'Rows with another key are sent by it.',
    hasOtherKey: 'the row has another key',
    firstOnes: (value: number) => `The first ${number(value)} cells.`,
    row: 'Row',
    column: 'Column',
    reason: 'Reason',
    text: 'What is written',
  },
  start: {
    connection: 'Who answers',
    sheet: (name: string) => `Cached sheet: ${name} (offline)`,
    sheets: (names: readonly string[]) => `Cached sheets: ${names.join(', ')} (offline)`,
    sheetsGone: (value: number) =>
      value === 1
        ? 'A sheet that answered last time is no longer here.'
        : `${number(value)} sheets that answered last time are no longer here.`,
    ownSheet: (name) => `The cached sheet “${name}” answers (offline).`,
    sheetRead: (moment: string) => `Read ${moment}.`,
    sheetNeverWhole: 'Not read to its end yet.',
    sheetHint: 'What the sheet has counts: “absent” means not in it.',
    sheetReadWith: (name: string, filters: string) =>
      `“${name}” was read with ${filters} only. It has nothing beyond that.`,
    newestOnly:
      'Of each person the sheet has the most recent conversation only: whoever has just an older one within the filters shows as “no conversation”.',
    severalAccounts: 'The sheets are of different accounts: inboxes and agents can be filtered in one account only.',
    noConnection: 'A connection to the customer-service platform is needed.',
    nameMissing: 'Give this cross-check a name.',
    noFilters: 'none',
    otherNinth: 'Ask with or without the ninth digit as well',
    otherNinthHint:
      'Only for mobiles that are absent or without a conversation. Who has two contacts counts by the one with a conversation.',
    noOtherNinth: 'ninth digit only as written',
    filtersHint: 'With filters, “with conversation” means a conversation within them.',
    confirm: 'Cross-check',
    keep: 'Keep the result',
    sending: (value: number) => `Sends ${keys(value)} to the chosen connection. Nothing is written there.`,
    staying: (value: number) => `Looks up ${keys(value)} in the cached sheet. Nothing leaves this computer.`,
  },

  offer: {
    text: (name: string, moment: string) =>
      `The sheet “${name}”, read ${moment}, can answer the same list now, without the service.`,
    answer: 'Answer with the cached sheet',
  },
  runs: {
    title: 'Lists cross-checked before',
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
    goneText: 'It was forgotten, or the data are of another account.',
    backToList: 'See the cross-checks',
    showAll: (value: number) => `Show all ${number(value)}`,
  },
  changes: {
    since: (moment: string) => `Since ${moment}`,
    sinceRun: (moment: string, name: string) => `${moment} · ${name}`,
    chooseSince: 'Compare with',
    label: 'What changed; choose one to see its rows alone',
    counts: {
      linha_nova: (value) => count(value, 'new row', 'new rows'),
      respondeu: (value) => `${number(value)} replied`,
      novo_cadastro: (value) => `${number(value)} newly registered`,
      nova_conversa: (value) => count(value, 'new conversation', 'new conversations'),
      resolvida: (value) => `${number(value)} resolved`,
      reaberta: (value) => `${number(value)} reopened`,
      outro_agente: (value) => `${number(value)} with another agent`,
      perdeu_conversa: (value) => `${number(value)} without a conversation any more`,
      saiu_da_base: (value) => `${number(value)} left the base`,
      outro_resultado: (value) => `${number(value)} with another outcome`,
    },
    gone: (value: number) => `${number(value)} left the list`,
    none: 'nothing changed',
    comparing: 'Comparing with the time before…',
    all: (value: number) => `everything that changed (${number(value)})`,
    export: 'Export what changed',
    fileName: (name: string) => `${name} - what changed`,
    flow: 'Movements',
    flowLabel: 'Where each row came from and where it is now',
    before: 'Before',
    now: 'Now',
    newRows: 'New rows',
    move: (from: string, to: string, value: number) => `From ${from} to ${to}: ${rows(value)}`,
    stayed: (value: number) => `${rows(value)} with the same outcome`,
    knownAt: (moment: string) =>
      `What was known then was of ${moment}, when the sheet had been read: changes count from there.`,
    differences: {
      answerer: 'another kind of answer (service or sheet)',
      sheets: 'other sheets',
      filter: 'other filters',
      match: 'another rung',
      other_ninth: 'another choice about the ninth digit',
    },
    notCompared: (moment: string, differences: string) =>
      `Not compared with the time before, ${moment}, which had ${differences}: the difference would not be one of people.`,
    compareAnyway: 'Compare all the same',
    asked: (differences: string) =>
      `That time had ${differences}: “with another outcome” may come from that, and not from a person who changed.`,
    withoutKey: (value: number) =>
      value === 1 ? '1 row without a key cannot be compared.' : `${rows(value)} without a key cannot be compared.`,
    goneTitle: (value: number) =>
      `${rows(value)} of the time before ${value === 1 ? 'is' : 'are'} not in the list any more`,
    goneFirst: (value: number) => `The first ${number(value)}.`,
    goneBefore: 'Before',
    goneList: 'Make a list of them',
  },
  recognised: {
    label: (name: string) => `Continue the list “${name}”`,
    asBefore: 'Who answers and the filters are those of the last time.',
    hint: (times: number, moment: string, share: string) =>
      `Crossed ${count(times, 'time', 'times')}, last ${moment}${share === '' ? '' : `; ${share} of the keys in common`}. The result shows what has changed since then.`,
  },
  states: {
    running: 'under way',
    finished: 'done',
    interrupted: 'interrupted',
  },
  unansweredState: (value: number) => `${number(value)} unanswered`,

  otherMatches: {
    rows: (value: number) => count(value, 'found in another form', 'found in another form'),
    show: 'See these rows alone',
    showAll: 'See all rows',
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
      com_conversa: 'are or were attended to',
      sem_conversa: 'only registered',
      ausente: 'not in the base',
      invalida: 'no usable key',
      sem_resposta: 'not known yet',
      ambigua: 'match several contacts',
    },
    within: (filters: string) => `within the filters: ${filters}`,
    noneWithin: (filters: string) => `no conversation within the filters: ${filters}`,
    notInSheet: 'not in the sheet',
    notInSheets: 'not in these sheets',
    waitingFigure: 'waiting for the answer',
    figuresLabel: 'Outcome by row; choose one to see only its rows',
    figure: (label: string, value: number, share: string) => `${label}: ${rows(value)}, ${share}`,
    bar: (parts: string) => `Shares of the list: ${parts}`,
    barPart: (label: string, value: number, share: string) => `${label} ${number(value)} (${share})`,
    table: (name: string) => `Rows of ${name}`,
    facts: {
      filters: (sentence: string) => `filters: ${sentence}`,
      noFilters: 'no filters',
      sheet: (name: string, moment: string) => `answered by the sheet “${name}”, read ${moment}`,
      sheetNeverWhole: (name: string) => `answered by the sheet “${name}”, which had not been read to its end`,
      requests: (value: number, duration: string) => `${requests(value)} in ${duration}`,
      match: (rung: string) => `down to: ${rung}`,
    },
    otherForms: (value: number) =>
      value === 1
        ? '1 key that is absent or without a conversation may be in the base with or without the ninth digit.'
        : `${keys(value)} that are absent or without a conversation may be in the base with or without the ninth digit.`,
    askOtherForms: 'Ask for these as well',
    candidates: (value: number) => `${number(value)} contacts match this row`,
    firstCandidates: (value: number) => `The first ${number(value)}.`,
    /** Of a row with a conversation. */
    unseenCard:
      'The service was asked for the number as the list has it alone. Another contact of the person, with or without the ninth digit, is not shown here.',
    progressLabel: 'Keys answered',
    said: (percent: number) => `${number(percent)}% of the keys are answered`,
    saidDone: (name: string) => `Done: ${name} was cross-checked`,
    starting: 'Starting…',
    cancelled: 'You stopped it before the end.',
    ended: 'Cruza was closed before the end.',
    kept: (done: number, total: number) =>
      `${number(done)} of ${keys(total)} are answered and kept; the others stand as “Unanswered”.`,
    unanswered: (value: number) =>
      value === 1
        ? '1 row got no answer: the service did not say whether it is in the base.'
        : `${rows(value)} got no answer: the service did not say whether they are in the base.`,
    unansweredKept: 'They do not count as absent. The other answers are kept.',
    unansweredWhy: (value: number, reason: string, examples: readonly string[]) =>
      `${keys(value)}: ${reason} (${examples.join(', ')}${value > examples.length ? ', …' : ''})`,
    shortcut: (label: string) => `Only: ${label}`,
    inSheet: {
      show: 'See in the sheet',
      gone: (value, name) =>
        value === 1
          ? `The sheet “${name}” is no longer on this computer.`
          : 'None of the sheets that answered is on this computer any more.',
      absent: (value, name) =>
        value === 1
          ? `This contact is no longer in the sheet “${name}”.`
          : 'This contact is no longer in the sheets that answered and are still on this computer.',
      nowhere: 'This contact is in no sheet of this account on this computer.',
    },
  },

  export: {
    some: (outcomes: readonly Outcome[]) => {
      const [only, ...others] = outcomes
      if (!only) return 'Export rows'
      return others.length === 0 ? `Export ${exportedWords[only]}` : 'Export the chosen ones'
    },
    counted: (words: string, value: number | null) => (value === null ? words : `${words} (${number(value)})`),
    shown: (value: number | null) =>
      value === null ? 'Only what the search and filters show' : `Only ${rows(value)} of the search and filters`,
    every: (value: number) => `Everything, without search and filters: ${rows(value)}`,
    ofQuery: 'What the search and filters show',
    counting: 'Counting the rows…',
    title: (name: string) => `Export “${name}”`,
    which: 'Which rows',
    all: 'All',
    columnsHint:
      'Your own columns come first, with the same values; then the others that the table shows. “CSV for systems” has all of them, by their machine names.',
    chosen: (value: number) => (value === 0 ? 'No rows in this choice.' : `${rows(value)} in the file`),
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
      ...(run.state === 'running' ? ['the cross-check under way, which will be cancelled'] : []),
    ],
    kept: 'Nothing changes in the service, nor in files that you have exported.',
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
