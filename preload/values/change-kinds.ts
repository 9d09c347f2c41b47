/**
 * What is different about a row since the run before of the same list. Files store their numbers: new kinds are only
 * appended. A row can have several. `respondeu`: the contact has written since. `novo_cadastro`: it was absent.
 * `nova_conversa`: it had none, or another one. `resolvida`, `reaberta`, `outro_agente`: of the same conversation.
 * `perdeu_conversa`: it is still registered. `outro_resultado`: any other outcome than before.
 */
export const changeKinds = [
  'linha_nova',
  'respondeu',
  'novo_cadastro',
  'nova_conversa',
  'resolvida',
  'reaberta',
  'outro_agente',
  'perdeu_conversa',
  'saiu_da_base',
  'outro_resultado',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Stands in place of an outcome for a row that the list before did not have. */
export const newRow = 'linha_nova'
