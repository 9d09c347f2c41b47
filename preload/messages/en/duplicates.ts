import type { DuplicateReason } from '../../values/duplicate-pairs.ts'
import type { duplicates as portuguese } from '../pt-BR/duplicates.ts'
import { count, number } from './common.ts'

const contacts = (value: number) => count(value, 'contact', 'contacts')
const pairs = (value: number) => count(value, 'pair', 'pairs')

/** After the number of pairs. */
const by = {
  same_phone: 'by the same phone',
  same_email: 'by the same e-mail',
  country: 'with and without 55',
  email_case: 'by the e-mail, ignoring case',
  trunk: 'with a zero, carrier code or 00',
  ninth: 'by the ninth digit',
} satisfies Record<DuplicateReason, string>

export const duplicates: typeof portuguese = {
  title: 'Duplicate contacts',
  allSheets: 'All sheets in the account',
  found: ({ pairs: all, reasons }) => {
    const [first, second] = reasons
    if (!first) return ''
    if (!second) return `${pairs(all)} ${by[first.reason]}.`
    const sorted = reasons.toSorted((one, other) => other.pairs - one.pairs)
    return `${pairs(all)}: ${sorted.map((each) => `${number(each.pairs)} ${by[each.reason]}`).join(', ')}.`
  },
  compared: (value) => `${contacts(value)} compared`,
  sheets: (value) => count(value, 'sheet', 'sheets'),
  first: 'In each pair, contact 1 has the newer conversation.',
  leftOut: (value) =>
    `${pairs(value)} ${value === 1 ? 'is' : 'are'} left out: a phone or e-mail has too many contacts (more than 1,000), or there are more than 200,000 pairs.`,
  filterLabel: 'Reasons',
  figure: (reason, value) => `${reason}: ${pairs(value)}`,
  table: 'Pairs of contacts',
  none: 'No duplicates',
  noneText: (value) =>
    `None of the ${contacts(value)} share a phone (with or without 55, a zero, a carrier code or the ninth digit) or an e-mail.`,
  noContacts: 'Nothing to compare',
  noContactsText: 'No sheet of this account has rows on this computer.',
  goToSheets: 'Go to the sheets',
  openContact: (value) => `Open contact ${value}`,
  columns: { par_motivo: 'Reason', par_degrau: 'Match', planilha: 'Sheet' },
  contactHeading: (heading, value) => `${heading} (${value})`,
  reasons: {
    same_phone: 'same phone',
    same_email: 'same e-mail',
    country: 'with and without 55',
    email_case: 'e-mail, ignoring case',
    trunk: 'zero or carrier code',
    ninth: 'ninth digit',
  },
}
