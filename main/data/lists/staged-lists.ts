import { readFile, stat } from 'node:fs/promises'
import { type ListBudget, type ListSettings, listSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataCalls, HandlersOf } from '../calls.ts'
import { columnLetters } from '../export/xlsx-cells.ts'
import { storeFailure } from '../store/encrypted-file.ts'
import { readCellKeys } from './cell-keys.ts'
import { inspectList } from './inspect.ts'
import { type KeyMap, recogniseKeys } from './keys.ts'
import type { ListFile, ListPlan } from './plan.ts'
import { readList } from './read.ts'
import { decode, recogniseEncoding } from './source.ts'

interface Staged {
  readonly file: ListFile
  /** They apply until the person chooses others. */
  readonly settings: ListSettings | null
}

/** Lists in memory that a person brought and did nothing with yet. */
export interface StagedLists {
  readonly handlers: HandlersOf<'lists'>
  /** How a staged list is read by these settings. Throws `not_found` and what `inspectList` throws. */
  plan(list: string, settings: ListSettings, signal: AbortSignal): Promise<{ file: ListFile; plan: ListPlan }>
  drop(list: string): void
}

/** The oldest is dropped first: nobody needs so many lists at once, and each takes the memory of its file. */
const maxLists = 4
const maxFileBytes = 400 * 1024 * 1024
const shownUnusable = 500
const emptySettings = listSettings.parse({})

/** `listOfRun` gives the list of an earlier run and the settings that read it; it throws `not_found`. */
export function createStagedLists({ listOfRun }: { readonly listOfRun: (id: string) => Staged }): StagedLists {
  const lists = new Map<string, Staged>()

  function stagedList(list: string): Staged {
    const staged = lists.get(list)
    if (!staged) throw new AppFailure('not_found')
    return staged
  }
  function inspect(list: string, settings: ListSettings, signal: AbortSignal) {
    const { file, settings: own } = stagedList(list)
    const isEmpty = Object.values(settings).every((value) => value === null)
    return inspectList(file, isEmpty ? (own ?? settings) : settings, { signal })
  }
  async function plan(list: string, settings: ListSettings, signal: AbortSignal) {
    return { file: stagedList(list).file, plan: (await inspect(list, settings, signal)).plan }
  }
  async function sourceOf({ name, source }: DataCalls['lists.stage']['input']): Promise<Staged> {
    if ('run' in source) return listOfRun(source.run)
    if ('path' in source) return { file: { name, bytes: await readWhole(source.path) }, settings: null }
    // Bytes without a name are pasted text.
    const file =
      name === '' ? pastedList(new TextDecoder().decode(source.bytes), name) : filedList({ name, bytes: source.bytes })
    return { file, settings: null }
  }
  const drop = (list: string) => void lists.delete(list)

  return {
    plan,
    drop,
    handlers: {
      'lists.stage': async (input, { signal }) => {
        const { file, settings } = await sourceOf(input)
        const staged = { file: { ...file, cardHeadings: input.card_headings }, settings }
        const { inspection } = await inspectList(staged.file, settings ?? emptySettings, { signal })
        lists.set(input.list, staged)
        for (const oldest of [...lists.keys()].slice(0, -maxLists)) lists.delete(oldest)
        return inspection
      },
      'lists.inspect': async ({ list, settings }, { signal }) => (await inspect(list, settings, signal)).inspection,
      'lists.budget': async ({ list, settings }, { signal, progress }) => {
        const { file, plan: how } = await plan(list, settings, signal)
        let hidden = 0
        const onHidden = (rows: number) => {
          hidden += rows
        }
        const watch = { signal, progress: (rows: number) => progress({ rows }) }
        const map = await recogniseKeys(readList(file, how, { signal, onHidden }), how, watch)
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
      'lists.drop': ({ list }) => drop(list),
    },
  }
}

/** Throws `file_too_large`, `file_unreadable`, `no_permission`, `file_busy`. */
async function readWhole(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > maxFileBytes) throw new AppFailure('file_too_large')
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

function shown(
  { row, column, reason, text }: KeyMap['unusable'][number],
  names: readonly string[],
): ListBudget['unusable'][number] {
  return { row, column: names[column] || columnLetters(column), reason, text: text ?? '' }
}
