import './forms.css'
import { Select, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import { useMessages } from '../kernel/messages.ts'
import { PartBar } from '../ui/part-bar.tsx'

/** The screens of one form service, beside one another. */
export type AreaPart = 'forms' | 'entries' | 'packages' | 'webhooks' | 'account'

export interface AreaBarProps {
  /** Of the form service. */
  readonly connections: readonly Connection[]
  readonly connection: string
  readonly part: AreaPart
  readonly parts: readonly AreaPart[]
  readonly end: ReactNode
  readonly onConnection: (id: string) => void
  readonly onGo: (part: AreaPart) => void
}

/** Above the screens of a form service: which account, which screen. */
export function AreaBar(props: AreaBarProps) {
  const { connections, connection, part, parts, end, onConnection, onGo } = props
  const texts = useMessages().forms.area
  return (
    <PartBar
      label={texts.label}
      parts={parts.map((name) => [name, texts[name]] as const)}
      part={part}
      onGo={onGo}
      start={
        connections.length > 1 ? (
          <Select
            size="xs"
            w={200}
            aria-label={texts.connection}
            value={connection}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => id && onConnection(id)}
          />
        ) : null
      }
      end={end}
    />
  )
}

export interface AreaBarEndProps {
  /** Writes that nobody confirmed. */
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
        className="part-bar-part"
        onClick={onWrites}
        aria-label={unknown > 0 ? texts.writesUnknown(unknown) : texts.writes}
      >
        {unknown > 0 ? <IconAlertTriangle className="forms-warning" size={14} aria-hidden="true" /> : null}
        {texts.writes}
      </UnstyledButton>
    </>
  )
}
