import { Loader } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'

const icons = {
  passed: [IconCircleCheck, 'var(--outcome-com-conversa)'],
  known: [IconCircleCheck, 'var(--outcome-com-conversa)'],
  failed: [IconCircleX, 'var(--outcome-invalida)'],
  skipped: [IconCircleDashed, 'var(--text-dim)'],
  unknown: [IconCircleDashed, 'var(--text-dim)'],
  waiting: [IconCircle, 'var(--line-strong)'],
} as const

interface StepIconProps {
  readonly state: keyof typeof icons | 'running'
  /** CSS pixels. */
  readonly size: number
}

/** The icon of a step's state. A word is always beside it. */
export function StepIcon({ state, size }: StepIconProps) {
  if (state === 'running') return <Loader size={size - 2} aria-hidden="true" />
  const [Icon, color] = icons[state]
  return <Icon size={size} color={color} aria-hidden="true" />
}
