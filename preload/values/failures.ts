/** What each failure code means for the program. Its sentence is in `messages/<language>/failures.ts`. */
interface FailureFacts {
  /**
   * What it is about.
   * - `typed`: what a person typed, refused before any service is asked.
   * - `reach`: the service cannot be asked now, while nothing is wrong with the question.
   * - `service`: what the service answers.
   * - `vault`, `vault_phase`: a secret or key that cannot be read; the vault screen has own words for the latter.
   * - `file`: one file of the person, whose name belongs in the sentence.
   * - `other_account`: an address or key that leads to other data than before.
   * - `conversation`: one conversation that no message can be sent to.
   * - `app`: anything else.
   */
  readonly about:
    | 'app'
    | 'typed'
    | 'reach'
    | 'service'
    | 'vault'
    | 'vault_phase'
    | 'passphrase'
    | 'file'
    | 'other_account'
    | 'conversation'
  /**
   * What it shows of the service; null where it shows nothing of it, such as a locked vault.
   * - `answers`, `refuses`: it read the request; it refused the key.
   * - `elsewhere`: something answers at the address that is not the service.
   * - `silent`, `failing`: no answer came; any other trouble.
   */
  readonly service: 'answers' | 'refuses' | 'elsewhere' | 'silent' | 'failing' | null
  /**
   * The reason under which a read waits before it is repeated; null: never. A write is repeated only after
   * `rate_limited`.
   */
  readonly repeats: 'rate_limited' | 'offline' | 'service_failed' | null
  /**
   * What it ends of work with many requests.
   * - `item`: this request alone; others may succeed.
   * - `route`, `permission`: all requests of this kind: the service lacks the route, or this key may not use it.
   * - `work`: all of it.
   */
  readonly ends: 'item' | 'route' | 'permission' | 'work'
  /**
   * What it leaves of a write.
   * - `unsent`, `refused`: not done: it never left, or the service itself said no.
   * - `unclear`: nobody can read the answer as the service's own no.
   * - `unknown`: the same, for whoever gave the order.
   */
  readonly write: 'unsent' | 'refused' | 'unclear' | 'unknown'
  /** What it shows of the files of the data folder. */
  readonly stored: 'damaged' | 'unwritable' | null
}

const local = { about: 'app', service: null, repeats: null, ends: 'work', write: 'unsent', stored: null } as const
const typed = { ...local, about: 'typed' } as const
const vault = { ...local, about: 'vault' } as const
const vaultPhase = { ...local, about: 'vault_phase' } as const
const passphrase = { ...local, about: 'passphrase' } as const
const file = { ...local, about: 'file' } as const
const otherAccount = { ...local, about: 'other_account' } as const
const conversation = { ...local, about: 'conversation' } as const
/** Failures of a single key of cruzar, which its run notes. */
const key = { ...local, ends: 'item' } as const
/** Failures before a byte of the request can have left. */
const unreached = { ...local, about: 'reach', service: 'failing' } as const
/** Failures of something between this computer and the service. */
const between = { ...unreached, write: 'unclear' } as const
const refusal = { ...local, about: 'service', service: 'answers', ends: 'item', write: 'refused' } as const
const missing = { ...refusal, ends: 'route' } as const
const forbidden = { ...refusal, ends: 'permission' } as const

