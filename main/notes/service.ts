import type { notes } from '../../preload/contract/notes.ts'
import { forwardToData } from '../data-calls.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

/** Notes and tags of the team lead about people. Nothing of them is sent to a service. */
export function createNotesService({ data, changed }: Services): Handlers<typeof notes> {
  return {
    ...forwardToData(data, ['notes.of', 'notes.tags', 'notes.list']),
    ...forwardToData(data, ['notes.save'], () => changed('notes')),
  }
}
