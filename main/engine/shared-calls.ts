import type { Contract, ParsedInput, Progress } from '../../preload/contract/question.ts'
import type { Call } from '../kernel/router.ts'

/**
 * Handlers whose input is that of the question with the same name, and what main adds to it (`More`). Their output is
 * checked where main answers that question.
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

/** An item with a file of its own. */
export interface OneItem {
  readonly id: string
}

/** What the file of a connection holds under an id. */
export interface OneOfAccount extends OfAccount, OneItem {}

/**
 * The record that states what happened to app.db (`restored` or `lost`), until the person has read it
 * (main/workspace.ts).
 */
export const recoveryRecord = { collection: 'notices', id: 'records' } as const
