import type { Command } from 'commander'
import type { StoredNote } from '../../preload/contract/notes.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { connectionOf } from './connections.ts'
import type { CommandDeps, Session } from './session.ts'

export function addNotesCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.notes
  program.command('notes <connection>').description(words.command).action(start(listNotes))
}

/** Prints the notes about people of a connection, those changed last first: one line for each, or all of it as JSON. */
async function listNotes(session: Session, name: string): Promise<number> {
  const { ask, messages, print } = session
  const { id: connection_id } = await connectionOf(session, name)
  const notes = await ask('notes.list', { connection_id })
  if (notes.length === 0) print.note(messages.cli.notes.none)
  const lineOf = ({ contact_id, phones, emails, tags, text }: StoredNote) => {
    const person = contact_id === null ? (phones[0] ?? emails[0] ?? '') : messages.contacts.number(contact_id)
    return joinFacts([person, tags.join(', '), text.replace(/\s+/g, ' ')])
  }
  print.result({ notes }, notes.map(lineOf))
  return 0
}
