import { type ReactNode, useId, useState } from 'react'

/** A titled part of the team's screen. */
export function TeamCard({
  icon,
  title,
  action,
  className = '',
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly action?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={`team-card card ${className}`} aria-labelledby={id}>
      <div className="panel-head row">
        <h2 id={id}>
          {icon}
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A heading for screen readers alone, or above numbers. */
type Heading = string | { readonly label: string; readonly unseen?: true; readonly number?: true }

interface TableHeadProps {
  readonly columns: readonly Heading[]
  /** CSS pixels; the others share what is left. */
  readonly widths?: readonly (number | undefined)[]
}

export function TableHead({ columns, widths = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => {
          const { label, unseen, number } = typeof column === 'string' ? { label: column } : column
          return (
            <th key={label} scope="col" className={number ? 'number' : undefined} style={{ width: widths[index] }}>
              {unseen ? <span className="unseen">{label}</span> : label}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Items on screen at first and with each "show more". */
const step = 100

/** The beginning of a list that may be long; `left` is how many the next "show more" brings, not above 0 for none. */
export function useShown<T>(items: readonly T[]) {
  const [limit, setMost] = useState(step)
  return {
    shown: items.slice(0, limit),
    left: Math.min(step, items.length - limit),
    showMore: () => setMost(limit + step),
  }
}
