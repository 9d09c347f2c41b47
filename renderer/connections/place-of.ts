import type { Connection } from '../../preload/contract/connections.ts'

/** Which data a connection leads to: another text when its account, its address or the host that it asks is another. */
export function placeOf({ id, service, base_url, account_id, brand, beta_url, on_beta }: Connection): string {
  return JSON.stringify([id, service, on_beta ? beta_url : base_url, account_id, brand])
}
