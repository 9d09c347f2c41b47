import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ProgressLineProps {
  /** The name of the progress for screen readers. */
  readonly label: string
  readonly done: number
  /** Null while unknown: then the line is indeterminate. */
  readonly total: number | null
  /** The figures beside the line: "9.500 de 18.204 · 2.100/s · ~4 s". */
  readonly text?: ReactNode
}

/** A progress bar with its figures. */
export function ProgressLine({ label, done, total, text }: ProgressLineProps) {
  // Whole percents, since screen readers read them as they are.
  const share = total ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <div className="row gap-12">
      <Progress.Root size={6} transitionDuration={120} flex={1} miw={64}>
        <Progress.Section
          color="var(--accent)"
          value={total ? share : 100}
          animated={total === null}
          striped={total === null}
          aria-label={label}
          withAria={total !== null}
        />
      </Progress.Root>
      {text ? <span className="one-line note figures">{text}</span> : null}
    </div>
  )
}
