import { createStore } from 'zustand'
import type { OpenedPackage, PackageConflict, PlannedMerge } from '../../preload/contract/reviews.ts'
import type { SavedFile } from '../../preload/contract/saved-files.ts'
import { measured, noPace, type Pace } from '../../preload/values/progress.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

export type Side = 'mine' | 'theirs'
/** The conflicts that take the colleague's value, by `keyOf`; all others keep ours. */
export type TheirKeys = ReadonlySet<string>

/** The result of the last merge, until it is dismissed. */
interface Merged {
  readonly kind: OpenedPackage['kind']
  readonly changed: number
  /** Null when nothing changed that could be undone. */
  readonly batch: string | null
  /** The id of the blind review that it started or answered. */
  readonly set: string | null
  /** How many entries its undo changed back; null before an undo. */
  readonly undone: number | null
}

export interface PackagesState {
  readonly exporting: MutationState<'export'>
  readonly opening: MutationState<'open'>
  readonly merging: MutationState<'merge' | 'undo'>
  /** A colleague's file that waits for its passphrase. */
  readonly file: File | null
  readonly opened: OpenedPackage | null
  /** The progress of opening or merging. */
  readonly pace: Pace
  readonly theirKeys: TheirKeys
  /** Whether events under a name of this computer are merged too. */
  readonly inMyName: boolean
  /** The merge was stopped: a part of the package is merged. */
  readonly stopped: boolean
  readonly merged: Merged | null
  /**
   * Writes a package. Gives the saved file, or null when it failed or no place was chosen. The passphrase is not
   * stored.
   */
  save(input: {
    form_ids: number[]
    person_notes?: boolean
    passphrase: string
    name: string
  }): Promise<SavedFile | null>
  dismissExport(): void
  /** Chooses a file, which then waits for its passphrase. */
  choose(file: File): void
  open(passphrase: string): Promise<unknown>
  take(conflict: PackageConflict, side: Side): void
  takeAll(how: Side | 'newest'): void
  takeInMyName(inMyName: boolean): void
  /** Merges the opened package, or the rest of it. */
  merge(): Promise<unknown>
  /** Stops the merge: what is merged stays. */
  stopMerge(): void
  undoMerge(): Promise<unknown>
  /** Drops the file or the opened package, which changed nothing. */
  discard(): void
  dismissMerged(): void
}

export type PackagesStore = ReturnType<typeof createPackagesStore>

const nothingOpen = {
  file: null,
  opened: null,
  pace: noPace,
  theirKeys: new Set<string>(),
  inMyName: false,
  stopped: false,
} as const

interface PackagesDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  readonly connection: string
}

/** Writes, opens and merges review packages of one account (docs/decisions/requests-and-writes.md §22). */
export function createPackagesStore({ ask, bridge, connection }: PackagesDeps) {
  const account = { connection_id: connection }
  return createStore<PackagesState>()((set, get) => {
    const exporting = createMutation(partOf({ get, set }, 'exporting'))
    const opening = createMutation(partOf({ get, set }, 'opening'))
    const merging = createMutation(partOf({ get, set }, 'merging'))
    /** Replaces the file; an answer for the former one is dropped. */
    const replaceFile = (file: File | null) => {
      opening.cancel()
      opening.dismissFailure()
      merging.dismissFailure()
      set({ ...nothingOpen, file })
    }
    return {
      exporting: noMutation,
      opening: noMutation,
      merging: noMutation,
      ...nothingOpen,
      merged: null,
      async save(input) {
        const saved = await exporting.run('export', () => ask('reviews.export_package', { ...account, ...input }))
        return saved?.saved ? saved : null
      },
      dismissExport: exporting.dismissFailure,
      choose(file) {
        replaceFile(file)
        set({ merged: null })
      },
      async open(passphrase) {
        const { file } = get()
        if (!file) return
        const progress = measured((pace) => set({ pace }))
        set({ pace: noPace })
        await opening.run(
          'open',
          async (_, { signal }) => {
            // A ticket is valid for one request, so each tried passphrase gets its own.
            const ticket = await bridge.offer(file)
            return ask('reviews.open_package', { ...account, ticket, passphrase }, { signal, progress })
          },
          (opened) => set({ ...nothingOpen, opened }),
        )
      },
      take(conflict, side) {
        const theirKeys = new Set(get().theirKeys)
        if (side === 'theirs') theirKeys.add(keyOf(conflict))
        else theirKeys.delete(keyOf(conflict))
        set({ theirKeys })
      },
      takeAll(how) {
        const sideOf = (conflict: PackageConflict) => (how === 'newest' ? newestOf(conflict) : how)
        const { opened, inMyName } = get()
        const conflicts = opened ? plannedOf(opened, inMyName).conflicts : []
        set({ theirKeys: new Set(conflicts.filter((conflict) => sideOf(conflict) === 'theirs').map(keyOf)) })
      },
      takeInMyName(inMyName) {
        const { opened, theirKeys } = get()
        if (!opened) return
        const shown = new Set(plannedOf(opened, inMyName).conflicts.map(keyOf))
        set({ inMyName, theirKeys: new Set([...theirKeys].filter((key) => shown.has(key))) })
      },
      async merge() {
        const { opened, theirKeys, inMyName } = get()
        if (!opened) return
        const choices = plannedOf(opened, inMyName).conflicts.map((conflict) => ({
          entry_id: conflict.entry_id,
          field: conflict.field,
          take: theirKeys.has(keyOf(conflict)) ? ('theirs' as const) : ('mine' as const),
        }))
        const input = { ...account, package: opened.package, choices, in_my_name: inMyName }
        const progress = measured((pace) => set({ pace }))
        set({ pace: noPace, stopped: false })
        await merging.run(
          'merge',
          (_, { signal }) => ask('reviews.merge_package', input, { signal, progress }),
          ({ batch, changed, set: id }) => {
            const merged = { kind: opened.kind, changed, batch: batch?.id ?? null, set: id, undone: null }
            // A file that was dropped meanwhile still waits for its passphrase.
            set({ ...(get().opened === opened ? nothingOpen : {}), merged })
          },
        )
      },
      stopMerge() {
        merging.abort()
        set({ stopped: true })
      },
      async undoMerge() {
        const { merged } = get()
        if (merged?.batch == null) return
        const input = { ...account, batch: merged.batch }
        await merging.run(
          'undo',
          () => ask('reviews.undo', input),
          ({ changed }) => set({ merged: { ...merged, batch: null, undone: changed } }),
        )
      },
      discard: () => replaceFile(null),
      dismissMerged() {
        merging.dismissFailure()
        set({ merged: null })
      },
    }
  })
}

/** What a merge would do, with or without events under a name of this computer. */
export function plannedOf(opened: OpenedPackage, inMyName: boolean): PlannedMerge {
  return (inMyName && opened.in_my_name) || opened
}

/** Identifies a conflict within a package. */
export function keyOf({ entry_id, field }: Pick<PackageConflict, 'entry_id' | 'field'>): string {
  return `${entry_id}:${field}`
}

/** The side with the newer value; ours when both are of the same second. */
export function newestOf({ mine, theirs }: PackageConflict): Side {
  return Date.parse(theirs.at) > Date.parse(mine.at) ? 'theirs' : 'mine'
}
