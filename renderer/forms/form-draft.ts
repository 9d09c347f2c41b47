import type { FormChanges, FormDetail, FormField } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/values/failures.ts'

export interface FieldDraft {
  /** Stays the same while the draft exists: fields are moved, and new ones have no id yet. */
  readonly key: number
  /** The field as the service has it; null for a new one. */
  readonly original: FormField | null
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly placeholder: string
  /** The undocumented keys, as JSON of one object; blank for none. */
  readonly extra: string
}

/** A settings key without an input of its own. */
export interface SettingDraft {
  readonly key: number
  readonly name: string
  readonly json: string
  /** The service has it. It can be changed and not removed, since the service merges settings. */
  readonly stored: boolean
}

/** The documented settings (docs/services.md §10.5): each has an input of its own. */
const namedSettings = ['redirect_url', 'notification_email'] as const

/** The parts of a draft that are single texts, by the service's own keys. */
export type TextPart = 'name' | 'description' | (typeof namedSettings)[number]

export interface FormDraft extends Readonly<Record<TextPart, string>> {
  readonly fields: readonly FieldDraft[]
  readonly settings: readonly SettingDraft[]
  /** The first status of a new form. */
  readonly status: 'draft' | 'active'
}

const knownKeys = new Set(['id', 'type', 'label', 'required', 'placeholder'])

export const emptyDraft: FormDraft = {
  name: '',
  description: '',
  redirect_url: '',
  notification_email: '',
  fields: [],
  settings: [],
  status: 'draft',
}

/** The draft of a form when editing begins. `nextKey` gives the key of each field and setting. */
export function draftOf(form: FormDetail, nextKey: () => number): FormDraft {
  const settings = form.settings ?? {}
  return {
    name: form.name,
    description: form.description ?? '',
    redirect_url: textOf(settings.redirect_url),
    notification_email: textOf(settings.notification_email),
    fields: (form.fields ?? []).map((field) => fieldDraftOf(field, nextKey())),
    settings: Object.entries(settings)
      .filter(([name, value]) => !hasInput(name, value))
      .map(([name, value]) => ({ key: nextKey(), name, json: jsonOf(value), stored: true })),
    status: 'draft',
  }
}

/** Whether a named setting has an input of its own: only a text has. Other values are shown as JSON. */
function hasInput(name: string, value: unknown): boolean {
  return namedSettings.some((named) => named === name) && (typeof value === 'string' || value === null)
}

function fieldDraftOf(field: FormField, key: number): FieldDraft {
  const extra = Object.entries(field).filter(([name]) => !knownKeys.has(name))
  return {
    key,
    original: field,
    label: field.label,
    type: field.type,
    required: field.required,
    placeholder: field.placeholder ?? '',
    extra: extra.length === 0 ? '' : JSON.stringify(Object.fromEntries(extra), null, 2),
  }
}

/**
 * The fields as they are sent, in their order. Extra keys that are no object are left out; `draftProblems` names them.
 */
export function fieldsOf(draft: FormDraft): FormField[] {
  return draft.fields.map(({ original, label, type, required, placeholder, extra }) => ({
    ...objectOf(extra),
    id: original?.id ?? null,
    type: type.trim(),
    label: label.trim(),
    required,
    placeholder: placeholder === '' ? noPlaceholder(original) : placeholder,
  }))
}

/** An emptied text stays an empty text; one that never was stays null. */
function noPlaceholder(original: FormField | null): '' | null {
  return typeof original?.placeholder === 'string' ? '' : null
}

/** Only the settings that differ from the form's. An emptied one is sent as null. */
export function settingsOf(form: FormDetail | null, draft: FormDraft): Record<string, unknown> {
  const stored = form?.settings ?? {}
  const after: [string, unknown][] = draft.settings.map(({ name, json }) => [name.trim(), parseJson(json)])
  for (const name of namedSettings) {
    if (stored[name] === undefined || hasInput(name, stored[name])) after.push([name, draft[name].trim() || null])
  }
  return Object.fromEntries(after.filter(([name, value]) => jsonOf(value) !== jsonOf(stored[name] ?? null)))
}

