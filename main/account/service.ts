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
import type { FormsCall } from '../remotes/forms.ts'
import { recordOf, whole, words } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'

const plan = z
  .looseObject({
    name: words,
    forms_limit: whole,
    entries_limit: whole,
    api_access: z.boolean().nullable().catch(null),
  })
  .catch({ name: null, forms_limit: null, entries_limit: null, api_access: null })
const accountBody = z.looseObject({ id: whole, name: words, email: words, plan, created_at: words })

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const used = z.looseObject({ used: number, limit: number }).nullable().catch(null)
const usageBody = z.looseObject({
  period: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable()
    .catch(null),
  ...{ forms: used, entries: used, api_calls: used, storage_mb: used },
})

/** Asks for the usage of a period, `current`, `previous` or YYYY-MM, and keeps it with the connection. */
export type ReadUsage = (connectionId: string, period: string, call: FormsCall) => Promise<Usage>

export function createReadUsage({ data, forms, now, changed }: Services): ReadUsage {
  return async (connection_id, period, call) => {
    const { text, headers } = await (await forms(connection_id)).usage(period, call)
    const body = usageBody.parse(recordOf(text))
    const value: Usage = {
      period: body.period ?? monthOf(period, new Date(headers.get('date') ?? now())),
      forms: twoNumbers(body.forms),
      entries: twoNumbers(body.entries),
      api_calls: twoNumbers(body.api_calls),
      storage_mb: twoNumbers(body.storage_mb),
      read_at: now().toISOString(),
    }
    await data.ask('facts.put', { service: 'forms', connection_id, name: `usage/${value.period}`, value })
    changed('account')
    return value
  }
}

/** Account, plan and usage by month; what was read once can be read offline (form-collection.md, "Account", "Usage"). */
export function createAccountService(deps: Services): Handlers<typeof account> {
  const { data, now, changed } = deps
  const readUsage = createReadUsage(deps)
  return {
    async 'account.read'({ connection_id, fresh }, { signal }): Promise<FormsAccount | null> {
      if (!fresh) {
        return (await readFact(data, { service: 'forms', connection_id, name: 'account' }, formsAccount)) ?? null
      }
      const service = await deps.forms(connection_id)
      const { text } = await service.account({ signal, priority: 'interactive' })
      const { id, name, email, plan: received, created_at } = accountBody.parse(recordOf(text))
      const { name: planName, forms_limit, entries_limit, api_access } = received
      const read: FormsAccount = {
        ...{ id, name, email, created_at },
        plan: { name: planName, forms_limit, entries_limit, api_access },
        read_at: now().toISOString(),
      }
      await data.ask('facts.put', { service: 'forms', connection_id, name: 'account', value: read })
      changed('account')
      return read
    },

    'account.usage': ({ connection_id, period }, { signal }) =>
      readUsage(connection_id, period, { signal, priority: 'interactive' }),

    async 'account.months'({ connection_id }) {
      const kept = await data.ask('facts.read', { service: 'forms', connection_id, prefix: 'usage/' })
      const months = kept.flatMap(({ value }) => usage.safeParse(value).data ?? [])
      return months.sort((one, other) => one.period.localeCompare(other.period))
    },
  }
}

const twoNumbers = (value: { used: number; limit: number } | null) => value && { used: value.used, limit: value.limit }

/** The month, YYYY-MM, of a period that the answer did not name; `today` by the service's clock, UTC. */
function monthOf(period: string, today: Date): string {
  if (period !== 'current' && period !== 'previous') return period
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - Number(period === 'previous'), 1))
  return first.toISOString().slice(0, 7)
}
