import { conversationsTable } from '../preload/contract/conversations-table.ts'
import { datasetTable } from '../preload/contract/datasets-table.ts'
import type { Task } from '../preload/contract/tasks.ts'
import type { Bridge } from '../preload/contract/wire.ts'
import { createAccountStore } from './account/account-store.ts'
import { createOutside } from './app/outside.ts'
import { createSearchStore } from './app/search-store.ts'
import { type AppStoreState, createAppStore } from './app/store.ts'
import { createCaptain } from './captain/captain-stores.ts'
import { createPlatformChoice } from './connections/platform-choice.ts'
import { createConnectionsStore } from './connections/store.ts'
import { createAnswerStore } from './console/answer-store.ts'
import { createConsoleStore } from './console/console-store.ts'
import { createContactStore } from './contacts/contact-store.ts'
import { createRelatedStore } from './contacts/related-store.ts'
import { createContactSearchStore } from './contacts/search-store.ts'
import { setDefaults } from './conversations/conversation-words.ts'
import { createConversationsStore } from './conversations/conversations-store.ts'
import { createKeptStore } from './conversations/kept-store.ts'
import { createSetsStore } from './conversations/sets-store.ts'
import { createCruzarStore } from './cruzar/draft-store.ts'
import { createRunExportStore } from './cruzar/run-export-store.ts'
import { createRunStore } from './cruzar/run-store.ts'
import { runDefaults } from './cruzar/run-words.ts'
import { createRunsStore } from './cruzar/runs-store.ts'
import { datasetDefaults } from './datasets/dataset-words.ts'
import { createDatasetsStore } from './datasets/datasets-store.ts'
import { createDiagnosticsStore } from './diagnostics/diagnostics-store.ts'
import { createDocumentationStore } from './documentation/documentation-store.ts'
import { createHelpStore } from './documentation/help-store.ts'
import { createEntries } from './entries/entries-stores.ts'
import { hideDeletion } from './entries/notices.tsx'
import { createBudgetStore } from './forms/budget-store.ts'
import { createDeedsStore } from './forms/deeds-store.ts'
import { createEditorStore } from './forms/editor-store.ts'
import { createFormStore } from './forms/form-store.ts'
import { createFormsStore } from './forms/forms-store.ts'
import { createAsk } from './kernel/ask.ts'
import { createChanges } from './kernel/changes.ts'
import { formatOf } from './kernel/format.ts'
import { readyValue } from './kernel/loadable.ts'
import { languageStore, messagesNow } from './kernel/messages.ts'
import { createShortcuts } from './kernel/shortcuts.ts'
import { createWritesStore } from './kernel/writes-store.ts'
import { createNavigation, type Place } from './navigation.ts'
import { createReportsStore } from './reports/reports-store.ts'
import { say } from './reviews/say.ts'
import { createTeams } from './reviews/team.ts'
import { sayLost, saySent } from './sending/say.ts'
import { createSendingStore } from './sending/sending-store.ts'
import { leadDefaults } from './sheets/lead-columns.ts'
import { createNewSheetStore } from './sheets/new-sheet-store.ts'
import { createServerCsvStore } from './sheets/server-csv-store.ts'
import { createSheetsStore } from './sheets/sheets-store.ts'
import { createTables } from './tables/tables.ts'
import { noticeEnded } from './tasks/ended-notice.tsx'
import { createTasksStore } from './tasks/store.ts'
import { createWebhooksStore } from './webhooks/webhooks-store.ts'

export type Stores = ReturnType<typeof createStores>

/**
 * Makes every store once and introduces them to one another; features themselves do not know each other. A new feature
 * makes its store here, says on which pushes it reloads, and gets its line in `screens.tsx`.
 */
