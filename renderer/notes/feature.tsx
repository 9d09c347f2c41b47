import { Suspense } from 'react'
import { defineFeature, lazyComponent, resetStores, type Slots } from '../kernel/feature.ts'
import { createNotes, type NotedPerson } from './notes-store.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    notes: ReturnType<typeof createNotes>
  }
  interface Slots {
    /** The note about a person, with its editor; empty for a person without a contact, phone and e-mail. */
    personNote: { readonly person: NotedPerson }
  }
}

export const notesFeature = defineFeature('notes', {
  create({ ask }) {
    const notes = createNotes({ ask })
    const { changes } = notes
    return {
      offer: notes,
      reloads: { notes: () => changes.setState(({ count }) => ({ count: count + 1 })) },
      reset: () => resetStores(changes),
    }
  },
  slots: { personNote: PersonNote },
})

const LazyNote = lazyComponent(async () => (await import('./person-note.tsx')).PersonNote)

function PersonNote({ person }: Slots['personNote']) {
  // Its code may have to be read in first: what is around it stays as it is, with the focus.
  return (
    <Suspense fallback={null}>
      <LazyNote person={person} />
    </Suspense>
  )
}
