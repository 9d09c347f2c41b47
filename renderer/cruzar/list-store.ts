import { createStore } from 'zustand'
import type { ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input, Output } from '../../preload/contract/question.ts'
import type { Recipe } from '../../preload/contract/recipes.ts'
import type { RunQuestion } from '../../preload/contract/run-question.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { emptyFilter } from '../../preload/values/lead-filters.ts'
import { detectedSettings } from '../../preload/values/list-settings.ts'
import { measured, noPace } from '../../preload/values/progress.ts'
import type { PhoneRung } from '../../preload/values/rungs.ts'
import { questionOf } from '../../preload/values/same-question.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { createLatest, partOf, readyValue, type Slot } from '../kernel/loadable.ts'
import { createMutation } from '../kernel/mutation.ts'
import type { Answerer } from './answerers.ts'
import {
  type AppliedRecipe,
  type BroughtFile,
  type Choices,
  type ColumnUse,
  changedSettings,
  choicesOf,
  continuedList,
  hasChosen,
  isCertain,
  keyColumnsWith,
  type ListState,
  lastBudget,
  lossesOnLeave,
  noList,
  type PreparedList,
  proposedName,
  type RecipeFit,
} from './list-state.ts'

export type ListSource = Input<AppContract['cruzar.stage']>

type StagedList = Output<AppContract['cruzar.stage']>

export interface CruzarState extends ListState {
  /** Takes a file that was dropped or chosen. Every source replaces the present list. */
  stageFile(file: File): Promise<void>
  /** Reads the file again with a password. The password is used for this reading and stored nowhere. */
  unlock(password: string): Promise<void>
  /** Stages the list of an earlier run, with its connection or sheet and its filters. */
  stageRun(run: Run): Promise<void>
  /** Stages a list from any other source, such as rows of a table that another feature shows. */
  stage(source: ListSource): Promise<void>
  /** Replaces the list by one that was made of it and another. The answerer, filters and rung stay. */
  takeCombined(staged: StagedList): Promise<void>
  /** The list was written to a file. */
  listSaved(id: string): void
  /** Reads the list with other settings, and counts it again. */
  changeSettings(change: Partial<ListSettings>): Promise<void>
  setColumnUse(index: number, use: ColumnUse): Promise<void>
  /** Reads and crosses the list by a recipe. A sheet whose own button opened the screen still answers. */
  applyRecipe(id: string): Promise<void>
  /** Undoes the changes of the recipe. */
  undoRecipe(): Promise<void>
  /** Crosses the list by this recipe, which was made of it. */
  setRecipe(recipe: Recipe): void
  /** Resets every setting. */
  resetSettings(): Promise<void>
  recount(): Promise<void>
  /**
   * Requests the cost of so many keys at a connection, and of so many that may be asked with the other ninth digit. A
   * later request drops this answer.
   */
  estimateCost(connectionId: string, keys: number, otherKeys: number): Promise<boolean>
  setName(name: string): void
  /** Puts a connection in use; its service answers. */
  askConnection(id: string): void
  /** Lets cached sheets answer; with none, the connection in use. */
  askSheets(ids: readonly string[]): void
  setFilter(filter: LeadFilter): void
  setMatch(match: PhoneRung): void
  setOtherNinth(otherNinth: boolean): void
  setNewList(isNewList: boolean): void
  /** Sends the list through a connection, or asks cached sheets, and opens the run. */
  start(answerer: Answerer): Promise<void>
  /**
   * Stops the reading of the list. Stopped while it is stored as a run, the list stays; stopped while it is counted, it
   * is closed.
   */
  cancelReading(): void
  /**
   * Sets the sheet whose own button opened the screen: it answers this list and the next ones. Null for the service
   * again.
   */
  setOwnSheet(sheetId: string | null): void
  /** Closes the list. The sheet that is to answer stays. */
  discard(): void
  /** Drops everything, after a confirmation if something would be lost (`leaving`). */
  leave(): void
  /** Answers the confirmation of `leave`. */
  confirmLeave(): void
  cancelLeave(): void
}

export interface CruzarDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  /** A name for a list that came without one. */
  readonly pastedName: () => string
  /** Puts a connection in use: the one that is asked about a list is the one of every screen of the platform. */
  readonly use: (connection: string) => void
  readonly inUse: () => string | undefined
  readonly onStarted: (run: Run) => void
}

