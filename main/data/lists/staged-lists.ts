import { open } from 'node:fs/promises'
import { type ListBudget, type ListSettings, listSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataCalls, HandlersOf } from '../calls.ts'
import { columnLetters } from '../export/xlsx-cells.ts'
import { storeFailure } from '../store/encrypted-file.ts'
import type { Thread } from '../thread.ts'
import { readCellKeys } from './cell-keys.ts'
import { inspectList } from './inspect.ts'
import type { KeyMap } from './keys.ts'
import type { InspectedList, ListFile, ListPlan } from './plan.ts'
import { readKeys, threadFor } from './read-keys.ts'
import { decode, recogniseEncoding } from './source.ts'

interface Staged {
  readonly file: ListFile
  /** They apply until the person chooses others. */
  readonly settings: ListSettings | null
}

/** What was found out about a staged list, by the settings that it was for. */
interface Known {
  readonly settings: string
  readonly inspected: InspectedList
  readonly budget: { readonly keys: KeyMap; readonly hidden: number } | null
}

/** Lists in memory that a person brought and did nothing with yet. */
export interface StagedLists {
  readonly handlers: HandlersOf<'lists'>
  /** How a staged list is read by these settings, and its keys where they are known. Throws `not_found` and what `inspectList` throws. */
  read(
    list: string,
    settings: ListSettings,
    signal: AbortSignal,
  ): Promise<{ readonly file: ListFile; readonly plan: ListPlan; readonly keys: KeyMap | null }>
  drop(list: string): void
}

/** The oldest is dropped first: nobody needs so many lists at once, and each takes the memory of its file. */
const maxLists = 4
const maxFileBytes = 400 * 1024 * 1024
const emptySettings = listSettings.parse({})

/** `listOfRun` gives the list of an earlier run and the settings that read it; it throws `not_found`. */
export function createStagedLists({ listOfRun }: { readonly listOfRun: (id: string) => Staged }): StagedLists {
  const lists = new Map<string, Staged>()
  const known = new WeakMap<Staged, Known>()
  /** Of lists whose keys were not counted yet. */
  const threads = new Map<string, Thread>()

  function stagedList(list: string): Staged {
    const staged = lists.get(list)
    if (!staged) throw new AppFailure('not_found')
    return staged
  }
  async function inspect(staged: Staged, settings: ListSettings, signal: AbortSignal): Promise<Known> {
    const isEmpty = Object.values(settings).every((value) => value === null)
    const chosen = isEmpty ? (staged.settings ?? settings) : settings
    const before = known.get(staged)
    const text = JSON.stringify(chosen)
    if (before?.settings === text) return before
    const found = { settings: text, inspected: await inspectList(staged.file, chosen, { signal }), budget: null }
    known.set(staged, found)
    return found
  }
  async function sourceOf({ name, source }: DataCalls['lists.stage']['input']): Promise<Staged> {
    if ('run' in source) return listOfRun(source.run)
    if ('path' in source) return { file: { name, bytes: await readWhole(source.path) }, settings: null }
    // Bytes without a name are pasted text.
    const file =
      name === '' ? pastedList(new TextDecoder().decode(source.bytes), name) : filedList({ name, bytes: source.bytes })
    return { file, settings: null }
  }
  const drop = (list: string) => {
    lists.delete(list)
    takeThread(list)?.end()
  }
  const takeThread = (list: string) => {
    const thread = threads.get(list) ?? null
    threads.delete(list)
    return thread
  }

  return {
    async read(list, settings, signal) {
      const staged = stagedList(list)
      const { inspected, budget } = await inspect(staged, settings, signal)
      return { file: staged.file, plan: inspected.plan, keys: budget?.keys ?? null }
    },
    drop,
    handlers: {
      'lists.stage': async (input, { signal }) => {
        const { file, settings } = await sourceOf(input)
        const staged = { file: { ...file, cardHeadings: input.card_headings }, settings }
        const thread = threadFor(file)
        try {
          const { inspected } = await inspect(staged, emptySettings, signal)
          drop(input.list)
          lists.set(input.list, staged)
          if (thread) threads.set(input.list, thread)
          for (const oldest of [...lists.keys()].slice(0, -maxLists)) drop(oldest)
          return inspected.inspection
        } catch (error) {
          thread?.end()
          throw error
        }
      },
      'lists.inspect': async ({ list, settings }, { signal }) =>
        (await inspect(stagedList(list), settings, signal)).inspected.inspection,
      'lists.budget': async ({ list, settings }, { signal, progress }) => {
        const staged = stagedList(list)
        const found = await inspect(staged, settings, signal)
        const { plan } = found.inspected
        let hidden = found.budget?.hidden ?? 0
        const onHidden = (rows: number) => {
          hidden += rows
        }
        const watch = { signal, onHidden, progress: (rows: number) => progress({ rows, total: null }) }
        const keys = found.budget?.keys ?? (await readKeys(staged.file, plan, { ...watch, thread: takeThread(list) }))
        known.set(staged, { ...found, budget: { keys, hidden } })
        return {
          rows: keys.rows,
          keys: keys.keys.size,
          repeated: keys.repeated,
          hidden_rows: hidden,
          unusable_rows: keys.unusableRows,
          problems: [...keys.problems],
          unusable: keys.unusable.map((cell) => shown(cell, plan.names)),
        }
      },
      'lists.drop': ({ list }) => drop(list),
    },
  }
}

/** Throws `file_too_large`, `file_unreadable`, `no_permission`, `file_busy`. */
async function readWhole(path: string): Promise<Uint8Array> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > maxFileBytes) throw new AppFailure('file_too_large')
    // In one piece: reading a file of unknown length copies it again and again. Shared with the thread that reads a part of it.
    const bytes = new Uint8Array(new SharedArrayBuffer(size))
    let read = 0
    for (let more = -1; read < size && more !== 0; read += more)
      more = (await file.read(bytes, read, size - read)).bytesRead
    return bytes.subarray(0, read)
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

function shown(
  { row, column, reason, text }: KeyMap['unusable'][number],
  names: readonly string[],
): ListBudget['unusable'][number] {
  return { row, column: names[column] || columnLetters(column), reason, text }
}
