import type { KeptPeriod } from '../../../preload/contract/forms.ts'
import { decomposed } from '../../../preload/contract/text.ts'
import { isRecord } from '../../kernel/json.ts'
import { formRows, revisionsOf } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { selectAll } from '../store/sql.ts'
import { type AnswerRole, answerRole } from './answers.ts'

/** A field that some version of a form has or had, or that several forms share. */
export interface ShapeField {
  /** Names its column: the oldest label in snake case, so that a new label changes no filter and no layout. */
  readonly key: string
  /** As in the newest version that has it. */
  readonly label: string
  readonly type: string | null
}

interface RawField {
  readonly id: string | null
  readonly label: string
  readonly type: string | null
}

/** A field as one version of the form had it. */
interface FieldThen extends RawField {
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
  /** The role of a key's answers, determined once. */
  roleOf(version: number, key: string): AnswerRole
}

interface Version {
  readonly version: number
  readonly fields: readonly FieldThen[]
  readonly byKey: ReadonlyMap<string, ShapeField>
}

/** Takes the versions with their fields (JSON that the service sent: an array of field objects), the newest first. */
export function createFormShape(schemas: readonly (readonly [version: number, fields: string])[]): FormShape {
  const fields: United[] = []
  const versions = schemas.map(([version, json]): Version => {
    const then = unite(fields, rawFields(json))
    return { version, fields: then, byKey: namesOf(then) }
  })
  giveKeys(fields)
  const fieldOf: FormShape['fieldOf'] = (version, key) =>
    nearest(versions, version)?.byKey.get(key) ?? byAnyVersion(versions, key)
  const roles = new Map<string, AnswerRole>()
  return {
    fields,
    fieldsAt: (version) => nearest(versions, version)?.fields ?? [],
    fieldOf,
    roleOf: (version, key) => {
      const name = `${version}\u0000${key}`
      const known = roles.get(name)
      if (known) return known
      const field = fieldOf(version, key)
      const role = answerRole(field?.type ?? null, field ? [field.label, key] : [key])
      // Anyone can post any key: what is remembered stays small.
      if (roles.size < 10_000) roles.set(name, role)
      return role
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

/** A field of all versions that were read so far, with the label and type of the newest one that has it. */
interface United extends ShapeField {
  /** Empty until all versions are read: it follows from the oldest one that has the field. */
  key: string
  oldest: RawField
}

const sameId = (one: RawField, other: RawField) => one.id !== null && one.id === other.id
const sameLabel = (one: RawField, other: RawField) => snakeCase(one.label) === snakeCase(other.label)

/** Adds the fields of the next older version to `known`: they are one by their id, else by their label. */
function unite(known: United[], version: readonly RawField[]): FieldThen[] {
  const left = new Set(known)
  const found = new Map<RawField, United>()
  for (const isSame of [sameId, sameLabel]) {
    for (const raw of version) {
      const field = found.has(raw) ? undefined : [...left].find(({ oldest }) => isSame(oldest, raw))
      if (!field) continue
      left.delete(field)
      found.set(raw, field)
    }
  }
  return version.map((raw) => {
    const field = found.get(raw) ?? { key: '', label: raw.label, type: raw.type, oldest: raw }
    if (!found.has(raw)) known.push(field)
    field.oldest = raw
    return { ...raw, field }
  })
}

/** One key a field, different from all others. */
function giveKeys(fields: readonly United[]): void {
  const used = new Set<string>()
  for (const [index, field] of fields.entries()) {
    const { id, label } = field.oldest
    field.key = [snakeCase(label), id ?? '', label].find((key) => key !== '' && !used.has(key)) ?? `${label}#${index}`
    used.add(field.key)
  }
}

/** What answers may call each field; an id counts more than a label, a label more than what is made of it. */
function namesOf(fields: readonly FieldThen[]): Map<string, ShapeField> {
  const names = [
    ...fields.map(({ id, field }) => [id ?? '', field] as const),
    ...fields.map(({ label, field }) => [label, field] as const),
    ...fields.map(({ label, field }) => [snakeCase(label), field] as const),
    ...fields.map(({ label, field }) => [looseName(label), field] as const),
  ]
  // Of two fields with one name the first counts.
  return new Map(names.filter(([name]) => name !== '').reverse())
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

/** A form as its entries need it. The same object while name, fields and period are the same. */
export interface FormInfo extends FormShape {
  readonly id: number
  readonly name: string
  /** The period that is stored of it; null for all. */
  readonly period: KeptPeriod | null
}

export type Forms = ReadonlyMap<number, FormInfo>

/** The form's name; its number where the form is not stored. */
export function formName(forms: Forms, id: number): string {
  return forms.get(id)?.name ?? String(id)
}

interface ReadForms {
  readonly revision: number
  readonly forms: Forms
  /** The forms by what the file says of them. */
  readonly byText: ReadonlyMap<string, FormInfo>
}

/** Reads the forms of files, and makes anew only those that changed. */
export function createFormReader(): (database: Database) => Forms {
  const files = new WeakMap<Database, ReadForms>()
  return (database) => {
    const revision = revisionsOf(database).forms
    const before = files.get(database)
    if (before?.revision === revision) return before.forms
    const schemas = new Map(
      selectAll<{ form_id: number; versions: string }>(database)`
        select form_id, json_group_array(json_array(version, fields) order by version desc) versions
        from schemas group by form_id`.map(({ form_id, versions }) => [form_id, versions]),
    )
    const texts = formRows(database).map(({ id, body: { name }, sync: { period } }) =>
      JSON.stringify([id, typeof name === 'string' ? name : String(id), period, schemas.get(id) ?? '[]']),
    )
    const byText = new Map(texts.map((text) => [text, before?.byText.get(text) ?? formInfo(text)]))
    const forms = new Map([...byText.values()].map((form) => [form.id, form]))
    files.set(database, { revision, forms, byText })
    return forms
  }
}

function formInfo(text: string): FormInfo {
  // As it was written above.
  const [id, name, period, versions] = JSON.parse(text) as [number, string, KeptPeriod | null, string]
  return { id, name, period, ...createFormShape(JSON.parse(versions) as [number, string][]) }
}

/** The fields that get a column, and which of them an answer's key means. */
interface TableFields {
  readonly fields: readonly ShapeField[]
  keyOf(formId: number, version: number, name: string): string | null
}

/** Of one form all its fields; of several those that at least two of them have, by label. */
export function tableFields(forms: readonly FormInfo[]): TableFields {
  const [only, ...others] = forms
  if (only && others.length === 0) {
    return { fields: only.fields, keyOf: (_, version, name) => only.fieldOf(version, name)?.key ?? null }
  }
  const byId = new Map(forms.map((form) => [form.id, form]))
  return {
    fields: commonFields(forms),
    keyOf: (formId, version, name) => snakeCase(byId.get(formId)?.fieldOf(version, name)?.label ?? name),
  }
}

/** Fields by label that at least two forms have, those of most forms first. */
function commonFields(forms: readonly FormInfo[]): ShapeField[] {
  const found = new Map<string, ShapeField & { forms: number }>()
  for (const { fields } of forms) {
    for (const [key, { label, type }] of new Map(fields.map((field) => [snakeCase(field.label), field]))) {
      const field = found.get(key) ?? { key, label, type, forms: 0 }
      field.forms++
      found.set(key, field)
    }
  }
  return [...found.values()]
    .filter(({ key, forms }) => forms > 1 && key !== '')
    .sort((one, other) => other.forms - one.forms)
}
