import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { nameWithPeriod } from '../../preload/messages/kept-days.ts'
import { useDraft } from '../kernel/drafts.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import type { TableWords } from '../tables/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { takeFocus } from '../ui/take-focus.ts'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { CreateDialog } from './create-dialog.tsx'
import type { EntriesStore } from './entries-store.ts'
import { cancelledText, notify, notifyDeletion, notifyFailure } from './notices.tsx'
import type { OpenDialog, ReviewCommands } from './review-commands.ts'
import { AssignDialog, NoteDialog, StateDialog, TagDialog } from './review-dialogs.tsx'
import { selectRows } from './select-rows.ts'
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
  if (dialog.kind === 'save-filter') return <SaveFilterDialog store={store} onClose={onClose} />
  if (dialog.kind === 'export') return <EntriesExport store={store} onClose={onClose} />
  const deed = {
    store,
    target: dialog.target,
    onClose,
    onApply: (change: ReviewChange) => void commands.apply(dialog.target, change),
  }
  switch (dialog.kind) {
    case 'state':
      return <StateDialog {...deed} state={dialog.state} />
    case 'assign':
      return <AssignDialog {...deed} />
    case 'tag':
      return <TagDialog {...deed} />
    case 'note':
      return <NoteDialog {...deed} />
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
  const [ready, setReady] = useState(presentation === 'table')
  useEffect(() => {
    if (presentation === 'table') return
    let isMounted = true
    void selectRows(store.getState(), selected).then(() => {
      if (isMounted) setReady(true)
    })
    return () => {
      isMounted = false
    }
  }, [store, presentation, selected])
  const [only] = table.form_id === null ? [] : forms
  const name = nameWithPeriod(only?.name ?? messages.entries.title, only?.sync.period ?? null, messages)
  return <ExportDialog opened={ready} store={rows} name={name.slice(0, 150)} onClose={onClose} />
}

function SaveFilterDialog({ store, onClose }: PartProps) {
  const messages = useMessages()
  const texts = messages.entries.filters
  const failure = useStore(store, (state) => state.failure)
  const { connection_id, form_id } = store.getState().table
  const { draft, change, working, submit, discard } = useDraft(`filter ${connection_id} ${form_id}`, '', onClose)
  const name = draft.trim()
  const close = () => {
    discard()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { rows, saveFilter } = store.getState()
    if (name !== '') void submit(() => saveFilter(name, rows.getState().query))
  }
  return (
    <Dialog opened onClose={close} title={texts.saveTitle}>
      <form onSubmit={send}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.saveHint}
            value={draft}
            maxLength={80}
            ref={takeFocus}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={name === ''} loading={working}>
              {messages.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
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
