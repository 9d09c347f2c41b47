import type { StoredNote } from '../../../preload/contract/notes.ts'
import { createKeyTable, type KeyTable } from '../../engine/columns/key-index.ts'
import { indexOfKey, takeKey } from '../../people/key-block.ts'
import { otherNinth } from '../../phones/match-ladder.ts'

/** A person as their account, contact and keys in the compared form. */
export interface NotedPerson {
  readonly connection_id: string
  readonly contact_id: number | null
  readonly keys: readonly string[]
}

/**
 * Finds notes by their place in the list. A contact's note is found by the contact. Any other is found by a phone, with
 * the ninth digit and without, or by an e-mail, in every account. Two contacts of one account are two people, even with
 * the same phone.
 */
export interface NoteIndex {
  readonly notes: readonly StoredNote[]
  /** The place of a person's note; -1 without one. */
  of(person: NotedPerson): number
  /** The places of the notes about contacts of an account, by contact. */
  ofContacts(connectionId: string): ReadonlyMap<number, number>
  /** The keys of all notes; `atKey` gives the places of a key of this table, the surest first. */
  readonly keys: KeyTable
  atKey(key: number): readonly number[]
  /** Whether the note at a place may be about a person who is found by a key, a contact of the account or of none. */
  mayMean(place: number, contactOf: string | null): boolean
}

const none: ReadonlyMap<number, number> = new Map()

export function createNoteIndex(notes: readonly StoredNote[]): NoteIndex {
  const contacts = new Map<string, Map<number, number>>()
  const keys = createKeyTable()
  const places: number[][] = []
  const add = (key: number, place: number) => {
    const others = places[key] ?? []
    places[key] = others
    if (!others.includes(place)) others.push(place)
  }
  for (const [place, { connection_id, contact_id, phones, emails }] of notes.entries()) {
    for (const key of [...phones, ...emails]) add(takeKey(keys, key), place)
    if (contact_id === null) continue
    const ofAccount = contacts.get(connection_id) ?? new Map<number, number>()
    contacts.set(connection_id, ofAccount.set(contact_id, place))
  }
  // The other forms come behind the keys themselves, which are surer.
  for (const [place, { phones }] of notes.entries()) {
    for (const phone of phones) {
      const other = otherNinth(Number(phone))
      if (other > 0) add(keys.takeNumber(other), place)
    }
  }
  const index: NoteIndex = {
    notes,
    keys,
    ofContacts: (connectionId) => contacts.get(connectionId) ?? none,
    atKey: (key) => places[key] ?? [],
    mayMean(place, contactOf) {
      const note = notes[place]
      return note !== undefined && (note.contact_id === null || note.connection_id !== contactOf)
    },
    of({ connection_id, contact_id, keys: keysOfPerson }) {
      const ofContact = contact_id === null ? undefined : contacts.get(connection_id)?.get(contact_id)
      if (ofContact !== undefined) return ofContact
      const contactOf = contact_id === null ? null : connection_id
      const candidates = keysOfPerson.flatMap((key) => index.atKey(indexOfKey(keys, key)))
      return candidates.find((place) => index.mayMean(place, contactOf)) ?? -1
    },
  }
  return index
}
