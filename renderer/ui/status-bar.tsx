import type { ReactNode } from 'react'
import { FactLine } from './fact-line.tsx'

export interface StatusBarProps {
  /** Facts from left to right; an empty one is left out. */
  readonly items: readonly ReactNode[]
  /** At the right end: keys, hints. */
  readonly end?: ReactNode
}

/** The line of 24 px at the foot of a screen: counts of rows shown, selected, summed. */
export function StatusBar({ items, end }: StatusBarProps) {
  return (
    <div className="status-bar row figures">
      <div role="status" className="cut">
        <FactLine items={items} />
      </div>
      {end ? <div className="dim">{end}</div> : null}
    </div>
  )
}
