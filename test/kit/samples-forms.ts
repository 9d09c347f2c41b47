import {
  type EntryBrief,
  type EntryCounts,
  entryBrief,
  entryDetail,
  entryFigures,
} from '../../preload/contract/entries.ts'
import { webhook } from '../../preload/contract/form-service.ts'
import { type Form, type FormField, form, formDetail } from '../../preload/contract/forms.ts'
import { openedPackage, packageConflict, reviewBatch, reviewSet } from '../../preload/contract/reviews.ts'
import { type ReviewState, reviewStates } from '../../preload/values/entries-table.ts'
import { samplesOf } from './samples.ts'

/** A form that is kept whole: 360 entries, 112 of them not reviewed. */
export const formWith = samplesOf(form, {
  connection_id: 'c1',
  id: 301,
  name: 'Contato do site',
  description: 'Formulário do site',
  slug: 'contato-do-site',
  status: 'active',
  entries_count: 360,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  read_at: '2026-11-20T11:12:00.000Z',
  kept: true,
  entries: 360,
  unreviewed: 112,
  sync: {
    kind: 'complete',
    failure: null,
    synced_at: '2026-11-20T11:12:00.000Z',
    reconciled_at: '2026-11-20T11:12:00.000Z',
    total: 360,
    repeated: 0,
    period: null,
  },
})

/** A form of which no entries are here. */
export function unkeptFormWith(change: Partial<Form> = {}): Form {
  const none = { failure: null, synced_at: null, reconciled_at: null, total: null, repeated: 0, period: null } as const
  const sync = { kind: 'none', ...none } as const
  return formWith({ kept: false, entries: 0, unreviewed: 0, sync, ...change })
}

/** An optional text field; its identifier is made of its label. */
export function fieldWith(change: Partial<FormField> = {}): FormField {
  const { label = 'Nome' } = change
  return { id: `fld_${label}`, type: 'text', label, required: false, placeholder: null, ...change }
}

/** A form with three fields, a key of a field and a setting that the document does not know. */
export const formDetailWith = samplesOf(formDetail, {
  ...formWith(),
  fields: [
    fieldWith({ label: 'Nome', required: true, placeholder: 'Seu nome' }),
    fieldWith({ label: 'Email', type: 'email' }),
    fieldWith({ label: 'Cidade', type: 'select', options: ['Curitiba', 'Recife'] }),
  ],
  settings: { redirect_url: 'https://vitrine.example/obrigado', notification_email: null, theme: { cor: 'verde' } },
  public_url: 'https://forms.vitrine.example/f/contato-do-site',
  schema_versions: 1,
})

/** The line of a new entry; sender and message are named by its number. */
export function entryBriefWith(change: Partial<EntryBrief> = {}): EntryBrief {
  const { id = 1 } = change
  const texts = { form_name: 'Contato', sender: `Pessoa ${id}`, line: `mensagem ${id}` }
  return samplesOf(entryBrief, { id, form_id: 301, ...texts, state: 'nova' })(change)
}

/** A new entry without answers. */
export const entryDetailWith = samplesOf(entryDetail, {
  id: 1,
  form_id: 301,
  form_name: 'Contato',
  is_complete: true,
  seen_at: '2026-11-20T12:00:00.000Z',
  state: 'nova',
  compared: true,
})

/** A value of each review state. */
export function byState<Value>(value: (state: ReviewState) => Value): Record<ReviewState, Value> {
  const values = Object.fromEntries(reviewStates.map((state) => [state, value(state)]))
  // Object.fromEntries forgets the names.
  return values as Record<ReviewState, Value>
}

/** The counts of a table of ten new entries. */
export function entryCountsWith(change: Partial<EntryCounts> = {}): EntryCounts {
  const { total = 10 } = change
  return {
    total,
    states: byState((state) => (state === 'nova' ? total : 0)),
    matching: total,
    decided_today: 0,
    ...change,
  }
}

/** The figures of four entries over three days. */
export const entryFiguresWith = samplesOf(entryFigures, {
  total: 4,
  days: [
    { day: '2026-11-18', count: 3 },
    { day: '2026-11-20', count: 1 },
  ],
  forms: [{ value: 'Contato do site', count: 4 }],
  sources: [
    { value: 'google', count: 3 },
    { value: null, count: 1 },
  ],
  campaigns: [{ value: '<b>verão</b>', count: 4 }],
  states: [
    { value: 'nova', count: 3 },
    { value: 'aprovada', count: 1 },
  ],
  outcomes: [
    { value: 'com_conversa', count: 3 },
    { value: null, count: 1 },
  ],
  review_hours: {
    median: 5.25,
    bands: [
      { up_to: 1, count: 0 },
      { up_to: 24, count: 1 },
      { up_to: null, count: 0 },
    ],
  },
  field: [{ value: 'Orçamento', count: 4 }],
})

/** Entry 7, approved here and rejected by Bruno. */
export const conflictWith = samplesOf(packageConflict, {
  entry_id: 7,
  sender: 'Carla Dias',
  field: 'state',
  mine: { value: 'aprovada', who: 'Ana', at: '2026-11-18T12:00:00.000Z', comment: null },
  theirs: { value: 'rejeitada', who: 'Bruno', at: '2026-11-19T12:00:00.000Z', comment: 'Fora da área' },
})

/** Bruno's review of 120 entries, without conflicts. */
export const openedPackageWith = samplesOf(openedPackage, {
  package: 'p1',
  kind: 'review',
  from: 'Bruno',
  made_at: '2026-11-20T08:00:00.000Z',
  forms: [{ id: 301, name: 'Contato do site' }],
  entries: 120,
  new_events: 31,
  changes: 12,
})

/** Twelve entries that Ana approved. */
export const batchWith = samplesOf(reviewBatch, {
  id: 'b1',
  at: '2026-11-20T11:00:00.000Z',
  who: 'Ana',
  kind: 'state',
  value: 'aprovada',
  entries: 12,
})

/** A second review that Bruno asked for: 12 of 40 entries are decided. */
export const reviewSetWith = samplesOf(reviewSet, {
  id: 's1',
  name: 'Segunda revisão',
  entries: 40,
  decided: 12,
  made_at: '2026-11-19T10:00:00.000Z',
  role: 'given',
  colleague: 'Bruno',
})

/** An active webhook with a secret. */
export const webhookWith = samplesOf(webhook, {
  id: 71,
  url: 'https://integra.vitrine.example/formularios',
  events: ['entry.created'],
  is_active: true,
  has_secret: true,
  created_at: '2026-08-01T12:00:00.000Z',
  updated_at: '2026-11-08T12:00:00.000Z',
})
