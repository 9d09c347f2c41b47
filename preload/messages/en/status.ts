import type { Task } from '../../contract/tasks.ts'
import { type Params, value } from '../params.ts'
import type * as portuguese from '../pt-BR/status.ts'
import { count, number } from './common.ts'

const counted: Record<Task['kind'], (value: number) => string> = {
  pull: (value) => count(value, 'row', 'rows'),
  cruzar: (value) => count(value, 'key', 'keys'),
  check: (value) => count(value, 'key', 'keys'),
  entries: (value) => count(value, 'entry', 'entries'),
  delete_entries: (value) => count(value, 'entry', 'entries'),
  conversations: (value) => count(value, 'conversation', 'conversations'),
  documentation: (value) => count(value, 'article', 'articles'),
}

export const tasks: typeof portuguese.tasks = {
  title: 'Tasks',
  underWay: (tasks) => count(tasks, 'task', 'tasks'),
  ended: (tasks) => `${count(tasks, 'task', 'tasks')} ended`,
  failed: (tasks) => `${number(tasks)} failed`,
  cancelled: (tasks) => `${number(tasks)} cancelled`,
  percent: (share) => `${number(Math.floor(share * 100))}%`,
  left: (duration) => `~${duration} left`,
  rate: (rate) => `${number(Math.round(rate))}/s`,
  done: (kind, done) => counted[kind](done),
  doneOf: (kind, done, total) => `${number(done)} of ${counted[kind](total)}`,
  kinds: {
    pull: 'Sheet',
    cruzar: 'Cross-check',
    check: 'Check',
    entries: 'Entries',
    delete_entries: 'Deletion',
    conversations: 'Conversations',
    documentation: 'Help',
  },
  states: {
    running: 'running',
    waiting: 'waiting',
    done: 'done',
    failed: 'stopped by an error',
    cancelled: 'cancelled',
  },
  waiting: {
    rate_limited: (until) => `The service asked to wait; goes on at ${until}.`,
    budget: (until) => `Cruza waits to stay within the account’s limit of requests; goes on at ${until}.`,
    offline: (until) => `No internet; tries again at ${until}.`,
    service_failed: (until) => `The service has problems; tries again at ${until}.`,
    second_thoughts: (until) => `Sent to the service only at ${until}; it can be undone until then.`,
  },
  waitingNow: {
    rate_limited: 'The service asked to wait; goes on by itself.',
    budget: 'Cruza waits to stay within the account’s limit of requests; goes on by itself.',
    offline: 'No internet; goes on when the network is back.',
    service_failed: 'The service has problems; tries again in a moment.',
    second_thoughts: 'It can still be undone.',
  },
  progress: (name) => `Progress of ${name}`,
  cancelNamed: (name) => `Cancel ${name}`,
  dismiss: 'Dismiss',
  dismissEnded: 'Dismiss all',
  dismissNamed: (name) => `Dismiss ${name}`,
  notices: {
    pull: (name, rows) => `The sheet “${name}” is ready: ${count(rows, 'row read', 'rows read')}.`,
    cruzar: (name, keys) => `The list “${name}” was cross-checked: ${count(keys, 'key', 'keys')}.`,
    check: (name, keys) => `The list “${name}” was checked with the service: ${count(keys, 'key', 'keys')}.`,
    entries: (name, entries) => `The entries of “${name}” are up to date: ${count(entries, 'entry', 'entries')}.`,
    delete_entries: (name, entries) => `${count(entries, 'entry', 'entries')} of “${name}” deleted on the service.`,
    conversations: (name, conversations) =>
      `“${name}” is ready: ${count(conversations, 'conversation', 'conversations')}.`,
    documentation: (name, articles) =>
      `The help of “${name}” can be read offline: ${count(articles, 'article', 'articles')}.`,
    failed: (name) => `“${name}” stopped before the end. What was read so far is kept.`,
  },
}

