import type { KeptPeriod } from '../../../preload/contract/kept-period.ts'
import { formRows } from '../forms/form-row.ts'
import type { Database } from '../store/encrypted-file.ts'
import { createRoles, type Roles } from './entry-facts.ts'
import { createFormShape, type FormShape, type SchemaVersion } from './form-shape.ts'

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
