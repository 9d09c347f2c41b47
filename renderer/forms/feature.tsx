import { IconForms } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import {
  type Feature,
  type FrameProps,
  lazyComponent,
  resetStores,
  useApp,
  useFeature,
  useNavigation,
  useSlot,
} from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { Place, PlaceOf } from '../kernel/navigation.ts'
import { createWritesStore, type WritesStore } from '../kernel/writes-store.ts'
import { AreaBar, AreaBarEnd, type AreaPart } from './area-bar.tsx'
import { BudgetMeter, createBudgetStore } from './budget.tsx'
import { createEditorStore, type EditorStore } from './editor-store.ts'
import { createFormMutationsStore, createFormStore, type FormMutationsStore, type FormStore } from './form-store.ts'
import { createFormsStore, type FormsStore } from './forms-store.ts'
import { createKeepStore, type KeepStore } from './keep-store.ts'
import { isUnknown, WritesBand, WritesDrawer } from './writes-view.tsx'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** With `create` the form of a new form is open. */
    forms: { create?: true }
    /** `id`: the form's number; `part` is the tab, entries when absent. */
    form: {
      connection: string
      id: number
      part?: 'entries' | 'pictures' | 'edit'
      /** The newest entries are shown, where the form is not kept. */
      newest?: true
    }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    forms: {
      readonly store: FormsStore
      readonly form: FormStore
      readonly writes: WritesStore
      readonly budget: ReturnType<typeof createBudgetStore>
      readonly mutations: FormMutationsStore
      readonly editor: EditorStore
      readonly keeping: KeepStore
      /** Loads the ledger and the budget, after something was sent. */
      reloadLedger(): Promise<unknown>
    }
  }
}

const FormsScreen = lazyComponent(async () => (await import('./forms-screen.tsx')).FormsScreen)
const NewFormScreen = lazyComponent(async () => (await import('./edit-form.tsx')).NewFormScreen)
const FormScreen = lazyComponent(async () => (await import('./form-screen.tsx')).FormScreen)

export const formsFeature: Feature<'forms'> = {
  item: { group: 'more', icon: IconForms, label: ({ app }) => app.navigation.forms, place: { screen: 'forms' } },
  service: 'forms',
  create({ ask, now, feature }) {
    const store = createFormsStore({ ask, now })
    const form = createFormStore({ ask })
    const writes = createWritesStore({
      ledger: {
        list: (connection_id) => ask('forms.writes', { connection_id }),
        check: (connection_id, id) => ask('forms.check_write', { connection_id, id }),
        settle: (connection_id, id, state) => ask('forms.settle_write', { connection_id, id, state }),
      },
      checked: async ({ kind, state }) => {
        if (state !== 'confirmed') return
        await (kind.endsWith('webhook') ? feature('webhooks') : store).getState().refresh()
      },
    })
    const budget = createBudgetStore({ ask })
    const editor = createEditorStore()
    const reloadForms = () => Promise.all([store.getState().load(), form.getState().load()])
    const reloadLedger = () => Promise.all([writes.getState().load(), budget.getState().load()])
    const mutations = createFormMutationsStore({ ask, onSettled: () => Promise.all([reloadForms(), reloadLedger()]) })
    return {
      offer: {
        store,
        form,
        writes,
        budget,
        mutations,
        editor,
        keeping: createKeepStore({ ask, today: () => new Date(now()) }),
        reloadLedger,
      },
      // How many entries are left to review stands beside the form.
      reloads: { forms: reloadForms, reviews: reloadForms, writes: writes.getState().load },
      reset: () => resetStores(store, form, writes, budget, editor),
    }
  },
  screens: {
    forms: {
      area: 'forms',
      service: 'forms',
      ofConnection: Forms,
      help: ['formulários', 'formulário', 'captação'],
    },
    form: {
      area: 'forms',
      service: 'forms',
      perRecord: true,
      ofConnection: FormOfPlace,
      inConnection: () => ({ screen: 'forms' }),
      help: ['formulário', 'formulários', 'captação'],
      guide: 'removal',
    },
  },
  frames: { forms: FormsFrame },
  commands({ messages: { app }, go, connectionOf }) {
    const forms = { id: 'forms', label: app.commands.goToForms, keys: 'g f', run: go({ screen: 'forms' }) }
    if (connectionOf('forms') === null) return [forms]
    return [forms, { id: 'new-form', label: app.commands.newForm, run: go({ screen: 'forms', create: true }) }]
  },
}

