import type { ListInspection, ListSettings } from '../../preload/contract/cruzar.ts'

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
