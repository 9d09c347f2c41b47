import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

export interface PartBarProps<Part extends string> {
  readonly label: string
  readonly parts: readonly (readonly [part: Part, label: ReactNode])[]
  readonly part: Part
  readonly onGo: (part: Part) => void
  /** At the right end. */
  readonly end?: ReactNode
}

/** The parts of a screen beside one another. */
export function PartBar<Part extends string>({ label, parts, part, onGo, end }: PartBarProps<Part>) {
  return (
    <div className="part-bar row">
      <nav className="part-bar-parts" aria-label={label}>
        {parts.map(([name, words]) => (
          <UnstyledButton
            key={name}
            className="part-bar-part row"
            onClick={() => onGo(name)}
            {...(name === part ? { 'aria-current': 'page' } : {})}
          >
            {words}
          </UnstyledButton>
        ))}
      </nav>
      {end ? <div className="part-bar-end row">{end}</div> : null}
    </div>
  )
}
