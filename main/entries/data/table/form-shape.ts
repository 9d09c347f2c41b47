import type { KeptPeriod } from '../../../../preload/contract/forms.ts'
import { decomposed } from '../../../../preload/values/text.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { selectValues } from '../../../engine/store/sql.ts'
import { isRecord } from '../../../kernel/json.ts'
import { revisionsOf } from '../forms-folder.ts'
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

/** A field as one version of the form had it; `field` is what it is in the form as a whole. */
type FieldThen = RawField & { readonly field: ShapeField }

/**
 * A form as its entries need it, with its fields over all versions (docs/services.md §11.1: answers may be keyed by
 * labels or ids of their time). The same object while name, fields and period are the same.
 */
export interface FormInfo {
  readonly id: number
  /** Its number where it has none, or is not stored. */
  readonly name: string
  /** The period that is stored of it; null for all. */
  readonly period: KeptPeriod | null
  /** The newest version's fields in their order, then those that only older versions had. */
  readonly fields: readonly ShapeField[]
  /** The fields of the form as it was; of the version nearest to it when that one was never seen. */
  fieldsAt(version: number): readonly FieldThen[]
  /**
   * The field that a key of an answer means: by id, label or snake-case label, its own version first; null for none.
   */
  fieldOf(version: number, key: string): ShapeField | null
  /** The role of a key's answers, determined once. */
  roleOf(version: number, key: string): AnswerRole
}

function formInfo(text: string): FormInfo {
  // As `createFormReader` writes it: the versions with the fields that the service sent, the newest first.
  const [id, name, period, schemas] = JSON.parse(text) as [number, string, KeptPeriod | null, [number, string][]]
  const fields: United[] = []
  const versions = schemas.map(([version, json]) => {
    const then = unite(fields, rawFields(json))
    return { version, then, names: namesOf(then) }
  })
  giveKeys(fields)
  /** The version itself, else the next newer one, else the newest. */
  const nearest = (version: number) => versions.findLast((one) => one.version >= version) ?? versions[0]
  const inAny = (name: string) => versions.find(({ names }) => names.has(name))?.names.get(name)
  const fieldOf: FormInfo['fieldOf'] = (version, key) =>
    nearest(version)?.names.get(key) ?? inAny(key) ?? inAny(looseName(key)) ?? null
  const roles = new Map<string, AnswerRole>()
  return {
    id,
    name,
    period,
    fields,
    fieldsAt: (version) => nearest(version)?.then ?? [],
    fieldOf,
    roleOf: (version, key) => {
      const name = `${version}\u0000${key}`
      const cachedRole = roles.get(name)
      if (cachedRole) return cachedRole
      const field = fieldOf(version, key)
      const role = answerRole(field?.type ?? null, field ? [field.label, key] : [key])
      // Anyone can post any key: what is remembered stays small.
      if (roles.size < 10_000) roles.set(name, role)
      return role
    },
  }
}

/** A field of all versions that were read so far, with the label and type of the newest one that has it. */
interface United extends ShapeField {
  /** Empty until all versions are read: it follows from the oldest one that has the field. */
  key: string
  oldest: RawField
}

const sameId = (one: RawField, other: RawField) => one.id !== null && one.id === other.id
const sameLabel = (one: RawField, other: RawField) => snakeCase(one.label) === snakeCase(other.label)

/** Adds the fields of the next older version to `fields`: they are one by their id, else by their label. */
function unite(fields: United[], version: readonly RawField[]): FieldThen[] {
  const left = new Set(fields)
  const matches = new Map<RawField, United>()
  for (const isSame of [sameId, sameLabel]) {
    for (const raw of version) {
      const field = matches.has(raw) ? undefined : [...left].find(({ oldest }) => isSame(oldest, raw))
      if (!field) continue
      left.delete(field)
      matches.set(raw, field)
    }
  }
  return version.map((raw) => {
    const field = matches.get(raw) ?? { key: '', label: raw.label, type: raw.type, oldest: raw }
    if (!matches.has(raw)) fields.push(field)
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
  const kinds = [
    ({ id }: RawField) => id ?? '',
    ({ label }: RawField) => label,
    ({ label }: RawField) => snakeCase(label),
    ({ label }: RawField) => looseName(label),
  ]
  const names = kinds.flatMap((nameOf) => fields.map((one) => [nameOf(one), one.field] as const))
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
    const fieldId = typeof id === 'string' || typeof id === 'number' ? String(id) : null
    return {
      id: fieldId,
      label: typeof label === 'string' && label.trim() !== '' ? label.trim() : (fieldId ?? ''),
      type: typeof type === 'string' ? type : null,
    }
  })
}

/**
 * A label as the service names its answers: `Valor previsto (R$)` becomes `valor_previsto_r` (docs/services.md §11.1).
 */
function snakeCase(label: string): string {
  const plain = decomposed(label).replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|(?<!_)_+$/g, '')
}

/** The forms of a connection. */
export interface Forms {
  /** Those that are stored, the newest id first. */
  readonly stored: readonly FormInfo[]
  /** The form of an id; one without fields where it is not stored. */
  of(id: number): FormInfo
}

/** Reads the forms of files, and makes anew only those that changed. */
export function createFormReader(): (database: Database) => Forms {
  const files = new WeakMap<Database, { revision: number; forms: Forms; byText: ReadonlyMap<string, FormInfo> }>()
  return (database) => {
    const revision = revisionsOf(database).forms
    const previous = files.get(database)
    if (previous?.revision === revision) return previous.forms
    const texts = selectValues<string>(database)`
      select json_array(id, iif(json_type(body, '$.name') = 'text', body ->> 'name', cast(id as text)),
        json(coalesce(sync -> 'period', 'null')), json((
          select json_group_array(json_array(version, fields) order by version desc) from schemas where form_id = forms.id
        ))) from forms order by id desc`
    const byText = new Map(texts.map((text) => [text, previous?.byText.get(text) ?? formInfo(text)]))
    const byId = new Map([...byText.values()].map((form) => [form.id, form]))
    const of = (id: number) => {
      const form = byId.get(id) ?? formInfo(JSON.stringify([id, String(id), null, []]))
      byId.set(id, form)
      return form
    }
    const forms: Forms = { stored: [...byText.values()], of }
    files.set(database, { revision, forms, byText })
    return forms
  }
}

/** The fields that get a column: of one form all, of several those that at least two of them have, by label. */
export function tableFields(forms: readonly FormInfo[]) {
  const [first, ...others] = forms
  const only = others.length === 0 ? first : undefined
  return {
    fields: only?.fields ?? commonFields(forms),
    /** Which of them an answer's key means. */
    keyOf: (form: FormInfo, version: number, name: string) => {
      const field = form.fieldOf(version, name)
      return only ? (field?.key ?? null) : snakeCase(field?.label ?? name)
    },
  }
}

/** Fields by label that at least two forms have, those of most forms first. */
function commonFields(forms: readonly FormInfo[]): ShapeField[] {
  const labelled = forms.flatMap(({ fields }) => [...new Map(fields.map((field) => [snakeCase(field.label), field]))])
  return [...Map.groupBy(labelled, ([key]) => key)]
    .filter(([key, group]) => group.length > 1 && key !== '')
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([key, [first]]) => (first ? { ...first[1], key } : []))
}
