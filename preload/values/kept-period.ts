import type { KeptPeriod } from '../contract/forms.ts'

/** The shortest period that includes both; null where that is the whole form. */
export function joinedPeriod(one: KeptPeriod | null, other: KeptPeriod | null): KeptPeriod | null {
  if (one === null || other === null) return null
  const from = one.from === null || other.from === null ? null : earliest(one.from, other.from)
  const to = one.to === null || other.to === null ? null : latest(one.to, other.to)
  return from === null && to === null ? null : { from, to }
}

/**
 * Whether an entry created at this moment (epoch ms) belongs to the period. An entry without a readable moment does.
 */
export function isInPeriod(period: KeptPeriod | null, created: number | null): boolean {
  if (period === null || created === null) return true
  const { from, to } = period
  return (from === null || created >= Date.parse(from)) && (to === null || created < Date.parse(to))
}

/** The period as the service takes it: `since` and `until` exclude their own moment (docs/services.md §11.2). */
export function boundsOf(period: KeptPeriod | null): { readonly since: string | null; readonly until: string | null } {
  const from = period?.from ?? null
  return {
    since: from === null ? null : new Date(Date.parse(from) - 1).toISOString(),
    until: period?.to ?? null,
  }
}

const earliest = (one: string, other: string) => (Date.parse(one) <= Date.parse(other) ? one : other)
const latest = (one: string, other: string) => (Date.parse(one) >= Date.parse(other) ? one : other)
