import type { ChangeEvent } from 'react'
import { createStore, useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import {
  type ByInput,
  changesOf,
  type DraftProblem,
  draftOf,
  draftProblems,
  emptyDraft,
  type FieldDraft,
  type FormDraft,
  longestName,
  refusalsOf,
  sameJson,
  type TextPart,
} from './form-draft.ts'

interface LeftDraft {
  readonly base: FormDetail | null
  readonly draft: FormDraft
}

export interface EditorState {
  /** The edited form: `<connection>:<id>`, or `<connection>:new`; null for none. */
  readonly key: string | null
  /** The form at the time when its editing began; null for a new one. */
  readonly base: FormDetail | null
  readonly draft: FormDraft
  /** What the service refused, until its input is changed. */
  readonly refusals: ByInput<readonly string[]>
  /** Whether the person tried to save: then missing values are shown. */
  readonly tried: boolean
  /** The field that was removed last, which can be put back. */
  readonly removed: { readonly field: FieldDraft; readonly index: number } | null
  /** Changed drafts of forms that were left for another, by their key. */
  readonly left: Readonly<Record<string, LeftDraft>>
  /** Starts with a form, or with an empty one. A changed draft of it stays, also when another was edited meanwhile. */
  start(key: string, form: FormDetail | null): void
  /** Starts again from the present form. If another form is edited, drops the draft that was left. */
  restart(key: string, form: FormDetail | null): void
  change(part: Partial<Omit<FormDraft, 'fields' | 'settings'>>): void
  /** Adds an empty field at the end, and gives its key. */
  addField(): number
  changeField(key: number, part: Partial<Omit<FieldDraft, 'key' | 'original'>>): void
  /** Moves a field to an index, from 0. */
  moveField(key: number, index: number): void
  removeField(key: number): void
  putBack(): void
  addSetting(): number
  changeSetting(key: number, part: { readonly name?: string; readonly json?: string }): void
  removeSetting(key: number): void
  try(): void
  /** Shows the service's refusals at the fields that it names. */
  refuse(failure: Failure): void
}

export type EditorStore = ReturnType<typeof createEditorStore>

/** A form that is being edited. It sends nothing, and stays when its screen is closed. */
export function createEditorStore() {
  let last = 0
  const nextKey = () => {
    last += 1
    return last
  }
  return createStore<EditorState>()((set, get) => {
    const begin = (key: string, form: FormDetail | null) =>
      set({
        key,
        base: form,
        draft: form ? draftOf(form, nextKey) : emptyDraft,
        refusals: {},
        tried: false,
        removed: null,
      })
    const leave = () => {
      const { key, base, draft, left } = get()
      if (key !== null && hasChanges(base, draft)) set({ left: { ...left, [key]: { base, draft } } })
    }
    const edit = (part: Partial<FormDraft>) => set({ draft: { ...get().draft, ...part } })
    const settle = (input: string) => {
      const { [input]: _, ...refusals } = get().refusals
      set({ refusals })
    }

    return {
      key: null,
      base: null,
      draft: emptyDraft,
      refusals: {},
      tried: false,
      removed: null,
      left: {},
      start(key, form) {
        if (key !== get().key) {
          leave()
          const { [key]: editing, ...left } = get().left
          begin(key, form)
          if (!editing) return
          set({ ...editing, left })
        }
        const { base, draft } = get()
        if (form === null || sameForm(form, base)) return
        // An unchanged draft, or one that the service already has, is replaced by the service's form.
        if (base === null || isUnchanged(base, draft) || isThere(form, draft)) begin(key, form)
      },
      restart(key, form) {
        if (key === get().key) return begin(key, form)
        const { [key]: _, ...left } = get().left
        set({ left })
      },
      change(part) {
        edit(part)
        for (const input of Object.keys(part)) settle(input)
      },
      addField() {
        const key = nextKey()
        const empty = { label: '', type: 'text', required: false, placeholder: '', extra: '' }
        edit({ fields: [...get().draft.fields, { key, original: null, ...empty }] })
        return key
      },
      changeField(key, part) {
        edit({ fields: get().draft.fields.map((field) => (field.key === key ? { ...field, ...part } : field)) })
        for (const name of ['extra', ...Object.keys(part)]) settle(`field ${key} ${name}`)
      },
      moveField(key, index) {
        const { fields } = get().draft
        const field = fields.find((each) => each.key === key)
        if (!field) return
        edit({ fields: fields.filter((each) => each !== field).toSpliced(Math.max(0, index), 0, field) })
      },
      removeField(key) {
        const { fields } = get().draft
        const index = fields.findIndex((each) => each.key === key)
        const field = fields[index]
        if (!field) return
        edit({ fields: fields.toSpliced(index, 1) })
        set({ removed: { field, index } })
      },
      putBack() {
        const { removed, draft } = get()
        if (removed) edit({ fields: draft.fields.toSpliced(removed.index, 0, removed.field) })
        set({ removed: null })
      },
      addSetting() {
        const key = nextKey()
        edit({ settings: [...get().draft.settings, { key, name: '', json: '', stored: false }] })
        return key
      },
      changeSetting(key, part) {
        edit({ settings: get().draft.settings.map((each) => (each.key === key ? { ...each, ...part } : each)) })
        settle(`setting ${key}`)
      },
      removeSetting: (key) => edit({ settings: get().draft.settings.filter((each) => each.key !== key) }),
      try: () => set({ tried: true }),
      refuse: (failure) => set({ refusals: refusalsOf(failure, get().draft) }),
    }
  })
}

/** Whether two readings of a form have the same editable parts. */
export function sameForm(one: FormDetail, other: FormDetail | null): boolean {
  if (other === null) return false
  const edited = ({ name, description, fields, settings }: FormDetail) => ({ name, description, fields, settings })
  return sameJson(edited(one), edited(other))
}

function hasChanges(base: FormDetail | null, draft: FormDraft): boolean {
  return base === null ? draft !== emptyDraft : !isUnchanged(base, draft)
}

/** Whether a form has everything of a draft, as after a write whose answer was lost. A new field then has an id. */
function isThere(form: FormDetail, draft: FormDraft): boolean {
  const fields = draft.fields.map((field, index) => ({
    ...field,
    original: field.original ?? form.fields?.[index] ?? null,
  }))
  return isUnchanged(form, { ...draft, fields })
}

/** Whether a draft has no changes to send. */
export function isUnchanged(form: FormDetail, draft: FormDraft): boolean {
  return Object.keys(changesOf(form, draft)).length === 0
}

const eager: ReadonlySet<DraftProblem> = new Set(['nameTooLong', 'settingNameTaken'])

/**
 * The sentence for each input of the draft; null for none. It says what is missing (after a save was tried), what is
 * malformed, or what the service refused.
 */
export function useErrors(): (input: string) => string | null {
  const { field, ...texts } = useMessages().forms.editor
  const { draft, refusals, tried } = useStore(useFeature('forms').editor)
  const problems = draftProblems(draft)
  return (input) => {
    const refused = refusals[input]
    if (refused) return refused.join(' ')
    const problem = problems[input]
    if (!problem || !(tried || eager.has(problem))) return null
    const sentence = { ...field, ...texts }[problem]
    return typeof sentence === 'string' ? sentence : sentence(draft.name.trim().length - longestName)
  }
}

interface InputProps {
  readonly value: string
  readonly error: string | null
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** The properties of the input of each text of the draft. */
export function useTextInputs(): (part: TextPart) => InputProps {
  const { draft, change } = useStore(useFeature('forms').editor)
  const errorOf = useErrors()
  return (part) => ({
    value: draft[part],
    error: errorOf(part),
    onChange: (event) => change({ [part]: event.currentTarget.value }),
  })
}
