/** What each side of the bench of reviews measures, in seconds. */
export interface ReviewTimes {
  /** Every page stored. */
  readonly stored: number
  /** The newest fifty, and how many there are in each state. */
  readonly opened: number
  /** One by one: an entry approved, the next one read with all that is shown of it, the counts. */
  readonly singles: readonly number[]
  /** All others approved at once. */
  readonly bulk: number
}
