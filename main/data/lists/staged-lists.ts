import { readFile, stat } from 'node:fs/promises'
import {
  type ListBudget,
  type ListInspection,
  type ListSettings,
  listSettings,
} from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataCalls, DataHandlers } from '../calls.ts'
import { storeFailure } from '../store/store-failure.ts'
import { readCellKeys } from './cell-keys.ts'
import { inspectList } from './inspect.ts'
import { type KeyMap, recogniseKeys } from './keys.ts'
import type { ListFile, ListPlan } from './plan.ts'
import { readList } from './read.ts'
import { decode, recogniseEncoding } from './source.ts'

export type ListHandlers = Pick<DataHandlers, Extract<keyof DataHandlers, `lists.${string}`>>

interface ListHandlersDeps {
  readonly staged: StagedLists
  /** The list of an earlier run and the settings that read it. Throws `not_found`. */
  readonly listOfRun: (id: string) => { readonly file: ListFile; readonly settings: ListSettings }
}

interface Source {
  readonly file: ListFile
  readonly settings: ListSettings | null
}

/** A list stays in memory as long as it is staged. */
const largestFile = 400 * 1024 * 1024

/** Stages and reads lists. Bytes without a name are pasted text. */
export function createListHandlers({ staged, listOfRun }: ListHandlersDeps): ListHandlers {
  async function sourceOf({ name, source }: DataCalls['lists.stage']['input']): Promise<Source> {
    if ('run' in source) return listOfRun(source.run)
    if ('path' in source) return { file: { name, bytes: await readWhole(source.path) }, settings: null }
    const file =
      name === '' ? pastedList(new TextDecoder().decode(source.bytes), name) : filedList({ name, bytes: source.bytes })
    return { file, settings: null }
  }

  return {
    'lists.stage': async (input, { signal }) => {
      const { file, settings } = await sourceOf(input)
      return staged.stage(input.list, { ...file, cardHeadings: input.card_headings }, settings, signal)
    },
    'lists.inspect': ({ list, settings }, { signal }) => staged.inspect(list, settings, signal),
    'lists.budget': ({ list, settings }, { signal, progress }) =>
      staged.budget(list, settings, { signal, progress: (rows) => progress({ rows }) }),
    'lists.drop': ({ list }) => staged.drop(list),
  }
}

/** Throws `file_too_large`, `file_unreadable`, `no_permission`, `file_busy`. */
async function readWhole(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > largestFile) throw new AppFailure('file_too_large')
    return await readFile(path)
  } catch (error) {
    const failure = storeFailure(error)
    throw failure instanceof AppFailure ? failure : new AppFailure('file_unreadable')
  }
}

/** Longer files have more than one line, or are no lists. */
const longestLine = 1024 * 1024

/**
 * Pasted text as a list of its own, in UTF-8. Keys side by side on one line ("11…, 11…; ana@…") become one row each, so that
 * every one has its outcome.
 */
export function pastedList(text: string, name: string): ListFile {
  return { name, bytes: new TextEncoder().encode(onePerLine(text)) }
}

/** A file as it came, but for people side by side on its only line, who become one row each as pasted ones do. */
export function filedList(file: ListFile): ListFile {
  const { bytes, name } = file
  if (bytes.length > longestLine || bytes.subarray(0, -2).includes(10) || isUnlikeText(bytes)) return file
  let text = ''
  for (const piece of decode(bytes, recogniseEncoding(bytes))) text += piece.text
  return onePerLine(text) === text ? file : pastedList(text, name)
}

function isUnlikeText(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b) || bytes[0] === 0xd0
}

function onePerLine(text: string): string {
  const line = text.trim()
  if (/[\r\n]/.test(line) || !/[,;|\t]/.test(line)) return text
  const pieces = line
    .split(/[,;|\t]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  return pieces.every((piece) => readCellKeys(piece, 'phone').keys.length > 0) ? pieces.join('\n') : text
}

interface Watch {
  readonly signal: AbortSignal
  readonly progress: (rows: number) => void
}
/**
 * Lists that a person brought and did nothing with yet, in memory only. Every call but `stage` throws `not_found` for a
 * list that is not there, and all but `drop` throw what `inspectList` throws.
 */
export interface StagedLists {
  /** Keeps the list. `settings`, when given, hold as long as the person asks for none of their own. */
  stage(list: string, file: ListFile, settings: ListSettings | null, signal: AbortSignal): Promise<ListInspection>
  inspect(list: string, settings: ListSettings, signal: AbortSignal): Promise<ListInspection>
  /** How the list is read by these settings. */
  plan(list: string, settings: ListSettings, signal: AbortSignal): Promise<{ file: ListFile; plan: ListPlan }>
  /** Reads the whole list: what would be sent, what cannot be. */
  budget(list: string, settings: ListSettings, watch: Watch): Promise<ListBudget>
  drop(list: string): void
}
interface Staged {
  readonly file: ListFile
  readonly settings: ListSettings | null
}
/** The oldest makes room: nobody looks at so many lists at once, and each takes the memory of its file. */
const maxLists = 4
const shownUnusable = 500
const nothingAsked = listSettings.parse({})
export function createStagedLists(): StagedLists {
  const lists = new Map<string, Staged>()

  function inspected(list: string, settings: ListSettings, signal: AbortSignal) {
    const staged = lists.get(list)
    if (!staged) throw new AppFailure('not_found')
    return inspectList(staged.file, asksNothing(settings) ? (staged.settings ?? settings) : settings, { signal })
  }

  async function plan(list: string, settings: ListSettings, signal: AbortSignal) {
    const staged = lists.get(list)
    if (!staged) throw new AppFailure('not_found')
    return { file: staged.file, plan: (await inspected(list, settings, signal)).plan }
  }

  return {
    async stage(list, file, settings, signal) {
      const { inspection } = await inspectList(file, settings ?? nothingAsked, { signal })
      lists.set(list, { file, settings })
      for (const oldest of [...lists.keys()].slice(0, -maxLists)) lists.delete(oldest)
      return inspection
    },
    inspect: async (list, settings, signal) => (await inspected(list, settings, signal)).inspection,
    plan,
    async budget(list, settings, { signal, progress }) {
      const { file, plan: how } = await plan(list, settings, signal)
      let hidden = 0
      const onHidden = (rows: number) => {
        hidden += rows
      }
      const map = await recogniseKeys(readList(file, how, { signal, onHidden }), how, { signal, progress })
      return {
        rows: map.rows,
        keys: map.keys.length,
        repeated: map.repeated,
        hidden_rows: hidden,
        unusable_rows: map.unusableRows,
        problems: [...map.problems],
        unusable: map.unusable.slice(0, shownUnusable).map((cell) => shown(cell, how.names)),
      }
    },
    drop(list) {
      lists.delete(list)
    },
  }
}
function asksNothing(settings: ListSettings): boolean {
  return Object.values(settings).every((value) => value === null)
}
function shown(
  { row, column, reason, text }: KeyMap['unusable'][number],
  names: readonly string[],
): ListBudget['unusable'][number] {
  return { row, column: names[column] || columnLetters(column), reason, text: text ?? '' }
}
/** A column without a heading as spreadsheets name it: A, B, …, Z, AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
