import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import type { Accounts } from '../table/account-entries.ts'
import type { PackageOf, PackedNote } from './package-schema.ts'

/** The phones and e-mails of an entry's sender, and the connection of the form service that has it. */
interface EntrySender {
  readonly connection_id: string
  readonly phones: readonly string[]
  readonly emails: readonly string[]
}

type NoteContent = Omit<PackedNote, 'entry_id'>

/** The notes about people (main/notes/data/), of which a package can carry those about senders. */
interface NotesOfSenders {
  /** Null without one. */
  of(sender: EntrySender): (NoteContent & { readonly id: string }) | null
  /** Adds a colleague's note behind the person's own. Gives whether anything is new, also without `write`. */
  join(sender: EntrySender, note: NoteContent & { readonly from: string }, write: boolean): boolean
}

export type PackageNotes = ReturnType<typeof createPackageNotes>

export function createPackageNotes({
  accounts,
  notes,
}: {
  readonly accounts: Pick<Accounts, 'of'>
  readonly notes: NotesOfSenders
}) {
  return {
    /**
     * The notes about the people of all entries, or of those of some forms. Each stands once, by the number of the
     * newest entry of its person: a package has no phones and e-mails. Throws `cancelled`.
     */
    async pack(
      connection_id: string,
      formIds: readonly number[] | null,
      signal: AbortSignal,
    ): Promise<readonly PackedNote[]> {
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const packed = new Map<string, PackedNote>()
      for (const { id: entry_id, form_id, phones, emails } of (await accounts.of(connection_id)).newestFirst) {
        await yieldToEventLoop()
        if (formIds && !formIds.includes(form_id)) continue
        const note = notes.of({ connection_id, phones, emails })
        if (note && !packed.has(note.id)) packed.set(note.id, { entry_id, text: note.text, tags: note.tags })
      }
      return [...packed.values()]
    },
    /**
     * Joins a colleague's notes with those that are here, or without `write` only counts those that have something
     * new. Notes about people of entries that are not stored here are passed over.
     */
    async join(
      connection_id: string,
      { from, person_notes = [] }: Pick<PackageOf<'review'>, 'from' | 'person_notes'>,
      write: boolean,
    ): Promise<number> {
      if (person_notes.length === 0) return 0
      const { byId } = await accounts.of(connection_id)
      return person_notes.filter(({ entry_id, ...note }) => {
        const sender = byId.get(entry_id)
        if (!sender) return false
        const { phones, emails } = sender
        return notes.join({ connection_id, phones, emails }, { ...note, from }, write)
      }).length
    },
  }
}
