import { Fragment, type ReactNode } from 'react'

export interface StatusBarProps {
  /** Facts from left to right; an empty one is left out. */
  readonly items: readonly ReactNode[]
  /** At the right end: keys, hints. */
  readonly end?: ReactNode
}

/** The line of 24 px at the foot of a screen: counts of rows shown, selected, summed. */
export function StatusBar({ items, end }: StatusBarProps) {
  const shown = items.filter((item) => item !== null && item !== undefined && item !== '' && item !== false)
  return (
    <div className="status-bar figures">
      <div role="status" className="status-bar-facts">
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no other name than its place in the line
          <Fragment key={index}>
            {index > 0 ? <span aria-hidden="true"> · </span> : null}
            <span>{item}</span>
          </Fragment>
        ))}
      </div>
      {end ? <div className="dim">{end}</div> : null}
    </div>
  )
}
