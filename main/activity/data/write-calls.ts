import type { Write } from '../../../preload/contract/writes.ts'

/** A write as stored in the file of its connection. */
export type StoredWrite = Write & {
  /** The data for a later check, such as a name or an id; never an answer of an entry. */
  readonly check: unknown
  /** The host and account it was sent to: answers of others do not count. */
  readonly place?: string
  /** The process that sends it. */
  readonly pid?: number
}

export interface BegunWrite {
  readonly write: StoredWrite
  readonly since: string
  /** The ids of the recent writes that the new one was compared with. */
  readonly seen: readonly string[]
}
