import * as z from 'zod'
import { spamHints } from '../values/entries-table.ts'
import { longestFileName, longestName } from '../values/names.ts'
import { ofConnection } from './connections.ts'
import { reviewState } from './entries.ts'
import type { Contract } from './question.ts'
import { savedFile } from './saved-files.ts'
import { entrySelection, tableRef } from './table-queries.ts'
import { rowProgress } from './tables.ts'

/** What a person does to entries. A rejection wants a comment (`comment_required`); comments are never edited. */
export const reviewChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), state: reviewState, comment: z.string().trim().max(5000).default('') }),
  z.object({ kind: z.literal('assign'), assignee: z.string().trim().min(1).max(longestName).nullable() }),
  z.object({
    kind: z.literal('tag'),
    add: z.array(z.string().trim().min(1).max(60)).max(20),
    remove: z.array(z.string().trim().min(1).max(60)).max(20),
  }),
  z.object({ kind: z.literal('note'), text: z.string().trim().min(1).max(10_000) }),
])
export type ReviewChange = z.output<typeof reviewChange>

/** One review action, on one entry or on thousands. It is undone as a whole. */
export const reviewBatch = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  who: z.string(),
  kind: z.enum(['state', 'assign', 'tag', 'note', 'merge', 'undo']),
  /** The state, name or tags that it set. */
  value: z.string().nullable(),
  entries: z.int(),
  entry_id: z.int().nullable(),
  undone: z.boolean(),
})
export type ReviewBatch = z.output<typeof reviewBatch>

/** What counts as a hint of spam; the team's own. */
export const spamRules = z.object({
  blocked_words: z.array(z.string().trim().min(1).max(100)).max(1000),
  /** A text with at least so many links is a hint. */
  links: z.int().min(1).max(50),
  /** The same text in so many entries is a hint. */
  repeated: z.int().min(2).max(100),
  /** Entries of one ip within so many seconds of each other are a hint; 0 turns it off. */
  seconds: z.int().min(0).max(3600),
  /** Hints that are turned off. */
  off: z.array(z.enum(spamHints)),
})
export type SpamRules = z.output<typeof spamRules>

/** A blind second review: a set of entries with states of their own, until they are compared. */
export const reviewSet = z.object({
  id: z.string(),
  name: z.string(),
  form_id: z.int().nullable(),
  entries: z.int(),
  decided: z.int(),
  made_at: z.iso.datetime(),
  /** `asked`: we sent it to a colleague. `given`: a colleague asks us. `answered`: theirs came back. */
  role: z.enum(['asked', 'given', 'answered']),
  colleague: z.string().nullable(),
})
export type ReviewSet = z.output<typeof reviewSet>

export const agreement = z.object({
  both: z.int(),
  agreed: z.int(),
  /** 0 to 1, null when there are none. */
  rate: z.number().nullable(),
  /** Cohen's kappa: agreement beyond chance, -1 to 1. */
  kappa: z.number().nullable(),
  /** How often each pair of states occurs. */
  pairs: z.array(z.object({ mine: reviewState, theirs: reviewState, count: z.int() })),
  disagreed: z.array(
    z.object({
      entry_id: z.int(),
      sender: z.string(),
      mine: reviewState,
      theirs: reviewState,
      my_comment: z.string().nullable(),
      their_comment: z.string().nullable(),
    }),
  ),
})
export type Agreement = z.output<typeof agreement>

const conflictSide = z.object({
  value: z.string().nullable(),
  who: z.string(),
  at: z.iso.datetime(),
  comment: z.string().nullable(),
})
export const packageConflict = z.object({
  entry_id: z.int(),
  sender: z.string(),
  field: z.enum(['state', 'assignee', 'tags']),
  mine: conflictSide,
  theirs: conflictSide,
})
export type PackageConflict = z.output<typeof packageConflict>

const plannedMerge = z.object({
  /** Events that are new here; those that were merged before are left out. */
  new_events: z.int(),
  /** Entries that change without a conflict. */
  changes: z.int(),
  conflicts: z.array(packageConflict),
})
export type PlannedMerge = z.output<typeof plannedMerge>

