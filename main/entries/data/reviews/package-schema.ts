import * as z from 'zod'
import { reviewState } from '../../../../preload/contract/entries.ts'
import { longestNote, longestTag, mostTags } from '../../../../preload/values/notes.ts'
import { parseJson, timeOf } from '../../../kernel/json.ts'
import type { ReviewEvent } from './review-events.ts'

/**
 * What a review package contains (docs/decisions/requests-and-writes.md §22): events of entries by their numbers, and
 * the names of forms and of reviewers. Answers, e-mails, phones and metadata of entries never stand in it; what a
 * reviewer typed into comments and notes does.
 */
const id = z.string().regex(/^[\w-]{1,100}$/)

const entryId = z.int().min(0)

const name = z.string().min(1).max(255)

const assignee = name.nullable()

/** A moment as Cruza writes it, within the years that a screen or a file can show. */
const moment = z.iso.datetime({ precision: 3 }).refine((at) => timeOf(at) !== null)

const about = { id, entry_id: entryId, at: moment, who: name, batch: id, undoes: id.nullable() }

const comment = z.string().max(5000).nullable()

const storedTags = z
  .string()
  .max(100_000)
  .refine((json) => z.array(z.string().min(1).max(60)).safeParse(parseJson(json)).success)

const noteText = z.string().max(10_000).nullable()

const packedEvent = z.discriminatedUnion('kind', [
  z.object({ ...about, kind: z.literal('state'), before: reviewState.nullable(), after: reviewState, comment }),
  z.object({ ...about, kind: z.literal('assignee'), before: assignee, after: assignee, comment: z.null() }),
  z.object({ ...about, kind: z.literal('tags'), before: storedTags.nullable(), after: storedTags, comment: z.null() }),
  z.object({ ...about, kind: z.literal('note'), before: noteText, after: noteText, comment: z.null() }),
]) satisfies z.ZodType<ReviewEvent>

export type PackedEvent = z.output<typeof packedEvent>

/** What one reviewer of a blind set decided of an entry: the last change of its state. */
const decision = z.object({ id, entry_id: entryId, at: moment, who: name, state: reviewState, comment })

export type Decision = z.output<typeof decision>

/** What a reviewer noted about the person of an entry, where the reviewer wants it in the package. */
const packedNote = z.object({
  entry_id: entryId,
  text: z.string().max(longestNote),
  tags: z.array(z.string().min(1).max(longestTag)).max(mostTags),
})

export type PackedNote = z.output<typeof packedNote>

const form = z.object({ id: z.int(), name: z.string() })

/** What the items of the lists of a package are; each is checked by itself, as it is read (package-json.ts). */
export const packageItems = {
  forms: form,
  events: packedEvent,
  entries: entryId,
  decisions: decision,
  person_notes: packedNote,
} as const

/** A list of items that were checked already. */
const checked = <Item>() => z.custom<readonly Item[]>(Array.isArray)

const every = {
  /** Which service it is about, and which account of it, as hashes (main/reviews/service.ts). */
  service: z.string(),
  /** Who made the package. Others whom its events name are named by this person alone. */
  from: name,
  made_at: moment,
  forms: checked<z.output<typeof form>>(),
}

/** A request and its answer name the same review. */
const blind = { request: id, name: z.string().max(255), form_id: z.int().nullable(), entries: checked<number>() }

export const packageContent = z.discriminatedUnion('kind', [
  /** The events of an entry stand together. Former packages have no notes about people. */
  z.object({
    ...every,
    kind: z.literal('review'),
    events: checked<PackedEvent>(),
    person_notes: checked<PackedNote>().optional(),
  }),
  z.object({ ...every, kind: z.literal('blind_request'), ...blind }),
  z.object({ ...every, kind: z.literal('blind_answer'), ...blind, decisions: checked<Decision>() }),
])

export type PackageContent = z.output<typeof packageContent>

export type PackageOf<Kind extends PackageContent['kind']> = Extract<PackageContent, { kind: Kind }>
