import type { Encoding } from '../../../preload/contract/cruzar.ts'
import { decode } from './encoding.ts'
import type { ListFile } from './plan.ts'
import { unreadable } from './xlsx/unreadable.ts'

const sampleCharacters = 64 * 1024
const pictures = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF']

/**
 * Tells a spreadsheet from text by the first bytes, not by the name: many systems write CSV under any ending. Throws
 * `list_unreadable` with its cause for what is neither: an old .xls, a spreadsheet with a password (both start alike), Excel's
 * own lock file, a document or a picture.
 */
export function fileKindOf({ bytes, name }: ListFile): 'text' | 'xlsx' {
  if (/(?:^|[/\\])~\$/.test(name)) throw unreadable('lock_file', 'named ~$')
  if (startsWith(bytes, 'PK\x03\x04')) return 'xlsx'
  if (startsWith(bytes, 'PK\x05\x06')) throw unreadable('archive', 'zip: empty')
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) throw compoundFile(bytes)
  if (startsWith(bytes, '%PDF-') || startsWith(bytes, '{\\rtf')) throw unreadable('document', 'a document')
  if (pictures.some((mark) => startsWith(bytes, mark))) throw unreadable('picture', 'a picture')
  return 'text'
}

/** The container of old Office files, and of new ones with a password (MS-OFFCRYPTO 1.3); names in it are UTF-16. */
function compoundFile(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const holds = (name: string) => file.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage')) return unreadable('password', 'ole: encrypted')
  if (holds('WordDocument') || holds('PowerPoint Document')) return unreadable('document', 'ole: a document')
  return unreadable('old_excel', 'ole: a workbook')
}

/** Throws `list_unreadable` when a sample of decoded text is a web page or no text at all. */
export function refuseForeignText(sample: string, name: string): void {
  const start = sample.slice(0, 2000)
  if (/^\s*<(?:!doctype|!--|html|head|body|meta|style|script|table|div|\?xml)/i.test(start) || isWebArchive(start)) {
    throw unreadable('web_page', 'a web page')
  }
  let controls = 0
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) controls += 1
  }
  if (controls > 4 && controls > sample.length * 0.01) {
    throw unreadable(/\.xls[xm]?$/i.test(name) ? 'damaged' : 'not_text', 'not text')
  }
}

/** A page that Excel or a browser saved with its pictures (.mht), often under the name .xls. */
function isWebArchive(start: string): boolean {
  return /^\s*MIME-Version:/i.test(start) && /multipart\/related/i.test(start)
}

/** The first characters of a text file, decoded: what encoding, delimiter and hints are judged by. */
export function sampleText(bytes: Uint8Array, encoding: Encoding): string {
  const [first] = decode(bytes, encoding)
  return first?.text.slice(0, sampleCharacters) ?? ''
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  for (let at = 0; at < mark.length; at += 1) if (bytes[at] !== mark.charCodeAt(at)) return false
  return true
}
