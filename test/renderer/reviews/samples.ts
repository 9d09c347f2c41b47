import type { EntryFigures } from '../../../preload/contract/entries.ts'
import type { Form } from '../../../preload/contract/forms.ts'
import type { OpenedPackage, PackageConflict, ReviewBatch, ReviewSet } from '../../../preload/contract/reviews.ts'

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

export function openedWith(change: Partial<OpenedPackage> = {}): OpenedPackage {
  return {
    package: 'p1',
    kind: 'review',
    from: 'Bruno',
    made_at: '2026-11-20T08:00:00.000Z',
    forms: [{ id: 301, name: 'Contato do site' }],
    entries: 120,
    unknown_entries: 0,
    new_events: 31,
    changes: 12,
    conflicts: [],
    ...change,
  }
}

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

export function setWith(change: Partial<ReviewSet> = {}): ReviewSet {
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

export function formWith(change: Partial<Form> = {}): Form {
  return {
    connection_id: 'f1',
    id: 301,
    name: 'Contato do site',
    description: null,
    slug: null,
    status: 'active',
    entries_count: 1200,
    created_at: null,
    updated_at: null,
    read_at: '2026-11-20T08:00:00.000Z',
    deleted_at: null,
    kept: true,
    entries: 1200,
    gone: 0,
    unreviewed: 900,
    sync: { kind: 'complete', failure: null, synced_at: null, reconciled_at: null, total: 1200 },
    task_id: null,
    ...change,
  }
}

export const figures: EntryFigures = {
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
}

export const now = Date.parse('2026-11-20T12:00:00.000Z')
