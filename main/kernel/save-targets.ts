import type { SavedPlace } from '../../preload/contract/tables.ts'

/** Where one file may be written, once. */
export interface SaveTarget {
  /** Absolute path; the writer makes it whole or not at all. */
  readonly path: string
  /** The name that the person sees. */
  readonly name: string
  /** Names the file for `app.open_file`, where the host can open it (saved-files.ts). */
  readonly file?: SavedPlace
  /** The file is whole: a browser host sends it as a download now. */
  done(): Promise<void>
  /** Nothing was written, or writing failed. */
  discard(): Promise<void>
}

/** How a host lets the person choose where a file goes: a save dialog, a download, or the path of a command line. */
export interface SaveTargets {
  /** `name` is proposed, with its extension. Null when the person chose nothing. */
  choose(name: string): Promise<SaveTarget | null>
}

/** Runs `write` on a target that the person chose; null when they chose none. */
export async function withTarget<T>(
  targets: SaveTargets,
  name: string,
  write: (target: SaveTarget) => Promise<T>,
): Promise<{ readonly target: SaveTarget; readonly value: T } | null> {
  const target = await targets.choose(safeName(name))
  if (!target) return null
  try {
    const value = await write(target)
    await target.done()
    return { target, value }
  } catch (error) {
    await target.discard()
    throw error
  }
}

/** A file name that every system takes, from whatever a sheet is called. */
function safeName(name: string): string {
  return (
    name
      .slice(0, 500)
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[<>:"/\\|?*\u0000-\u001f]/g, '-')
      .replace(/^\.+|(?<![. ])[. ]+$/g, '')
      .slice(0, 180) || 'cruza'
  )
}
