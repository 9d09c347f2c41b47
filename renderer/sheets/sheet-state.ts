import type { Sheet } from '../../preload/contract/sheets.ts'

/** Whether the rows cannot be opened and the sheet can be read anew. */
export function canReadAgain({ badge, connection_name, task_id }: Sheet): boolean {
  return badge.kind === 'damaged' && connection_name !== '' && task_id === null
}

/** Whether reading stopped before its end and can go on from the last stored page. */
export function canResume({ badge, interrupted, task_id }: Sheet): boolean {
  if (task_id !== null || badge.kind === 'reading') return false
  return badge.kind === 'partial' || interrupted !== null
}
