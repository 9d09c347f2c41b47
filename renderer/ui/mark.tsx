import { Tooltip } from '@mantine/core'
import {
  type Icon,
  IconCircle,
  IconCircleFilled,
  IconCircleHalf2,
  IconMenu2,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { ColumnType } from '../../preload/contract/table-queries.ts'
import type { ReviewState } from '../../preload/values/entries-table.ts'
import { type Outcome, outcomeNames } from '../../preload/values/outcomes.ts'

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

/** A coloured word on its soft background. The word has the meaning; the colour only helps to find it. */
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

/** The colour of the filled area of a status or an outcome; undefined for other values. */
export function valueColor(type: ColumnType, value: string): string | undefined {
  if (type === 'status' && statuses.has(value)) return `var(--status-${value})`
  const outcome = type === 'outcome' ? outcomeNames.find((name) => name === value) : undefined
  return outcome && outcomeColor(outcome, 'bar')
}

/** The colours of a review's state: `text` on its `soft` ground, `bar` for filled areas. The same everywhere. */
export const reviewColors: Readonly<
  Record<ReviewState, { readonly text: string; readonly soft: string; readonly bar: string }>
> = {
  nova: { text: 'var(--status-snoozed)', soft: 'var(--status-snoozed-soft)', bar: 'var(--status-snoozed)' },
  em_revisao: {
    text: 'var(--outcome-sem-resposta)',
    soft: 'var(--outcome-sem-resposta-soft)',
    bar: 'var(--outcome-sem-resposta-bar)',
  },
  aprovada: {
    text: 'var(--outcome-com-conversa)',
    soft: 'var(--outcome-com-conversa-soft)',
    bar: 'var(--outcome-com-conversa-bar)',
  },
  duvida: {
    text: 'var(--outcome-sem-conversa)',
    soft: 'var(--outcome-sem-conversa-soft)',
    bar: 'var(--outcome-sem-conversa-bar)',
  },
  rejeitada: {
    text: 'var(--outcome-invalida)',
    soft: 'var(--outcome-invalida-soft)',
    bar: 'var(--outcome-invalida-bar)',
  },
  spam: { text: 'var(--status-resolved)', soft: 'var(--status-resolved-soft)', bar: 'var(--outcome-ausente-bar)' },
}

/** The word of a review's state in its colour. */
export function ReviewMark({ state, label }: { readonly state: ReviewState; readonly label: string }) {
  const { text, soft } = reviewColors[state]
  return (
    <Mark color={text} soft={soft}>
      {label}
    </Mark>
  )
}

/** The look of a state: the name of its colour, and an icon. */
export interface StateLook {
  readonly color: string
  readonly icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': 'true' }>
}

export interface StateBadgeProps {
  readonly look: StateLook
  readonly word: string
  /** One or two sentences. */
  readonly reason: string
}

/** A state as a coloured word, with the reason on hover and for screen readers. */
export function StateBadge({ look: { color, icon: Icon }, word, reason }: StateBadgeProps) {
  return (
    <Tooltip label={reason} multiline maw={340}>
      <span className="state-badge relative">
        <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`} icon={<Icon size={13} aria-hidden="true" />}>
          {word}
        </Mark>
        <span className="unseen">{reason}</span>
      </span>
    </Tooltip>
  )
}

const signs: Readonly<Record<Outcome, Icon>> = {
  com_conversa: IconCircleFilled,
  sem_conversa: IconCircleHalf2,
  ausente: IconCircle,
  invalida: IconX,
  sem_resposta: IconQuestionMark,
  ambigua: IconMenu2,
}

/** The icon of an outcome, so that colour is not needed. A word is always beside it. */
export function OutcomeSign({ outcome, size = 12 }: { readonly outcome: Outcome; readonly size?: number }) {
  const Sign = signs[outcome]
  return <Sign size={size} stroke={2.5} aria-hidden="true" />
}
