import type { notes as portuguese } from '../pt-BR/notes.ts'

export const notes: typeof portuguese = {
  add: 'Note about the person',
  title: 'Note about the person',
  local: 'On this computer only, encrypted. The service never sees it.',
  tags: 'Tags of the note',
  tagsHint: 'Type and press Enter.',
  save: 'Save note',
  saveHint: (keys: string) => `${keys} saves`,
  remove: 'Remove note',
  removed: 'Note removed.',
  changedAt: (moment: string) => `changed ${moment}`,
}