export type CruzarStore = ReturnType<typeof createCruzarStore>

/** The list that is about to be crossed, from its file to the start of its run. */
export function createCruzarStore(deps: CruzarDeps) {
  return createStore<CruzarState>()((set, get) => {
    const work = createListWork({ get, set })
    const context: ListContext = { ...deps, ...work, get, set, list: () => readyValue(get().list) }
    const reading = createReading(context)
    return {
      ...noList,
      ...createRecipeUse(context, reading),
      ...createStaging(context, reading),
      ...createQuestion(context),
      ...createStart(context),
      ...createLeaving(context),
      changeSettings: async (change) => {
        const list = context.list()
        if (list) await reading.read(changedSettings(list.settings, change))
      },
      setColumnUse: async (index, use) => {
        const list = context.list()
        if (list) await reading.read({ ...list.settings, key_columns: keyColumnsWith(list, index, use) })
      },
      resetSettings: () => reading.read(detectedSettings),
      async recount() {
        // It will be counted after the settings that are being tried.
        if (get().inspecting.working === null) await reading.count()
      },
    }
  })
}

/** Requests about a list; a new list drops all of them. */
function createListWork(slot: Slot<CruzarState>) {
  const work = {
    staging: createLatest({ ...slot, key: 'list' }),
    inspecting: createMutation<string>({ ...partOf(slot, 'inspecting'), concurrency: 'replace' }),
    counting: createLatest({ ...slot, key: 'budget', busy: 'counting' }),
    cost: createLatest({ ...slot, key: 'cost' }),
    starting: createMutation<string>({ ...partOf(slot, 'starting'), showUnknown: true }),
  }
  return {
    ...work,
    cancelAll: () => {
      for (const one of Object.values(work)) one.cancel()
    },
  }
}

interface ListContext extends CruzarDeps, Slot<CruzarState>, ReturnType<typeof createListWork> {
  list(): PreparedList | undefined
}

type Reading = ReturnType<typeof createReading>

/** Reads the list and counts it. */
function createReading({ ask, set, list: present, counting, inspecting, starting }: ListContext) {
  const count = async (): Promise<boolean> => {
    const list = present()
    if (!list) return false
    set({ reading: noPace })
    return counting.load((_, { signal }) =>
      ask(
        'cruzar.budget',
        { list: list.id, settings: list.settings },
        { signal, progress: measured((reading) => set({ reading })) },
      ),
    )
  }
  return {
    count,
    /** Shows the chosen settings at once, reads the list with them, then counts it. */
    async read(settings: ListSettings): Promise<void> {
      const list = present()
      if (!list) return
      counting.cancel()
      starting.dismissFailure()
      set({ list: { status: 'ready', value: { ...list, settings } } })
      const inspection = await inspecting.run(
        'inspect',
        (_, { signal }) => ask('cruzar.inspect', { list: list.id, settings }, { signal }),
        (value) => set({ list: { status: 'ready', value: { ...list, settings, inspection: value } } }),
      )
      if (inspection && present()?.inspection === inspection) await count()
    },
  }
}

/** A list that continues asks what its last run asked, a new one what is usual, unless the person chose something. */
function askAsBefore({ get, set, list, inUse }: ListContext): void {
  const state = get()
  const question = state.isNewList ? undefined : lastBudget(state)?.recognised?.question
  const isOpen = !hasChosen(state) && state.recipe === null && state.ownSheet === null && list()?.from === null
  const isAskable = question !== undefined && (question.sheet_id !== null || question.connection_id === inUse())
  if (!isOpen) return
  const choices = isAskable ? choicesFrom(question) : usualChoices(state)
  set({ ...choices, proposed: { name: state.name, ...choices } })
}

