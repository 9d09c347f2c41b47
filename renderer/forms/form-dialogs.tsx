import { Button, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Form, FormChanges } from '../../preload/contract/forms.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { MutationEnd } from '../kernel/mutation.ts'
import { ConfirmDialog, NameDialog, SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { longestName } from './form-draft.ts'
import { FormProgress, isKeptWhole, isReading, serviceTotal } from './form-marks.tsx'
import { keyOf, useMutationOf } from './form-store.ts'
import { KeepCost, KeepDialog, useKeepStore } from './keep-dialog.tsx'

export type FormDialogKind = 'keep' | 'status' | 'duplicate' | 'forget' | 'remove'

interface FormDialogProps {
  readonly kind: FormDialogKind
  /** The present form: the dialog of a deletion follows the reading of its copy. */
  readonly form: Form
  readonly onClose: () => void
}

/** The dialog of one action on a form, used by the list and by the form's own screen. */
export function FormDialog({ kind, form, onClose }: FormDialogProps) {
  const { change, duplicate, keep, sync, remove, dismissFailure } = useFeature('forms').mutations.getState()
  const { go } = useNavigation()
  const showNewest = useShowNewest()
  const isMounted = useIsMounted()
  const close = () => {
    dismissFailure(keyOf(form))
    onClose()
  }
  /** It also closes on `unknown`: the ledger shows that write, and the dialog must not suggest to send it again. */
  const after = async (mutation: Promise<MutationEnd>, notice?: string) => {
    const end = await mutation
    if (end !== 'failed') close()
    if (end === 'done' && notice !== undefined) notifications.show({ message: notice })
  }
  const setStatus = (status: Status) => {
    const { statusChanged, status: word } = messagesNow().forms
    void after(change(form, { status }), statusChanged(form.name, word(status)))
  }
  const makeCopy = async (name: string) => {
    const { end, form: copy } = await duplicate(form, name)
    const isShown = isMounted()
    if (end !== 'failed') close()
    if (copy && isShown) go({ screen: 'form', connection: copy.connection_id, id: copy.id, part: 'edit' })
  }
  const shared = { form, onClose: close }
  switch (kind) {
    case 'keep':
      return (
        <KeepDialog
          {...shared}
          onKeep={(period) => void after(keep(form, true, period))}
          onNewest={() => {
            close()
            showNewest(form)
          }}
        />
      )
    case 'status':
      return <StatusDialog {...shared} onStatus={setStatus} />
    case 'duplicate':
      return <DuplicateDialog {...shared} onDuplicate={(name) => void makeCopy(name)} />
    case 'forget':
      return <ForgetDialog {...shared} onForget={() => void after(keep(form, false))} />
    case 'remove':
      return (
        <RemoveDialog
          {...shared}
          onArchive={() => setStatus('archived')}
          onCopy={() => void (isKeptWhole(form) ? sync(form, true) : keep(form, true, null))}
          onRemove={(name) => void after(remove(form, name), messagesNow().forms.removed(form.name))}
        />
      )
  }
}

/** Shows the newest entries of a form that is not kept. Where the form's own screen is open, they replace it. */
export function useShowNewest(): (form: Form) => void {
  const { go, goInstead, place } = useNavigation()
  const show = place.screen === 'form' ? goInstead : go
  return ({ connection_id: connection, id }) => show({ screen: 'form', connection, id, newest: true })
}

type Status = NonNullable<FormChanges['status']>
type DialogProps = Omit<FormDialogProps, 'kind'>

const statuses: readonly Status[] = ['draft', 'active', 'archived']

/** The three statuses with their meanings (docs/services.md §10.2). */
function StatusDialog({ form, onStatus, onClose }: DialogProps & { readonly onStatus: (status: Status) => void }) {
  const { forms } = useMessages()
  const { statusDialog: texts, statusMeanings } = useMessages().forms
  const { working, failure } = useMutationOf(keyOf(form))
  const [status, setStatus] = useState(statuses.find((each) => each === form.status))
  return (
    <Dialog writes onClose={onClose} title={texts.title(form.name)}>
      <SubmitForm
        confirm={texts.confirm}
        ready={status !== undefined && status !== form.status}
        busy={working !== null}
        failure={failure}
        onSubmit={() => status && onStatus(status)}
        onClose={onClose}
      >
        <Radio.Group
          aria-label={forms.columns.status}
          value={status ?? null}
          onChange={(value) => setStatus(statuses.find((each) => each === value))}
        >
          <Stack gap="md">
            {statuses.map((value) => (
              <Radio key={value} value={value} label={texts.options[value]} description={statusMeanings[value]} />
            ))}
          </Stack>
        </Radio.Group>
      </SubmitForm>
    </Dialog>
  )
}

/** Asks for the name of the copy, which starts as a draft. */
function DuplicateDialog({
  form,
  onDuplicate,
  onClose,
}: DialogProps & { readonly onDuplicate: (name: string) => void }) {
  const texts = useMessages().forms.duplicate
  const { working, failure } = useMutationOf(keyOf(form))
  return (
    <NameDialog
      writes
      texts={{ ...texts, title: texts.title(form.name) }}
      name={texts.proposed(form.name).slice(0, longestName)}
      maxLength={longestName}
      busy={working !== null}
      failure={failure}
      onName={onDuplicate}
      onClose={onClose}
    >
      <Text size="md">{texts.text}</Text>
    </NameDialog>
  )
}

/**
 * Names what is lost with the local copy. Reviews exist only here, so where there are some the person types the name.
 */
function ForgetDialog({ form, onForget, onClose }: DialogProps & { readonly onForget: () => void }) {
  const texts = useMessages().forms.forget
  const { working, failure } = useMutationOf(keyOf(form))
  const reviewed = form.entries - form.unreviewed
  const losses = [texts.entries(form.entries)]
  if (form.gone > 0) losses.push(texts.gone(form.gone))
  if (reviewed > 0) losses.push(texts.reviews(reviewed))
  return (
    <ConfirmDialog
      title={texts.title(form.name)}
      lost={losses}
      kept={texts.keeps}
      confirm={texts.confirm}
      typed={reviewed > 0 || form.gone > 0 ? form.name : undefined}
      busy={working !== null}
      failure={failure}
      onConfirm={onForget}
      onClose={onClose}
    />
  )
}

interface RemoveDialogProps extends DialogProps {
  readonly onArchive: () => void
  /** Keeps the form offline, or reads what is missing. */
  readonly onCopy: () => void
  readonly onRemove: (name: string) => void
}

/**
 * Deleting a form deletes all its entries for good, so archiving is offered first. Then a whole copy is made here, and
 * only after that the name can be typed (docs/decisions/requests-and-writes.md §19).
 */
function RemoveDialog(props: RemoveDialogProps) {
  const { form, onArchive, onClose } = props
  const messages = useMessages()
  const texts = messages.forms.remove
  const { working, failure } = useMutationOf(keyOf(form))
  const [sure, setSure] = useState(false)
  const archived = form.status === 'archived'
  return (
    <Dialog writes onClose={onClose} title={texts.title(form.name)} size={520}>
      {sure ? (
        <RemoveForm {...props} />
      ) : (
        <Stack gap="md">
          <div className="forms-instead pad-12 flex gap-12 inset">
            <IconArchive size={20} aria-hidden="true" />
            <div>
              <Text size="md" fw={600}>
                {texts.instead}
              </Text>
              <Text size="md">{archived ? texts.archived : texts.insteadText}</Text>
            </div>
          </div>
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="space-between" gap="sm">
            <Button variant="subtle" size="sm" c="var(--outcome-invalida)" onClick={() => setSure(true)}>
              {texts.go}
            </Button>
            <Group gap="sm">
              <Button variant="default" size="sm" onClick={onClose}>
                {messages.common.cancel}
              </Button>
              {archived ? null : (
                <Button size="sm" loading={working !== null} data-autofocus onClick={onArchive}>
                  {texts.archive}
                </Button>
              )}
            </Group>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

/** Whether everything that the service has of a form is stored here. */
export function isCopied(form: Form): boolean {
  return isKeptWhole(form) && form.sync.kind === 'complete' && !isReading(form)
}

function RemoveForm({ form, onCopy, onRemove, onClose }: RemoveDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.remove
  const { working, failure } = useMutationOf(keyOf(form))
  const [typed, setTyped] = useState('')
  const copied = isCopied(form)
  return (
    <SubmitForm
      dangerous
      confirm={texts.confirm}
      ready={copied && typed.trim() === form.name.trim()}
      busy={working !== null && copied}
      failure={failure}
      onSubmit={() => onRemove(typed.trim())}
      onClose={onClose}
    >
      <div>
        <Text size="md">{texts.willBeLost}</Text>
        <List size="md" mt={4} className="figures">
          <List.Item>{texts.loses(form.entries_count)}</List.Item>
          <List.Item>{texts.losesForm}</List.Item>
        </List>
      </div>
      <section className="pad-12 inset stack" aria-label={texts.copyTitle}>
        <Text size="md" fw={600}>
          {texts.copyTitle}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.copyWhy}
        </Text>
        <CopyState form={form} onCopy={onCopy} />
      </section>
      <TextInput
        label={messages.common.typeToConfirm(form.name)}
        value={typed}
        autoComplete="off"
        disabled={!copied}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </SubmitForm>
  )
}

function CopyState({ form, onCopy }: Pick<RemoveDialogProps, 'form' | 'onCopy'>) {
  const texts = useMessages().forms.remove
  const { working } = useMutationOf(keyOf(form))
  const here = form.entries - form.gone
  if (isCopied(form)) {
    return (
      <Text size="md" className="forms-copied row figures" role="status">
        <IconCheck size={16} aria-hidden="true" /> {texts.copyReady(here)}
      </Text>
    )
  }
  if (form.kept && isReading(form)) return <FormProgress form={form} />
  return (
    <>
      {isKeptWhole(form) ? null : <CopyCost form={form} />}
      <Group justify="space-between" gap="sm">
        <Text size="md" className="figures">
          {texts.copyMissing(here, serviceTotal(form))}
        </Text>
        <Button variant="default" loading={working !== null} onClick={onCopy}>
          {form.kept ? texts.copyGoOn : texts.copyStart}
        </Button>
      </Group>
    </>
  )
}

/** What the copy of the whole form will cost. */
function CopyCost({ form }: Pick<RemoveDialogProps, 'form'>) {
  return <KeepCost store={useKeepStore(form)} />
}
