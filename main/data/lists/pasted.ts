import { readCellKeys } from './cell-keys.ts'
import { decode, recogniseEncoding } from './encoding.ts'
import type { ListFile } from './plan.ts'

/** Longer files have more than one line, or are no lists. */
const longestLine = 1024 * 1024

/**
 * Pasted text as a list of its own, in UTF-8. Keys side by side on one line ("11…, 11…; ana@…") become one row each, so that
 * every one has its outcome.
 */
export function pastedList(text: string, name: string): ListFile {
  return { name, bytes: new TextEncoder().encode(onePerLine(text)) }
}

/** A file as it came, but for people side by side on its only line, who become one row each as pasted ones do. */
export function filedList(file: ListFile): ListFile {
  const { bytes, name } = file
  if (bytes.length > longestLine || bytes.subarray(0, -2).includes(10) || isUnlikeText(bytes)) return file
  let text = ''
  for (const piece of decode(bytes, recogniseEncoding(bytes))) text += piece.text
  return onePerLine(text) === text ? file : pastedList(text, name)
}

function isUnlikeText(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b) || bytes[0] === 0xd0
}

function onePerLine(text: string): string {
  const line = text.trim()
  if (/[\r\n]/.test(line) || !/[,;|\t]/.test(line)) return text
  const pieces = line
    .split(/[,;|\t]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  return pieces.every((piece) => readCellKeys(piece, 'phone').keys.length > 0) ? pieces.join('\n') : text
}