/** Stages lists from each source. */
function createStaging(context: ListContext, { count }: Reading) {
  const { ask, bridge, pastedName, use, get, set, list: present, staging, cancelAll } = context

  /** A staged list with the choices before the person chooses anything. */
  function prepare({ list: id, inspection }: StagedList, from: Run | null, choices: Omit<Choices, 'name'>) {
    const name = from?.name ?? (proposedName(inspection.name) || pastedName())
    const proposed = choicesOf({ ...choices, name })
    set({ ...proposed, proposed, brought: null })
    return { id, inspection, settings: detectedSettings, from, combined: false }
  }

  async function stage(
    source: () => ListSource | Promise<ListSource>,
    from: Run | null = null,
    brought: BroughtFile | null = null,
  ): Promise<void> {
    cancelAll()
    const { ownSheet } = get()
    set({ ...noList, ownSheet, brought, sheetIds: ownSheet === null ? [] : [ownSheet] })
    const isStaged = await staging.load(async (_, { signal }) => {
      set({ reading: noPace })
      const progress = measured((reading) => set({ reading }))
      const staged = await ask('cruzar.stage', await source(), { signal, progress })
      signal.throwIfAborted()
      const prepared = prepare(staged, from, from ? choicesFrom(from) : usualChoices(get()))
      // Without recipes everything else still works.
      const fits = (await orNull(ask('recipes.for_list', { list: staged.list }, { signal }))) ?? []
      signal.throwIfAborted()
      set({ fits, recipe: from && recipeOf(from, fits) })
      return prepared
    })
    const [certain, ...others] = from ? [] : get().fits.filter(isCertain)
    if (!isStaged) return
    if (certain && others.length === 0) await get().applyRecipe(certain.recipe.id)
    else if (await count()) askAsBefore(context)
  }

  const stageFile = (file: File, password?: string) =>
    stage(async () => fileSource(await bridge.offer(file), password), null, {
      file,
      hasPassword: password !== undefined,
    })

  return {
    stageFile: (file) => stageFile(file),
    async unlock(password) {
      const { brought } = get()
      if (brought) await stageFile(brought.file, password)
    },
    stage: (source) => stage(() => source),
    stageRun(run) {
      if (run.sheet_id === null) use(run.connection_id)
      return stage(() => ({ from: 'run', id: run.id }), run)
    },
    async takeCombined(staged) {
      cancelAll()
      const { ownSheet, ...state } = get()
      // Who left the list or joined it is no change of people.
      set({ ...noList, ownSheet, isNewList: true })
      const list = prepare(staged, null, choicesOf(state))
      set({ list: { status: 'ready', value: { ...list, combined: true } } })
      await count()
    },
    listSaved(id) {
      const list = present()
      if (list?.id === id) set({ list: { status: 'ready', value: { ...list, combined: false } } })
    },
  } satisfies Partial<CruzarState>
}

/** Applies and undoes recipes. */
function createRecipeUse({ use, inUse, get, set, list: present }: ListContext, { read }: Reading) {
  return {
    async applyRecipe(id) {
      const list = present()
      const fit = get().fits.find(({ recipe }) => recipe.id === id)
      if (!list || !fit?.settings) return
      const { name, sheetIds, ownSheet, proposed, recipe: former } = get()
      const { settings, recipe } = fit
      const previous = { ...choicesOf(get()), settings: list.settings, connection: inUse() }
      const answerer = ownSheet === null ? recipe.answerer : null
      // Putting another connection in use removes the inboxes and agents from the filter.
      if (answerer?.by === 'service') use(answerer.connection_id)
      const { filter, match, other_ninth } = recipe
      const choices = {
        sheetIds: answerer ? sheetIdsOf(answerer) : sheetIds,
        filter,
        match,
        otherNinth: other_ninth ?? true,
      }
      set({
        ...choices,
        proposed: { name: proposed?.name ?? name, ...choices },
        recipe: { id, name: recipe.name, settings, before: former?.before ?? previous },
      })
      await read(settings)
    },
    async undoRecipe() {
      const previous = get().recipe?.before
      if (!previous) return
      const { settings, connection, name: _, ...choices } = previous
      if (connection !== undefined) use(connection)
      set({ ...choices, proposed: { name: get().name, ...choices }, recipe: null })
      await read(settings)
    },
    setRecipe({ id, name }) {
      const list = present()
      if (list) set({ recipe: { id, name, settings: list.settings, before: null } })
    },
  } satisfies Partial<CruzarState>
}

