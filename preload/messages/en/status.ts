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
  forget: (value) => count(value, 'lead copied', 'leads copied'),
}

export const tasks: typeof portuguese.tasks = {
  title: 'Tasks',
  underWay: (tasks) => count(tasks, 'task', 'tasks'),
  ended: (tasks) => `${count(tasks, 'task', 'tasks')} finished`,
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
    forget: 'Forget sheet',
  },
  states: {
    running: 'running',
    waiting: 'waiting',
    done: 'done',
    failed: 'stopped by an error',
    cancelled: 'cancelled',
  },
  waiting: {
    rate_limited: (until) => `The service asked Cruza to wait; resumes at ${until}.`,
    budget: (until) => `Waiting to stay within the account’s request limit; resumes at ${until}.`,
    offline: (until) => `No internet; retrying at ${until}.`,
    service_failed: (until) => `The service is having problems; retrying at ${until}.`,
    second_thoughts: (until) => `Will be sent to the service at ${until}; you can undo it until then.`,
  },
  waitingNow: {
    rate_limited: 'The service asked Cruza to wait; it resumes automatically.',
    budget: 'Waiting to stay within the account’s request limit; it resumes automatically.',
    offline: 'No internet; resumes when the network is back.',
    service_failed: 'The service is having problems; retrying in a moment.',
    second_thoughts: 'You can still undo it.',
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
    forget: (name, leads) =>
      `The sheet “${name}” was forgotten. ${count(leads, 'lead of it was copied', 'leads of it were copied')} to the cross-checks.`,
    notForgotten: (name) => `The sheet “${name}” was not forgotten.`,
    failed: (name) => `“${name}” stopped before the end. What was read so far is saved.`,
  },
}

/** What was sent to a service, and its outcome. */
export const activity: typeof portuguese.activity = {
  title: 'Activity',
  facts: 'What was sent from this computer in the last 30 days, in all accounts',
  text: 'Nothing here is resent automatically. You can check anything that was never confirmed; checking only reads. A list that you forget is removed from here.',
  empty: 'Nothing sent yet',
  emptyText: 'Messages, changes and lists that you send to the services appear here.',
  crossed: 'Cross-check a list',
  keys: (value) => count(value, 'phone or e-mail looked up', 'phones and e-mails looked up'),
  list: 'What was sent, newest first',
  call: (words, target) => `${words} (${target})`,
  confirmedByHand: 'I checked on the service: done',
  notDoneByHand: 'I checked on the service: not done',
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
    `The service did not confirm it, but may still carry it out until ${moment}. Do not resend it before then; check it afterwards.`,
  notYetKnown: (target, moment) =>
    `The outcome of “${target}” is not known yet. The service may still carry it out until ${moment}; check again after that.`,
  parts: { label: 'Parts of the activity', sent: 'Sent', exports: 'Exports' },
  exports: {
    facts: 'Files exported on this computer, from all accounts',
    text: 'The last 5,000 exports, including those of the command line. “People” counts different contacts, where each row has a contact number.',
    empty: 'Nothing exported yet',
    emptyText:
      'Sheets, cross-checked lists, entries, conversations and reports that you export appear here: what, when and how many people.',
    list: 'Exports, newest first',
    columns: { what: 'What was exported', account: 'Account', rows: 'Rows', people: 'People', at: 'When' },
    kinds: {
      sheet: 'Sheet',
      run: 'Cross-checked list',
      entries: 'Entries',
      newest_entries: 'Newest entries',
      conversations: 'Conversations',
      dataset: 'Data set',
      difference: 'What changed',
      duplicates: 'Duplicate contacts',
      list: 'List',
      report: 'Report',
      summary: 'Summary',
      picture: 'Picture',
      answer: 'Console response',
      package: 'Review package',
      server_csv: 'CSV made by the service',
    },
  },
  check: 'Check',
  checkNamed: (action, target) => `Check: ${action} ${target}`,
  checked: {
    confirmed: (target) => `Confirmed: the service carried it out (“${target}”).`,
    not_done: (target) => `“${target}” was not carried out. You can do it again.`,
    unknown: (target) => `The service does not show what happened to “${target}”. Check there yourself.`,
    failed: (target) => `The service refused “${target}”.`,
    sending: (target) => `“${target}” is still being sent.`,
  },
}

