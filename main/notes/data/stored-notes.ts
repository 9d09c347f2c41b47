import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Note, notes as questions, StoredNote } from '../../../preload/contract/notes.ts'
import { longestNote, mostTags } from '../../../preload/values/notes.ts'
import type { DataContext } from '../../engine/calls.ts'
import type { Answers, OfAccount } from '../../engine/shared-calls.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { removeRecord, writeRecord } from '../../engine/store/records.ts'
import { selectJson } from '../../engine/store/sql.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { keyOfPhone } from '../../people/contact-keys.ts'
import { emailKey } from '../../phones/addresses.ts'
import { createNoteIndex, type NoteIndex } from './note-index.ts'

/** A key of a person is added with every change of the note, up to so many of each kind. */
const mostKeys = 20

/** The notes in memory, as they are stored now. */
export interface ReadNotes {
  /** Changes whenever a note does; empty while there are none. */
  readonly version: string
  readonly index: NoteIndex
}

interface NotesDeps extends Pick<DataContext, 'now'> {
  readonly database: Database
}

/**
 * The notes about people, a record each in app.db, which has a copy: nobody else has what was typed here. All of them
 * are in memory, and are read again once another process has written the file.
 */
export function createNotes({ database, now }: NotesDeps) {
  let current: ReadNotes | null = null
  let readAt: unknown
  const read = (): ReadNotes => {
    // Counts what other processes wrote; the writes of this one drop `current`.
    const fileVersion = database.pragma('data_version', { simple: true })
    if (current && readAt === fileVersion) return current
    readAt = fileVersion
    const notes = selectJson<StoredNote>(database)`
      select value from records where collection = ${collection} order by id`
    if (!current || !isDeepStrictEqual(current.index.notes, notes)) {
      current = { version: notes.length === 0 ? '' : randomUUID(), index: createNoteIndex(notes) }
    }
    return current
  }
  const write = (notes: readonly StoredNote[]) => {
    for (const note of notes) writeRecord(database, collection, note.id, note)
    current = null
  }
  const remove = (notes: readonly StoredNote[]) => {
    for (const { id } of notes) removeRecord(database, collection, id)
    current = null
  }
  const ofAccount = ({ connection_id }: OfAccount) =>
    read().index.notes.filter((note) => note.connection_id === connection_id)
  const noteOf = (person: AskedPerson): StoredNote | undefined => {
    const { index } = read()
    const { phones, emails } = keysOf(person)
    return index.notes[index.of({ ...person, keys: [...phones, ...emails] })]
  }

  const handlers = {
    'notes.of': (person) => publicNote(noteOf(person)),
    'notes.save': ({ text, tags, ...person }) => {
      const previous = noteOf(person)
      const trimmed = text.trim()
      const distinct = [...new Set(tags)]
      if (trimmed === '' && distinct.length === 0) {
        if (previous) remove([previous])
        return null
      }
      const { phones, emails } = keysOf(person)
      if (person.contact_id === null && phones.length + emails.length === 0) {
        throw new AppFailure('bad_request', {}, 'a person without a contact and keys')
      }
      const contact = previous?.contact_id == null && person.contact_id !== null ? person : (previous ?? person)
      const note: StoredNote = {
        id: previous?.id ?? randomUUID(),
        connection_id: contact.connection_id,
        contact_id: contact.contact_id,
        phones: joined(phones, previous?.phones),
        emails: joined(emails, previous?.emails),
        text: trimmed,
        tags: distinct,
        changed_at: now().toISOString(),
      }
      write([note])
      return publicNote(note)
    },
    'notes.tags': () => {
      const counts = new Map<string, number>()
      for (const tag of read().index.notes.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return Array.from(counts, ([tag, notes]) => ({ tag, notes })).sort(
        (one, other) => other.notes - one.notes || one.tag.localeCompare(other.tag, 'pt-BR'),
      )
    },
    'notes.list': (account) =>
      ofAccount(account).toSorted((one, other) => other.changed_at.localeCompare(one.changed_at)),
  } satisfies Answers<typeof questions, keyof typeof questions>
  /** A colleague's text stands behind the person's own, under the colleague's name, once. */
  const join = (sender: Sender, { text, tags, from }: Joined, isWritten: boolean): boolean => {
    const { connection_id, phones, emails } = sender
    const person = { connection_id, contact_id: null, phones: [...phones], emails: [...emails] }
    const previous = noteOf(person)
    const former = previous?.text ?? ''
    const line = text === '' ? '' : `${from}: ${text}`
    const isRepeated = line === '' || former === text || former.includes(line)
    const joinedText = isRepeated ? former : [former, line].filter((part) => part !== '').join('\n\n')
    const joinedTags = [...new Set([...(previous?.tags ?? []), ...tags])].slice(0, mostTags)
    // A text that has no room stays with the colleague: nothing of one's own is cut.
    if (joinedText.length > longestNote) return false
    if (isRepeated && joinedTags.length === (previous?.tags.length ?? 0)) return false
    if (isWritten) handlers['notes.save']({ ...person, text: joinedText, tags: joinedTags })
    return true
  }
  return {
    handlers,
    read,
    /** Of entries' senders, whom only their phones and e-mails name. */
    ofSenders: {
      of: (sender: Sender) => noteOf({ ...sender, contact_id: null }) ?? null,
      join,
    },
    countOf: (account: OfAccount) => ofAccount(account).length,
    /** Removes the notes of an account that is forgotten. */
    forget: (account: OfAccount) => remove(ofAccount(account)),
  }
}

export type Notes = ReturnType<typeof createNotes>

const collection = 'notes'

type Sender = Omit<AskedPerson, 'contact_id'>
type Joined = Pick<StoredNote, 'text' | 'tags'> & { readonly from: string }

interface AskedPerson extends OfAccount {
  readonly contact_id: number | null
  readonly phones: readonly string[]
  readonly emails: readonly string[]
}

/** The keys of a person in the compared form; an invented number is none. */
function keysOf({ phones, emails }: AskedPerson): Pick<StoredNote, 'phones' | 'emails'> {
  const addresses = emails.map(emailKey).flatMap((reading) => (reading.ok ? reading.key : []))
  const numbers = phones.map((phone) => keyOfPhone(phone).key).filter((key) => key !== '')
  return { phones: [...new Set(numbers)], emails: [...new Set(addresses)] }
}

function joined(keys: readonly string[], previous: readonly string[] = []): string[] {
  return [...new Set([...keys, ...previous])].slice(0, mostKeys)
}

function publicNote(note: StoredNote | undefined): Note | null {
  return note ? { id: note.id, text: note.text, tags: note.tags, changed_at: note.changed_at } : null
}