const parts: readonly AreaPart[] = ['forms', 'entries', 'packages', 'webhooks', 'account']

/** The budget and the ledger, for the screen of one form: it has them beside its own tabs, so that its entries have the room. */
const LedgerContext = createContext<ReactNode>(null)

/** The bar that the screens of the form service share, the budget and the ledger, and what was sent and never confirmed. */
function FormsFrame({ place, connection: { id: connection }, children }: FrameProps) {
  const { writes: store, budget } = useFeature('forms')
  const { now } = useApp()
  const { go } = useNavigation()
  const writes = readyValue(useStore(store, (state) => state.list)) ?? []
  const [open, setOpen] = useState(false)
  useEffect(() => void store.getState().open(connection), [store, connection])
  const end = (
    <AreaBarEnd
      unknown={writes.filter(isUnknown).length}
      meter={<BudgetMeter store={budget} connection={connection} now={now} />}
      onWrites={() => setOpen(true)}
    />
  )
  const part = parts.find((one) => one === place.screen)
  return (
    <>
      {part ? (
        <AreaBar part={part} parts={parts} end={end} onGo={(chosen) => go(placeOfPart(chosen, connection))} />
      ) : null}
      <WritesBand store={store} onSee={() => setOpen(true)} />
      <LedgerContext value={end}>{children}</LedgerContext>
      <WritesDrawer store={store} opened={open} now={now} onClose={() => setOpen(false)} />
    </>
  )
}

function placeOfPart(part: AreaPart, connection: string): Place {
  return part === 'forms' ? { screen: 'forms' } : { screen: part, connection }
}

function Forms({ place, connection }: { readonly place: PlaceOf<'forms'>; readonly connection: Connection }) {
  return place.create ? <NewForm connection={connection.id} /> : <FormsList connection={connection.id} />
}

function FormsList({ connection }: { readonly connection: string }) {
  const { store, mutations, keeping } = useFeature('forms')
  const { go } = useNavigation()
  return (
    <FormsScreen
      {...useFeature('tasks').useTaskProps()}
      store={store}
      mutations={mutations}
      keeping={keeping}
      connection={connection}
      onNewest={({ connection_id, id }) => go({ screen: 'form', connection: connection_id, id, newest: true })}
      onOpen={({ connection_id, id }, part) => go({ screen: 'form', connection: connection_id, id, part })}
      onCreate={() => go({ screen: 'forms', create: true })}
    />
  )
}

function NewForm({ connection }: { readonly connection: string }) {
  const { mutations, editor } = useFeature('forms')
  const { goInstead } = useNavigation()
  return (
    <NewFormScreen
      mutations={mutations}
      editor={editor}
      connection={connection}
      onMade={({ id }) => goInstead({ screen: 'form', connection, id, part: 'edit' })}
      onLeave={() => goInstead({ screen: 'forms' })}
    />
  )
}

function FormOfPlace({ place }: { readonly place: PlaceOf<'form'> }) {
  const { form, mutations, keeping, editor } = useFeature('forms')
  const { go, goInstead } = useNavigation()
  const [Entries, Pictures, Newest] = [useSlot('formEntries'), useSlot('entryPictures'), useSlot('newestEntries')]
  const { connection, id } = place
  return (
    <FormScreen
      {...useFeature('tasks').useTaskProps()}
      store={form}
      mutations={mutations}
      keeping={keeping}
      editor={editor}
      formKey={{ connection, id }}
      part={place.part ?? 'entries'}
      end={useContext(LedgerContext)}
      entries={<Entries connection={connection} form={id} />}
      pictures={<Pictures connection={connection} form={id} />}
      newest={
        place.newest
          ? ({ name }, onKeep) => (
              <Newest
                {...{ connection, form: id, name, onKeep }}
                onClose={() => goInstead({ screen: 'form', connection, id })}
              />
            )
          : null
      }
      onNewest={() => goInstead({ screen: 'form', connection, id, newest: true })}
      onPart={(part) => goInstead({ ...place, part })}
      onOpen={(one) => go({ screen: 'form', connection, id: one.id, part: 'edit' })}
      onBack={() => goInstead({ screen: 'forms' })}
    />
  )
}
