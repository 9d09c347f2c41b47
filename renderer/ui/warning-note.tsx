import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface WarningNoteProps {
  /** `alert` for a reaction to what the person did. */
  readonly role?: 'alert' | 'status'
  readonly className?: string
  /** An action, at the right. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A note to read before continuing. */
export function WarningNote({ role, className = '', action, children }: WarningNoteProps) {
  return (
    <div className={`warning-note ${className}`} role={role}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text component="div" size="md" flex={1}>
        {children}
      </Text>
      {action}
    </div>
  )
}
