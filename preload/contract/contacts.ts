import * as z from 'zod'
import { longestName } from '../values/names.ts'
import { ofConnection } from './connections.ts'
import { conversation } from './conversations.ts'
import { outcome } from './cruzar.ts'
import { reviewState } from './entries.ts'
import type { Contract } from './question.ts'
import { write } from './writes.ts'

/**
 * A contact as the service returned it (docs/services.md §5.4); what an answer does not have is null. Times are ISO
 * 8601 UTC.
 */
export const contact = z.object({
  id: z.int(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  identifier: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
  last_activity_at: z.iso.datetime().nullable(),
  /** The contact as it came, for everything else. */
  raw: z.record(z.string(), z.unknown()),
})
export type Contact = z.output<typeof contact>

const contactsFound = z.object({
  contacts: z.array(contact),
  page: z.int(),
  /** `meta.count`: of the whole search or of the page, services differ; null where the answer does not count. */
  count: z.int().nullable(),
  has_more: z.boolean(),
  /** What was sent: a phone as its digits. Null for what is too short: nothing was sent. */
  sent: z.string().nullable(),
  /** For a Brazilian mobile, the same number with or without the ninth digit. It may be another contact. */
  other_ninth: z.string().nullable(),
})

/** A contact with its conversations, as they were read together. */
export const contactPage = z.object({
  /** Null where only its number is known. */
  contact: contact.nullable(),
  /**
   * The latest first. Services return only some of the latest (docs/services.md §5.5: twenty), and none that the token
   * may not see.
   */
  conversations: z.array(conversation),
  read_at: z.iso.datetime(),
})
export type ContactPage = z.output<typeof contactPage>

/**
 * How a cached record was recognised as the same person's. `nono_digito`: the numbers differ by the ninth digit alone.
 */
export const relatedBy = z.enum(['contato_id', 'telefone', 'nono_digito', 'email'])
export type RelatedBy = z.output<typeof relatedBy>

export const relatedLead = z.object({
  sheet_id: z.string(),
  sheet_name: z.string(),
  /** When the sheet was read; null while its first reading never ended. */
  read_at: z.iso.datetime().nullable(),
  matched_by: relatedBy,
  /** The fields of the lead row as stored (docs/services.md §2.1). */
  lead: z.record(z.string(), z.unknown()),
})
export type RelatedLead = z.output<typeof relatedLead>

export const relatedRun = z.object({
  run_id: z.string(),
  run_name: z.string(),
  at: z.iso.datetime(),
  matched_by: relatedBy.exclude(['contato_id']),
  outcome,
})

export const relatedEntry = z.object({
  connection_id: z.string(),
  form_id: z.int(),
  form_name: z.string(),
  entry_id: z.int(),
  line: z.string(),
  created_at: z.string().nullable(),
  /** When the entry was seen at the service last. */
  seen_at: z.iso.datetime(),
  matched_by: relatedBy.exclude(['contato_id']),
  state: reviewState,
})
export type RelatedEntry = z.output<typeof relatedEntry>

/** A conversation of a stored set. Where several sets have it, it is taken from the one that saw it last. */
export const relatedConversation = z.object({
  connection_id: z.string(),
  set_id: z.string(),
  set_name: z.string(),
  id: z.int(),
  seen_at: z.iso.datetime(),
  matched_by: relatedBy,
  status: z.string().nullable(),
  last_activity_at: z.iso.datetime().nullable(),
  contact: contact.pick({ name: true, phone: true, email: true }),
})
export type RelatedConversation = z.output<typeof relatedConversation>

/**
 * What is stored here of the same person; each list newest first and bounded, `more` reports that there is more of it.
 */
export const related = z.object({
  leads: z.array(relatedLead),
  conversations: z.array(relatedConversation),
  runs: z.array(relatedRun),
  entries: z.array(relatedEntry),
  more: z.boolean(),
})
export type Related = z.output<typeof related>

/** A person of a cached sheet, with the place of their row. */
export const keptPerson = z.object({
  sheet_id: z.string(),
  sheet_name: z.string(),
  row: z.int(),
  /** The version of the sheet's rows in which the row has this number. */
  version: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
})
export type KeptPerson = z.output<typeof keptPerson>

/** A person by the number of the account's contact, by phones and by e-mails, as they are written somewhere. */
export const storedPerson = ofConnection.extend({
  contact_id: z.int().nullable(),
  phones: z.array(z.string().max(100)).max(20),
  emails: z.array(z.string().max(254)).max(20),
})

export const contacts = {
  /**
   * Searches contacts at the service by a part of the name, e-mail or phone in any form (docs/services.md §5.1).
   * `other_ninth` searches for the number's other form instead. Nothing is sent for less than two characters.
   */
  'contacts.search': {
    input: ofConnection.extend({
      text: z.string().max(200),
      page: z.int().min(1).max(10_000).default(1),
      other_ninth: z.boolean().default(false),
    }),
    output: contactsFound,
  },
  /** The people of cached sheets that a text finds by name or phone in any form, best first and few. Offline. */
  'contacts.find_kept': { input: z.object({ text: z.string().max(200) }), output: z.array(keptPerson) },
  /** With `fresh` it is read from the service and stored. Else it is what was stored, or null where nothing was. */
  'contacts.read': {
    input: ofConnection.extend({ id: z.int().positive(), fresh: z.boolean() }),
    output: contactPage.nullable(),
  },
  /**
   * What sheets, sets of conversations, runs of cruzar and forms have here of a person, by contact number, phones and
   * e-mails. Offline.
   */
  'contacts.related': { input: storedPerson, output: related },
} satisfies Contract

/** A text to begin a message with; `{{nome}}` stands for a field of the lead. */
export const savedText = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(longestName),
  text: z.string().min(1).max(10_000),
})
export type SavedText = z.output<typeof savedText>

