import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { SavedPlace } from '../../preload/contract/saved-files.ts'
import { AppFailure, aboutFile } from './failure.ts'
import { createRecent } from './recent.ts'

/** Where one file may be written, once. */
export interface SaveTarget {
  /** Absolute path. The writer writes the whole file or nothing. */
  readonly path: string
  readonly name: string
  /** True where a file with a name derived from this one may be written beside it, on the person's own disk. */
  readonly beside?: boolean
  /** Names the file for `app.open_file`, where the host can open it. */
  readonly file?: SavedPlace
  /** The file is complete. A browser host now sends it as a download. */
  done(): Promise<void>
  /** Nothing was written, or writing failed. */
  discard(): Promise<void>
}

/** A place on the person's own disk, where `done` and `discard` have nothing to do. */
export function diskTarget(file: string): SaveTarget {
  return { path: file, name: path.basename(file), beside: true, done: async () => {}, discard: async () => {} }
}

/** How a host lets the person choose a file's place: a save dialog, a download, or a path on a command line. */
export interface SaveTargets {
  /** Proposes `name`, with its extension. Null when the person chose nothing. */
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
      const result = await write(target)
      await target.done()
      return result
    })
    return { target, value }
  } catch (error) {
    await target.discard()
    throw error
  }
}

/** Linux and macOS allow 255 bytes for a name. Windows allows 260 characters for a path with its folder. */
const longestName = { characters: 180, bytes: 240 }

/** Names of devices on Windows, with any ending (naming conventions of the Win32 file namespace). */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i

/** Whether Windows opens a file of this name as a file. There, files with other names cannot be deleted by hand. */
export function isNameOfWindows(name: string): boolean {
  return !reserved.test(name) && !/[<>:"|?*]|[. ]$/.test(name)
}

/** Turns any text, such as a sheet's name, into a file name for every system. A long name keeps its ending. */
function safeName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(withoutEnd(printable(name))) ?? []
  const safe = withoutEnd(cut(withoutEnd(stem.replace(/^\.+/, '')), ending))
  return (safe + (safe ? ending : ending.slice(1)) || 'cruza').replace(reserved, '$1_')
}

function printable(name: string): string {
  return (
    (name.length > 2_000 ? name.slice(0, 1_000) + name.slice(-1_000) : name)
      // A cut may leave half of a character.
      .replace(/\p{Surrogate}/gu, '')
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[<>:"/\\|?*\u0000-\u001f]/g, '-')
  )
}

/** Windows removes dots and blanks at the end of a name. */
function withoutEnd(text: string): string {
  return text.replace(/(?<![. ])[. ]+$/g, '')
}

/** The whole characters of a stem that fit before the ending. */
function cut(stem: string, ending: string): string {
  let name = ''
  let bytes = ending.length
  for (const character of stem) {
    bytes += Buffer.byteLength(character)
    if (name.length + character.length + ending.length > longestName.characters || bytes > longestName.bytes) break
    name += character
  }
  return name
}

/** What a host that saves on the person's own disk can do with a saved file. */
export interface FilePrograms {
  /** Opens the file in the system's program for it; false when there is none. */
  open(path: string): Promise<boolean>
  show(path: string): void
}

interface SavedFiles {
  readonly targets: SaveTargets
  /** Throws `not_found` for an unknown id, `file_gone` for a file that no longer exists, and `file_no_program`. */
  open(id: string): Promise<void>
  show(id: string): Promise<void>
}

/** How many saved files a notice can still open; older ones are forgotten. */
const remembered = 100

/**
 * Remembers where files were saved, so that a page names them by an id and never by a path. Without `programs` it
 * remembers nothing. A file whose ending the person changed is shown but not opened, since the system would run a
 * `.bat` of exported rows.
 */
export function createSavedFiles(targets: SaveTargets, programs: FilePrograms | undefined): SavedFiles {
  if (!programs) return { targets, open: refuse, show: refuse }
  const saved = createRecent<string, { readonly path: string; readonly opens: boolean }>(remembered)
  const find = async (id: string) => {
    const file = saved.get(id)
    if (!file) throw new AppFailure('not_found')
    const isThere = await stat(file.path)
      .then((entry) => entry.isFile())
      .catch(() => false)
    if (!isThere) throw new AppFailure('file_gone')
    return file
  }
  return {
    targets: {
      async choose(name) {
        const target = await targets.choose(name)
        if (!target) return null
        const file = { id: randomUUID(), opens: endingOf(target.path) === endingOf(name) }
        const done = async () => {
          await target.done()
          saved.set(file.id, { path: target.path, opens: file.opens })
        }
        return { ...target, file, done }
      },
    },
    async open(id) {
      const file = await find(id)
      if (!file.opens || !(await programs.open(file.path))) throw new AppFailure('file_no_program')
    },
    async show(id) {
      programs.show((await find(id)).path)
    },
  }
}

const endingOf = (name: string) => path.extname(name).toLowerCase()

async function refuse(): Promise<never> {
  throw new AppFailure('not_found')
}

/** A file that the person gave: by its path (Electron, command line) or by its bytes (browser host). */
export interface FileSource {
  readonly name: string
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array }
}

/**
 * One-use tickets for files: the renderer holds a ticket and never a path (docs/decisions/hosts-and-security.md §9).
 */
export interface FileTickets {
  put(offer: FileSource): string
  /** The file of a ticket, once; undefined for a used or unknown ticket. */
  take(ticket: string): FileSource | undefined
}

/** The most files that wait, so that unused ones do not fill the memory. */
const mostWaiting = 8

export function createFileTickets(): FileTickets {
  const waiting = createRecent<string, FileSource>(mostWaiting)
  return {
    put(offer) {
      const ticket = crypto.randomUUID()
      waiting.set(ticket, offer)
      return ticket
    },
    take(ticket) {
      const offer = waiting.get(ticket)
      waiting.delete(ticket)
      return offer
    },
  }
}

/** The fields that a mail program may get besides the address. In some, `attach` and others name local files. */
const mailFields = ['subject', 'body']

/**
 * The canonical form of an address that may leave for the person's browser or mail program: mailto, or https and http
 * without user or password. Throws `bad_address` for every other scheme, since some run programs or read files, and
 * for anything but an absolute address.
 */
export function outsideAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password) throw new AppFailure('bad_address')
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.href
  if (url.protocol !== 'mailto:' || !/^[^\s%?&@]+@[^\s%?&]+$/.test(url.pathname)) throw new AppFailure('bad_address')
  const fields = [...url.searchParams].filter(([name]) => mailFields.includes(name.toLowerCase()))
  const query = fields.map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(value)}`).join('&')
  return `mailto:${url.pathname}${query && `?${query}`}`
}
