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
  email_case: 'by the e-mail in upper and lower case',
  trunk: 'with a zero, a carrier or 00',
  ninth: 'by the ninth digit',
} satisfies Record<DuplicateReason, string>

export const duplicates: typeof portuguese = {
  title: 'Duplicates in the base',
  allSheets: 'All sheets of the account',
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
  filterLabel: 'Reasons of the pairs',
  figure: (reason, value) => `${reason}: ${pairs(value)}`,
  table: 'Pairs of contacts',
  none: 'No duplicates',
  noneText: (value) =>
    `Of ${contacts(value)} no two have the same phone, with or without 55, a zero, a carrier or the ninth digit, or the same e-mail, in upper or lower case.`,
  noContacts: 'Nothing to compare',
  noContactsText: 'No sheet of this account has rows on this computer.',
  goToSheets: 'Go to the sheets',
  openContact: (value) => `Open contact ${value}`,
  columns: { par_motivo: 'Reason', par_degrau: 'Rung', planilha: 'Sheet' },
  contactHeading: (heading, value) => `${heading} (${value})`,
  reasons: {
    same_phone: 'same phone',
    same_email: 'same e-mail',
    country: 'with and without 55',
    email_case: 'e-mail in capitals',
    trunk: 'zero or carrier',
    ninth: 'ninth digit',
  },
}
