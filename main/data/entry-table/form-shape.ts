import type { KeptPeriod } from '../../../preload/contract/forms.ts'
import { decomposed } from '../../../preload/contract/text.ts'
import { isRecord } from '../../kernel/json.ts'
import { formRows } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { type AnswerRole, answerRole } from './answers.ts'

/** A field that some version of a form has or had, or that several forms share. */
export interface ShapeField {
  /** Names its column: the oldest label in snake case, so that a new label changes no filter and no layout. */
  readonly key: string
  /** As in the newest version that has it. */
  readonly label: string
  readonly type: string | null
}

/** A field as one version of the form had it. */
interface FieldThen {
  readonly label: string
  readonly type: string | null
  /** What it is in the form as a whole. */
  readonly field: ShapeField
}

/** A form's fields over all its versions (features.md §8.9: answers may be keyed by labels or ids of their time). */
export interface FormShape {
  /** The newest version's fields in their order, then those that only older versions had. */
  readonly fields: readonly ShapeField[]
  /** The fields of the form as it was; of the version nearest to it when that one was never seen. */
  fieldsAt(version: number): readonly FieldThen[]
  /** The field that a key of an answer means: by id, label or snake-case label, its own version first; null for none. */
  fieldOf(version: number, key: string): ShapeField | null
}

/** One version of `fields`, as the file has it. */
interface SchemaVersion {
  readonly version: number
  /** JSON that the service sent: an array of field objects. */
  readonly fields: string
}

interface RawField {
  readonly id: string | null
  readonly label: string
  readonly type: string | null
}

interface Version {
  readonly version: number
  readonly fields: readonly FieldThen[]
  readonly byKey: ReadonlyMap<string, ShapeField>
}

/** Takes versions in any order. */
export function createFormShape(schemas: readonly SchemaVersion[]): FormShape {
  const newestFirst = schemas.toSorted((one, other) => other.version - one.version)
  const read = newestFirst.map(({ version, fields }) => ({ version, fields: rawFields(fields) }))
  const united = unite(read.map(({ fields }) => fields))
  const keys = keysOf(united)
  const shapes = united.map(
    ({ newest: { label, type } }, index): ShapeField => ({ key: keys[index] ?? '', label, type }),
  )
  const versions = read.map(({ version, fields }): Version => {
    const pairs = fields.flatMap((raw) => {
      const field = shapes[united.findIndex((one) => one.all.has(raw))]
      return field ? [{ raw, field }] : []
    })
    return {
      version,
      fields: pairs.map(({ raw, field }) => ({ label: raw.label, type: raw.type, field })),
      byKey: namesOf(pairs),
    }
  })
  return {
    fields: shapes,
    fieldsAt: (version) => nearest(versions, version)?.fields ?? [],
    fieldOf: (version, key) => {
      const own = nearest(versions, version)?.byKey.get(key)
      return own ?? byAnyVersion(versions, key)
    },
  }
}

function byAnyVersion(versions: readonly Version[], key: string): ShapeField | null {
  const named = (name: string) => versions.find(({ byKey }) => byKey.has(name))?.byKey.get(name)
  return named(key) ?? named(looseName(key)) ?? null
}

/** The version itself, else the next newer one, else the newest. */
function nearest(versions: readonly Version[], version: number): Version | undefined {
  return versions.findLast((one) => one.version >= version) ?? versions[0]
}

interface United {
  /** As in the newest and in the oldest version that have it. */
  readonly newest: RawField
  oldest: RawField
  readonly all: Set<RawField>
}

/** Fields of several versions, the newest first, are one by their id, else by their label. */
function unite(versions: readonly (readonly RawField[])[]): United[] {
  const united: United[] = []
  for (const fields of versions) {
    const taken = new Set<United>()
    const rest: RawField[] = []
    const take = (field: RawField, known: United | undefined) => {
      const one = known ?? { newest: field, oldest: field, all: new Set() }
      if (!known) united.push(one)
      one.oldest = field
      one.all.add(field)
      taken.add(one)
    }
    for (const field of fields) {
      const known = united.find((one) => field.id !== null && one.oldest.id === field.id && !taken.has(one))
      if (known) take(field, known)
      else rest.push(field)
    }
    for (const field of rest) {
      const name = snakeCase(field.label)
      take(
        field,
        united.find((one) => !taken.has(one) && snakeCase(one.oldest.label) === name),
      )
    }
  }
  return united
}

/** One key a field, different from all others. */
function keysOf(united: readonly United[]): string[] {
  const used = new Set<string>()
  return united.map(({ oldest }, index) => {
    const candidate = [snakeCase(oldest.label), oldest.id ?? '', oldest.label].find(
      (key) => key !== '' && !used.has(key),
    )
    const key = candidate ?? `${oldest.label}#${index}`
    used.add(key)
    return key
  })
}

/** What answers may call each field; an id counts more than a label, a label more than what is made of it. */
function namesOf(pairs: readonly { raw: RawField; field: ShapeField }[]): Map<string, ShapeField> {
  const names = new Map<string, ShapeField>()
  const name = (key: string | null, field: ShapeField) => {
    if (key !== null && key !== '' && !names.has(key)) names.set(key, field)
  }
  for (const { raw, field } of pairs) name(raw.id, field)
  for (const { raw, field } of pairs) name(raw.label, field)
  for (const { raw, field } of pairs) name(snakeCase(raw.label), field)
  for (const { raw, field } of pairs) name(looseName(raw.label), field)
  return names
}

/** `E-mail`, `e_mail` and `email` are one; no key of a service looks like it by chance. */
function looseName(text: string): string {
  return `\u0000${snakeCase(text).replaceAll('_', '')}`
}

function rawFields(json: string): RawField[] {
  const fields: unknown = JSON.parse(json)
  if (!Array.isArray(fields)) return []
  return fields.filter(isRecord).map(({ id, label, type }) => {
    const known = typeof id === 'string' || typeof id === 'number' ? String(id) : null
    return {
      id: known,
      label: typeof label === 'string' && label.trim() !== '' ? label.trim() : (known ?? ''),
      type: typeof type === 'string' ? type : null,
    }
  })
}

/** A label as the service names its answers: `Valor previsto (R$)` becomes `valor_previsto_r` (form-collection.md, Entry). */
function snakeCase(label: string): string {
  const plain = decomposed(label).replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|(?<!_)_+$/g, '')
}

/** Roles of the keys of one form, each determined once. */
export interface Roles {
  of(version: number, key: string): AnswerRole
}

function createRoles(shape: FormShape): Roles {
  const known = new Map<string, AnswerRole>()
  return {
    of: (version, key) => {
      const name = `${version}\u0000${key}`
      const role = known.get(name) ?? roleOf(shape, version, key)
      // Anyone can post any key: what is remembered stays small.
      if (known.size < 10_000) known.set(name, role)
      return role
    },
  }
}

function roleOf(shape: FormShape, version: number, key: string): AnswerRole {
  const field = shape.fieldOf(version, key)
  return answerRole(field?.type ?? null, field ? [field.label, key] : [key])
}

/** A form as its entries need it. The same object while name, fields and period are the same. */
export interface FormInfo {
  readonly id: number
  readonly name: string
  readonly shape: FormShape
  readonly roles: Roles
  /** The period that is stored of it; null for all. */
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

/** The fields that get a column, and which of them an answer's key means. */
interface TableFields {
  readonly fields: readonly ShapeField[]
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
function commonFields(forms: readonly FormInfo[]): ShapeField[] {
  const found = new Map<string, { readonly field: ShapeField; forms: number }>()
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