/** Whom a message would go to, and what is known here to write it with. */
export const recipient = z.object({
  conversation,
  /** Null where the service shows the conversation now; else when it was last listed here. */
  seen_at: z.iso.datetime().nullable(),
  /** Fields of the lead row by their names, and of the contact where there is no lead. */
  fields: z.record(z.string(), z.unknown()),
  /** The sheet that the lead's fields come from. */
  lead: z.object({ sheet_name: z.string(), read_at: z.iso.datetime().nullable() }).nullable(),
  /** Messages of this conversation of which nobody knows whether they arrived: newest first. */
  unknown: z.array(write),
})
export type Recipient = z.output<typeof recipient>

const one = ofConnection.extend({
  /** The number of the conversation in its account (`display_id`). */
  conversation: z.int().positive(),
  /** The contact of the conversation, which is checked; null where it is not known. */
  contact_id: z.int().nullable(),
})

/** Messages go to one person at a time; messages to many are out of scope on purpose. */
export const sending = {
  /**
   * Reads the conversation anew. Throws `not_found` where the service has none of this number. Throws `other_contact`
   * where it is of another person: the numbers in a lead row may count something else (docs/services.md §4.8). Throws
   * `conversation_hidden` where the service shows neither the conversation nor whose it is.
   */
  'sending.open': { input: one, output: recipient },
  /**
   * Sends a message once (docs/services.md §5.6). It is never repeated: not by the app, and not for a second question
   * with the same `once`. It is refused while the same text to the same conversation is `unknown`. Throws
   * `cannot_reply` where the channel is closed and `insist` is false, and what `sending.open` throws, before anything
   * is sent; `sent_unknown` when nobody knows whether it arrived.
   */
  'sending.send': {
    input: one.extend({
      /**
       * The id of this message, which the caller makes. A second message with the same id is refused with
       * `already_running`.
       */
      once: z.uuid(),
      content: z
        .string()
        .max(20_000)
        .refine((text) => text.trim() !== ''),
      insist: z.boolean(),
    }),
    /** As the service took it; its `status` may still become `failed` (docs/services.md §5.7). */
    output: z.object({ message_id: z.int().nullable(), status: z.string().nullable() }),
  },
  'sending.texts': { input: ofConnection, output: z.array(savedText) },
  /** Adds the text, or replaces the one with its id. */
  'sending.save_text': { input: ofConnection.extend({ text: savedText }), output: z.array(savedText) },
  'sending.forget_text': { input: ofConnection.extend({ id: z.string() }), output: z.array(savedText) },
} satisfies Contract
