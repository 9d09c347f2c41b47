import { type ReactNode, useId, useState } from 'react'

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

/** A heading only for screen readers, or above numbers. */
type Heading = string | { readonly label: string; readonly unseen?: true; readonly number?: true }

interface TableHeadProps {
  readonly columns: readonly Heading[]
  /** CSS pixels; the others share the rest. */
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

/** The start of a list that may be long. `left` is how many items the next "show more" adds, 0 or less for none. */
export function useShown<T>(items: readonly T[]) {
  const [limit, setMost] = useState(step)
  return {
    shown: items.slice(0, limit),
    left: Math.min(step, items.length - limit),
    showMore: () => setMost(limit + step),
  }
}
