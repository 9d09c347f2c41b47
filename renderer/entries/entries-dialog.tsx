import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { nameWithPeriod } from '../../preload/messages/kept-days.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import { SaveFilterDialog } from '../tables/saved-filter-menu.tsx'
import type { TableWords } from '../tables/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { CreateDialog } from './create-dialog.tsx'
import type { EntriesStore } from './entries-state.ts'
import { cancelledText, notify, notifyDeletion, notifyFailure } from './notices.tsx'
import type { OpenDialog, ReviewCommands } from './review-commands.ts'
import { AssignDialog, NoteDialog, StateDialog, TagDialog } from './review-dialogs.tsx'
import { selectRows } from './selection.ts'
import { formsOf } from './sync-notices.tsx'

export interface EntriesDialogProps {
  readonly store: EntriesStore
  readonly words: TableWords
  readonly commands: ReviewCommands
  readonly dialog: OpenDialog
  readonly onClose: () => void
}

/** The dialog that is open. */
export function EntriesDialog({ store, commands, dialog, onClose }: EntriesDialogProps): ReactNode {
  if (dialog.kind === 'create') return <CreateDialog store={store} onClose={onClose} />
  if (dialog.kind === 'remove') return <RemoveDialog store={store} ids={dialog.ids} onClose={onClose} />
  if (dialog.kind === 'save-filter') return <SaveFilter store={store} onClose={onClose} />
  if (dialog.kind === 'export') return <EntriesExport store={store} onClose={onClose} />
  const part = {
    store,
    target: dialog.target,
    onClose,
    onApply: (change: ReviewChange) => void commands.apply(dialog.target, change),
  }
  switch (dialog.kind) {
    case 'state':
      return <StateDialog {...part} state={dialog.state} />
    case 'assign':
      return <AssignDialog {...part} />
    case 'tag':
      return <TagDialog {...part} />
    case 'note':
      return <NoteDialog {...part} />
  }
}

interface PartProps {
  readonly store: EntriesStore
  readonly onClose: () => void
}

/** The export of the table; what is picked in the list is picked in its rows first. */
function EntriesExport({ store, onClose }: PartProps) {
  const messages = useMessages()
  const { rows, table, presentation, selected } = store.getState()
  const forms = formsOf(readyValue(useStore(store, (state) => state.forms)) ?? [], table.form_id)
  const isSelected = useLoaded(async () => {
    if (presentation === 'list') await selectRows(store.getState(), selected)
    return true
  }, [store, presentation, selected])
  const [only] = table.form_id === null ? [] : forms
  const name = nameWithPeriod(only?.name ?? messages.entries.title, only?.sync.period ?? null, messages)
  return <ExportDialog opened={isSelected === true} store={rows} name={name.slice(0, 150)} onClose={onClose} />
}

function SaveFilter({ store, onClose }: PartProps) {
  const { saved, rows, table } = store.getState()
  const { connection_id, form_id } = table
  return (
    <SaveFilterDialog
      store={saved}
      draftKey={`filter ${connection_id} ${form_id}`}
      maxLength={80}
      texts={useMessages().entries.filters}
      onSave={(name) => saved.getState().save({ name, form_id, query: rows.getState().query })}
      onClose={onClose}
    />
  )
}

/** The contract deletes at most so many at once. */
const mostAtOnce = 1000

function RemoveDialog({ store, ids, onClose }: PartProps & { readonly ids: readonly number[] }) {
  const texts = useMessages().entries.remove
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | undefined>(undefined)
  const isMounted = useIsMounted()
  const count = ids.length
  const typed = count > 1 ? String(count) : undefined
  const remove = async () => {
    if (busy) return
    setBusy(true)
    const started = await store.getState().remove(ids, typed ?? '')
    setBusy(false)
    if (!started.ok)
      return isMounted() ? setFailure(started.failure) : notifyFailure('entries-deletion', started.failure)
    if (isMounted()) onClose()
    notifyDeletion(started.value, () => void cancelDeletion(store, started.value.task))
  }
  if (count > mostAtOnce) {
    return (
      <Dialog opened onClose={onClose} title={texts.title(count)}>
        <Text size="md">{texts.tooMany(mostAtOnce)}</Text>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      writes
      opened
      title={texts.title(count)}
      lost={[]}
      kept={texts.kept}
      confirm={texts.confirm}
      typed={typed}
      busy={busy}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text size="md">{texts.lost(count)}</Text>
    </ConfirmDialog>
  )
}

async function cancelDeletion(store: EntriesStore, task: string) {
  const taken = await store.getState().cancelDeletion(task)
  notify('entries-deletion', cancelledText(taken, messagesNow()))
}
