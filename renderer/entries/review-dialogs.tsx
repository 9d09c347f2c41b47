import { Autocomplete, Button, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { takeFocus } from '../ui/take-focus.ts'
import { ReviewDialog, type ReviewDialogProps, submitsOnEnter } from './review-dialog.tsx'
import { useSuggestions } from './use-known.ts'

/** A decision: with its comment, which a rejection must have. Of several entries, their number first. */
export function StateDialog(props: ReviewDialogProps & { readonly state: ReviewState }) {
  const { store, state, onApply, onClose } = props
  const texts = useMessages().entries
  const recent = useStore(store, (each) => each.comments)
  const [comment, setComment] = useState('')
  const required = state === 'rejeitada'
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    submitsOnEnter(event)
    const [last] = recent
    if (event.key !== 'ArrowUp' || comment !== '' || last === undefined) return
    event.preventDefault()
    setComment(last)
  }
  return (
    <ReviewDialog
      {...props}
      title={texts.comment.title(texts.states[state])}
      sentence={(count) => texts.bulk.sentence.state(count, texts.states[state])}
      confirm={texts.comment.confirm(texts.states[state])}
      ready={!required || comment.trim() !== ''}
      onSubmit={() => {
        onClose()
        onApply({ kind: 'state', state, comment: comment.trim() })
      }}
    >
      <Textarea
        label={texts.comment.label}
        description={required ? texts.comment.required : texts.comment.optional}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={comment}
        required={required}
        data-autofocus
        ref={takeFocus}
        onChange={(event) => setComment(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {recent.length > 0 ? (
        <div>
          <Text size="xs" c="dimmed">
            {texts.comment.recent}
          </Text>
          <div className="entry-recent">
            {recent.map((each) => (
              <Button key={each} size="compact-xs" variant="default" title={each} onClick={() => setComment(each)}>
                {each}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
      <Text size="xs" c="dimmed">
        {texts.comment.hint(keyText)}
      </Text>
    </ReviewDialog>
  )
}

/** Who takes care of the entries; an empty name takes the assignee away. */
export function AssignDialog(props: ReviewDialogProps) {
  const { store, target, onApply, onClose } = props
  const texts = useMessages().entries
  const { assignees } = useSuggestions(store)
  const present = 'one' in target ? (store.getState().briefs.get(target.one)?.assignee ?? '') : ''
  const [name, setName] = useState(present)
  const trimmed = name.trim()
  return (
    <ReviewDialog
      {...props}
      title={texts.assignee.change}
      sentence={(count) =>
        trimmed === '' ? texts.bulk.sentence.unassign(count) : texts.bulk.sentence.assign(count, trimmed)
      }
      confirm={texts.assignee.confirm}
      ready
      onSubmit={() => {
        onClose()
        onApply({ kind: 'assign', assignee: trimmed === '' ? null : trimmed })
      }}
    >
      <Autocomplete
        label={texts.assignee.name}
        description={texts.assignee.hint}
        data={[...assignees]}
        value={name}
        maxLength={120}
        data-autofocus
        ref={takeFocus}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={setName}
      />
    </ReviewDialog>
  )
}

/** A note on several entries, or on one where its own field is not on screen. */
export function NoteDialog(props: ReviewDialogProps) {
  const { onApply, onClose } = props
  const texts = useMessages().entries
  const [text, setText] = useState('')
  return (
    <ReviewDialog
      {...props}
      title={texts.notes.label}
      sentence={texts.bulk.sentence.note}
      confirm={texts.notes.add}
      ready={text.trim() !== ''}
      onSubmit={() => {
        onClose()
        onApply({ kind: 'note', text: text.trim() })
      }}
    >
      <Textarea
        label={texts.notes.label}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={text}
        data-autofocus
        ref={takeFocus}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={submitsOnEnter}
      />
    </ReviewDialog>
  )
}
