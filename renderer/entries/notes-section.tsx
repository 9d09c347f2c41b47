import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { EntryDetail } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Section } from './section.tsx'

export interface NotesSectionProps {
  readonly notes: EntryDetail['notes']
  readonly now: number
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Whether the note is kept; one that is not stands in its field again. */
  readonly onAdd: (text: string) => Promise<boolean>
  /** The person is done writing. */
  readonly onLeave: () => void
}

/** The team's notes on an entry, and where the next is written. */
export function NotesSection({ notes, now, field, onAdd, onLeave }: NotesSectionProps) {
  const texts = useMessages().entries.notes
  const format = useFormat()
  const [text, setText] = useState('')
  const add = async () => {
    const written = text.trim()
    if (written === '') return
    setText('')
    onLeave()
    if (!(await onAdd(written))) setText((now) => (now === '' ? written : now))
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void add()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Section title={texts.title}>
      {notes.length === 0 ? <p className="dim">{texts.none}</p> : null}
      <ul className="entry-notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="entry-comment">{note.text}</p>
            <p className="dim figures">{texts.by(note.who, format.moment(Date.parse(note.at), now))}</p>
          </li>
        ))}
      </ul>
      <Textarea
        ref={field}
        size="xs"
        rows={1}
        className="entry-note-field"
        maxLength={10_000}
        aria-label={texts.label}
        placeholder={texts.write}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={hear}
        {...(text === '' ? {} : { description: texts.hint, inputWrapperOrder: ['input', 'description'] as const })}
      />
      {text.trim() === '' ? null : (
        <Button variant="default" mt={4} onClick={() => void add()}>
          {texts.add}
        </Button>
      )}
    </Section>
  )
}
