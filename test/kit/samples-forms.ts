import type { EntryBrief, EntryCounts, EntryDetail, EntryFigures } from '../../preload/contract/entries.ts'
import type { Webhook } from '../../preload/contract/form-service.ts'
import type { Form, FormDetail, FormField } from '../../preload/contract/forms.ts'
import type { OpenedPackage, PackageConflict, ReviewBatch, ReviewSet } from '../../preload/contract/reviews.ts'
import { type ReviewState, reviewStates } from '../../preload/values/entries-table.ts'

/** A form that is kept whole: 360 entries, 112 of them not reviewed. */
export function formWith(change: Partial<Form> = {}): Form {
  return {
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
    deleted_at: null,
    kept: true,
    entries: 360,
    gone: 0,
    aside: 0,
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
    task_id: null,
    ...change,
  }
}

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
export function formDetailWith(change: Partial<FormDetail> = {}): FormDetail {
  return {
    ...formWith(),
    fields: [
      fieldWith({ label: 'Nome', required: true, placeholder: 'Seu nome' }),
      fieldWith({ label: 'Email', type: 'email' }),
      fieldWith({ label: 'Cidade', type: 'select', options: ['Curitiba', 'Recife'] }),
    ],
    settings: { redirect_url: 'https://vitrine.example/obrigado', notification_email: null, theme: { cor: 'verde' } },
    public_url: 'https://forms.vitrine.example/f/contato-do-site',
    schema_versions: 1,
    ...change,
  }
}

/** The line of a new entry; sender and message are named by its number. */
export function entryBriefWith(change: Partial<EntryBrief> = {}): EntryBrief {
  const { id = 1 } = change
  return {
    id,
    form_id: 301,
    form_name: 'Contato',
    sender: `Pessoa ${id}`,
    line: `mensagem ${id}`,
    created_at: null,
    created_ms: null,
    state: 'nova',
    assignee: null,
    tags: [],
    notes: 0,
    hints: [],
    duplicates: 0,
    outcome: null,
    gone: false,
    ...change,
  }
}

/** A new entry without answers. */
export function entryDetailWith(change: Partial<EntryDetail> = {}): EntryDetail {
  return {
    id: 1,
    form_id: 301,
    form_name: 'Contato',
    created_at: null,
    created_ms: null,
    is_complete: true,
    gone_at: null,
    seen_at: '2026-11-20T12:00:00.000Z',
    answers: [],
    metadata: [],
    state: 'nova',
    assignee: null,
    tags: [],
    notes: [],
    trail: [],
    hints: [],
    compared: true,
    duplicates: [],
    lead: null,
    ...change,
  }
}

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
export function entryFiguresWith(change: Partial<EntryFigures> = {}): EntryFigures {
  return {
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
    field_more: false,
    ...change,
  }
}

/** Entry 7, approved here and rejected by Bruno. */
export function conflictWith(change: Partial<PackageConflict> = {}): PackageConflict {
  return {
    entry_id: 7,
    sender: 'Carla Dias',
    field: 'state',
    mine: { value: 'aprovada', who: 'Ana', at: '2026-11-18T12:00:00.000Z', comment: null },
    theirs: { value: 'rejeitada', who: 'Bruno', at: '2026-11-19T12:00:00.000Z', comment: 'Fora da área' },
    ...change,
  }
}

/** Bruno's review of 120 entries, without conflicts. */
export function openedPackageWith(change: Partial<OpenedPackage> = {}): OpenedPackage {
  return {
    package: 'p1',
    kind: 'review',
    from: 'Bruno',
    made_at: '2026-11-20T08:00:00.000Z',
    forms: [{ id: 301, name: 'Contato do site' }],
    entries: 120,
    is_own_request: false,
    decided: 0,
    unknown_entries: 0,
    new_events: 31,
    changes: 12,
    conflicts: [],
    in_my_name: null,
    others: [],
    more_others: 0,
    ...change,
  }
}

/** Twelve entries that Ana approved. */
export function batchWith(change: Partial<ReviewBatch> = {}): ReviewBatch {
  return {
    id: 'b1',
    at: '2026-11-20T11:00:00.000Z',
    who: 'Ana',
    kind: 'state',
    value: 'aprovada',
    entries: 12,
    entry_id: null,
    undone: false,
    ...change,
  }
}

/** A second review that Bruno asked for: 12 of 40 entries are decided. */
export function reviewSetWith(change: Partial<ReviewSet> = {}): ReviewSet {
  return {
    id: 's1',
    name: 'Segunda revisão',
    form_id: null,
    entries: 40,
    decided: 12,
    made_at: '2026-11-19T10:00:00.000Z',
    role: 'given',
    colleague: 'Bruno',
    ...change,
  }
}

/** An active webhook with a secret. */
export function webhookWith(change: Partial<Webhook> = {}): Webhook {
  return {
    id: 71,
    url: 'https://integra.vitrine.example/formularios',
    events: ['entry.created'],
    form_id: null,
    is_active: true,
    has_secret: true,
    created_at: '2026-08-01T12:00:00.000Z',
    updated_at: '2026-11-08T12:00:00.000Z',
    ...change,
  }
}
