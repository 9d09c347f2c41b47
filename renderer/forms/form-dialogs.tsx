import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Form, FormChanges, FormDetail } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { MutationEnd } from '../kernel/mutation.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { longestName } from './form-draft.ts'
import { isKeptWhole } from './form-marks.tsx'
import { type FormMutationsStore, keyOf, mutationOf } from './form-store.ts'
import { KeepDialog } from './keep-dialog.tsx'
import type { KeepStore } from './keep-store.ts'
import { RemoveDialog } from './remove-dialog.tsx'

interface DialogState {
  readonly form: Form
  readonly working: boolean
  readonly failure: Failure | null
  readonly onClose: () => void
}

export type Status = NonNullable<FormChanges['status']>

const statuses: readonly Status[] = ['draft', 'active', 'archived']

export interface StatusDialogProps extends DialogState {
  readonly onStatus: (status: Status) => void
}

/** The three statuses with what each means (form-collection.md, "States and transitions"). */
export function StatusDialog({ form, working, failure, onStatus, onClose }: StatusDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.statusDialog
  const [status, setStatus] = useState<Status | undefined>(statuses.find((each) => each === form.status))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (status && status !== form.status) onStatus(status)
  }
  return (
    <Dialog writes opened onClose={onClose} title={texts.title(form.name)}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group
            aria-label={texts.label}
            value={status ?? null}
            onChange={(value) => setStatus(statuses.find((each) => each === value))}
          >
            <Stack gap="md">
              {statuses.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={texts.options[value]}
                  description={messages.forms.statusMeanings[value]}
                />
              ))}
            </Stack>
          </Radio.Group>
          {failure ? <FailureNotice failure={failure} /> : null}
          <DialogButtons
            confirm={texts.confirm}
            disabled={!status || status === form.status}
            busy={working}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

export interface DuplicateDialogProps extends DialogState {
  readonly onDuplicate: (name: string) => void
}

/** Asks for the name of the copy, which begins as a draft. */
export function DuplicateDialog({ form, working, failure, onDuplicate, onClose }: DuplicateDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.duplicate
  const [name, setName] = useState(() => texts.proposed(form.name).slice(0, longestName))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onDuplicate(name.trim())
  }
  return (
    <Dialog writes opened onClose={onClose} title={texts.title(form.name)}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="md">{texts.text}</Text>
          <TextInput
            label={texts.name}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            data-autofocus
            error={failure?.fields?.name?.join(' ')}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure && !failure.fields?.name ? <FailureNotice failure={failure} /> : null}
          <DialogButtons confirm={texts.confirm} disabled={name.trim() === ''} busy={working} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

export interface ForgetDialogProps extends DialogState {
  readonly onForget: () => void
}

/** Names what goes with the local copy. Reviews are here alone, so that where there are some the name is typed. */
export function ForgetDialog({ form, working, failure, onForget, onClose }: ForgetDialogProps) {
  const texts = useMessages().forms.forget
  const reviewed = form.entries - form.unreviewed
  const lost = [texts.entries(form.entries)]
  if (form.gone > 0) lost.push(texts.gone(form.gone))
  if (reviewed > 0) lost.push(texts.reviews(reviewed))
  return (
    <ConfirmDialog
      opened
      title={texts.title(form.name)}
      lost={lost}
      kept={texts.keeps}
      confirm={texts.confirm}
      typed={reviewed > 0 || form.gone > 0 ? form.name : undefined}
      busy={working}
      failure={failure}
      onConfirm={onForget}
      onClose={onClose}
    />
  )
}

/** The open dialog of a form. */
export type FormDialogKind = 'keep' | 'status' | 'duplicate' | 'forget' | 'remove'
interface FormDialogProps extends TaskProps {
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
  const { change, duplicate, keep, sync, remove, dismissFailure } = mutations.getState()
  const key = { connection: form.connection_id, id: form.id }
  const isMounted = useIsMounted()
  const close = () => {
    dismissFailure(keyOf(key))
    onClose()
  }
  /** Also closes on `unknown`: the ledger shows that write, and the dialog must not invite to send it twice. */
  const after = async (mutation: Promise<MutationEnd>, notice?: string) => {
    const end = await mutation
    if (end !== 'failed') close()
    if (end === 'done' && notice !== undefined) notifications.show({ message: notice })
  }
  const setStatus = (status: Status) => {
    const { statusChanged, status: word } = messagesNow().forms
    void after(change(key, { status }), statusChanged(form.name, word(status)))
  }
  const { working, failure } = useStore(mutations, (state) => mutationOf(state, keyOf(key)))
  const state = { form, working: working !== null, failure, onClose: close }
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
            const { end, form: made } = await duplicate(key, name)
            const isShown = isMounted()
            if (end !== 'failed') close()
            if (made && isShown) onDuplicated(made)
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
