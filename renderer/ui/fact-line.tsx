import { Fragment, type ReactNode } from 'react'

/** Facts of one line that are more than text; empty ones are left out, and none changes the order of the others. */
export function FactLine({ items }: { readonly items: readonly ReactNode[] }) {
  const shown = items.filter((item) => item !== null && item !== undefined && item !== '' && item !== false)
  return shown.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no other name than its place in the line
    <Fragment key={index}>
      {index > 0 ? <span aria-hidden="true"> · </span> : null}
      <bdi>{item}</bdi>
    </Fragment>
  ))
}

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
