import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowsSwitchProps {
  readonly label: ReactNode
  readonly pressed: boolean
  readonly title?: string
  readonly onPress: () => void
}

/** A switch that shows only its rows, or all rows again. */
export function RowsSwitch({ label, pressed, title, onPress }: RowsSwitchProps) {
  return (
    <UnstyledButton className="rows-switch hoverable inline-row" aria-pressed={pressed} title={title} onClick={onPress}>
      {label}
    </UnstyledButton>
  )
}
