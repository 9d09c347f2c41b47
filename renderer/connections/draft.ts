import type { Connection, ConnectionDraft, ServiceKind } from '../../preload/contract/connections.ts'

/** The typed fields of the form. The secret is not among them: it exists only in its own field. */
export interface DraftFields {
  readonly service: ServiceKind
  readonly name: string
  readonly address: string
  readonly account: string
  readonly brand: string
  /** A second host of the same account; empty for none. */
  readonly beta: string
}

/** What is wrong with a field, as a key of the catalogue's `connections.form`. */
export type DraftProblem =
  | 'nameMissing'
  | 'addressMissing'
  | 'addressBad'
  | 'addressNotSecure'
  | 'addressWithSecret'
  | 'addressNotApi'
  | 'accountMissing'
  | 'accountBad'
  | 'brandMissing'
  | 'brandBad'
  | 'betaSame'
  | 'secretMissing'
  | 'secretAgain'

export interface DraftProblems {
  readonly name?: DraftProblem
  readonly address?: DraftProblem
  readonly account?: DraftProblem
  readonly brand?: DraftProblem
  readonly beta?: DraftProblem
  readonly secret?: DraftProblem
}

export function emptyDraft(service: ServiceKind): DraftFields {
  return { service, name: '', address: '', account: '', brand: '', beta: '' }
}

type Described = Pick<Connection, 'service' | 'name' | 'base_url' | 'account_id' | 'brand' | 'beta_url'>

export function draftOf(connection: Described): DraftFields {
  return {
    service: connection.service,
    name: connection.name,
    address: connection.base_url,
    account: connection.account_id === null ? '' : String(connection.account_id),
    brand: connection.brand ?? '',
    beta: connection.beta_url ?? '',
  }
}

/** Whether a secret was typed or is stored, and the hosts that it was given for. */
export interface DraftSecret {
  readonly typed: boolean
  readonly stored: Pick<Connection, 'service' | 'base_url' | 'beta_url'> | null
}

/**
 * What prevents saving, by field. Addresses need HTTPS, or plain http for loopback; a form service's address ends in
 * /api/v1. For a host that the stored secret was not given for, the secret must be typed again.
 */
export function draftProblems(fields: DraftFields, secret: DraftSecret): DraftProblems {
  const address = addressProblem(fields)
  const beta = fields.service === 'platform' ? betaProblem(fields) : undefined
  const missing = secretProblem(fields, secret)
  const account = fields.service === 'platform' ? accountProblem(fields.account.trim()) : undefined
  const brand = fields.service === 'platform' ? brandProblem(fields.brand.trim()) : undefined
  return {
    ...(fields.name.trim() === '' ? { name: 'nameMissing' as const } : {}),
    ...(address ? { address } : {}),
    ...(account ? { account } : {}),
    ...(brand ? { brand } : {}),
    ...(beta ? { beta } : {}),
    ...(missing ? { secret: missing } : {}),
  }
}

function secretProblem(fields: DraftFields, { typed, stored }: DraftSecret): DraftProblem | undefined {
  if (typed) return undefined
  if (stored === null) return 'secretMissing'
  const origins = [stored.base_url, stored.beta_url].map(originOf)
  const addresses = [fields.address, fields.service === 'platform' ? fields.beta : ''].filter(
    (url) => url.trim() !== '',
  )
  return addresses.every((url) => origins.includes(originOf(url))) && fields.service === stored.service
    ? undefined
    : 'secretAgain'
}

function originOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(withScheme(address))?.origin ?? null)
}

function betaProblem({ service, address, beta }: DraftFields): DraftProblem | undefined {
  if (beta.trim() === '') return undefined
  const tidy = (text: string) => tidyAddress(service, text).address
  return tidy(beta) === tidy(address) ? 'betaSame' : addressProblem({ service, address: beta })
}

function addressProblem({ service, address }: Pick<DraftFields, 'service' | 'address'>): DraftProblem | undefined {
  if (address.trim() === '') return 'addressMissing'
  const url = URL.parse(withScheme(address))
  if (!url || url.hostname === '') return 'addressBad'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return 'addressNotSecure'
  if (url.username !== '' || url.password !== '') return 'addressWithSecret'
  if (service === 'forms' && !/\/api\/v1\/?$/.test(url.pathname)) return 'addressNotApi'
  return undefined
}

function accountProblem(account: string): DraftProblem | undefined {
  if (account === '') return 'accountMissing'
  return /^[1-9]\d{0,14}$/.test(account) ? undefined : 'accountBad'
}

function brandProblem(brand: string): DraftProblem | undefined {
  if (brand === '') return 'brandMissing'
  return /[\s/?#]/.test(brand) ? 'brandBad' : undefined
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** People paste "atendimento.exemplo.com.br": an address without a scheme means https. */
function withScheme(address: string): string {
  const trimmed = address.trim()
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
}

/**
 * An address as it is stored, with the account's number where a pasted page address of the platform shows it
 * (`…/app/accounts/3/conversations/8`). The part before `/app/accounts` is the service. An unreadable address stays as
 * typed.
 */
export function tidyAddress(
  service: ServiceKind,
  address: string,
): { readonly address: string; readonly account?: string } {
  if (address.trim() === '') return { address: '' }
  const url = URL.parse(withScheme(address))
  if (!url) return { address }
  const page = service === 'platform' ? /^(.*?)\/(?:app|api\/v\d+)\/accounts\/(\d+)(?:\/|$)/.exec(url.pathname) : null
  if (page) return { address: `${url.origin}${page[1]}`, account: String(page[2]) }
  return {
    address: withScheme(address)
      .replace(/[?#].*$/s, '')
      .replace(/(?<!\/)\/+$/, ''),
  }
}

/** The input of the save. An empty secret keeps the stored one. */
export function draftToSend(fields: DraftFields, secret: string, id: string | undefined): ConnectionDraft {
  const platform = fields.service === 'platform'
  return {
    ...(id === undefined ? {} : { id }),
    service: fields.service,
    name: fields.name.trim(),
    base_url: tidyAddress(fields.service, fields.address).address,
    account_id: platform ? Number(fields.account.trim()) : null,
    brand: platform ? fields.brand.trim() : null,
    beta_url: platform && fields.beta.trim() !== '' ? tidyAddress('platform', fields.beta).address : null,
    ...(secret.trim() === '' ? {} : { secret: secret.trim() }),
  }
}