export function createStores({ bridge }: { readonly bridge: Bridge }) {
  const ask = createAsk(bridge)
  const changes = createChanges(bridge)
  const shortcuts = createShortcuts()
  const navigation = createNavigation()
  const { go, goInstead } = navigation.getState()

  const app = createAppStore({ ask })
  const search = createSearchStore({ ask })
  const connections = createConnectionsStore({ ask })
  const platformChoice = createPlatformChoice()
  const tables = createTables({ ask })
  const sheets = createSheetsStore({ ask })
  const sheetTable = (id: string) => tables.of({ kind: 'sheet', id }, leadDefaults)
  const tasks = createTasksStore({
    ask,
    ended(task) {
      if (task.kind === 'delete_entries') hideDeletion(task.id)
      if (!isThere(navigation.getState().place, placeOfTask(task))) noticeEnded(task, () => go(placeOfTask(task)))
    },
  })

  const runTable = (id: string) => tables.of({ kind: 'run', id }, runDefaults)
  const runs = createRunsStore({ ask })
  const run = createRunStore({ ask, reloadTable: (id) => runTable(id).getState().reload() })
  const runExports = createRunExportStore({ ask })
  const cruzar = createCruzarStore({
    ask,
    bridge,
    pastedName: () => messagesNow().cruzar.paste.name(formatOf(languageStore.getState().language).dateTime(Date.now())),
    started: ({ id }) => go({ screen: 'run', id }),
  })

  const conversations = createConversationsStore({ ask, now: Date.now, newId: () => crypto.randomUUID() })
  const conversationSets = createSetsStore({ ask })
  const keptConversation = createKeptStore({ ask })
  const conversationTable = (set: { readonly connection_id: string; readonly id: string }) =>
    tables.of(conversationsTable(set), setDefaults)

  const contactSearch = createContactSearchStore({ ask, clock: () => performance.now() })
  const contact = createContactStore({ ask })
  const related = createRelatedStore({ ask })
  const activity = createWritesStore({
    ledger: {
      list: (connection_id) => ask('activity.list', { connection_id }),
      check: (connection_id, id) => ask('activity.check', { connection_id, id }),
      settle: (connection_id, id, state) => ask('activity.settle', { connection_id, id, state }),
    },
    checked: async () => undefined,
  })
  const sending = createSendingStore({
    ask,
    newId: () => crypto.randomUUID(),
    sent({ connection, conversation }, to, status) {
      saySent(to, status)
      if (conversations.getState().connection === connection) void conversations.getState().readAgain(conversation)
      if (contact.getState().key?.connection === connection) void contact.getState().refresh()
    },
    lostUnseen: (_, to) => sayLost(to),
  })

  const forms = createFormsStore({ ask, now: Date.now })
  const form = createFormStore({ ask })
  const writes = createWritesStore({
    ledger: {
      list: (connection_id) => ask('forms.writes', { connection_id }),
      check: (connection_id, id) => ask('forms.check_write', { connection_id, id }),
    },
    checked: async ({ kind, state }) => {
      if (state === 'confirmed') await (kind.endsWith('webhook') ? webhooks : forms).getState().refresh()
    },
  })
  const budget = createBudgetStore({ ask })
  const formDeeds = createDeedsStore({
    ask,
    done: () => Promise.all([forms, form, writes, budget].map((store) => store.getState().load())),
  })
  const formEditor = createEditorStore()
  const webhooks = createWebhooksStore({
    ask,
    done: () => Promise.all([writes, budget].map((store) => store.getState().load())),
  })
  const formsAccount = createAccountStore({ ask })

  const captain = createCaptain({ ask })
  const documentation = createDocumentationStore({ ask, now: Date.now })
  const help = createHelpStore({ ask })

  const teams = createTeams({ ask, bridge })
  const entries = createEntries({ ask, tables })

  const datasets = createDatasetsStore({ ask })
  const diagnostics = createDiagnosticsStore({ ask })
  const console = createConsoleStore({ ask })
  const consoleAnswer = createAnswerStore({ ask })

  const reports = createReportsStore({ ask, now: Date.now })

  /** Only `app.*` is answered before the vault is open, so the others wait for it, and for a switch to be over. */
  const whenOpen = (reload: () => Promise<void>) => () =>
    isOpen(app.getState()) && !app.getState().switching ? reload() : undefined
  changes.on('app', app.getState().load)
  changes.on('connections', whenOpen(connections.getState().load))
  changes.on('tasks', whenOpen(tasks.getState().load))
  changes.on('search', whenOpen(search.getState().load))
  changes.on('sheets', whenOpen(sheets.getState().load))
  changes.on('sheets', () => tables.reload('sheet'))
  changes.on('conversations', whenOpen(conversationSets.getState().load))
  changes.on('conversations', () => tables.reload('conversations'))
  changes.on('activity', whenOpen(activity.getState().load))
  for (const feature of ['sheets', 'cruzar', 'entries']) changes.on(feature, whenOpen(related.getState().again))
  for (const store of [forms, form, search]) changes.on('forms', whenOpen(store.getState().load))
  // How many entries are left to review stands beside the form.
  for (const store of [forms, form]) changes.on('reviews', whenOpen(store.getState().load))
  changes.on('writes', whenOpen(writes.getState().load))
  changes.on('webhooks', whenOpen(webhooks.getState().load))
  changes.on('account', whenOpen(formsAccount.getState().load))
  changes.on('cruzar', whenOpen(runs.getState().reload))
  for (const feature of ['cruzar', 'tasks']) changes.on(feature, whenOpen(run.getState().reload))
  for (const feature of ['forms', 'entries', 'reviews']) changes.on(feature, whenOpen(teams.reload))
  for (const feature of ['forms', 'entries', 'reviews', 'sheets'] as const) {
    changes.on(feature, () => {
      if (isOpen(app.getState())) entries.reload(feature)
    })
  }
  changes.on('documentation', whenOpen(documentation.getState().load))
  changes.on('reviews', whenOpen(teams.reviewer.getState().load))

  changes.on('diagnostics', whenOpen(diagnostics.getState().load))
  changes.on('datasets', whenOpen(datasets.getState().load))
  changes.on('console', whenOpen(console.getState().load))
  // The leads of the sheets stand beside the rows that they were joined with.
  for (const feature of ['datasets', 'sheets']) changes.on(feature, () => tables.reload('dataset'))

  changes.on('sheets', whenOpen(reports.getState().reloadSheets))

  /** What was read of form services is another's. */
  const forget = () => {
    forms.setState(forms.getInitialState(), true)
    form.setState(form.getInitialState(), true)
    writes.setState(writes.getInitialState(), true)
    budget.setState(budget.getInitialState(), true)
    formEditor.setState(formEditor.getInitialState(), true)
    webhooks.setState(webhooks.getInitialState(), true)
    formsAccount.setState(formsAccount.getInitialState(), true)
    teams.forget()
    documentation.setState(documentation.getInitialState(), true)
    help.setState(help.getInitialState(), true)
    captain.forget()
    conversations.getState().close()
    conversations.setState(conversations.getInitialState(), true)
    conversationSets.setState(conversationSets.getInitialState(), true)
    keptConversation.getState().close()
    contactSearch.getState().type('')
    contactSearch.setState(contactSearch.getInitialState(), true)
    contact.getState().close()
    related.setState(related.getInitialState(), true)
    activity.setState(activity.getInitialState(), true)
    sending.getState().forget()
    platformChoice.setState(platformChoice.getInitialState(), true)
    reports.setState(reports.getInitialState(), true)
    datasets.setState(datasets.getInitialState(), true)
    diagnostics.getState().stop()
    diagnostics.setState(diagnostics.getInitialState(), true)
    console.getState().cancel()
    console.setState(console.getInitialState(), true)
    consoleAnswer.getState().close()
  }

  app.subscribe((now, before) => {
    if (account(now) !== account(before)) {
      cruzar.getState().discard()
      forget()
    }
    const switched = before.switching && !now.switching
    if (isOpen(now) && (switched || account(now) !== account(before))) changes.all()
  })

  return {
    ask,
    openOutside: createOutside({ ask }),
    changes,
    shortcuts,
    navigation,
    app,
    search,
    connections,
    platformChoice,
    reports,
    datasets,
    console,
    consoleAnswer,
    diagnostics,
    datasetTable: (one: { connection_id: string; id: string }) => tables.of(datasetTable(one), datasetDefaults),
    tasks,
    sheets,
    newSheet: createNewSheetStore({ ask }),
    serverCsv: createServerCsvStore({ ask }),
    sheetTable,
    conversations,
    conversationSets,
    keptConversation,
    contactSearch,
    contact,
    related,
    activity,
    sending,
    conversationTable,
    runTable,
    runs,
    run,
    runExports,
    cruzar,
    documentation,
    help,
    teams,
    captain,
    entries,
    forms,
    form,
    writes,
    budget,
    formDeeds,
    formEditor,
    webhooks,
    formsAccount,
    /** A file was dropped on the window: it is a list to be crossed. */
    dropped(file: File) {
      go({ screen: 'cruzar' })
      void cruzar.getState().offer(file)
    },
    /** A colleague's review package was dropped on the window: it waits for its passphrase on the screen of its account. */
    droppedPackage(file: File) {
      const { place } = navigation.getState()
      const own = 'connection' in place ? place.connection : forms.getState().connection
      const services = (readyValue(connections.getState().list) ?? []).filter(({ service }) => service === 'forms')
      const account = services.find(({ id }) => id === own) ?? services.find(({ current }) => current) ?? services[0]
      if (!account) return say(messagesNow().reviews.drop.noForms)
      teams.of(account.id).packages.getState().choose(file)
      go({ screen: 'packages', connection: account.id })
    },
    /** Opens the demonstration and its first sheet, which main has begun to read. */
    async enterDemo() {
      if (!(await app.getState().enterDemo())) return
      await search.getState().load()
      const sheet = readyValue(search.getState().findable)?.sheets[0]
      goInstead(sheet ? { screen: 'sheet', id: sheet.id } : { screen: 'sheets' })
    },
    async leaveDemo() {
      if (await app.getState().leaveDemo()) goInstead({ screen: 'sheets' })
    },
  }
}