/**
 * The body of a PUT: only the keys that differ from the form (docs/services.md §10.3). Fields that were never read are
 * not sent, since the service would delete all others.
 */
export function changesOf(form: FormDetail, draft: FormDraft): FormChanges {
  const fields = fieldsOf(draft)
  const settings = settingsOf(form, draft)
  const name = draft.name.trim()
  return {
    ...(name === form.name ? {} : { name }),
    ...(draft.description === (form.description ?? '') ? {} : { description: draft.description }),
    ...(form.fields === null || sameJson(form.fields, fields) ? {} : { fields }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
}

/** Whether two values are equal, whatever the order of keys in objects. */
export function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** The object in a text; undefined when the text is blank or something else. */
function objectOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !knownKeys.has(name)))
    : undefined
}

/** The value of a JSON text; undefined for other texts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A value as JSON on as few lines as are readable. */
export function jsonOf(value: unknown): string {
  const line = JSON.stringify(value) ?? 'null'
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}

export type DraftProblem =
  | 'nameRequired'
  | 'nameTooLong'
  | 'labelRequired'
  | 'typeRequired'
  | 'extraWrong'
  | 'settingNameRequired'
  | 'settingNameTaken'
  | 'settingWrong'

/**
 * Sentences or problems by the input that shows them: a `TextPart`, `field <key> <part>`, `setting <key>`. `rest` is
 * for what the service names and this page does not show.
 */
export type ByInput<T> = Readonly<Record<string, T>>

/** The longest name that the service takes (docs/services.md §10.1). */
export const longestName = 255

export function draftProblems(draft: FormDraft): ByInput<DraftProblem> {
  const problems: Record<string, DraftProblem> = {}
  const name = draft.name.trim()
  if (name === '') problems.name = 'nameRequired'
  if (name.length > longestName) problems.name = 'nameTooLong'
  for (const { key, label, type, extra } of draft.fields) {
    if (label.trim() === '') problems[`field ${key} label`] = 'labelRequired'
    if (type.trim() === '') problems[`field ${key} type`] = 'typeRequired'
    if (extra.trim() !== '' && objectOf(extra) === undefined) problems[`field ${key} extra`] = 'extraWrong'
  }
  const names = new Set<string>(namedSettings)
  for (const { key, name: settingName, json, stored } of draft.settings) {
    if (settingName.trim() === '') problems[`setting ${key}`] = 'settingNameRequired'
    else if (!stored && names.has(settingName.trim())) problems[`setting ${key}`] = 'settingNameTaken'
    else if (parseJson(json) === undefined) problems[`setting ${key}`] = 'settingWrong'
    names.add(settingName.trim())
  }
  return problems
}

/**
 * The service's errors of single fields (422), by the inputs of the draft. `fields.2.type` is the third field of the
 * draft as it was sent. An error without an input goes to `rest`, with its path in front.
 */
export function refusalsOf(failure: Failure, draft: FormDraft): ByInput<readonly string[]> {
  const refusals: Record<string, readonly string[]> = {}
  for (const [path, sentences] of Object.entries(failure.fields ?? {})) {
    const input = inputOf(path, draft)
    const errors = input === 'rest' ? sentences.map((sentence) => `${path}: ${sentence}`) : sentences
    refusals[input] = [...(refusals[input] ?? []), ...errors]
  }
  return refusals
}

/** The input for a path; a field's part without an input is among its extra keys. */
function inputOf(path: string, draft: FormDraft): string {
  if (path === 'name' || path === 'description') return path
  const field = /^fields\.(\d+)(?:\.(label|type)\b)?/.exec(path)
  const key = draft.fields[Number(field?.[1])]?.key
  if (field && key !== undefined) return `field ${key} ${field[2] ?? 'extra'}`
  const name = /^settings\.([^.]+)/.exec(path)?.[1]
  const setting = draft.settings.find((each) => each.name.trim() === name)
  if (setting) return `setting ${setting.key}`
  return namedSettings.find((named) => named === name) ?? 'rest'
}
