import type { Measured } from './measured.ts'

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
