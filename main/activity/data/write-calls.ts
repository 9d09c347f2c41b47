import type { Write } from '../../../preload/contract/writes.ts'

/** A write as the file of its connection has it. */
export type StoredWrite = Write & {
  /** What a later check needs, such as a name or an id; never an answer of an entry. */
  readonly check: unknown
  /** Where it was sent: answers of another host or account do not count. */
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
