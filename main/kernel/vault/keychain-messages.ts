/** One call to the process that holds the keychain library. */
export type KeychainCall =
  | { readonly operation: 'get' | 'delete'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly secret: string }
  | { readonly operation: 'inspect' }
export interface KeychainRequest {
  readonly id: number
  readonly call: KeychainCall
}

export type KeychainAnswer = { readonly id: number } & (
  | { readonly ok: true; readonly outcome: KeychainOutcome }
  | { readonly ok: false; readonly refusal: KeychainRefusal }
)

/**
 * - `found`, `done`: as asked. - `absent`: the keychain is open and has no such entry.
 * - `doubtful`: the library found nothing, and nothing could determine whether the keychain is open.
 */
export type KeychainOutcome =
  | { readonly kind: 'found'; readonly secret: string }
  | { readonly kind: 'done' | 'absent' | 'doubtful' }
  | { readonly kind: 'inspected'; readonly provider: string | undefined }

export interface KeychainRefusal {
  readonly kind: 'refused'
  readonly code: 'vault_locked' | 'vault_unavailable' | 'vault_denied' | 'vault_no_session'
  /** A word for "ver detalhes"; never the library's own text. */
  readonly reason: string
}

/** Messages are made by our own two ends; this only keeps strays of the runtime out. */
export function isKeychainMessage<T extends KeychainRequest | KeychainAnswer>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && 'id' in message && typeof message.id === 'number'
}
