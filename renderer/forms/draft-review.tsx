import { Button, Group, Stack, Text } from '@mantine/core'
import type { FormDetail, FormField } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { WarningNote } from '../ui/warning-note.tsx'
import { changesOf, draftOf, type FormDraft, fieldsOf, jsonOf, sameJson } from './form-draft.ts'

interface ReviewDialogProps {
  readonly changes: readonly DraftChange[]
  /** Changes on the service since editing began that the draft would overwrite. */
  readonly replaced: readonly DraftChange[]
  readonly working: boolean
  readonly failure: Failure | null
  readonly onSend: () => void
  readonly onClose: () => void
}

/** What would be sent beside the present values, with a warning that the list of fields is replaced whole. */
export function ReviewDialog({ changes, replaced, working, failure, onSend, onClose }: ReviewDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.editor.review
  const fields = changes.flatMap((change) => (change.part === 'fields' ? change.fields : []))
  const removes = fields.some(({ how }) => how === 'removed')
  return (
    <Dialog writes onClose={onClose} title={texts.title} size={560}>
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
          <WarningNote>
            {texts.fieldsWarning}
            {removes ? <Text size="md">{texts.removedWarning}</Text> : null}
          </WarningNote>
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
    <div className="review-changes stack">
      {changes.map((change) => (
        <Change key={change.part === 'setting' ? `setting ${change.name}` : change.part} change={change} />
      ))}
    </div>
  )
}

function Change({ change }: { readonly change: DraftChange }) {
  const { common } = useMessages()
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
        <dd data-was>{change.from || common.blank}</dd>
        <dt>{texts.will}</dt>
        <dd>{change.to || common.blank}</dd>
      </dl>
    </section>
  )
}

function FieldWords({ field }: { readonly field: FieldChange }) {
  const texts = useMessages().forms.editor.review
  return field.how === 'moved' ? texts.moved(field.label, field.place) : texts[field.how](field.label)
}

type DraftChange =
  | { readonly part: 'name' | 'description'; readonly from: string; readonly to: string }
  | { readonly part: 'fields'; readonly fields: readonly FieldChange[] }
  | { readonly part: 'setting'; readonly name: string; readonly from: string; readonly to: string }
interface FieldChange {
  readonly how: 'added' | 'removed' | 'changed' | 'moved'
  readonly label: string
  /** Its position in the new order, from 1; 0 for a removed one. */
  readonly place: number
}

/** What would be sent, part by part, with the present values. */
export function reviewOf(form: FormDetail, draft: FormDraft): readonly DraftChange[] {
  const { name, description, fields, settings } = changesOf(form, draft)
  const review: DraftChange[] = []
  if (name !== undefined) review.push({ part: 'name', from: form.name, to: name })
  if (description !== undefined) review.push({ part: 'description', from: form.description ?? '', to: description })
  if (fields !== undefined) review.push({ part: 'fields', fields: fieldChanges(form.fields ?? [], draft) })
  for (const [key, value] of Object.entries(settings ?? {})) {
    const previous = form.settings?.[key]
    review.push({
      part: 'setting',
      name: key,
      from: previous == null ? '' : shown(previous),
      to: value == null ? '' : shown(value),
    })
  }
  return review
}

/** The changes between two versions of a form; fields are compared by id. */
export function movedBetween(previous: FormDetail, now: FormDetail): readonly DraftChange[] {
  let key = 0
  const draft = draftOf(now, () => {
    key += 1
    return key
  })
  const previousFields = new Map((previous.fields ?? []).map((field) => [field.id, field]))
  const fields = draft.fields.map((field) => ({
    ...field,
    original: previousFields.get(field.original?.id ?? null) ?? null,
  }))
  return reviewOf(previous, { ...draft, fields })
}

/** The changes on the service that a PUT would overwrite: it sends only the edited parts. */
export function replacedBy(review: readonly DraftChange[], moved: readonly DraftChange[]): readonly DraftChange[] {
  const nameOf = (change: DraftChange) => (change.part === 'setting' ? `setting ${change.name}` : change.part)
  const sent = new Set(review.map(nameOf))
  return moved.filter((change) => sent.has(nameOf(change)))
}

/** The number of changes, for the text beside the button. */
export function changeCount(review: readonly DraftChange[]): number {
  return review.reduce((sum, change) => sum + (change.part === 'fields' ? Math.max(1, change.fields.length) : 1), 0)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value)
}

function fieldChanges(previous: readonly FormField[], draft: FormDraft): readonly FieldChange[] {
  const after = fieldsOf(draft)
  const stayed = draft.fields.flatMap(({ original }) => (original ? [original] : []))
  const staying = new Set(stayed)
  const removed = previous
    .filter((field) => !staying.has(field))
    .map((field): FieldChange => ({ how: 'removed', label: field.label, place: 0 }))
  const unmoved = longestKeptOrder(stayed.map((field) => previous.indexOf(field)))
  const rest = draft.fields.flatMap(({ original }, index): FieldChange[] => {
    const label = after[index]?.label ?? ''
    if (!original) return [{ how: 'added', label, place: index + 1 }]
    if (!sameJson(original, after[index])) return [{ how: 'changed', label, place: index + 1 }]
    return unmoved.has(previous.indexOf(original)) ? [] : [{ how: 'moved', label, place: index + 1 }]
  })
  return [...removed, ...rest]
}

/** The most positions of a new order that are still in their old order: the others were moved. */
function longestKeptOrder(places: readonly number[]): ReadonlySet<number> {
  const best: (readonly number[])[] = []
  for (const place of places) {
    const chains = best.filter((chain) => (chain.at(-1) ?? -1) < place)
    const longest = chains.reduce<readonly number[]>((best, chain) => (chain.length > best.length ? chain : best), [])
    best.push([...longest, place])
  }
  return new Set(
    best.reduce<readonly number[]>((longest, chain) => (chain.length > longest.length ? chain : longest), []),
  )
}
