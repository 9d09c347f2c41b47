import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import { type Feature, lazyComponent, useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { createEntries, type Entries } from './entries-store.ts'
import type { NewestViewProps } from './newest.tsx'
import { hideDeletionNotice } from './notices.tsx'

declare module '../kernel/navigation.ts' {
  interface Places {
    /**
     * The entries of every kept form of a connection, or their pictures. With `set` those of a blind review; with `entry`
     * this one is open.
     */
    entries: { connection: string; part?: 'entries' | 'pictures' | undefined; set?: string; entry?: number }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    entries: Entries
  }
  interface Slots {
    /** The entries of one form. */
    formEntries: { readonly connection: string; readonly form: number }
    /** The newest entries of a form that is not kept. */
    newestEntries: Omit<NewestViewProps, 'store' | 'now'> & { readonly connection: string; readonly form: number }
  }
}

const EntriesScreen = lazyComponent(async () => (await import('./screen.tsx')).EntriesScreen)
const NewestView = lazyComponent(async () => (await import('./newest.tsx')).NewestView)

const placeOfForm = (subject: string) => {
  const [connection = '', form = ''] = subject.split(':')
  return { screen: 'form', connection, id: Number(form) } as const
}

export const entriesFeature: Feature<'entries'> = {
  service: 'forms',
  create({ ask, feature }) {
    const entries = createEntries({ ask, tables: feature('tables') })
    return {
      offer: entries,
      reloads: {
        forms: (ids) => entries.reload('forms', ids?.map(Number) ?? null),
        entries: (ids) => entries.reload('entries', ids?.map(Number) ?? null),
        reviews: (ids) => entries.reload('reviews', ids?.map(Number) ?? null),
        sheets: (ids) => entries.reload('sheets', ids?.map(Number) ?? null),
      },
      reset: entries.clear,
    }
  },
  screens: {
    entries: {
      area: 'forms',
      service: 'forms',
      ofConnection: EntriesOfPlace,
      inConnection: ({ part }, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'entries', connection, part },
      help: ['formulários', 'respostas formulário', 'captação'],
      guide: 'removal',
    },
  },
  slots: { formEntries: FormEntries, newestEntries: NewestEntries },
  tasks: {
    entries: { place: placeOfForm },
    delete_entries: { place: placeOfForm, onEnded: hideDeletionNotice },
  },
}

/** The entries of every kept form, their pictures, or those of a blind review. */
function EntriesOfPlace({ place: { connection, part, set = '', entry } }: { readonly place: PlaceOf<'entries'> }) {
  const Pictures = useSlot('entryPictures')
  if (part === 'pictures') {
    return (
      <>
        <PeriodsNote connection={connection} />
        <Pictures connection={connection} form={null} />
      </>
    )
  }
  return (
    <EntriesOf key={`${connection} ${set}`} table={{ connection_id: connection, form_id: null, set }} entry={entry} />
  )
}

function FormEntries({ connection, form }: { readonly connection: string; readonly form: number }) {
  return <EntriesOf table={{ connection_id: connection, form_id: form, set: '' }} />
}

function NewestEntries({
  connection,
  form,
  ...view
}: Omit<NewestViewProps, 'store' | 'now'> & { readonly connection: string; readonly form: number }) {
  return <NewestView {...view} store={useFeature('entries').newestOf(connection, form)} now={useApp().now} />
}

function EntriesOf({ table, entry }: { readonly table: EntriesTable; readonly entry?: number | undefined }) {
  const { draft } = useFeature('cruzar')
  const { go } = useNavigation()
  return (
    <EntriesScreen
      {...useFeature('tasks').useTaskProps()}
      store={useFeature('entries').of(table)}
      entry={entry}
      onCruzar={(chosen) => {
        go({ screen: 'cruzar' })
        void draft.getState().stage({ from: 'entries', ...chosen })
      }}
      onPictures={
        table.form_id === null && table.set === ''
          ? () => go({ screen: 'entries', connection: table.connection_id, part: 'pictures' })
          : undefined
      }
      onForms={() => go({ screen: 'forms' })}
    />
  )
}

/** Which forms are kept for a period alone, above what is counted of all of them. */
function PeriodsNote({ connection }: { readonly connection: string }) {
  const store = useFeature('entries').of({ connection_id: connection, form_id: null, set: '' })
  const texts = useMessages().forms
  const forms = readyValue(useStore(store, (state) => state.forms)) ?? []
  useEffect(() => void store.getState().loadForms(), [store])
  const parts = forms.flatMap(({ name, kept, sync }) => (kept && sync.period ? [texts.partOf(name, sync.period)] : []))
  if (parts.length === 0) return null
  return (
    <div className="forms-band bar" role="note">
      {texts.keptParts(parts)}
    </div>
  )
}
