import type { Failure } from '../../preload/contract/wire.ts'
import { emailKey, type FormDraft, objectOf, parseJson, redirectKey } from './form-draft.ts'

/** What is wrong with one part of a draft, as a key of the catalogue's sentences. */
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
 * Sentences or problems by where they stand: `name`, `description`, `redirect`, `email`, `status`, `field <key> label`,
 * `field <key> type`, `field <key>`, `setting <key>`; `rest` for what the service names and this page does not show.
 */
export type ByPlace<T> = Readonly<Record<string, T>>

/** The longest name that the service takes (form-collection.md, "Limits"). */
export const longestName = 255

/** What is wrong with a draft before anything is sent. */
export function draftProblems(draft: FormDraft): ByPlace<DraftProblem> {
  const problems: Record<string, DraftProblem> = {}
  const name = draft.name.trim()
  if (name === '') problems.name = 'nameRequired'
  if (name.length > longestName) problems.name = 'nameTooLong'
  for (const { key, label, type, extra } of draft.fields) {
    if (label.trim() === '') problems[`field ${key} label`] = 'labelRequired'
    if (type.trim() === '') problems[`field ${key} type`] = 'typeRequired'
    if (extra.trim() !== '' && objectOf(extra) === undefined) problems[`field ${key}`] = 'extraWrong'
  }
  const taken = new Set<string>([redirectKey, emailKey])
  for (const { key, name: own, json, stored } of draft.settings) {
    if (own.trim() === '') problems[`setting ${key}`] = 'settingNameRequired'
    else if (!stored && taken.has(own.trim())) problems[`setting ${key}`] = 'settingNameTaken'
    else if (parseJson(json) === undefined) problems[`setting ${key}`] = 'settingWrong'
    taken.add(own.trim())
  }
  return problems
}

/**
 * What the service says of single fields (422), put where the draft shows them. `fields.2.type` is the third field of the
 * draft as it was sent; what has no place of its own goes to `rest`, with the path in front.
 */
export function refusalByPlace(failure: Failure | null, draft: FormDraft): ByPlace<readonly string[]> {
  const places: Record<string, readonly string[]> = {}
  for (const [path, sentences] of Object.entries(failure?.fields ?? {})) {
    const place = placeOf(path, draft)
    const said = place === 'rest' ? sentences.map((sentence) => `${path}: ${sentence}`) : sentences
    places[place] = [...(places[place] ?? []), ...said]
  }
  return places
}

function placeOf(path: string, draft: FormDraft): string {
  if (path === 'name' || path === 'description') return path
  const field = /^fields\.(\d+)(?:\.(\w+))?/.exec(path)
  const key = draft.fields[Number(field?.[1])]?.key
  if (field && key !== undefined) {
    return field[2] === 'label' || field[2] === 'type' ? `field ${key} ${field[2]}` : `field ${key}`
  }
  const name = /^settings\.([^.]+)/.exec(path)?.[1]
  if (name === redirectKey) return 'redirect'
  if (name === emailKey) return 'email'
  const setting = draft.settings.find((each) => each.name.trim() === name)
  return setting ? `setting ${setting.key}` : 'rest'
}
