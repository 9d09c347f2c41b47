import type { cruzar, ListSettings, RecognisedList } from '../../../../preload/contract/cruzar.ts'
import type { ParsedInput } from '../../../../preload/contract/question.ts'
import type { ListMapping } from '../../../../preload/contract/recipes.ts'
import { rowsOfSet, type SetOperation } from '../../../../preload/values/list-sets.ts'
import { detectedSettings } from '../../../../preload/values/list-settings.ts'
import type { RowProgress } from '../../../../preload/values/progress.ts'
import type { KeyTable } from '../../../engine/columns/key-index.ts'
import type { TableList } from '../../../engine/tables/table-list.ts'
import type { Thread } from '../../../engine/thread.ts'
import { AppFailure, orNotFound } from '../../../kernel/failure.ts'
import type { Call } from '../../../kernel/router.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import type { ListFile, MadeHeadings } from '../../../lists/plan.ts'
import { readKeys, threadFor } from '../../../lists/read.ts'
import { readFileWhole } from '../../../lists/read-file.ts'
import type { RestWork } from '../../../lists/read-text.ts'
import { inspectList } from '../../../lists/recognise/inspect.ts'
import { decode, fileKindOf, recogniseEncoding, refuseStandIn } from '../../../lists/source.ts'
import { membersOf } from '../../../lists/whatsapp.ts'
import { pieces, readCellKeys } from '../../../phones/cell-keys.ts'
import { otherNinth } from '../../../phones/match-ladder.ts'
import { compareLists } from './compare-lists.ts'
import { fitMappings, mappingOf } from './list-mapping.ts'
import { combineLists } from './set-operation.ts'

/** A list and the settings that apply until the person chooses others. */
interface ListSource {
  readonly file: ListFile
  readonly settings: ListSettings
}

interface Staged extends ListSource {
  /** Kept until the keys of the list are counted. */
  thread: Thread<RestWork> | null
  known: Inspection | null
}

/** What was found out about a staged list, by the settings that it was for. */
interface Inspection extends Awaited<ReturnType<typeof inspectList>> {
  readonly settings: string
  readonly found: Awaited<ReturnType<typeof readKeys>> | null
}

export interface NewList {
  readonly list: string
  readonly name: string
  readonly source:
    | { readonly path: string }
    | { readonly bytes: Uint8Array }
    | { readonly run: string }
    | { readonly rows: TableList }
    | { readonly lists: readonly [ChosenList, ChosenList]; readonly how: SetOperation }
  readonly headings?: MadeHeadings
  /** The password of an encrypted workbook; used for this reading and stored nowhere. */
  readonly password?: string | undefined
}

type ChosenList = ParsedInput<(typeof cruzar)['cruzar.inspect']>

/** Lists in memory that a person brought and has not used yet. */
export type StagedLists = ReturnType<typeof createStagedLists>

/** The oldest list is dropped first. Nobody needs more at once, and each takes the memory of its file. */
const maxLists = 4
export const maxFileBytes = 400 * 1024 * 1024

interface StagedListsDeps {
  /** The list of an earlier run and the settings that read it. Throws `not_found`. */
  readonly listOfRun: (id: string) => ListSource
  /**
   * Rows of a table as the bytes of a list, and the settings of the list that the table shows, if it does. Throws
   * `not_found`.
   */
  readonly listOfTable: (
    rows: TableList,
    call: Call<RowProgress>,
  ) => Promise<{ readonly bytes: Uint8Array; readonly settings: Partial<ListSettings> }>
  /** Recognises a list that was run before. */
  readonly recognise: (name: string, keys: KeyTable) => RecognisedList | null
}

