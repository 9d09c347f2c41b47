import { notifications } from '@mantine/notifications'
import { useStore } from 'zustand'
import type { Form, FormDetail } from '../../preload/contract/forms.ts'
import { messagesNow } from '../kernel/messages.ts'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { DuplicateDialog, ForgetDialog, type Status, StatusDialog } from './form-dialogs.tsx'
import { isKeptWhole } from './form-marks.tsx'
import { type FormMutationEnd, type FormMutationsStore, keyOf } from './form-mutations.ts'
import type { TaskProps } from './form-progress.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import type { KeepStore } from './keep-store.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** What is being asked about a form. */
export type FormDialogKind = 'keep' | 'status' | 'duplicate' | 'forget' | 'remove'

export interface FormDialogProps extends TaskProps {
  readonly mutations: FormMutationsStore
  readonly keeping: KeepStore
  readonly kind: FormDialogKind
  /** As it is now: the dialog of a deletion follows the reading of its copy. */
  readonly form: Form
  readonly onDuplicated: (form: FormDetail) => void
  readonly onNewest: (form: Form) => void
  readonly onClose: () => void
}

/** The dialog of one action on a form, used by the list and by the form's own screen. */
export function FormDialog(props: FormDialogProps) {
  const { mutations, keeping, kind, form, onDuplicated, onNewest, onClose } = props
  const { working, failures, change, duplicate, keep, sync, remove, dismissFailure } = useStore(mutations)
  const key = { connection: form.connection_id, id: form.id }
  const isMounted = useIsMounted()
  const close = () => {
    dismissFailure(keyOf(key))
    onClose()
  }
  /** Also closes on `unknown`: the ledger shows that write, and the dialog must not invite to send it twice. */
  const after = async (running: Promise<FormMutationEnd>, said?: string) => {
    const end = await running
    if (end !== 'failed') close()
    if (end === 'done' && said !== undefined) notifications.show({ message: said })
  }
  const setStatus = (status: Status) => {
    const { statusChanged, status: word } = messagesNow().forms
    void after(change(key, { status }), statusChanged(form.name, word(status)))
  }
  const state = { form, working: working.has(keyOf(key)), failure: failures[keyOf(key)] ?? null, onClose: close }
  switch (kind) {
    case 'keep':
      return (
        <KeepDialog
          {...state}
          store={keeping}
          onKeep={(period) => void after(keep(key, true, period))}
          onNewest={() => {
            close()
            onNewest(form)
          }}
        />
      )
    case 'status':
      return <StatusDialog {...state} onStatus={setStatus} />
    case 'duplicate':
      return (
        <DuplicateDialog
          {...state}
          onDuplicate={async (name) => {
            const made = await duplicate(key, name)
            const isLookedAt = isMounted()
            if (made.end !== 'failed') close()
            if (made.end === 'done' && isLookedAt) onDuplicated(made.form)
          }}
        />
      )
    case 'forget':
      return <ForgetDialog {...state} onForget={() => void after(keep(key, false))} />
    case 'remove':
      return (
        <RemoveDialog
          {...props}
          {...state}
          onArchive={() => setStatus('archived')}
          onCopy={() => void (isKeptWhole(form) ? sync(key, true) : keep(key, true, null))}
          onRemove={(name) => void after(remove(key, name), messagesNow().forms.removed(form.name))}
        />
      )
  }
}
