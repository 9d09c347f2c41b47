/**
 * What is computed of the rows of a table of leads or conversations, where it has the columns for it. The columns stand
 * behind the service's own and are hidden until the person shows them; in a run they are `lead_…`.
 */
export const derivedFields = [
  /** When the contact wrote last, where nobody has answered since and the conversation is not resolved. */
  'espera_desde',
  /** The hours from then until the rows were read. */
  'espera_horas',
  /** Whole calendar days from the last message until the rows were read. */
  'dias_parada',
  /** When the team answered first, where the service says it: of no lead row. */
  'primeira_resposta_em',
  /** The state and the region of the area code. */
  'uf',
  'regiao',
  /** In the person's zone, like the days above; hours are 0 to 23. */
  'primeira_mensagem_dia_da_semana',
  'primeira_mensagem_hora',
  /** How many conversations of the row's contact the table has. */
  'conversas_da_pessoa',
] as const
export type DerivedField = (typeof derivedFields)[number]

/** The codes of `primeira_mensagem_dia_da_semana`, in their order. */
export const weekdays = ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Whether a contact who wrote last still waits in a conversation of this status. Who is snoozed waits as well: nobody
 * has answered. Without a status nothing is known.
 */
export function isAwaited(status: string | null): boolean {
  return status !== null && status !== '' && status !== 'resolved'
}
