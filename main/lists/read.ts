import { kernelModule } from '../engine/kernel-memory.ts'
import { startThread, type Thread, type ThreadWork } from '../engine/thread.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { joinedBlocks } from './joined-sheets.ts'
import { createKeyCollector, recogniseKeys } from './keys.ts'
import { createListKernel } from './list-kernel.ts'
import { type ListFile, type ListPlan, listLimits, type ReadOptions, type ReadPlace } from './plan.ts'
import {
  batchesAhead,
  cellsWithKeys,
  dataRows,
  type RestBatch,
  type RestWork,
  readTextList,
  startOfList,
} from './read-text.ts'
import type { RowBlock } from './row-block.ts'
import { maxOpenQuotes, rowStartNear } from './separated.ts'
import { fileKindOf } from './source.ts'
import { readVcards } from './vcard.ts'
import { readChat } from './whatsapp.ts'

/**
 * Reads the rows of data of a list by its plan (`inspectList`), in blocks, with the text of every cell unchanged. Title
 * rows, the header, blank rows and, where the plan requires it, hidden rows are left out. Rows may differ in length.
 * Yields to the event loop between blocks. Throws `list_unreadable` when the file turns out damaged, and
 * `list_too_large` when its rows times its columns, or its characters, are more than a list may have. Throws the
 * signal's reason when it is aborted.
 */
export function readList(file: ListFile, plan: ListPlan, options: ReadOptions = {}): AsyncGenerator<RowBlock> {
  if (plan.file_kind === 'text') return readTextList(file, plan, options)
  const { place = startOfList(plan), signal } = options
  if (plan.joined.length > 0) return joinedRows(file, plan, place, signal)
  return dataRows(rowsOf(file, plan, signal), plan, place)
}

function rowsOf(file: ListFile, plan: ListPlan, signal?: AbortSignal): AsyncGenerator<RowBlock> {
  const encoding = plan.encoding ?? 'utf-8'
  if (plan.file_kind === 'vcard') return readVcards(file, encoding, signal)
  return plan.file_kind === 'whatsapp' ? readChat(file, encoding, signal) : sheetRows(file, plan, signal)
}

async function* sheetRows(file: ListFile, plan: ListPlan, signal?: AbortSignal): AsyncGenerator<RowBlock> {
  const { sheets } = await openSheets(file, plan, signal)
  const sheet = sheets.find(({ name }) => name === plan.sheet)
  if (!sheet) throw new AppFailure('not_found', {}, 'no such sheet')
  yield* sheet.rows()
}

/** The rows of all sheets of the plan, one sheet after the other. */
async function* joinedRows(
  file: ListFile,
  plan: ListPlan,
  place: ReadPlace,
  signal?: AbortSignal,
): AsyncGenerator<RowBlock> {
  const { sheets } = await openSheets(file, plan, signal)
  const { names, joined } = plan
  const form = { width: names.length, isNamed: joined.length > 1 }
  async function* rows(): AsyncGenerator<RowBlock> {
    for (const part of joined) {
      const sheet = sheets.find(({ name }) => name === part.name)
      if (!sheet) throw new AppFailure('not_found', {}, 'no such sheet')
      const sheetStart = startOfList({ ...plan, names: [] })
      for await (const block of dataRows(sheet.rows(), { ...plan, rowsAbove: part.rowsAbove }, sheetStart)) {
        yield* joinedBlocks(block, part, form)
      }
      place.hidden += sheetStart.hidden
    }
  }
  // Hidden rows are counted, or left out, by their sheet.
  yield* dataRows(rows(), { ...plan, rowsAbove: 0 }, place)
}

/** The module is evaluated for the first sheet: every start would wait for it. */
async function openSheets(file: ListFile, { file_kind, encoding }: ListPlan, signal?: AbortSignal) {
  if (file_kind !== 'html') return (await import('./workbooks/workbook.ts')).openWorkbook(file, signal)
  return (await import('./workbooks/html.ts')).openPage(file, encoding ?? 'utf-8', signal)
}

const longFile = 4 * 1024 * 1024
/** So much of a long file is read by this thread alone, which begins earlier. */
const ownBytes = 8 * 1024 * 1024

