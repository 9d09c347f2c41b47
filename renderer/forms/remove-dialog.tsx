import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { IconArchive, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { Form } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FormProgress, isKeptWhole, isReading, serviceTotal } from './form-marks.tsx'
import { KeepCost } from './keep-dialog.tsx'
import type { KeepStore } from './keep-store.ts'

export interface RemoveDialogProps extends TaskProps {
  readonly form: Form
  readonly keeping: KeepStore
  readonly working: boolean
  readonly failure: Failure | null
  readonly onArchive: () => void
  /** Keeps the form offline, or reads on what is missing. */
  readonly onCopy: () => void
  readonly onRemove: (name: string) => void
  readonly onClose: () => void
}

/**
 * Deleting a form takes all its entries for good, so that archiving is offered first; then a whole copy is made here, and
 * only then can the name be typed (features.md §4 "Deletion safety").
 */
export function RemoveDialog(props: RemoveDialogProps) {
  const { form, working, failure, onArchive, onClose } = props
  const messages = useMessages()
  const texts = messages.forms.remove
  const [sure, setSure] = useState(false)
  const archived = form.status === 'archived'
  return (
    <Dialog writes opened onClose={onClose} title={texts.title(form.name)} size={520}>
      {sure ? (
        <RemoveForm {...props} />
      ) : (
        <Stack gap="md">
          <div className="forms-instead inset">
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
                <Button size="sm" loading={working} data-autofocus onClick={onArchive}>
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

/** Whether everything that the service has of a form is here. */
export function isCopied(form: Form): boolean {
  return isKeptWhole(form) && form.sync.kind === 'complete' && !isReading(form)
}

function RemoveForm({ form, keeping, working, failure, onCopy, onRemove, onClose, ...tasks }: RemoveDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.remove
  const [typed, setTyped] = useState('')
  const copied = isCopied(form)
  const ready = copied && typed.trim() === form.name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onRemove(typed.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>
          <Text size="md">{texts.willBeLost}</Text>
          <List size="md" mt={4} className="figures">
            <List.Item>{texts.loses(form.entries_count)}</List.Item>
            <List.Item>{texts.losesForm}</List.Item>
          </List>
        </div>
        <section className="forms-copy inset stack" aria-label={texts.copyTitle}>
          <Text size="md" fw={600}>
            {texts.copyTitle}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.copyWhy}
          </Text>
          <CopyState {...tasks} form={form} keeping={keeping} working={working} onCopy={onCopy} />
        </section>
        <TextInput
          label={messages.common.typeToConfirm(form.name)}
          value={typed}
          autoComplete="off"
          disabled={!copied}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons dangerous confirm={texts.confirm} disabled={!ready} busy={working && copied} onClose={onClose} />
      </Stack>
    </form>
  )
}

type CopyStateProps = TaskProps & Pick<RemoveDialogProps, 'form' | 'keeping' | 'working' | 'onCopy'>
function CopyState({ form, keeping, working, onCopy, ...tasks }: CopyStateProps) {
  const texts = useMessages().forms.remove
  const here = form.entries - form.gone
  if (isCopied(form)) {
    return (
      <Text size="md" className="forms-copied row figures" role="status">
        <IconCheck size={16} aria-hidden="true" /> {texts.copyReady(here)}
      </Text>
    )
  }
  if (form.kept && isReading(form)) return <FormProgress form={form} {...tasks} />
  return (
    <>
      {isKeptWhole(form) ? null : <CopyCost form={form} keeping={keeping} />}
      <Group justify="space-between" gap="sm">
        <Text size="md" className="figures">
          {texts.copyMissing(here, serviceTotal(form))}
        </Text>
        <Button variant="default" loading={working} onClick={onCopy}>
          {form.kept ? texts.copyGoOn : texts.copyStart}
        </Button>
      </Group>
    </>
  )
}

/** What the copy of the whole form will cost. */
function CopyCost({ form, keeping }: Pick<RemoveDialogProps, 'form' | 'keeping'>) {
  const { connection_id: connection, id } = form
  useEffect(() => {
    keeping.getState().open({ connection, id })
    return () => keeping.getState().close()
  }, [keeping, connection, id])
  return <KeepCost store={keeping} />
}
