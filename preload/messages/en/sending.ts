import type { KeyText } from '../key-text.ts'
import type { sending as portuguese } from '../pt-BR/sending.ts'

export const sending: typeof portuguese = {
  title: (name: string) => `Message to ${name}`,
  someone: 'contact without a name',
  unnamedTitle: 'Message',
  conversation: (id: number) => `conversation no. ${id}`,
  last: (who: string, moment: string) => `Last message (${who}, ${moment})`,
  from: { contact: 'contact', team: 'team', note: 'internal note', other: 'system' },
  content: 'Message',
  contentHint: (key: KeyText) => `Write as the person will read it. ${key('mod+enter')} to review.`,
  oneByOne: 'Messages go to one person at a time. Sending to many is left out on purpose.',
  closed: 'The channel of this conversation is closed to the team now; the service may refuse or not deliver.',
  insist: 'Send all the same',
  earlier: (value: number) =>
    value === 1
      ? 'A message of this conversation was sent and never confirmed. Check it before you write the same again.'
      : `${value} messages of this conversation were sent and never confirmed. Check them before you write the same again.`,
  texts: 'Texts',
  textsEmpty: 'No saved text yet. Write one and save it.',
  saveText: 'Save as text',
  saveTextTitle: 'Save as text',
  textName: 'Name of the text',
  save: 'Save',
  forgetText: (name: string) => `Remove the text “${name}”`,
  fields: 'Fields',
  fieldsOf: (sheet: string, moment: string) => `Of the lead in “${sheet}”, read ${moment}`,
  fieldsOfUnread: (sheet: string) => `Of the lead in “${sheet}”`,
  fieldsOfContact: 'Of the contact, as the service told it now',
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
  openContact: 'Open the contact',
}
