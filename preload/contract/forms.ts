import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'
import { write } from './writes.ts'

/**
 * Which entries of a form are kept, by `created_at`: from the first moment, and before the second. Null is open on that
 * side; no period is the whole form.
 */
export const keptPeriod = z.object({ from: z.iso.datetime().nullable(), to: z.iso.datetime().nullable() })
export type KeptPeriod = z.output<typeof keptPeriod>

/** A field of a form; keys that the document does not know stay (docs/services.md §10.1). */
export const formField = z.looseObject({
  /** Null for a field that the service has not named yet. */
  id: z.string().nullable().default(null),
  type: z.string(),
  label: z.string(),
  required: z.boolean().default(false),
  placeholder: z.string().nullable().default(null),
})
export type FormField = z.output<typeof formField>

/** The state of the offline copy of a form's entries. */
export const formSync = z.object({
  /** `none`: not kept offline. `partial`: the first reading did not end. `changed`: the count does not agree yet. */
  kind: z.enum(['none', 'reading', 'complete', 'changed', 'partial']),
  failure: z.enum(failureCodes).nullable(),
  /** When new entries were last requested, and when deletions were last searched for. */
  synced_at: z.iso.datetime().nullable(),
  reconciled_at: z.iso.datetime().nullable(),
  /** What the service counts of the kept period when it last reported; of the whole form where there is none. */
  total: z.int().nullable(),
  /** Entries that the service sent more than once in the last reading of all of them, and that are here once. */
  repeated: z.int(),
  /** Null: the whole form is kept. */
  period: keptPeriod.nullable(),
})
export type FormSync = z.output<typeof formSync>

export const form = z.object({
  connection_id: z.string(),
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string().nullable(),
  /** draft, active or archived; any other text is shown as it came. */
  status: z.string().nullable(),
  entries_count: z.int().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  /** When the service last returned it. */
  read_at: z.iso.datetime(),
  /** Deleted on the service; what was stored stays here. */
  deleted_at: z.iso.datetime().nullable(),
  kept: z.boolean(),
  /** Stored entries, and how many of them are gone from the service. */
  entries: z.int(),
  gone: z.int(),
  /** Entries of the service that could not be stored: `entries.rejected` has them as they came. */
  aside: z.int(),
  /** Entries whose review is `nova`. */
  unreviewed: z.int(),
  sync: formSync,
  task_id: z.string().nullable(),
})
export type Form = z.output<typeof form>

export const formDetail = form.extend({
  /** Null while the single read was never made. */
  fields: z.array(formField).nullable(),
  settings: z.record(z.string(), z.unknown()).nullable(),
  public_url: z.string().nullable(),
  /** How many versions of `fields` have been seen. */
  schema_versions: z.int(),
})
export type FormDetail = z.output<typeof formDetail>

export const formStatus = z.enum(['draft', 'active', 'archived'])
const text255 = z.string().trim().min(1).max(255)

/** What a PUT may change; only the keys that are present are sent. `fields` replaces the whole array. */
export const formChanges = z.object({
  name: text255.optional(),
  description: z.string().optional(),
  fields: z.array(formField).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  status: formStatus.optional(),
})
export type FormChanges = z.output<typeof formChanges>

/** How many of the key's requests are left, and how many wait (docs/services.md §9.4). */
export const budget = z.object({
  /** Null before the first answer. */
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
  /** By the clock of this machine. */
  resets_at: z.iso.datetime().nullable(),
  /** Requests that wait for the next window, and until when. */
  waiting: z.int(),
  waiting_until: z.iso.datetime().nullable(),
})
export type Budget = z.output<typeof budget>

/** What keeping a form will cost, before it is kept. */
export const keepPlan = z.object({
  /** What will be kept, with what is kept already, since nothing of that is dropped. Null: the whole form. */
  period: keptPeriod.nullable(),
  /** Null where the service does not count. */
  entries: z.int().nullable(),
  /** The service takes no moments as bounds: it also counts, and sends, entries beside the period. */
  wider: z.boolean(),
  requests: z.int().nullable(),
  /** From the answer time of one small request and the key's requests a minute. */
  seconds: z.number().nullable(),
  /** Entries that are read one by one when there are no other requests, a request each; 0 where that is off. */
  single_reads: z.int(),
  /** Of the month, before the form is read; null where the service did not report. A limit of -1: without limit. */
  api_calls: z.object({ used: z.number(), limit: z.number() }).nullable(),
})
export type KeepPlan = z.output<typeof keepPlan>

const one = ofConnection.extend({ id: z.int() })

export const forms = {
  /** As last read; works offline. */
  'forms.list': { input: ofConnection, output: z.array(form) },
  /**
   * Requests all pages from the service, by its own `status` and `search`. Gives the ids it answered with; the list has
   * them.
   */
  'forms.refresh': {
    input: ofConnection.extend({
      status: z.string().nullable().default(null),
      search: z.string().max(255).default(''),
    }),
    output: z.object({ ids: z.array(z.int()), forms: z.array(form) }),
  },
  /** As last read; with `fresh` from the service first. */
  'forms.read': { input: one.extend({ fresh: z.boolean() }), output: formDetail },
  'forms.create': {
    input: ofConnection.extend({
      ...formChanges.shape,
      name: text255,
      status: formStatus.exclude(['archived']).optional(),
    }),
    output: formDetail,
  },
  /**
   * `seen`: the fields as the person saw them; by default those that are stored here. The form is read before its
   * fields are replaced. Where they have changed, nothing is sent (`form_moved`), and `forms.read` has the new ones.
   */
  'forms.update': {
    input: one.extend({ changes: formChanges, seen: z.array(formField).nullable().optional() }),
    output: formDetail,
  },
  /** A draft with the same fields and settings; the fields get ids of their own from the service. */
  'forms.duplicate': { input: one.extend({ name: text255 }), output: formDetail },
  /**
   * Deletes for good, with all its entries. `name` is what the person typed (`name_mismatch`). The form is kept and
   * read before, since the local copy must be whole (`copy_incomplete`). The copy stays.
   */
  'forms.delete': { input: one.extend({ name: z.string() }), output: z.array(form) },
  /** Requests one entry and the usage of the month; stores nothing. */
  'forms.plan_keep': { input: one.extend({ period: keptPeriod.nullable() }), output: keepPlan },
  /**
   * Keeps the form's entries offline and starts to read them; false forgets entries and reviews of the form here.
   * `period`: null for the whole form; without it, what is kept already. What is kept already stays.
   */
  'forms.keep': {
    input: one.extend({ keep: z.boolean(), period: keptPeriod.nullable().optional() }),
    output: z.array(form),
  },
  /**
   * Requests what is new in these forms (all kept ones when null); `reconcile` walks all to find deletions and edits.
   */
  'forms.sync': {
    input: ofConnection.extend({ ids: z.array(z.int()).nullable(), reconcile: z.boolean() }),
    output: z.array(form),
  },
  'forms.budget': { input: ofConnection, output: budget },
  /** Newest first: those of the last 30 days, and all whose outcome is unknown. */
  'forms.writes': { input: ofConnection, output: z.array(write) },
  /** Determines the outcome of an `unknown` write by reading; nothing is sent again. */
  'forms.check_write': { input: ofConnection.extend({ id: z.string() }), output: write },
  /**
   * Records what the person found out about an `unknown` write. Before it has settled, `not_done` leaves it unknown.
   */
  'forms.settle_write': {
    input: ofConnection.extend({ id: z.string(), state: z.enum(['confirmed', 'not_done']) }),
    output: write,
  },
} satisfies Contract
