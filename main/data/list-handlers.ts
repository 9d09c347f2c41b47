import { readFile, stat } from 'node:fs/promises'
import type { ListSettings } from '../../preload/contract/cruzar.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { DataCalls, DataHandlers } from './calls.ts'
import { filedList, pastedList } from './lists/pasted.ts'
import type { ListFile } from './lists/plan.ts'
import type { StagedLists } from './staged-lists.ts'
import { storeFailure } from './store/store-failure.ts'

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
