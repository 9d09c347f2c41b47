import type { Form, FormDetail, FormField } from '../../../preload/contract/forms.ts'

/** A form that is kept whole, with what a test wants otherwise. */
export function sampleForm(otherwise: Partial<Form> = {}): Form {
  return {
    connection_id: 'c1',
    id: 301,
    name: 'Contato do site',
    description: 'Formulário do site',
    slug: 'contato-do-site',
    status: 'active',
    entries_count: 360,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-11-01T12:00:00Z',
    read_at: '2026-11-20T11:12:00Z',
    deleted_at: null,
    kept: true,
    entries: 360,
    gone: 0,
    unreviewed: 112,
    sync: {
      kind: 'complete',
      failure: null,
      synced_at: '2026-11-20T11:12:00Z',
      reconciled_at: '2026-11-20T11:12:00Z',
      total: 360,
    },
    task_id: null,
    ...otherwise,
  }
}

export const notKept: Partial<Form> = {
  kept: false,
  entries: 0,
  unreviewed: 0,
  sync: { kind: 'none', failure: null, synced_at: null, reconciled_at: null, total: null },
}

export function sampleField(label: string, otherwise: Partial<FormField> = {}): FormField {
  return { id: `fld_${label}`, type: 'text', label, required: false, placeholder: null, ...otherwise }
}

/** A form with three fields, a key of a field and a setting that the document does not know. */
export function sampleDetail(otherwise: Partial<FormDetail> = {}): FormDetail {
  return {
    ...sampleForm(),
    fields: [
      sampleField('Nome', { required: true, placeholder: 'Seu nome' }),
      sampleField('Email', { type: 'email' }),
      sampleField('Cidade', { type: 'select', options: ['Curitiba', 'Recife'] }),
    ],
    settings: { redirect_url: 'https://vitrine.example/obrigado', notification_email: null, theme: { cor: 'verde' } },
    public_url: 'https://forms.vitrine.example/f/contato-do-site',
    schema_versions: 1,
    ...otherwise,
  }
}
