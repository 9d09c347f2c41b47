import type { TableRef } from '../contract/table-queries.ts'

/**
 * The entries of a forms connection as a table: those of one form with its answers as columns, or of all kept forms.
 */
export interface EntriesTable {
  readonly connection_id: string
  readonly form_id: number | null
  /** The blind review whose own states it has; empty for the team's. */
  readonly set: string
}

/** How the table of entries is named in the contract (table-queries.ts). */
export function entriesTable({ connection_id, form_id, set }: EntriesTable): TableRef {
  return { kind: 'entries', id: `${connection_id}:${form_id ?? 'all'}:${set}` }
}

/** The reverse of `entriesTable`; null for a table of another kind or another id. */
export function readEntriesTable({ kind, id }: TableRef): EntriesTable | null {
  if (kind !== 'entries') return null
  const [, connection_id, form, set] = /^([\w-]+):(all|\d+):([\w-]*)$/.exec(id) ?? []
  if (connection_id === undefined || set === undefined) return null
  return { connection_id, form_id: form === 'all' ? null : Number(form), set }
}

/** The newest entries of a form as a table, where they were read without keeping the form. */
export function newestTable(connection_id: string, form_id: number): TableRef {
  return { kind: 'newest_entries', id: `${connection_id}:${form_id}` }
}

/**
 * The columns of every table of entries that are not answers or metadata; their headings are in `entries.columns` of
 * the catalogue, the words of their codes in `entries.codes`. An answer's key is `campo:` and the service's own key,
 * its heading the form's label; metadata's is `meta:` and the key. A lead's fields follow as `lead_…`, as in a run.
 */
export const entryColumns = [
  { key: 'revisao_estado', type: 'code' },
  { key: 'id', type: 'integer' },
  { key: 'created_at', type: 'time' },
  { key: 'formulario', type: 'choice' },
  /** Who sent it: a name, else an e-mail, else a phone, as the answers have it. */
  { key: 'remetente', type: 'text' },
  /** The first phone and e-mail among the answers: the phone as digits that cruzar would send. */
  { key: 'telefone', type: 'phone' },
  { key: 'email', type: 'text' },
  { key: 'revisao_responsavel', type: 'choice' },
  { key: 'revisao_etiquetas', type: 'list' },
  { key: 'revisao_notas', type: 'text' },
  /** The comment of the last change of state. */
  { key: 'revisao_motivo', type: 'text' },
  { key: 'revisao_por', type: 'choice' },
  { key: 'revisao_em', type: 'time' },
  /** `completa`, `incompleta`, or empty before the single read. */
  { key: 'completa', type: 'code' },
  /** `no_servico` or `excluida`: deleted on the service, kept here. */
  { key: 'situacao', type: 'code' },
  { key: 'indicios', type: 'codes' },
  /** How many other entries have the same phone or e-mail, in any kept form. */
  { key: 'duplicadas', type: 'integer' },
  /** First and last moment of the kept period. Present where a form of the table is not wholly kept. */
  { key: 'periodo_de', type: 'time' },
  { key: 'periodo_ate', type: 'time' },
  /** `mais_recentes`, where the table has the newest entries of a form alone. */
  { key: 'recorte', type: 'code' },
  { key: 'lead_resultado', type: 'outcome' },
  /** Why the lead matches, as in a run. */
  { key: 'lead_motivo', type: 'reason' },
  { key: 'lead_planilha', type: 'choice' },
] as const satisfies readonly { readonly key: string; readonly type: string }[]
export type EntryColumnKey = (typeof entryColumns)[number]['key']

interface ReviewStateFacts {
  /** Whether the reviewer has decided; entries of the other states wait. */
  readonly isDecided: boolean
  /** Its place among the decisions and its letter on the keyboard; null for the state of new entries. */
  readonly decision: { readonly place: number; readonly key: string } | null
  readonly needsComment: boolean
  /** Its name on the command line. */
  readonly word: string
}

/** States of a review, in the order of work. They are the team's own: the service has none. */
const reviewStateFacts = {
  nova: { isDecided: false, decision: null, needsComment: false, word: 'new' },
  em_revisao: { isDecided: false, decision: { place: 5, key: 'i' }, needsComment: false, word: 'in_review' },
  aprovada: { isDecided: true, decision: { place: 1, key: 'a' }, needsComment: false, word: 'approved' },
  duvida: { isDecided: true, decision: { place: 3, key: 'd' }, needsComment: false, word: 'doubt' },
  rejeitada: { isDecided: true, decision: { place: 2, key: 'r' }, needsComment: true, word: 'rejected' },
  spam: { isDecided: true, decision: { place: 4, key: 's' }, needsComment: false, word: 'spam' },
} as const satisfies Readonly<Record<string, ReviewStateFacts>>

export type ReviewState = keyof typeof reviewStateFacts
export const reviewStates = Object.keys(reviewStateFacts) as [ReviewState, ...ReviewState[]]
export const factsOfReview = (state: ReviewState): ReviewStateFacts => reviewStateFacts[state]
export const isDecided = (state: ReviewState): boolean => factsOfReview(state).isDecided
export const pendingStates: readonly ReviewState[] = reviewStates.filter((state) => !isDecided(state))

/** What a reviewer can decide, in the order of the buttons, with the key of each. */
export const decisions: readonly { readonly state: ReviewState; readonly key: string }[] = reviewStates
  .flatMap((state) => {
    const { decision } = factsOfReview(state)
    return decision ? [{ state, ...decision }] : []
  })
  .toSorted((one, other) => one.place - other.place)

export const spamHints = ['links', 'texto_repetido', 'padrao_conhecido', 'velocidade', 'palavra_bloqueada'] as const
export type SpamHint = (typeof spamHints)[number]
