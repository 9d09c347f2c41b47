import type { Sheet } from '../../preload/contract/sheets.ts'

/** Whether reading stopped before its end and can go on from the last stored page. */
export function canResume({ badge, interrupted, task_id }: Sheet): boolean {
  if (task_id !== null || badge.kind === 'reading') return false
  return badge.kind === 'partial' || interrupted !== null
}
