import type * as portuguese from '../pt-BR/run-check.ts'
import { count, number } from './common.ts'

const keys = (value: number) => count(value, 'key', 'keys')

export const runCheck: typeof portuguese.runCheck = {
  action: 'Check with the service…',
  again: 'Check again…',
  title: 'Check with the service',
  intro:
    'The service answers, with the same filters, for keys that the sheet has answered. The outcomes of the run do not change.',
  howMany: 'How many keys',
  sample: (value, of) => `A sample of ${number(value)} of the ${keys(of)}, of every outcome`,
  all: (value) => (value === 1 ? 'The only key' : `All ${keys(value)}`),
  confirm: 'Check',
  progress: 'Keys checked',
  underWay: 'checking with the service',
  severalAccounts: 'The sheets are of different accounts',
  notFinished: 'The run has not ended yet',
  checking: 'A check is under way',
  allChecked: (equal, asked, share) =>
    `Checked with the service: ${number(equal)} of ${keys(asked)} with the same answer (${share}).`,
  sampleChecked: (equal, asked, of, share) =>
    `Checked with the service, by a sample of ${number(asked)} of the ${keys(of)}: ${number(equal)} with the same answer (${share}).`,
  range: (low, high) => `In the whole list it is probably between ${low} and ${high}.`,
  different: (value) => count(value, 'difference', 'differences'),
  unanswered: (value) => `The service said nothing of ${keys(value)}.`,
  stopped: (answered, of) => `The check stopped before its end: ${number(answered)} of ${keys(of)} checked.`,
  show: 'Show the differences',
  differences: (name) => `Differences of “${name}”`,
  firstOnes: (value, of) => `The first ${number(value)} of ${number(of)}.`,
  columns: { key: 'Key', sheet: 'The sheet said', service: 'The service says', cause: 'Why' },
  contact: (id) => `contact ${id}`,
  conversation: (id) => `conversation ${id}`,
  causes: {
    stale: 'changed after the sheet was read',
    filter: 'beyond the sheet: its filters, or the most recent conversation only',
    variant: 'written otherwise in the base, such as the ninth digit',
    missing_in_sheet: 'missing in the sheet',
    unknown: 'the data do not say why',
  },
}
