import { type Params, value } from '../params.ts'
import type { diagnostics as portuguese } from '../pt-BR/diagnostics.ts'
import { count } from './common.ts'

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

export const diagnostics: typeof portuguese = {
  title: 'Diagnostics',
  run: 'Ask the service',
  again: 'Ask again',
  stop: 'Stop',
  export: 'Export JSON',
  exported: (name) => `Saved to ${name}`,
  checkedAt: (moment) => `asked ${moment}`,
  onBeta: 'beta server',
  empty: 'Nothing was asked of this service yet',
  emptyText:
    'Each installation settles some details in its own way. Cruza asks 13 questions, by reading only, and keeps the answers here.',
  intro: 'What this installation does where the documentation is silent. Reading only; no customer data is kept.',
  running: (done, of) => `Asking: ${done} of ${of}`,
  columns: { question: 'Question', answer: 'Answer', state: 'State' },
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
