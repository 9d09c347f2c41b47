import type * as z from 'zod'

// What crosses between the renderer and main. Zod is only a type here: the preload carries this file.

/** What a question uses of a schema. Compared with all of `z.ZodType`, hundreds of schemas would take seconds each. */
interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown }
  safeParse(value: unknown): z.ZodSafeParseResult<unknown>
}

/** One question of the renderer to main: its input, output and progress. */
export interface Question {
  readonly input: Schema
  readonly output: Schema
  readonly progress?: Schema
}
export type Contract = Readonly<Record<string, Question>>
/** What the caller writes, before defaults are filled in. */
export type Input<Q extends Question> = z.input<Q['input']>
export type ParsedInput<Q extends Question> = z.output<Q['input']>
export type Output<Q extends Question> = z.output<Q['output']>
export type Progress<Q extends Question> = Q extends { progress: Schema } ? z.output<Q['progress']> : never
