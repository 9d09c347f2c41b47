import type { KeptPeriod } from '../../../preload/contract/forms.ts'
import { formRows } from '../forms/form-row.ts'
import type { Database } from '../store/encrypted-file.ts'
import { createRoles, type Roles } from './entry-facts.ts'
import { createFormShape, type FormShape, type SchemaVersion, snakeCase } from './form-shape.ts'

/** A form as its entries need it. The same object while name, fields and period are the same. */
export interface FormInfo {
  readonly id: number
  readonly name: string
  readonly shape: FormShape
  readonly roles: Roles
  /** What is kept of it; null for all. */
  readonly period: KeptPeriod | null
}

interface KnownForm {
  readonly written: string
  readonly form: FormInfo
}

/** Reads the forms of a file again and again, and makes anew only those that changed. */
export function createFormReader(): (database: Database) => ReadonlyMap<number, FormInfo> {
  let known = new Map<number, KnownForm>()
  return (database) => {
    const schemas = schemasOf(database)
    known = new Map(
      formRows(database).map(({ id, body: { name }, sync: { period } }) => {
        const versions = schemas.get(id) ?? []
        const written = JSON.stringify([name, versions, period])
        const before = known.get(id)
        if (before?.written === written) return [id, before]
        const shape = createFormShape(versions)
        const called = typeof name === 'string' ? name : String(id)
        const form = { id, name: called, shape, roles: createRoles(shape), period }
        return [id, { written, form }]
      }),
    )
    return new Map([...known].map(([id, { form }]) => [id, form]))
  }
}

function schemasOf(database: Database): Map<number, SchemaVersion[]> {
  const schemas = new Map<number, SchemaVersion[]>()
  const rows = database.prepare<[], SchemaVersion & { form_id: number }>(
    'select form_id, version, fields from schemas order by form_id, version',
  )
  for (const { form_id, version, fields } of rows.iterate()) {
    const versions = schemas.get(form_id) ?? []
    versions.push({ version, fields })
    schemas.set(form_id, versions)
  }
  return schemas
}

/** A field that has a column. */
export interface TableField {
  readonly key: string
  readonly label: string
  readonly type: string | null
}

/** The fields that get a column, and which of them an answer's key means. */
interface TableFields {
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
