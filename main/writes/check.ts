import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { formChanges } from '../../preload/contract/forms.ts'

const ids = z.array(z.int())

/** What is needed to determine by reading whether a write was done. It holds no answer of an entry: those are digests. */
export const writeCheck = z.discriminatedUnion('by', [
  /** A form of this name that was not there before. */
  z.object({ by: z.literal('new_form'), name: z.string(), known: ids }),
  z.object({ by: z.literal('changed_form'), form_id: z.int(), changes: formChanges }),
  z.object({ by: z.literal('gone_form'), form_id: z.int() }),
  /** An entry of the form, younger than the write, that has an answer for each digest. */
  z.object({ by: z.literal('new_entry'), form_id: z.int(), salt: z.string(), digests: z.array(z.string()) }),
  z.object({ by: z.literal('gone_entry'), entry_id: z.int() }),
  z.object({
    by: z.literal('new_webhook'),
    url: z.string(),
    events: z.array(z.string()),
    form_id: z.int().nullable(),
    known: ids,
  }),
  z.object({
    by: z.literal('changed_webhook'),
    webhook_id: z.int(),
    changes: z.object({
      url: z.string().optional(),
      events: z.array(z.string()).optional(),
      is_active: z.boolean().optional(),
    }),
  }),
  z.object({ by: z.literal('gone_webhook'), webhook_id: z.int() }),
  /** No reading shows its outcome, such as a call of the console that no document has: the person has to look. */
  z.object({ by: z.literal('nothing') }),
])
export type WriteCheck = z.output<typeof writeCheck>

/** The same for the agent platform. It holds no message, no person and no secret: those are digests. */
export const platformCheck = z.discriminatedUnion('by', [
  /** A thing of the AI module, with a digest for each field that was sent. */
  z.object({
    by: z.literal('captain_record'),
    did: z.enum(['create', 'change', 'remove']),
    resource: z.string(),
    parent: z.int().nullable(),
    id: z.int().nullable(),
    salt: z.string(),
    digests: z.record(z.string(), z.string()),
  }),
  /** A message of the team in this conversation that was not there before. */
  z.object({
    by: z.literal('message'),
    /** The name that who asked gave it: it is sent for it once. */
    once: z.string(),
    conversation_id: z.int(),
    salt: z.string(),
    digest: z.string(),
    /** The number of the newest message before; null where there was none, or it had no number. */
    known: z.int().nullable(),
    /** When the newest message before was written, by the service's clock, in epoch ms; null where none was reported. */
    known_at: z.number().nullable(),
  }),
  /** No reading shows its outcome: the person has to look. */
  z.object({ by: z.literal('nothing') }),
])
export type PlatformCheck = z.output<typeof platformCheck>

/** How to recognise an entry of this form with these answers later, without keeping the answers. */
export function entryCheck(formId: number, fields: Readonly<Record<string, unknown>>): WriteCheck {
  const salt = randomUUID()
  return { by: 'new_entry', form_id: formId, salt, digests: answerDigests(fields, salt) }
}

/** One digest for each answer that says something; keys are left out, since the service gives them names of its own. */
export function answerDigests(fields: Readonly<Record<string, unknown>>, salt: string): string[] {
  return Object.values(fields)
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) =>
      createHash('sha256')
        .update(`${salt}\n${JSON.stringify(value)}`)
        .digest('base64url'),
    )
}
