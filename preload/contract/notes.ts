import * as z from 'zod'
import { longestNote, longestTag, mostTags } from '../values/notes.ts'
import { ofConnection } from './connections.ts'
import { storedPerson } from './contacts.ts'
import type { Contract } from './question.ts'

const tag = z.string().trim().min(1).max(longestTag)

/** What the team lead notes about a person. It stays on this computer. */
export const note = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  changed_at: z.iso.datetime(),
})
export type Note = z.output<typeof note>

/** A note with whom it is about: a contact of an account, or the phones and e-mails in their compared form. */
export const storedNote = note.extend({
  ...ofConnection.shape,
  contact_id: z.int().nullable(),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
})
export type StoredNote = z.output<typeof storedNote>

export const notes = {
  /** The note about a person: that of the contact, else one about a phone or e-mail of theirs. Null without one. */
  'notes.of': { input: storedPerson, output: note.nullable() },
  /**
   * Replaces the note about a person; without text and tags it is removed, and the answer is null. Throws `bad_request`
   * for a person without a contact, phone and e-mail.
   */
  'notes.save': {
    input: storedPerson.extend({ text: z.string().max(longestNote), tags: z.array(tag).max(mostTags) }),
    output: note.nullable(),
  },
  /** Every tag with how many notes have it, the most frequent first. */
  'notes.tags': { input: z.object({}), output: z.array(z.object({ tag: z.string(), notes: z.int() })) },
  /** The notes of a connection, those changed last first. */
  'notes.list': { input: ofConnection, output: z.array(storedNote) },
} satisfies Contract
