import { isUtf8 } from 'node:buffer'
import type { Encoding } from '../../preload/contract/cruzar.ts'
import { type ListFile, unreadable } from './plan.ts'

/** So many characters of a text file are enough to recognise it. */
export const sampleCharacters = 64 * 1024
const utf8Mark = '\xef\xbb\xbf'
/** The first bytes of files that are no lists, with the cause and the name of the format. */
const foreignStarts = [
  ['PK\x05\x06', 'archive', 'zip: empty'],
  ['Rar!', 'other_archive', 'another kind of archive'],
  ['7z\xbc\xaf', 'other_archive', 'another kind of archive'],
  ['\x1f\x8b', 'other_archive', 'another kind of archive'],
  ['\t\x04\x06\0', 'old_excel', 'xls: BIFF4'],
  ['\t\x02\x06\0', 'old_excel', 'xls: BIFF3'],
  ['\t\0\x04\0', 'old_excel', 'xls: BIFF2'],
  ['BZh', 'other_archive', 'another kind of archive'],
  ['\xfd7zXZ', 'other_archive', 'another kind of archive'],
  ['\x28\xb5\x2f\xfd', 'other_archive', 'another kind of archive'],
  ['\x04"M\x18', 'other_archive', 'another kind of archive'],
  ['SQLite format 3\0', 'not_text', 'a database'],
  ['\0\x01\0\0Standard ', 'not_text', 'a database'],
  ['PAR1', 'not_text', 'a database'],
  ['ARROW1', 'not_text', 'a database'],
  ['Obj\x01', 'not_text', 'a database'],
  ['!BDN', 'not_text', 'a database'],
  ['MZ\x90\0', 'not_text', 'a program'],
  ['%PDF-', 'document', 'a document'],
  ['{\\rtf', 'document', 'a document'],
  ['L\0\0\0\x01\x14\x02\0', 'shortcut', 'a shortcut of Windows'],
  ['[InternetShortcut]', 'shortcut', 'a shortcut of Windows'],
  ['[Desktop Entry]', 'shortcut', 'a shortcut of Linux'],
  ['book\0\0\0\0mark', 'shortcut', 'an alias of macOS'],
  ['\x89PNG', 'picture', 'a picture'],
  ['\xff\xd8\xff', 'picture', 'a picture'],
  ['GIF8', 'picture', 'a picture'],
  ['RIFF', 'picture', 'a picture'],
] as const

/**
 * Distinguishes a spreadsheet from text by the first bytes, not by the name: many systems write CSV under any ending.
 * Throws `list_unreadable` with its cause for what is neither: a placeholder of a file, another archive, a document, a
 * picture.
 */
export function fileKindOf({ bytes, name }: ListFile): 'text' | 'workbook' {
  refuseStandIn(name)
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, '\xd0\xcf\x11\xe0')) return 'workbook'
  for (const [start, cause, where] of foreignStarts) if (startsWith(bytes, start)) throw unreadable(cause, where)
  return 'text'
}

/** Names of placeholders for files that are elsewhere. */
const standIns = [
  [/(?:^|[/\\])(?:~\$|\.~lock\.)/, 'lock_file', 'a lock file'],
  [/\.icloud$/i, 'not_downloaded', 'named .icloud'],
  [/\.(?:gsheet|gdoc|gslides|gform)$/i, 'google_file', 'named as a shortcut of Google Drive'],
  [/\.(?:lnk|url|webloc)$/i, 'shortcut', 'named as a shortcut'],
] as const

/** Throws `list_unreadable` for the name of a placeholder, which may not be readable at all. */
export function refuseStandIn(name: string): void {
  for (const [names, cause, where] of standIns) if (names.test(name)) throw unreadable(cause, where)
}

const pageStart =
  /^\s*<(?:!doctype|!--|\?xml|(?:html|head|body|meta|title|style|script|base|link|table|thead|tbody|tr|td|th|div|span|p|b|br|hr|font|center|form|img|h[1-6])[\s/>])/i

/** Whether a sample of decoded text begins as a web page does, or holds a table under a name of one. */
export function isPage(sample: string, name: string): boolean {
  return pageStart.test(sample) || (/\.(?:xls|html?)$/i.test(name) && /<table[\s>]/i.test(sample))
}

