import type { Run, RunChanges } from '../../../preload/contract/cruzar.ts'
import { keyProblems } from '../../../preload/contract/key-problems.ts'
import { outcomeNames } from '../../../preload/contract/outcomes.ts'
import { matchReasons, rungNames } from '../../../preload/contract/rungs.ts'
import type { KeyKind, TableColumn, TableLayout } from '../../../preload/contract/tables.ts'
import { type FailureCode, failureCodes } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop, type InterruptibleWork, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import { createSpreadsheetColumn, createThroughColumn, noRow } from '../columns/derived-columns.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { createNumberColumn, numberPart } from '../columns/number-column.ts'
import type { TextPart } from '../columns/part.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { leadReader } from '../lead-links/find-people.ts'
import type { KeyPass, KeyRange } from '../sheet-calls.ts'
import { leadFieldsBeside } from '../sheets/lead-columns.ts'
import { type Database, watchChanges } from '../store/encrypted-file.ts'
import { readFact, writeFact } from '../store/facts.ts'
import { atomicallyInSlices } from '../store/sql.ts'
import { firstKey } from '../tables/row-keys.ts'
import type { KeyOfRow, Table } from '../tables/table.ts'
import { type Answers, type MadeRun, readAnswers } from './answers.ts'
import { readAnswer } from './key-outcomes.ts'
import type { ReadPart } from './list-columns.ts'
import { type RowMatch, unclear } from './matches.ts'
import { changeColumns } from './row-changes.ts'
import { createRunCheck, type RunCheck } from './run-check.ts'
import {
  addBatches,
  addOtherBatch,
  begun,
  type Cost,
  lastBatch,
  type NewBatch,
  type RowChanges,
  type RunList,
  type RunState,
  readChanges,
  readPieces,
  readRunList,
  readState,
  storeChanges,
} from './run-file.ts'

/** One run with its file open and its keys in memory. Every change is one transaction; after a failed one, open anew. */
export interface OpenRun {
  readonly database: Database
  readonly list: RunList
  readonly answers: Answers
  readonly check: RunCheck
  state(): RunState
  /** Changes with every checkpoint. */
  version(): string
  /** Whether another process has changed the file since this was called last. */
  changedElsewhere(): boolean
  begin(pass: KeyPass): { pending: KeyRange[]; keys: number }
  /** The first keys of the range that are still to be sent, at most `most`, and how much of the range they reach over. */
  keys(range: KeyRange, most: number, pass: KeyPass): { keys: string[]; count: number }
  /** Throws `unexpected_body`; nothing is stored then. */
  answer(
    range: KeyRange,
    body: string,
    cost: Cost,
    pass: KeyPass,
  ): { answered: number; missing: number; answered_keys: number }
  /** A key whose other form has no answer stays absent. */
  unanswered(range: KeyRange, reason: FailureCode, cost: Cost, pass: KeyPass): void
  /** Seals the answers and ends the run, in one transaction that lets other calls run in between. */
  finish(failure: FailureCode | null, at: Date, pass: KeyPass): Promise<void>
  rename(name: string): void
  /** What is known of the rows of the run that it was compared with, if it was. */
  changes(): RowChanges | null
  /** Stores what a finished run differs in from an earlier one; `summary` is of the same. */
  compared(summary: RunChanges, rows: RowChanges): void
  layout(): TableLayout
  arrange(layout: TableLayout): void
  close(): void
}

/**
 * Reads what the file knows, but for what is in memory of a run that was just made. The database is closed by `close`, and by
 * whoever calls this when it fails.
 */
