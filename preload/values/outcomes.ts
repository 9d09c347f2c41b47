/**
 * The outcomes of a row: all of them, always (docs/services.md §3.3). `ambigua` matches several contacts equally well.
 */
export const outcomeNames = ['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta', 'ambigua'] as const
export type Outcome = (typeof outcomeNames)[number]

/** The outcomes in the order in which they are shown everywhere. */
export const outcomeOrder: readonly Outcome[] = [
  'com_conversa',
  'sem_conversa',
  'ambigua',
  'ausente',
  'invalida',
  'sem_resposta',
]

export function byOutcome<Value>(make: (outcome: Outcome) => Value): Readonly<Record<Outcome, Value>> {
  return Object.fromEntries(outcomeNames.map((outcome) => [outcome, make(outcome)])) as Record<Outcome, Value>
}