export const failureFacts = {
  cancelled: { ...local, write: 'unknown' },
  internal: { ...local, ends: 'item', write: 'unknown' },
  out_of_memory: { ...local, write: 'unknown' },
  host_gone: { ...local, write: 'unknown' },
  bad_request: typed,
  bad_pattern: typed,
  too_many_across: typed,
  not_found: { ...missing, ends: 'work' },
  offline: { ...between, service: 'silent', repeats: 'offline' },
  timeout: { ...between, service: 'silent', repeats: 'service_failed' },
  not_secure_address: typed,
  bad_address: typed,
  redirected: between,
  unauthorized: { ...refusal, service: 'refuses', ends: 'work' },
  header_dropped: { ...refusal, service: 'elsewhere', ends: 'work' },
  not_administrator: forbidden,
  forbidden: forbidden,
  payment_required: forbidden,
  service_not_found: missing,
  rate_limited: { ...refusal, about: 'reach', repeats: 'rate_limited', ends: 'work' },
  service_refused: refusal,
  service_failed: { ...between, repeats: 'service_failed', ends: 'item' },
  filter_breaks: { ...refusal, service: 'failing' },
  too_large: refusal,
  not_this_service: { ...missing, service: 'elsewhere', write: 'unclear' },
  route_missing: { ...missing, service: 'elsewhere', write: 'unclear' },
  captive_portal: { ...between, repeats: 'offline' },
  shield_page: { ...between, service: 'elsewhere', repeats: 'service_failed' },
  proxy_login: unreached,
  proxy_failed: { ...unreached, repeats: 'offline' },
  certificate_unknown: unreached,
  certificate_dates: unreached,
  certificate_name: unreached,
  unexpected_body: { ...refusal, repeats: 'service_failed', write: 'unclear' },
  endless_pages: refusal,
  // single keys of cruzar
  key_refused: key,
  key_not_answered: key,
  answer_ambiguous: key,
  vault_locked: vaultPhase,
  vault_unavailable: vaultPhase,
  vault_asking: vaultPhase,
  vault_denied: vault,
  vault_no_session: vault,
  secret_too_long: local,
  vault_needs_passphrase: vaultPhase,
  wrong_passphrase: passphrase,
  passphrase_length: passphrase,
  secret_missing: vault,
  key_missing: { ...vault, stored: 'damaged' },
  data_process_ended: local,
  data_process_failed: local,
  file_unreadable: file,
  file_too_large: file,
  file_busy: { ...file, stored: 'unwritable' },
  file_gone: local,
  file_no_program: local,
  no_permission: { ...file, stored: 'unwritable' },
  disk_full: { ...file, stored: 'unwritable' },
  file_damaged: { ...local, stored: 'damaged' },
  newer_version: file,
  list_empty: file,
  list_no_keys: local,
  list_unreadable: file,
  list_too_large: file,
  too_many_rows: local,
  period_required: typed,
  sheet_lacks_field: local,
  leads_lost: local,
  no_connection: local,
  already_running: local,
  name_taken: file,
  // the form service and reviews
  other_account: otherAccount,
  account_kept: otherAccount,
  other_data: otherAccount,
  data_uncompared: otherAccount,
  validation_failed: refusal,
  sent_unknown: { ...between, about: 'service', ends: 'item', write: 'unknown' },
  name_mismatch: local,
  copy_incomplete: local,
  form_moved: local,
  comment_required: local,
  package_unreadable: file,
  package_foreign: file,
  // messages to contacts
  other_contact: conversation,
  other_host: local,
  cannot_reply: local,
  conversation_hidden: conversation,
} as const satisfies Readonly<Record<string, FailureFacts>>

export type FailureCode = keyof typeof failureFacts
export const failureCodes = Object.keys(failureFacts) as [FailureCode, ...FailureCode[]]

export function factsOf(code: FailureCode): FailureFacts {
  return failureFacts[code]
}

/** Whether a secret or key could not be read, which says nothing about its service. */
export function isOfVault(code: FailureCode): boolean {
  const { about } = factsOf(code)
  return about === 'vault' || about === 'vault_phase'
}

/** Whether the service failed at one request alone, so that others of the same work may still succeed. */
export function isOfOneRequest(code: FailureCode): boolean {
  const { service, ends } = factsOf(code)
  return service !== null && ends === 'item'
}

/** Whether the service itself said no to a request or its route, and not to the key. */
export function isRefusedRequest(code: FailureCode): boolean {
  const { service, ends, write } = factsOf(code)
  return service === 'answers' && write === 'refused' && (ends === 'item' || ends === 'route')
}

/** Whether the service failed at this kind of request, so that it may answer others of the same key. */
export function isOfOneRoute(code: FailureCode): boolean {
  const { service, ends } = factsOf(code)
  return service !== null && ends !== 'work'
}

/**
 * A failure as data. `params` fill the sentence of the code (never a secret, phone, e-mail or name of a customer).
 * `details` is for "ver detalhes": a path, a status, a place in the code.
 */
export interface Failure {
  readonly code: FailureCode
  readonly params: Readonly<Record<string, string | number>>
  readonly details?: string
  /** What the service reports about single fields (422), by the path it names, such as `fields.0.type`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
}
