/** What a row must reach: ours by the peer's, or a bound of its own. */
export interface Goal {
  readonly ratio?: number
  readonly seconds?: number
  readonly peakMb?: number
}

/**
 * One line of the table: `ours` is compared with `peer`, which are sides of its job of these names unless it names
 * others.
 */
export interface Row {
  readonly job: string
  /** What the peer does; a dash where the bounds of the goal are all that there is. */
  readonly against: string
  readonly goal: Goal
  readonly ours?: string
  readonly peer?: string
  /** A part of the time, by the name that the sides give it among their facts. */
  readonly part?: string
  readonly note?: string
}

export const row = (job: string, against: string, goal: Goal, more: Partial<Row> = {}): Row => ({
  job,
  against,
  goal,
  ...more,
})
/** Of a row without a peer. */
export const alone = '–'
/** No other question may wait longer. */
export const longestWait = (work: string, ours = 'ours', { seconds, note } = { seconds: 0.05, note: '' }) =>
  row(`longest wait of another question during ${work}`, alone, { seconds }, { ours, part: 'waited', note })
