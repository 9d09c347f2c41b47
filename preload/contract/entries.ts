import * as z from 'zod'
import { reviewStates, spamHints } from '../values/entries-table.ts'
import { ofConnection } from './connections.ts'
import { outcome } from './cruzar.ts'
import type { Contract } from './question.ts'
import { tableQuery, tableRef } from './table-queries.ts'

export const reviewState = z.enum(reviewStates)

/** What the list beside the entry shows. */
export const entryBrief = z.object({
  id: z.int(),
  form_id: z.int(),
  form_name: z.string(),
  sender: z.string(),
  /** The longest text among the answers, in one line of at most 200 characters. */
  line: z.string(),
  created_at: z.string().nullable(),
  created_ms: z.number().nullable(),
  state: reviewState,
  assignee: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.int(),
  hints: z.array(z.enum(spamHints)),
  duplicates: z.int(),
  outcome: outcome.nullable(),
  gone: z.boolean(),
})
export type EntryBrief = z.output<typeof entryBrief>

/** One answer in the order and words of the form. `value` is as the service sent it, of any type. */
export const answer = z.object({
  key: z.string(),
  label: z.string(),
  /** The field's type where the schema knows it, such as `email`. */
  type: z.string().nullable(),
  /** False for a key that the form of that time did not have. */
  in_form: z.boolean(),
  /** Null also where the entry has no answer to a question of the form. */
  value: z.unknown(),
  given: z.boolean(),
  /** What kind of contact or address its text is, so that it can be called, written to or opened. */
  recognised: z.enum(['phone', 'email', 'link']).nullable(),
})
export type Answer = z.output<typeof answer>

