import { createStore } from 'zustand'
import type { OpenedPackage, PackageConflict } from '../../preload/contract/reviews.ts'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Bridge } from '../../preload/contract/wire.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createDeeds, type Doing } from './deed.ts'

/** What a merge came to, until the person has read it. */
export interface Merged {
  readonly kind: OpenedPackage['kind']
  readonly changed: number
  /** Null when nothing changed that could be undone. */
  readonly batch: string | null
  /** The blind review that it began or answered. */
  readonly set: string | null
  /** Entries that went back when it was undone; null while it holds. */
  readonly undone: number | null
}

export interface PackagesState extends Doing<'export' | 'open' | 'merge' | 'undo'> {
  /** A colleague's file that waits for its passphrase. */
  readonly file: File | null
  readonly opened: OpenedPackage | null
  readonly taken: Taken
  readonly merged: Merged | null
  /** Writes a package; what was saved, or nothing: it failed, or no place was chosen. The passphrase is kept nowhere. */
  save(wanted: { formIds: readonly number[]; passphrase: string; name: string }): Promise<SavedFile | undefined>
  /** Takes a file; it waits for its passphrase. */
  choose(file: File): void
  /** Reads the chosen file. True when it opened. */
  open(passphrase: string): Promise<boolean>
  take(conflict: PackageConflict, side: Side): void
  takeAll(how: Side | 'newest'): void
  /** Merges what was opened: all at once or not at all. */
  merge(): Promise<void>
  undoMerge(): Promise<void>
  /** Puts the file or the opened package away; nothing was changed by them. */
  discard(): void
  /** Takes the result of the last merge away. */
  dismissMerged(): void
  dismissFailure(): void
}

export interface PackagesDeps {
  readonly ask: AppAsk
  readonly bridge: Pick<Bridge, 'offer'>
  readonly connection: string
}

export type PackagesStore = ReturnType<typeof createPackagesStore>

const nothingOpen = { file: null, opened: null, taken: new Set<string>() } as const

/** Review packages of one account: written, opened, merged (features.md, N15). */
export function createPackagesStore({ ask, bridge, connection }: PackagesDeps) {
  const account = { connection_id: connection }
  return createStore<PackagesState>()((set, get) => {
    const act = createDeeds<'export' | 'open' | 'merge' | 'undo'>(set)
    return {
      ...nothingOpen,
      merged: null,
      doing: null,
      failure: undefined,
      async save({ formIds, passphrase, name }) {
        const wanted = { ...account, form_ids: [...formIds], passphrase, name }
        const saved = await act('export', () => ask('reviews.export_package', wanted))
        return saved?.saved ? saved : undefined
      },
      choose: (file) => set({ ...nothingOpen, file, merged: null, failure: undefined }),
      async open(passphrase) {
        const { file } = get()
        if (!file) return false
        // Put away or replaced meanwhile: its answer is nobody's any more.
        const isChosen = () => get().file === file
        const opened = await act(
          'open',
          async () => {
            // A ticket is good for one question, so each try of a passphrase gets its own.
            const ticket = await bridge.offer(file)
            return ask('reviews.open_package', { ...account, ticket, passphrase })
          },
          isChosen,
        )
        if (!opened || !isChosen()) return false
        set({ ...nothingOpen, opened })
        return true
      },
      take: (conflict, side) => set({ taken: takeOne(get().taken, conflict, side) }),
      takeAll: (how) => set({ taken: takeAll(get().opened?.conflicts ?? [], how) }),
      async merge() {
        const { opened, taken } = get()
        if (!opened) return
        const choices = choicesOf(opened.conflicts, taken)
        const result = await act('merge', () =>
          ask('reviews.merge_package', { ...account, package: opened.package, choices }),
        )
        if (!result) return
        const { batch, changed, set: blind } = result
        const merged = { kind: opened.kind, changed, batch: batch?.id ?? null, set: blind, undone: null }
        // A file that was dropped meanwhile waits for its passphrase.
        set({ ...(get().opened === opened ? nothingOpen : {}), merged })
      },
      async undoMerge() {
        const { merged } = get()
        if (merged?.batch == null) return
        const { batch } = merged
        const result = await act('undo', () => ask('reviews.undo', { ...account, batch }))
        if (result) set({ merged: { ...merged, batch: null, undone: result.changed } })
      },
      discard: () => set({ ...nothingOpen, failure: undefined }),
      dismissMerged: () => set({ merged: null, failure: undefined }),
      dismissFailure: () => set({ failure: undefined }),
    }
  })
}

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
function takeAll(conflicts: readonly PackageConflict[], how: Side | 'newest'): Taken {
  const sideOf = (conflict: PackageConflict) => (how === 'newest' ? newestOf(conflict) : how)
  return new Set(conflicts.filter((conflict) => sideOf(conflict) === 'theirs').map(keyOf))
}

/** The choices with one of them changed. */
function takeOne(taken: Taken, conflict: PackageConflict, side: Side): Taken {
  const key = keyOf(conflict)
  const others = [...taken].filter((each) => each !== key)
  return new Set(side === 'theirs' ? [...others, key] : others)
}

/** The choices as the contract wants them: every conflict with its side. */
function choicesOf(conflicts: readonly PackageConflict[], taken: Taken) {
  return conflicts.map((conflict) => {
    const take: Side = taken.has(keyOf(conflict)) ? 'theirs' : 'mine'
    return { entry_id: conflict.entry_id, field: conflict.field, take }
  })
}
