export const notes = {
  /** The action where there is no note yet. */
  add: 'Anotar sobre a pessoa',
  title: 'Nota sobre a pessoa',
  local: 'Só neste computador, criptografada. O atendimento não a vê.',
  tags: 'Etiquetas da nota',
  tagsHint: 'Digite e tecle Enter.',
  save: 'Salvar nota',
  saveHint: (keys: string) => `${keys} salva`,
  remove: 'Remover nota',
  removed: 'Nota removida.',
  changedAt: (moment: string) => `atualizada ${moment}`,
}
