import { createStore } from 'zustand'
import type { Note, notes } from '../../preload/contract/notes.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { AppAsk } from '../kernel/ask.ts'

/** A person by the contact of an account, and by phones and e-mails as they are written somewhere. */
export interface NotedPerson {
  readonly connection: string
  readonly contact: number | null
  readonly phones: readonly (string | null)[]
  readonly emails: readonly (string | null)[]
}

export type Tags = Output<(typeof notes)['notes.tags']>

/** The questions about notes. */
export function createNotes({ ask }: { readonly ask: AppAsk }) {
  return {
    /** Counts the changes of notes: what was read before the last one is stale. */
    changes: createStore(() => ({ count: 0 })),
    read: (person: NotedPerson, signal: AbortSignal): Promise<Note | null> =>
      ask('notes.of', stored(person), { signal }),
    save: (person: NotedPerson, { text, tags }: Pick<Note, 'text' | 'tags'>): Promise<Note | null> =>
      ask('notes.save', { ...stored(person), text, tags: [...tags] }),
    tags: (signal: AbortSignal): Promise<Tags> => ask('notes.tags', {}, { signal }),
  }
}

/** More phones or e-mails than this are not a person's. */
const mostKeys = 20

function stored({ connection, contact, phones, emails }: NotedPerson) {
  const filled = (keys: readonly (string | null)[]) =>
    [...new Set(keys.flatMap((key) => key?.trim() || []))].slice(0, mostKeys)
  return { connection_id: connection, contact_id: contact, phones: filled(phones), emails: filled(emails) }
}
