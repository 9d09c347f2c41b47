import { promisify } from 'node:util'
import { constants, inflateRawSync, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { RunQuestion } from '../../../preload/contract/run-question.ts'
import { holdUnusableKeys } from '../../../preload/values/key-problems.ts'
import { listColumns } from '../../../preload/values/list-headings.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import { createReusedMemory } from '../../engine/columns/part.ts'
import { encodeSegment, joinParts, segmentRows } from '../../engine/columns/segment.ts'
import { kernelModule } from '../../engine/kernel-memory.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { writeFact } from '../../engine/store/facts.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop, runInSlices, stopIfCancelled, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { CachedSheet, CachedSheets } from '../../leads/cached-sheets.ts'
import type { KeyMap } from '../../lists/keys.ts'
import { type ListFile, type ListPlan, sharedAreaColumn } from '../../lists/plan.ts'
import { readKeys, readList, threadFor } from '../../lists/read.ts'
import { answerFromSheets } from './answers/answer-offline.ts'
import { type Answers, createAnswers, type MadeRun } from './answers/answers.ts'
import { storeSources } from './answers/sheet-leads.ts'
import type { ColumnWork, ListColumns } from './lists/list-columns.ts'
import {
  type ColumnPiece,
  type ColumnStep,
  type ColumnStore,
  formsFact,
  readListColumns,
} from './lists/list-columns.ts'
import { sketchOf } from './lists/list-identity.ts'
import { beginEntry, createJournals } from './passes/pass-journal.ts'
import {
  addPiece,
  emptyRun,
  type RunList,
  type RunState,
  readColumn,
  readPieces,
  removePieces,
  runListOf,
  storeRunList,
} from './run-file.ts'

export interface NewRun extends Pick<RunQuestion, 'connection_id' | 'filter' | 'match' | 'other_ninth'> {
  readonly id: string
  readonly name: string
  /** Recognises the list of a run by the sample of its keys. */
  readonly listOf: (sketch: string) => string
  /** The sheets that answer; none where the service answers. */
  readonly sheets: readonly Pick<CachedSheet, 'id' | 'name' | 'connection_id' | 'filter' | 'read_at'>[]
  readonly recipe_id: string | null
  readonly file: ListFile
  readonly plan: ListPlan
  readonly started_at: string
}

/** `progress` takes rows of the list, and how many there are; null while that is not known. */
export interface CrossDeps extends Call<RowProgress> {
  readonly cached: CachedSheets
  /** The id of the run, whose snapshots stay; null for one without a file. */
  readonly holder: string | null
  readonly now: () => Date
}

/**
 * Reads a list as a run: its distinct keys, which row has which, and the original columns. The store gets the columns
 * while cached sheets answer. Where sheets answer, every key has its answer in the end; otherwise none has. `known`
 * are the keys where they were found by this plan before. A list of unusable keys alone is a finished run. Gives all
 * of the run but the columns, which `read` takes from the store. Throws `list_no_keys` for key columns of nothing but
 * blanks and words, and what reading a list and `answerFromSheets` throw.
 */
export async function crossList(
  run: NewRun,
  keyMap: KeyMap | null,
  storeFor: (rows: number) => ColumnStore,
  { cached, holder, signal, progress, now }: CrossDeps,
) {
  const { file, plan } = run
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const counting = {
    signal,
    progress: (rows: number) => progress({ rows, total: null }),
    thread: keyMap ? null : threadFor(file),
  }
  const map = keyMap ?? (await readKeys(file, plan, counting)).keys
  if (map.keys.size === 0 && !holdUnusableKeys(map.problems)) throw noUsableKeys(plan, map)
  const store = storeFor(map.rows)
  const done = { list: 0, sheets: 0, ofSheets: 0 }
  // Rows of sheets count as well, in proportion.
  const report = () => {
    const part = (done.list + done.sheets) / (map.rows + done.ofSheets)
    progress({ rows: Math.floor(part * map.rows), total: map.rows })
  }
  const storing = storeColumns(store, listColumnsOf(file, plan, signal), (rows) => {
    done.list = rows
    report()
  })
  // The await below throws its failure.
  storing.catch(() => undefined)
  const begunAt = performance.now()
  const ids = run.sheets.map(({ id }) => id)
  const watch = {
    yieldToEventLoop,
    progress(rows: number, total: number) {
      Object.assign(done, { sheets: rows, ofSheets: total })
      report()
    },
  }
  const sheetAnswers =
    ids.length > 0
      ? await answerFromSheets(map.keys, ids, {
          match: run.match,
          areaCode: plan.areaCode,
          filter: run.filter,
          cached,
          holder,
          ...watch,
        })
      : null
  const seconds = (performance.now() - begunAt) / 1000
  const list = await readRunList(map, yieldToEventLoop)
  const answers = await runInSlices(createAnswers(list, run.match, sheetAnswers), yieldToEventLoop)
  const columns = await storing
  const isAnswered = sheetAnswers !== null || map.keys.size === 0
  const ended = isAnswered && ({ state: 'finished', finished_at: now().toISOString(), seconds } as const)
  const sources = sheetAnswers?.sources ?? []
  return {
    columns,
    list,
    answers,
    sources,
    read: store.read,
    state: { ...stateOfNewRun(run, map, answers), ...ended },
  }
}

/** The failure names the key columns by their headings, and the problem of most of their cells. */
function noUsableKeys({ names, keyColumns }: ListPlan, { problems }: KeyMap): AppFailure {
  // None that holds somebody's phone or e-mail.
  const headings = listColumns(names)
  const read = keyColumns.flatMap(({ index }) => headings[index]?.heading || [])
  const [mainProblem] = problems.toSorted((one, other) => other.cells - one.cells)
  return new AppFailure('list_no_keys', {
    columns: read.map((heading) => `“${heading}”`).join(', '),
    ...(mainProblem ? { reason: mainProblem.reason, cells: mainProblem.cells } : {}),
  })
}

/** Gives what is found of the columns that it stores. */
async function storeColumns(
  store: ColumnStore,
  steps: AsyncIterable<ColumnStep>,
  progress: (rows: number) => void,
): Promise<ListColumns> {
  let columns: ListColumns = { headings: [], forms: [] }
  for await (const step of steps) {
    for (const piece of step.pieces) store.addSegment(piece)
    columns = step.columns ?? columns
    progress(step.rows)
  }
  return columns
}

/**
 * Reads the columns as `readListColumns` does, on another thread where the list is long: this one has other work
 * meanwhile.
 */
async function* listColumnsOf(file: ListFile, plan: ListPlan, signal: AbortSignal): AsyncGenerator<ColumnStep> {
  const thread = plan.file_kind === 'text' ? threadFor<ColumnWork>(file) : null
  if (!thread) {
    yield* readListColumns(readList(file, plan, { signal }), plan)
    return
  }
  signal.addEventListener('abort', thread.end)
  try {
    await thread.ask('columns.begin', { bytes: file.bytes, plan, kernel: kernelModule('lists') })
    let next = thread.ask('columns.next', null)
    for (let step = await next; step; step = await next) {
      next = thread.ask('columns.next', null)
      yield step
    }
  } finally {
    signal.removeEventListener('abort', thread.end)
    thread.end()
  }
}

/** Writes a list as a run: what `crossList` reads of it, and its bytes for running it again. */
export async function fillRun(
  database: Database,
  run: NewRun,
  keyMap: KeyMap | null,
  deps: CrossDeps,
): Promise<MadeRun> {
  const source = storeSource(database, run.file.bytes, deps.signal)
  // The await below throws its failure.
  source.catch(() => undefined)
  const yieldToEventLoop = createYieldToEventLoop(deps.signal)
  const { columns, list, answers, sources, state } = await crossList(run, keyMap, () => columnsIn(database), deps)
  await yieldToEventLoop()
  await runInSlices(storeRunList(database, list), yieldToEventLoop)
  storeSources(database, sources)
  await yieldToEventLoop()
  writeFact(database, 'headings', columns.headings)
  writeFact(database, formsFact, columns.forms)
  writeFact(database, 'settings', settingsOf(run.plan))
  if (run.file.made) writeFact(database, 'made', run.file.made)
  const journal = createJournals(database).keys
  if (state.state === 'finished') {
    journal.add(beginEntry)
    answers.sealKeys(database)
  }
  writeFact(database, 'state', { ...state, sealed: journal.count() })
  await source
  return { list, keyOutcomes: answers.keyOutcomes, matches: answers.matches }
}

function columnsIn(database: Database): ColumnStore {
  const begin = createReusedMemory()
  const addSegment = ({ name, piece, segment }: ColumnPiece) => {
    if (piece === 0) removePieces(database, name)
    addPiece(database, name, piece, segment)
  }
  return {
    add: (name, piece, part) => addSegment({ name, piece, segment: encodeSegment(part, begin()) }),
    addSegment,
    read: (name, kind) => readColumn(database, name, kind),
  }
}

async function readRunList(
  { keys, rowKeys, rowProblems }: KeyMap,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RunList> {
  const texts = []
  for (let from = 0; from < keys.size; from += segmentRows) {
    texts.push(keys.texts(from, Math.min(keys.size, from + segmentRows)))
    await yieldToEventLoop()
  }
  return runListOf({ rowKeys, rowProblems, keys: await runInSlices(joinParts('text', texts), yieldToEventLoop) })
}

const sourcePiece = 4 * 1024 * 1024

/** The bytes of the list that `fillRun` stored. */
export function readSource(database: Database): Uint8Array {
  const deflated = readPieces(database, 'source').map((piece) => inflateRawSync(piece))
  return Buffer.concat([...deflated, ...readPieces(database, 'source_zstd').map((piece) => zstdDecompressSync(piece))])
}

const compress = promisify(zstdCompress)

/**
 * Compresses the bytes on another thread while the rows are read here. Files of former versions have `source`, which is
 * deflated.
 */
async function storeSource(database: Database, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  for (let at = 0, piece = 0; at < bytes.length; at += sourcePiece, piece++) {
    // One chunk as a rule: each further one would wait until this thread is free.
    const packed = await compress(bytes.subarray(at, at + sourcePiece), { params, chunkSize: sourcePiece / 2 })
    stopIfCancelled(signal)
    addPiece(database, 'source_zstd', piece, packed)
  }
}

/** The settings that read the list in the same way again, with everything decided. */
export function settingsOf({ keyColumns, areaCode, columnTypes, ...plan }: ListPlan): ListSettings {
  const { encoding, delimiter, header, sheet, joined, hidden_rows } = plan
  const sheets = joined.length > 0 ? ('all' as const) : null
  const area = sharedAreaColumn(keyColumns)
  const keys = area === null ? [...keyColumns] : keyColumns.map(({ index, kind }) => ({ index, kind }))
  const types = Array.from(columnTypes, ([index, type]) => ({ index, type }))
  const column_types = types.length > 0 ? types : null
  const chosen = { key_columns: keys, area_column: area ?? ('none' as const), area_code: areaCode, column_types }
  return { encoding, delimiter, header: sheets ? null : header, sheet, sheets, hidden_rows, ...chosen }
}

function stateOfNewRun(
  { listOf: listIdOf, sheets, file, plan: _, ...request }: NewRun,
  map: KeyMap,
  { keyOutcomes }: Answers,
): RunState {
  const [sheet, ...others] = sheets
  const read = sheets.map(({ read_at }) => read_at)
  const sketch = sketchOf(map.keys)
  return {
    ...emptyRun,
    ...request,
    list_name: file.name,
    list_id: listIdOf(sketch),
    sketch,
    sheet_id: sheet?.id ?? null,
    sheet_ids: others.map((other) => other.id),
    sheets: sheets.map(({ name, connection_id, filter }) => ({ name, connection_id, filter })),
    sheet_name: sheet ? sheets.map((each) => each.name).join(', ') : null,
    // The answer is as old as the oldest of them.
    sheet_read_at: read.some((at) => at === null) ? null : (read.toSorted()[0] ?? null),
    rows: map.rows,
    keys: map.keys.size,
    repeated: map.repeated,
    answered_keys: keyOutcomes.answered(),
    outcomes: keyOutcomes.counts(),
  }
}