/** Something that happened to an entry, oldest first. */
export const trailEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  who: z.string(),
  kind: z.enum(['state', 'assignee', 'tags', 'note', 'changed_on_service', 'gone', 'back']),
  /** Of a state, an assignee; null for none. Tags joined by `, `. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  comment: z.string().nullable(),
  /** Whether it undoes an earlier event. */
  undo: z.boolean(),
  /** It came with a colleague's package. */
  merged: z.boolean(),
  /** Whose package it came with; null where that is not known, and for what was done here. */
  via: z.string().nullable(),
  /** For `changed_on_service`: the answers that differ. */
  changes: z.array(z.object({ label: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type TrailEvent = z.output<typeof trailEvent>

/**
 * The lead of a cached sheet with the entry's phone or e-mail. Without a lead: `ausente` from the stored sheets, or
 * `ambigua` where several contacts match equally well, of which none is chosen.
 */
export const entryLead = z.object({
  outcome: outcome.extract(['com_conversa', 'sem_conversa', 'ausente', 'ambigua']),
  /** How it was found; null for `ausente`. `nono_digito`: the numbers differ by the ninth digit alone. */
  matched_by: z.enum(['telefone', 'nono_digito', 'email']).nullable(),
  /** The fields of the lead row as stored (docs/services.md §2.1); null for `ausente` and `ambigua`. */
  lead: z.record(z.string(), z.unknown()).nullable(),
  /**
   * How many contacts match equally well, where a thousand stands for more, and the leads of the newest hundred. For
   * `ambigua` none of them is chosen. Else they are two cards of one person, with and without the ninth digit, and
   * `lead` is the one with the newest conversation.
   */
  alike: z
    .object({
      count: z.int(),
      leads: z.array(z.object({ lead: z.record(z.string(), z.unknown()), sheet_name: z.string() })),
    })
    .nullable(),
  sheet_id: z.string().nullable(),
  sheet_name: z.string().nullable(),
  /** Of the sheet, or of the oldest of all searched sheets. */
  read_at: z.iso.datetime().nullable(),
})
export type EntryLead = z.output<typeof entryLead>

export const entryDetail = z.object({
  id: z.int(),
  form_id: z.int(),
  form_name: z.string(),
  created_at: z.string().nullable(),
  created_ms: z.number().nullable(),
  /** Null before the single read. */
  is_complete: z.boolean().nullable(),
  gone_at: z.iso.datetime().nullable(),
  seen_at: z.iso.datetime(),
  answers: z.array(answer),
  /** The phones and e-mails among its answers, as cruzar would send them. */
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** `ip` is masked here (`177.•.•.•`); `entries.raw` can show it. */
  metadata: z.array(z.object({ key: z.string(), value: z.unknown(), masked: z.boolean() })),
  state: reviewState,
  assignee: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.array(z.object({ id: z.string(), at: z.iso.datetime(), who: z.string(), text: z.string() })),
  trail: z.array(trailEvent),
  /**
   * False while the other entries and the cached sheets are being read: hints, duplicates and lead are not known yet.
   */
  compared: z.boolean(),
  hints: z.array(z.object({ hint: z.enum(spamHints), detail: z.string() })),
  duplicates: z.array(
    z.object({
      id: z.int(),
      form_id: z.int(),
      form_name: z.string(),
      by: z.enum(['telefone', 'email']),
      /** Null for an entry that is not part of the blind review. */
      state: reviewState.nullable(),
      created_ms: z.number().nullable(),
    }),
  ),
  /** Null when there is no cached sheet, or the entry has neither phone nor e-mail. */
  lead: entryLead.nullable(),
})
export type EntryDetail = z.output<typeof entryDetail>

export const entryCounts = z.object({
  total: z.int(),
  states: z.record(reviewState, z.int()),
  /** Of the query. */
  matching: z.int(),
  /** Entries of the table decided since midnight of the person's zone, by anyone here. */
  decided_today: z.int(),
})
export type EntryCounts = z.output<typeof entryCounts>

const bar = z.object({ value: z.string().nullable(), count: z.int() })
/** Pictures of a set of entries. Days and months in the person's zone, `YYYY-MM-DD`. */
export const entryFigures = z.object({
  total: z.int(),
  days: z.array(z.object({ day: z.string(), count: z.int() })),
  forms: z.array(bar),
  sources: z.array(bar),
  campaigns: z.array(bar),
  states: z.array(z.object({ value: reviewState, count: z.int() })),
  outcomes: z.array(z.object({ value: outcome.nullable(), count: z.int() })),
  /** From arrival to decision, in hours: how many in each band, and the median. */
  review_hours: z.object({
    median: z.number().nullable(),
    bands: z.array(z.object({ up_to: z.number().nullable(), count: z.int() })),
  }),
  /** The values of the requested column. */
  field: z.array(bar).nullable(),
  /** Whether it has more values than `field` lists, which are the most frequent. */
  field_more: z.boolean(),
})
export type EntryFigures = z.output<typeof entryFigures>

/** A record of a form's entries that could not be stored, as it came. */
export const asideEntry = z.object({
  /** Null where it has none. */
  id: z.int().nullable(),
  /** `too_deep`: nested far beyond what people write. `no_number`: no record, or one without a number. */
  reason: z.enum(['too_deep', 'no_number']),
  text: z.string(),
})
export type AsideEntry = z.output<typeof asideEntry>

/** The newest entries of a form that is not kept. They are a part of it, and in memory only. */
export const newestEntries = z.object({
  table: tableRef,
  rows: z.int(),
  /** Records of the answer that are no entries or nested too deeply. */
  aside: z.int(),
  /** What the service counts of the whole form. */
  total: z.int(),
  read_at: z.iso.datetime(),
})
export type NewestEntries = z.output<typeof newestEntries>

/** What was read of entries one by one today (in the person's zone), while the service had no other requests. */
export const idleReads = z.object({
  /** Whether the person wants it (`app.prefer`) and this host does it. */
  on: z.boolean(),
  reading: z.boolean(),
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Requests, with those for the usage, and the most in one day. */
  calls: z.int(),
  most: z.int(),
  forms: z.array(z.object({ id: z.int(), name: z.string(), entries: z.int() })),
  /** Why it stopped: near the plan's limit (the service does not report it), at the most of a day, or at a failure. */
  stopped: z
    .discriminatedUnion('why', [
      z.object({ why: z.literal('plan'), used: z.number(), limit: z.number() }),
      z.object({ why: z.enum(['plan_unknown', 'day', 'failed']) }),
    ])
    .nullable(),
})
export type IdleReads = z.output<typeof idleReads>

const inSet = ofConnection.extend({ set: z.string().default('') })
const queried = z.object({ table: tableRef, query: tableQuery })

export const entries = {
  /** The ids in the order of the query. The list stays the same while the states of its entries change. */
  'entries.ids': { input: queried, output: z.object({ ids: z.array(z.int()), version: z.string() }) },
  'entries.briefs': {
    input: inSet.extend({ ids: z.array(z.int()).max(300) }),
    output: z.array(entryBrief),
  },
  /** Works offline. */
  'entries.read': { input: inSet.extend({ id: z.int() }), output: entryDetail },
  /** Makes the single read, for `form_name` and `is_complete`, where it was not made yet; then as `entries.read`. */
  'entries.complete': { input: inSet.extend({ id: z.int() }), output: entryDetail },
  /** The entry as JSON, as it came; the ip is masked unless `reveal`. */
  'entries.raw': {
    input: ofConnection.extend({ id: z.int(), reveal: z.boolean() }),
    output: z.object({ json: z.string(), ip: z.string().nullable() }),
  },
  /** Records that the service lists among the entries of a form and that could not be stored. */
  'entries.rejected': { input: ofConnection.extend({ form_id: z.int() }), output: z.array(asideEntry) },
  'entries.counts': { input: queried, output: entryCounts },
  'entries.figures': { input: queried.extend({ field: z.string().nullable() }), output: entryFigures },
  /**
   * Requests the newest 100 entries of a form, to be shown; nothing is stored. It reads the form too where its fields
   * were never read. `bad_request` for a form that is kept.
   */
  'entries.newest': { input: ofConnection.extend({ form_id: z.int() }), output: newestEntries },
  /** Works offline. */
  'entries.idle_reads': { input: ofConnection, output: idleReads },
  /**
   * What "the same text in several entries" leaves out: entries whose longest text has fewer than `shortest`
   * characters. `all` counts the entries that have a text.
   */
  'entries.short_texts': {
    input: ofConnection,
    output: z.object({ shortest: z.int(), entries: z.int(), all: z.int() }),
  },
  /** Names and tags in use in the team's review, or in a blind one, for suggestions. */
  'entries.known': {
    input: inSet,
    output: z.object({ assignees: z.array(z.string()), tags: z.array(z.string()) }),
  },
  /** POST /entries; a 422 names its fields in `failure.fields`. */
  'entries.create': {
    input: ofConnection.extend({
      form_id: z.int(),
      fields: z.record(z.string(), z.unknown()),
      metadata: z.record(z.string(), z.unknown()).nullable(),
    }),
    output: z.object({ id: z.int() }),
  },
  /**
   * Deletes on the service, for good, after ten seconds in which `tasks.cancel` stops it. The local copy stays as
   * `excluida`. For more than one entry, `typed` must be their number (`name_mismatch`).
   */
  'entries.delete': {
    input: ofConnection.extend({ ids: z.array(z.int()).min(1).max(1000), typed: z.string().default('') }),
    output: z.object({ task_id: z.string(), sends_at: z.iso.datetime() }),
  },
} satisfies Contract

export type ShortTexts = z.output<(typeof entries)['entries.short_texts']['output']>
