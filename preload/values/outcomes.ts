/** The outcomes of a row, never fewer (docs/services.md §3.3); `ambigua` matches several contacts alike. */
export const outcomeNames = ['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta', 'ambigua'] as const
export type Outcome = (typeof outcomeNames)[number]
