import { AppFailure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/json.ts'
import { parseFaithfully } from '../forms/faithful-json.ts'
import type { AccountEntries } from './account-entries.ts'
import { maskedMeta, maskIp } from './mask-ip.ts'

/**
 * The entry as the service sent it, as JSON to read; numbers keep their own digits. The ip, wherever metadata has one, is
 * masked unless `reveal`; null when there is none. Throws `not_found`.
 */
export function rawEntry(account: AccountEntries, id: number, reveal: boolean): { json: string; ip: string | null } {
  const facts = account.byId.get(id)
  if (!facts) throw new AppFailure('not_found')
  const body = parseFaithfully(facts.stored.body)
  const ip = facts.ip !== null && !reveal ? maskIp(facts.ip) : facts.ip
  return { json: JSON.stringify(reveal ? body : withoutAddresses(body), null, 2), ip }
}

function withoutAddresses(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.metadata)) return body
  const metadata = Object.entries(body.metadata).map(([key, value]) => [key, maskedMeta(key, value).value])
  return { ...body, metadata: Object.fromEntries(metadata) }
}
