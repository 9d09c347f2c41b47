import type { RelatedBy } from '../../contract/contacts.ts'
import type { KeyText } from '../params.ts'
import type * as portuguese from '../pt-BR/contacts.ts'
import { count, number } from './common.ts'

export const contacts: typeof portuguese.contacts = {
  title: 'Contacts',
  searchLabel: 'Search contact',
  placeholder: 'Name, phone in any format, or e-mail',
  start: 'Who are you looking for?',
  startText: 'Type part of a name, a phone in any format, or an e-mail. The service is searched as you type.',
  tooShort: 'Type at least two characters.',
  searching: 'Searching the service…',
  sent: (text: string) => `Searched on the service for: ${text}`,
  found: (value: number, more: boolean) =>
    more ? `${number(value)} contacts so far, there are more` : count(value, 'contact', 'contacts'),
  none: 'No one found',
  noneText: 'The service has no contact with this in its name, phone or e-mail.',
  ninth: (phone: string) => `Search for ${phone} too`,
  ninthHint: 'The same number with or without the ninth digit may be another contact.',
  more: 'More contacts',
  list: 'Contacts found',
  columns: {
    number: 'No.',
  },
  number: (id: number) => `Contact no. ${id}`,
  keptAt: (moment: string) => `Shown as read ${moment}.`,
  gone: (id: number) => `Contact no. ${id} was not found`,
  goneText: 'The service has no contact with this number, or your key cannot see it.',
  facts: {
    title: 'Contact',
    identifier: 'Identifier',
    created: 'Created',
    attributes: {
      city: 'City',
      country: 'Country',
      country_code: 'Country code',
      company_name: 'Company',
      description: 'Description',
      mail_subject: 'E-mail subject',
    },
    more: 'As the service sent it',
    none: 'The service only returned the number.',
  },
  conversations: {
    title: 'Latest conversations',
    capped: 'The service only shows the latest conversations your key can see.',
    none: 'No conversations that your key can see.',
    noAgent: 'no agent',
    openNamed: (id: number) => `Open conversation no. ${id}`,
    writeNamed: (id: number) => `Write in conversation no. ${id}`,
    closed: 'the team cannot reply on this channel now',
    all: 'All conversations',
  },
  related: {
    title: 'On this computer',
    hint: 'From what was downloaded; works offline.',
    conversations: 'Stored conversations',
    runs: 'Cross-checks',
    entries: 'Form entries',
    none: 'Nothing about this person has been downloaded yet.',
    more: 'Not everything is shown: many rows have this phone or e-mail.',
    neverRead: 'reading not finished',
    crossedAt: (moment: string) => `cross-checked ${moment}`,
    seenAt: (moment: string) => `seen on the service ${moment}`,
    answeredAt: (moment: string) => `answered ${moment}`,
    entry: (id: number) => `Entry no. ${id}`,
    by: {
      contato_id: 'same contact',
      telefone: 'same phone',
      nono_digito: 'same phone, except for the ninth digit',
      email: 'same e-mail',
    } satisfies Record<RelatedBy, string>,
  },
  shortcuts: {
    refresh: 'Reload the contact',
  },
}

export const sending: typeof portuguese.sending = {
  title: (name: string) => `Message to ${name}`,
  someone: 'contact without a name',
  unnamedTitle: 'Message',
  last: (facts: string) => (facts === '' ? 'Last message' : `Last message (${facts})`),
  from: { contact: 'contact', team: 'team', note: 'internal note', other: 'system' },
  content: 'Message',
  contentHint: (key: KeyText) => `Write as the person will read it. ${key('mod+enter')} to review.`,
  oneByOne: 'Messages go to one person at a time. Bulk sending is not available, on purpose.',
  seen: (moment) =>
    `The service does not show this conversation by its number. This is how it was ${moment}: status and channel may have changed since.`,
  closed: 'The team cannot reply on this channel now; the service may refuse or not deliver the message.',
  insist: 'Send anyway',
  earlier: (value: number) =>
    value === 1
      ? 'A message in this conversation was sent but never confirmed. Check it before writing the same again.'
      : `${value} messages in this conversation were sent but never confirmed. Check them before writing the same again.`,
  texts: 'Saved texts',
  textsEmpty: 'No saved texts yet. Write one and save it.',
  saveText: 'Save this text',
  textName: 'Text name',
  forgetText: (name: string) => `Remove the text “${name}”`,
  fieldsOf: (sheet: string, moment: string) => `From the lead in “${sheet}”, read ${moment}`,
  fieldsOfUnread: (sheet: string) => `From the lead in “${sheet}”`,
  fieldsOfContact: 'From the contact, as it is on the service now',
  firstName: 'First name',
  missing: (fields: string) => `No value for ${fields}. Complete the text or remove the field before sending.`,
  review: 'Review',
  reviewTitle: 'Review before sending',
  reviewText: (name: string) => `${name} will receive exactly this, once:`,
  back: 'Back to the text',
  send: (name: string) => `Send to ${name}`,
  sent: (name: string) => `The service accepted the message to ${name}.`,
  sentFailing: (name: string) =>
    `The service accepted the message to ${name}, but already reports that delivery failed.`,
  unknownTitle: 'Sent, not confirmed',
  unknown: (name: string) =>
    `The message to ${name} left this computer, but the service did not confirm it. It will not be resent automatically: check what happened to it.`,
  refused: (name: string, why: string) =>
    `The message to ${name} was not sent. ${why} Its text is still in the conversation.`,
  seeActivity: 'See in Activity',
  gone: 'This conversation is not on the service',
  goneText: 'The service has no conversation with this number, or your key cannot see it.',
}