/** What an opened package holds, before anything is merged. */
export const openedPackage = plannedMerge.extend({
  package: z.string(),
  kind: z.enum(['review', 'blind_request', 'blind_answer']),
  from: z.string(),
  made_at: z.iso.datetime(),
  forms: z.array(z.object({ id: z.int(), name: z.string() })),
  entries: z.int(),
  /** Whether it is a request for a blind review that was made here, which only a colleague can answer. */
  is_own_request: z.boolean(),
  /** How many entries a blind answer decides; it left the others undecided. 0 for other kinds. */
  decided: z.int(),
  /** Entries that are not stored here. Their reviews wait until the forms are read. */
  unknown_entries: z.int(),
  /**
   * The same figures for new events under a name of this computer, which the figures above leave out. They are the
   * person's own from another computer, or another person's under that name. Null without any.
   */
  in_my_name: plannedMerge.nullable(),
  /** Who decided what is new, beside `from`: the first few names, and how many more. */
  others: z.array(z.string()),
  more_others: z.int(),
  /** How many notes about people have something new. It is added to the notes here, with its author. */
  new_notes: z.int(),
})
export type OpenedPackage = z.output<typeof openedPackage>

const inSet = ofConnection.extend({ set: z.string().default('') })
const passphrase = z.string().min(8).max(1024)

export const reviews = {
  /** Who reviews here; the name is in every trail. */
  'reviews.reviewer': { input: z.object({}), output: z.object({ name: z.string() }) },
  'reviews.name_reviewer': {
    input: z.object({ name: z.string().trim().min(1).max(longestName) }),
    output: z.object({ name: z.string() }),
  },
  /** Leaves entries that have it already. `changed` counts those that changed. */
  'reviews.change': {
    input: z.object({ table: tableRef, select: entrySelection, change: reviewChange }),
    output: z.object({ batch: reviewBatch.nullable(), changed: z.int() }),
  },
  /**
   * Undoes this action, or by default the last one that is not undone. What others changed since stays. Null where
   * there is nothing to undo.
   */
  'reviews.undo': {
    input: inSet.extend({ batch: z.string().nullable() }),
    output: z.object({ undone: reviewBatch.nullable(), changed: z.int() }),
  },
  /** The last 200 actions, newest first. */
  'reviews.batches': { input: inSet, output: z.array(reviewBatch) },

  'reviews.rules': { input: ofConnection, output: spamRules },
  'reviews.set_rules': { input: ofConnection.extend({ rules: spamRules }), output: spamRules },

  /** Writes an encrypted file with states, notes, tags and trails; answers stay out of it. */
  'reviews.export_package': {
    input: ofConnection.extend({
      form_ids: z.array(z.int()).nullable(),
      /** Also the notes about the people of these entries. */
      person_notes: z.boolean().optional(),
      passphrase,
      name: z.string().min(1).max(longestFileName),
    }),
    output: savedFile,
  },
  /** Reads a colleague's file; nothing changes yet. `wrong_passphrase`, `package_unreadable`, `package_foreign`. */
  'reviews.open_package': {
    input: ofConnection.extend({ ticket: z.string(), passphrase: z.string().min(1).max(1024) }),
    output: openedPackage,
    /** Of what the file holds. */
    progress: rowProgress,
  },
  /**
   * Merges what was opened, entry by entry. What a cancelled or killed merge has done stays as one batch, and merging
   * again continues it. Both trails stay. Conflicts without a choice keep mine. Events under a name of this computer
   * are left out unless `in_my_name`.
   */
  'reviews.merge_package': {
    input: ofConnection.extend({
      package: z.string(),
      in_my_name: z.boolean().default(false),
      choices: z
        .array(
          z.object({
            entry_id: z.int(),
            field: z.enum(['state', 'assignee', 'tags']),
            take: z.enum(['mine', 'theirs']),
          }),
        )
        .max(200_000),
    }),
    output: z.object({ batch: reviewBatch.nullable(), changed: z.int(), set: z.string().nullable() }),
    progress: rowProgress,
  },

  'reviews.sets': { input: ofConnection, output: z.array(reviewSet) },
  /** Writes a package that asks a colleague to review these entries without seeing our states. */
  'reviews.ask_blind': {
    input: z.object({
      table: tableRef,
      select: entrySelection,
      passphrase,
      name: z.string().min(1).max(longestFileName),
    }),
    output: z.object({ file: savedFile, set: reviewSet.nullable() }),
  },
  /** Writes the answer to a blind request that we were given. */
  'reviews.answer_blind': {
    input: ofConnection.extend({ set: z.string(), passphrase, name: z.string().min(1).max(longestFileName) }),
    output: savedFile,
  },
  'reviews.agreement': { input: ofConnection.extend({ set: z.string() }), output: agreement },
  'reviews.forget_set': { input: ofConnection.extend({ set: z.string() }), output: z.array(reviewSet) },
} satisfies Contract
