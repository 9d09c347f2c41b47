import { lazy, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../preload/contract/connections.ts'
import { EntriesOfForm, EntriesOfPlace } from './entries-area.tsx'
import { AreaBar, type AreaPart } from './forms/area-bar.tsx'
import { BudgetMeter } from './forms/budget-meter.tsx'
import { NoFormsConnection } from './forms/no-forms-connection.tsx'
import { isUnknown, WritesBand, WritesDrawer } from './forms/writes-view.tsx'
import { readyValue } from './kernel/loadable.ts'
import type { Place } from './navigation.ts'
import { PackagesOfPlace, PicturesOfAll, PicturesOfForm } from './reviews-area.tsx'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'

const FormsScreen = lazy(async () => ({ default: (await import('./forms/forms-screen.tsx')).FormsScreen }))
const NewFormScreen = lazy(async () => ({ default: (await import('./forms/new-form.tsx')).NewFormScreen }))
const FormScreen = lazy(async () => ({ default: (await import('./forms/form-screen.tsx')).FormScreen }))

/** The places of the form service. */
export type FormsPlace = Extract<
  Place,
  { readonly screen: 'forms' | 'form' | 'entries' | 'packages' | 'webhooks' | 'account' }
>

export function isFormsPlace(place: Place): place is FormsPlace {
  return ['forms', 'form', 'entries', 'packages', 'webhooks', 'account'].includes(place.screen)
}

/** The connection whose forms are shown: the one that was chosen last, the current one, or the first. */
export function formsConnection(connections: readonly Connection[], chosen: string | null): Connection | undefined {
  const services = connections.filter(({ service }) => service === 'forms')
  return services.find(({ id }) => id === chosen) ?? services.find(({ current }) => current) ?? services[0]
}

/** Every screen of a form service, under the bar that they share. */
export function FormsArea({ place }: { readonly place: FormsPlace }): ReactNode {
  const stores = useStores()
  const list = useStore(stores.connections, (state) => state.list)
  const chosen = useStore(stores.forms, (state) => state.connection)
  const { go } = stores.navigation.getState()
  const connections = (readyValue(list) ?? []).filter(({ service }) => service === 'forms')
  const connection = 'connection' in place ? place.connection : formsConnection(connections, chosen)?.id
  if (connection === undefined) {
    return <NoFormsConnection onConnect={() => go({ screen: 'connections', create: true })} />
  }
  return (
    <UnderBar place={place} connection={connection} connections={connections}>
      <FormsScreenOf place={place} connection={connection} />
    </UnderBar>
  )
}

const parts: readonly AreaPart[] = ['forms', 'entries', 'packages', 'webhooks', 'account']

interface UnderBarProps {
  readonly place: FormsPlace
  readonly connection: string
  readonly connections: readonly Connection[]
  readonly children: ReactNode
}

/** The bar with the budget and the ledger, and what was sent and never confirmed, above a screen. */
function UnderBar({ place, connection, connections, children }: UnderBarProps) {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  const writes = readyValue(useStore(stores.writes, (state) => state.list)) ?? []
  const [seeing, setSeeing] = useState(false)
  useEffect(() => void stores.writes.getState().open(connection), [stores, connection])
  return (
    <>
      <AreaBar
        connections={connections}
        connection={connection}
        part={place.screen === 'form' ? 'forms' : place.screen}
        parts={parts}
        unknown={writes.filter(isUnknown).length}
        meter={<BudgetMeter store={stores.budget} connection={connection} now={Date.now} />}
        onConnection={(id) => {
          void stores.forms.getState().open(id)
          go(placeOf(place.screen === 'form' ? 'forms' : place.screen, id))
        }}
        onGo={(part) => {
          if (part === 'forms') void stores.forms.getState().open(connection)
          go(placeOf(part, connection))
        }}
        onWrites={() => setSeeing(true)}
      />
      <WritesBand store={stores.writes} onSee={() => setSeeing(true)} />
      {children}
      <WritesDrawer store={stores.writes} opened={seeing} now={Date.now} onClose={() => setSeeing(false)} />
    </>
  )
}

function placeOf(part: AreaPart, connection: string): Place {
  return part === 'forms' ? { screen: 'forms' } : { screen: part, connection }
}

interface ScreenOfProps {
  readonly place: FormsPlace
  readonly connection: string
}

function FormsScreenOf({ place, connection }: ScreenOfProps): ReactNode {
  switch (place.screen) {
    case 'forms':
      return place.create ? <NewForm connection={connection} /> : <Forms connection={connection} />
    case 'form':
      return <FormOfPlace key={`${place.connection} ${place.id}`} place={place} />
    case 'entries':
      return place.part === 'pictures' ? (
        <PicturesOfAll connection={place.connection} />
      ) : (
        <EntriesOfPlace place={place} />
      )
    case 'packages':
      return <PackagesOfPlace place={place} />
    case 'webhooks':
    case 'account':
      return null
  }
}

function Forms({ connection }: { readonly connection: string }) {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  return (
    <FormsScreen
      {...useTaskProps()}
      store={stores.forms}
      deeds={stores.formDeeds}
      connection={connection}
      onOpen={({ connection_id, id }, part) => go({ screen: 'form', connection: connection_id, id, part })}
      onCreate={() => go({ screen: 'forms', create: true })}
    />
  )
}

function NewForm({ connection }: { readonly connection: string }) {
  const stores = useStores()
  const { goInstead } = stores.navigation.getState()
  return (
    <NewFormScreen
      deeds={stores.formDeeds}
      editor={stores.formEditor}
      connection={connection}
      onMade={({ id }) => goInstead({ screen: 'form', connection, id, part: 'edit' })}
      onLeave={() => goInstead({ screen: 'forms' })}
    />
  )
}

function FormOfPlace({ place }: { readonly place: Extract<FormsPlace, { readonly screen: 'form' }> }) {
  const stores = useStores()
  const { go, goInstead } = stores.navigation.getState()
  const { connection, id } = place
  return (
    <FormScreen
      {...useTaskProps()}
      store={stores.form}
      deeds={stores.formDeeds}
      editor={stores.formEditor}
      formKey={{ connection, id }}
      part={place.part ?? 'entries'}
      entries={<EntriesOfForm connection={connection} id={id} />}
      pictures={<PicturesOfForm connection={connection} id={id} />}
      onPart={(part) => goInstead({ ...place, part })}
      onOpen={(form) => go({ screen: 'form', connection, id: form.id, part: 'edit' })}
      onBack={() => goInstead({ screen: 'forms' })}
    />
  )
}
