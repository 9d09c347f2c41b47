import type { FormInfo } from './read-forms.ts'
import { snakeCase } from './snake-case.ts'

/** A field that has a column. */
export interface TableField {
  readonly key: string
  readonly label: string
  readonly type: string | null
}

/** The fields that get a column, and which of them an answer's key means. */
export interface TableFields {
  readonly fields: readonly TableField[]
  keyOf(formId: number, version: number, name: string): string | null
}

/** Of one form all its fields; of several those that at least two of them have, by label. */
export function tableFields(forms: readonly FormInfo[]): TableFields {
  const shapes = new Map(forms.map(({ id, shape }) => [id, shape]))
  const [only] = forms
  if (only && forms.length === 1) {
    return {
      fields: only.shape.fields,
      keyOf: (_, version, name) => only.shape.fieldOf(version, name)?.key ?? null,
    }
  }
  return {
    fields: commonFields(forms),
    keyOf: (formId, version, name) => {
      const field = shapes.get(formId)?.fieldOf(version, name)
      return snakeCase(field?.label ?? name)
    },
  }
}

/** Fields by label that at least two forms have, those of most forms first. */
function commonFields(forms: readonly FormInfo[]): TableField[] {
  const found = new Map<string, { readonly field: TableField; forms: number }>()
  for (const { shape } of forms) {
    for (const { label, type } of new Map(shape.fields.map((field) => [snakeCase(field.label), field])).values()) {
      const key = snakeCase(label)
      const before = found.get(key)
      if (before) before.forms++
      else found.set(key, { field: { key, label, type }, forms: 1 })
    }
  }
  return [...found.values()]
    .filter((one) => one.forms > 1 && one.field.key !== '')
    .sort((one, other) => other.forms - one.forms)
    .map(({ field }) => field)
}
