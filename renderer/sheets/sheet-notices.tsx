import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useMessages } from '../kernel/messages.ts'
import { badgeReason } from './sheet-badge.tsx'
import { isReading, SheetProgress, taskOf } from './sheet-progress.tsx'
import { canResume } from './sheet-state.ts'

export interface SheetNoticesProps {
  readonly sheet: Sheet
  readonly tasks: readonly Task[]
  readonly taskWords: (task: Task) => string
  readonly onCancel: (task: Task) => void
  readonly onResume: () => void
}

/** Above the rows: how far a reading is, or plainly that rows are missing and how to go on. */
export function SheetNotices({ sheet, tasks, taskWords, onCancel, onResume }: SheetNoticesProps) {
  const messages = useMessages()
  const texts = messages.sheets
  if (isReading(sheet)) {
    return (
      <div className="sheet-band">
        <SheetProgress name={sheet.name} task={taskOf(sheet, tasks)} words={taskWords} onCancel={onCancel} />
      </div>
    )
  }
  if (!canResume(sheet)) return null
  const whole = sheet.badge.kind !== 'partial'
  const read = sheet.total === null ? texts.partial.readSome(sheet.rows) : texts.partial.read(sheet.rows, sheet.total)
  return (
    <div className="sheet-band" data-warning role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="md" flex={1}>
        {whole ? (
          texts.partial.interrupted
        ) : (
          <>
            <strong>{texts.partial.title}</strong> {read} {badgeReason(sheet, messages)}
          </>
        )}
      </Text>
      <Button onClick={onResume}>{texts.resume}</Button>
    </div>
  )
}
