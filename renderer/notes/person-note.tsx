import './notes.css'
import { ActionIcon, Button, Group, TagsInput, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconEdit, IconNote, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Note } from '../../preload/contract/notes.ts'
import { longestNote, longestTag, mostTags } from '../../preload/values/notes.ts'
import { failureOf } from '../kernel/ask.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { NotedPerson, Tags } from './notes-store.ts'

type Draft = Pick<Note, 'text' | 'tags'>
const emptyNote: Draft = { text: '', tags: [] }

/** The team lead's note about a person: one quiet action while there is none. */
export function PersonNote({ person }: { readonly person: NotedPerson }) {
  const { contact, phones, emails } = person
  if (contact === null && ![...phones, ...emails].some(Boolean)) return null
  return <NoteOf key={nameOf(person)} person={person} />
}

function nameOf({ connection, contact, phones, emails }: NotedPerson): string {
  return contact === null ? `${connection} ${[...phones, ...emails].join(' ')}` : `${connection} ${contact}`
}

function NoteOf({ person }: { readonly person: NotedPerson }) {
  const { notes: texts } = useMessages()
  const { changes, read, save } = useFeature('notes')
  const count = useStore(changes, (state) => state.count)
  const name = nameOf(person)
  const loaded = useLatest<Note | null>(({ signal }) => read(person, signal), [name, count])
  // While it is read again after a change, the former one stays.
  const [shown, setShown] = useState<Note | null>(null)
  const note = loaded.status === 'ready' ? loaded.value : shown
  if (note !== shown) setShown(note)
  const [isOpen, setOpen] = useState(false)
  const form = useDraft<Draft | null>(`note ${name}`, null, () => setOpen(false))
  const saveNote = async (draft: Draft) => {
    const saved = await save(person, draft)
    if (!saved && note) noticeRemoved(() => save(person, note))
  }
  if (loaded.status === 'failed') return <FailureNotice failure={loaded.failure} />
  if (isOpen || form.draft) {
    return (
      <NoteEditor
        draft={form.draft ?? note ?? emptyNote}
        form={form}
        onSave={() => (form.draft ? void form.submit((draft) => saveNote(draft ?? emptyNote)) : setOpen(false))}
        onCancel={() => {
          form.discard()
          setOpen(false)
        }}
      />
    )
  }
  if (!note) {
    return (
      <Button
        className="note-add"
        variant="subtle"
        size="compact-sm"
        leftSection={<IconNote size={16} />}
        disabled={loaded.status !== 'ready'}
        onClick={() => setOpen(true)}
      >
        {texts.add}
      </Button>
    )
  }
  return (
    <NoteView
      note={note}
      onEdit={() => setOpen(true)}
      onRemove={() => void saveNote(emptyNote).catch((error: unknown) => noticeFailure(failureOf(error)))}
    />
  )
}

/** Says that the note is gone, with its way back. */
function noticeRemoved(restore: () => Promise<unknown>): void {
  const { notes: texts, common } = messagesNow()
  const id = 'note removed'
  const undo = () => {
    notifications.hide(id)
    void restore().catch((error: unknown) => noticeFailure(failureOf(error)))
  }
  notifications.hide(id)
  notifications.show({
    id,
    message: (
      <>
        {texts.removed}{' '}
        <Button variant="subtle" size="compact-xs" onClick={undo}>
          {common.undo}
        </Button>
      </>
    ),
    autoClose: 12_000,
  })
}

interface NoteViewProps {
  readonly note: Note
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function NoteView({ note: { text, tags, changed_at }, onEdit, onRemove }: NoteViewProps) {
  const { notes: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  return (
    <section className="note-box pad-8-12 inset" aria-label={texts.title}>
      <div className="row between">
        <h3 className="strong note">{texts.title}</h3>
        <Group gap={2} wrap="nowrap">
          <ActionIcon size="sm" aria-label={common.edit} title={common.edit} onClick={onEdit}>
            <IconEdit size={14} />
          </ActionIcon>
          <ActionIcon size="sm" aria-label={texts.remove} title={texts.remove} onClick={onRemove}>
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      </div>
      {text === '' ? null : <p className="note-text verbatim words">{text}</p>}
      {tags.length === 0 ? null : (
        <ul className="note-tags plain-list">
          {tags.map((tag) => (
            <li key={tag} className="table-chip cut">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <p className="dim text-12">{texts.changedAt(format.moment(Date.parse(changed_at), now()))}</p>
    </section>
  )
}

interface NoteEditorProps {
  readonly draft: Draft
  readonly form: ReturnType<typeof useDraft<Draft | null>>
  readonly onSave: () => void
  readonly onCancel: () => void
}

function NoteEditor({ draft, form, onSave, onCancel }: NoteEditorProps) {
  const { notes: texts, common } = useMessages()
  const { tags } = useFeature('notes')
  const usedTags = readyValue(useLatest<Tags>(({ signal }) => tags(signal), [tags])) ?? []
  const { text } = draft
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of what is around it, such as arrows, belong to the fields here.
    event.stopPropagation()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSave()
    } else if (event.key === 'Escape' && form.draft === null) onCancel()
  }
  return (
    <section className="note-box pad-8-12 inset stack gap-8" aria-label={texts.title} onKeyDown={onKeyDown}>
      <Textarea
        label={texts.title}
        description={texts.local}
        data-autofocus
        autoFocus
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longestNote}
        value={text}
        onChange={(event) => form.change({ ...draft, text: event.currentTarget.value })}
      />
      <TagsInput
        label={texts.tags}
        placeholder={draft.tags.length === 0 ? texts.tagsHint : ''}
        data={usedTags.map(({ tag }) => tag)}
        value={draft.tags}
        maxTags={mostTags}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => form.change({ ...draft, tags: next.map((tag) => tag.slice(0, longestTag)) })}
      />
      {form.failure ? <FailureNotice failure={form.failure} /> : null}
      <Group gap="xs">
        <Button size="compact-sm" loading={form.working} title={texts.saveHint(keyText('mod+enter'))} onClick={onSave}>
          {texts.save}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={form.working} onClick={onCancel}>
          {common.cancel}
        </Button>
      </Group>
    </section>
  )
}