/** Changes what is asked about the list, and who answers. */
function createQuestion(context: ListContext) {
  const { ask, use, set, cost } = context
  return {
    estimateCost: (connection_id, keys, otherKeys) =>
      cost.load(
        async (_, { signal }) => {
          const costOf = (count: number) => ask('cruzar.cost', { connection_id, keys: count }, { signal })
          return { ...(await costOf(keys)), other: otherKeys > 0 ? await costOf(otherKeys) : null }
        },
        { keep: false },
      ),
    setName: (name) => set({ name }),
    askConnection(id) {
      use(id)
      set({ sheetIds: [] })
    },
    askSheets: (sheetIds) => set({ sheetIds }),
    setFilter: (filter) => set({ filter }),
    setMatch: (match) => set({ match }),
    setOtherNinth: (otherNinth) => set({ otherNinth }),
    setNewList(isNewList) {
      set({ isNewList })
      askAsBefore(context)
    },
    setOwnSheet(ownSheet) {
      set({ ownSheet, sheetIds: ownSheet === null ? [] : [ownSheet] })
    },
  } satisfies Partial<CruzarState>
}

/** Starts the run. */
function createStart({ ask, onStarted, get, set, list: present, starting }: ListContext) {
  return {
    async start(answerer) {
      const list = present()
      if (!list) return
      const { name, filter, match, otherNinth, recipe } = get()
      const input = {
        list: list.id,
        settings: list.settings,
        ...answererOf(answerer),
        ...(recipe ? { recipe_id: recipe.id } : {}),
        filter,
        match,
        other_ninth: otherNinth,
        name,
        list_id: continuedList(get())?.list_id ?? null,
      }
      await starting.run(
        'start',
        (_, { signal }) => {
          set({ reading: noPace })
          return ask('cruzar.start', input, { signal, progress: measured((reading) => set({ reading })) })
        },
        (run) => {
          get().confirmLeave()
          onStarted(run)
        },
      )
    },
    cancelReading() {
      if (get().starting.working === null) get().discard()
      else starting.abort()
    },
  } satisfies Partial<CruzarState>
}

/** Leaves or closes the list. */
function createLeaving({ get, set, cancelAll }: ListContext) {
  return {
    discard() {
      cancelAll()
      const { ownSheet } = get()
      set({ ...noList, ownSheet })
    },
    leave() {
      // A list that is being stored opens its run by itself.
      if (get().starting.working !== null) return
      if (lossesOnLeave(get()).length > 0) set({ leaving: true })
      else get().confirmLeave()
    },
    confirmLeave() {
      cancelAll()
      set(noList)
    },
    cancelLeave: () => set({ leaving: false }),
  } satisfies Partial<CruzarState>
}

export function fileSource(ticket: string, password: string | undefined): ListSource {
  return { from: 'file', ticket, ...(password === undefined ? {} : { password }) }
}

/** The question for a list that nobody chose anything for. */
function usualChoices({ ownSheet }: Pick<ListState, 'ownSheet'>): Omit<Choices, 'name'> {
  return { sheetIds: ownSheet === null ? [] : [ownSheet], filter: emptyFilter, match: null, otherNinth: true }
}

function answererOf(answerer: Answerer) {
  if (answerer.kind === 'connection') return { connection_id: answerer.connection.id }
  const [{ id, connection_id }, ...others] = answerer.sheets
  return { connection_id, sheet_id: id, sheet_ids: others.map((other) => other.id) }
}

/** The recipe of a run that is crossed again: its settings are already applied. */
function recipeOf({ recipe_id }: Run, fits: readonly RecipeFit[]): AppliedRecipe | null {
  const recipe = fits.find((fit) => fit.recipe.id === recipe_id)?.recipe
  return recipe ? { id: recipe.id, name: recipe.name, settings: detectedSettings, before: null } : null
}

function sheetIdsOf(answerer: NonNullable<Recipe['answerer']>): readonly string[] {
  return answerer.by === 'sheets' ? answerer.sheet_ids : []
}

/** The choices that ask the question of a run again. */
function choicesFrom(run: RunQuestion): Omit<Choices, 'name'> {
  const { sheet_id, sheet_ids, filter, match, other_ninth } = questionOf(run)
  return { sheetIds: sheet_id === null ? [] : [sheet_id, ...sheet_ids], filter, match, otherNinth: other_ninth }
}
