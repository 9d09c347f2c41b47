import type { RelatedBy } from '../../contract/contacts.ts'
import type { KeyText } from '../params.ts'
import type * as portuguese from '../pt-BR/contacts.ts'
import { count, number } from './common.ts'

export const contacts: typeof portuguese.contacts = {
  title: 'Contacts',
  searchLabel: 'Search contact',
  placeholder: 'Name, phone in any form, or e-mail',
  start: 'Whom are you looking for?',
  startText: 'Type a part of the name, a phone in any form, or an e-mail. The service is searched while you type.',
  tooShort: 'Type at least two characters.',
  searching: 'Searching the service…',
  sent: (text: string) => `Looked for at the service: ${text}`,
  found: (value: number, more: boolean) =>
    more ? `${number(value)} contacts so far, there are more` : count(value, 'contact', 'contacts'),
  none: 'Nobody found',
  noneText: 'The service has no contact with this in its name, phone or e-mail.',
  ninth: (phone: string) => `Look for ${phone} too`,
  ninthHint: 'The same number with or without the ninth digit may be another contact.',
  more: 'More contacts',
  list: 'Contacts found',
  columns: {
    number: 'No.',
  },
  number: (id: number) => `Contact no. ${id}`,
  keptAt: (moment: string) => `Shown as it was read ${moment}.`,
  gone: (id: number) => `Contact no. ${id} was not found`,
  goneText: 'The service has no contact of this number, or your key may not see it.',
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
      mail_subject: 'Subject of the e-mail',
    },
    more: 'As the service sent it',
    none: 'The service gave nothing but the number.',
  },
  conversations: {
    title: 'Latest conversations',
    capped: 'The service tells only the latest that your key sees.',
    none: 'No conversation that your key may see.',
    noAgent: 'no agent',
    openNamed: (id: number) => `Open conversation no. ${id}`,
    writeNamed: (id: number) => `Write in conversation no. ${id}`,
    closed: 'channel closed to the team now',
    all: 'All conversations',
  },
  related: {
    title: 'On this computer',
    hint: 'Read without network, from what was downloaded.',
    conversations: 'Stored conversations',
    runs: 'Cross-checks',
    entries: 'Form entries',
    none: 'Nothing of this person was downloaded yet.',
    more: 'There is more than fits here: many rows have this phone or e-mail.',
    neverRead: 'reading not finished',
    crossedAt: (moment: string) => `crossed ${moment}`,
    seenAt: (moment: string) => `seen at the service ${moment}`,
    answeredAt: (moment: string) => `answered ${moment}`,
    entry: (id: number) => `Entry no. ${id}`,
    by: {
      contato_id: 'same contact',
      telefone: 'same phone',
      nono_digito: 'same phone but for the ninth digit',
      email: 'same e-mail',
    } satisfies Record<RelatedBy, string>,
  },
  shortcuts: {
    refresh: 'Read the contact again',
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
  oneByOne: 'Messages go to one person at a time. Sending to many is left out on purpose.',
  seen: (moment) =>
    `The service does not show this conversation by its number. It stands here as it came ${moment}: status and channel may have changed.`,
  closed: 'The channel of this conversation is closed to the team now; the service may refuse or not deliver.',
  insist: 'Send all the same',
  earlier: (value: number) =>
    value === 1
      ? 'A message of this conversation was sent and never confirmed. Check it before you write the same again.'
      : `${value} messages of this conversation were sent and never confirmed. Check them before you write the same again.`,
  texts: 'Texts',
  textsEmpty: 'No saved text yet. Write one and save it.',
  saveText: 'Save as text',
  textName: 'Name of the text',
  forgetText: (name: string) => `Remove the text “${name}”`,
  fieldsOf: (sheet: string, moment: string) => `Of the lead in “${sheet}”, read ${moment}`,
  fieldsOfUnread: (sheet: string) => `Of the lead in “${sheet}”`,
  fieldsOfContact: 'Of the contact, as the service has it now',
  firstName: 'First name',
  missing: (fields: string) => `No value for ${fields}. Complete the text or take the field out before sending.`,
  review: 'Review',
  reviewTitle: 'Review before sending',
  reviewText: (name: string) => `${name} will get exactly this, once:`,
  back: 'Back to the text',
  send: (name: string) => `Send to ${name}`,
  sent: (name: string) => `The service took the message to ${name}.`,
  sentFailing: (name: string) => `The service took the message to ${name}, but says already that delivery failed.`,
  unknownTitle: 'Sent, not confirmed',
  unknown: (name: string) =>
    `The message to ${name} left this computer, but the service did not confirm it. It will not be sent again on its own: check what became of it.`,
  refused: (name: string, why: string) =>
    `The message to ${name} was not sent. ${why} Its text is still in the conversation.`,
  seeActivity: 'See in Activity',
  gone: 'This conversation is not at the service',
  goneText: 'The service has no conversation of this number, or your key may not see it.',
}
