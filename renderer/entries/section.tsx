import type { ReactNode } from 'react'

export interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** One part of what is known beside an entry. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className="entry-section" aria-label={title}>
      <div className="entry-section-head">
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}
