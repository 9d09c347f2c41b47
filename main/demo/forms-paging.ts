import { type Answer, type Call, json } from './answer.ts'
import { createComplaints } from './forms-errors.ts'

const defaultPage = 20
const largestPage = 100

/** The pagination envelope around the asked part of all records; a page or size out of range is a 422. */
export function paged<T>(call: Call, records: readonly T[], show: (record: T) => unknown): Answer {
  const complaints = createComplaints()
  const page = whole(call.query.get('page'), 1)
  const perPage = whole(call.query.get('per_page'), defaultPage)
  if (!(page >= 1)) complaints.say('page', 'The page must be an integer of at least 1.')
  if (!(perPage >= 1 && perPage <= largestPage)) complaints.say('per_page', 'The per page must be between 1 and 100.')
  complaints.finish()
  const start = (page - 1) * perPage
  return json({
    data: records.slice(start, start + perPage).map(show),
    meta: {
      current_page: page,
      per_page: perPage,
      total: records.length,
      last_page: Math.max(1, Math.ceil(records.length / perPage)),
    },
  })
}

function whole(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
