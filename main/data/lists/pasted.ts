import { readCellKeys } from './cell-keys.ts'
import type { ListFile } from './plan.ts'

/**
 * Pasted text as a list of its own, in UTF-8. Keys pasted side by side on one line ("11…, 11…; ana@…") become one row
 * each, so that every one has its outcome.
 */
export function pastedList(text: string, name: string): ListFile {
  return { name, bytes: new TextEncoder().encode(onePerLine(text)) }
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
