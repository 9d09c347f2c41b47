import { decomposed } from '../../../preload/contract/text.ts'
import { isRecord } from '../../kernel/json.ts'

/** A field that some version of a form has or had. */
export interface ShapeField {
  /** Names its column: the oldest label in snake case, so that a new label changes no filter and no layout. */
  readonly key: string
  /** As the newest version that has it says. */
  readonly label: string
  readonly type: string | null
}

/** A field as one version of the form had it. */
export interface FieldThen {
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
export interface SchemaVersion {
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
  const shapes = united.map(({ newest }, place): ShapeField => {
    return { key: keys[place] ?? '', label: newest.label, type: newest.type }
  })
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
  for (const { byKey } of versions) {
    const field = byKey.get(key)
    if (field) return field
  }
  const loose = looseName(key)
  for (const { byKey } of versions) {
    const field = byKey.get(loose)
    if (field) return field
  }
  return null
}

/** The version itself, else the next newer one, else the newest. */
function nearest(versions: readonly Version[], version: number): Version | undefined {
  return versions.findLast((one) => one.version >= version) ?? versions[0]
}

interface United {
  /** As the newest and the oldest version that have it say. */
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
  return united.map(({ oldest }, place) => {
    const candidate = [snakeCase(oldest.label), oldest.id ?? '', oldest.label].find(
      (key) => key !== '' && !used.has(key),
    )
    const key = candidate ?? `${oldest.label}#${place}`
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
export function snakeCase(label: string): string {
  const plain = decomposed(label).replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|(?<!_)_+$/g, '')
}