/** Where the result of a task is to be seen. */
export function placeOfTask(task: Task): Place {
  switch (task.kind) {
    case 'pull':
      return { screen: 'sheet', id: task.subject }
    case 'cruzar':
      return { screen: 'run', id: task.subject }
    case 'conversations': {
      const [connection = '', id = ''] = task.subject.split(':')
      return { screen: 'conversation-set', connection, id }
    }
    case 'documentation':
      return { screen: 'documentation', connection: task.subject }
    case 'entries':
    case 'delete_entries': {
      const [connection = '', form = ''] = task.subject.split(':')
      return { screen: 'form', connection, id: Number(form) }
    }
  }
}

/** Whether a place shows a sheet, run or form: whichever part of it. */
function isThere(place: Place, thing: Place): boolean {
  const nameOf = (one: Place) =>
    [one.screen, 'connection' in one ? one.connection : '', 'id' in one ? one.id : ''].join(' ')
  return nameOf(place) === nameOf(thing)
}

/** Whether data can be read: the vault is open, or the demonstration, which needs none. */
function isOpen({ app }: AppStoreState): boolean {
  const state = readyValue(app)
  return state !== undefined && (state.phase === 'ready' || state.demo)
}

/** Whose data are open; when it changes, everything that was read is another's. */
function account({ app }: AppStoreState): string {
  const state = readyValue(app)
  return state ? `${state.phase} ${state.demo}` : ''
}
