import type { SavedPlace } from '../../preload/contract/tables.ts'
import { aboutFile } from './failure.ts'

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

/** Runs `write` on a target that the person chose; null when they chose none. Its failures name the file. */
export async function withTarget<T>(
  targets: SaveTargets,
  name: string,
  write: (target: SaveTarget) => Promise<T>,
): Promise<{ readonly target: SaveTarget; readonly value: T } | null> {
  const target = await targets.choose(safeName(name))
  if (!target) return null
  try {
    const value = await aboutFile(target.name, async () => {
      const written = await write(target)
      await target.done()
      return written
    })
    return { target, value }
  } catch (error) {
    await target.discard()
    throw error
  }
}

/** File systems of Linux and macOS take 255 bytes of a name, Windows 260 characters of a path with its folder. */
const longestName = { characters: 180, bytes: 240 }
/** Names of devices on Windows, whatever their ending (naming conventions of the Win32 file namespace). */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i

/** Whether Windows opens a file of this name as a file: what is made under others there cannot even be deleted by hand. */
export function isNameOfWindows(name: string): boolean {
  return !reserved.test(name) && !/[<>:"|?*]|[. ]$/.test(name)
}

/** A file name that every system takes, from whatever a sheet is called; one that is too long keeps its ending. */
export function safeName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(printable(name)) ?? []
  const kept = withoutEnd(cut(withoutEnd(stem.replace(/^\.+/, '')), ending))
  return (kept + (kept ? ending : ending.slice(1)) || 'cruza').replace(reserved, '$1_')
}

function printable(name: string): string {
  return (
    (name.length > 2_000 ? name.slice(0, 1_000) + name.slice(-1_000) : name)
      // Halves of characters, where a name was cut.
      .replace(/\p{Surrogate}/gu, '')
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[<>:"/\\|?*\u0000-\u001f]/g, '-')
      .replace(/(?<![. ])[. ]+$/g, '')
  )
}

/** Windows takes away dots and blanks at the end. */
function withoutEnd(text: string): string {
  return text.replace(/(?<![. ])[. ]+$/g, '')
}

/** The whole characters of a stem that fit before the ending. */
function cut(stem: string, ending: string): string {
  let kept = ''
  let bytes = ending.length
  for (const character of stem) {
    bytes += Buffer.byteLength(character)
    if (kept.length + character.length + ending.length > longestName.characters || bytes > longestName.bytes) break
    kept += character
  }
  return kept
}
