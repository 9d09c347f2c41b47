import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { DraftChange, FieldChange } from './draft-review.ts'

export interface ReviewDialogProps {
  readonly changes: readonly DraftChange[]
  /** What somebody else changed on the service since the editing began, and this would replace. */
  readonly replaced: readonly DraftChange[]
  readonly working: boolean
  readonly failure: Failure | null
  readonly onSend: () => void
  readonly onClose: () => void
}

/** What would be sent, with what stands there now; and that the list of fields is replaced whole. */
export function ReviewDialog({ changes, replaced, working, failure, onSend, onClose }: ReviewDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.editor.review
  const fields = changes.flatMap((change) => (change.part === 'fields' ? change.fields : []))
  const removes = fields.some(({ how }) => how === 'removed')
  return (
    <Dialog writes opened onClose={onClose} title={texts.title} size={560}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.text}
        </Text>
        <Changes changes={changes} />
        {failure ? <FailureNotice failure={failure} /> : null}
        {replaced.length > 0 ? (
          <section aria-label={texts.movedThere}>
            <Text size="md" fw={600} mb="xs">
              {texts.movedThere}
            </Text>
            <Changes changes={replaced} />
          </section>
        ) : null}
        {changes.some(({ part }) => part === 'fields') ? (
          <div className="review-warning">
            <IconAlertTriangle size={18} aria-hidden="true" />
            <div>
              <Text size="md">{texts.fieldsWarning}</Text>
              {removes ? <Text size="md">{texts.removedWarning}</Text> : null}
            </div>
          </div>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="sm" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button size="sm" loading={working} onClick={onSend} data-autofocus>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Changes({ changes }: Pick<ReviewDialogProps, 'changes'>) {
  return (
    <div className="review-changes">
      {changes.map((change) => (
        <Change key={change.part === 'setting' ? `setting ${change.name}` : change.part} change={change} />
      ))}
    </div>
  )
}

function Change({ change }: { readonly change: DraftChange }) {
  const texts = useMessages().forms.editor.review
  if (change.part === 'fields') {
    return (
      <section aria-label={texts.part.fields}>
        <Text size="sm" fw={600}>
          {texts.part.fields}
        </Text>
        <ul className="review-fields">
          {change.fields.map((field) => (
            <li key={`${field.how} ${field.place} ${field.label}`} data-how={field.how}>
              <FieldWords field={field} />
            </li>
          ))}
        </ul>
      </section>
    )
  }
  const title = change.part === 'setting' ? texts.setting(change.name) : texts.part[change.part]
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <dl className="review-values">
        <dt>{texts.was}</dt>
        <dd data-was>{change.from || texts.empty}</dd>
        <dt>{texts.will}</dt>
        <dd>{change.to || texts.empty}</dd>
      </dl>
    </section>
  )
}

function FieldWords({ field }: { readonly field: FieldChange }) {
  const texts = useMessages().forms.editor.review
  return field.how === 'moved' ? texts.moved(field.label, field.place) : texts[field.how](field.label)
}
