import { kernelModule } from '../engine/kernel-memory.ts'
import { startThread, type Thread, type ThreadWork } from '../engine/thread.ts'
import { AppFailure } from '../kernel/failure.ts'
import { joinedBlocks } from './joined-sheets.ts'
import { createKeyCollector, type KeyCollector, recogniseKeys } from './keys.ts'
import { createListKernel } from './list-kernel.ts'
import { type ListFile, type ListPlan, listLimits, type ReadOptions, type ReadPlace } from './plan.ts'
import type { RestWork } from './read-text.ts'
import { cellsWithKeys, dataRows, type RestKeys, readTextList, startOfList } from './read-text.ts'
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
/** The share of a long file that this thread reads. It begins earlier, and puts both parts together. */
const ownShare = 0.53

/**
 * A thread for the keys of a long text file in shared memory, to be started as early as it can be. Null for others,
 * which are read before another thread has started.
 */
export function threadFor<Work extends ThreadWork = RestWork>({ bytes, name }: ListFile): Thread<Work> | null {
  const isShared = bytes.buffer instanceof SharedArrayBuffer
  return isShared && bytes.length >= longFile && fileKindOf({ bytes, name }) === 'text' ? startThread<Work>() : null
}

/**
 * Finds the keys of a list file (`recogniseKeys`) by its plan. A thread from `threadFor` reads the rest of the file,
 * from a byte near the middle on. Where no row begins at this byte after all, or open quotes or a limit join the parts,
 * all is read here. The result is always the same. Gives beside the keys how many rows of data were hidden, whether
 * they were left out or not.
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
  const { signal, progress, thread } = options
  const kernel = createListKernel()
  const collector = createKeyCollector(plan, file.bytes.length, kernel)
  const place = startOfList(plan)
  const rest = thread && startRest(thread, file, plan, place, collector)
  try {
    const blocks = readList(file, plan, { signal, place, rest, kernel, cells: cellsWithKeys(plan) })
    const watch = { signal, collector, progress: (rows: number) => progress(rows + (rest?.rows() ?? 0)) }
    const keys = await recogniseKeys(blocks, plan, watch)
    progress(keys.rows)
    return { keys, hidden: place.hidden }
  } finally {
    thread?.end()
  }
}

/** The rest of a text list, which the thread reads from now on; null where it cannot begin in the middle. */
function startRest(
  thread: Thread<RestWork>,
  { bytes }: ListFile,
  plan: ListPlan,
  place: ReadPlace,
  collector: KeyCollector,
) {
  // Other encodings cannot be read from the middle on.
  if (plan.keyColumns.length === 0 || !plan.delimiter || plan.encoding?.startsWith('utf-16')) return null
  const at = rowStartNear(bytes, Math.floor(bytes.length * ownShare), plan.delimiter)
  if (at === null) return null
  const counter = new Uint32Array(new SharedArrayBuffer(4))
  const reading = thread
    .ask('readRest', { bytes, from: at, plan, counter, kernel: kernelModule('lists') })
    .finally(thread.end)
  return { ...takeRest(at, reading, plan, place, collector), rows: () => counter[0] as number }
}

/**
 * The rest of a list from a byte on, as `readSeparated` asks for it: what is read of it goes to the collector, where it
 * may.
 */
export function takeRest(
  at: number,
  reading: Promise<RestKeys>,
  plan: ListPlan,
  place: ReadPlace,
  collector: KeyCollector,
): NonNullable<ReadOptions['rest']> {
  const restRead = reading.catch(() => null)
  return {
    at,
    async isTaken() {
      const rest = await restRead
      if (!rest || place.row <= plan.rowsAbove) return false
      const width = Math.max(place.width, rest.place.width)
      if (place.openQuotes + rest.place.openQuotes >= maxOpenQuotes) return false
      if (width * (collector.rows() + rest.part.rows) > listLimits.cells) return false
      await collector.append(rest.part, place.row)
      return true
    },
  }
}