export const health: typeof portuguese.health = {
  title: 'Service status',
  states: {
    answers: () => 'online',
    unknown: () => 'not contacted yet',
    offline: () => 'no internet',
    trouble: (services) => `${services} accounts with problems`,
  },
  trouble: {
    offline: (name, since) => `${name}: no internet since ${since}`,
    silent: (name, since) => `${name} has not answered since ${since}`,
    failing: (name, since) => `${name} has had problems since ${since}`,
    refused: (name, since) => `${name} has refused the access key since ${since}`,
  },
  before: {
    header_dropped: (name, since) => `${name} has not received the access key since ${since}`,
    shield_page: (name, since) => `${name}: a firewall has blocked Cruza since ${since}`,
  },
  each: {
    answers: (at) => `last answer: ${at}`,
    offline: (since) => `no internet since ${since}`,
    silent: (since) => `has not answered since ${since}`,
    failing: (since) => `problems since ${since}`,
    refused: (since) => `has refused the access key since ${since}`,
  },
  service: 'The service',
  notAsked: 'not contacted since Cruza was opened',
  offlineHint: 'This computer has no internet. Anything stored here is still available.',
  tryNow: 'try now',
  trying: 'trying…',
  ask: 'Check now',
  tryNamed: (name) => `Check ${name} now`,
  replace: 'replace the key',
}

const kinds: Readonly<Record<string, string>> = {
  json_list: 'JSON (a list)',
  json_object: 'JSON (an object)',
  csv: 'CSV',
  xlsx: 'an Excel workbook',
  html: 'a web page, not data',
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
  unseen: 'no phones in the rows checked',
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
  not_asked: () => 'Not checked, because the key was not accepted or the service did not respond.',
  failed: (params: Params) =>
    params.status === undefined ? 'The request failed.' : `The service refused (status ${value(params, 'status')}).`,
  documentation_open: () => 'The documentation is available without a key.',
  documentation_other: () => 'The address responds, but not with the documentation.',
  token_accepted: () => 'The key was accepted.',
  clock_ok: () => 'This computer’s clock and the service’s agree.',
  clock_skewed: (params: Params) => {
    const minutes = Number(params.minutes ?? 0)
    return `This computer’s clock is ${count(Math.abs(minutes), 'minute', 'minutes')} ${minutes > 0 ? 'ahead' : 'behind'}.`
  },
  clock_unknown: () => 'The service did not report its time.',
  filter_meta_payload: () => 'Count and conversations side by side: meta and payload.',
  filter_data_meta_payload: () => 'Count and conversations inside data.',
  filter_payload: () => 'The conversations alone, without a count.',
  filter_list: () => 'A plain list, without a count.',
  filter_other: () => 'A format that Cruza does not know yet: conversations may not appear.',
  administrator: () => 'The key belongs to an administrator: it can export leads and cross-check lists.',
  period_zone: (params: Params) =>
    `Days in lead filters use the time zone ${params.zone === 'Z' ? 'UTC' : `UTC${value(params, 'zone')}`}.`,
  period_zone_unknown: () => 'The service does not say which time zone it uses for days.',
  conversation_display: () => 'The lead’s conversa_id is the conversation number, so one leads to the other.',
  conversation_other: () =>
    'The lead’s conversa_id is not the conversation number: that number belongs to another contact’s conversation. Do not mix them up.',
  conversation_not_found: () =>
    'No conversation has the number in the lead’s conversa_id: it must be an internal number.',
  conversation_unsure: () => 'The response does not say whose conversation it is, so this cannot be checked.',
  no_lead: () => 'There is no lead with a conversation in the last year to check this with.',
  csv: csvSentence,
  csv_other: (params: Params) => `Instead of the file, the service sent: ${named(kinds, params, 'kind')}.`,
  report: (params: Params) => `Responds with ${named(kinds, params, 'kind')}.`,
}

export const diagnostics: typeof portuguese.diagnostics = {
  title: 'Diagnostics',
  export: 'Export JSON',
  exported: (name) => `Saved to ${name}`,
  checkedAt: (moment) => `checked ${moment}`,
  onBeta: 'beta server',
  empty: 'This service has not been checked yet',
  emptyText: 'Installations differ in some details. Cruza runs 13 checks, which only read, and saves the results here.',
  intro: 'How this installation behaves where the documentation does not say. Read-only; no customer data is stored.',
  running: (done, of) => `Checking: ${done} of ${of}`,
  columns: { question: 'Check' },
  states: { waiting: 'waiting', running: 'checking', known: 'known', unknown: 'unknown', failed: 'failed' },
  steps: {
    documentation: 'Is the documentation open?',
    token: 'Is the key valid?',
    clock: 'Do the clocks match?',
    filter_shape: 'What format does the conversation filter return?',
    administrator: 'Does the key belong to an administrator?',
    period_zone: 'Which time zone are days in?',
    conversation_number: 'Is the lead’s conversa_id the conversation number?',
    lead_csv: 'What is the service’s CSV file like?',
    report_agents: 'Agents report',
    report_summary: 'Account report',
    report_inboxes: 'Inboxes report',
    report_teams: 'Teams report',
    report_labels: 'Labels report',
  },
  findings,
}
