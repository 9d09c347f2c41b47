import type { PackageConflict } from '../../preload/contract/reviews.ts'

export type Side = 'mine' | 'theirs'
/** Which conflicts go to the colleague, by `keyOf`; the others stay as they are here. */
export type Taken = ReadonlySet<string>

/** What names a conflict among those of one package. */
export function keyOf({ entry_id, field }: Pick<PackageConflict, 'entry_id' | 'field'>): string {
  return `${entry_id}:${field}`
}

/** The side whose value is newer; on the same second the own one. */
export function newestOf({ mine, theirs }: PackageConflict): Side {
  return Date.parse(theirs.at) > Date.parse(mine.at) ? 'theirs' : 'mine'
}

/** The choice of one side for every conflict, or of the newer side of each. */
export function takeAll(conflicts: readonly PackageConflict[], how: Side | 'newest'): Taken {
  const sideOf = (conflict: PackageConflict) => (how === 'newest' ? newestOf(conflict) : how)
  return new Set(conflicts.filter((conflict) => sideOf(conflict) === 'theirs').map(keyOf))
}

/** The choices with one of them changed. */
export function takeOne(taken: Taken, conflict: PackageConflict, side: Side): Taken {
  const key = keyOf(conflict)
  const others = [...taken].filter((each) => each !== key)
  return new Set(side === 'theirs' ? [...others, key] : others)
}

/** The choices as the contract wants them: every conflict with its side. */
export function choicesOf(conflicts: readonly PackageConflict[], taken: Taken) {
  return conflicts.map((conflict) => {
    const take: Side = taken.has(keyOf(conflict)) ? 'theirs' : 'mine'
    return { entry_id: conflict.entry_id, field: conflict.field, take }
  })
}
