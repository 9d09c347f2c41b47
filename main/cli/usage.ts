import type { FormsAccount, Usage } from '../../preload/contract/account.ts'
import { formsConnection } from './forms.ts'
import type { Session } from './session.ts'
import { UsageError } from './usage-error.ts'

const measures = ['forms', 'entries', 'api_calls', 'storage_mb'] as const
const unlimited = -1

/**
 * Asks a form service what the account has used in a period, `current`, `previous` or YYYY-MM, and how much it may
 * (form-collection.md, "Usage").
 */
export async function showUsage(session: Session, name: string, period: string): Promise<number> {
  const { ask, print, messages } = session
  if (!isPeriod(period)) throw new UsageError(messages.cli.usage.badPeriod(period))
  const { id: connection_id } = await formsConnection(session, name)
  const account = await ask('account.read', { connection_id, fresh: true })
  const { read_at, ...usage } = await ask('account.usage', { connection_id, period })
  print.result({ connection: name, plan: account?.plan ?? null, ...usage, read_at }, lines(session, account, usage))
  return 0
}

function lines({ messages }: Session, account: FormsAccount | null, usage: Omit<Usage, 'read_at'>): string[] {
  const { usage: texts } = messages.cli
  const { number } = messages.common
  const plan = account?.plan.name ?? null
  return [
    plan === null ? usage.period : texts.plan(plan, usage.period),
    ...measures.flatMap((measure) => {
      const told = usage[measure]
      if (!told) return []
      const { used, limit } = told
      const most = limit === unlimited ? texts.unlimited : texts.of(number(limit), share(used, limit))
      return [`${texts.measures[measure]}: ${number(used)} ${most}`]
    }),
  ]
}

const isPeriod = (word: string) => /^(current|previous|\d{4}-(0[1-9]|1[0-2]))$/.test(word)

/** Whole percents; a plan without any room is used up. */
function share(used: number, limit: number): number {
  return limit > 0 ? Math.round((used / limit) * 100) : 100
}
