import { Button, Textarea } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import type { EntryDetail } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { Section } from './section.tsx'

export interface NotesSectionProps {
  readonly notes: EntryDetail['notes']
  readonly now: number
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** What is being written. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onAdd: (text: string) => void
  /** The person is done writing. */
  readonly onLeave: () => void
}

/** The team's notes on an entry, and where the next is written. */
export function NotesSection({ notes, now, field, text, onText, onAdd, onLeave }: NotesSectionProps) {
  const texts = useMessages().entries.notes
  const format = useFormat()
  const add = () => {
    const written = text.trim()
    if (written === '') return
    onText('')
    onLeave()
    onAdd(written)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) add()
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
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(text === ''
          ? {}
          : { description: texts.hint(keyText), inputWrapperOrder: ['input', 'description'] as const })}
      />
      {text.trim() === '' ? null : (
        <Button variant="default" mt={4} onClick={add}>
          {texts.add}
        </Button>
      )}
    </Section>
  )
}
