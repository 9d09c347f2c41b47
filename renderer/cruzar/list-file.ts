import { createStore } from 'zustand'
import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import { measured, noPace, type Pace } from '../../preload/values/progress.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { noticeExported } from '../tables/export-dialog.tsx'
import type { PreparedList } from './list-state.ts'

export interface ListFileState extends MutationState {
  readonly pace: Pace
  /** Writes a list to a file that the person chooses, and then shows a notice. */
  save(list: PreparedList, format: ExportFormat, name: string): Promise<void>
  cancel(): void
  dismissFailure(): void
}

export interface ListFileDeps {
  readonly ask: AppAsk
  readonly onSaved: (list: string) => void
}

export type ListFileStore = ReturnType<typeof createListFileStore>

/** The file of the list that is about to be crossed. */
export function createListFileStore({ ask, onSaved }: ListFileDeps) {
  return createStore<ListFileState>()((set, get) => {
    const saving = createMutation({ get, set })
    return {
      ...noMutation,
      pace: noPace,
      async save({ id, settings }, format, name) {
        const file = await saving.run('save', (_, { signal }) => {
          set({ pace: noPace })
          const progress = measured((pace: Pace) => set({ pace }))
          return ask('cruzar.save_list', { list: id, settings, format, name }, { signal, progress })
        })
        if (!file?.saved) return
        onSaved(id)
        noticeExported(file, 0)
      },
      cancel: saving.abort,
      dismissFailure: saving.dismissFailure,
    }
  })
}
