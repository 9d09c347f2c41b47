/** The sections of the help on Cruza, in their order. */
export const guideSections = [
  'outcomes',
  'ninth',
  'lists',
  'tables',
  'complete',
  'offline',
  'data',
  'removal',
  'keyboard',
] as const
export type GuideSection = (typeof guideSections)[number]

export interface GuideText {
  readonly title: string
  /** Keys stand in braces: `{mod+k}`. */
  readonly paragraphs: readonly string[]
}
