import { type Answer, type Call, json } from './answer.ts'
import { createComplaints } from './forms-errors.ts'
import type { FormsStore } from './forms-store.ts'
import type { Route } from './routes.ts'
import { account } from './workplace.ts'

const unlimited = -1
const plan = { name: 'Profissional', forms_limit: unlimited, entries_limit: 50_000, api_access: true } as const
const callsLimit = 100_000
const storageLimit = 2048

/** The rows of form-collection.md, "Account". `calls` counts the requests since the start. */
export function accountRoutes(store: FormsStore, calls: () => number): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/account',
      handle: () =>
        json({
          data: {
            id: 512,
            name: account.name,
            email: 'contato@vitrine.example',
            plan,
            created_at: '2023-02-14T12:30:00Z',
          },
        }),
    },
    { method: 'GET', path: '/api/v1/account/usage', handle: (call) => usage(store, calls, call) },
  ]
}

function usage(store: FormsStore, calls: () => number, call: Call): Answer {
  const current = new Date(store.now() * 1000).toISOString().slice(0, 7)
  const asked = call.query.get('period') || 'current'
  const named: Readonly<Record<string, string>> = { current, previous: monthBefore(current) }
  const period = named[asked] ?? asked
  const complaints = createComplaints()
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(period))
    complaints.say('period', 'The period must be current, previous or YYYY-MM.')
  complaints.finish()
  const monthOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 7)
  const entries = [...store.entries.values()].filter((entry) => monthOf(entry.createdAt) === period).length
  const forms = [...store.forms.values()].filter((form) => monthOf(form.createdAt) <= period).length
  return json({
    data: {
      period,
      forms: { used: forms, limit: plan.forms_limit },
      entries: { used: entries, limit: plan.entries_limit },
      api_calls: { used: period === current ? calls() : entries * 3, limit: callsLimit },
      storage_mb: { used: Math.ceil(entries / 100), limit: storageLimit },
    },
  })
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}
