import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ListedBar {
  readonly key: string
  readonly label: string
  /** The formatted amount, and the same as a sentence for screen readers. */
  readonly amount: string
  readonly heard: string
  /** Not negative. */
  readonly value: number
  readonly color?: string | undefined
  /** Whether it stands back behind others that were chosen. */
  readonly faint?: boolean
  readonly onPick: () => void
}

interface BarListProps {
  readonly label: string
  readonly bars: readonly ListedBar[]
  readonly children?: ReactNode
}

/** Amounts as bars below their names, each a button. They are relative to the largest one. */
export function BarList({ label, bars, children }: BarListProps) {
  const highest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  return (
    <ul className="bar-list plain-list" aria-label={label}>
      {bars.map(({ key, label: name, amount, heard, value, color, faint, onPick }) => (
        <li key={key}>
          <UnstyledButton
            className="bar-list-bar hoverable"
            disabled={value === 0}
            data-faint={faint || undefined}
            title={name}
            aria-label={`${name}, ${heard}`}
            onClick={onPick}
          >
            <span className="cut">{name}</span>
            <span className="figures dim">{amount}</span>
            <span className="bar-list-share" aria-hidden="true">
              <span
                className="bar-list-part"
                style={{ width: `${(value / highest) * 100}%`, ...(color && { background: color }) }}
              />
            </span>
          </UnstyledButton>
        </li>
      ))}
      {children}
    </ul>
  )
}