/** What was sent to a service, and its outcome. */
export const activity: typeof portuguese.activity = {
  title: 'Activity',
  facts: 'What was sent from this computer in the last 30 days, of all accounts',
  text: 'Nothing here is sent again on its own. What was never confirmed can be checked: Cruza only reads. A forgotten list leaves no trace here.',
  empty: 'Nothing sent yet',
  emptyText: 'Messages, changes and lists that you send to the services appear here.',
  crossed: 'Cross a list',
  keys: (value) => count(value, 'phone or e-mail asked for', 'phones and e-mails asked for'),
  list: 'What was sent, newest first',
  call: (words, target) => `${words} (${target})`,
  confirmedByHand: 'I saw it at the service: done',
  notDoneByHand: 'I saw it at the service: not done',
  more: (action: string, target: string) => `More actions: ${action} ${target}`,
  unknown: (value: number) => `${value} not confirmed`,
  kinds: {
    create_form: 'Create form',
    update_form: 'Change form',
    delete_form: 'Delete form',
    create_entry: 'Create entry',
    delete_entry: 'Delete entry',
    create_webhook: 'Create webhook',
    update_webhook: 'Change webhook',
    delete_webhook: 'Delete webhook',
    send_message: 'Send message',
    call: 'Call',
  },
  states: {
    sending: 'sending',
    confirmed: 'confirmed',
    unknown: 'sent, without confirmation',
    not_done: 'not done',
    failed: 'refused',
  },
  settling: (moment) =>
    `The service did not confirm it, but may still do it until ${moment}. Do not send it again before; check after that.`,
  notYetKnown: (target, moment) =>
    `It is not known yet what became of “${target}”. The service may do it until ${moment}; check again after that.`,
  parts: { label: 'Parts of the activity', sent: 'Sent', exports: 'Exports' },
  exports: {
    facts: 'What left in files, of all accounts of this computer',
    text: 'The last 5,000 exports, those of the command line too. People are different contacts, where each row has the number of its own.',
    empty: 'Nothing exported yet',
    emptyText:
      'Sheets, cross-checked lists, entries, conversations and reports that you export appear here: what, when and how many people.',
    list: 'Exports, newest first',
    columns: { what: 'What left', account: 'Account', rows: 'Rows', people: 'People', at: 'When' },
    kinds: {
      sheet: 'Sheet',
      run: 'Cross-checked list',
      entries: 'Entries',
      newest_entries: 'Newest entries',
      conversations: 'Conversations',
      dataset: 'Data set',
      duplicates: 'Duplicates in the base',
      list: 'List',
      report: 'Report',
      picture: 'Picture of a report',
      answer: 'Answer of the console',
      package: 'Package of reviews',
      server_csv: 'CSV of the service',
    },
  },
  check: 'Check',
  checkNamed: (action, target) => `Check: ${action} ${target}`,
  checked: {
    confirmed: (target) => `Confirmed: the service did what was asked of “${target}”.`,
    not_done: (target) => `What was asked of “${target}” was not done. It can be done again.`,
    unknown: (target) => `What the service shows does not tell what became of “${target}”. Look there.`,
    failed: (target) => `The service refused what was asked of “${target}”.`,
    sending: (target) => `What was asked of “${target}” is still being sent.`,
  },
}

export const health: typeof portuguese.health = {
  title: 'State of the services',
  states: {
    answers: () => 'online',
    unknown: () => 'nothing asked yet',
    offline: () => 'no internet',
    trouble: (services) => `${services} accounts in trouble`,
  },
  trouble: {
    offline: (name, since) => `${name}: no internet since ${since}`,
    silent: (name, since) => `${name} has not answered since ${since}`,
    failing: (name, since) => `${name} has been in trouble since ${since}`,
    refused: (name, since) => `${name} has refused the access key since ${since}`,
  },
  before: {
    header_dropped: (name, since) => `${name} has not received the access key since ${since}`,
    shield_page: (name, since) => `${name}: a shield has kept Cruza out since ${since}`,
  },
  each: {
    answers: (at) => `last answer: ${at}`,
    offline: (since) => `no internet since ${since}`,
    silent: (since) => `has not answered since ${since}`,
    failing: (since) => `in trouble since ${since}`,
    refused: (since) => `has refused the access key since ${since}`,
  },
  service: 'The service',
  notAsked: 'not asked since Cruza was opened',
  offlineHint: 'This computer has no internet. What is stored here stays available.',
  tryNow: 'try now',
  trying: 'trying…',
  ask: 'Ask now',
  tryNamed: (name) => `Ask ${name} now`,
  replace: 'replace the key',
}

