import * as z from 'zod'
import {
  type account,
  type FormsAccount,
  formsAccount,
  type Usage,
  usage,
} from '../../preload/contract/form-service.ts'
import { readFact } from '../facts.ts'
import type { Handlers } from '../kernel/router.ts'
import { type FormsCall, interactive } from '../remotes/forms.ts'
import { recordOf, whole, words } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'

const plan = z
  .object({
    name: words,
    forms_limit: whole,
    entries_limit: whole,
    api_access: z.boolean().nullable().catch(null),
  })
  .catch({ name: null, forms_limit: null, entries_limit: null, api_access: null })
const accountBody = z.object({ id: whole, name: words, email: words, plan, created_at: words })

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const used = z.object({ used: number, limit: number }).nullable().catch(null)
const usageBody = z.object({
  period: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable()
    .catch(null),
  forms: used,
  entries: used,
  api_calls: used,
  storage_mb: used,
})

/**
 * Reads the usage of a period (`current`, `previous` or YYYY-MM) from the service and stores it with the connection.
 */
export type ReadUsage = (connectionId: string, period: string, call: FormsCall) => Promise<Usage>

export function createReadUsage({ data, forms, now, changed }: Services): ReadUsage {
  return async (connection_id, period, call) => {
    const { text, headers } = await (await forms(connection_id)).usage(period, call)
    const body = usageBody.parse(recordOf(text))
    const value: Usage = {
      ...body,
      period: body.period ?? monthOf(period, new Date(headers.get('date') ?? now())),
      read_at: now().toISOString(),
    }
    await data.ask('facts.put', { service: 'forms', connection_id, name: `usage/${value.period}`, value })
    changed('account')
    return value
  }
}

/** Account, plan and usage by month. What was read once is available offline (docs/services.md §12.3). */
export function createAccountService(deps: Services): Handlers<typeof account> {
  const { data, now, changed } = deps
  const readUsage = createReadUsage(deps)
  return {
    async 'account.read'({ connection_id, fresh }, { signal }): Promise<FormsAccount | null> {
      if (!fresh) {
        return (await readFact(data, { service: 'forms', connection_id, name: 'account' }, formsAccount)) ?? null
      }
      const service = await deps.forms(connection_id)
      const { text } = await service.account(interactive(signal))
      const read: FormsAccount = { ...accountBody.parse(recordOf(text)), read_at: now().toISOString() }
      await data.ask('facts.put', { service: 'forms', connection_id, name: 'account', value: read })
      changed('account')
      return read
    },

    'account.usage': ({ connection_id, period }, { signal }) => readUsage(connection_id, period, interactive(signal)),

    async 'account.months'({ connection_id }) {
      const facts = await data.ask('facts.read', { service: 'forms', connection_id, prefix: 'usage/' })
      const months = facts.flatMap(({ value }) => usage.safeParse(value).data ?? [])
      return months.sort((one, other) => one.period.localeCompare(other.period))
    },
  }
}

/** The month, YYYY-MM, of a period that the answer did not name. `today` is by the service's clock, UTC. */
function monthOf(period: string, today: Date): string {
  if (period !== 'current' && period !== 'previous') return period
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - Number(period === 'previous'), 1))
  return first.toISOString().slice(0, 7)
}
