import { Autocomplete, Button, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import { factsOfReview, type ReviewState } from '../../preload/values/entries-table.ts'
import { longestName } from '../../preload/values/names.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { Dialog, DialogButtons, takeFocus } from '../ui/dialog.tsx'
import type { Target } from './entries-state.ts'
import { useEntries, useReview } from './review.ts'

interface OfTarget {
  readonly target: Target
}

/** A decision with its comment, which a rejection needs. For several entries it shows their number first. */
export function StateDialog({ target, state }: OfTarget & { readonly state: ReviewState }) {
  const texts = useMessages().entries
  const recent = useEntries(({ comments }) => comments)
  const [comment, setComment] = useState('')
  const required = factsOfReview(state).needsComment
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    submitsOnEnter(event)
    const [last] = recent
    if (event.key !== 'ArrowUp' || comment !== '' || last === undefined) return
    event.preventDefault()
    setComment(last)
  }
  return (
    <ReviewDialog
      target={target}
      title={texts.comment.title(texts.states[state])}
      sentence={(count) => texts.bulk.sentence.state(count, texts.states[state])}
      confirm={texts.comment.confirm(texts.states[state])}
      change={required && comment.trim() === '' ? null : { kind: 'state', state, comment: comment.trim() }}
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

function useSuggestions() {
  const { known } = useReview().store.getState()
  return readyValue(useLatest(known, [known])) ?? { assignees: [], tags: [] }
}

/** The brief of the entry, where one entry is changed. */
function useLine({ target }: OfTarget) {
  const { briefs } = useReview().store.getState()
  return 'one' in target ? briefs.get(target.one) : undefined
}

/** Suggests names or tags in use, and accepts others. */
const suggesting = {
  'data-autofocus': true,
  ref: takeFocus,
  openOnFocus: false,
  comboboxProps: { withinPortal: false },
} as const

/** Assigns the entries; an empty name removes the assignee. */
export function AssignDialog({ target }: OfTarget) {
  const { assignee: texts, bulk } = useMessages().entries
  const { assignees } = useSuggestions()
  const present = useLine({ target })?.assignee
  const [typed, setTyped] = useState(present ?? '')
  const name = typed.trim()
  return (
    <ReviewDialog
      target={target}
      title={texts.change}
      sentence={(count) => (name === '' ? bulk.sentence.unassign(count) : bulk.sentence.assign(count, name))}
      confirm={texts.confirm}
      change={{ kind: 'assign', assignee: name === '' ? null : name }}
    >
      <Autocomplete
        {...suggesting}
        label={texts.name}
        description={texts.hint}
        data={assignees}
        value={typed}
        maxLength={longestName}
        onFocus={(event) => event.currentTarget.select()}
        onChange={setTyped}
      />
    </ReviewDialog>
  )
}

/** Adds a note to several entries, or to one where its own field is not on screen. */
export function NoteDialog({ target }: OfTarget) {
  const { notes: texts, bulk } = useMessages().entries
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  return (
    <ReviewDialog
      target={target}
      title={texts.label}
      sentence={bulk.sentence.note}
      confirm={texts.add}
      change={text === '' ? null : { kind: 'note', text }}
    >
      <Textarea
        label={texts.label}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={typed}
        data-autofocus
        ref={takeFocus}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={submitsOnEnter}
      />
    </ReviewDialog>
  )
}

/** Adds and removes tags. */
export function TagDialog({ target }: OfTarget) {
  const { common, entries } = useMessages()
  const { tags: texts, bulk } = entries
  const { tags: tagSuggestions } = useSuggestions()
  const [present] = useState(useLine({ target })?.tags ?? [])
  const [tags, setTags] = useState<readonly string[]>(present)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const withTag = (tag: string) => (tag.trim() === '' ? tags : [...new Set([...tags, tag.trim()])])
  const written = withTag(typed)
  const change = {
    kind: 'tag' as const,
    add: written.filter((tag) => !present.includes(tag)),
    remove: [...removed, ...present.filter((tag) => !written.includes(tag))],
  }
  const take = (tag: string) => {
    setTags(withTag(tag))
    setTyped('')
  }
  /** `+ vip − fria` */
  const signs = [...written.map((tag) => `+ ${tag}`), ...removed.map((tag) => `− ${tag}`)].join('  ')
  return (
    <ReviewDialog
      target={target}
      title={texts.change}
      sentence={(count) => bulk.sentence.tag(count, signs)}
      confirm={common.apply}
      change={change.add.length + change.remove.length > 0 ? change : null}
    >
      <Autocomplete
        {...suggesting}
        label={texts.add}
        description={texts.addHint}
        data={tagSuggestions.filter((tag) => !tags.includes(tag))}
        value={typed}
        maxLength={60}
        onChange={setTyped}
        onOptionSubmit={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '' || event.defaultPrevented) return
          event.preventDefault()
          take(typed)
        }}
      />
      <ul className="entry-tags my-4 stack plain-list">
        {tags.map((tag) => (
          <li key={tag}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.remove(tag)}
              onClick={() => setTags(tags.filter((each) => each !== tag))}
            >
              {tag} ✕
            </Button>
          </li>
        ))}
      </ul>
      {'several' in target && tagSuggestions.length > 0 ? (
        <TagsInput
          label={texts.removeLabel}
          data={tagSuggestions}
          value={[...removed]}
          comboboxProps={{ withinPortal: false }}
          onChange={setRemoved}
        />
      ) : null}
    </ReviewDialog>
  )
}

interface ReviewDialogProps extends OfTarget {
  readonly title: string
  /** The change of so many entries, in a sentence. */
  readonly sentence: (count: number) => string
  /** The verb of the button for one entry. */
  readonly confirm: string
  /** Null while the fields are incomplete. */
  readonly change: ReviewChange | null
  readonly children: ReactNode
}

/** The frame of the dialogs of changes: first the number of entries where there are several, then the fields. */
function ReviewDialog({ target, title, sentence, confirm, change, children }: ReviewDialogProps) {
  const { entries, common } = useMessages()
  const texts = entries.bulk
  const { store, commands } = useReview()
  const { countOf, openDialog } = store.getState()
  const several = 'several' in target
  const targetCount = readyValue(useLatest(async () => (several ? countOf(target.several) : 1), [countOf, target]))
  const count = several ? targetCount : 1
  const close = () => openDialog(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change || !count) return
    close()
    void commands.apply(target, change)
  }
  const counted = count === 0 ? texts.nothing : count && sentence(count)
  return (
    <Dialog onClose={close} title={title} size={460}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {several ? (
            <div role="status" className="figures">
              <Text size="md">{counted ?? common.counting}</Text>
              <Text size="sm" c="dimmed">
                {texts.undoable}
              </Text>
            </div>
          ) : null}
          {children}
          <DialogButtons
            confirm={several && count !== undefined ? texts.confirm(count) : confirm}
            busy={false}
            disabled={!change || !count}
            onClose={close}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Enter confirms, Shift Enter starts a new line. */
function submitsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
