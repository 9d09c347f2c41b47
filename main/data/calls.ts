import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { cruzar, ListBudget, ListInspection, ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { RowProgress } from '../../preload/contract/progress.ts'
import type { LeadFilter, Sheet, SheetBadge, sheets } from '../../preload/contract/sheets.ts'
import type { tables, WrittenFile } from '../../preload/contract/tables.ts'
import type { FailureCode, ParsedInput } from '../../preload/contract/wire.ts'
import type { Write } from '../../preload/contract/writes.ts'
import type { DataCall, FromContract, OfAccount } from './data-call.ts'
import type { FormCalls } from './form-calls.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** A sheet as its file has it; names of connections and running tasks are main's to add. */
export type StoredSheet = Omit<Sheet, 'connection_name' | 'task_id'>
export type StoredRun = Omit<Run, 'connection_name' | 'task_id'>

/** The progress of a pull: what to request next, and what was read so far. */
export interface PullState {
  readonly mode: 'full' | 'quick'
  /** The filter to request with: for a quick refresh, the sheet's own with `updated_after` set. */
  readonly filter: LeadFilter
  /** The first page that is not stored yet; 1 at the start. */
  readonly next_page: number
  readonly rows: number
  readonly total: number | null
  /** Of an interrupted quick refresh whose pages are all stored: the next row to read again, null behind the last. */
  readonly reread: { readonly next: number | null } | null
}

/** What one stored page of the lead export states about itself. */
export interface PageFacts {
  readonly rows: number
  readonly total: number
  readonly page: number
  readonly per_page: number
  readonly has_more: boolean
  readonly next_page: number | null
  /** Rows of this page whose key an earlier page of the same pull had already: the seam moved. */
  readonly repeated: number
  readonly total_changed: boolean
}

/** Keys of a run, by position: `from` to `from + count - 1`. */
export interface KeyRange {
  readonly from: number
  readonly count: number
}

interface OfConnection extends OfAccount {
  readonly service: ServiceKind
}

/** A write as the file of its connection has it. */
export type StoredWrite = Write & {
  readonly check: unknown
  /** Where it was sent: answers of another host or account do not count. */
  readonly place?: string
  /** The process that sends it. */
  readonly pid?: number
}

interface CopyContext {
  /** Headings in the person's language by column key, or null for none. */
  readonly headings: readonly string[] | null
  readonly words: Words
  readonly zone: string
}

type TableQuestion = 'shape' | 'rows' | 'position' | 'values' | 'layout' | 'arrange'

export interface DataCalls
  extends FormCalls,
    PlatformCalls,
    FromContract<typeof sheets, 'sheets.known'>,
    FromContract<typeof tables, `tables.${TableQuestion}`>,
    FromContract<typeof tables, 'tables.copy', CopyContext> {
  /** Opens the folder of data with the key of its files (32 bytes, hex). `newer_version` when a later Cruza wrote it. */
  open: DataCall<{ dir: string; key: string }, void>

  /** Whether no other process has the folder open now. */
  'folder.is_alone': DataCall<Record<never, never>, boolean>
  /** Small records of app.db, such as connections: one JSON value an id. */
  'records.list': DataCall<{ collection: string }, readonly { id: string; value: unknown }[]>
  'records.put': DataCall<{ collection: string; id: string; value: unknown }, void>
  'records.remove': DataCall<{ collection: string; id: string }, void>

  /** Writes to a service, newest first, those of the last 30 days. */
  'writes.list': DataCall<OfConnection, readonly StoredWrite[]>
  /** `check` is what a later check needs, such as a name or an id; never an answer of an entry. */
  'writes.put': DataCall<OfConnection & { write: StoredWrite }, void>

  /**
   * Small answers stored for offline reading. Of a form service: `account`, `usage/2026-11`, `webhooks` (without secrets).
   * Of a platform: `report/…`, `contact/…`, saved filters and texts.
   */
  'facts.read': DataCall<OfConnection & { prefix: string }, readonly { name: string; value: unknown }[]>
  'facts.put': DataCall<OfConnection & { name: string; value: unknown }, void>

  'sheets.list': DataCall<Record<never, never>, readonly StoredSheet[]>
  /** One sheet as the list has it, a damaged one included. Fails with `not_found`. */
  'sheets.read': DataCall<{ id: string }, StoredSheet>
  'sheets.create': DataCall<{ id: string; name: string; connection_id: string; filter: LeadFilter }, StoredSheet>
  /** Renames the damaged file of a sheet and makes the same sheet anew, empty. `not_found` where nobody knows what it was. */
  'sheets.renew': DataCall<{ id: string }, void>
  /** Starts a pull, or goes on with the interrupted one of the same mode. `updated_after` is where a quick refresh starts. */
  'sheets.begin': DataCall<{ id: string; mode: 'full' | 'quick'; updated_after: string | null }, PullState>
  /**
   * Parses and checks one page (the raw JSON body of the service, UTF-8), which is stored with those around it: a pull goes on
   * behind the last one that is. Throws `unexpected_body`. Pages come in order.
   */
  'sheets.page': DataCall<{ id: string; page: number; body: Uint8Array }, PageFacts>
  /**
   * Keys for a cross-check of the people that a quick refresh of people brought, from this row of it on, and the row behind
   * them; null at the end. Those without phone and e-mail have none.
   */
  'sheets.touched': DataCall<
    { id: string; from: number; most: number },
    { readonly keys: readonly string[]; readonly next: number | null }
  >
  /** Stores the answer to these keys (the raw JSON body) beside what the refresh brought. Throws `unexpected_body`. */
  'sheets.reread': DataCall<{ id: string; from: number; next: number | null; body: string }, void>
  /** Records that reading stopped; the stored pages stay and `begin` goes on. */
  'sheets.stop': DataCall<{ id: string; badge: SheetBadge }, StoredSheet>
  /** All pages are in: drops repeated rows, merges a quick refresh by key, seals, sets the badge, removes the old rows. */
  'sheets.finish': DataCall<
    {
      id: string
      numbered: boolean
      /** What the service counts for the sheet's own filter now; a quick refresh cannot know it from its pages. */
      total?: number
    },
    StoredSheet,
    { rows: number; total: number }
  >
  'sheets.rename': DataCall<{ id: string; name: string }, StoredSheet>
  'sheets.forget': DataCall<{ id: string }, void>

  'tables.export': DataCall<
    Omit<ParsedInput<(typeof tables)['tables.export']>, 'columns' | 'name'> &
      Omit<CopyContext, 'headings'> & {
        columns: readonly { readonly key: string; readonly heading: string }[]
        path: string
        sheet_name: string
      },
    WrittenFile,
    RowProgress
  >

  /** Holds a list in memory under `list`, from a file or from bytes. */
  'lists.stage': DataCall<
    {
      list: string
      name: string
      source: { path: string } | { bytes: Uint8Array } | { run: string }
      /** What the columns of an address book are called. */
      card_headings?: readonly string[]
    },
    ListInspection
  >
  'lists.inspect': DataCall<{ list: string; settings: ListSettings }, ListInspection>
  'lists.budget': DataCall<{ list: string; settings: ListSettings }, ListBudget, RowProgress>

  'runs.list': DataCall<Record<never, never>, readonly StoredRun[]>
  'runs.read': DataCall<{ id: string }, StoredRun>
  /**
   * Stores the list, its row-to-key map and the filters as a run, whole or not at all: answered where it names cached sheets,
   * otherwise with nothing answered. Without `kept` it stays in memory until it is forgotten, and its rows are read, copied
   * and exported as others are. The staged list is dropped. Throws `not_found` for a sheet that is not here.
   */
  'runs.create': DataCall<ParsedInput<(typeof cruzar)['cruzar.start']> & { id: string }, StoredRun, RowProgress>
  /** Marks the run as running again; unanswered keys are sent again. */
  'runs.begin': DataCall<{ id: string }, { readonly pending: readonly KeyRange[]; readonly keys: number }>
  /** The first keys of the range that have no answer, at most `most`, and how much of the range they reach over. */
  'runs.keys': DataCall<
    { id: string; most: number } & KeyRange,
    { readonly keys: readonly string[]; readonly count: number }
  >
  /**
   * Checks and stores the answer to the keys of the range that had none (raw JSON body), matched by `chave`: a checkpoint.
   * `missing` are still without one. Throws `unexpected_body`.
   */
  'runs.answer': DataCall<
    { id: string; body: string; requests: number; seconds: number } & KeyRange,
    { answered: number; missing: number; answered_keys: number }
  >
  /** These keys got no answer, for this reason; they count as `sem_resposta` until a later try answers them. */
  'runs.unanswered': DataCall<{ id: string; reason: FailureCode; requests: number; seconds: number } & KeyRange, void>
  'runs.finish': DataCall<{ id: string; failure: FailureCode | null }, StoredRun>
  'runs.rename': DataCall<{ id: string; name: string }, void>
  'runs.forget': DataCall<{ id: string }, void>
}

/** Words that replace codes in copied and exported text: outcomes and reasons stay codes in raw exports. */
export interface Words {
  readonly status: Readonly<Record<string, string>>
  readonly outcome: Readonly<Record<string, string>>
  readonly reason: Readonly<Record<string, string>>
  /** Of columns of codes, by the column's key; under the empty key those of any other, such as yes and no. */
  readonly codes: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The record that states what happened to app.db (`restored` or `lost`), until the person has read it (main/workspace.ts). */
export const recoveryRecord = { collection: 'notices', id: 'records' } as const

export type DataCallName = keyof DataCalls
export type DataHandlers = {
  readonly [K in DataCallName]: (
    input: DataCalls[K]['input'],
    call: { readonly signal: AbortSignal; progress(value: DataCalls[K]['progress']): void },
  ) => Promise<DataCalls[K]['output']> | DataCalls[K]['output']
}

/** The handlers of the calls whose names begin so. */
export type HandlersOf<Feature extends string> = Pick<DataHandlers, Extract<DataCallName, `${Feature}.${string}`>>

/** Main's interface to the data process. */
export interface Data {
  ask<K extends DataCallName>(
    name: K,
    input: DataCalls[K]['input'],
    options?: { readonly signal?: AbortSignal; readonly progress?: (value: DataCalls[K]['progress']) => void },
  ): Promise<DataCalls[K]['output']>
  close(): Promise<void>
}

/** Handlers that answer questions of the contract by the data calls of the same names; `changed` is called after each. */
export function forwardToData<Name extends DataCallName>(data: Data, names: readonly Name[], changed?: () => void) {
  type Forwarded = {
    readonly [K in Name]: (
      input: DataCalls[K]['input'],
      call: { readonly signal: AbortSignal },
    ) => Promise<DataCalls[K]['output']>
  }
  const forward =
    (name: Name) =>
    async (input: DataCalls[Name]['input'], { signal }: { readonly signal: AbortSignal }) => {
      const output = await data.ask(name, input, { signal })
      changed?.()
      return output
    }
  // One entry a name: the cast gives each its own types.
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as Forwarded
}
