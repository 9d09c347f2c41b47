import * as z from 'zod'
import { conversation } from './conversations.ts'
import type { Contract } from './kernel.ts'
import { write } from './writes.ts'

/** A text to begin a message with; `{{nome}}` stands for a field of the lead. */
export const savedText = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(120),
  text: z.string().min(1).max(10_000),
})
export type SavedText = z.output<typeof savedText>

/** Whom a message would go to, as the service returns it now, and what is known here to write it with. */
export const recipient = z.object({
  conversation,
  /** Fields of the lead row by their names, and of the contact where there is no lead. */
  fields: z.record(z.string(), z.unknown()),
  /** The sheet that the lead's fields come from. */
  lead: z.object({ sheet_name: z.string(), read_at: z.iso.datetime().nullable() }).nullable(),
  /** Messages of this conversation of which nobody knows whether they arrived: newest first. */
  unknown: z.array(write),
})
export type Recipient = z.output<typeof recipient>

const account = z.object({ connection_id: z.string() })
const one = account.extend({
  /** The number of the conversation in its account (`display_id`). */
  conversation: z.int().positive(),
  /** Whose conversation it must be; null where that is not known. */
  contact_id: z.int().nullable(),
})

/** Messages go to one person at a time; messages to many are out of scope on purpose. */
export const sending = {
  /**
   * Reads the conversation anew. Throws `not_found` for one that the service has not, `other_contact` for one of another
   * person: the numbers in a lead row may count something else (features.md §8.4).
   */
  'sending.open': { input: one, output: recipient },
  /**
   * Sends a message once (agent-platform.md, "Contact and message lookups"). Nothing of it is ever repeated: not by the
   * app, not for a second question with the same `once`, and not while the same text to the same conversation is
   * `unknown`. Throws `cannot_reply` where the channel is closed and `insist` is false, and what `sending.open` throws,
   * before anything is sent; `sent_unknown` when nobody knows whether it arrived.
   */
  'sending.send': {
    input: one.extend({
      /** Of this message, made by who asks; a second one of the same name is refused with `already_running`. */
      once: z.uuid(),
      content: z
        .string()
        .max(20_000)
        .refine((text) => text.trim() !== ''),
      insist: z.boolean(),
    }),
    /** As the service took it; its `status` may still become `failed` (features.md §8.6). */
    output: z.object({ message_id: z.int().nullable(), status: z.string().nullable() }),
  },
  'sending.texts': { input: account, output: z.array(savedText) },
  /** Adds the text, or replaces the one with its id. */
  'sending.save_text': { input: account.extend({ text: savedText }), output: z.array(savedText) },
  'sending.forget_text': { input: account.extend({ id: z.string() }), output: z.array(savedText) },
} satisfies Contract
