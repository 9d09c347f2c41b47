import { type ContactPage, contactPage } from '../../preload/contract/contacts.ts'
import type { Data } from '../data/calls.ts'

/** The pages of contacts that were opened here, kept to be read offline. */
export interface ContactPages {
  read(connectionId: string, id: number): Promise<ContactPage | null>
  keep(connectionId: string, id: number, page: ContactPage): Promise<void>
}

/** One fact a contact: `contact/<number>/page`, whose end keeps contact 12 out of the answer for contact 1. */
export function createContactPages({ data }: { readonly data: Data }): ContactPages {
  const nameOf = (id: number) => `contact/${id}/page`
  return {
    async read(connection_id, id) {
      const facts = await data.ask('facts.read', { service: 'platform', connection_id, prefix: nameOf(id) })
      const found = facts.find(({ name }) => name === nameOf(id))
      // What an older app kept in another shape is as good as nothing: the service is asked anew.
      return contactPage.safeParse(found?.value).data ?? null
    },
    keep: (connection_id, id, value) =>
      data.ask('facts.put', { service: 'platform', connection_id, name: nameOf(id), value }),
  }
}
