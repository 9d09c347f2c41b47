import type { Bridge } from '../preload/contract/wire.ts'
import { createAccountStore } from './account/account-store.ts'
import { createEntries } from './entries/entries-store.ts'
import { createBudgetStore } from './forms/budget.tsx'
import { createEditorStore } from './forms/editor-store.ts'
import { createFormMutationsStore, createFormStore } from './forms/form-store.ts'
import { createFormsStore } from './forms/forms-store.ts'
import { createKeepStore } from './forms/keep-store.ts'
import type { AppAsk } from './kernel/ask.ts'
import type { Changes } from './kernel/changes.ts'
import { createWritesStore } from './kernel/writes-store.ts'
import { createTeams } from './reviews/team.ts'
import type { Tables } from './tables/table-store.ts'
import { createWebhooksStore } from './webhooks/webhooks-store.ts'

interface FormsStoresDeps {
  readonly ask: AppAsk
  readonly bridge: Bridge
  readonly changes: Changes
  readonly tables: Tables
  isOpen(): boolean
  /** A reload that waits until the data can be read. */
  whenOpen(reload: () => Promise<unknown>): () => unknown
}
/** The stores of the form service's screens, and when they load again. */
export function createFormsStores({ ask, bridge, changes, tables, isOpen, whenOpen }: FormsStoresDeps) {
  const forms = createFormsStore({ ask, now: Date.now })
  const form = createFormStore({ ask })
  const writes = createWritesStore({
    ledger: {
      list: (connection_id) => ask('forms.writes', { connection_id }),
      check: (connection_id, id) => ask('forms.check_write', { connection_id, id }),
      settle: (connection_id, id, state) => ask('forms.settle_write', { connection_id, id, state }),
    },
    checked: async ({ kind, state }) => {
      if (state === 'confirmed') await (kind.endsWith('webhook') ? webhooks : forms).getState().refresh()
    },
  })
  const budget = createBudgetStore({ ask })
  const formMutations = createFormMutationsStore({
    ask,
    onSettled: () => Promise.all([forms, form, writes, budget].map((store) => store.getState().load())),
  })
  const formEditor = createEditorStore()
  const formKeeping = createKeepStore({ ask, today: () => new Date() })
  const webhooks = createWebhooksStore({
    ask,
    done: () => Promise.all([writes, budget].map((store) => store.getState().load())),
  })
  const formsAccount = createAccountStore({ ask })

  const teams = createTeams({ ask, bridge })
  const entries = createEntries({ ask, tables })

  for (const store of [forms, form]) changes.on('forms', whenOpen(store.getState().load))
  // How many entries are left to review stands beside the form.
  for (const store of [forms, form]) changes.on('reviews', whenOpen(store.getState().load))
  changes.on('writes', whenOpen(writes.getState().load))
  changes.on('webhooks', whenOpen(webhooks.getState().load))
  changes.on('account', whenOpen(formsAccount.getState().load))
  for (const feature of ['forms', 'entries', 'reviews']) changes.on(feature, whenOpen(teams.reload))
  for (const feature of ['forms', 'entries', 'reviews', 'sheets'] as const) {
    changes.on(feature, (ids) => {
      if (isOpen()) entries.reload(feature, ids?.map(Number) ?? null)
    })
  }
  changes.on('reviews', whenOpen(teams.reviewer.getState().load))

  return {
    stores: {
      teams,
      entries,
      forms,
      form,
      writes,
      budget,
      formMutations,
      formEditor,
      formKeeping,
      webhooks,
      formsAccount,
    },
    /** What was read of one account is not another's. */
    forget() {
      forms.setState(forms.getInitialState(), true)
      form.setState(form.getInitialState(), true)
      writes.setState(writes.getInitialState(), true)
      budget.setState(budget.getInitialState(), true)
      formEditor.setState(formEditor.getInitialState(), true)
      webhooks.setState(webhooks.getInitialState(), true)
      formsAccount.setState(formsAccount.getInitialState(), true)
      teams.forget()
      entries.clear()
    },
  }
}