/**
 * A thread for the keys of a long text file in shared memory, to be started as early as it can be. Null for others,
 * which are read before another thread has started.
 */
export function threadFor<Work extends ThreadWork = RestWork>({ bytes, name }: ListFile): Thread<Work> | null {
  const isShared = bytes.buffer instanceof SharedArrayBuffer
  return isShared && bytes.length >= longFile && fileKindOf({ bytes, name }) === 'text' ? startThread<Work>() : null
}

/**
 * Finds the keys of a list file (`recogniseKeys`) by its plan. A thread from `threadFor` reads the rows behind the
 * first megabytes, and this one collects their keys. Where no row begins there after all, or open quotes or a limit
 * join the parts, all is read here. The result is always the same. Gives beside the keys how many rows of data were
 * hidden, whether they were left out or not.
 */
export async function readKeys(
  file: ListFile,
  plan: ListPlan,
  options: {
    readonly signal: AbortSignal
    readonly progress: (rows: number) => void
    /** It ends with this work. */
    readonly thread: Thread<RestWork> | null
  },
) {
  const { thread, ...watch } = options
  const rest = thread && startRest(thread, file, plan)
  try {
    if (rest) return await readWithRest(file, plan, rest, watch)
  } catch (error) {
    if (error !== misfit) throw error
  } finally {
    thread?.end()
  }
  return readWithRest(file, plan, null, watch)
}

/** What another thread reads of a list, from a byte on. */
export interface RestOfKeys {
  readonly at: number
  /** The next batch; null behind the last one. Throws what reading the list throws. */
  next(): Promise<RestBatch | null>
}

/** The rest, parts of which may have been collected, is not what the whole list has there. */
export const misfit = new Error('the rest does not fit to the rows before it')

/** Reads a list, whose rest comes from elsewhere where there is one. Throws `misfit`. */
export async function readWithRest(
  file: ListFile,
  plan: ListPlan,
  rest: RestOfKeys | null,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (rows: number) => void },
) {
  const kernel = createListKernel()
  const collector = createKeyCollector(file.bytes.length, kernel)
  const place = startOfList(plan)
  const isTaken = async () => {
    if (!rest || place.row <= plan.rowsAbove) return false
    const yieldToEventLoop = createYieldToEventLoop(signal)
    const skipped = place.row - 1
    for (let batch = await nextOf(rest); batch; batch = await nextOf(rest)) {
      const width = Math.max(place.width, batch.place.width)
      if (place.openQuotes + batch.place.openQuotes >= maxOpenQuotes) throw misfit
      if (width * (collector.rows() + batch.rows) > listLimits.cells) throw misfit
      collector.add(batch, skipped)
      progress(collector.rows())
      await yieldToEventLoop()
    }
    return true
  }
  const options = { signal, place, kernel, cells: cellsWithKeys(plan), rest: rest && { at: rest.at, isTaken } }
  const keys = await recogniseKeys(readList(file, plan, options), plan, { signal, collector, progress })
  progress(keys.rows)
  return { keys, hidden: place.hidden }
}

/** What fails there fails here, too, but for a thread that has ended. */
async function nextOf(rest: RestOfKeys): Promise<RestBatch | null> {
  try {
    return await rest.next()
  } catch {
    throw misfit
  }
}

/** The rest of a text list, which the thread reads from now on; null where it cannot begin in the middle. */
function startRest(thread: Thread<RestWork>, { bytes }: ListFile, plan: ListPlan): RestOfKeys | null {
  // Other encodings cannot be read from the middle on.
  if (plan.keyColumns.length === 0 || !plan.delimiter || plan.encoding?.startsWith('utf-16')) return null
  const at = rowStartNear(bytes, Math.min(ownBytes, bytes.length >> 1), plan.delimiter)
  if (at === null) return null
  const request = () => {
    const batch = thread.ask('rest.next', null)
    // Whoever takes it gets its failure.
    batch.catch(() => undefined)
    return batch
  }
  thread.ask('rest.begin', { bytes, from: at, plan, kernel: kernelModule('lists') }).catch(() => undefined)
  const requested = Array.from({ length: batchesAhead }, request)
  return {
    at,
    async next() {
      requested.push(request())
      return (await requested.shift()) ?? null
    },
  }
}
