import type { ReactNode } from 'react'
import type { Outcome } from '../../preload/contract/cruzar.ts'

/** The colour variable of an outcome: `var(--outcome-com-conversa)`; `soft` is the ground, `bar` the filled area. */
export function outcomeColor(outcome: Outcome, part: 'text' | 'soft' | 'bar' = 'text'): string {
  return `var(--outcome-${outcome.replaceAll('_', '-')}${part === 'text' ? '' : `-${part}`})`
}

export interface MarkProps {
  readonly color: string
  readonly soft: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A coloured word on its soft ground. The word carries the meaning, the colour only helps to find it. */
export function Mark({ color, soft, icon, children }: MarkProps) {
  return (
    <span className="mark" style={{ color, background: soft }}>
      {icon}
      {children}
    </span>
  )
}

/** The word of an outcome in its colour, the same everywhere. */
export function OutcomeMark({ outcome, label }: { readonly outcome: Outcome; readonly label: string }) {
  return (
    <Mark color={outcomeColor(outcome)} soft={outcomeColor(outcome, 'soft')}>
      {label}
    </Mark>
  )
}

const statuses: ReadonlySet<string> = new Set(['open', 'pending', 'resolved', 'snoozed'])

/** The word of a conversation's status in its colour; one that the app does not know looks like a resolved one. */
export function StatusMark({ status, label }: { readonly status: string; readonly label: string }) {
  const name = statuses.has(status) ? status : 'resolved'
  return (
    <Mark color={`var(--status-${name})`} soft={`var(--status-${name}-soft)`}>
      {label}
    </Mark>
  )
}
