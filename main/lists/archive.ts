import { listEndings } from '../../preload/values/list-endings.ts'
import { joinShared } from '../engine/thread.ts'
import { AppFailure } from '../kernel/failure.ts'
import { type ListFile, unreadable } from './plan.ts'
import { openZip, type ZipArchive } from './workbooks/zip.ts'

const archiveEndings = /\.(?:zip|rar|7z|gz)$/i
/** Files that systems put beside the files of a person, and files that explain them. */
const besideLists = /(?:^|\/)(?:__MACOSX\/|\.|~\$|thumbs\.db$|desktop\.ini$|(?:leia|read)[-_ ]?me\b)/i

/** Parts that only documents have: spreadsheets are zip files as well. */
const documentParts = ['[content_types].xml', 'content.xml', 'encrypted-package', 'index.zip', 'index/document.iwa']

/**
 * The one list in a zip file, under its own name; a file that is no zip file, or is a document, as it came. What
 * systems add, such as `__MACOSX`, does not count, nor what was sent in a chat beside its messages. Throws
 * `list_unreadable` for no list, several lists, a password, another archive inside, or a damaged file, and
 * `file_too_large` for a list of more bytes than `maxBytes`.
 */
export async function listInArchive(file: ListFile, maxBytes: number, signal: AbortSignal): Promise<ListFile> {
  if (Buffer.from(file.bytes.subarray(0, 4)).toString('latin1') !== 'PK\x03\x04') return file
  const isZip = /\.zip$/i.test(file.name)
  const archive = await openZip(file.bytes).catch((error: unknown) => {
    throw isZip ? unreadable('archive_damaged', 'zip: no directory') : error
  })
  if (documentParts.some(archive.has) || archive.names.some((name) => /^(?:xl|word|ppt|index)\//.test(name)))
    return file
  const name = onlyList(archive)
  const bytes = await wholePart(archive, name, maxBytes, signal).catch((error: unknown) => {
    throw error instanceof AppFailure && error.code === 'list_unreadable' ? ofArchive(error) : error
  })
  const title = archive.title(name)
  return { ...file, name: title.slice(title.lastIndexOf('/') + 1), bytes }
}

function onlyList({ names }: ZipArchive): string {
  const files = names.filter((name) => !name.endsWith('/') && !besideLists.test(name))
  const chats = files.filter((name) => isChatName(name.slice(name.lastIndexOf('/') + 1)))
  const lists = chats.length === 1 ? chats : files.filter((name) => mayBeList(name))
  const [only, ...others] = lists.length > 0 || files.length > 1 ? lists : files
  if (others.length > 0) throw unreadable('archive_several', 'zip: several lists')
  if (only !== undefined && !archiveEndings.test(only)) return only
  throw unreadable(files.some((name) => archiveEndings.test(name)) ? 'archive_nested' : 'archive', 'zip: no list')
}

/** The messages of a chat that WhatsApp exported, with what was sent in it beside them. */
function isChatName(name: string): boolean {
  return name === '_chat.txt' || (name.endsWith('.txt') && name.includes('whatsapp'))
}

function mayBeList(name: string): boolean {
  return !archiveEndings.test(name) && listEndings.some((ending) => name.endsWith(`.${ending}`))
}

/** Throws `file_too_large`, whatever size the archive says the part has. */
async function wholePart(
  archive: ZipArchive,
  name: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of archive.read(name, signal)) {
    length += piece.length
    if (length > maxBytes) throw new AppFailure('file_too_large')
    pieces.push(piece)
  }
  return joinShared(pieces, length)
}

/** Reports a failure of a part as one of the archive. */
function ofArchive({ params, details = '' }: AppFailure): AppFailure {
  return unreadable(params.cause === 'encrypted' ? 'archive_password' : 'archive_damaged', details)
}
