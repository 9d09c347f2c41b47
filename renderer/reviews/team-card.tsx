import { type ReactNode, useId } from 'react'

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
      <div className="team-card-head row">
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