const kinds: Readonly<Record<string, string>> = {
  json_list: 'JSON (a list)',
  json_object: 'JSON (an object)',
  csv: 'CSV',
  xlsx: 'an Excel workbook',
  html: 'a page, and no data',
  empty: 'nothing',
  text: 'text',
}
const delimiters: Readonly<Record<string, string>> = {
  semicolon: 'semicolons',
  comma: 'commas',
  tab: 'tabs',
  pipe: 'vertical bars',
  none: 'nothing',
}
const phones: Readonly<Record<string, string>> = {
  apostrophe: 'phones with an apostrophe before them',
  formula: 'phones as ="…"',
  plain: 'phones without protection',
  unseen: 'no phone in the rows that were seen',
}
const named = (words: Readonly<Record<string, string>>, params: Params, name: string) =>
  words[String(params[name])] ?? value(params, name)

function csvSentence(params: Params): string {
  const mark = params.bom === 'yes' ? 'with a byte order mark' : 'without a byte order mark'
  const encoding = params.encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252'
  return `${encoding} ${mark}, separated by ${named(delimiters, params, 'delimiter')}, ${named(phones, params, 'phones')}.`
}

const findings = {
  waiting: () => 'Waiting.',
  not_asked: () => 'Not asked, because the key was not accepted or the service did not answer.',
  failed: (params: Params) =>
    params.status === undefined ? 'The question failed.' : `The service refused (answer ${value(params, 'status')}).`,
  documentation_open: () => 'The documentation answers without a key.',
  documentation_other: () => 'The address answers, but not with the documentation.',
  token_accepted: () => 'The key was accepted.',
  clock_ok: () => 'This computer’s clock and the service’s agree.',
  clock_skewed: (params: Params) => {
    const minutes = Number(params.minutes ?? 0)
    return `This computer’s clock is ${count(Math.abs(minutes), 'minute', 'minutes')} ${minutes > 0 ? 'ahead' : 'behind'}.`
  },
  clock_unknown: () => 'The service did not tell the time.',
  filter_meta_payload: () => 'Count and conversations side by side: meta and payload.',
  filter_data_meta_payload: () => 'Count and conversations inside data.',
  filter_payload: () => 'The conversations alone, without a count.',
  filter_list: () => 'A bare list, without a count.',
  filter_other: () => 'A shape that Cruza does not know yet: conversations may not appear.',
  administrator: () => 'The key is an administrator’s: it exports leads and cross-checks lists.',
  period_zone: (params: Params) =>
    `The days of lead filters are counted in the zone ${params.zone === 'Z' ? 'UTC' : `UTC${value(params, 'zone')}`}.`,
  period_zone_unknown: () => 'The service does not say in which zone it counts days.',
  conversation_display: () => 'The lead’s conversa_id is the conversation’s number: one leads to the other.',
  conversation_other: () =>
    'The lead’s conversa_id is another number: the conversation of that number is another contact’s. Do not use one for the other.',
  conversation_not_found: () =>
    'No conversation has the number of the lead’s conversa_id: it must be an internal number.',
  conversation_unsure: () => 'The answer does not say whose conversation it is; this cannot be checked.',
  no_lead: () => 'There is no lead with a conversation in the last year to check with.',
  csv: csvSentence,
  csv_other: (params: Params) => `In place of the file came: ${named(kinds, params, 'kind')}.`,
  report: (params: Params) => `Answers in ${named(kinds, params, 'kind')}.`,
}

export const diagnostics: typeof portuguese.diagnostics = {
  title: 'Diagnostics',
  export: 'Export JSON',
  exported: (name) => `Saved to ${name}`,
  checkedAt: (moment) => `asked ${moment}`,
  onBeta: 'beta server',
  empty: 'Nothing was asked of this service yet',
  emptyText:
    'Each installation settles some details in its own way. Cruza asks 13 questions, by reading only, and keeps the answers here.',
  intro: 'What this installation does where the documentation is silent. Reading only; no customer data is kept.',
  running: (done, of) => `Asking: ${done} of ${of}`,
  columns: { question: 'Question' },
  states: { waiting: 'waiting', running: 'asking', known: 'answered', unknown: 'no answer', failed: 'failed' },
  steps: {
    documentation: 'Is the documentation open?',
    token: 'Is the key good?',
    clock: 'Do the clocks agree?',
    filter_shape: 'What shape does the conversation filter have?',
    administrator: 'Is the key an administrator’s?',
    period_zone: 'In which zone are days counted?',
    conversation_number: 'Is the lead’s conversa_id the conversation’s number?',
    lead_csv: 'What is the service’s CSV file like?',
    report_agents: 'Report of agents',
    report_summary: 'Report of the account',
    report_inboxes: 'Report of inboxes',
    report_teams: 'Report of teams',
    report_labels: 'Report of labels',
  },
  findings,
}
