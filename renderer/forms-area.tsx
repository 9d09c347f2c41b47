import { lazy, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { connectionInUse } from './connection-in-use.ts'
import { placeOf } from './connections/place-of.ts'
import { EntriesOfForm, EntriesOfPlace, NewestOfForm } from './entries-area.tsx'
import { AreaBar, AreaBarEnd, type AreaPart, NoFormsConnection } from './forms/area-bar.tsx'
import { BudgetMeter } from './forms/budget.tsx'
import { isUnknown, WritesBand, WritesDrawer } from './forms/writes-view.tsx'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import type { FormsPlace, Place } from './navigation.ts'
import { PackagesOfPlace, PicturesOfAll, PicturesOfForm } from './reviews-area.tsx'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'
import { Account } from './ui/account.tsx'

const FormsScreen = lazy(async () => ({ default: (await import('./forms/forms-screen.tsx')).FormsScreen }))
const NewFormScreen = lazy(async () => ({ default: (await import('./forms/edit-form.tsx')).NewFormScreen }))
const WebhooksScreen = lazy(async () => ({ default: (await import('./webhooks/screen.tsx')).WebhooksScreen }))
const AccountScreen = lazy(async () => ({ default: (await import('./account/screen.tsx')).AccountScreen }))
const FormScreen = lazy(async () => ({ default: (await import('./forms/form-screen.tsx')).FormScreen }))
/** Every screen of a form service, under the bar that they share. */
export function FormsArea({ place }: { readonly place: FormsPlace }): ReactNode {
  const stores = useStores()
  const list = useStore(stores.connections, (state) => state.list)
  const { go } = stores.navigation.getState()
  const connection = connectionInUse(readyValue(list) ?? [], 'forms')
  if (!connection) {
    return <NoFormsConnection onConnect={() => go({ screen: 'connections', create: true, service: 'forms' })} />
  }
  // Nothing that is open on a screen, such as a dialog, is taken over to another account.
  return (
    <Account
      key={placeOf(connection)}
      name={connection.name}
      onReplaceKey={() => go({ screen: 'connections', replace: connection.id })}
    >
      <WithLedger place={place} connection={connection.id} />
    </Account>
  )
}
const parts: readonly AreaPart[] = ['forms', 'entries', 'packages', 'webhooks', 'account']
interface WithLedgerProps {
  readonly place: FormsPlace
  readonly connection: string
}
/**
 * A screen with the budget and the ledger, and what was sent and never confirmed. One form has them beside its own tabs,
 * so that its entries have the room; every other screen under the bar of the service.
 */
function WithLedger({ place, connection }: WithLedgerProps) {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  const writes = readyValue(useStore(stores.writes, (state) => state.list)) ?? []
  const [seeing, setSeeing] = useState(false)
  useEffect(() => void stores.writes.getState().open(connection), [stores, connection])
  const end = (
    <AreaBarEnd
      unknown={writes.filter(isUnknown).length}
      meter={<BudgetMeter store={stores.budget} connection={connection} now={Date.now} />}
      onWrites={() => setSeeing(true)}
    />
  )
  return (
    <>
      {place.screen === 'form' ? null : (
        <AreaBar part={place.screen} parts={parts} end={end} onGo={(part) => go(placeOfPart(part, connection))} />
      )}
      <WritesBand store={stores.writes} onSee={() => setSeeing(true)} />
      <FormsScreenOf place={place} connection={connection} end={end} />
      <WritesDrawer store={stores.writes} opened={seeing} now={Date.now} onClose={() => setSeeing(false)} />
    </>
  )
}
function placeOfPart(part: AreaPart, connection: string): Place {
  return part === 'forms' ? { screen: 'forms' } : { screen: part, connection }
}
interface ScreenOfProps {
  readonly place: FormsPlace
  readonly connection: string
  /** The budget and the ledger, for a screen that the bar is not above of. */
  readonly end: ReactNode
}
function FormsScreenOf({ place, connection, end }: ScreenOfProps): ReactNode {
  switch (place.screen) {
    case 'forms':
      return place.create ? <NewForm connection={connection} /> : <Forms connection={connection} />
    case 'form':
      return <FormOfPlace key={`${place.connection} ${place.id}`} place={place} end={end} />
    case 'entries':
      return place.part === 'pictures' ? (
        <>
          <KeptParts connection={place.connection} />
          <PicturesOfAll connection={place.connection} />
        </>
      ) : (
        <EntriesOfPlace place={place} />
      )
    case 'packages':
      return <PackagesOfPlace place={place} />
    case 'webhooks':
      return <Webhooks connection={connection} />
    case 'account':
      return <AccountOfForms connection={connection} />
  }
}
function Forms({ connection }: { readonly connection: string }) {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  return (
    <FormsScreen
      {...useTaskProps()}
      store={stores.forms}
      mutations={stores.formMutations}
      keeping={stores.formKeeping}
      connection={connection}
      onNewest={({ connection_id, id }) => go({ screen: 'form', connection: connection_id, id, newest: true })}
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
      mutations={stores.formMutations}
      editor={stores.formEditor}
      connection={connection}
      onMade={({ id }) => goInstead({ screen: 'form', connection, id, part: 'edit' })}
      onLeave={() => goInstead({ screen: 'forms' })}
    />
  )
}
interface FormOfPlaceProps {
  readonly place: Extract<FormsPlace, { readonly screen: 'form' }>
  readonly end: ReactNode
}
function FormOfPlace({ place, end }: FormOfPlaceProps) {
  const stores = useStores()
  const { go, goInstead } = stores.navigation.getState()
  const { connection, id } = place
  return (
    <FormScreen
      {...useTaskProps()}
      store={stores.form}
      mutations={stores.formMutations}
      keeping={stores.formKeeping}
      editor={stores.formEditor}
      formKey={{ connection, id }}
      part={place.part ?? 'entries'}
      end={end}
      entries={<EntriesOfForm connection={connection} id={id} />}
      pictures={<PicturesOfForm connection={connection} id={id} />}
      newest={
        place.newest
          ? ({ name }, onKeep) => (
              <NewestOfForm
                {...{ connection, id, name, onKeep }}
                onClose={() => goInstead({ screen: 'form', connection, id })}
              />
            )
          : null
      }
      onNewest={() => goInstead({ screen: 'form', connection, id, newest: true })}
      onPart={(part) => goInstead({ ...place, part })}
      onOpen={(form) => go({ screen: 'form', connection, id: form.id, part: 'edit' })}
      onBack={() => goInstead({ screen: 'forms' })}
    />
  )
}
/** Which forms are not kept whole, above what is counted of all of them. */
function KeptParts({ connection }: { readonly connection: string }) {
  const { entries } = useStores()
  const store = entries.of({ connection_id: connection, form_id: null, set: '' })
  const texts = useMessages().forms
  const forms = readyValue(useStore(store, (state) => state.forms)) ?? []
  useEffect(() => void store.getState().loadForms(), [store])
  const parts = forms.flatMap(({ name, kept, sync }) => (kept && sync.period ? [texts.partOf(name, sync.period)] : []))
  if (parts.length === 0) return null
  return (
    <div className="forms-band" role="note">
      {texts.keptParts(parts)}
    </div>
  )
}
function Webhooks({ connection }: { readonly connection: string }) {
  const { webhooks, forms } = useStores()
  const list = useStore(forms, (state) => (state.connection === connection ? state.list : undefined))
  // A webhook says the number of its form; the kept list has its name.
  useEffect(() => {
    if (forms.getState().connection !== connection) void forms.getState().open(connection)
  }, [forms, connection])
  return (
    <WebhooksScreen
      store={webhooks}
      connection={connection}
      forms={list ? (readyValue(list) ?? []) : []}
      now={Date.now}
    />
  )
}
function AccountOfForms({ connection }: { readonly connection: string }) {
  const { formsAccount } = useStores()
  return <AccountScreen store={formsAccount} connection={connection} now={Date.now} />
}
