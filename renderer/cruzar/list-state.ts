import type { ListBudget, ListCost, ListInspection, ListSettings, Run } from '../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { emptyFilter } from '../leads/lead-filter.ts'

/** A list staged in main until it is sent: how it was parsed, and the user's settings. */
export interface PreparedList {
  readonly id: string
  readonly inspection: ListInspection
  /** What the person chose; what is null is recognised. */
  readonly settings: ListSettings
  /** The run whose list it is, when it is crossed once more. */
  readonly from: Run | null
}

/** The reading of the whole list: what would be sent, what cannot be. */
export type Counting =
  | { readonly status: 'idle' }
  /** `last` is the count by the former settings, so that the figures do not vanish while they are made anew. */
  | { readonly status: 'counting'; readonly rows: number; readonly last: ListBudget | null }
  | { readonly status: 'counted'; readonly budget: ListBudget }
  | { readonly status: 'failed'; readonly failure: Failure }

/** What the person chooses for a run besides its list. */
type Choices = Pick<ListState, 'name' | 'sheetIds' | 'filter'>

/** What is known and chosen of the list that is about to be crossed. */
export interface ListState {
  readonly list: Loadable<PreparedList>
  /** The list is being read again with other settings. */
  readonly inspecting: boolean
  /** Why it could not be read by the settings that were chosen; the last reading stays shown. */
  readonly settingsFailure: Failure | undefined
  readonly counting: Counting
  /** The cost of sending the keys through the chosen connection. */
  readonly cost: Loadable<ListCost>
  readonly name: string
  /** The cached sheets that the person chose to answer, or none for the connection in use. */
  readonly sheetIds: readonly string[]
  readonly filter: LeadFilter
  /** The sheet whose own button led here: it answers whatever list comes in, until the run. */
  readonly ownSheet: string | null
  /** What stood there before the person chose anything. */
  readonly proposed: Choices | null
  /** Leaving the list would lose something: a confirmation is open. */
  readonly leaving: boolean
  readonly starting: boolean
  readonly startFailure: Failure | undefined
}

/** Before a list comes in. */
export const noList: ListState = {
  list: { status: 'idle' },
  inspecting: false,
  settingsFailure: undefined,
  counting: { status: 'idle' },
  cost: { status: 'idle' },
  name: '',
  sheetIds: [],
  filter: emptyFilter,
  ownSheet: null,
  proposed: null,
  leaving: false,
  starting: false,
  startFailure: undefined,
}

/** A list that has not come from anywhere where it could be taken again, and what was chosen for it. */
export type LostOnLeaving = 'pasted' | 'settings' | 'choices'

/** What would be lost with the list that is open. */
export function lossesOnLeave(draft: ListState): readonly LostOnLeaving[] {
  const { list, proposed } = draft
  if (list.status !== 'ready') return []
  const { inspection, settings } = list.value
  const { name, sheetIds, filter } = draft
  const chosen = JSON.stringify([name, sheetIds, filter])
  const given = proposed && [proposed.name, proposed.sheetIds, proposed.filter]
  return [
    ...(inspection.name === '' ? (['pasted'] as const) : []),
    ...(isCustomised(settings) ? (['settings'] as const) : []),
    ...(chosen === JSON.stringify(given) ? [] : (['choices'] as const)),
  ]
}

/** What a column holds for cruzar: a kind of key, or none. */
export type ColumnUse = ListInspection['columns'][number]['kind']

/** Nothing chosen: all is recognised. */
export const detectedSettings: ListSettings = {
  encoding: null,
  delimiter: null,
  header: null,
  sheet: null,
  hidden_rows: null,
  key_columns: null,
}

/**
 * The settings with a change. Where it makes other columns of the file (another delimiter, another sheet), the choice of
 * key columns no longer means anything and is recognised anew; another sheet has a header of its own, too.
 */
export function changedSettings(settings: ListSettings, change: Partial<ListSettings>): ListSettings {
  const otherColumns = 'delimiter' in change || 'sheet' in change
  return {
    ...settings,
    ...(otherColumns ? { key_columns: null } : {}),
    ...('sheet' in change ? { header: null } : {}),
    ...change,
  }
}

type ReadList = { readonly inspection: ListInspection; readonly settings: ListSettings }

/** What each column of a list is taken for, by its index: as the person chose, else as it was recognised. */
export function columnUses({ inspection, settings }: ReadList): ReadonlyMap<number, ColumnUse> {
  const chosen = settings.key_columns && new Map(settings.key_columns.map(({ index, kind }) => [index, kind]))
  return new Map(inspection.columns.map(({ index, kind }) => [index, chosen ? (chosen.get(index) ?? 'other') : kind]))
}

/** The key columns of a list with one column used otherwise, in the order of the file. */
export function keyColumnsWith(
  list: ReadList,
  index: number,
  use: ColumnUse,
): NonNullable<ListSettings['key_columns']> {
  return [...new Map(columnUses(list)).set(index, use)].flatMap(([each, kind]) =>
    kind === 'other' ? [] : [{ index: each, kind }],
  )
}

/** Whether the person chose anything. */
export function isCustomised(settings: ListSettings): boolean {
  return Object.values(settings).some((value) => value !== null)
}

/** The contract takes no longer names. */
const longest = 150

/** A name for a run from the name of its list: without the extension, spaces for underscores. Empty for a list without. */
export function proposedName(listName: string): string {
  return listName
    .replace(/\.(csv|txt|tsv|xlsx|vcf)$/i, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
}