export function createStagedLists({ listOfRun, listOfTable, recognise }: StagedListsDeps) {
  const lists = new Map<string, Staged>()

  /** Marks the list as used last, so that it is dropped last. */
  const stagedList = (list: string): Staged => {
    const staged = orNotFound(lists.get(list))
    lists.delete(list)
    lists.set(list, staged)
    return staged
  }
  async function inspect(staged: Staged, settings: ListSettings, signal: AbortSignal): Promise<Inspection> {
    const chosen = isOpen(settings) ? staged.settings : settings
    const text = JSON.stringify(chosen)
    if (staged.known?.settings === text) return staged.known
    staged.known = { ...(await inspectList(staged.file, chosen, signal)), settings: text, found: null }
    return staged.known
  }
  /** Counts the keys of a list, which are looked for once. */
  async function count({ list, settings }: ChosenList, { signal, progress }: Call<RowProgress>) {
    const staged = stagedList(list)
    const reading = await inspect(staged, settings, signal)
    const { thread, file } = staged
    if (!reading.found) staged.thread = null
    const report = (rows: number) => progress({ rows, total: null })
    const keyMap = reading.found ?? (await readKeys(file, reading.plan, { signal, progress: report, thread }))
    staged.known = { ...reading, found: keyMap }
    return { file, plan: reading.plan, ...keyMap }
  }
  async function compare(one: ChosenList, other: ChosenList, call: Call<RowProgress>) {
    const counted = await count(one, call)
    const { rows } = counted.keys
    const progress = (done: RowProgress) => call.progress({ ...done, rows: rows + done.rows })
    const countedOther = await count(other, { ...call, progress })
    const yieldToEventLoop = createYieldToEventLoop(call.signal)
    const compared = await compareLists(counted.keys, countedOther.keys, yieldToEventLoop)
    return { one: counted, other: countedOther, compared }
  }
  async function combine(how: SetOperation, lists: readonly [ChosenList, ChosenList], call: Call<RowProgress>) {
    const { one, other, compared } = await compare(...lists, call)
    const { counts } = compared
    if (rowsOfSet(how, counts) === 0) throw new AppFailure('list_empty')
    const total = counts.rows + (how === 'or' ? counts.other.rows : 0)
    const combined = await combineLists(
      how,
      { ...one, places: compared.one },
      { ...other, places: compared.other },
      { signal: call.signal, most: maxFileBytes, progress: (rows) => call.progress({ rows, total }) },
    )
    const settings = {
      ...detectedSettings,
      key_columns: [...combined.keyColumns],
      area_column: 'none' as const,
      area_code: one.plan.areaCode ?? (how === 'or' ? other.plan.areaCode : null),
    }
    return { file: { name: '', bytes: combined.bytes, made: { header: combined.header } }, settings }
  }
  async function sourceOf({ name, source, password }: NewList, call: Call<RowProgress>): Promise<ListSource> {
    if ('run' in source) return listOfRun(source.run)
    if ('lists' in source) {
      const { file, settings } = await combine(source.how, source.lists, call)
      return { file: { ...file, name }, settings }
    }
    if ('rows' in source) {
      const { bytes, settings } = await listOfTable(source.rows, call)
      const made = { header: source.rows.columns.some(({ heading }) => heading.trim() !== '') }
      return { file: { name, bytes, made }, settings: { ...detectedSettings, ...settings } }
    }
    refuseStandIn(name)
    const bytes = 'path' in source ? await readFileWhole(source.path, maxFileBytes) : source.bytes
    const file = await openFile({ name, bytes }, password, call.signal)
    return { file: onePerLine(file), settings: detectedSettings }
  }
  const drop = (list: string) => {
    lists.get(list)?.thread?.end()
    lists.delete(list)
  }

  return {
    /**
     * How a staged list is read by these settings, and its keys where they are known. Throws `not_found` and what
     * `inspectList` throws.
     */
    async read({ list, settings }: ChosenList, signal: AbortSignal) {
      const staged = stagedList(list)
      const { plan, found } = await inspect(staged, settings, signal)
      return { file: staged.file, plan, keys: found?.keys ?? null }
    },
    drop,
    handlers: {
      'lists.stage': async (input: NewList, call: Call<RowProgress>) => {
        const { signal } = call
        const { file, settings } = await sourceOf(input, call)
        const { headings } = input
        const staged: Staged = { file: { ...file, headings }, settings, thread: threadFor(file), known: null }
        try {
          const { inspection } = await inspect(staged, settings, signal)
          drop(input.list)
          if ('lists' in input.source) for (const { list } of input.source.lists) drop(list)
          lists.set(input.list, staged)
          for (const oldest of [...lists.keys()].slice(0, -maxLists)) drop(oldest)
          return inspection
        } catch (error) {
          staged.thread?.end()
          throw error
        }
      },
      'lists.inspect': async ({ list, settings }: ChosenList, { signal }: Call) =>
        (await inspect(stagedList(list), settings, signal)).inspection,
      'lists.compare': async (
        { other, ...one }: ChosenList & { readonly other: ChosenList },
        call: Call<RowProgress>,
      ) => (await compare(one, other, call)).compared.counts,
      /** How the list is read by these settings, for other lists of its shape. */
      'lists.mapping': ({ list, settings }: ChosenList, { signal }: Call) => {
        const { file, settings: stagedSettings } = stagedList(list)
        return mappingOf(file, isOpen(settings) ? stagedSettings : settings, signal)
      },
      'lists.fit': (
        { list, mappings }: Pick<ChosenList, 'list'> & { readonly mappings: readonly ListMapping[] },
        { signal }: Call,
      ) => fitMappings(stagedList(list).file, mappings, signal),
      'lists.budget': async (chosen: ChosenList, call: Call<RowProgress>) => {
        const { keys: keyMap, hidden: hidden_rows } = await count(chosen, call)
        const { rows, keys, repeated, unusableRows, problems, unusable } = keyMap
        return {
          rows,
          keys: keys.size,
          other_forms: keys.all().numbers.reduce((sum, key) => sum + Number(otherNinth(key) > 0), 0),
          repeated,
          hidden_rows,
          unusable_rows: unusableRows,
          problems,
          unusable,
          recognised: recognise(stagedList(chosen.list).file.name, keys),
        }
      },
    },
  }
}