export function createOpenRun(database: Database, made: MadeRun | null = null): OpenRun {
  const list = made?.list ?? readRunList(database)
  let state = readState(database)
  let last = lastBatch(database)
  let others = readPieces(database, 'other_batches').length
  const answers = readAnswers(database, list, state, made ?? undefined)

  /** The state after what just happened, from the answers in memory. */
  function after(change: Partial<RunState>, cost: Cost = { requests: 0, seconds: 0 }): RunState {
    return {
      ...state,
      requests: state.requests + cost.requests,
      seconds: state.seconds + cost.seconds,
      answered_keys: answers.keyOutcomes.answered(),
      outcomes: answers.keyOutcomes.counts(),
      ...change,
    }
  }

  function checkpoint(batches: readonly NewBatch[], next: RunState): void {
    addBatches(database, batches, next)
    state = next
    last += batches.length
  }

  const check = createRunCheck({
    ...{ database, list, answers, state: () => state },
    write: (next) => checkpoint([], next),
    take: (next) => {
      state = next
    },
  })

  const isPending = (pass: KeyPass) => (key: number) =>
    pass === 'check' ? check.isPending(key) : answers.isPending(key, pass)

  function requireRange({ from, count }: KeyRange): void {
    if (from < 0 || count < 0 || from + count > state.keys) throw new AppFailure('bad_request', {}, 'no such keys')
  }

  return {
    database,
    list,
    answers,
    check,
    state: () => state,
    version: () => [state.id, last + others, state.state, state.changes?.since.id ?? ''].join('.'),
    changedElsewhere: watchChanges(database),
    begin(pass) {
      if (pass === 'check') {
        const keys = check.begin()
        return { pending: pendingOf(isPending(pass), state.keys), keys }
      }
      const running = { state: 'running', failure: null, finished_at: null, changes: null } as const
      if (pass === 'keys') {
        answers.keyOutcomes.ask()
        checkpoint([begun], after({ ...running, unanswered: [] }))
      } else {
        const other_forms = pendingKeys(isPending(pass), allOf(state))
        checkpoint([], after({ ...running, match: state.match ?? 'ninth', other_forms }))
      }
      return { pending: pendingOf(isPending(pass), state.keys), keys: state.keys }
    },
    keys(range, most, pass) {
      requireRange(range)
      const { from, count } = range
      const keys: string[] = []
      const isOpen = isPending(pass)
      for (let key = from; key < from + count; key++) {
        if (!isOpen(key)) continue
        if (keys.length === most) return { keys, count: key - from }
        keys.push(answers.textOf(key, pass))
      }
      return { keys, count }
    },
    answer(range, body, cost, pass) {
      requireRange(range)
      if (pass === 'check') return check.answer(range, body, cost)
      const { taken, ambiguous } = answers.take(readAnswer(body), range, pass)
      const missing = pendingKeys(isPending(pass), range)
      if (pass === 'other_forms') {
        const results = Array.from(taken.values(), ({ raw }) => raw)
        const next = after({ other_forms: state.other_forms - taken.size }, cost)
        addOtherBatch(database, others++, { ...range, results }, next)
        state = next
        return { answered: taken.size, missing, answered_keys: state.keys - state.other_forms }
      }
      const reason = missing > 0 ? 'key_not_answered' : null
      const batches: NewBatch[] = [
        { ...range, kind: 'answer', reason, results: Array.from(taken.values(), ({ raw }) => raw) },
        ...ambiguous.map(
          (from): NewBatch => ({ kind: 'unanswered', from, count: 1, reason: 'answer_ambiguous', results: null }),
        ),
      ]
      for (const batch of batches) answers.miss(batch)
      checkpoint(batches, after({}, cost))
      return { answered: taken.size, missing, answered_keys: state.answered_keys }
    },
    unanswered(range, reason, cost, pass) {
      requireRange(range)
      if (pass === 'check') return check.unanswered(cost)
      if (pass === 'other_forms') {
        checkpoint([], after({}, cost))
        return
      }
      answers.miss({ ...range, reason })
      checkpoint([{ ...range, kind: 'unanswered', reason, results: null }], after({}, cost))
    },
    async finish(failure, at, pass) {
      if (pass === 'check') return check.finish(failure, at)
      const unanswered = unansweredByReason(answers, list)
      const ended = failure ? 'interrupted' : 'finished'
      const other_forms = state.sheet_id === null ? pendingKeys(isPending('other_forms'), allOf(state)) : 0
      const next = after({ state: ended, failure, finished_at: at.toISOString(), unanswered, other_forms })
      await atomicallyInSlices(database, async () => {
        const isSealed = state.sealed === last && state.other_batches === others
        if (!isSealed) await answers.seal(database, createYieldToEventLoop())
        checkpoint([], { ...next, sealed: last, other_batches: others })
      })
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    rename: (name) => checkpoint([], { ...state, name }),
    changes: () => (state.changes ? readChanges(database) : null),
    compared(changes, rows) {
      const next = { ...state, changes }
      storeChanges(database, rows, next)
      state = next
    },
    layout: () => readFact<TableLayout>(database, 'layout') ?? { columns: [] },
    arrange: (layout) => writeFact(database, 'layout', layout),
    close: () => database.close(),
  }
}

function allOf({ keys }: RunState): KeyRange {
  return { from: 0, count: keys }
}

/** How many keys of the range are still to be sent. */
function pendingKeys(isPending: (key: number) => boolean, { from, count }: KeyRange): number {
  let found = 0
  for (let key = from; key < from + count; key++) if (isPending(key)) found++
  return found
}

const maxExamples = 5
/** Why keys have no answer, the most frequent reason first, with the first keys as they are sent. */
function unansweredByReason({ keyOutcomes }: Answers, { keys, keyAt }: RunList): Run['unanswered'] {
  const found = new Map<FailureCode, { reason: FailureCode; keys: number; examples: string[] }>()
  for (let key = 0; key < keys.rows; key++) {
    const reason = keyOutcomes.reasonOf(key)
    if (!reason) continue
    const one = found.get(reason) ?? { reason, keys: 0, examples: [] }
    found.set(reason, one)
    one.keys += 1
    if (one.examples.length < maxExamples) one.examples.push(keyAt(key))
  }
  return [...found.values()].sort((one, other) => other.keys - one.keys)
}

/** What is still to be sent, as few ranges as possible. */
function pendingOf(isPending: (key: number) => boolean, keys: number): KeyRange[] {
  const pending: KeyRange[] = []
  let from = 0
  for (let key = 0; key <= keys; key++) {
    if (key < keys && isPending(key)) continue
    if (key > from) pending.push({ from, count: key - from })
    from = key + 1
  }
  return pending
}

/** The part of a run's table that answers never change; made once and used by every version. */
export interface ListTable {
  readonly columns: ReadonlyMap<string, Column>
  readonly order: readonly TableColumn[]
  readonly keys: Column
}

const reasons: readonly string[] = [...keyProblems, ...failureCodes, ...matchReasons]
const firstMatchReason = keyProblems.length + failureCodes.length + 1
const codeOfReason = new Map(reasons.map((reason, index) => [reason, index + 1]))
const searchedFields = ['nome', 'telefone', 'telefone_digitos', 'email', 'identificador'] as const
/** The person's own columns, untouched and in their order, under `c0`, `c1`, …; headings may be empty or repeated. */
export async function createListTable(
  headings: readonly string[],
  keys: TextPart,
  read: ReadPart,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ListTable> {
  const order = headings.map((heading, index): TableColumn => ({ key: `c${index}`, type: 'text', heading }))
  const columns = new Map<string, Column>()
  for (const { key } of order) {
    columns.set(key, listColumnOf(key, read))
    await yieldToEventLoop()
  }
  return { columns, order, keys: createTextColumn('text', keys) }
}

function listColumnOf(key: string, read: ReadPart): Column {
  const texts = createTextColumn('text', read(key, 'text'))
  const numbers = read(key.replace('c', 'v'), 'number')
  if (numbers.rows === 0) return texts
  return createSpreadsheetColumn(texts, numbers, read(key.replace('c', 'f'), 'dictionary'))
}

/**
 * A run as a table: the original columns, `cruzar_resultado`, `cruzar_chave` (the key that decided
 * the row, as it was sent), `cruzar_motivo`, `cruzar_degrau` (the rung of the match ladder), `cruzar_candidatos` (how many contacts
 * match alike), `cruzar_antes` and `cruzar_mudanca` where it was compared with an earlier run, then the lead's fields as
 * `lead_…`. It shows what is known now and stays as it is when more is answered. `found` is what `matchRows` gives of this version.
 */
export function createRunTable(
  run: Pick<OpenRun, 'list' | 'answers' | 'version' | 'changes'>,
  list: ListTable,
  found: MatchedRows,
): Table {
  const { leads } = run.answers
  const { outcomes } = found
  const rows = outcomes.length
  const columns = new Map(list.columns)
  const order = [...list.order]
  const add = (key: string, column: Column) => {
    columns.set(key, column)
    order.push({ key, type: column.type, heading: null })
  }
  add(
    'cruzar_resultado',
    createDictionaryColumn('outcome', { kind: 'dictionary', rows, codes: outcomes, values: outcomeNames }),
  )
  add('cruzar_chave', createThroughColumn(list.keys, found.keys))
  const dictionary = (codes: Uint8Array, values: readonly string[]) =>
    ({ kind: 'dictionary', rows, codes, values }) as const
  add('cruzar_motivo', createDictionaryColumn('reason', dictionary(found.reasons, reasons)))
  add('cruzar_degrau', createDictionaryColumn('code', dictionary(found.rungs, rungNames)))
  const counts = createNumberColumn(numberPart(Float64Array.from(found.candidates)))
  add('cruzar_candidatos', createThroughColumn(counts, found.ambiguous))
  const changes = run.changes()
  for (const [key, column] of changes ? changeColumns(changes) : []) add(key, column)
  for (const [key, column] of leadFieldsBeside(leads.columns(), found.leads)) add(key, column)
  return {
    columns,
    order,
    length: rows,
    version: run.version(),
    searchable: [...list.columns.keys(), 'cruzar_chave', ...searchedFields.map((field) => `lead_${field}`)],
    keys: {
      phone: keysOfRows('phone', run.list, found.keys, columns),
      email: keysOfRows('email', run.list, found.keys, columns),
    },
  }
}

const leadKeys = { phone: ['lead_telefone_digitos', 'lead_telefone'], email: ['lead_email'] } as const
/** The key of a row: the one that decides, which is `decided[row]`, else another of its list, else what its lead has. */
function keysOfRows(
  kind: KeyKind,
  { rowKeys: { offsets, indexes }, keyAt }: RunList,
  decided: Uint32Array,
  columns: ReadonlyMap<string, Column>,
): KeyOfRow {
  const ofLead = leadKeys[kind].flatMap((key) => columns.get(key) ?? [])
  return (row) => {
    for (const key of [decided[row] ?? noRow, ...indexes.subarray(offsets[row], offsets[row + 1])]) {
      const text = key === noRow ? '' : keyAt(key)
      if (text !== '' && text.includes('@') === (kind === 'email')) return text
    }
    return firstKey(ofLead, row, kind)
  }
}

/** The leads of the contacts that match a row alike, as the service sent them, at most a hundred; `count` is how many there are. */
export function candidatesOf({ list, answers }: Pick<OpenRun, 'list' | 'answers'>, row: number) {
  const { keyOutcomes, matches, leads } = answers
  const at = keyOutcomes.rowDeciders[row] ?? noRow
  const key = list.rowKeys.indexes[at] ?? noRow
  return {
    count: matches.candidatesAt(at, key),
    leads: matches.candidateLeads(at, key).map(leadReader(leads.columns())),
  }
}

type MatchedRows = ReturnType<typeof matchRows> extends InterruptibleWork<infer Rows> ? Rows : never

/** Rows between two checks of the clock: about five milliseconds. */
const rowsAtOnce = 65_536

/**
 * By row: the outcome, the key that decides, its lead (`noRow` for none), and as 1 + their indexes, 0 for none, the reason (why it is
 * `invalida` or `sem_resposta`, or why it matches) and the rung; where it is `ambigua`, its place in `candidates`, which says how many
 * match alike. An answer that comes in between makes another version of the run: then the rows are of neither.
 */
export function* matchRows(
  { list, answers: { keyOutcomes, matches, keyLeads } }: Pick<OpenRun, 'list' | 'answers'>,
  whyNotAsked: FailureCode | null,
) {
  const { answers, rowOutcomes, rowDeciders } = keyOutcomes
  const { usual, forms } = matches
  const { indexes } = list.rowKeys
  const rows = rowOutcomes.length
  const rowForms = list.rowKeys.forms.length > 0 ? list.rowKeys.forms : new Uint8Array(indexes.length)
  const unanswered = outcomeNames.indexOf('sem_resposta') + 1
  const ambiguous = outcomeNames.indexOf('ambigua') + 1
  const keys = new Uint32Array(rows).fill(noRow)
  const leads = new Uint32Array(rows).fill(noRow)
  const rungs = new Uint8Array(rows)
  const ambiguousRows = new Uint32Array(rows).fill(noRow)
  const candidates: number[] = []
  // The contract's key problems come first in both lists, so their codes are the same.
  const codes = list.rowProblems.slice()
  const match: RowMatch = { lead: noRow, rung: -1, reason: -1 }
  // Rows and keys lie inside the arrays: `as number` spares a check each.
  for (let row = 0; row < rows; row++) {
    if (row % rowsAtOnce === 0) yield
    const at = rowDeciders[row] as number
    if (at === noRow) continue
    const key = indexes[at] as number
    const outcome = rowOutcomes[row] as number
    const pair = usual[((rowForms[at] as number) << 8) | (forms[key] as number)] as number
    keys[row] = key
    if (outcome === unanswered) {
      const reason = keyOutcomes.reasonOf(key) ?? whyNotAsked
      codes[row] = reason ? (codeOfReason.get(reason) ?? 0) : 0
    } else if (pair !== unclear) {
      leads[row] = keyLeads[key] as number
      rungs[row] = pair & 15
      if (pair > 0) codes[row] = firstMatchReason - 1 + (pair >> 4)
    } else {
      matches.matchAt(at, key, answers[key] as number, keyLeads[key] as number, match)
      leads[row] = match.lead
      rungs[row] = match.rung + 1
      if (match.reason >= 0) codes[row] = firstMatchReason + match.reason
      if (outcome === ambiguous) ambiguousRows[row] = candidates.push(matches.candidatesAt(at, key)) - 1
    }
  }
  return { outcomes: rowOutcomes.slice(), keys, leads, rungs, ambiguous: ambiguousRows, candidates, reasons: codes }
}
