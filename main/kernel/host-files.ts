import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { SavedPlace } from '../../preload/contract/tables.ts'
import { AppFailure, aboutFile } from './failure.ts'
import { createRecent } from './recent.ts'

/** Where one file may be written, once. */
export interface SaveTarget {
  /** Absolute path; the writer makes it whole or not at all. */
  readonly path: string
  readonly name: string
  /** A file of a name that follows from this one's may be written beside it, on the person's own disk. */
  readonly beside?: boolean
  /** Names the file for `app.open_file`, where the host can open it (downloads.ts). */
  readonly file?: SavedPlace
  /** The file is whole: a browser host sends it as a download now. */
  done(): Promise<void>
  /** Nothing was written, or writing failed. */
  discard(): Promise<void>
}

/** A place on the person's own disk, where nothing is left to do at the end. */
export function diskTarget(file: string): SaveTarget {
  return { path: file, name: path.basename(file), beside: true, done: async () => {}, discard: async () => {} }
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

/** File systems of Linux and macOS take 255 bytes of a name, Windows 260 characters of a path with its folder. */
const longestName = { characters: 180, bytes: 240 }

/** Names of devices on Windows, whatever their ending (naming conventions of the Win32 file namespace). */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i

/**
 * Whether Windows opens a file of this name as a file: what is made under others there cannot even be deleted by hand.
 */
export function isNameOfWindows(name: string): boolean {
  return !reserved.test(name) && !/[<>:"|?*]|[. ]$/.test(name)
}

/** A file name that every system takes, from whatever a sheet is called; one that is too long keeps its ending. */
function safeName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(withoutEnd(printable(name))) ?? []
  const safe = withoutEnd(cut(withoutEnd(stem.replace(/^\.+/, '')), ending))
  return (safe + (safe ? ending : ending.slice(1)) || 'cruza').replace(reserved, '$1_')
}

function printable(name: string): string {
  return (
    (name.length > 2_000 ? name.slice(0, 1_000) + name.slice(-1_000) : name)
      // Halves of characters, where a name was cut.
      .replace(/\p{Surrogate}/gu, '')
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[<>:"/\\|?*\u0000-\u001f]/g, '-')
  )
}

/** Windows takes away dots and blanks at the end. */
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

/** What a host that saves on the person's own disk can do with a file there. */
export interface FilePrograms {
  /** Opens it in the system's program for it; false when there is none. */
  open(path: string): Promise<boolean>
  show(path: string): void
}

interface SavedFiles {
  readonly targets: SaveTargets
  /** Throws `not_found` for an unknown id, `file_gone` for a file that is not there any more, `file_no_program`. */
  open(id: string): Promise<void>
  show(id: string): Promise<void>
}

/** Files that can still be opened from a notice; those saved earlier are forgotten. */
const remembered = 100

/**
 * Remembers where files were saved, so that a page names them by an id and never gives a path. Without `programs`
 * nothing is remembered. A file whose ending the person changed is shown but not opened: the system would run a `.bat`
 * of exported rows.
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

/** A file that the person gave, by a path (Electron, command line) or by its bytes (browser host). */
export interface FileSource {
  readonly name: string
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array }
}

/**
 * One-use tickets for files: the renderer holds a ticket and never a path (docs/decisions/hosts-and-security.md §9).
 */
export interface FileTickets {
  put(offer: FileSource): string
  /** The file of a ticket, once; undefined for a ticket that was used or never given. */
  take(ticket: string): FileSource | undefined
}

/** Most files that wait, so that unused ones do not pile up in memory. */
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

/** What a mail program may be handed beside the address; `attach` and others name files of this computer in some. */
const mailFields = ['subject', 'body']

/**
 * An address that may leave for the person's browser or mail program, made canonical: https and http without a user or
 * password in it, and mailto. Throws `bad_address` for every other scheme, since some run programs or read files, and
 * for what is no absolute address.
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
