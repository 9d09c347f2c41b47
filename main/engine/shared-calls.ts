import type { Contract, ParsedInput, Progress } from '../../preload/contract/question.ts'
import type { Write } from '../../preload/contract/writes.ts'
import type { Call } from '../kernel/router.ts'

/**
 * Handlers of which these take the input of the question of their name, with what main adds to it (`More`). What they
 * give is checked where main answers that question.
 */
export type Answers<Questions extends Contract, Names extends keyof Questions, More = unknown> = {
  readonly [Name in Names]: (
    input: ParsedInput<Questions[Name]> & More,
    call: Call<Progress<Questions[Name]>>,
  ) => unknown
} & Readonly<Record<string, (input: never, call: never) => unknown>>

export interface OfAccount {
  readonly connection_id: string
}

/** A sheet or a run. */
export interface OneItem {
  readonly id: string
}

/** A call of the console, a set of conversations, a data set. */
export interface OneOfAccount extends OfAccount, OneItem {}

export interface OfForm extends OfAccount {
  readonly form_id: number
}

/** A write as the file of its connection has it. */
export type StoredWrite = Write & {
  /** What a later check needs, such as a name or an id; never an answer of an entry. */
  readonly check: unknown
  /** Where it was sent: answers of another host or account do not count. */
  readonly place?: string
  /** The process that sends it. */
  readonly pid?: number
}

/**
 * The record that states what happened to app.db (`restored` or `lost`), until the person has read it
 * (main/workspace.ts).
 */
export const recoveryRecord = { collection: 'notices', id: 'records' } as const
