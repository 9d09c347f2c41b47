/** The five outcomes of a row, never fewer (features.md §3, client rules for cruzar). */
export const outcomeNames = ['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta'] as const
export type Outcome = (typeof outcomeNames)[number]
