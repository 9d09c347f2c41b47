import { Autocomplete, Button, Group, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { takeFocus } from '../ui/take-focus.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import type { EntriesStore, Target } from './entries-state.ts'

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

/** Names and tags in use; none until they are loaded. */
function useSuggestions(store: EntriesStore) {
  return useLoaded(() => store.getState().known(), [store]) ?? { assignees: [], tags: [] }
}

/** `+ vip − fria`, in the sentence of several entries. */
function signs(added: readonly string[], taken: readonly string[]): string {
  return [...added.map((tag) => `+ ${tag}`), ...taken.map((tag) => `− ${tag}`)].join('  ')
}

/** Tags that are put on and taken off. */
export function TagDialog(props: ReviewDialogProps) {
  const { store, target, onApply, onClose } = props
  const texts = useMessages().entries
  const { tags: known } = useSuggestions(store)
  const several = 'several' in target
  const present = several ? [] : (store.getState().briefs.get(target.one)?.tags ?? [])
  const [tags, setTags] = useState<readonly string[]>(present)
  const [taken, setTaken] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const written = typed.trim() === '' ? tags : [...new Set([...tags, typed.trim()])]
  const change = {
    kind: 'tag' as const,
    add: written.filter((tag) => !present.includes(tag)),
    remove: [...taken, ...present.filter((tag) => !written.includes(tag))],
  }
  const take = (tag: string) => {
    if (tag.trim() !== '') setTags([...new Set([...tags, tag.trim()])])
    setTyped('')
  }
  return (
    <ReviewDialog
      {...props}
      title={texts.tags.change}
      sentence={(count) => texts.bulk.sentence.tag(count, signs(written, taken))}
      confirm={texts.tags.confirm}
      ready={change.add.length > 0 || change.remove.length > 0}
      onSubmit={() => {
        onClose()
        onApply(change)
      }}
    >
      <Autocomplete
        label={texts.tags.add}
        description={texts.tags.addHint}
        data={known.filter((tag) => !tags.includes(tag))}
        value={typed}
        maxLength={60}
        data-autofocus
        ref={takeFocus}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        onChange={setTyped}
        onOptionSubmit={(tag) => {
          take(tag)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '' || event.defaultPrevented) return
          event.preventDefault()
          take(typed)
        }}
      />
      <ul className="entry-tags stack plain-list">
        {tags.map((tag) => (
          <li key={tag}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.tags.remove(tag)}
              onClick={() => setTags(tags.filter((each) => each !== tag))}
            >
              {tag} ✕
            </Button>
          </li>
        ))}
      </ul>
      {several && known.length > 0 ? (
        <TagsInput
          label={texts.tags.removeLabel}
          data={[...known]}
          value={[...taken]}
          comboboxProps={{ withinPortal: false }}
          onChange={setTaken}
        />
      ) : null}
    </ReviewDialog>
  )
}

interface ReviewDialogProps {
  readonly store: EntriesStore
  readonly target: Target
  readonly onApply: (change: ReviewChange) => void
  readonly onClose: () => void
}

/** The number of entries that the change is made to; null while they are counted. */
function useCount(store: EntriesStore, target: Target): number | null {
  const several = 'several' in target ? target.several : null
  const counted = useLoaded(async () => several && store.getState().countOf(several), [store, target])
  return several ? counted : 1
}

interface ReviewFormProps extends Omit<ReviewDialogProps, 'onApply'> {
  readonly title: string
  /** What is done to so many entries, in a sentence. */
  readonly sentence: (count: number) => string
  /** The verb for one entry. */
  readonly confirm: string
  readonly ready: boolean
  readonly onSubmit: () => void
  readonly children?: ReactNode
}

/** The frame of the dialogs of changes: first the number of entries where there are several, then the fields. */
function ReviewDialog({
  store,
  target,
  title,
  sentence,
  confirm,
  ready,
  onSubmit,
  onClose,
  children,
}: ReviewFormProps) {
  const messages = useMessages()
  const texts = messages.entries.bulk
  const count = useCount(store, target)
  const several = 'several' in target
  const able = ready && count !== null && count > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (able) onSubmit()
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={460}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {several ? (
            <div role="status" className="figures">
              <Text size="md">{countSentence(count, sentence, texts)}</Text>
              <Text size="sm" c="dimmed">
                {texts.undoable}
              </Text>
            </div>
          ) : null}
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!able} {...(children ? {} : { 'data-autofocus': true })}>
              {several && count !== null ? texts.confirm(count) : confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function countSentence(
  count: number | null,
  sentence: (count: number) => string,
  texts: { counting: string; nothing: string },
): string {
  if (count === null) return texts.counting
  return count === 0 ? texts.nothing : sentence(count)
}

/** Enter confirms, Shift Enter writes a new line. */
function submitsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
