import { IconForms } from '@tabler/icons-react'
import type { Connection } from '../../preload/contract/connections.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { coalesce } from '../kernel/schedule.ts'
import { createWritesStore, type WritesStore } from '../kernel/writes-store.ts'
import { createEditorStore, type EditorStore } from './editor-store.ts'
import { createFormMutationsStore, createFormStore, type FormMutationsStore, type FormStore } from './form-store.ts'
import { createBudgetStore, FormsFrame } from './forms-frame.tsx'
import { createFormsStore, type FormsStore } from './forms-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** With `create` the editor of a new form is open. */
    forms: { create?: true }
    /** `id`: the form's number. `part` is the tab; without it the entries are shown. */
    form: {
      connection: string
      id: number
      part?: 'entries' | 'pictures' | 'edit'
      /** Shows the newest entries, where the form is not kept. */
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
      /** Loads the ledger and the budget, after something was sent. */
      reloadLedger(): Promise<unknown>
    }
  }
}

/** The least time between two counts of undecided entries, in ms. */
const recountPauseMs = 1500

const FormsScreen = lazyComponent(async () => (await import('./forms-screen.tsx')).FormsScreen)
const NewFormScreen = lazyComponent(async () => (await import('./edit-form.tsx')).NewFormScreen)

export const formsFeature = defineFeature('forms', {
  item: { group: 'more', icon: IconForms, label: ({ forms }) => forms.title, place: { screen: 'forms' } },
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
    // The number of undecided entries is shown beside the form. A reviewer may take less than a second for an entry.
    const recount = coalesce(reloadForms, recountPauseMs)
    const reloadLedger = () => Promise.all([writes.getState().load(), budget.getState().load()])
    const mutations = createFormMutationsStore({ ask, onSettled: () => Promise.all([reloadForms(), reloadLedger()]) })
    return {
      offer: { store, form, writes, budget, mutations, editor, reloadLedger },
      reloads: { forms: reloadForms, reviews: recount, writes: writes.getState().load },
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
      ofConnection: lazyComponent(async () => (await import('./form-screen.tsx')).FormScreen),
      inConnection: () => ({ screen: 'forms' }),
      help: ['formulário', 'formulários', 'captação'],
      guide: 'removal',
    },
  },
  frames: { forms: FormsFrame },
  commands({ messages: { app, forms }, go, connectionOf }) {
    const toForms = { id: 'forms', label: app.commands.goToForms, keys: 'g f', run: go({ screen: 'forms' }) }
    if (connectionOf('forms') === null) return [toForms]
    return [toForms, { id: 'new-form', label: forms.create, run: go({ screen: 'forms', create: true }) }]
  },
})

function Forms({ place, connection }: { readonly place: PlaceOf<'forms'>; readonly connection: Connection }) {
  return place.create ? <NewFormScreen connection={connection.id} /> : <FormsScreen connection={connection.id} />
}
