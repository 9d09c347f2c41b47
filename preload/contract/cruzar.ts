import * as z from 'zod'
import { changeKinds } from '../values/change-kinds.ts'
import { usualSample } from '../values/check-rate.ts'
import { failureCodes } from '../values/failures.ts'
import { keyProblems } from '../values/key-problems.ts'
import { listColumnTypes } from '../values/list-column-types.ts'
import { type SetCounts, setOperations } from '../values/list-sets.ts'
import { longestFileName } from '../values/names.ts'
import { byOutcome, outcomeNames } from '../values/outcomes.ts'
import { areaCodes } from '../values/rungs.ts'
import { questionParts } from '../values/same-question.ts'
import { ofConnection } from './connections.ts'
import { damagedRows, likelyContacts } from './damaged-keys.ts'
import type { Contract } from './question.ts'
import { checkDifference, runCheck } from './run-check.ts'
import { runQuestion } from './run-question.ts'
import { exportFormat, savedFile, withOrigin } from './saved-files.ts'
import { leadFilter } from './sheets.ts'
import { rowSelection, tableRef } from './table-queries.ts'
import { rowProgress } from './tables.ts'

export const outcome = z.enum(outcomeNames)
export const outcomeCounts = z.object(byOutcome(() => z.int()))
export type OutcomeCounts = z.output<typeof outcomeCounts>

export const listColumnType = z.enum(listColumnTypes)
export const encoding = z.enum(['utf-8', 'utf-8-bom', 'windows-1252', 'mixed', 'utf-16le', 'utf-16be'])
export type Encoding = z.output<typeof encoding>
export const delimiter = z.enum([',', ';', '\t', '|', 'none'])
export type Delimiter = z.output<typeof delimiter>

/** How a list is read. Null and absent mean "recognise it". */
export const listSettings = z.object({
  encoding: encoding.nullable().default(null),
  delimiter: delimiter.nullable().default(null),
  header: z.boolean().nullable().default(null),
  sheet: z.string().nullable().default(null),
  /** `all` reads every sheet or table with phones or e-mails as one list, whatever `sheet` says; null is `one`. */
  sheets: z.enum(['one', 'all']).nullable().default(null),
  /**
   * Rows of a spreadsheet that were hidden or filtered away; null is `read`: no row is left out without the person's
   * choice.
   */
  hidden_rows: z.enum(['read', 'skip']).nullable().default(null),
  key_columns: z
    .array(
      z.object({
        index: z.int().min(0),
        kind: z.enum(['phone', 'email']),
        /** The column of area codes of this phone alone, where several phones have one each. */
        area: z.int().min(0).optional(),
      }),
    )
    .max(20)
    .nullable()
    .default(null),
  /** The column of area codes (DDD) for phones that lack theirs. */
  area_column: z
    .union([z.int().min(0), z.literal('none')])
    .nullable()
    .default(null),
  /** The area code of phones that have none, in their cell or beside it; null is none. */
  area_code: z.enum(areaCodes).nullable().default(null),
  /** The types that the person chose; those of all other columns are found. */
  column_types: z
    .array(z.object({ index: z.int().min(0), type: listColumnType }))
    .max(16_384)
    .nullable()
    .default(null),
})
export type ListSettings = z.output<typeof listSettings>

