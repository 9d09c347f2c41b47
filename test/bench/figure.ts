import type { Measured } from './measured.ts'

/** One line of RESULTS.md. Times in seconds. */
export interface Figure {
  readonly job: string
  readonly peer: string
  readonly ours: number
  readonly theirs: number | null
  /** Ours by the peer's, round by round, the median; below 1 we are quicker. */
  readonly ratio: number | null
  readonly cpuRatio: number | null
  readonly peakMb: number | null
  readonly theirPeakMb: number | null
  readonly rounds: number
  readonly note: string
}

interface Comparison<Ours, Peer> {
  readonly job: string
  readonly peer: string
  readonly rounds: Rounds<Ours, Peer>
  /** What is compared; whole processes when left out. */
  readonly ours?: (side: Measured<Ours>) => number
  readonly theirs?: (side: Measured<Peer>) => number
  readonly note?: string
}

export function compare<Ours, Peer>(comparison: Comparison<Ours, Peer>): Figure {
  const { job, peer, rounds, note = '' } = comparison
  const isWhole = !comparison.ours && !comparison.theirs
  const ours = rounds.ours.map(comparison.ours ?? secondsOf)
  const theirs = rounds.peer.map(comparison.theirs ?? secondsOf)
  const cpuRatios = ratios(rounds.ours.map(cpuOf), rounds.peer.map(cpuOf))
  return {
    job,
    peer,
    ours: median(ours),
    theirs: median(theirs),
    ratio: median(ratios(ours, theirs)),
    cpuRatio: isWhole ? median(cpuRatios) : null,
    peakMb: Math.max(...rounds.ours.map(({ peakMb }) => peakMb)),
    theirPeakMb: Math.max(...rounds.peer.map(({ peakMb }) => peakMb)),
    rounds: ours.length,
    note,
  }
}

/** A figure without a peer. */
export function alone(job: string, sides: readonly Measured<unknown>[], seconds: number[], note: string): Figure {
  return {
    job,
    peer: 'none',
    ours: median(seconds),
    theirs: null,
    ratio: null,
    cpuRatio: null,
    peakMb: Math.max(...sides.map(({ peakMb }) => peakMb)),
    theirPeakMb: null,
    rounds: seconds.length,
    note,
  }
}

const secondsOf = ({ seconds }: Measured<unknown>) => seconds
const cpuOf = ({ cpuSeconds }: Measured<unknown>) => cpuSeconds

function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((seconds, round) => seconds / (theirs[round] ?? Number.NaN))
}

export interface Rounds<Ours, Peer> {
  readonly ours: readonly Measured<Ours>[]
  readonly peer: readonly Measured<Peer>[]
}

/** Alternates ours and the peer, A B A B, so that whatever else the machine does meets both alike. */
export async function alternate<Ours, Peer>(
  count: number,
  ours: (round: number) => Promise<Measured<Ours>>,
  peer: (round: number) => Promise<Measured<Peer>>,
): Promise<Rounds<Ours, Peer>> {
  const done = { ours: [] as Measured<Ours>[], peer: [] as Measured<Peer>[] }
  for (let round = 0; round < count; round++) {
    done.ours.push(await ours(round))
    done.peer.push(await peer(round))
  }
  return done
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** A clock of laps: each call gives the seconds since the one before it. */
export function startLaps(): () => number {
  let last = performance.now()
  return () => {
    const before = last
    last = performance.now()
    return (last - before) / 1000
  }
}
