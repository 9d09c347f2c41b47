import type {
  ListBudget,
  ListCost,
  ListInspection,
  ListSettings,
  RecognisedList,
  Run,
} from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { emptyFilter, isFiltered } from '../../preload/values/lead-filters.ts'
import type { ListColumnType } from '../../preload/values/list-column-types.ts'
import { withoutListEnding } from '../../preload/values/list-endings.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { noPace, type Pace } from '../../preload/values/progress.ts'
import type { PhoneRung } from '../../preload/values/rungs.ts'
import { asksOtherNinth, questionDifferences } from '../../preload/values/same-question.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { type MutationState, noMutation } from '../kernel/mutation.ts'

/** A list staged in main until it is sent: how it was parsed, and the user's settings. */
export interface PreparedList {
  readonly id: string
  readonly inspection: ListInspection
  /** The person's choices; what is null is recognised. */
  readonly settings: ListSettings
  /** The run whose list it is, when it is crossed again. */
  readonly from: Run | null
  /** It was made of two lists here, and is in no file yet. */
  readonly combined: boolean
}

/** The person's choices for a run besides its list. */
export interface Choices {
  readonly name: string
  /** The cached sheets that were chosen to answer; empty for the connection in use. */
  readonly sheetIds: readonly string[]
  readonly filter: LeadFilter
  /** The last rung of the match ladder that counts. Null means the last one that the list and the service allow. */
  readonly match: PhoneRung | null
  /** Whether a service is asked with the other ninth digit as well. */
  readonly otherNinth: boolean
}

/** The cost of a run, with the most that asking with the other ninth digit may add. */
export interface RunCost extends ListCost {
  readonly other: ListCost | null
}

/** A recipe, and whether it can read the open list. */
export type RecipeFit = Output<AppContract['recipes.for_list']>[number]
/** Whether the recipe is applied automatically: only headings identify a list with certainty. */
export const isCertain = ({ same, recipe }: RecipeFit): boolean => same && recipe.mapping.has_header

export interface AppliedRecipe {
  readonly id: string
  readonly name: string
  /** The settings that the recipe made. They do not count as the person's choice. */
  readonly settings: ListSettings
  /** The state before it was applied; null where there is nothing to go back to. */
  readonly before: (Choices & { readonly settings: ListSettings; readonly connection: string | undefined }) | null
}

/** What is known and chosen of the list that is about to be crossed. */
export interface ListState extends Choices {
  readonly list: Loadable<PreparedList>
  /** The file of the list, until it is read. */
  readonly brought: BroughtFile | null
  /** The person said that it is a new list, and not the former one that it seems to repeat. */
  readonly isNewList: boolean
  /** The list is read again with other settings. When that fails, the last reading stays shown. */
  readonly inspecting: MutationState
  /**
   * The counts of the whole list: what would be sent, and what cannot be. They stay shown until they are counted again.
   */
  readonly budget: Loadable<ListBudget>
  readonly counting: boolean
  /** The progress while it is made of rows of a table, counted, or stored as a run. */
  readonly reading: Pace
  /** The cost of sending the keys through the chosen connection. */
  readonly cost: Loadable<RunCost>
  /** The sheet whose own button opened this screen. It answers every list until the run. */
  readonly ownSheet: string | null
  /** Every recipe, and whether it can read the list. */
  readonly fits: readonly RecipeFit[]
  readonly recipe: AppliedRecipe | null
  /** What was proposed before the person chose anything. */
  readonly proposed: Choices | null
  /** A confirmation is open, since something would be lost with the list. */
  readonly leaving: boolean
  readonly starting: MutationState
}

/** The file that the person chose. `hasPassword`: a password was typed for it, which is not stored. */
export interface BroughtFile {
  readonly file: File
  readonly hasPassword: boolean
}

/** A file that needs a password, which the person is asked for. */
export interface ListLock {
  readonly name: string
  /** Another password was tried before. */
  readonly isWrong: boolean
  readonly isBusy: boolean
}

/** What prevents reading the list of a file: a password that is missing, wrong, or being tried. */
export function lockOf(list: Loadable<unknown>, brought: BroughtFile | null): ListLock | null {
  if (!brought) return null
  const { name } = brought.file
  if (list.status === 'loading') return brought.hasPassword ? { name, isWrong: false, isBusy: true } : null
  const cause = list.status === 'failed' && list.failure.code === 'list_unreadable' ? list.failure.params.cause : null
  if (cause !== 'password' && cause !== 'wrong_password') return null
  return { name, isWrong: cause === 'wrong_password', isBusy: false }
}

export const noList: ListState = {
  list: { status: 'idle' },
  brought: null,
  inspecting: noMutation,
  budget: { status: 'idle' },
  counting: false,
  reading: noPace,
  cost: { status: 'idle' },
  name: '',
  sheetIds: [],
  filter: emptyFilter,
  match: null,
  otherNinth: true,
  isNewList: false,
  ownSheet: null,
  fits: [],
  recipe: null,
  proposed: null,
  leaving: false,
  starting: noMutation,
}

/** Whether the list was read with the present settings. */
export function isUnderstood({ inspecting }: ListState): boolean {
  return inspecting.working === null && inspecting.failure === null
}

