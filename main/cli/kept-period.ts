import type { KeptPeriod } from '../../preload/contract/kept-period.ts'
import { periodOfDays } from '../../preload/messages/kept-days.ts'
import { demandPeriod } from './days.ts'
import type { Session } from './session.ts'
import { UsageError } from './usage-error.ts'

/** The options of a command that say which entries of a form are kept. */
export interface PeriodWords {
  readonly since?: string
  readonly until?: string
  readonly last?: string
  readonly all?: true
}

/**
 * The period of these options, by the days of this machine's zone; null for the whole form, undefined where none is said.
 * Throws `UsageError`.
 */
export function periodOf(
  session: Pick<Session, 'messages' | 'print'>,
  { since, until, last, all }: PeriodWords,
): KeptPeriod | null | undefined {
  const texts = session.messages.cli.period
  const hasDays = since !== undefined || until !== undefined
  if (Number(hasDays) + Number(last !== undefined) + Number(all ?? false) > 1) throw new UsageError(texts.together)
  if (all) return null
  if (last !== undefined) return { from: startOfLast(last, texts.badLast), to: null }
  if (!hasDays) return undefined
  demandPeriod(session, { option: '--since', day: since }, { option: '--until', day: until })
  return periodOfDays(since ?? null, until ?? null)
}

/** Today is the last of the days. */
function startOfLast(word: string, sentence: (word: string) => string): string {
  const days = /^\d{1,5}$/.test(word) ? Number(word) : 0
  if (days < 1) throw new UsageError(sentence(word))
  const today = new Date()
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).toISOString()
}
