import type { Encoding } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { decode } from './encoding.ts'
import type { ListFile } from './plan.ts'

const sampleCharacters = 64 * 1024

/**
 * Tells a spreadsheet from text by the first bytes, not by the name: many systems write CSV under any ending. Throws
 * `list_unreadable` for what is neither: an old .xls or a spreadsheet with a password (both start alike), a web page under
 * a spreadsheet's name, a document, an image, or a file named .xlsx that is none.
 */
export function fileKindOf(file: ListFile): 'text' | 'xlsx' {
  const { bytes, name } = file
  if (startsWith(bytes, 'PK\x03\x04')) return 'xlsx'
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) throw new AppFailure('list_unreadable', {}, 'an old .xls or a password')
  if (bytes.length > 0 && /\.xls[xm]$/i.test(name)) throw new AppFailure('list_unreadable', {}, 'not a spreadsheet')
  if (startsWith(bytes, '%PDF-') || startsWith(bytes, '{\\rtf')) {
    throw new AppFailure('list_unreadable', {}, 'a document')
  }
  return 'text'
}

/** Throws `list_unreadable` when a sample of decoded text is a web page or no text at all. */
export function refuseForeignText(sample: string): void {
  if (/^\s*<(?:!doctype html|html|table|\?xml)/i.test(sample)) {
    throw new AppFailure('list_unreadable', {}, 'a web page')
  }
  let controls = 0
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) controls += 1
  }
  if (controls > 4 && controls > sample.length * 0.01) throw new AppFailure('list_unreadable', {}, 'not text')
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
