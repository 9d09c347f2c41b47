import { notifications } from '@mantine/notifications'
import type { StoreApi } from 'zustand'
import type { Connection } from '../preload/contract/connections.ts'
import type { KeptPerson } from '../preload/contract/contacts.ts'
import type { Task } from '../preload/contract/tasks.ts'
import type { Bridge } from '../preload/contract/wire.ts'
import { createFileLinks, createOutside } from './app/outside.ts'
import { createSearchStore } from './app/search-store.ts'
import { type AppStoreState, createAppStore } from './app/store.ts'
import { connectionInUse, namedConnection, placeInConnection } from './connection-in-use.ts'
import { placeOf } from './connections/place-of.ts'
import { createConnectionsStore } from './connections/store.ts'
import { createCruzarStore } from './cruzar/list-store.ts'
import { runDefaults } from './cruzar/run-words.ts'
import { createRunStore, createRunsStore } from './cruzar/runs-store.ts'
import { hideDeletionNotice } from './entries/notices.tsx'
import { createFormsStores } from './forms-stores.ts'
import { createHealthStore } from './health/health-store.ts'
import { createAsk } from './kernel/ask.ts'
import { createChanges } from './kernel/changes.ts'
import { createDrafts, hasDrafts } from './kernel/drafts.ts'
import { formatOf } from './kernel/format.ts'
import { readyValue } from './kernel/loadable.ts'
import { languageStore, messagesNow } from './kernel/messages.ts'
import { coalesce } from './kernel/schedule.ts'
import { createScreenEntries, type ScreenEntry } from './kernel/screen-entries.ts'
import { createShortcuts, keyNames } from './kernel/shortcuts.ts'
import { createNavigation, isFormsPlace, type Place } from './navigation.ts'
import { createPlatformStores } from './platform-stores.ts'
import { createNewSheetStore } from './sheets/new-sheet-store.ts'
import { createServerCsvStore } from './sheets/server-csv.tsx'
import { leadDefaults } from './sheets/sheet-words.tsx'
import { createSheetsStore } from './sheets/sheets-store.ts'
import { createTables } from './tables/table-store.ts'
import { noticeEnded } from './tasks/ended-notice.tsx'
import { createTasksStore } from './tasks/store.ts'

export type Stores = ReturnType<typeof createStores>

/**
 * Makes every store once and introduces them to one another; features themselves do not know each other. A new feature
 * makes its store here, or with its service in `forms-stores.ts` or `platform-stores.ts`, says on which pushes it
 * reloads, and gets its line in `screens.tsx`.
 */
