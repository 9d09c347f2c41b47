/** Every code a failure can have; each has its sentence in `messages/<language>/failures.ts`. */
export const failureCodes = [
  // calls
  'cancelled',
  'internal',
  'host_gone',
  'bad_request',
  'not_found',
  // network and services
  'offline',
  'timeout',
  'not_secure_address',
  'bad_address',
  'redirected',
  'unauthorized',
  'header_dropped',
  'not_administrator',
  'forbidden',
  'payment_required',
  'service_not_found',
  'rate_limited',
  'service_refused',
  'service_failed',
  'filter_breaks',
  'too_large',
  'not_this_service',
  'route_missing',
  'captive_portal',
  'shield_page',
  'proxy_login',
  'proxy_failed',
  'certificate_unknown',
  'certificate_dates',
  'certificate_name',
  'unexpected_body',
  'endless_pages',
  // single keys of cruzar
  'key_refused',
  'key_not_answered',
  'answer_ambiguous',
  // vault
  'vault_locked',
  'vault_unavailable',
  'vault_asking',
  'vault_denied',
  'vault_no_session',
  'secret_too_long',
  'vault_needs_passphrase',
  'wrong_passphrase',
  'passphrase_length',
  'secret_missing',
  'key_missing',
  // data
  'data_process_ended',
  'data_process_failed',
  'file_unreadable',
  'file_too_large',
  'file_busy',
  'file_gone',
  'file_no_program',
  'no_permission',
  'disk_full',
  'file_damaged',
  'newer_version',
  'list_empty',
  'list_no_keys',
  'list_unreadable',
  'list_too_large',
  'too_many_rows',
  'period_required',
  'sheet_lacks_field',
  'no_connection',
  'already_running',
  'name_taken',
  // the form service and reviews
  'other_account',
  'account_kept',
  'other_data',
  'data_uncompared',
  'validation_failed',
  'sent_unknown',
  'name_mismatch',
  'copy_incomplete',
  'form_moved',
  'comment_required',
  'package_unreadable',
  'package_foreign',
  // messages to contacts
  'other_contact',
  'other_host',
  'cannot_reply',
  'conversation_hidden',
] as const
export type FailureCode = (typeof failureCodes)[number]

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
