import type { Call } from '../kernel/router.ts'

/** What the data process knows of its surroundings. */
export interface DataContext {
  readonly now: () => Date
  /** The IANA zone of the person. */
  readonly zone: () => string
}

/** The handlers of an open folder of data, as they are registered with the engine (main/data-folder.ts). */
export interface DataFolder {
  readonly handlers: Readonly<Record<string, (input: never, call: Call<never>) => unknown>>
  close(): void
}

/** The input, output and progress of each call of main to the data process, as its handler has them. */
export type CallsOf<Handlers extends DataFolder['handlers']> = {
  readonly [Name in keyof Handlers]: {
    readonly input: Parameters<Handlers[Name]> extends [infer Input, ...unknown[]] ? Input : Record<never, never>
    readonly output: Awaited<ReturnType<Handlers[Name]>>
    readonly progress: Parameters<Handlers[Name]> extends [unknown, Call<infer Value>] ? Value : never
  }
}

export type AnyCalls = Readonly<
  Record<string, { readonly input: unknown; readonly output: unknown; readonly progress: unknown }>
>

export interface DataProcess<Calls extends AnyCalls> {
  ask<Name extends keyof Calls & string>(
    name: Name,
    input: Calls[Name]['input'],
    options?: { readonly signal?: AbortSignal; readonly progress?: (value: Calls[Name]['progress']) => void },
  ): Promise<Calls[Name]['output']>
  close(): Promise<void>
}
