import { lazy } from 'react'
import type { EntriesTable } from '../preload/contract/entries-table.ts'
import type { NewestViewProps } from './entries/newest.tsx'
import type { Place } from './navigation.ts'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'

const EntriesScreen = lazy(async () => ({ default: (await import('./entries/screen.tsx')).EntriesScreen }))

const NewestView = lazy(async () => ({ default: (await import('./entries/newest.tsx')).NewestView }))

/** The newest entries of a form that is not kept, for the tab of its screen. */
export function NewestOfForm({
  connection,
  id,
  ...view
}: Omit<NewestViewProps, 'store' | 'now'> & { readonly connection: string; readonly id: number }) {
  const { entries } = useStores()
  return <NewestView {...view} store={entries.newestOf(connection, id)} now={Date.now} />
}

/** The entries of one form, for the tab of its screen. */
export function EntriesOfForm({ connection, id }: { readonly connection: string; readonly id: number }) {
  return <EntriesOf table={{ connection_id: connection, form_id: id, set: '' }} />
}

/** The entries of every kept form, or of a blind review. */
export function EntriesOfPlace({ place }: { readonly place: Extract<Place, { readonly screen: 'entries' }> }) {
  const { connection, set = '', entry } = place
  return (
    <EntriesOf key={`${connection} ${set}`} table={{ connection_id: connection, form_id: null, set }} entry={entry} />
  )
}

function EntriesOf({ table, entry }: { readonly table: EntriesTable; readonly entry?: number | undefined }) {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  return (
    <EntriesScreen
      {...useTaskProps()}
      store={stores.entries.of(table)}
      entry={entry}
      onCruzar={(chosen) => {
        go({ screen: 'cruzar' })
        void stores.cruzar.getState().stage({ from: 'entries', ...chosen })
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
