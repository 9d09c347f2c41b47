import { type Answer, type Call, json, Refusal } from './answer.ts'
import { type Base, contactId, personOfContact } from './base.ts'
import { platformError, throttled } from './platform-errors.ts'
import { contactShape } from './platform-shapes.ts'
import type { Allowance } from './rate-window.ts'
import type { Route } from './routes.ts'
import { account } from './workplace.ts'

const pageSize = 15
/** Only the newest people are looked through for a part of a name, so that a million of them cost no seconds. */
const lookedThrough = 50_000

/** Contact search, whose throttle the whole account shares (features.md §8.2). */
export function contactRoutes(base: Base, allowance: (caller: string) => Allowance): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/accounts/{account_id}/contacts/search',
      handle(call) {
        if (!allowance(`account ${account.id}`).allowed) throw new Refusal(throttled())
        return search(base, call)
      },
    },
  ]
}

/** Assumption: a part of name, e-mail, phone or identifier matches; a blank search is a 422 (features.md §8.5). */
function search(base: Base, call: Call): Answer {
  const wanted = (call.query.get('q') ?? '').trim()
  if (wanted === '') throw new Refusal(platformError(422, 'Informe o parâmetro q'))
  const page = Math.max(1, Number.parseInt(call.query.get('page') ?? '1', 10) || 1)
  const people = matching(base, wanted)
  const shown = people.slice((page - 1) * pageSize, page * pageSize)
  return json({
    meta: { count: people.length, current_page: page, has_more: page * pageSize < people.length },
    payload: shown.map((person) => contactShape(base, person)),
  })
}

function matching(base: Base, wanted: string): number[] {
  const known = direct(base, wanted)
  if (known.length > 0) return known
  const lower = wanted.toLowerCase()
  const digits = /^\+?\d+$/.test(wanted) ? wanted.replace('+', '') : undefined
  const people: number[] = []
  for (let person = base.size() - 1; person >= Math.max(0, base.size() - lookedThrough); person--) {
    if (!base.exists(person)) continue
    const { name, email, phone, identifier } = base.people.at(person)
    const hit = digits
      ? phone?.includes(digits) || contactId(person) === Number(digits)
      : [name, email, identifier].some((value) => value?.toLowerCase().includes(lower))
    if (hit) people.push(person)
  }
  return people
}

/** A whole phone or e-mail is found without looking through anybody. */
function direct(base: Base, wanted: string): number[] {
  const phone = wanted.replace(/^\+/, '')
  const candidates = [
    base.people.indexOfPhone(phone, base.size()),
    base.people.indexOfPhone(`55${phone}`, base.size()),
    base.people.indexOfEmail(wanted, base.size()),
    /^\d{4,7}$/.test(wanted) ? personOfContact(Number(wanted)) : -1,
  ]
  return [...new Set(candidates)].filter((person) => base.exists(person))
}
