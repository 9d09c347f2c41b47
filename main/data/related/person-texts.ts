import type { RelatedBy } from '../../../preload/contract/contacts.ts'
import { phoneForms } from '../../kernel/phones/phone-forms.ts'
import { digitsOf, phoneKey } from '../../kernel/phones/phone-key.ts'
import { emailKey } from '../lists/cell-keys.ts'
import type { PersonKeys } from '../platform-calls.ts'

/** How a text that stands for a person was told: a phone as it is, with another ninth digit, or an e-mail. */
export type TextBy = Exclude<RelatedBy, 'contato_id'>

/** Every text under which something here may know the person: digits with and without 55, the other ninth digit, e-mails. */
export function personTexts({ phones, emails }: Pick<PersonKeys, 'phones' | 'emails'>): ReadonlyMap<string, TextBy> {
  const texts = new Map<string, TextBy>()
  const add = (text: string, by: TextBy) => {
    if (text !== '' && !texts.has(text)) texts.set(text, by)
  }
  const forms = phones.map((phone) => {
    const reading = phoneKey(phone)
    // What is no phone by its form may still be the same digits elsewhere.
    return reading.ok ? phoneForms(reading.key) : { exact: [digitsOf(phone)], otherNinth: [] }
  })
  for (const { exact } of forms) for (const text of exact) add(text, 'telefone')
  for (const { otherNinth } of forms) for (const text of otherNinth) add(text, 'nono_digito')
  for (const email of emails) {
    const reading = emailKey(email)
    if (reading.ok) add(reading.key, 'email')
  }
  return texts
}

/** The surest first. */
const order: readonly RelatedBy[] = ['contato_id', 'telefone', 'nono_digito', 'email']

/** The surer of two ways in which the same record was recognised. */
export function strongerMatch<By extends RelatedBy>(one: By, other: By | undefined): By {
  return other !== undefined && order.indexOf(other) <= order.indexOf(one) ? other : one
}