/** Whether settings leave everything to be recognised. */
function isOpen(settings: ListSettings): boolean {
  return Object.values(settings).every((value) => value === null)
}

/** The list in a zip file, a workbook without its encryption, any other file as it came. */
async function openFile(file: ListFile, password: string | undefined, signal: AbortSignal): Promise<ListFile> {
  if (fileKindOf(file) === 'text') return file
  // This module is evaluated for the first such file: every start would wait for it.
  const { listInArchive } = await import('../../../lists/archive.ts')
  const { decryptWorkbook } = await import('../../../lists/workbooks/encryption.ts')
  const list = await listInArchive(file, maxFileBytes, signal)
  return { ...list, bytes: await decryptWorkbook(list.bytes, password, signal) }
}

/** Longer files have more than one line, or are no lists. */
const longestLine = 1024 * 1024

/**
 * A list as it came, but for keys side by side on its only line ("11…, 11…; ana@…"). They become one row each, in
 * UTF-8, so that each has its outcome. The members of a group that were copied from WhatsApp become rows too, names
 * among them. Bytes without a name are pasted text.
 */
export function onePerLine(file: ListFile): ListFile {
  const { name, bytes } = file
  if (name !== '' && (bytes.length > longestLine || bytes.subarray(0, -2).includes(10))) return file
  let text = ''
  for (const piece of decode(bytes, recogniseEncoding(bytes))) text += piece.text
  const line = text.trim()
  if (/[\r\n]/.test(line) || !/[,;|\t]/.test(line)) return file
  const members = membersOf(line)
  if (members) return { ...file, bytes: new TextEncoder().encode(members.join('\n')) }
  const keys = pieces(line, /[,;|\t]/)
  const areKeys = keys.every((key) => readCellKeys(key, 'phone').keys.length > 0)
  return areKeys ? { ...file, bytes: new TextEncoder().encode(keys.join('\n')) } : file
}