export const listInspection = z.object({
  name: z.string(),
  bytes: z.int(),
  file_kind: z.enum(['text', 'xlsx', 'xls', 'ods', 'html', 'vcard', 'whatsapp']),
  /**
   * Null for a spreadsheet, and for a list that Cruza made. `mixed` is UTF-8 in some lines and Windows-1252 in others.
   */
  encoding: encoding.nullable(),
  delimiter: delimiter.nullable(),
  header: z.boolean(),
  sheet_names: z.array(z.string()),
  /** Null where all sheets are read. */
  sheet: z.string().nullable(),
  /** The sheets or tables with phones or e-mails, how many of their rows the sample has, and whether they are read. */
  key_sheets: z
    .array(z.object({ name: z.string(), rows: z.int(), is_whole: z.boolean(), is_read: z.boolean() }))
    .default([]),
  /** What is done with rows that were hidden in the spreadsheet, if there are any. */
  hidden_rows: z.enum(['read', 'skip']),
  columns: z.array(
    z.object({
      index: z.int(),
      name: z.string(),
      kind: z.enum(['phone', 'email', 'other']),
      samples: z.array(z.string()),
      /** What its cells are, and how many of the filled ones in the sample are something else. */
      type: listColumnType.default('text'),
      filled: z.int().default(0),
      misfits: z.int().default(0),
      /** The column of area codes of this phone. */
      area: z.int().nullable().default(null),
      /**
       * Why a column of phones or e-mails is not read. `others`: its heading names other people. `repeated`: its values
       * repeat on many rows beside those of another column. `no_keys`: it has none. `other_digits`: its numbers read as
       * phones and are something else. `fax`: its heading says so. Null also where the person chose.
       */
      left: z.enum(['others', 'repeated', 'no_keys', 'other_digits', 'fax']).nullable().default(null),
    }),
  ),
  /**
   * A column that is not read though it may be the person's, and the columns of its kind that are read. Null where the
   * person chose.
   */
  question: z
    .object({ kind: z.enum(['phone', 'email']), left: z.int(), taken: z.array(z.int()) })
    .nullable()
    .default(null),
  /** The column of area codes of all phones, null where there are several, and the area code of phones without one. */
  area_column: z.int().nullable(),
  area_code: z.enum(areaCodes).nullable(),
  /** The first rows as they are in the file, without the header. */
  preview: z.array(z.array(z.string())),
  /** Keys of the catalogue's `cruzar.hints`, such as `double_encoded`. */
  hints: z.array(z.string()),
})
export type ListInspection = z.output<typeof listInspection>

const keyProblem = z.enum(keyProblems)

/** A former list that this one seems to repeat. */
export const recognisedList = z.object({
  list_id: z.string(),
  name: z.string(),
  runs: z.int(),
  last_at: z.iso.datetime(),
  /** The share of keys that both have, 0 to 1; null where that is not known of the run. */
  alike: z.number().nullable(),
  /** What its newest run asked. The new run asks the same. */
  question: runQuestion,
})
export type RecognisedList = z.output<typeof recognisedList>

export const listBudget = z.object({
  rows: z.int(),
  keys: z.int(),
  /** How many of them are mobiles that a base may have with another ninth digit. */
  other_forms: z.int().default(0),
  repeated: z.int(),
  /** Rows that were hidden or filtered away in the spreadsheet, read or left out as the settings say. */
  hidden_rows: z.int(),
  /** Rows without any usable key. */
  unusable_rows: z.int(),
  problems: z.array(z.object({ reason: keyProblem, cells: z.int() })),
  /** The first 500, with the row as Excel numbers it and the cell's own text for the person to mend. */
  unusable: z.array(
    z.object({
      row: z.int(),
      column: z.string(),
      reason: keyProblem,
      text: z.string(),
      /** The row is sent all the same, since another cell of it is a key. */
      has_key: z.boolean(),
    }),
  ),
  /** The former list that this one seems to repeat. */
  recognised: recognisedList.nullable().default(null),
})
export type ListBudget = z.output<typeof listBudget>

export const listCost = z.object({
  requests: z.int(),
  /** Expected, with the batches and pace that a run would have now. */
  seconds: z.number(),
  /** Estimated from earlier runs of the connection; else a first guess. */
  measured: z.boolean(),
})
export type ListCost = z.output<typeof listCost>

/** What has changed since an earlier run of the same list. */
export const runChanges = z.object({
  since: z.object({
    id: z.string(),
    name: z.string(),
    started_at: z.iso.datetime(),
    /**
     * When its answer was true: when its sheets had been read, or when the service was asked. Changes count from then.
     */
    known_at: z.iso.datetime(),
    /**
     * What the runs ask differently. A different answer is then no change of people, and counts as `outro_resultado`.
     */
    differences: z.array(z.enum(questionParts)),
  }),
  /** Rows by their outcome before, null for those that are new in the list, and now. */
  moves: z.array(z.object({ from: outcome.nullable(), to: outcome, rows: z.int() })),
  /** A row can have several kinds of change. */
  kinds: z.array(z.object({ kind: z.enum(changeKinds), rows: z.int() })),
  changed: z.int(),
  /** Rows of the list before that are not in this one. */
  gone: z.int(),
  /** Rows without a key. They cannot be found in the list before. */
  without_key: z.int(),
})
export type RunChanges = z.output<typeof runChanges>

