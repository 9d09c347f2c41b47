import type { ListSettings } from '../contract/cruzar.ts'

/** Everything about a list is recognised. */
export const detectedSettings: ListSettings = {
  encoding: null,
  delimiter: null,
  header: null,
  sheet: null,
  sheets: null,
  hidden_rows: null,
  key_columns: null,
  area_column: null,
  area_code: null,
  column_types: null,
}