/** The last count of the list, unless a new count failed. */
export function lastBudget({ budget }: ListState): ListBudget | null {
  return budget.status === 'ready' && !budget.failure ? budget.value : null
}

/** The list that this run will belong to: that of the run it came from, or the one that it seems to repeat. */
export function continuedList(state: ListState): Pick<RecognisedList, 'list_id'> | null {
  if (state.isNewList || state.list.status !== 'ready') return null
  return state.list.value.from ?? lastBudget(state)?.recognised ?? null
}

/** What is lost with a list that cannot be taken from its source again, and with the choices for it. */
export type LostOnLeaving = 'pasted' | 'combined' | 'settings' | 'choices'

export function lossesOnLeave(state: ListState): readonly LostOnLeaving[] {
  const { list, recipe } = state
  if (list.status !== 'ready') return []
  const { inspection, settings, combined } = list.value
  const isOfRecipe = recipe !== null && JSON.stringify(settings) === JSON.stringify(recipe.settings)
  return [
    ...(inspection.name === '' ? (['pasted'] as const) : []),
    ...(combined ? (['combined'] as const) : []),
    ...(isCustomised(settings) && !isOfRecipe ? (['settings'] as const) : []),
    ...(hasChosen(state) ? (['choices'] as const) : []),
  ]
}

export function choicesOf({ name, sheetIds, filter, match, otherNinth }: Choices): Choices {
  return { name, sheetIds, filter, match, otherNinth }
}

export function hasChosen(state: ListState): boolean {
  return JSON.stringify(choicesOf(state)) !== JSON.stringify(state.proposed)
}

/** Whether the run will ask exactly what the last run of its list asked, and that is more than the usual question. */
export function asksAsBefore(state: ListState): boolean {
  const question = state.isNewList ? undefined : lastBudget(state)?.recognised?.question
  if (!question) return false
  const { sheetIds, filter, match, otherNinth } = state
  const asked = { ...question, sheet_id: sheetIds[0] ?? null, sheet_ids: sheetIds.slice(1), filter, match }
  const isUsual = sheetIds.length === 0 && !isFiltered(filter) && match === null && otherNinth
  return !isUsual && questionDifferences(question, { ...asked, other_ninth: otherNinth }).length === 0
}

/** The most keys that a service may be asked with the other ninth digit. */
export function otherKeysOf(state: ListState): number {
  const asks = asksOtherNinth({ sheet_id: null, match: state.match, other_ninth: state.otherNinth })
  return asks ? (lastBudget(state)?.other_forms ?? 0) : 0
}

/** The use of a column for cruzar: a kind of key, or none. */
export type ColumnUse = ListInspection['columns'][number]['kind']

/**
 * The settings with a change. Where it changes the columns (another delimiter, another sheet), the key columns are
 * recognised again. For another sheet its header is recognised again too.
 */
export function changedSettings(settings: ListSettings, change: Partial<ListSettings>): ListSettings {
  const otherSheet = 'sheet' in change || 'sheets' in change
  const otherColumns = 'delimiter' in change || otherSheet
  const withoutAreas = settings.key_columns?.map(({ index, kind }) => ({ index, kind })) ?? null
  return {
    ...settings,
    // One column of area codes is chosen for all phones.
    ...('area_column' in change ? { key_columns: withoutAreas } : {}),
    ...(otherColumns ? { key_columns: null, area_column: null, column_types: null } : {}),
    ...(otherSheet ? { header: null } : {}),
    ...change,
  }
}

type ReadList = { readonly inspection: ListInspection; readonly settings: ListSettings }

/** The use of each column of a list, by its index: as the person chose, else as it was recognised. */
export function columnUses({ inspection, settings }: ReadList): ReadonlyMap<number, ColumnUse> {
  const chosen = settings.key_columns && new Map(settings.key_columns.map(({ index, kind }) => [index, kind]))
  return new Map(inspection.columns.map(({ index, kind }) => [index, chosen ? (chosen.get(index) ?? 'other') : kind]))
}

/** The key columns of a list after a change of one column, in the order of the file. */
export function keyColumnsWith(
  list: ReadList,
  index: number,
  use: ColumnUse,
): NonNullable<ListSettings['key_columns']> {
  const keyColumns = new Map(list.settings.key_columns?.map((column) => [column.index, column]))
  return [...new Map(columnUses(list)).set(index, use)].flatMap(([each, kind]) =>
    kind === 'other' ? [] : [{ ...keyColumns.get(each), index: each, kind }],
  )
}

/** The chosen types of a list after a change of one column; null finds its type. */
export function columnTypesWith(
  { column_types }: ListSettings,
  index: number,
  type: ListColumnType | null,
): ListSettings['column_types'] {
  const others = (column_types ?? []).filter((column) => column.index !== index)
  const types = type === null ? others : [...others, { index, type }]
  return types.length > 0 ? types : null
}

export function isCustomised(settings: ListSettings): boolean {
  return Object.values(settings).some((value) => value !== null)
}

/**
 * A name for a run from the name of its list: without the extension, with spaces for underscores. Empty for a list
 * without a name.
 */
export function proposedName(listName: string): string {
  return withoutListEnding(listName).replaceAll('_', ' ').replace(/\s+/g, ' ').trim().slice(0, longestFileName)
}
