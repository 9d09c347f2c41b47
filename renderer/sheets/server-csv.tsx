import { Button } from '@mantine/core'
import { createStore, useStore } from 'zustand'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { formatOf, useFormat } from '../kernel/format.ts'
import { languageStore, messagesNow, useMessages } from '../kernel/messages.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'

export interface ServerCsvRequest {
  readonly connectionId: string
  readonly filter: LeadFilter
  /** The name that is proposed for the file, without an extension. */
  readonly name: string
}

export interface ServerCsvState extends MutationState {
  /** Bytes received so far. */
  readonly received: number
  /** Returns what was saved; null when it failed, was cancelled, or no place was chosen. */
  save(request: ServerCsvRequest): Promise<SavedFile | null>
  cancel(): void
  dismissFailure(): void
}

/** The contract's longest name of a file. */
const longestName = 150

export type ServerCsvStore = ReturnType<typeof createServerCsvStore>

/** The service's own `formato=csv`, saved as it comes (agent-platform.md, "Lead export"). One at a time. */
export function createServerCsvStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ServerCsvState>()((set, get) => {
    const mutation = createMutation({ get, set })
    return {
      ...noMutation,
      received: 0,
      async save({ connectionId, filter, name }) {
        const saved = await mutation.run('save', (_, { signal }) => {
          set({ received: 0 })
          return ask(
            'sheets.save_server_csv',
            { connection_id: connectionId, filter, name: name.slice(0, longestName) },
            { signal, progress: ({ bytes }) => set({ received: bytes }) },
          )
        })
        return saved?.saved ? saved : null
      },
      cancel: mutation.cancel,
      dismissFailure: mutation.dismissFailure,
    }
  })
}

/** Saves the service's own file and shows a notice when it is there. */
export async function saveServerCsv(store: ServerCsvStore, request: ServerCsvRequest) {
  const saved = await store.getState().save(request)
  if (!saved) return
  const size = formatOf(languageStore.getState().language).bytes(saved.bytes)
  noticeSaved({ message: messagesNow().sheets.csv.saved(saved.name, size), file: saved.file })
}

/** How much of the service's own file has come, with the way to stop; or why it did not come. */
export function ServerCsvProgress({ store }: { readonly store: ServerCsvStore }) {
  const messages = useMessages()
  const format = useFormat()
  const { working, received, failure, cancel, dismissFailure } = useStore(store)
  if (failure) return <FailureNotice failure={failure} onClose={dismissFailure} />
  if (working === null) return null
  return (
    <div className="reading-progress row">
      <ProgressLine
        label={messages.sheets.csv.running}
        done={received}
        total={null}
        text={messages.sheets.csv.received(format.bytes(received))}
      />
      <Button size="compact-xs" variant="subtle" onClick={cancel}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}