export function createStores({ bridge }: { readonly bridge: Bridge }) {
  const ask = createAsk(bridge)
  const changes = createChanges(bridge)
  const shortcuts = createShortcuts()
  const offered = createScreenEntries()
  const navigation = createNavigation()
  const { go, goInstead } = navigation.getState()

  const app = createAppStore({ ask })
  const search = createSearchStore({ ask })
  const connections = createConnectionsStore({ ask })
  const health = createHealthStore({ ask })
  const tables = createTables({ ask })
  const sheets = createSheetsStore({ ask })
  const sheetTable = (id: string) => tables.of({ kind: 'sheet', id }, leadDefaults)
  const tasks = createTasksStore({
    ask,
    ended(task) {
      if (task.kind === 'delete_entries') hideDeletionNotice(task.id)
      if (!isThere(navigation.getState().place, placeOfTask(task))) noticeEnded(task, () => go(placeOfTask(task)))
    },
  })

  const runTable = (id: string) => tables.of({ kind: 'run', id }, runDefaults)
  const runs = createRunsStore({ ask })
  const run = createRunStore({ ask, reloadTable: (id) => runTable(id).getState().reload() })
  const cruzar = createCruzarStore({
    ask,
    bridge,
    pastedName: () => messagesNow().cruzar.paste.name(formatOf(languageStore.getState().language).dateTime(Date.now())),
    use: (connection) => void connections.getState().use(connection),
    // Who went elsewhere meanwhile is not led away: the run is among the lists, and its end is told.
    onStarted({ id }) {
      if (navigation.getState().place.screen === 'cruzar') go({ screen: 'run', id })
    },
  })

  /** Only `app.*` is answered before the vault is open, so the others wait for it, and for a switch to be over. */
  const whenOpen = (reload: () => Promise<unknown>) => () =>
    isOpen(app.getState()) && !app.getState().switching ? reload() : undefined
  changes.on('app', app.getState().load)
  changes.on('connections', whenOpen(connections.getState().load))
  changes.on('tasks', whenOpen(tasks.getState().load))
  changes.on('search', whenOpen(search.getState().load))
  changes.on('sheets', whenOpen(sheets.getState().load))
  changes.on('sheets', () => tables.reload('sheet'))
  changes.on('forms', whenOpen(search.getState().load))
  changes.on('cruzar', whenOpen(coalesce(runs.getState().reload, 250)))
  for (const feature of ['cruzar', 'tasks']) changes.on(feature, whenOpen(run.getState().reload))

  changes.on('health', whenOpen(health.getState().load))

  const isReadable = () => isOpen(app.getState())
  const forms = createFormsStores({ ask, bridge, changes, tables, whenOpen, isOpen: isReadable })
  const platform = createPlatformStores({ ask, changes, tables, whenOpen })

  const newSheet = createNewSheetStore({ ask })
  const serverCsv = createServerCsvStore({ ask })
  const drafts = createDrafts()
  /** What Ctrl K finds of the open screen: its buttons and menus, and what else has a key there. */
  const screenEntries = (): readonly ScreenEntry[] => {
    const keys = shortcuts.list('screen').flatMap(({ keys, label, run }): ScreenEntry[] => {
      return run === null ? [] : [{ kind: 'action', label, shortcut: keyNames(keys).join(' '), run }]
    })
    return [...offered.list(), ...keys]
  }
  /** Nothing of one vault or account is seen in another, and no toast of it over a vault that is locked. */
  const forgetAll = () => {
    notifications.clean()
    notifications.cleanQueue()
    cruzar.getState().confirmLeave()
    run.getState().close()
    newSheet.getState().reset()
    drafts.setState({}, true)
    reset(sheets)
    reset(connections)
    reset(runs)
    reset(search)
    reset(tasks)
    reset(health)
    reset(serverCsv)
    tables.clear()
    forms.forget()
    platform.forget()
  }
  app.subscribe((now, before) => {
    if (account(now) !== account(before)) forgetAll()
    const switched = before.switching && !now.switching
    if (isOpen(now) && (switched || account(now) !== account(before))) changes.all()
  })

  // The list of connections says how many sheets each has.
  sheets.subscribe((now, before) => {
    const [count, known] = [now, before].map(({ list }) => readyValue(list)?.length)
    if (known !== undefined && count !== undefined && count !== known) void whenOpen(connections.getState().load)()
  })

  // A connection that leads to another account or host now has nothing of what was read before.
  connections.subscribe((now, before) => {
    const known = readyValue(before.list) ?? []
    const others = (readyValue(now.list) ?? []).filter((connection) =>
      known.some((was) => was.id === connection.id && placeOf(was) !== placeOf(connection)),
    )
    if (others.some(({ service }) => service === 'platform')) platform.forget()
    if (others.some(({ service }) => service === 'forms')) forms.forget()
    if (others.length > 0) sheets.setState({ known: {} })
  })

  /**
   * One connection of each service is in use, and its screens show no other: a place that names another puts that one in
   * use, and when another is put in use, the place follows it.
   */
  const follow = (before: readonly Connection[]) => {
    const list = readyValue(connections.getState().list)
    const { place } = navigation.getState()
    const named = namedConnection(place)
    if (!list || named === undefined) return
    const isNamed = ({ id }: Connection) => id === named
    const [own, was] = [list.find(isNamed), before.find(isNamed)]
    if (own?.current) return
    if (own && !was?.current) return void connections.getState().use(named)
    const service = own?.service ?? was?.service ?? (isFormsPlace(place) ? 'forms' : 'platform')
    goInstead(placeInConnection(place, connectionInUse(list, service)?.id))
  }
  connections.subscribe((now, before) => {
    if (now.list === before.list) return
    const [list, known] = [readyValue(now.list) ?? [], readyValue(before.list) ?? []]
    follow(known)
    const { filter, setFilter } = cruzar.getState()
    // Numbers of inboxes and agents belong to one account.
    if (connectionInUse(list, 'platform')?.id !== connectionInUse(known, 'platform')?.id) {
      setFilter({ ...filter, inbox_ids: [], assignee_ids: [] })
    }
  })
  navigation.subscribe((now, before) => {
    if (now.place !== before.place) follow([])
  })

  return {
    ask,
    openOutside: createOutside({ ask }),
    fileLinks: createFileLinks({ ask }),
    changes,
    shortcuts,
    offered,
    screenEntries,
    drafts,
    /** Whether the person has typed something that the page would lose. */
    hasUnsent: () => hasDrafts(drafts) || platform.stores.sending.getState().hasDrafts(),
    navigation,
    app,
    search,
    connections,
    tasks,
    health,
    sheets,
    newSheet,
    serverCsv,
    sheetTable,
    runTable,
    runs,
    run,
    cruzar,
    ...forms.stores,
    ...platform.stores,
    /** Goes where a menu, a key or a command leads: from a list that is about to be crossed, Cruzar leads to its start. */
    goFromMenu(place: Place) {
      const { list, leave } = cruzar.getState()
      const isHere = navigation.getState().place.screen === 'cruzar'
      if (place.screen === 'cruzar' && (isHere || list.status === 'idle')) leave()
      go(place)
    },
    /** The sheet's own way to Cruzar: it answers. */
    crossWith(sheetId: string) {
      cruzar.getState().setOwnSheet(sheetId)
      go({ screen: 'cruzar' })
    },
    /** A file was dropped on the window: it is a list to be crossed. */
    dropped(file: File) {
      if (navigation.getState().place.screen !== 'cruzar') cruzar.getState().setOwnSheet(null)
      go({ screen: 'cruzar' })
      void cruzar.getState().stageFile(file)
    },
    /** A colleague's review package was dropped on the window: it waits for its passphrase on the screen of its account. */
    droppedPackage(file: File) {
      const account = connectionInUse(readyValue(connections.getState().list) ?? [], 'forms')
      if (!account) {
        notifications.show({ message: messagesNow().reviews.drop.noForms, autoClose: 8000 })
        return
      }
      forms.stores.teams.of(account.id).packages.getState().choose(file)
      go({ screen: 'packages', connection: account.id })
    },
    /** Opens the sheet of somebody that was found, at their row, even where the sheet is filtered. */
    async showPerson({ sheet_id, row, version, name, phone }: KeptPerson) {
      go({ screen: 'sheet', id: sheet_id })
      const store = sheetTable(sheet_id)
      await store.getState().open()
      if (!(await store.getState().openRow(row, version))) await store.getState().search(name ?? phone ?? '')
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

/** Puts a store back to what it was before anything was read. */
function reset<T>(store: StoreApi<T>): void {
  store.setState(store.getInitialState(), true)
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
      return { screen: 'documentation', connection: task.subject, part: 'platform' }
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
