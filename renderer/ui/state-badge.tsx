import { Tooltip } from '@mantine/core'
import type { ComponentType } from 'react'
import { Mark } from './mark.tsx'

/** How a state looks: the name of its colour, and a sign. */
export interface StateLook {
  readonly color: string
  readonly icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': 'true' }>
}

export interface StateBadgeProps {
  readonly look: StateLook
  readonly word: string
  /** In a sentence or two. */
  readonly reason: string
}

/** A state as a coloured word, with the reason on hover and for screen readers. */
export function StateBadge({ look: { color, icon: Icon }, word, reason }: StateBadgeProps) {
  return (
    <Tooltip label={reason} multiline maw={340}>
      <span className="state-badge">
        <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`} icon={<Icon size={13} aria-hidden="true" />}>
          {word}
        </Mark>
        <span className="unseen">{reason}</span>
      </span>
    </Tooltip>
  )
}