export const run = runQuestion.extend({
  id: z.string(),
  name: z.string(),
  /** Runs of one list have the same. */
  list_id: z.string(),
  list_name: z.string(),
  connection_name: z.string(),
  /** The names of all sheets that answered, and when the oldest was read. */
  sheet_name: z.string().nullable().default(null),
  /** When the sheet had been read as the run was made; null also for a sheet that was never read whole. */
  sheet_read_at: z.iso.datetime().nullable().default(null),
  /**
   * The sheets that answered, with their account and the filters that they were read with. Former runs do not have it.
   */
  sheets: z.array(ofConnection.extend({ name: z.string(), filter: leadFilter })).default([]),
  /** The id of the recipe that made the run (`recipes.ts`). The recipe may be forgotten since. */
  recipe_id: z.string().nullable().default(null),
  state: z.enum(['running', 'finished', 'interrupted']),
  /** Why the last try stopped, if it did. */
  failure: z.enum(failureCodes).nullable(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  seconds: z.number(),
  requests: z.int(),
  rows: z.int(),
  keys: z.int(),
  repeated: z.int(),
  answered_keys: z.int(),
  /**
   * Keys of a run over the network that are absent or without a conversation and have another ninth digit. Nobody has
   * asked for them with it yet.
   */
  other_forms: z.int().default(0),
  /** By row of the list. */
  outcomes: outcomeCounts,
  /**
   * Why keys have no answer after the last try, the most frequent reason first, each with its first keys as they are
   * sent.
   */
  unanswered: z
    .array(z.object({ reason: z.enum(failureCodes), keys: z.int(), examples: z.array(z.string()) }))
    .default([]),
  /**
   * Changes since the run before of the same list and connection; null where there is none, or before it is compared.
   */
  changes: runChanges.nullable().default(null),
  /** How far the sheets' answers agree with the service; null before a check. */
  check: runCheck.nullable().default(null),
  bytes: z.int(),
  task_id: z.string().nullable(),
})
export type Run = z.output<typeof run>

const setCounts = z.object({
  rows: z.int(),
  both: z.int(),
  only: z.int(),
  keyless: z.int(),
  other: z.object({ rows: z.int(), both: z.int(), only: z.int(), keyless: z.int(), repeated: z.int() }),
}) satisfies z.ZodType<SetCounts>

const byId = z.object({ id: z.string() })
const staged = z.object({ list: z.string(), settings: listSettings })

export const cruzar = {
  /** Takes an offered file, pasted text, or the example list; it stays staged in the data process under `list`. */
  'cruzar.stage': {
    input: z.discriminatedUnion('from', [
      /** The password of an encrypted workbook. It is used for this reading and stored nowhere. */
      z.object({ from: z.literal('file'), ticket: z.string(), password: z.string().max(255).optional() }),
      z.object({ from: z.literal('text'), text: z.string().max(60_000_000) }),
      z.object({ from: z.literal('example') }),
      z.object({ from: z.literal('run'), id: z.string() }),
      /** The rows of the list before that are not in this run's list. */
      z.object({ from: z.literal('gone'), id: z.string() }),
      /** Rows of a table of any kind; of a run its list alone, so that crossing it again adds nothing twice. */
      z.object({ from: z.literal('table'), table: tableRef, select: rowSelection }),
      /** Two staged lists, which are dropped for the new one (`list-sets.ts`). */
      staged.extend({
        from: z.literal('lists'),
        other: staged,
        how: z.enum(setOperations),
        name: z.string().trim().min(1).max(300),
      }),
    ]),
    output: z.object({ list: z.string(), inspection: listInspection }),
    /** Of rows that become a list. */
    progress: rowProgress,
  },
  /** Counts the rows of two staged lists that are of the same people. */
  'cruzar.compare': { input: staged.extend({ other: staged }), output: setCounts, progress: rowProgress },
  /** Writes a staged list to a file, with its own columns only. */
  'cruzar.save_list': {
    input: staged.extend({ format: exportFormat, name: z.string().min(1).max(longestFileName), origin: withOrigin }),
    output: savedFile,
    progress: rowProgress,
  },
  'cruzar.inspect': { input: staged, output: listInspection },
  /** Reads the whole list and counts what would be sent and what cannot be. Nothing is sent. */
  'cruzar.budget': { input: staged, output: listBudget, progress: rowProgress },
  /** What a run with so many keys costs at a connection. Nothing is sent. */
  'cruzar.cost': { input: ofConnection.extend({ keys: z.int().min(0) }), output: listCost },
  'cruzar.start': {
    /** With a sheet its rows answer, offline; else the service answers. Both apply the filter. */
    input: runQuestion.extend({
      ...staged.shape,
      other_ninth: z.boolean().default(true),
      name: z.string().trim().min(1).max(longestFileName),
      /** The list whose run this is; null for a new list. Absent, it is recognised by its name and keys. */
      list_id: z.string().nullable().optional(),
      /** False stores nothing of the run: it ends with the app, or when it is forgotten. Only sheets can answer it. */
      kept: z.boolean().default(true),
      recipe_id: z.string().nullable().default(null),
    }),
    output: run,
    progress: rowProgress,
  },
  'cruzar.resume': { input: byId, output: run },
  'cruzar.ask_other_forms': { input: byId, output: run },
  'cruzar.runs': { input: z.object({}), output: z.array(run) },
  'cruzar.run': { input: byId, output: run },
  /**
   * The contacts that match a row of a run equally well: their count, and the leads of the first hundred as the service
   * sent them.
   */
  'cruzar.candidates': {
    input: byId.extend({ row: z.int().min(0) }),
    output: z.object({ count: z.int(), leads: z.array(z.record(z.string(), z.unknown())) }),
  },
  /** Compares a finished run with the one before of the same list, or with an earlier one; null where there is none. */
  'cruzar.changes': { input: byId.extend({ since: z.string().optional() }), output: runChanges.nullable() },
  /** Rows of the list before that are not in this one, the first 500, with the person's own columns. */
  'cruzar.gone_rows': {
    input: byId,
    output: z.object({
      headings: z.array(z.string()),
      rows: z.array(z.object({ outcome, cells: z.array(z.string()) })),
      total: z.int(),
    }),
  },
  'cruzar.damaged': { input: byId, output: damagedRows },
  /**
   * The contacts of cached sheets whose number may be the damaged one of a row: of the sheets that answered the run, or
   * of all sheets of its connection. Null for a row without a damaged number. Throws `file_busy` where a sheet is read
   * anew meanwhile.
   */
  'cruzar.likely': { input: byId.extend({ row: z.int().min(0) }), output: likelyContacts.nullable() },
  /** Has cached sheets answer the list of a run, as it was read, with its name and filters, as a run of its own. */
  'cruzar.answer_with_sheets': {
    input: byId.extend({ sheet_ids: z.array(z.string()).min(1).max(50) }),
    output: run,
    progress: rowProgress,
  },
  /**
   * Asks the service again for a sample of the keys that cached sheets answered, or for all with null, with the run's
   * filters. It runs as a task and replaces an earlier check. It changes no outcome. The seed is by default one more
   * than that of the last check.
   */
  'cruzar.check': {
    input: byId.extend({ keys: z.int().min(1).nullable().default(usualSample), seed: z.int().min(0).optional() }),
    output: run,
  },
  'cruzar.resume_check': { input: byId, output: run },
  /**
   * The keys of which the service said something else, in the order of the list, a thousand at most; `count` is how
   * many there are.
   */
  'cruzar.differences': {
    input: byId,
    output: z.object({ count: z.int(), differences: z.array(checkDifference) }),
  },
  'cruzar.rename': { input: byId.extend({ name: z.string().trim().min(1).max(longestFileName) }), output: run },
  'cruzar.forget': { input: byId, output: z.array(run) },
} satisfies Contract
