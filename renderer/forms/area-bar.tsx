import './forms.css'
import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { PartBar } from '../ui/part-bar.tsx'

/** The screens of one form service, beside one another. */
export type AreaPart = 'forms' | 'entries' | 'packages' | 'webhooks' | 'account'

export interface AreaBarProps {
  readonly part: AreaPart
  readonly parts: readonly AreaPart[]
  readonly end: ReactNode
  readonly onGo: (part: AreaPart) => void
}

/** Above the screens of a form service: which screen. */
export function AreaBar(props: AreaBarProps) {
  const { part, parts, end, onGo } = props
  const texts = useMessages().forms.area
  return (
    <PartBar
      label={texts.label}
      parts={parts.map((name) => [name, texts[name]] as const)}
      part={part}
      onGo={onGo}
      end={end}
    />
  )
}

export interface AreaBarEndProps {
  /** The number of unknown writes. */
  readonly unknown: number
  readonly meter: ReactNode
  readonly onWrites: () => void
}

/** What is left of the budget, and the way to what was sent. */
export function AreaBarEnd({ unknown, meter, onWrites }: AreaBarEndProps) {
  const texts = useMessages().forms.area
  return (
    <>
      {meter}
      <UnstyledButton
        className="part-bar-part row"
        onClick={onWrites}
        aria-label={unknown > 0 ? texts.writesUnknown(unknown) : texts.writes}
      >
        {unknown > 0 ? <IconAlertTriangle className="forms-warning" size={14} aria-hidden="true" /> : null}
        {texts.writes}
      </UnstyledButton>
    </>
  )
}