/** The first characters of texts that hold people in another form than rows of cells. */
const dataFormats = [
  [/^\s*(?:\/\/[^\n]*\n\s*)?(?:\[\s*[{[]|\{\s*"[^"]{0,200}"\s*:)/, 'json'],
  // Headings may begin in the same way, as in "ID;Phone".
  [/^ID;P[^\n]{0,200}\n(?:[BCFOPW]|N[ELNU]);[A-Z]/, 'sylk'],
  [/^TABLE\r?\n0,1\r?\n/, 'dif'],
  [/^(?:version:[^\n]{0,9}\n|#[^\n]*\n|\s)*dn::? /i, 'ldif'],
  [
    /^(?:--[^\n]*\n|\/\*[^*]*\*\/;?|\s)*(?:insert\s+(?:into\s|\[)|replace\s+into\s|(?:create|drop|alter)\s+(?:table|database)\s|set\s+(?:names\s|\w+\s*=|\w+\s[^;\n]{1,60}\s(?:on|off)\s)|use\s+[\w[\]`]+;?\s*\n\s*(?:go|set|insert|create|drop)\s|begin(?:\s+transaction)?;|start\s+transaction;|pragma\s+\w+\s*=|update\s+\S+\s+set\s|delete\s+from\s|copy\s+\S+\s*\()/i,
    'sql',
  ],
  [/^\s*(?:%PDF-|BEGIN:VCALENDAR\b)/, 'document'],
  // The headers of messages, with their folded lines.
  [
    /^(?:From [^\n]*\n)?(?:(?:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-ID|MIME-Version|Reply-To|X-[\w-]+):[^\n]*\n(?:[ \t][^\n]*\n)*){3}/i,
    'document',
  ],
] as const

/**
 * Throws `list_unreadable` with the name of the format for decoded text of data that is no table: it is never read as
 * lines.
 */
export function refuseDataFormat(sample: string, fileName: string): void {
  const start = sample.slice(0, 4000)
  for (const [begins, cause] of dataFormats) {
    if (!begins.test(start)) continue
    // A placeholder of a file gets its own cause.
    refuseForeignText(sample, fileName)
    throw unreadable(cause, `text: ${cause}`)
  }
  const [, element = ''] = /^\s*<([a-z_][\w.:-]*)(?:\s[^<>]*)?>/i.exec(start) ?? []
  const isElement = element !== '' && sample.includes(`</${element}>`) && !pageStart.test(start)
  if (!isElement && !/^\s*<\?xml\b/.test(start)) return
  if (start.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    throw unreadable('old_excel', 'text: XML of Excel 2003')
  if (start.includes('urn:oasis:names:tc:opendocument')) throw unreadable('flat_ods', 'text: flat ODF')
  if (!/<(?:html|body|table|tr)[\s>]/i.test(sample)) throw unreadable('xml', 'text: XML')
}

/** The encoding of a page. Where its bytes leave a doubt, the encoding that the page names decides. */
export function encodingOfPage(sample: string, recognised: Encoding): Encoding {
  const saysWindows = /<meta[^<>]{0,200}charset\s{0,9}=["'\s]{0,9}(?:windows-1252|iso-8859-1)/i.test(sample)
  return recognised === 'mixed' && saysWindows ? 'windows-1252' : recognised
}

/** Throws `list_unreadable` when a sample of decoded text is a web archive, a shortcut or no text at all. */
export function refuseForeignText(sample: string, name: string): void {
  const start = sample.slice(0, 2000)
  const isGoogle =
    sample.length < 4000 &&
    (/^\s*\{[^{}]*"(?:doc_id|resource_id)"/.test(start) || /^\s*\{"url":\s?"https:\/\/docs\.google\.com/.test(start))
  if (isGoogle) throw unreadable('google_file', 'a shortcut of Google Drive')
  // A page that Excel or a browser saved with its pictures (.mht), often under the name .xls.
  const isArchive = /^\s*MIME-Version:/i.test(start) && /multipart\/related/i.test(start)
  if (isArchive) throw unreadable('web_archive', 'a web archive')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const controls = sample.match(/[\0-\x08\v\f\x0e-\x1f]/g)?.length ?? 0
  if (controls > 4 && controls > sample.length * 0.01) {
    throw unreadable(/\.xls[xm]?$/i.test(name) ? 'damaged' : 'not_text', 'not text')
  }
}

/** The first characters of a text file, decoded. Encoding, delimiter and hints are judged by them. */
export function startOfText(bytes: Uint8Array, encoding: Encoding): string {
  const [first] = decode(bytes, encoding)
  return first?.text.slice(0, sampleCharacters) ?? ''
}

/** Whether the first bytes are these, given as Latin-1. */
function startsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(bytes.subarray(0, mark.length)).toString('latin1') === mark
}

/** So many bytes are decoded at once, or stay UTF-8 at once. */
const pieceBytes = 128 * 1024
const utf8PieceBytes = 64 * 1024

/**
 * Recognises the encoding of a text file: by its byte order mark, by the zero bytes that UTF-16 puts beside ASCII, by
 * being valid UTF-8. What is none of these is Windows-1252 (docs/decisions/lists.md §4). Text that is UTF-8 all but
 * for a few broken bytes stays UTF-8; two lists that were put together, each in its own, are `mixed`.
 */
export function recogniseEncoding(bytes: Uint8Array, isValid = isUtf8(bytes)): Encoding {
  if (startsWith(bytes, utf8Mark)) return 'utf-8-bom'
  if (startsWith(bytes, '\xff\xfe')) return 'utf-16le'
  if (startsWith(bytes, '\xfe\xff')) return 'utf-16be'
  const wide = wideByZeros(bytes)
  if (wide) return wide
  if (isValid) return 'utf-8'
  const { whole, broken } = countSequences(bytes)
  if (whole === 0) return 'windows-1252'
  if (whole >= broken * 10) return 'utf-8'
  return broken >= whole * 10 ? 'windows-1252' : 'mixed'
}

/**
 * Decodes a file piece by piece. Gives each piece of text and the number of bytes read so far. Byte order marks are not
 * part of the text; bytes that the encoding cannot hold become U+FFFD and are never dropped. NUL characters, which no
 * cell can show or store, are.
 */
export function* decode(bytes: Uint8Array, encoding: Encoding): Generator<{ text: string; read: number }> {
  if (encoding === 'mixed') {
    yield* decodeMixed(bytes)
    return
  }
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const read = Math.min(at + pieceBytes, bytes.length)
    const text = decoder.decode(bytes.subarray(at, read), { stream: read < bytes.length })
    yield { text: text.replaceAll('\0', ''), read }
  }
}

/** The lines of a text, piece by piece, each of `longest` characters at most or a little more. */
export function* decodeLines(bytes: Uint8Array, encoding: Encoding, longest: number): Generator<string[]> {
  let pending = ''
  for (const { text, read } of decode(bytes, encoding)) {
    const isLast = read === bytes.length
    const lines = (pending + text).split(/\r\n|\r(?!$)|\n/)
    const rest = isLast ? '' : (lines.pop() ?? '')
    // Its last character may be half of a line break.
    pending = rest.length > longest ? rest.slice(0, longest) + rest.slice(-1) : rest
    yield lines
  }
}

/** Each line in its own encoding: UTF-8 where it is valid, else Windows-1252. */
function* decodeMixed(bytes: Uint8Array): Generator<{ text: string; read: number }> {
  const utf8 = new TextDecoder('utf-8')
  const windows = new TextDecoder('windows-1252')
  for (let at = 0; at < bytes.length; ) {
    let text = ''
    const end = at + pieceBytes
    while (at < bytes.length && at < end) {
      const line = bytes.subarray(at, lineEnd(bytes, at))
      text += (isUtf8(line) ? utf8 : windows).decode(line)
      at += line.length
    }
    yield { text: text.replaceAll('\0', ''), read: at }
  }
}

/** The byte behind the next line break. A line without an end is cut, where UTF-8 allows it. */
function lineEnd(bytes: Uint8Array, from: number): number {
  const last = Math.min(bytes.length, from + pieceBytes)
  for (let at = from; at < last; at += 1) if (bytes[at] === 10 || bytes[at] === 13) return at + 1
  return sequenceStart(bytes, last)
}

/** The bytes as UTF-8 without mark and NUL, in pieces. Only the start of a file has a mark. */
export function* utf8Pieces(bytes: Uint8Array, encoding: Encoding, isStart: boolean): Generator<Uint8Array> {
  if (!encoding.startsWith('utf-8')) {
    for (const { text } of decode(bytes, encoding)) yield Buffer.from(text)
    return
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let at = isStart && startsWith(bytes, utf8Mark) ? 3 : 0; at < bytes.length; ) {
    const piece = bytes.subarray(at, sequenceStart(bytes, at + utf8PieceBytes))
    // The search of a Buffer is the quicker one.
    const hasNul = Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(0)
    yield isUtf8(piece) && !hasNul ? piece : Buffer.from(decoder.decode(piece).replaceAll('\0', ''))
    at += piece.length
  }
}

/** A place near a byte at which no sequence of UTF-8 is cut. */
function sequenceStart(bytes: Uint8Array, at: number): number {
  for (let start = at; start > at - 4; start--) if (!isTail(bytes[start])) return start
  return at
}

/** Whether text was encoded as UTF-8 twice, such as `JoÃ£o` for `João`. It is reported, never repaired. */
export function looksDoubleEncoded(text: string): boolean {
  return /Ã[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/.test(
    text,
  )
}

/** UTF-16 has a zero beside each character of ASCII. */
function wideByZeros(bytes: Uint8Array): Encoding | null {
  const pairs = Math.min(bytes.length >> 1, 2000)
  const start = bytes.subarray(0, pairs * 2)
  const shareOfZeros = (half: number) => start.filter((byte, at) => byte === 0 && at % 2 === half).length / pairs
  const [first, second] = [shareOfZeros(0), shareOfZeros(1)]
  if (second > 0.4 && first < 0.05) return 'utf-16le'
  return first > 0.4 && second < 0.05 ? 'utf-16be' : null
}

/** Counts UTF-8 sequences of several bytes, and bytes that belong to none. */
function countSequences(bytes: Uint8Array): { readonly whole: number; readonly broken: number } {
  let whole = 0
  let broken = 0
  for (let at = 0; at < bytes.length; at++) {
    // The index is inside the array, so that a check is spared.
    const byte = bytes[at] as number
    if (byte < 0x80) continue
    const tail = tailLength(byte)
    let end = at + 1
    while (end <= at + tail && isTail(bytes[end])) end++
    if (tail > 0 && end > at + tail) {
      whole++
      at += tail
    } else broken++
  }
  return { whole, broken }
}

function tailLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1
  if (lead >= 0xe0 && lead <= 0xef) return 2
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
}

function isTail(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}
