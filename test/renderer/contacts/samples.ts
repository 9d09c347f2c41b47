import type { Contact, ContactPage, Related } from '../../../preload/contract/contacts.ts'
import type { AppContract } from '../../../preload/contract/index.ts'
import type { Output } from '../../../preload/contract/kernel.ts'

/** A contact as main tells it. */
export function sampleContact(id: number, over: Partial<Contact> = {}): Contact {
  return {
    id,
    name: `Pessoa ${id}`,
    phone: '+5511988887777',
    email: `pessoa${id}@exemplo.com.br`,
    identifier: null,
    created_at: '2026-01-02T12:00:00.000Z',
    last_activity_at: '2026-11-20T11:12:00.000Z',
    raw: { id, additional_attributes: { cidade: 'Campinas' } },
    ...over,
  }
}

export type Found = Output<AppContract['contacts.search']>

/** A page of found contacts. */
export function sampleFound(ids: readonly number[], over: Partial<Found> = {}): Found {
  return {
    contacts: ids.map((id) => sampleContact(id)),
    page: 1,
    count: null,
    has_more: false,
    sent: 'pessoa',
    other_ninth: null,
    ...over,
  }
}

/** A contact without conversations, as it was read at 11:12 UTC. */
export function sampleContactPage(id: number, over: Partial<ContactPage> = {}): ContactPage {
  return { contact: sampleContact(id), conversations: [], read_at: '2026-11-20T11:12:00.000Z', ...over }
}

export const nothingRelated: Related = { leads: [], runs: [], entries: [], more: false }
